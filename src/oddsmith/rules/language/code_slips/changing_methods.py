"""Methods of Python's lists, sets, dicts and deques that change them."""

from typing import Final

#: Those that give nothing back.
ONLY_CHANGING: Final = frozenset(
    {"append", "extend", "insert", "add", "update", "remove", "discard", "clear", "sort", "reverse"}
    | {"appendleft", "extendleft", "rotate"}
    | {"difference_update", "intersection_update", "symmetric_difference_update"}
)

#: All of them.
CHANGING: Final = ONLY_CHANGING | {"setdefault", "pop", "popitem", "popleft"}

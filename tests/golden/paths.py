"""JSON documents as paths and what stands there: for documents told by their differences, and to name the first one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

Leaves = dict[str, Any]


def leaves(document: Any) -> Leaves:
    """What stands at the end of every path, in order; `/plan/0/who` is a path. What holds nothing is an end too."""
    return dict(_leaves(document, ""))


def difference(old: Leaves, new: Leaves) -> tuple[Leaves, list[str]]:
    """The paths at which a document is not as another is, with what stands there; and those that it lacks."""
    but = {path: value for path, value in new.items() if path not in old or not same(old[path], value)}
    return but, [path for path in old if path not in new]


def first_difference(old: Leaves, new: Leaves, *, close: bool = False) -> str | None:
    """The first path at which two documents differ, with what stands there in each; None where they are equal.

    close: numbers in floating point may differ in their last digits.
    """
    for path in dict.fromkeys([*old, *new]):
        if path not in new:
            return f"{path}: was {old[path]!r}, is not there"
        if path not in old:
            return f"{path}: was not there, is {new[path]!r}"
        if not same(old[path], new[path], close=close):
            return f"{path}: was {old[path]!r}, is {new[path]!r}"
    return None


def same(old: Any, new: Any, *, close: bool = False) -> bool:
    """Whether two ends of paths are equal; 1, 1.0 and True are three values."""
    if close and isinstance(old, float) and isinstance(new, float):
        return math.isclose(old, new, rel_tol=1e-12)
    return type(old) is type(new) and old == new


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, f"{path}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list) and value:
        for place, item in enumerate(value):
            yield from _leaves(item, f"{path}/{place}")
    else:
        yield path, value

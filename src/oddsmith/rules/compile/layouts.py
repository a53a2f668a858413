"""The order in which a dict, set or queue holds its entries, by which a loop over it goes on.

An entry that is taken out and put back leaves all equal, and yet Python's own loop may come to it again, or raise.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from itertools import islice
from sys import getsizeof
from typing import Any


class Layout:
    """Iterators that stand in something as loops over it may, to be asked what they still come to."""

    __slots__ = ("_left", "_of", "_size")

    def __init__(self, of: Any) -> None:
        self._of = of
        self._size = getsizeof(of)  # another where the entries were put elsewhere, since room was short
        count = len(of)
        if isinstance(of, OrderedDict | deque):
            places = [0]  # these count their changes
        else:
            places = [*range(count + 1)] if isinstance(of, set | frozenset) else [count]
        self._left = [(_at(of, place), count - place) for place in places]

    def is_kept(self) -> bool:
        """Tell whether loops go on as if no entry had been taken out, put in or moved. Values may be others."""
        if isinstance(self._of, deque):
            ((iterator, left),) = self._left
            try:
                next(iterator, None)
            except RuntimeError:
                return False
            self._left = [(iter(self._of), left)]
            return True
        try:
            return getsizeof(self._of) == self._size and all(
                len(iterator.__reduce__()[1][0]) == left for iterator, left in self._left
            )
        except RuntimeError:
            return False


def _at(of: Any, place: int) -> Iterator[Any]:
    iterator: Iterator[Any] = iter(of)
    next(islice(iterator, place, place), None)
    return iterator

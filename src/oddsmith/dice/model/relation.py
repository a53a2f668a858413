"""Comparisons of numbers with each other."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import Enum
from typing import Any, Final


class Sign(Enum):
    """A sign in notation, hashed as the object that it is: by its name, as any Enum is, takes several times as long."""

    __hash__ = object.__hash__


class Relation(Sign):
    """A comparison of two numbers, which may be fractions: above 10 is not the same as 11 or more.

    The value is its sign in notation.
    """

    EQUAL = "="
    OTHER = "<>"
    AT_LEAST = ">="
    AT_MOST = "<="
    ABOVE = ">"
    BELOW = "<"

    @property
    def compare(self) -> Callable[[Any, Any], Any]:
        """What Python compares with, for many numbers."""
        return _COMPARE[self._value_]

    def holds(self, left: Any, right: Any) -> bool:
        """True when `left` compares with `right` like this."""
        return bool(self.compare(left, right))


_COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "=": operator.eq,
    "<>": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}

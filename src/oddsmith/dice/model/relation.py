"""Comparisons of numbers with each other."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Final


class Relation(Enum):
    """A comparison of two numbers, which may be fractions: above 10 is not the same as 11 or more.

    The value is its sign in notation.
    """

    EQUAL = "="
    OTHER = "<>"
    AT_LEAST = ">="
    AT_MOST = "<="
    ABOVE = ">"
    BELOW = "<"

    def holds(self, left: Any, right: Any) -> bool:
        """True when `left` compares with `right` like this."""
        return _HOLDS[self](left, right)


_HOLDS: Final[dict[Relation, Callable[[Any, Any], bool]]] = {
    Relation.EQUAL: lambda left, right: left == right,
    Relation.OTHER: lambda left, right: left != right,
    Relation.AT_LEAST: lambda left, right: left >= right,
    Relation.AT_MOST: lambda left, right: left <= right,
    Relation.ABOVE: lambda left, right: left > right,
    Relation.BELOW: lambda left, right: left < right,
}

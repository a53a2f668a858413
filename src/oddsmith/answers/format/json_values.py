"""Values as JSON data: fractions as texts, records by field."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import singledispatch
from typing import Any, Final

from flint import fmpz

from oddsmith.changed import told_parts
from oddsmith.distribution.finite.lowest_terms import LowestTerms
from oddsmith.distribution.given_numbers import digits, nearest_float
from oddsmith.errors import TooLarge


def exact(number: Fraction | int) -> str:
    """Write a number in full: `242/243`, `5`. It may have any number of digits; Python's own `str` stops at 4,300.

    >>> exact(Fraction(242, 243)), exact(Fraction(10, 2))
    ('242/243', '5')
    """
    numerator = str(fmpz(number.numerator))
    return numerator if number.denominator == 1 else f"{numerator}/{fmpz(number.denominator)}"


def fraction(text: str) -> Fraction:
    """Read a number that `exact` wrote.

    >>> fraction("242/243")
    Fraction(242, 243)
    """
    numerator, _, denominator = text.partition("/")
    return Fraction(int(fmpz(numerator)), int(fmpz(denominator or "1")))


def added(texts: Iterable[str]) -> Fraction:
    """The sum of numbers that `exact` wrote.

    >>> added(["1/6", "1/3"])
    Fraction(1, 2)
    """
    by_denominator: dict[str, fmpz] = {}
    for text in texts:
        numerator, _, denominator = text.partition("/")
        by_denominator[denominator] = by_denominator.get(denominator, 0) + fmpz(numerator)
    whole = [(int(sums), int(fmpz(denominator or "1"))) for denominator, sums in by_denominator.items()]
    common = math.lcm(*[denominator for _, denominator in whole])
    return Fraction(sum(sums * (common // denominator) for sums, denominator in whole), common)


def number(value: Fraction | int) -> dict[str, Any]:
    """Return an exact number beside its float; TooLarge for one past 10^308."""
    return {"exact": exact(value), "float": nearest_float(value)}


def probability(p: Fraction) -> dict[str, Any]:
    """Return an exact probability beside its float."""
    return {"p": exact(p), "float": float(p)}


class Shares:
    """Weights over one total, written in full and as floats; denominators that come again are not written again.

    >>> Shares(12).exact_and_float(8)
    ('2/3', 0.6666666666666666)
    """

    def __init__(self, total: int) -> None:
        """total: above 0."""
        self._lowest = LowestTerms(total)
        self._denominators: dict[int, str] = {}

    def exact_and_float(self, weight: int) -> tuple[str, float]:
        """Return weight / total as exact text and as a float."""
        numerator, denominator = self._lowest.pair(weight)
        if denominator not in self._denominators:
            self._denominators[denominator] = "" if denominator == 1 else f"/{fmpz(denominator)}"
        return f"{fmpz(numerator)}{self._denominators[denominator]}", numerator / denominator


#: Types of values that JSON has, too.
_AS_THEY_ARE: Final = frozenset({str, float, bool, type(None)})

_MOST_DIGITS: Final = 4_300  # of whole numbers: Python writes no longer ones
_LONGEST: Final = 10**_MOST_DIGITS


@singledispatch
def plain(value: object) -> Any:
    """Return any value as JSON data: records as objects by field, fractions as texts, the rest as its `str`.

    Raises TooLarge for a number of more than 4,300 digits.

    >>> plain((True, Fraction(1, 3), frozenset("ba")))
    [True, '1/3', ['a', 'b']]
    """
    kind = type(value)
    if kind is int:
        return _written(value)  # type: ignore[arg-type]
    if kind in _AS_THEY_ARE:
        return value
    if kind is tuple or kind is list:
        return _each(value)  # type: ignore[arg-type]
    match value:
        case Enum():
            return plain(value.value)
        case None | bool() | float() | str():
            return value
        case int():
            return _written(value)
        case Fraction():
            return _written(value.numerator) if value.denominator == 1 else exact(value)
        case Mapping():
            return {str(plain(key)): plain(item) for key, item in value.items()}
        case frozenset() | set():
            return sorted(_each(value), key=repr)
    record = fields(value)
    if record is not None:
        return record
    if isinstance(value, tuple | list):
        return _each(value)
    return str(value)


def _written(value: int) -> int:
    """The number, which can be written."""
    if -_LONGEST < value < _LONGEST:
        return value
    raise TooLarge("digits in a number", digits(value), _MOST_DIGITS, remedy="Use smaller numbers.")


def _each(values: Iterable[object]) -> list[Any]:
    return [value if type(value) in _AS_THEY_ARE else plain(value) for value in values]


def fields(value: object) -> dict[str, Any] | None:
    """Return a record (dataclass or named tuple) by field; None for any other value."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if type(value).__str__ is not object.__str__:
            return None  # its class says how to write it
    elif not (isinstance(value, tuple) and hasattr(value, "_fields")):
        return None
    return {name: plain(part) for name, part in told_parts(value)}


def first_line(text: str | None) -> str:
    """Return the first line of a docstring, the title of a rule."""
    return (text or "").strip().partition("\n")[0]

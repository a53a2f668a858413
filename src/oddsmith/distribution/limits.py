"""Limits of work and memory, and checks of input, before an operation starts."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from oddsmith.errors import BadInput, TooLarge

LIMIT: Final = 1_000_000
"""Steps that a computation may take unless it is given another limit: states of a rule, or work on dice."""

# One unit is about a machine word of memory, or a quarter of a step of a Python loop: at the limit, some 200 MB or a
# few seconds.
_MOST_UNITS = 20_000_000
UNITS_PER_OUTCOME = 8
UNITS_PER_PAIR = 4


def check_outcomes(count: int, bits: int = 64) -> None:
    """Refuse `count` outcomes with weights of `bits` bits each when they would not fit."""
    _check(count * (UNITS_PER_OUTCOME + bits // 64), f"distribution of {count:,} outcomes")


def check_pairs(count: int) -> None:
    """Refuse to go through `count` pairs of outcomes when that would take too long."""
    _check(count * UNITS_PER_PAIR, f"walk over {count:,} pairs of outcomes")


def check_whole(field: str, value: object) -> None:
    """Refuse anything but an integer from 0 up."""
    if not isinstance(value, int) or value < 0:
        raise BadInput(field, value, "a whole number from 0 up")


def check_exact(field: str, value: object) -> None:
    """Refuse anything but an exact number."""
    if not isinstance(value, Fraction | int):
        raise BadInput(field, value, "an exact number (int or Fraction)")


def check_share(field: str, value: object) -> None:
    """Refuse anything but an exact number from 0 up."""
    if not isinstance(value, Fraction | int) or value < 0:
        raise BadInput(field, value, "an exact number (int or Fraction) from 0 up")


def check_order(field: str, value: object) -> None:
    """Refuse words, which are better or worse only by alphabet; a class of words may declare an order, as `__lt__`."""
    if isinstance(value, str) and type(value).__lt__ is str.__lt__:
        raise BadInput(
            field, value, "values with an order of worth; words have none: map them to numbers or an IntEnum"
        )
    if isinstance(value, tuple) and type(value).__lt__ is tuple.__lt__:
        for part in value:
            check_order(field, part)


def _check(units: int, what: str) -> None:
    if units > _MOST_UNITS:
        raise TooLarge(
            f"units of work ({what})",
            units,
            _MOST_UNITS,
            remedy="Use fewer or smaller dice, or lump outcomes (capped, map).",
        )

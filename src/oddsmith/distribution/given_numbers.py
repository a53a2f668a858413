"""Checks of numbers and outcomes that are given, how long numbers are, and the floats that are nearest to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import isfinite, isqrt, log10, sqrt
from sys import float_info
from typing import Any, Final

from oddsmith.errors import BadInput, TooLarge

PLAIN: Final = frozenset({int, bool, str, Fraction})
"""Types of which every value is an outcome."""

_INSTEAD: Final = {"list": "a tuple", "set": "a frozenset"}


def check_whole(field: str, value: object, least: int = 0, *, otherwise: str = "") -> None:
    """Refuse anything but an integer from `least` up; `otherwise` names other allowed values."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise BadInput(field, value, f"a whole number, {least} or more{otherwise}")


def check_exact(field: str, value: object) -> None:
    """Refuse anything but an exact number."""
    if not isinstance(value, Fraction | int):
        raise BadInput(field, value, "an exact number (int or Fraction)")


def check_share(field: str, value: object) -> None:
    """Refuse anything but an exact number from 0 up."""
    if not isinstance(value, Fraction | int) or value < 0:
        raise BadInput(field, value, "an exact number (int or Fraction) from 0 up")


def is_real(value: object) -> bool:
    """Return whether it is a number, and neither infinite nor undefined."""
    return isinstance(value, int | Fraction) or (isinstance(value, float) and isfinite(value))


def real(field: str, value: Any) -> Any:
    """Return the number that it is; refuse anything else."""
    if not is_real(value):
        raise BadInput(field, value, "a number")
    return value


def impossible(field: str, value: object) -> BadInput:
    """Return the error for a condition that no outcome meets."""
    error = BadInput(field, value, "a condition with a probability above 0")
    return error.reworded("No outcome meets the condition.", "Give one with a probability above 0.")


def check_order(field: str, value: object) -> None:
    """Refuse words, which are better or worse only by alphabet; a class of words may declare an order, as `__lt__`."""
    if isinstance(value, str) and type(value).__lt__ is str.__lt__:
        remedy = "map them to numbers or an IntEnum, or declare their order with ordered_words"
        raise BadInput(field, value, f"values with an order of worth; words have none: {remedy}")
    if isinstance(value, tuple) and type(value).__lt__ is tuple.__lt__:
        for part in value:
            check_order(field, part)


def bound_to(end: Callable[[Any, Any], Any], field: str, value: Any) -> Callable[[Any], Any]:
    """The less (`min`) or the greater (`max`) of outcomes and this value, as a function. It may raise BadInput, too."""
    check_order(field, value)

    def bound(outcome: Any) -> Any:
        try:
            return end(outcome, value)
        except TypeError:
            raise BadInput(field, value, f"a value that compares with {outcome!r}") from None

    return bound


def checked_pairs(field: str, pairs: Any) -> list[tuple[Any, Any]]:
    """The pairs of a weight and a distribution that these should be; BadInput for anything else."""
    listed = list(pairs) if isinstance(pairs, Iterable) else [pairs]
    for pair in listed:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise BadInput(field, pair, "pairs of a weight and a distribution, as (2, d6.distribution())")
    return listed


def digits(number: Fraction | int) -> int:
    """The number of digits before the point; it may be one too high."""
    return int((abs(number.numerator).bit_length() - number.denominator.bit_length() + 1) * log10(2)) + 1


def nearest_float(number: Fraction | int) -> float:
    """The float that is nearest to a number; TooLarge for one past 10^308, which no float is near."""
    try:
        return float(number)
    except OverflowError:
        most = float_info.max_10_exp
        raise TooLarge("digits in a number", digits(number), most, remedy="Use smaller numbers.") from None


def square_root(number: Fraction) -> float:
    """The float that is nearest to a square root, of a number past 10^308 too; TooLarge where the root is past it."""
    try:
        return sqrt(number)
    except OverflowError:
        return nearest_float(isqrt(number.numerator // number.denominator))


def check_outcome(outcome: Any, field: str = "outcome") -> None:
    """Refuse what has no hash, and dice, distributions and `AGAIN`: their `instead_of_outcome` says what to write."""
    kind = type(outcome)
    if kind in PLAIN:
        return
    instead = getattr(kind, "instead_of_outcome", None)
    if instead is not None:
        error = BadInput(field, str(outcome), "a value")
        raise error.reworded(f"{field.capitalize()} {outcome} is no value.", instead)
    try:
        hash(outcome)
    except TypeError:
        named = f"{_INSTEAD.get(kind.__name__, 'a tuple, a number or a word')} in place of a {kind.__name__}"
        raise BadInput(field, outcome, f"a value that can be hashed: {named}") from None

"""Weights without the factors that all of them share."""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeVar

from flint import fmpz

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

_LONG: Final = 10_000
"""Bits from which on flint divides sooner than Python."""


def reduced(weights: Mapping[T, int], unresolved: int) -> tuple[int, dict[T, int]]:
    """Return the greatest factor that all weights share with `unresolved`, and the weights above 0 without it."""
    if len(weights) > 1 and min(weights.values()).bit_length() > _LONG:
        return _reduced_long(weights, unresolved)
    common = math.gcd(*weights.values(), unresolved)
    if common == 1:
        if 0 not in weights.values():
            return 1, dict(weights)
        return 1, {outcome: weight for outcome, weight in weights.items() if weight}
    return common, {outcome: weight // common for outcome, weight in weights.items() if weight}


def _reduced_long(weights: Mapping[T, int], unresolved: int) -> tuple[int, dict[T, int]]:
    """The same for long weights, which share few factors with a mix of them that they do not share with each."""
    numbers = [fmpz(weight) for weight in weights.values()]
    mix = sum((place * number for place, number in enumerate(numbers, 1)), fmpz(unresolved))
    common = reduce(_shared, (*numbers[1:], fmpz(unresolved)), numbers[0].gcd(mix))
    if common == 1:
        return 1, dict(weights)
    return int(common), {outcome: int(number // common) for outcome, number in zip(weights, numbers, strict=True)}


def _shared(common: fmpz, number: fmpz) -> fmpz:
    return common if number % common == 0 else common.gcd(number)

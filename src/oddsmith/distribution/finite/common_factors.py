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
    mix = fmpz(unresolved)
    for place, weight in enumerate(weights.values(), 1):
        mix += place * fmpz(weight)
    first, *others = weights.values()
    common = reduce(_shared, map(fmpz, (*others, unresolved)), fmpz(first).gcd(mix))
    if common == 1:
        return 1, dict(weights)
    return int(common), {outcome: int(fmpz(weight) // common) for outcome, weight in weights.items()}


def _shared(common: fmpz, number: fmpz) -> fmpz:
    return common if common == 1 or number % common == 0 else common.gcd(number)

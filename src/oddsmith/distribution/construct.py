"""How distributions are made from what a caller knows; `Distribution` offers these as its constructors."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar

from oddsmith.distribution.finite.finite import Finite
from oddsmith.distribution.limits import check_outcomes, check_share, check_whole
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from oddsmith.distribution.base import Distribution

T = TypeVar("T")


def from_weights(weights: Mapping[T, int], unresolved: int) -> Finite[T]:
    """See `Distribution.from_weights`."""
    for outcome, weight in [*weights.items(), ("unresolved", unresolved)]:
        check_whole(f"weight of {outcome!r}", weight)
    if not unresolved and not any(weights.values()):
        raise BadInput("weights", dict(weights), "at least one weight above 0")
    return Finite(weights, unresolved)


def from_probabilities(probabilities: Mapping[T, Fraction | int], unresolved: Fraction | int) -> Finite[T]:
    """See `Distribution.from_probabilities`."""
    for outcome, probability in [*probabilities.items(), ("unresolved", unresolved)]:
        check_share(f"probability of {outcome!r}", probability)
    known = [Fraction(probability) for probability in probabilities.values()]
    common = math.lcm(Fraction(unresolved).denominator, *(probability.denominator for probability in known))
    weights = {outcome: int(probability * common) for outcome, probability in probabilities.items()}
    rest = int(unresolved * common)
    if (total := sum(weights.values()) + rest) != common:
        raise BadInput("probabilities", str(Fraction(total, common)), "a total of exactly 1")
    return Finite(weights, rest)


def uniform(outcomes: Iterable[T]) -> Finite[T]:
    """See `Distribution.uniform`."""
    if isinstance(outcomes, range):
        check_outcomes(_length(outcomes))
    weights: dict[T, int] = {}
    for outcome in outcomes:
        weights[outcome] = weights.get(outcome, 0) + 1
        if not len(weights) & 0xFFFF:
            check_outcomes(len(weights))
    if not weights:
        raise BadInput("outcomes", (), "at least one outcome")
    return Finite(weights)


def _length(numbers: range) -> int:
    """`len` of a range, also where that would overflow."""
    return max(0, (numbers.stop - numbers.start + numbers.step - (1 if numbers.step > 0 else -1)) // numbers.step)


def certain(outcome: T) -> Finite[T]:
    """See `Distribution.certain`."""
    return Finite({outcome: 1})


def joint(parts: Sequence[Distribution[Any]]) -> Finite[tuple[Any, ...]]:
    """See `Distribution.joint`."""
    listed: list[Finite[Any]] = []
    for place, part in enumerate(parts, 1):
        if not isinstance(part, Finite):
            raise BadInput(f"part {place}", part, "a finite distribution; see truncated() and capped()")
        listed.append(part)
    total = math.prod(part.total for part in listed)
    check_outcomes(math.prod(len(part.weights) for part in listed), total.bit_length())
    weights = {
        tuple(outcome for outcome, _ in row): math.prod(weight for _, weight in row)
        for row in product(*(part.weights.items() for part in listed))
    }
    return Finite(weights, total - sum(weights.values()))

"""One of several distributions, chosen at random."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, cast

from oddsmith.distribution.finite.finite import Finite
from oddsmith.distribution.limits import check_share
from oddsmith.distribution.unbounded.generating import Generating, from_rational, listed_as_rational
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oddsmith.distribution.base import Distribution

T = TypeVar("T")


def mixture(parts: Iterable[tuple[Fraction | int, Distribution[T]]]) -> Distribution[T]:
    """See `Distribution.mixture`."""
    weighted = list(parts)
    for weight, _ in weighted:
        check_share("weight", weight)
    weighted = [(weight, part) for weight, part in weighted if weight]
    if not weighted:
        raise BadInput("parts", weighted, "at least one part with a weight above 0")
    if len(weighted) == 1:
        return weighted[0][1]
    if any(isinstance(part, Generating) for _, part in weighted) and not any(part.unresolved for _, part in weighted):
        return cast("Distribution[T]", _unbounded(cast("Any", weighted)))
    # Beside a part that is unresolved, an unbounded one may be so too.
    return _finite([(weight, part.truncated()) for weight, part in weighted])


def _finite(weighted: Sequence[tuple[Fraction | int, Finite[T]]]) -> Finite[T]:
    shares = [Fraction(weight) / part.total for weight, part in weighted]
    common = math.lcm(*(share.denominator for share in shares))
    weights: dict[T, int] = {}
    unresolved = 0
    for share, (_, part) in zip(shares, weighted, strict=True):
        factor = int(share * common)
        for outcome, weight in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + weight * factor
        unresolved += int(part.unresolved * part.total) * factor
    return Finite(weights, unresolved)


def _unbounded(weighted: Sequence[tuple[Fraction | int, Distribution[int]]]) -> Distribution[int]:
    total = sum(weight for weight, _ in weighted)
    measures = [
        (part.function if isinstance(part, Generating) else listed_as_rational(cast("Finite[Any]", part))).scaled(
            Fraction(weight) / total
        )
        for weight, part in weighted
    ]
    function = measures[0]
    for measure in measures[1:]:
        function = function.plus(measure)
    return from_rational(function)

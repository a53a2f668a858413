"""Integer weights made of equal chances, probabilities, functions of outcomes, independent or alternative parts."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, cast

from oddsmith.distribution.given_numbers import PLAIN, check_outcome, check_share, check_whole
from oddsmith.distribution.limits import check_outcomes, take, take_looks, take_outcomes
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from oddsmith.distribution.finite.listed_weights import ListedWeights

T = TypeVar("T")
U = TypeVar("U")

_SECONDS_AN_OUTCOME = 3e-6
_SECONDS_A_PAIR_OF_BITS = 9e-13  # of a weight times that of the part that it belongs to


def check_weights(weights: Mapping[T, int], unresolved: int) -> None:
    """Refuse weights that are negative or no integers, and weights that are all 0."""
    _check_mapping("weights", weights)
    check_whole("unresolved", unresolved)
    for outcome, weight in weights.items():
        if type(weight) not in (int, bool) or weight < 0:  # a name is made only where one is needed
            check_whole(f"weight of {outcome!r}", weight)
    if not unresolved and not any(weights.values()):
        raise BadInput("weights", dict(weights), "at least one weight above 0")


def _check_mapping(field: str, value: object) -> None:
    if not hasattr(value, "items"):
        raise BadInput(field, value, "a dict from outcomes to numbers, such as {'hit': 1, 'miss': 2}")


def weights_of_probabilities(
    probabilities: Mapping[T, Fraction | int], unresolved: Fraction | int
) -> tuple[dict[T, int], int]:
    """The weights of these probabilities, and that of the unresolved rest; BadInput unless the total is 1."""
    _check_mapping("probabilities", probabilities)
    check_share("unresolved", unresolved)
    for outcome, probability in probabilities.items():
        check_share(f"probability of {outcome!r}", probability)
    known = [Fraction(probability) for probability in probabilities.values()]
    common = math.lcm(Fraction(unresolved).denominator, *(probability.denominator for probability in known))
    weights = {outcome: int(probability * common) for outcome, probability in probabilities.items()}
    rest = int(unresolved * common)
    if (total := sum(weights.values()) + rest) != common:
        raise BadInput("probabilities", str(Fraction(total, common)), "a total of exactly 1")
    return weights, rest


def equal_weights(outcomes: Iterable[T]) -> dict[T, int]:
    """A weight of 1 for every entry, repeated entries added up."""
    if isinstance(outcomes, range):
        check_outcomes(_length(outcomes))
        if outcomes:
            return cast("dict[T, int]", dict.fromkeys(outcomes, 1))
    if not hasattr(outcomes, "__iter__"):
        raise BadInput("outcomes", outcomes, "a list of outcomes, such as range(1, 7)")
    weights: dict[T, int] = {}
    for outcome in outcomes:
        check_outcome(outcome)
        weights[outcome] = weights.get(outcome, 0) + 1
        if not len(weights) & 0xFFFF:
            check_outcomes(len(weights))
    if not weights:
        raise BadInput("outcomes", (), "at least one outcome")
    return weights


def _length(numbers: range) -> int:
    """`len` of a range, also where that would overflow."""
    return max(0, (numbers.stop - numbers.start + numbers.step - (1 if numbers.step > 0 else -1)) // numbers.step)


def joint_weights(parts: Sequence[ListedWeights[Any]]) -> tuple[dict[tuple[Any, ...], int], int]:
    """The weights of independent outcomes side by side, and that of the unresolved rest."""
    total = math.prod([part.total for part in parts])
    listed = [part.weights for part in parts]
    take_outcomes(math.prod(map(len, listed)), total.bit_length(), 0)
    products = [1]
    for weights in listed:
        products = [product * weight for product in products for weight in weights.values()]
    return dict(zip(itertools.product(*listed), products, strict=True)), total - sum(products)


def mapped_weights(of: ListedWeights[T], function: Callable[[T], U]) -> dict[U, int]:
    """The weights of function(outcome); BadInput where that is none (see `check_outcome`)."""
    weights: dict[U, int] = {}
    take_looks(len(of.weights), of.total.bit_length())
    for outcome in of.outcomes:
        image, weight = function(outcome), of.weights[outcome]
        if type(image) not in PLAIN:
            check_outcome(image)
        weights[image] = weights[image] + weight if image in weights else weight  # long ones are not copied
    return weights


def mixed_weights(weighted: Sequence[tuple[Fraction | int, ListedWeights[T]]]) -> tuple[dict[T, int], int]:
    """The weights of one of several parts, picked at random, and that of the unresolved rest."""
    common = math.lcm(*(part.total for _, part in weighted))
    whole = math.lcm(*(weight.denominator for weight, _ in weighted))
    bits = max(part.total.bit_length() for _, part in weighted) * max(
        (share * whole).numerator.bit_length() for share, _ in weighted
    )
    take(sum(len(part.weights) for _, part in weighted) * (_SECONDS_AN_OUTCOME + bits * _SECONDS_A_PAIR_OF_BITS))
    weights: dict[T, int] = {}
    unresolved = 0
    for share, part in weighted:
        factor = int(share * whole) * (common // part.total)
        for outcome, weight in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + weight * factor
        if part.unresolved:
            unresolved += int(part.unresolved * part.total) * factor
    return weights, unresolved

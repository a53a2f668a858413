"""Distributions that depend on a roll that comes first, case by case."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from typing import Any, Final

from oddsmith.distribution import Distribution, Finite, Uniform
from oddsmith.distribution.limits import refuse_work

_SECONDS_A_CASE: Final = 2e-4
_SECONDS_AN_OUTCOME: Final = 3e-6
_SECONDS_A_BIT: Final = 2e-9
_BYTES_AN_OUTCOME: Final = 150
"""Of all cases together; each outcome has a weight of up to hundreds of digits."""

_FEW: Final = 20
_UNBOUNDED: Final = 2_000
"""Outcomes that an unbounded case counts as: its rational function takes about as much work."""


def by_cases(first: Distribution[Any], then: Callable[[Any], Distribution[Any]]) -> Distribution[Any]:
    """The distribution of the second roll, over all outcomes of the first.

    The unresolved part of the first (an unbounded one is followed down to 10^-18) stays unresolved.
    Raises TooLarge; cases that are too large show in that of the greatest outcome, which is followed first.
    """
    if isinstance(first, Uniform):
        refuse_work(len(first.modes) * _SECONDS_A_CASE)
    listed = first.truncated()
    number = len(listed.weights)
    refuse_work(number * _SECONDS_A_CASE)
    outcomes = listed.outcomes
    if number > _FEW:
        # Two that are small show how the cases grow, before a large one is worked out.
        early, later = then(outcomes[number // 10]), then(outcomes[number // 5])
        growth = log2(max(1, _size(later) / _size(early)))
        largest = _size(early) * 10**growth
        refuse_many_outcomes(int(largest * number / (1 + growth)), _bits(later) * 5)
    cases: list[tuple[int, Distribution[Any]]] = []
    together = 0
    bits = 0
    for outcome in reversed(outcomes):
        case = then(outcome)
        together += _size(case)
        bits = max(bits, _bits(case))
        refuse_many_outcomes(max(together, _size(case) * number // 2), bits)
        cases.append((listed.weights[outcome], case))
    rest = listed.total - sum(listed.weights.values())
    if rest:
        cases.append((rest, Distribution.from_weights({}, unresolved=1)))
    return Distribution.mixture(cases)


def refuse_many_outcomes(expected: int, bits: int) -> None:
    """Refuse cases that are expected to have too many outcomes together. bits: of the longest weight."""
    refuse_work(expected * (_SECONDS_AN_OUTCOME + bits * _SECONDS_A_BIT), expected * (_BYTES_AN_OUTCOME + bits // 16))


def _size(case: Distribution[Any]) -> int:
    return max(1, len(case.weights)) if isinstance(case, Finite) else _UNBOUNDED


def _bits(case: Distribution[Any]) -> int:
    return case.total.bit_length() if isinstance(case, Finite) else _UNBOUNDED

"""Distributions that depend on a roll that comes first, case by case."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from typing import Any, Final

from oddsmith.distribution import Distribution, Finite, Uniform
from oddsmith.distribution.limits import SECONDS_A_STEP, Work, refuse_work, steps_so_far

SECONDS_A_CASE: Final = 2e-4
_SECONDS_AN_OUTCOME: Final = 3e-6
_SECONDS_A_BIT: Final = 2e-9
_BYTES_AN_OUTCOME: Final = 150
"""Of all cases together; each outcome has a weight of up to hundreds of digits."""

_FEW_STEPS: Final = 30
_FEW: Final = 20
_UNBOUNDED: Final = 2_000
"""Outcomes that an unbounded case counts as: its rational function takes about as much work."""


def by_cases(first: Distribution[Any], then: Callable[[Any], Distribution[Any]]) -> Distribution[Any]:
    """The distribution of the second roll, over all outcomes of the first.

    The unresolved part of the first (an unbounded one is followed down to 10^-18) stays unresolved.
    Raises TooLarge; cases that are too large show in that of the greatest outcome, which is followed first.
    """
    if isinstance(first, Uniform):
        refuse_work(len(first.modes) * SECONDS_A_CASE)
    listed = first.truncated()
    number = len(listed.weights)
    refuse_work(number * SECONDS_A_CASE)
    outcomes = listed.outcomes
    if number > _FEW:
        # Two that are small show how the cases grow, before a large one is worked out.
        begun = steps_so_far()
        early = then(outcomes[number // 10])
        between = steps_so_far()
        later = then(outcomes[number // 5])
        _refuse_growing_work(number, between - begun, steps_so_far() - between)
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


def _refuse_growing_work(cases: int, early: int, later: int) -> None:
    """Refuse so many cases where the steps of two small ones, one twice as large, grow past the limit twice over."""
    if min(early, later) < _FEW_STEPS:
        return
    growth = max(0.0, log2(later / early))
    refuse_work(later * 5**growth * cases / (1 + growth) / 2 * SECONDS_A_STEP)


def refuse_many_outcomes(expected: int, bits: int) -> None:
    """Refuse cases that are expected to have too many outcomes together. bits: of the longest weight."""
    refuse_work(*work_of_cases(expected, bits))


def work_of_cases(outcomes: int, bits: int) -> Work:
    """The work of cases with so many outcomes together. bits: of the longest weight."""
    return Work(outcomes * (_SECONDS_AN_OUTCOME + bits * _SECONDS_A_BIT), outcomes * (_BYTES_AN_OUTCOME + bits // 16))


def _size(case: Distribution[Any]) -> int:
    return max(1, len(case.weights)) if isinstance(case, Finite) else _UNBOUNDED


def _bits(case: Distribution[Any]) -> int:
    return case.total.bit_length() if isinstance(case, Finite) else _UNBOUNDED

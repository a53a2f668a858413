"""Distributions that depend on a roll that comes first, case by case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Any, Final

from oddsmith.distribution import Distribution, Finite, Generating, Uniform
from oddsmith.distribution.finite.sums_as_products import Dense, composed
from oddsmith.distribution.limits import SECONDS_A_STEP, Work, refuse_foreseen, refuse_work, steps_so_far

SECONDS_A_CASE: Final = 2e-4
_SECONDS_AN_OUTCOME: Final = 3e-6
_SECONDS_A_BIT: Final = 2e-9
_SECONDS_A_PAIR_OF_BITS: Final = 9e-13
"""Of a weight times that of the case that it belongs to."""
_BYTES_AN_OUTCOME: Final = 150
"""Of all cases together; each outcome has a weight of up to hundreds of digits."""

_FEW_STEPS: Final = 30
_FEW: Final = 20
_QUICK_STEPS: Final = 2_000
_FEWEST: Final = 10
_PARTS: Final = (320, 160, 80, 40, 20, 10, 5)
"""Cases that are looked at first, as parts of all of them; the last two of however few."""
_GROWTH: Final = 2
"""The power of the outcome by which cases grow, mostly at most."""
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
        _refuse_growing_cases(outcomes, then)
    cases: list[tuple[int, Distribution[Any]]] = []
    together = 0
    bits = 0
    of_first = listed.total.bit_length()
    for outcome in reversed(outcomes):
        begun = steps_so_far()
        case = then(outcome)
        together += _size(case)
        bits = max(bits, _bits(case))
        expected = max(together, _size(case) * number // 2)
        seconds, memory = work_of_cases(expected, bits)
        mixing = Work(seconds + expected * bits * of_first * _SECONDS_A_PAIR_OF_BITS, memory + expected * of_first / 8)
        refuse_work(*mixing)
        cases.append((listed.weights[outcome], case))
        later = (number - len(cases)) * (steps_so_far() - begun) / (1 + _GROWTH)
        refuse_foreseen([mixing, Work(later * SECONDS_A_STEP)])
    rest = listed.total - sum(listed.weights.values())
    if rest:
        cases.append((rest, Distribution.from_weights({}, unresolved=1)))
        cut = [case for _, case in cases if isinstance(case, Generating)]
        refuse_foreseen([work for case in cut for work in case.works_of_truncated()])
    return Distribution.mixture(cases)


def sums_by_cases(numbers: Distribution[Any], one: Distribution[Any]) -> Distribution[Any] | None:
    """The sum of so many independent rolls, all numbers from 0 up; None of those that go by cases.

    These are numbers of which some are unresolved or there is one alone, and rolls of what are no close-set integers.
    """
    if not isinstance(numbers, Finite) or numbers.unresolved:
        return None
    if isinstance(one, Generating):
        return one.repeated(numbers.weights)
    if not isinstance(one, Finite) or not one.weights or len(numbers.weights) == 1:
        return None
    root, times = one.factor()
    if root is None:
        return None
    once = Dense(root.low * times, root.step, root.root, times)
    found = composed({int(number): weight for number, weight in numbers.weights.items()}, once, one.total)
    return None if found is None else Finite(*found)


def _refuse_growing_cases(outcomes: Sequence[Any], then: Callable[[Any], Distribution[Any]]) -> None:
    """Refuse cases where small ones, each twice as large as the one before, grow so that all would be too much."""
    number = len(outcomes)
    places = [number // part for part in _PARTS if number // part >= _FEWEST or part in _PARTS[-2:]]
    before: tuple[int, Distribution[Any]] | None = None
    for place in places:
        begun = steps_so_far()
        case = then(outcomes[place])
        steps = steps_so_far() - begun
        if before is None:  # later ones take no less, as a rule
            refuse_work(steps * (number - place) / 2 * SECONDS_A_STEP)
        else:
            further = number / place
            growth = max(0.0, log2(steps / before[0])) if min(before[0], steps) >= _FEW_STEPS else 0.0
            # The next look says more; it is taken where that is quick.
            if place == places[-1] or steps * 2**growth > _QUICK_STEPS:
                if growth:
                    refuse_work(steps * further**growth * number / (1 + growth) / 2 * SECONDS_A_STEP)
                growth = log2(max(1, _size(case) / _size(before[1])))
                largest = _size(case) * further**growth
                refuse_many_outcomes(int(largest * number / (1 + growth)), _bits(case) * int(further))
        before = steps, case


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

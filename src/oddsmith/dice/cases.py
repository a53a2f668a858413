"""What depends on a roll that comes first, case by case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from oddsmith.dice.limits import SMALLER, refuse_above
from oddsmith.distribution import Distribution

MAX_CASES: Final = 2_000
"""Outcomes of the first roll, each of which is followed."""


def by_cases(first: Distribution[Any], then: Callable[[Any], Distribution[Any]]) -> Distribution[Any]:
    """The distribution of what follows, over all outcomes of what comes first.

    What the first leaves unresolved (an unbounded one is followed down to 10^-18) stays unresolved.
    """
    listed = first.truncated()
    refuse_above(MAX_CASES, len(listed.weights), "cases", SMALLER)
    cases: list[tuple[int, Distribution[Any]]] = [(weight, then(outcome)) for outcome, weight in listed.weights.items()]
    rest = listed.total - sum(listed.weights.values())
    if rest:
        cases.append((rest, Distribution.from_weights({}, unresolved=1)))
    return Distribution.mixture(cases)

"""Distributions that depend on a roll that comes first, case by case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from oddsmith.dice.limits import SMALLER, refuse_above
from oddsmith.distribution import Distribution, Finite

MAX_CASES: Final = 2_000
"""Outcomes of the first roll, each of which is followed."""

MAX_LISTED: Final = 400_000
"""Outcomes that the cases may have together; each may have a weight of hundreds of digits."""

_UNBOUNDED: Final = 2_000
"""Outcomes that an unbounded case counts as: its rational function takes about as much work."""


def by_cases(first: Distribution[Any], then: Callable[[Any], Distribution[Any]]) -> Distribution[Any]:
    """The distribution of the second roll, over all outcomes of the first.

    The unresolved part of the first (an unbounded one is followed down to 10^-18) stays unresolved.
    Raises TooLarge; cases that are too large show in that of the greatest outcome, which is followed first.
    """
    listed = first.truncated()
    refuse_above(MAX_CASES, len(listed.weights), "cases", SMALLER)
    cases: list[tuple[int, Distribution[Any]]] = []
    together = 0
    for outcome in reversed(listed.outcomes):
        case = then(outcome)
        size = len(case.weights) if isinstance(case, Finite) else _UNBOUNDED
        together += size
        expected = max(together, size * len(listed.weights) // 2)
        refuse_many_outcomes(expected)
        cases.append((listed.weights[outcome], case))
    rest = listed.total - sum(listed.weights.values())
    if rest:
        cases.append((rest, Distribution.from_weights({}, unresolved=1)))
    return Distribution.mixture(cases)


def refuse_many_outcomes(expected: int) -> None:
    """Refuse cases that are expected to have too many outcomes together."""
    refuse_above(MAX_LISTED, expected, "outcomes of all cases together", SMALLER)

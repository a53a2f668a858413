"""The exact distribution of a mechanic's outcomes."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from oddsmith.distribution import Distribution
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, explore_with
from oddsmith.rules.graph.policies import Policy
from oddsmith.rules.language.calls import Call
from oddsmith.rules.solvers.absorption import outcomes

T = TypeVar("T")


def odds(
    call: Call[T], policy: Policy | None = None, *, limit: int = STATE_LIMIT, bound: Fraction = BOUND
) -> Distribution[T]:
    """The exact distribution of the outcomes of a call. Loops of transitions are solved, not unrolled.

    policy: answers the decisions; `first_option` takes the one that spends nothing, `best(...).policy` the best.
    limit: how many states there may be. bound: an unbounded roll that steers the rule is enumerated until less than
    this is left; what is left is `unresolved` in the answer, never dropped.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import roll, rule
    >>> @rule
    ... async def until_six() -> int:
    ...     return 1 if await roll(d6) == 6 else 1 + until_six()
    >>> odds(until_six()).mean
    Fraction(6, 1)

    Raises UnansweredDecision for a decision without a policy; StateLimit past the limit; RuleError for a rule that is
    not deterministic, never ends, or awaits itself without end.
    """
    return outcomes(explore_with(call, policy, limit=limit, bound=bound))

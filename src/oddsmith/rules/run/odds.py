"""The exact distribution of a mechanic's outcomes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeVar, overload

from oddsmith.dice import Expression
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import LIMIT, allowing_each
from oddsmith.errors import TooLarge
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT
from oddsmith.rules.exploration.with_policy import explore_for, explore_part
from oddsmith.rules.graph.policies import Policy
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.slips import asked_fine
from oddsmith.rules.solvers.outcomes_apart import mapped, outcomes_apart
from oddsmith.rules.solvers.totals.solved import solved

T = TypeVar("T")
U = TypeVar("U")


@overload
def odds(
    call: Call[T] | Expression[T], policy: Policy | None = None, *, limit: int = STATE_LIMIT, bound: Fraction = BOUND
) -> Distribution[T]: ...
@overload
def odds(
    call: Call[T] | Expression[T],
    policy: Policy | None = None,
    *,
    of: Callable[[T], U],
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Distribution[U]: ...
def odds(
    call: Call[Any] | Expression[Any],
    policy: Policy | None = None,
    *,
    of: Callable[[Any], Any] | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Distribution[Any]:
    """The exact distribution of the outcomes of a call, or of dice. Loops of transitions are solved, not unrolled.

    An outcome may have several numbers that grow without end together, as a tuple, named tuple or dataclass: the chance
    of each beside the others is exact, and `map` tells the law of one, or of a sum or difference.

    policy: answers the decisions; `first_option` takes the one that spends nothing, `best(...).policy` the best.
    of: turns every outcome into what is asked of it, as `lambda outcome: outcome.damage - outcome.coins`. What that
    does not need is not followed, as far as this is plain from its source.
    limit: how many states there may be. bound: an unbounded roll that steers the rule is enumerated until less than
    this is left; what is left is `unresolved` in the answer, never dropped.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import roll, rule
    >>> @rule
    ... async def until_six() -> int:
    ...     return 1 if await roll(d6) == 6 else 1 + until_six()
    >>> odds(until_six()).mean
    Fraction(6, 1)
    >>> odds(d6 >= 5)
    Finite({False: 2/3, True: 1/3})

    Raises UnansweredDecision for a decision without a policy; StateLimit past the limit; TooLarge where a loop of
    many states, or a number that is added up around it, would take far longer to solve; RuleError for a rule that is
    not deterministic, never ends, awaits itself without end, or has several numbers without end of which one may both
    rise and fall, and no other tells how often.
    """
    if isinstance(call, Expression):
        law = call.distribution(limit=limit)
        return law if of is None else law.map(of)
    graph, left = explore_for(call, of, policy, limit=limit, bound=bound)
    with allowing_each(max(limit, LIMIT)):
        try:
            apart = outcomes_apart(graph) if left is not None and graph.shape is None else None
            if left is not None and apart is not None:
                found = mapped(apart, left)
            else:
                found = solved(graph) if left is None else solved(graph).map(left)
        except TooLarge:
            part = None if left is None else explore_part(call, left, policy, limit=limit, bound=bound)
            if part is None:
                raise
            found = solved(part)
    if of is not None and isinstance(found, Finite):
        asked_fine(of, found)
    return found

"""Policies: answers to decisions that nobody at the table takes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from flint import fmpq

from oddsmith.distribution import Finite
from oddsmith.errors import RuleError
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.simultaneous import MixedStrategy, fixed
from oddsmith.rules.language.choices import listed
from oddsmith.rules.linalg.linear import rational

#: Answers a decision with the option to take, or with a `Distribution` of options, one of which chance will take.
Policy: TypeAlias = Callable[[Decision], Hashable]


class UnansweredDecision(RuleError):
    """A mechanic offers a decision, and no policy answers it."""

    code = "unanswered-decision"


def unanswered(decision: Decision) -> UnansweredDecision:
    """The error for a decision that nobody answers."""
    return UnansweredDecision(
        decision.call.rule.name,
        f"offers {decision.who} a decision ({', '.join(map(str, decision.options))}).",
        remedy="Say how it is taken: odds(call, policy=...), or ask best().",
    )


def first_option(decision: Decision) -> Hashable:
    """The policy that always takes the option listed first, which by convention is the one that spends nothing."""
    return decision.options[0]


def ask(policy: Policy, decision: Decision, total: int | None = None) -> Hashable:
    """The answer of a policy to a decision. total: the sum of the gains so far, where that is known.

    Raises RuleError for a policy that needs the total where it is not known.
    """
    if not getattr(policy, "needs_total", False):
        return policy(decision)
    if total is None:
        raise RuleError(
            decision.call.rule.name,
            "the policy goes by what gains have added up to, which is not followed here.",
            remedy="Read the solution's own distribution, or play() with the policy.",
        )
    return policy(decision, total)  # type: ignore[call-arg]


def shares(decision: Decision, answered: Hashable) -> list[tuple[Hashable, fmpq]]:
    """The options that an answer takes, each with its chance.

    Raises RuleError when it is no option of the decision, nor a finite distribution of options.
    """
    if isinstance(answered, Finite) and not answered.unresolved:
        taken = [(option, rational(share)) for option, share in answered.items()]
    else:
        taken = [(answered, fmpq(1))]
    for option, _ in taken:
        if not listed(option, decision.options):
            raise RuleError(
                decision.call.rule.name,
                f"the policy answered {option!r} to a decision of {decision.who}.",
                remedy=f"Allowed: {', '.join(map(repr, decision.options))}.",
            )
    return taken


def taken(
    decisions: Sequence[Decision], policy: Policy, total: int | None = None
) -> list[tuple[tuple[Hashable, ...], fmpq]]:
    """The options that a policy takes at simultaneous decisions, one of each, with their chance."""
    one = fmpq(1)
    each = [
        shares(decision, ask(policy, decision, total)) if len(decision.options) > 1 else [(decision.options[0], one)]
        for decision in decisions
    ]
    return [(tuple([option for option, _ in way]), prod([s for _, s in way], start=one)) for way in product(*each)]


def answered(graph: Graph, policies: Mapping[str, Policy]) -> Graph:
    """The graph in which some of those who decide follow a policy. What is left is a matter for the others alone.

    policies: by who decides.

    >>> from oddsmith.rules import choose, explore, outcomes, rule, solve
    >>> @rule
    ... async def nim(sticks: int, player: bool) -> bool:
    ...     who = "player" if player else "opponent"
    ...     left = sticks - await choose(who, (1, 2)[:sticks])
    ...     return nim(left, not player) if left else player
    >>> careless = answered(explore(nim(6, True)), {"opponent": lambda decision: 1})
    >>> solve(careless, goal=lambda won: won).value  # against good play it is 0
    Fraction(1, 1)

    Raises RuleError for an answer that is no option; see `Policy`.
    """
    plan: dict[int, int | Mapping[int, fmpq]] = {}
    for node, decision in graph.decisions.items():
        if decision.who in policies:
            edges = {edge: share for edge, share in enumerate(_mix(graph, node, decision, policies)) if share != 0}
            plan[node] = edges if len(edges) > 1 else next(iter(edges))
    known = {
        node: {i: _mix(graph, node, d, policies) for i, d in enumerate(decisions) if d.who in policies}
        for node, decisions in graph.simultaneous.items()
    }
    return fixed(graph.under(plan), {node: mixes for node, mixes in known.items() if mixes})


def _mix(graph: Graph, node: int, decision: Decision, policies: Mapping[str, Policy]) -> MixedStrategy:
    """The chance of each option of a decision, by the policy of the person whose it is."""
    total = graph.totals[node] if graph.totals else None if graph.has_gains else 0
    said = dict(shares(decision, ask(policies[decision.who], decision, total)))
    return [said.get(option, fmpq(0)) for option in decision.options]

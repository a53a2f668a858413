"""Policies: answers to decisions that nobody at the table takes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.plans import Plan
from oddsmith.rules.graph.simultaneous import MixedStrategy, fixed
from oddsmith.rules.graph.watched import WaysRead, watched
from oddsmith.rules.language.choices import listed
from oddsmith.rules.linalg.linear import rational

#: What a policy says: the option to take, or a mix, of which chance will take one: a `Distribution` of options, or the
#: options with their probabilities, exact and 1 together.
Answered: TypeAlias = Hashable | Mapping[Any, Fraction | int]

#: Answers a decision.
Policy: TypeAlias = Callable[[Decision], Answered]


class UnansweredDecision(RuleError):
    """A mechanic offers a decision, and no policy answers it."""

    code = "unanswered-decision"


def unanswered(decision: Decision) -> UnansweredDecision:
    """The error for a decision that nobody answers."""
    return UnansweredDecision(
        _rule(decision),
        f"offers {decision.who} a decision ({', '.join(map(str, decision.options))}).",
        remedy="Say how it is taken, with policy=..., or ask best().",
    )


def check_policy(policy: object) -> None:
    """Raise BadInput for what answers no decisions."""
    if not callable(policy):
        raise BadInput("policy", policy, "a function of a decision, such as first_option or best(...).policy")


def first_option(decision: Decision) -> Hashable:
    """The policy that always takes the option listed first, which by convention is the one that spends nothing."""
    return decision.options[0]


def ask(policy: Policy, decision: Decision, total: int | None = None) -> Answered:
    """The answer of a policy to a decision. total: the sum of the gains so far, where that is known.

    Raises RuleError for a policy that needs the total where it is not known.
    """
    if not getattr(policy, "needs_total", False):
        return policy(decision)
    if total is None:
        raise RuleError(
            _rule(decision),
            "the policy goes by what gains have added up to, which is not followed here.",
            remedy="Read the solution's own distribution, or play() with the policy.",
        )
    return policy(decision, total)  # type: ignore[call-arg]


def mixed(decision: Decision, answered: Answered) -> Finite[Any] | None:
    """The mix that an answer is; None where it is an option.

    Raises RuleError when it is no option of the decision, nor a mix of options; BadInput for probabilities that are not
    exact, below 0, or not 1 together.
    """
    if listed(answered, decision.options):
        return None
    mix = isinstance(answered, Mapping) or (isinstance(answered, Finite) and not answered.unresolved)
    for option in dict(answered.items()) if mix else (answered,):  # type: ignore[union-attr]
        if not listed(option, decision.options):
            raise RuleError(
                _rule(decision),
                f"the policy answered {option!r} to a decision of {decision.who}.",
                remedy=f"Allowed: {', '.join(map(repr, decision.options))}.",
            )
    return answered if isinstance(answered, Finite) else _mix_of(answered)  # type: ignore[arg-type]  # a mapping


def _mix_of(probabilities: Mapping[Any, Any]) -> Finite[Any]:
    for option, share in probabilities.items():
        if not isinstance(share, Fraction | int) or not 0 <= share <= 1:
            allowed = "an exact probability, 0 to 1: Fraction(1, 3), 1"
            raise BadInput(f"policy's probability of {option!r}", share, allowed)
    total = sum(probabilities.values(), Fraction(0))
    if total != 1:
        raise BadInput(f"sum of the policy's probabilities ({', '.join(map(repr, probabilities))})", str(total), "1")
    return Distribution.from_probabilities({option: share for option, share in probabilities.items() if share})


def _rule(decision: Decision) -> str:
    """The name of the rule at which a decision stands, which all ways that come there have in common."""
    place = decision.call if decision.key is None else decision.key[0][0]  # type: ignore[index]
    name: str = place.rule.name
    return name


def shares(decision: Decision, answered: Answered) -> list[tuple[Hashable, fmpq]]:
    """The options that an answer takes, each with its chance. Raises as `mixed` does."""
    mix = mixed(decision, answered)
    if mix is None:
        return [(answered, fmpq(1))]
    return [(option, rational(share)) for option, share in mix.items()]


def taken(
    decisions: Sequence[Decision], policy: Policy, total: int | None = None
) -> list[tuple[tuple[Hashable, ...], fmpq]]:
    """The options that a policy takes at simultaneous decisions, one of each, with their chance.

    Raises WaysRead where a policy that is no `Plan` reads what others that come there do not share.
    """
    one = fmpq(1)
    decisions = decisions if isinstance(policy, Plan) else [watched(decision) for decision in decisions]
    each = [
        shares(decision, ask(policy, decision, total)) if len(decision.options) > 1 else [(decision.options[0], one)]
        for decision in decisions
    ]
    return [(tuple([option for option, _ in way]), prod([s for _, s in way], start=one)) for way in product(*each)]


def answered(graph: Graph, policies: Mapping[str, Policy]) -> Graph:
    """The graph in which some of those who decide follow a policy. What is left is a matter for the others alone.

    policies: by who decides. A policy that goes by how play came to a decision (`known`, `call`) sees the ways apart,
    which makes the graph larger.

    >>> from oddsmith.rules import choose, explore, outcomes, rule, solve
    >>> @rule
    ... async def nim(sticks: int, player: bool) -> bool:
    ...     who = "player" if player else "opponent"
    ...     left = sticks - await choose(who, (1, 2)[:sticks])
    ...     return nim(left, not player) if left else player
    >>> careless = answered(explore(nim(6, True)), {"opponent": lambda decision: 1})
    >>> solve(careless, goal=lambda won: won).value  # against good play it is 0
    Fraction(1, 1)
    >>> wavering = answered(explore(nim(6, True)), {"opponent": lambda decision: dict.fromkeys((1, 2), Fraction(1, 2))
    ...     if 2 in decision.options else 1})
    >>> solve(wavering, goal=lambda won: won).value
    Fraction(3, 4)

    Raises RuleError for an answer that is no option, and BadInput for a mix that is none; see `Policy`.
    """
    try:
        return _answered(graph, policies)
    except WaysRead:
        if graph.apart is None:
            raise RuleError(
                graph.labels[0][0].rule.name,
                "the policy goes by how play came to a decision, and in this graph ways have merged.",
                remedy="Answer decisions in a graph as explore() gave it, or go by decision.variables.",
            ) from None
        return _answered(graph.apart(), policies)


def _answered(graph: Graph, policies: Mapping[str, Policy]) -> Graph:
    plan: dict[int, int | Mapping[int, fmpq]] = {}
    for node, decision in graph.decisions.items():
        if decision.who in policies:
            edges = {edge: share for edge, share in enumerate(_mix(graph, node, decision, policies)) if share != 0}
            plan[node] = edges if len(edges) > 1 else next(iter(edges))
    known = {
        node: {i: _mix(graph, node, d, policies) for i, d in enumerate(decisions) if d.who in policies}
        for node, decisions in graph.simultaneous.items()
    }
    found = fixed(graph.under(plan), {node: mixes for node, mixes in known.items() if mixes})
    found.apart = None if graph.apart is None else partial(_answered_apart, graph.apart, policies)
    return found


def _answered_apart(apart: Callable[[], Graph], policies: Mapping[str, Policy]) -> Graph:
    return _answered(apart(), policies)


def _mix(graph: Graph, node: int, decision: Decision, policies: Mapping[str, Policy]) -> MixedStrategy:
    """The chance of each option of a decision, by the policy of the person whose it is."""
    total = graph.totals[node] if graph.totals else None if graph.has_gains else 0
    policy = policies[decision.who]
    seen = decision if isinstance(policy, Plan) else watched(decision)
    said = dict(shares(decision, ask(policy, seen, total)))
    return [said.get(option, fmpq(0)) for option in decision.options]


def offered(graph: Graph, who: str, allowed: Callable[[Hashable], bool]) -> Graph:
    """Return the graph in which `who` may take the first option of each decision and those that are allowed, no others.

    Nodes keep their numbers. Where one option is left there is no decision any more.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import choose, explore, offered, roll, rule, solve
    >>> @rule
    ... async def two_ways() -> bool:
    ...     way = await choose("player", ("walk", "jump", "climb"))
    ...     return await roll(d6) >= {"walk": 5, "jump": 3, "climb": 2}[way]
    >>> graph = explore(two_ways())
    >>> [solve(offered(graph, "player", {way}.__contains__)).value for way in ("walk", "jump", "climb")]
    [Fraction(1, 3), Fraction(2, 3), Fraction(5, 6)]
    """
    fewer = graph.copied(apart=None)

    def kept(decision: Decision) -> list[int]:
        every = range(len(decision.options))
        return [at for at in every if decision.who != who or at == 0 or allowed(decision.options[at])]

    for node, decision in graph.decisions.items():
        _keep(fewer, node, kept(decision))
        if len(fewer.targets[node]) > 1:
            fewer.decisions[node] = _with(decision, kept(decision))
        else:
            del fewer.decisions[node]
            fewer.weights[node] = (fmpq(1),)
    for node, decisions in graph.simultaneous.items():
        places = [kept(decision) for decision in decisions]
        ways = list(product(*[range(len(decision.options)) for decision in decisions]))
        left = set(product(*places))
        _keep(fewer, node, [edge for edge, way in enumerate(ways) if way in left])
        fewer.simultaneous[node] = tuple([_with(one, at) for one, at in zip(decisions, places, strict=True)])
    return fewer


def _keep(graph: Graph, node: int, edges: list[int]) -> None:
    targets, gains = graph.targets[node], graph.gains[node]
    graph.targets[node] = tuple([targets[edge] for edge in edges])
    graph.gains[node] = None if gains is None else tuple([gains[edge] for edge in edges])


def _with(decision: Decision, places: list[int]) -> Decision:
    options = tuple([decision.options[place] for place in places])
    return decision if options == decision.options else replace(decision, options=options)

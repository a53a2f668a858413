"""Best play under a constraint, and frontiers of a gain against a cost, as documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.answers.asking import asking, graph_for
from oddsmith.answers.format.json_values import exact, number
from oddsmith.answers.format.plan import (
    MOST_LISTED,
    decision_counts,
    in_situations,
    most_frequent,
    opening,
    plan_entry_with_cost,
)
from oddsmith.answers.format.rules_of_thumb import rules_of_thumb
from oddsmith.answers.goals.goal_parser import read_quantity
from oddsmith.answers.goals.objective import AtLeast, AtMost, Objective
from oddsmith.answers.goals.quantity import Quantity
from oddsmith.answers.goals.tie_breaking import PLAYER
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import refuse_hinging, under_rulings
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules import (
    Chosen,
    Graph,
    Mix,
    Point,
    Prospects,
    Vertex,
    answered,
    beforehand,
    best_within,
    cheapest,
    first_choices,
    frontier,
    hull,
    solve,
)
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.declaration import Action


def constrained(
    question: Question, objective: Objective, names: frozenset[str], *, limit: int, most: int
) -> tuple[list[Distribution[Any]], dict[str, Any]]:
    """Return the outcomes of best play under the objective's constraint, and their part of the document of best play.

    The outcomes are under each ruling of the game master, of which there is mostly none. Raises BadInput for a
    constraint that no plan meets, and Undecidable where gain or cost hinges on a ruling.
    """
    constraint = objective.constraint
    assert constraint is not None
    gain, cost = objective.net, constraint.cost
    graphs = under_rulings(question.action, graph_for(question, objective, names, limit))
    fixed = [with_others_fixed(graph, gain, limit) for graph in graphs]
    mixes = [_best_mix(graph, gain, constraint, limit) for graph, _ in fixed]
    refuse_hinging(question, [point for mix in mixes for _, point in mix.parts], [gain, cost], names, limit)
    (graph, others), mix = fixed[0], mixes[0]
    bound = {"most": exact(constraint.most)} if isinstance(constraint, AtMost) else {"least": exact(constraint.least)}
    price = {"price": None if mix.price is None else exact(mix.price)}
    plans = [_plan(point, gain, cost, most) for _, point in mix.parts]
    return [each.distribution for each in mixes], {
        "constraint": {"cost": cost.name, "title": cost.title, "chance": cost.is_chance} | bound | price,
        "others": others,
        "value": number(mix.gain),
        "cost": number(mix.cost),
        "parts": [
            {"share": number(share)}
            | _gain_and_cost(point)
            | {key: plan[key] for key in ("opening", "rules", "decisions")}
            for (share, point), plan in zip(mix.parts, plans, strict=True)
        ],
        "single": _single(graph, mix, gain, constraint, limit),
        "decisions": {key: max(plan["decisions"][key] for plan in plans) for key in ("all", "reached")},
        "plan": [entry | {"part": part} for part, plan in enumerate(plans) for entry in plan["plan"]],
    }


def frontier_document(
    question: Question,
    gain: str,
    cost: str,
    beside: Sequence[str] = (),
    *,
    limit: int = STATE_LIMIT,
    most: int = MOST_LISTED,
) -> dict[str, Any]:
    """Return every trade-off of a gain against a cost that no plan and no mix of plans beats.

    gain, cost: events (their probability counts) or measures (their mean counts), put together as in a goal, without
    prices. `points` are plans, the cheapest first; between two neighbours lie their mixes. Each has `gain` and `cost`;
    `step`, the gain per unit of cost on the way from the point before (null at the first); `opening`, the choices
    before anything happens by chance; `rules` and `plan`, as in the document of best play, with `costs` beside
    `values`. Where all is chosen before anything happens by chance, `choices` are those that no other choice beats,
    mixes aside; else it is null. Where somebody else decides too, `others` states how they are taken to play. `prices`
    are the lowest and the highest price of a unit of cost at which the plan is best (the highest is null where it is
    best however high the price), and `terms` of `gain` and `cost` are the events and measures of which they are the
    sum, each with its coefficient: a price of the cost is so many times the price of each.

    beside: what else is told of every plan and choice, as gain and cost are named; `beside` has these, and that of a
    point the numbers in their order. It makes no plan better or worse.
    most: the most decisions that each plan lists; with 0 points have an `opening`, and neither `rules` nor `plan`.

    Raises BadInput for a gain or cost that is not understood; Undecidable for what hinges on a ruling of the game
    master; StateLimit past `limit` states.
    """
    action = question.action
    of_gain, of_cost = _quantity(action, "gain", gain), _quantity(action, "cost", cost)
    others_too = [_quantity(action, "beside", text) for text in beside]
    uses = frozenset().union(*[each.uses for each in (of_gain, of_cost, *others_too)])
    question.refuse_unsaid(uses)
    names = uses if action.asks_apart else action.names
    whole, question = question, asking(question, names)
    if question is not whole:
        of_gain, of_cost, *others_too = [
            read_quantity(question.action, each.name) for each in (of_gain, of_cost, *others_too)
        ]
    graphs = under_rulings(action, question.graph(names, limit))
    fixed = [with_others_fixed(graph, of_gain, limit) for graph in graphs]
    found = [_choices_and_vertices(graph, of_gain, of_cost, limit) for graph, _ in fixed]
    plans = [plan for choices, vertices in found for plan in choices or vertices]
    refuse_hinging(question, plans, [of_gain, of_cost, *others_too], names, limit)
    (_, others), (choices, vertices) = fixed[0], found[0]
    points: list[dict[str, Any]] = []
    for vertex in vertices:
        low, high = vertex.prices
        step = None if high is None else number(high)
        point = _gain_and_cost(vertex) | _beside(vertex, others_too) | {"step": step, "prices": [number(low), step]}
        points.append(point | (_plan(vertex, of_gain, of_cost, most) if most else _opening(vertex)))
    unresolved = max(vertex.distribution.unresolved for vertex in vertices)
    return whole.head("frontier") | {
        "exact": unresolved == 0,
        "unresolved": exact(unresolved),
        "gain": _quantity_document(of_gain),
        "cost": _quantity_document(of_cost),
        **({"beside": [_quantity_document(each) for each in others_too]} if others_too else {}),
        "others": others,
        "points": points,
        "choices": None if choices is None else [_choice(choice) | _beside(choice, others_too) for choice in choices],
    }


def _choices_and_vertices(
    graph: Graph, gain: Quantity, cost: Quantity, limit: int
) -> tuple[tuple[Chosen[Any], ...] | None, tuple[Vertex[Any], ...]]:
    """Return what may be chosen before anything happens by chance, None where more is decided, and the frontier."""
    choices = beforehand(graph, gain.goal, cost.goal, limit=limit)
    return choices, frontier(graph, gain.goal, cost.goal, limit=limit) if choices is None else hull(choices)


def _beside(point: Point[Any], quantities: Sequence[Quantity]) -> dict[str, Any]:
    """Return what else to expect of a plan. Probability that was not resolved counts 0, as for gain and cost."""
    if not quantities:
        return {}
    known = 1 - point.distribution.unresolved
    return {"beside": [number(point.distribution.map(each.of).mean * known) for each in quantities]}


def _quantity(action: Action[Any, Any, Any], field: str, text: str) -> Quantity:
    try:
        return read_quantity(action, text)
    except BadInput as error:
        raise error.about(field) from None


def with_others_fixed(graph: Graph, gain: Quantity, limit: int) -> tuple[Graph, str | None]:
    """Return the graph in which the player alone decides, and in words how the others are taken to play, None where
    there are none: as against somebody who cares for nothing but the gain.
    """
    others = set(graph.deciders) - {PLAYER}
    if not others:
        return graph, None
    plan = solve(graph, gain.goal, limit=limit).policy
    in_words = f"{' and '.join(sorted(others))}: as against a player who cares for the gain alone"
    return answered(graph, dict.fromkeys(others, plan)), in_words


_GAIN, _COST = "gain", "cost"


def _plan(point: Point[Any], gain: Quantity, cost: Quantity, most: int) -> dict[str, Any]:
    """Return a plan: its opening, its rules of thumb and its decisions."""
    prospects = Prospects(point, {_GAIN: gain.goal, _COST: cost.goal})
    decisions = list(prospects.decisions())
    return {
        **_opening(point),
        "rules": rules_of_thumb(point),
        "decisions": decision_counts(decisions),
        "plan": in_situations(plan_entry_with_cost(one, _GAIN, _COST) for one in most_frequent(decisions, most)),
    }


def _opening(point: Point[Any]) -> dict[str, Any]:
    return {"opening": opening(first_choices(point))}


def _gain_and_cost(point: Point[Any]) -> dict[str, Any]:
    return {"gain": number(point.gain), "cost": number(point.cost)}


def _choice(choice: Chosen[Any]) -> dict[str, Any]:
    return _gain_and_cost(choice) | {"opening": opening(choice.options)}


def _single(
    graph: Graph, mix: Mix[Any], gain: Quantity, constraint: AtMost | AtLeast, limit: int
) -> dict[str, Any] | None:
    """Return the best choice that meets the constraint without a draw, where two plans are mixed; None where it is not
    known, since not everything is chosen before anything happens by chance.
    """
    if len(mix.parts) == 1:
        return None
    choices = beforehand(graph, gain.goal, constraint.cost.goal, limit=limit)
    if choices is None:
        return None
    if isinstance(constraint, AtMost):
        return _choice([choice for choice in choices if choice.cost <= constraint.most][-1])
    return _choice(next(choice for choice in choices if choice.gain >= constraint.least))


def _best_mix(graph: Graph, gain: Quantity, constraint: AtMost | AtLeast, limit: int) -> Mix[Any]:
    try:
        if isinstance(constraint, AtMost):
            return best_within(graph, gain.goal, constraint.cost.goal, constraint.most, limit=limit)
        return cheapest(graph, gain.goal, constraint.cost.goal, constraint.least, limit=limit)
    except BadInput as error:
        raise BadInput("goal", constraint.name, error.allowed) from None


def _quantity_document(quantity: Quantity) -> Mapping[str, Any]:
    terms = {name: exact(share) for name, share in quantity.terms.items()}
    return {"name": quantity.name, "title": quantity.title, "chance": quantity.is_chance, "terms": terms}

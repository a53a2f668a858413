"""What a gain costs: best play under a constraint, and whole frontiers, as documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsmith.answers.format.plain import exact, number
from oddsmith.answers.format.plan import MOST_LISTED, counted, listed, opening, planned_at_a_cost
from oddsmith.answers.format.rules_of_thumb import in_short
from oddsmith.answers.goals.goal_text import quantity
from oddsmith.answers.goals.objective import Aim, Reaching, Within
from oddsmith.answers.goals.tie_breaking import PLAYER
from oddsmith.answers.goals.wanted import Wanted
from oddsmith.answers.question import Question
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules import (
    Chosen,
    Graph,
    Mix,
    Point,
    Prospects,
    answered,
    beforehand,
    best_within,
    cheapest,
    explore,
    first_choices,
    frontier,
    hull,
    solve,
)
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.declaration import Action


def constrained(
    question: Question, aim: Aim, asked: frozenset[str], *, limit: int, most: int
) -> tuple[Distribution[Any], dict[str, Any]]:
    """The outcomes of best play under the constraint of an aim, and its part of the document of best play.

    Raises BadInput for a constraint that no plan meets.
    """
    constraint = aim.constraint
    assert constraint is not None
    gain, cost = aim.worth, constraint.cost
    graph, others = alone(explore(question.decided(asked, limit), limit=limit), gain, limit)
    mix = _best(graph, gain, constraint, limit)
    told: dict[str, Any] = {"cost": cost.name, "title": cost.title, "chance": cost.chance}
    told |= {"most": exact(constraint.most)} if isinstance(constraint, Within) else {"least": exact(constraint.least)}
    plans = [_plan(point, gain, cost, most) for _, point in mix.parts]
    return mix.distribution, {
        "constraint": told | {"price": None if mix.price is None else exact(mix.price)},
        "others": others,
        "value": number(mix.gain),
        "cost": number(mix.cost),
        "parts": [
            {"share": number(share)} | _pair(point) | {key: plan[key] for key in ("opening", "rules", "decisions")}
            for (share, point), plan in zip(mix.parts, plans, strict=True)
        ],
        "single": _single(graph, mix, gain, constraint, limit),
        "decisions": {key: max(plan["decisions"][key] for plan in plans) for key in ("all", "reached")},
        "plan": [entry | {"part": part} for part, plan in enumerate(plans) for entry in plan["plan"]],
    }


def frontier_document(
    question: Question, gain: str, cost: str, *, limit: int = STATE_LIMIT, most: int = MOST_LISTED
) -> dict[str, Any]:
    """Every trade-off of a gain against a cost that no plan and no mix of plans beats.

    gain, cost: events (their probability counts) or measures (their mean counts), put together as in a goal, without
    prices. `points` are plans, the cheapest first; between two neighbours lie their mixes. Each has `gain` and `cost`;
    `step`, what a unit of cost brings on the way from the point before (null at the first); `opening`, what is chosen
    before anything happens by chance; `rules` and `plan`, as in the document of best play, with `costs` beside
    `values`. Where all is chosen before anything happens by chance, `choices` are those that no other choice beats,
    mixes aside; else it is null. Where somebody else decides too, `others` says what they are taken to do. `prices` are
    the lowest and the highest price of a unit of cost at which the plan is best (the highest is null where it is best
    however high the price), and `terms` of `gain` and `cost` tell of which events and measures they are the sum: a
    price of the cost is so many times the price of each.

    most: how many decisions each plan lists at most; with 0 points say how they begin, and neither `rules` nor `plan`.

    Raises BadInput for a gain or cost that is not understood; StateLimit past `limit` states.
    """
    action = question.action
    of_gain, of_cost = _side_of(action, "gain", gain), _side_of(action, "cost", cost)
    asked = of_gain.asked | of_cost.asked if action.apart else action.names
    graph, others = alone(explore(question.decided(asked, limit), limit=limit), of_gain, limit)
    choices = beforehand(graph, of_gain.goal, of_cost.goal, limit=limit)
    vertices = frontier(graph, of_gain.goal, of_cost.goal, limit=limit) if choices is None else hull(choices)
    points: list[dict[str, Any]] = []
    for vertex in vertices:
        low, high = vertex.prices
        step = None if high is None else number(high)
        told = _pair(vertex) | {"step": step, "prices": [number(low), step]}
        points.append(told | (_plan(vertex, of_gain, of_cost, most) if most else _begun(vertex)))
    unresolved = max(vertex.distribution.unresolved for vertex in vertices)
    return question.head("frontier") | {
        "exact": unresolved == 0,
        "unresolved": exact(unresolved),
        "gain": _side(of_gain),
        "cost": _side(of_cost),
        "others": others,
        "points": points,
        "choices": None if choices is None else [_chosen(chosen) for chosen in choices],
    }


def _side_of(action: Action[Any, Any, Any], side: str, text: str) -> Wanted:
    try:
        return quantity(action, text)
    except BadInput as error:
        raise BadInput(side, error.value, error.allowed) from None


def alone(graph: Graph, gain: Wanted, limit: int) -> tuple[Graph, str | None]:
    """The graph in which the player alone decides, and in words what the others are taken to do, None where there are
    none: they play as against somebody who cares for nothing but the gain.
    """
    others = set(graph.deciders) - {PLAYER}
    if not others:
        return graph, None
    plan = solve(graph, gain.goal, limit=limit).policy
    told = f"{' and '.join(sorted(others))}: as against a player who cares for the gain alone"
    return answered(graph, dict.fromkeys(others, plan)), told


_GAIN, _COST = "gain", "cost"


def _plan(point: Point[Any], gain: Wanted, cost: Wanted, most: int) -> dict[str, Any]:
    """What a plan does: at first, and then at every decision."""
    prospects = Prospects(point, {_GAIN: gain.goal, _COST: cost.goal})
    decisions = list(prospects.decisions())
    return {
        **_begun(point),
        "rules": in_short(point),
        "decisions": counted(decisions),
        "plan": [planned_at_a_cost(one, _GAIN, _COST) for one in listed(decisions, most)],
    }


def _begun(point: Point[Any]) -> dict[str, Any]:
    return {"opening": opening(first_choices(point))}


def _pair(point: Point[Any]) -> dict[str, Any]:
    return {"gain": number(point.gain), "cost": number(point.cost)}


def _chosen(chosen: Chosen[Any]) -> dict[str, Any]:
    return _pair(chosen) | {"opening": opening(chosen.options)}


def _single(
    graph: Graph, mix: Mix[Any], gain: Wanted, constraint: Within | Reaching, limit: int
) -> dict[str, Any] | None:
    """Where two plans are mixed: the best choice that meets the constraint without a draw. It is known to be the best
    where all is chosen beforehand; else None is told.
    """
    if len(mix.parts) == 1:
        return None
    choices = beforehand(graph, gain.goal, constraint.cost.goal, limit=limit)
    if choices is None:
        return None
    if isinstance(constraint, Within):
        return _chosen([choice for choice in choices if choice.cost <= constraint.most][-1])
    return _chosen(next(choice for choice in choices if choice.gain >= constraint.least))


def _best(graph: Graph, gain: Wanted, constraint: Within | Reaching, limit: int) -> Mix[Any]:
    try:
        if isinstance(constraint, Within):
            return best_within(graph, gain.goal, constraint.cost.goal, constraint.most, limit=limit)
        return cheapest(graph, gain.goal, constraint.cost.goal, constraint.least, limit=limit)
    except BadInput as error:
        raise BadInput("goal", constraint.name, error.allowed) from None


def _side(wanted: Wanted) -> Mapping[str, Any]:
    terms = {name: exact(share) for name, share in wanted.terms.items()}
    return {"name": wanted.name, "title": wanted.title, "chance": wanted.chance, "terms": terms}

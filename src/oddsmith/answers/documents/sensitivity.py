"""What luck and prices are worth under best play, as a document."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsmith.answers.asking import asking_for, graph_for
from oddsmith.answers.format.json_calls import arguments
from oddsmith.answers.format.json_values import exact, first_line, number, plain
from oddsmith.answers.goals.quantity import quantity_of
from oddsmith.answers.goals.tie_breaking import best_play
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import refuse_hinging, under_rulings
from oddsmith.errors import BadInput
from oddsmith.rules import Draw, Sensitivity
from oddsmith.rules.compile.engines import call_and_answers
from oddsmith.rules.compile.variables import variables
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.graph.telling import leaves, said
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.unknowns import Undecided

#: The most draws that a document lists unless more are asked for.
MOST_LISTED = 1_000


def sensitivity_document(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
    most: int = MOST_LISTED,
) -> dict[str, Any]:
    """Return exact derivatives of what best play for a goal is worth: by the chances of every draw, and by prices.

    goal, prices: as for `best_document`, without a constraint. Of plans that are equally good, that which spends least
    is followed.

    `draws`, those of most worth first, have `rule` (of a roll that a rule returns, its notation), `says`, `situation`
    (by name what tells it from other draws of its rule), `reached` (how often, on average), `good` (the chance of the
    ways that are better than the average), `worth` (the derivative of the value by `good`), and `ways`: the `chance`,
    `value` and `worth` of each, which is the derivative by that chance, the others giving way in proportion. `rules`
    add up the worth of all draws of a rule.
    `prices`: of each measure that is spent or has a price, the derivative by that price: less what is spent on average.

    Raises BadInput for a goal or price that is not understood, Undecidable for a goal that hinges on a ruling of the
    game master, and StateLimit past `limit` states.
    """
    document = question.head("sensitivity")
    asked, objective, names = asking_for(question, goal, prices or {})
    if objective.constraint is not None:
        raise BadInput("goal", goal, "a goal without a constraint; give prices instead")
    net = objective.net
    graphs = under_rulings(asked.action, graph_for(asked, objective, names, limit))
    plans = [best_play(asked.action, graph, net, names, limit) for graph in graphs]
    refuse_hinging(asked, plans, [net], names, limit)
    plan = plans[0]
    worth = Sensitivity(plan, net.goal)
    draws = sorted(worth.draws(), key=lambda draw: (-draw.worth, draw.node))
    found = plan.distribution
    told = _in_situations([_entry(draw) for draw in draws])
    by_rule: dict[str, Fraction] = {}
    for draw, entry in zip(draws, told, strict=True):
        by_rule[entry["rule"]] = by_rule.get(entry["rule"], Fraction(0)) + draw.worth
    priced = [measure for measure in asked.action.measures if measure.spends or measure in objective.prices]
    spent = {
        measure.name: -Sensitivity(plan, quantity_of(measure).goal).value for measure in priced if measure.name in names
    }
    return document | {
        "exact": found.unresolved == 0,
        "unresolved": exact(found.unresolved),
        "goal": net.name,
        "title": net.title,
        "chance": net.is_chance,
        "value": number(worth.value),
        "rules": [{"rule": rule, "worth": number(by)} for rule, by in sorted(by_rule.items(), key=_by_worth)],
        "draws": told[:most],
        "all_draws": len(told),
        "prices": {name: number(by) for name, by in spent.items()},
    }


def _by_worth(entry: tuple[str, Fraction]) -> Fraction:
    return -entry[1]


def _entry(draw: Draw) -> dict[str, Any]:
    return _of_place(draw) | {
        "reached": number(draw.reached),
        "good": number(draw.good),
        "worth": number(draw.worth),
        "ways": [
            {"chance": number(way.chance), "value": number(way.value), "worth": number(way.worth)} for way in draw.ways
        ],
    }


def _of_place(draw: Draw) -> dict[str, Any]:
    if isinstance(draw.place, ChanceRequest):
        return {"rule": str(draw.place.key), "says": "", "situation": {}}
    call, _ = call_and_answers(draw.place, draw.known)
    named = variables(draw.place, draw.known, None) or arguments(call)
    return {
        "rule": call.rule.name,
        "says": first_line(call.rule.__doc__),
        "situation": leaves({name: plain(said(value)) for name, value in named.items() if _is_known(value)}, []),
    }


def _is_known(value: object) -> bool:
    """Tell whether a value can be written: not one that stands for many numbers."""
    try:
        repr(value)
    except Undecided as undecided:
        undecided.unknown.watch.undecided = None
        return False
    return True


def _in_situations(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave of each situation what not all draws of its rule have in common."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        groups.setdefault(entry["rule"], []).append(entry)
    for group in groups.values():
        told: dict[str, set[str]] = {}
        for entry in group:
            for name, value in entry["situation"].items():
                told.setdefault(name, set()).add(repr(value))
        for entry in group:
            entry["situation"] = {name: value for name, value in entry["situation"].items() if len(told[name]) > 1}
    return entries

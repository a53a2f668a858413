"""Best play of very large games, in floating point between proven bounds, as a document."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsmith.answers.asking import asking_for, graph_for
from oddsmith.answers.format.json_values import exact
from oddsmith.answers.format.plan import opening_by
from oddsmith.answers.goals.quantity import Quantity, quantity_of
from oddsmith.answers.question import Question
from oddsmith.errors import BadInput
from oddsmith.rules import UNRESOLVED, Estimate, Graph, Linear, estimate, first_choices
from oddsmith.rules.exploration.explore import STATE_LIMIT


def fast_document(
    question: Question, goal: str, prices: Mapping[str, Fraction | int | str] | None = None, *, limit: int = STATE_LIMIT
) -> dict[str, Any]:
    """Find best play for a goal in floating point, with proven bounds, in games too large to be solved exactly.

    goal, prices, limit: as for `best_document`, without a constraint. `value`, and each event and mean under the plan
    found, has `low` and `high`, between which the exact number surely lies, `float` in the middle, and `error`, its
    distance from either. `states` and `decisions` give the size of the game; `opening` the plan's choices before
    anything happens by chance.

    Raises BadInput for a goal or price that is not understood; StateLimit past the limit; Stall and Undecidable as
    `estimate` does.
    """
    whole = question
    question, objective, names = asking_for(whole, goal, prices or {})
    action, quantity = question.action, objective.quantity
    if objective.constraint is not None:
        raise BadInput("goal", objective.constraint.name, "no constraint with fast answers; give a price instead")
    graph = graph_for(question, objective, names, limit)
    found = estimate(graph, objective.net.goal, limit=limit)
    events = [quantity_of(event) for event in question.events if event.name in names]
    if quantity.is_chance and quantity.name not in {event.name for event in events}:
        events.append(quantity)
    measures = [quantity_of(measure) for measure in action.measures if measure.name in names]
    document = whole.head("fast")
    document["titles"] = document["titles"] | {quantity.name: quantity.title}
    return document | {
        "exact": False,
        "unresolved": _unresolved(found.under, limit),
        "goal": quantity.name,
        "chance": objective.net.is_chance,
        "prices": {declared.name: exact(price) for declared, price in objective.prices.items()},
        "value": _bounds(found),
        "states": len(graph),
        "decisions": {"all": len(graph.decisions)},
        **opening_by(first_choices(found)),
        "events": {event.name: _expectation(found, event, limit) for event in events},
        "measures": {measure.name: {"mean": _expectation(found, measure, limit)} for measure in measures},
    }


def _expectation(found: Estimate, quantity: Quantity, limit: int) -> dict[str, float]:
    """Return bounds of the expectation of a quantity under the plan found."""
    return _bounds(estimate(found.under, quantity.goal, limit=limit))


def _bounds(found: Estimate) -> dict[str, float]:
    middle = (found.low + found.high) / 2
    return {
        "float": middle,
        "error": max(found.high - middle, middle - found.low),
        "low": found.low,
        "high": found.high,
    }


def _unresolved(under: Graph, limit: int) -> float:
    """Return an upper bound of the probability that was not resolved into outcomes."""
    if UNRESOLVED not in under.ends.values():
        return 0.0
    return 1 - estimate(under, Linear(lambda outcome: 1, 0), limit=limit).low

"""Best play of very large games, in floating point between proven bounds, as a document."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsmith.answers.format.plain import exact
from oddsmith.answers.format.plan import opening
from oddsmith.answers.goals.goal_text import aim
from oddsmith.answers.goals.objective import priced
from oddsmith.answers.goals.wanted import Wanted, event, measure
from oddsmith.answers.question import Question
from oddsmith.errors import BadInput
from oddsmith.rules import UNRESOLVED, Estimate, Graph, Linear, estimate, explore, first_choices
from oddsmith.rules.exploration.explore import STATE_LIMIT


def fast_document(
    question: Question,
    goal: str,
    prices: Mapping[str, Fraction | int | str] | None = None,
    *,
    limit: int = STATE_LIMIT,
) -> dict[str, Any]:
    """Best play for a goal in floating point, with proven bounds: for games that are too large to be solved exactly.

    goal, prices, limit: as for `best_document`, without a constraint. `value`, and each event and mean under the plan
    found, has `low` and `high`, between which the exact number surely lies, `float` in the middle, and `error`, how far
    that is from either. `states` and `decisions` tell how large the game is; `opening` is what the plan chooses before
    anything happens by chance.

    Raises BadInput for a goal or price that is not understood; StateLimit past the limit; Stall and Undecidable as
    `estimate` does.
    """
    action = question.action
    wanted = priced(action, aim(action, goal), prices or {})
    if wanted.constraint is not None:
        raise BadInput("goal", wanted.constraint.name, "no constraint with fast answers; give a price instead")
    asked = wanted.asked if action.apart else action.names
    graph = explore(question.decided(asked, limit), limit=limit)
    found = estimate(graph, wanted.worth.goal, limit=limit)
    events = [event(declared) for declared in question.events if declared.name in asked]
    if wanted.wanted.chance and wanted.wanted.name not in {one.name for one in events}:
        events.append(wanted.wanted)
    measures = [measure(declared) for declared in action.measures if declared.name in asked]
    document = question.head("fast")
    document["titles"] = document["titles"] | {wanted.wanted.name: wanted.wanted.title}
    return document | {
        "exact": False,
        "unresolved": _unresolved(found.under, limit),
        "goal": wanted.wanted.name,
        "chance": wanted.is_chance,
        "prices": {declared.name: exact(price) for declared, price in wanted.prices.items()},
        "value": _bounds(found),
        "states": len(graph),
        "decisions": {"all": len(graph.decisions)},
        "opening": opening(first_choices(found)),
        "events": {one.name: _told(found, one, limit) for one in events},
        "measures": {one.name: {"mean": _told(found, one, limit)} for one in measures},
    }


def _told(found: Estimate, wanted: Wanted, limit: int) -> dict[str, float]:
    """What to expect of an event or measure under the plan."""
    return _bounds(estimate(found.under, wanted.goal, limit=limit))


def _bounds(found: Estimate) -> dict[str, float]:
    middle = (found.low + found.high) / 2
    return {
        "float": middle,
        "error": max(found.high - middle, middle - found.low),
        "low": found.low,
        "high": found.high,
    }


def _unresolved(under: Graph, limit: int) -> float:
    """At most so much of the probability was not resolved into outcomes."""
    if UNRESOLVED not in under.ends.values():
        return 0.0
    return 1 - estimate(under, Linear(lambda outcome: 1, 0), limit=limit).low

"""The graph of an action, for exports."""

from __future__ import annotations

from oddsmith.answers.goals.goal_text import aim
from oddsmith.answers.goals.objective import unpriced
from oddsmith.answers.goals.wanted import event, measure
from oddsmith.answers.question import Question
from oddsmith.rules import Goal, Graph, explore
from oddsmith.rules.exploration.explore import STATE_LIMIT


def graph_of(
    question: Question, goal: str | None = None, *, limit: int = STATE_LIMIT
) -> tuple[Graph, dict[str, Goal | None]]:
    """The graph of all that may happen in an action, and what can be asked of its ends, by name.

    goal: what will be asked (`goal`, beside the events and measures that it names); without one all events and measures
    are. Where gains add to the outcome only that itself can be asked, as `outcome`.

    Raises BadInput for a goal that is not understood; StateLimit past `limit` states.
    """
    action = question.action
    wanted = None if goal is None else unpriced(aim(action, goal))
    asked = action.names if wanted is None else wanted.asked
    graph = explore(question.decided(asked, limit), limit=limit)
    if graph.has_gains:
        return graph, {"outcome": None}
    goals: dict[str, Goal | None] = {} if wanted is None or wanted.is_named else {"goal": wanted.of}
    goals |= {declared.name: event(declared).of for declared in action.events if declared.name in asked}
    return graph, goals | {
        declared.name: measure(declared).of for declared in action.measures if declared.name in asked
    }

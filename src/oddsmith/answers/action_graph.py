"""The graph of an action with the goals that can be asked of its ends, for exports."""

from __future__ import annotations

from oddsmith.answers.goals.goal_parser import read_objective
from oddsmith.answers.goals.name_matching import declared_by
from oddsmith.answers.goals.objective import single_roll_quantity
from oddsmith.answers.goals.quantity import quantity_of
from oddsmith.answers.question import Question
from oddsmith.rules import Goal, Graph
from oddsmith.rules.exploration.explore import STATE_LIMIT


def action_graph(
    question: Question, goal: str | None = None, *, limit: int = STATE_LIMIT
) -> tuple[Graph, dict[str, Goal | None]]:
    """Return the graph of all that may happen in an action, and the goals that can be asked of its ends, by name.

    goal: asked of the ends as `goal`, beside the events and measures that it names; without one all events and measures
    are. Where gains add to the outcome only that itself can be asked, as `outcome`.

    Raises BadInput for a goal that is not understood; StateLimit past `limit` states.
    """
    action = question.action
    quantity = None if goal is None else single_roll_quantity(read_objective(action, goal))
    names = action.names if quantity is None else quantity.uses
    if quantity is not None:
        question.refuse_unsaid(names)
    graph = question.graph(names, limit)
    if graph.has_gains:
        return graph, {"outcome": None}
    goals: dict[str, Goal | None] = {} if quantity is None or quantity.is_declared else {"goal": quantity.of}
    return graph, goals | {one.name: quantity_of(one).of for one in declared_by(action) if one.name in names}

"""From a graph without decisions to the distribution of its outcomes, whether these have one total or several."""

from __future__ import annotations

from typing import Any, cast

from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.absorption import outcomes, rule_name
from oddsmith.rules.solvers.totals.counting import Totals
from oddsmith.rules.solvers.totals.directions import Falls
from oddsmith.rules.solvers.totals.joint_totals import JointTotals


def solved(graph: Graph) -> Distribution[Any]:
    """The distribution of outcomes of a graph, whether these have one total or several. Raises as `outcomes`."""
    return outcomes(graph) if graph.shape is None else joint_totals(graph)


def joint_totals(graph: Graph) -> JointTotals[Any]:
    """The law of the outcomes of a graph that have several totals.

    Raises RuleError where one of them both rises and falls without another that tells how often, and as `outcomes`.
    """
    shape = graph.shape
    assert shape is not None
    nothing = (0,) * len(shape.fields)
    try:
        vectors = {
            node: [shape.gains(cast(int, gain)) if gain else nothing for _, gain in graph.edges(node)]
            for node in range(len(graph))
        }
        return JointTotals(Totals(shape, graph, vectors))
    except OverflowError:
        raise _refused(graph, "adds more than 2**128 at once to one of several totals without end") from None
    except Falls as falls:
        field = shape.fields[falls.place]
        name = field if isinstance(field, str) else f"number {field[0] + 1}"
        raise _refused(graph, f"has several totals without end, of which {name} may both rise and fall") from None


def _refused(graph: Graph, problem: str) -> RuleError:
    return RuleError(
        rule_name(graph, 0),
        f"{problem}, so that the chances of all of them together are not told.",
        remedy="Ask for one of them, or for their difference: of=lambda outcome: ...",
    )

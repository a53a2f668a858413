"""Values of every state of a graph under best play: carried back from the ends, loop after loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers import policy_iteration, stochastic_games
from oddsmith.rules.solvers.loops_over import end_loop
from oddsmith.rules.solvers.node_values import Values


def best_values(
    graph: Graph,
    ends: Mapping[int, fmpq],
    unit: fmpq,
    senses: Mapping[int, int],
    stall: int | Fraction | None = None,
    within: Mapping[int, Sequence[int]] | None = None,
) -> Values:
    """The values of all nodes, with the plan and the mixes of best play; see `Values`.

    Raises Stall when play can be kept going for ever and `stall` is not given or cannot count, Undecidable for a loop
    of simultaneous decisions whose value is no fraction.
    """
    return Values(graph, ends, unit, senses, stall, within).carry_back(_solve_loop)


def _solve_loop(of: Values, component: list[int]) -> None:
    if end_loop(of, component):
        return
    if of.graph.simultaneous.keys().isdisjoint(component):
        policy_iteration.solve_loop(of, component)
    else:
        stochastic_games.solve_loop(of, component)

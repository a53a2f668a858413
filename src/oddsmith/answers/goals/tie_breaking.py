"""Best play that spends nothing in vain."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsmith.answers.goals.wanted import Wanted, total
from oddsmith.rules import Graph, Point, Solution, Stall, solve, thriftiest
from oddsmith.rules.exploration.subgames import Stages
from oddsmith.rules.run.subgame_play import solve_stages
from oddsmith.rules.solvers.policy_iteration import PLAYERS
from oddsmith.systems.declaration import Action

#: Whose plans are weighed; everybody else is somebody else.
PLAYER = "player"


def best_play(
    action: Action[Any, Any, Any], states: Graph | Stages, wanted: Wanted, asked: frozenset[str], limit: int
) -> Solution[Any] | Point[Any]:
    """Best play for what is wanted; of a single player's plans that are equally good the one that spends least, except
    in games so large that they are solved in stages.

    states: as `unfold` gives them. asked: the events and measures that their outcomes were made for. Raises as `solve`
    does.
    """
    if isinstance(states, Stages):
        return solve_stages(states, wanted.goal, players=PLAYERS)
    graph = states
    spends = [declared for declared in action.measures if declared.spends and declared.name in asked]
    spent = total([(Fraction(1), declared) for declared in spends])
    unclear = graph.has_gains and None in (wanted.per_gain, spent.per_gain)
    if graph.deciders == (PLAYER,) and spends and not graph.secret and not unclear:
        try:
            return thriftiest(graph, wanted.goal, spent.goal, limit=limit)
        except Stall:
            pass  # among equals there are plans that never end; best play itself does
    return solve(graph, wanted.goal, limit=limit)

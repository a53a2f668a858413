"""Best play that breaks ties by spending least."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsmith.answers.goals.quantity import Quantity, weighted_sum
from oddsmith.rules import Graph, Point, Solution, Stall, solve, thriftiest
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.players import PLAYERS
from oddsmith.systems.declaration import Action

#: The person whose plans are compared.
PLAYER = "player"


def best_play(
    action: Action[Any, Any, Any], states: Graph | Subgames, quantity: Quantity, names: frozenset[str], limit: int
) -> Solution[Any] | Point[Any]:
    """Solve for a quantity; of a single player's plans that are equally good take the one that spends least, except in
    games so large that they are solved by subgames.

    states: as `unfold` gives them. names: the events and measures that their outcomes were made for. Raises as `solve`
    does.
    """
    if isinstance(states, Subgames):
        return solve_subgames(states, quantity.goal, players=PLAYERS)
    graph = states
    spends = [declared for declared in action.measures if declared.spends and declared.name in names]
    spent = weighted_sum([(Fraction(1), declared) for declared in spends])
    unclear = graph.has_gains and None in (quantity.per_gain, spent.per_gain)
    if graph.deciders == (PLAYER,) and spends and not graph.simultaneous and not unclear:
        try:
            return thriftiest(graph, quantity.goal, spent.goal, limit=limit)
        except Stall:
            pass  # some of the equally good plans never end; best play itself does
    return solve(graph, quantity.goal, limit=limit)

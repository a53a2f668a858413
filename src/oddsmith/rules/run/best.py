"""Optimal play: its value, its plan and its odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, explore
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.subgames import NoSubgames, Subgames
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.plans import Planned
from oddsmith.rules.graph.totals import settled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.backward_induction import best_values
from oddsmith.rules.solvers.players import PLAYERS, Players, senses_of
from oddsmith.rules.solvers.solution import Solution

T = TypeVar("T")

_WHOLE = 50_000  # what has more states is taken apart into subgames, if it can be


def best(
    call: Call[T],
    goal: Goal | None = None,
    *,
    players: Players = PLAYERS,
    stall: int | Fraction | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Solution[T]:
    """Optimal play of a mechanic, exactly.

    goal: a number (or yes/no) for every outcome; without one the outcome itself. Where gains add up around a loop, it
    is `AtLeast(k)`, `Linear(goal, per_gain)` or left out. players: who wants the expected goal high (`max`) or low
    (`min`); interests are opposed and everybody sees everything. stall: what play that somebody keeps going for ever is
    worth.

    Raises Stall when play can be kept going for ever and `stall` is not given; StateLimit past `limit` states;
    RuleError for somebody who decides and is not among `players`.
    """
    states = unfold(call, limit=limit, bound=bound)
    if isinstance(states, Subgames):
        return solve_subgames(states, goal, players=players)
    return solve(states, goal, players=players, stall=stall, limit=limit)


def unfold(call: Call[Any], *, limit: int = STATE_LIMIT, bound: Fraction = BOUND) -> Graph | Subgames:
    """All states of a mechanic, to be solved: its graph, or where that is very large its subgames, if it has any.

    Raises StateLimit past `limit` states.
    """
    try:
        return explore(call, limit=min(limit, _WHOLE), bound=bound)
    except StateLimit:
        if limit <= _WHOLE:
            raise
    try:
        return Subgames(call, limit=limit, bound=bound)
    except NoSubgames:
        return explore(call, limit=limit, bound=bound)


def solve(
    graph: Graph,
    goal: Goal | None = None,
    *,
    players: Players = PLAYERS,
    stall: int | Fraction | None = None,
    limit: int = STATE_LIMIT,
) -> Solution[Any]:
    """Optimal play of a graph that `explore` gave, from the first call explored; see `best`.

    A graph can be solved for many goals, and each solution read `at` every state.

    limit: how many states there may be once gains are made part of the state, where the goal asks for that.
    """
    graph, (unit,) = settled(graph, (goal,), limit)
    with without_collection():
        worth = best_values(graph, end_values(graph, goal), unit, senses_of(graph, players), stall)
    return Solution(worth, Planned(graph, worth.plan, worth.mixes), graph.roots[0])

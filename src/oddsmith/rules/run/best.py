"""Optimal play: its value, its plan and its odds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar, overload

from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import RuleError
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, explore, explore_asked
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.setting import Begun
from oddsmith.rules.exploration.subgames import NoSubgames, Subgames, has_subgames
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.goals import Goal, end_values, per_gain
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.plans import Planned
from oddsmith.rules.graph.totals import settled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.backward_induction import best_values
from oddsmith.rules.solvers.players import PLAYERS, Players, UnknownPlayer, senses_of
from oddsmith.rules.solvers.solution import Solution

T = TypeVar("T")
U = TypeVar("U")
S = TypeVar("S")

_FEW = 20_000  # what leads far down is solved with so many states first, where less is asked than the whole
_WHOLE = 50_000  # what has more states is taken apart into subgames, if it can be


@overload
def best(
    call: Call[T],
    goal: Callable[[T], int | Fraction] | None = None,
    *,
    of: None = None,
    players: Players = PLAYERS,
    stall: int | Fraction | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Solution[T]: ...


@overload
def best(
    call: Call[T],
    goal: Callable[[U], int | Fraction] | None = None,
    *,
    of: Callable[[T], U],
    players: Players = PLAYERS,
    stall: int | Fraction | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Solution[U]: ...


def best(
    call: Call[T],
    goal: Goal | None = None,
    *,
    of: Callable[[T], Any] | None = None,
    players: Players = PLAYERS,
    stall: int | Fraction | None = None,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
) -> Solution[Any]:
    """Optimal play of a mechanic, exactly.

    goal: a number (or yes/no) for every outcome; without one the outcome itself. Where gains add up around a loop, it
    is `AtLeast(k)`, `Linear(goal, per_gain)` or left out. of: turns every outcome into what the goal is asked of, as
    for `odds`: what that does not need is not followed, and where the goal only adds, totals are gains. The solution is
    then one of what is asked; its policy is for decisions that know no more than that. So it is without `of` where the
    states have no end, or are too many, and the goal only adds or needs only a part of the outcome. players: who wants
    the expected goal high (`max`) or low (`min`); interests are opposed and everybody sees everything. stall: what play
    that somebody keeps going for ever is worth.

    Raises Stall when play can be kept going for ever and `stall` is not given; StateLimit past `limit` states;
    RuleError for somebody who decides and is not among `players`.
    """

    def play(states: Graph | Subgames, asked: Goal | None, most: int) -> Solution[Any]:
        if isinstance(states, Subgames):
            return solve_subgames(states, asked, players=players)
        return solve(states, asked, players=players, stall=stall, limit=most)

    return explored_for_best(call, goal, play, of=of, limit=limit, bound=bound)


class _Found(Exception):
    """A call that leads far down is solved where less than its whole outcome is asked."""

    def __init__(self, found: Any) -> None:
        super().__init__()
        self.found = found


def explored_for_best(
    call: Call[Any],
    goal: Goal | None,
    play: Callable[[Graph | Subgames, Goal | None, int], S],
    *,
    of: Callable[[Any], Any] | None,
    limit: int,
    bound: Fraction,
    begun: Begun | None = None,
) -> S:
    """Explore a call as best play of it needs, and return what `play` makes of its states, the goal and a limit.

    The goal is that of the outcomes of these states, which may be less than those of the call. begun: see `Setting`.
    Raises StateLimit, and as `play`.
    """
    if of is not None:
        added = per_gain(goal) is not None
        graph = explore_asked(call, of, added=added, limit=limit, bound=bound, begun=begun)
        if graph is not None:
            return play(graph, goal, limit)
        of_outcome, whole = of, goal
        goal = of_outcome if whole is None else lambda outcome: whole(of_outcome(outcome))

    def of_less(most: int) -> S | None:
        """What is made of less than the whole outcome; None where that takes more states than these."""
        asked = partial(explore_asked, call, goal or _itself)
        ways: list[tuple[Callable[..., Graph | None], Any]] = [(asked, None)]
        if per_gain(goal) is not None:
            ways.insert(0, (partial(explore, call), goal))
        for explored, its_goal in ways:
            try:
                graph = explored(added=True, limit=most, bound=bound, begun=begun)
                if graph is not None:
                    return play(graph, its_goal, most)
            except UnknownPlayer:
                raise
            except (RuleError, StateLimit):
                pass
        return None

    def look() -> None:
        found = of_less(min(limit, _FEW))
        if found is not None:
            raise _Found(found)

    try:
        try:
            states = unfold(call, limit=limit, bound=bound, far_down=look, begun=begun)
        except _Found as less:
            with suppress(StateLimit):
                return play(unfold(call, limit=min(limit, _WHOLE), bound=bound, begun=begun), goal, limit)
            in_few: S = less.found
            return in_few
    except StateLimit as error:
        found = of_less(limit if error.early else min(limit, _WHOLE))  # asking for less has helped soon, if it helps
        if found is None:
            raise
        return found
    return play(states, goal, limit)


def _itself(outcome: Any) -> Any:
    return outcome


def unfold(
    call: Call[Any],
    *,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
    added: bool = False,
    far_down: Callable[[], None] | None = None,
    begun: Begun | None = None,
) -> Graph | Subgames:
    """All states of a mechanic, to be solved: its graph, or where that is very large its subgames, if it has any.

    added, far_down, begun: see `explore`. Raises StateLimit past `limit` states.
    """
    check_whole("limit", limit)
    if limit > _WHOLE and has_subgames(call):
        with suppress(StateLimit):
            return explore(call, limit=_WHOLE, bound=bound, added=added, far_down=far_down, begun=begun)
        with suppress(NoSubgames):
            return Subgames(call, limit=limit, bound=bound, begun=begun)
    return explore(call, limit=limit, bound=bound, added=added, far_down=far_down, begun=begun)


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
    return Solution(worth, Planned(graph, worth.plan, worth.mixes, worth.over), graph.roots[0])

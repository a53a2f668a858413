"""Optimal play: its value, its plan and its odds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar, overload

from oddsmith.distribution.given_numbers import check_whole
from oddsmith.distribution.limits import allowing_each
from oddsmith.errors import RuleError, TooLarge
from oddsmith.rules.compile.engines import call_and_answers
from oddsmith.rules.compile.questions import Reading, asked, times_added
from oddsmith.rules.exploration.expanding import Exploration
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, explore, explore_asked
from oddsmith.rules.exploration.limits import advice
from oddsmith.rules.exploration.limits.state_limits import StateLimit
from oddsmith.rules.exploration.nodes import AtDecision
from oddsmith.rules.exploration.setting import Begun, FarDown
from oddsmith.rules.exploration.subgames import NoSubgames, Subgames, has_subgames
from oddsmith.rules.exploration.waiting.frames import Stack
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.goals import AtLeast, Goal, Linear, end_values, itself, per_gain
from oddsmith.rules.graph.graph import UNRESOLVED, Graph, Open
from oddsmith.rules.graph.plans import Planned
from oddsmith.rules.graph.totals import EndlessTotals, settled
from oddsmith.rules.graph.totals import unit as unit_of
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.simultaneous import SimultaneousChoice
from oddsmith.rules.language.slips import called
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.backward_induction import best_values
from oddsmith.rules.solvers.busts_apart import busts_apart
from oddsmith.rules.solvers.players import PLAYERS, Players, UnknownPlayer, senses_of, too_many_at_once
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
    is the same from some total on, as `lambda n: n >= 3` is, or `Linear(goal, per_gain)`, or left out. of: turns every
    outcome into what the goal is asked of, as for `odds`: what that does not need is not followed, and where the goal
    only adds, totals are gains. The solution is then one of what is asked; its policy is for decisions that know no
    more than that. So it is without `of` where the states have no end, or are too many, and the goal only adds or needs
    only a part of the outcome. players: who wants the expected goal high (`max`) or low (`min`); interests are opposed
    and everybody sees everything. stall: what play that somebody keeps going for ever is worth.

    Raises Stall when play can be kept going for ever and `stall` is not given; StateLimit past `limit` states;
    TooLarge where states that lead back to each other would take far longer to solve; RuleError for somebody who
    decides and is not among `players`.
    """

    def play(states: Graph | Subgames, its_goal: Goal | None, most: int) -> Solution[Any]:
        if isinstance(states, Subgames):
            return solve_subgames(states, its_goal, players=players)
        return solve(states, its_goal, players=players, stall=stall, limit=most)

    with without_collection():
        return explored_for_best(call, goal, play, of=of, limit=limit, bound=bound, begun=_OfTwo)


class _OfTwo(Exploration):
    """Explores what two people at most decide at once, since more are not solved."""

    def _decide(self, node: int, at: AtDecision, stack: Stack) -> None:
        if isinstance(at.request, SimultaneousChoice):
            who = [choice.who for choice in at.request.choices if len(choice.options) > 1]
            if len(who) > 2:
                raise too_many_at_once(call_and_answers(at.place, at.known)[0], who)
        super()._decide(node, at, stack)


@dataclass(frozen=True)
class _Less(Generic[S]):
    """A solution of a part of an outcome. is_resolved: whether no probability of it is left over."""

    made: S
    is_resolved: bool


class _Found(Exception):
    """A call that leads far down is solved where less than its whole outcome is asked."""

    def __init__(self, found: _Less[Any]) -> None:
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
    question = goal.question if isinstance(goal, AtLeast) else goal
    if of is not None:
        of_asked = partial(explore_asked, call, limit=limit, bound=bound, begun=begun)

        def look_at_total(_: bool) -> None:
            most = min(limit, _FEW)
            with suppress(StateLimit, EndlessTotals, TooLarge):
                graph = _asked_of_total(explore(call, added=True, limit=most, bound=bound, begun=begun), of, goal, most)
                if _is_resolved(graph):
                    raise _Found(_Less(play(graph, goal, most), True))

        try:
            graph = of_asked(of, added=per_gain(goal) is not None, far_down=look_at_total)
            if graph is not None:
                return play(graph, goal, limit)
        except _Found as less:
            of_total: S = less.found.made
            return of_total
        except (StateLimit, EndlessTotals):
            graph = None if question is None else of_asked(Reading(of, question), added=True)
            if graph is None:
                raise
            return play(graph, None, limit)
        of_outcome, whole = of, goal
        goal = question = of_outcome if whole is None else lambda outcome: whole(of_outcome(outcome))

    def of_whole(states: Graph | Subgames) -> S:
        made = play(states, goal, limit)
        if _is_resolved(states):
            return made
        less = of_less(min(limit, _FEW))  # of which all may be resolved
        return less.made if less is not None and less.is_resolved else made

    part, added = partial(explore_asked, call, question or itself), partial(explore, call)
    endless: list[object] = []  # ways to ask for less that no more states would help

    def of_less(most: int, *, as_total: bool = False) -> _Less[S] | None:
        """A solution of less than the whole outcome; None where that takes more states than these.

        as_total: whether a total comes to the same states as the whole.
        """
        ways: list[tuple[Callable[..., Graph | None], Any]] = []
        if question is not None or not as_total:
            ways.append((part, None))
        if per_gain(goal) is not None and not as_total:
            ways.insert(0, (added, goal))
        elif question is not None and (times := _times_added(call, question)) is not None:
            ways.append((added, Linear(question, times)))
        elif goal is not None and not as_total:
            ways.append((added, goal))
        found: _Less[S] | None = None
        for explored, its_goal in ways:
            if explored in endless:
                continue
            try:
                graph = explored(added=True, limit=most, bound=bound, begun=begun)
                if graph is not None:
                    found = _Less(play(graph, its_goal, most), _is_resolved(graph))
                    if found.is_resolved:
                        break
            except UnknownPlayer:
                raise
            except (RuleError, StateLimit) as error:
                if not isinstance(error, StateLimit) or error.endless:
                    endless.append(explored)
        return found

    def look(as_total: bool) -> None:
        found = of_less(min(limit, _FEW), as_total=as_total)
        if found is not None:
            raise _Found(found)

    try:
        try:
            states = unfold(call, limit=limit, bound=bound, far_down=look, begun=begun)
        except _Found as less:
            with suppress(StateLimit):
                return of_whole(unfold(call, limit=min(limit, _WHOLE), bound=bound, begun=begun))
            in_few: S = less.found.made
            return in_few
    except StateLimit as error:
        most = limit if error.early else min(limit, _WHOLE)  # asking for less has helped soon, if it helps
        found = of_less(most, as_total=error.as_total)
        if found is None:
            if question is not None and asked(called(call), question) is None:
                error.reworded(error.message, f"{error.remedy} {advice.READABLE}")
            raise
        return found.made
    return of_whole(states)


def _asked_of_total(graph: Graph, of: Callable[[Any], Any], goal: Goal | None, limit: int) -> Graph:
    """A graph of totals as far as a goal of what is asked of them needs it, with what is asked at its ends."""
    graph, _ = settled(graph, (of if goal is None else lambda outcome: goal(of(outcome)),), limit)
    ends: dict[int, Any] = {}
    for node, end in graph.ends.items():
        if isinstance(end, Open):
            ends[node] = Open(end.distribution.map(of))
        else:
            ends[node] = end if end is UNRESOLVED else of(end)
    return replace(graph, ends=ends)


def _times_added(call: Call[Any], question: Goal) -> int | None:
    """The times that a goal adds up an outcome that is a number; None where it does anything else."""
    rule = asked(called(call), question)
    return None if rule is None else times_added(rule)


def _is_resolved(states: Graph | Subgames) -> bool:
    return isinstance(states, Subgames) or UNRESOLVED not in states.ends.values()


def unfold(
    call: Call[Any],
    *,
    limit: int = STATE_LIMIT,
    bound: Fraction = BOUND,
    added: bool = False,
    far_down: FarDown | None = None,
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

    limit: how many states there may be once gains are made part of the state, where the goal asks for that. Raises
    TooLarge where states that lead back to each other would take far longer to solve.
    """
    if graph.busts and not graph.deciders and unit_of(graph, goal):
        graph = busts_apart(graph)
    graph, (unit,) = settled(graph, (goal,), limit)
    with without_collection(), allowing_each(max(limit, STATE_LIMIT)):
        worth = best_values(graph, end_values(graph, goal), unit, senses_of(graph, players), stall)
    return Solution(worth, Planned(graph, worth.plan, worth.mixes, worth.over), graph.roots[0])

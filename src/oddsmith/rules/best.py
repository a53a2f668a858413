"""Optimal play: who should do what, what it is worth, and what then happens."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

from oddsmith.distribution import Distribution
from oddsmith.rules.call import Call
from oddsmith.rules.explore import BOUND, STATE_LIMIT, explore
from oddsmith.rules.goals import Goal, end_values
from oddsmith.rules.graph import Decision, Graph
from oddsmith.rules.linear import fraction
from oddsmith.rules.mass import outcomes, visits
from oddsmith.rules.plans import Plan, Planned
from oddsmith.rules.totals import settled
from oddsmith.rules.values import PLAYERS, Players, Values, senses_of

T = TypeVar("T")


@dataclass(frozen=True)
class Advice:
    """A decision, what each option is worth under best play afterwards, and the option to take (the first among
    equals).

    reached: how often the decision is met on average, from the start, when everybody plays best.
    total: what gains have added up to so far, where the goal depends on it.
    """

    decision: Decision
    values: Mapping[Hashable, Fraction]
    best: Hashable
    reached: Fraction
    total: int = 0


@dataclass(frozen=True)
class Solution(Generic[T]):
    """What best play is worth and how it goes, from one state on. What is not asked for is not worked out.

    value: the expected goal. decisions: every decision that some play can come to, from the first on. policy: answers
    decisions (for `odds`, `simulate`, `play`). distribution: the outcomes under best play. unresolved: probability
    under best play whose outcome was not resolved; it counts as 0 in every value.
    """

    _worth: Values
    _planned: Planned
    _start: int

    @property
    def value(self) -> Fraction:
        return fraction(self._worth.values[self._start])

    @cached_property
    def decisions(self) -> tuple[Advice, ...]:
        graph, worth = self._planned.graph, self._worth
        reached = visits(self._planned.under, self._start)
        return tuple(
            Advice(
                decision,
                {o: fraction(v) for o, v in zip(decision.options, worth.option_values(node), strict=True)},
                decision.options[self._planned.edges[node]],
                fraction(reached[node]),
                graph.totals[node] if graph.totals else 0,
            )
            for node in sorted(graph.decisions.keys() & graph.reachable(self._start))
            for decision in (graph.decisions[node],)
        )

    @property
    def policy(self) -> Plan:
        return self._planned.policy

    @cached_property
    def distribution(self) -> Distribution[T]:
        return outcomes(self._planned.under, self._start)

    @property
    def unresolved(self) -> Fraction:
        return self.distribution.unresolved

    def at(self, call: Call[T]) -> Solution[T]:
        """The same best play from another state on: a call that was explored, or that play comes to from one.

        >>> from oddsmith.dice import d6
        >>> from oddsmith.rules import choose, roll, rule
        >>> @rule
        ... async def settle(face: int, rerolls: int) -> Then[int]:
        ...     again = rerolls and await choose("player", ("keep", "again")) == "again"
        ...     return settle(await roll(d6), rerolls - 1) if again else face
        >>> solution = best(settle(1, 2))
        >>> [str(solution.at(settle(face, 1)).value) for face in (3, 4, 5)]
        ['7/2', '4', '5']

        Raises RuleError when the call is no such state.
        """
        return Solution(self._worth, self._planned, self._planned.graph.state(call))


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
    graph = explore(call, limit=limit, bound=bound)
    return solve(graph, goal, players=players, stall=stall, limit=limit)


def solve(
    graph: Graph,
    goal: Goal | None = None,
    *,
    players: Players = PLAYERS,
    stall: int | Fraction | None = None,
    limit: int = STATE_LIMIT,
) -> Solution[Any]:
    """Optimal play of a graph that `explore` gave, from the first call explored; see `best`.

    A graph can be solved for many goals, and each solution asked `at` every state.

    limit: how many states there may be once gains are made part of the state, where the goal asks for that.
    """
    graph, (unit,) = settled(graph, (goal,), limit)
    worth = Values(graph, end_values(graph, goal), unit, senses_of(graph, players), stall)
    return Solution(worth, Planned(graph, worth.plan), graph.roots[0])

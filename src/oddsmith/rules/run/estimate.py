"""Best play of very large graphs: in floating point, between two bounds that are proven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.plans import Plan, Planned
from oddsmith.rules.graph.totals import settled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.solvers.players import PLAYERS, Players

if TYPE_CHECKING:
    from oddsmith.rules.solvers.bounds import Bounds


def estimate(
    graph: Graph, goal: Goal | None = None, *, players: Players = PLAYERS, limit: int = STATE_LIMIT
) -> Estimate:
    """Best play of a graph of up to millions of states, in floating point, with a proven error; see `best`.

    goal, players: as for `best`. limit: how many states there may be once gains are made part of the state.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import Then, choose, explore, roll, rule
    >>> @rule
    ... async def craps(point: int) -> Then[bool]:
    ...     total = await roll(d6.pool(2).sum())
    ...     if point:
    ...         return total == point if total in (point, 7) else craps(point)
    ...     return total in (7, 11) if total in (2, 3, 7, 11, 12) else craps(total)
    >>> found = estimate(explore(craps(0)), goal=lambda won: won)
    >>> found.low <= 244 / 495 <= found.high, found.high - found.low < 1e-14
    (True, True)

    Raises Stall when somebody can keep play going for ever; Undecidable when no bounds can be proven; RuleError and
    TooLarge as `best` does.
    """
    from oddsmith.rules.solvers.bounds import Bounds  # numpy takes a tenth of a second, so only where it is used

    graph, (unit,) = settled(graph, (goal,), limit)
    with without_collection():
        return Estimate(Bounds(graph, end_values(graph, goal), unit, players), graph.roots[0])


@dataclass(frozen=True)
class Estimate:
    """Bounds on what best play is worth from one state on, and how to play at least that well."""

    _bounds: Bounds
    _start: int

    @property
    def low(self) -> float:
        """The value is not lower than this: those who want it high can have so much, by following `policy`."""
        return float(self._bounds.low[self._place])

    @property
    def high(self) -> float:
        """The value is not higher than this: those who want it low can see to that, by following `policy`."""
        return float(self._bounds.high[self._place])

    @property
    def policy(self) -> Plan:
        """For every decision an option that is worth the bound which the person it is for cares about."""
        return self._planned.policy

    @property
    def under(self) -> Graph:
        """Play that follows the policy; ask `estimate` for the bounds of other goals."""
        return self._planned.under

    def at(self, call: Call[Any]) -> Estimate:
        """The same from another state on: a call that was explored, or that play comes to from one.

        Raises RuleError when the call is no such state.
        """
        return Estimate(self._bounds, self._bounds.graph.state(call))

    @property
    def _planned(self) -> Planned:
        return self._bounds.planned

    @property
    def _place(self) -> int:
        return int(self._bounds.arrays.places[self._start])

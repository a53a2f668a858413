"""Guarantees against an opponent: gain and cost at once, whatever the other does.

Against somebody with other interests a trade-off has no single frontier: at every price the opponent may hurt the
player's gain or the player's purse. What stays well defined is what can be guaranteed: gains and costs such that some
plan expects at least the one and at most the other against every answer. From every state that is a convex set. Through
a graph without loops such sets flow backward like values (Chen, Forejt, Kwiatkowska, Simaitis and Wiltsche 2013): at a
decision of the player the hull of all that the options guarantee, at one of somebody else what all of them do, at
chance the weighted sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.errors import RuleError, TooLarge
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.totals import settled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.linalg.linear import fraction

MOST_CORNERS = 1_000_000


@dataclass(frozen=True)
class Guarantee:
    """A gain and a cost that can be had together whatever others do, and that nothing else guaranteed beats.

    prices: the lowest and the highest price of a unit of cost, in units of gain, at which no other guarantee is worth
    more; None where it is best however high the price.
    """

    gain: Fraction
    cost: Fraction
    prices: tuple[Fraction, Fraction | None]


#: Corners (cost, gain) of a set of guarantees, the cheapest first: both rise, and each unit of cost brings less gain.
_Set: TypeAlias = list[tuple[fmpq, fmpq]]


def guarantees(
    graph: Graph,
    gain: Goal | None,
    cost: Goal | None,
    *,
    player: str = "player",
    start: Call[Any] | None = None,
    limit: int = STATE_LIMIT,
) -> tuple[Guarantee, ...]:
    """All corners of what a player can guarantee, the cheapest first; between neighbours lies what mixing guarantees.

    Everybody else who decides is taken for an opponent of both ends. With nobody else it is the `frontier`. To keep a
    guarantee one may have to remember how things went (what luck has brought may be spent later), so it comes without
    a policy. gain, cost, player, start, limit: as for `frontier`.

    >>> from oddsmith.dice import coin
    >>> from oddsmith.rules import choose, explore, roll, rule
    >>> @rule
    ... async def bid() -> tuple[bool, int]:
    ...     paid = await choose("player", (0, 1, 4))
    ...     if paid < 4 and await choose("opponent", ("leave", "toss")) == "toss":
    ...         return await roll(coin) == "H", paid
    ...     return paid > 0, paid
    >>> for sure in guarantees(explore(bid()), lambda o: o[0], lambda o: o[1]):
    ...     print(sure.gain, sure.cost, *sure.prices)
    0 0 1/2 None
    1/2 1 1/6 1/2
    1 4 0 1/6

    Raises RuleError for a graph with loops or with choices taken at once, and where gains have no bound that the goals
    know of; TooLarge when there are more than a million corners to follow, or more states than the limit.
    """
    if graph.simultaneous or any(len(c) > 1 or c[0] in graph.targets[c[0]] for c in graph.order):
        raise RuleError(
            graph.labels[0][0].rule.name,
            "has loops or choices taken at once, through which guarantees are not followed.",
            remedy="Give loops a limit, or say what the others do: answered(graph, policies), then frontier.",
        )
    graph, (unit_gain, unit_cost) = settled(graph, (gain, cost), limit)
    first = graph.roots[0] if start is None else graph.state(start)
    corners = _Backward(graph, player, unit_gain, unit_cost).corners(
        first, end_values(graph, gain), end_values(graph, cost)
    )
    slopes = [fraction(_slope(low, high)) for low, high in pairwise(corners)]
    prices = zip([*slopes, Fraction(0)], [None, *slopes], strict=True)
    return tuple(
        Guarantee(fraction(gained), fraction(spent), interval)
        for (spent, gained), interval in zip(corners, prices, strict=True)
    )


class _Backward:
    def __init__(self, graph: Graph, player: str, unit_gain: fmpq, unit_cost: fmpq) -> None:
        self.graph = graph
        self.player = player
        self.unit_gain = unit_gain
        self.unit_cost = unit_cost
        self.sets: dict[int, _Set] = {}

    def corners(self, start: int, gains: dict[int, fmpq], costs: dict[int, fmpq]) -> _Set:
        reachable = self.graph.reachable(start)
        count = 0
        for (node,) in self.graph.order:
            if node not in reachable:
                continue
            found = self.sets[node] = [(costs[node], gains[node])] if node in gains else self._back(node)
            count += len(found)
            if count > MOST_CORNERS:
                raise TooLarge("corners", count, MOST_CORNERS, remedy="Ask about a smaller case.")
        return self.sets[start]

    def _back(self, node: int) -> _Set:
        graph = self.graph
        options = [self._moved(target, gain) for target, gain in graph.expected_edges(node)]
        decision = graph.decisions.get(node)
        if decision is None:
            return _sum(options, graph.weights[node] or ())
        return _hull(chain.from_iterable(options)) if decision.who == self.player else _common(options)

    def _moved(self, target: int, gain: int | fmpq) -> _Set:
        if not gain:
            return self.sets[target]
        return [(c + gain * self.unit_cost, g + gain * self.unit_gain) for c, g in self.sets[target]]


def _slope(low: tuple[fmpq, fmpq], high: tuple[fmpq, fmpq]) -> fmpq:
    return (high[1] - low[1]) / (high[0] - low[0])


def _hull(points: Iterable[tuple[fmpq, fmpq]]) -> _Set:
    """The corners of the smallest set that holds all of these points."""
    corners: _Set = []
    for point in sorted(points, key=lambda p: (p[0], -p[1])):
        if corners and point[1] <= corners[-1][1]:
            continue  # costs as much or more, and gains no more
        while len(corners) > 1 and _slope(corners[-2], corners[-1]) <= _slope(corners[-1], point):
            corners.pop()
        corners.append(point)
    return corners


def _sum(sets: Sequence[_Set], weights: Sequence[fmpq]) -> _Set:
    """The set guaranteed on average: money goes first where a unit of it brings most."""
    spent = sum((weight * corners[0][0] for corners, weight in zip(sets, weights, strict=True)), fmpq(0))
    gained = sum((weight * corners[0][1] for corners, weight in zip(sets, weights, strict=True)), fmpq(0))
    steps = [
        (_slope(low, high), weight * (high[0] - low[0]))
        for corners, weight in zip(sets, weights, strict=True)
        for low, high in pairwise(corners)
    ]
    found = [(spent, gained)]
    before = None
    for slope, width in sorted(steps, key=lambda step: step[0], reverse=True):
        spent, gained = spent + width, gained + slope * width
        if slope == before:
            found[-1] = (spent, gained)
        else:
            found.append((spent, gained))
        before = slope
    return found


def _common(sets: Sequence[_Set]) -> _Set:
    """The points in all sets."""
    common = sets[0]
    for other in sets[1:]:
        common = _common_of_two(common, other)
    return common


def _common_of_two(one: _Set, other: _Set) -> _Set:
    least = max(one[0][0], other[0][0])
    spends = sorted({spent for spent, _ in chain(one, other) if spent >= least})
    points = []
    for low, high in pairwise(spends):
        gaps = [_gain_at(one, spent) - _gain_at(other, spent) for spent in (low, high)]
        points.append((low, min(_gain_at(one, low), _gain_at(other, low))))
        if gaps[0] * gaps[1] < 0:  # they cross in between
            crossing = low + (high - low) * gaps[0] / (gaps[0] - gaps[1])
            points.append((crossing, _gain_at(one, crossing)))
    points.append((spends[-1], min(one[-1][1], other[-1][1])))
    return _hull(points)


def _gain_at(corners: _Set, spent: fmpq) -> fmpq:
    """The gain that is guaranteed for at most this cost, which is at least that of the first corner."""
    for low, high in pairwise(corners):
        if spent <= high[0]:
            return low[1] + _slope(low, high) * (spent - low[0])
    return corners[-1][1]

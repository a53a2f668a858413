"""Frontiers of gain and cost: every trade-off between two expectations that no other plan beats.

Each plan is a point: the gain and the cost that it leads to, on average. Plans can be mixed (a coin is tossed before
play begins), so what can be had is the convex hull of those points, and its edge towards much gain and little cost is
the frontier. Each of its vertices is a plan without mixing, best for some price of a unit of cost. They are found by
asking for the best plan at the price that makes two known vertices equally good (Aneja and Nair 1979): it either lies
beyond the line between the two, and is new, or proves that nothing does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, Generic, TypeVar

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import Graph, expected
from oddsmith.rules.graph.plans import Plan, Planned
from oddsmith.rules.graph.totals import settled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.linalg.linear import fraction, rational
from oddsmith.rules.solvers.absorption import outcomes, visits
from oddsmith.rules.solvers.backward_induction import best_values
from oddsmith.rules.solvers.node_values import Values

T = TypeVar("T")


@dataclass(frozen=True)
class Point(Generic[T]):
    """A plan, and what to expect of it."""

    gain: Fraction
    cost: Fraction
    _planned: Planned
    _start: int

    @property
    def policy(self) -> Plan:
        """The plan, as a policy for `odds`, `simulate` and `play`."""
        return self._planned.policy

    @cached_property
    def distribution(self) -> Distribution[T]:
        """The outcomes when it is followed."""
        return outcomes(self._planned.under, self._start)


@dataclass(frozen=True)
class Vertex(Point[T]):
    """A plan that no other, and no mix of others, beats.

    prices: the lowest and the highest price of a unit of cost, in units of gain, at which no other plan is worth more;
    None where it is best however high the price.
    """

    prices: tuple[Fraction, Fraction | None]


@dataclass(frozen=True)
class Mix(Generic[T]):
    """Best play under a constraint: one plan, or one of two, drawn before play begins.

    gain, cost: what to expect of it. price: the price of a unit of cost, in units of gain, at which two plans are
    equally good, and better than any other; None where one plan is enough. parts: the plans, and how likely each is to
    be drawn.
    """

    gain: Fraction
    cost: Fraction
    price: Fraction | None
    parts: tuple[tuple[Fraction, Point[T]], ...]

    @cached_property
    def distribution(self) -> Distribution[T]:
        """The outcomes when it is followed."""
        return Distribution.mixture((share, point.distribution) for share, point in self.parts)


def frontier(
    graph: Graph,
    gain: Goal | None,
    cost: Goal | None,
    *,
    player: str = "player",
    start: Call[Any] | None = None,
    limit: int = STATE_LIMIT,
) -> tuple[Vertex[Any], ...]:
    """All vertices of the frontier, the cheapest first; between neighbours lie their mixes, and beyond lies nothing.

    gain, cost: a number (or yes/no) for every outcome, as for `best`. player: whose plans. start: where play begins, if
    not at the first call explored. limit: how many states there may be once gains are made part of the state.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import Then, choose, explore, roll, rule
    >>> @rule
    ... async def at_least_five(coins: int, spent: int) -> Then[tuple[bool, int]]:
    ...     if await roll(d6) >= 5:
    ...         return True, spent
    ...     match await choose("player", ("accept", "again (1)", "buy (4)")[: max(1, coins - 1)]):
    ...         case "again (1)":
    ...             return at_least_five(coins - 1, spent + 1)
    ...         case "buy (4)":
    ...             return True, spent + 4
    ...     return False, spent
    >>> for vertex in frontier(explore(at_least_five(4, 0)), lambda o: o[0], lambda o: o[1]):
    ...     print(vertex.gain, vertex.cost, *vertex.prices)
    1/3 0 1/3 None
    19/27 10/9 4/21 1/3
    1 8/3 0 4/21

    Raises RuleError when somebody else decides: what they do must be known first (`answered`), since a trade-off
    against somebody who wants neither your gain nor your thrift has no single frontier (but see `guarantees`). Raises
    Stall when play can be kept going for ever, TooLarge past the limit, and RuleError where gains have no bound that
    the goals know of.
    """
    return hull(_Search(graph, gain, cost, player, start, limit).corners(lambda low, high: True))


def hull(points: Sequence[Point[Any]]) -> tuple[Vertex[Any], ...]:
    """The vertices of the frontier of some plans, of which none is beaten by another; the cheapest comes first."""
    found = _bent(points)
    slopes = [_slope(low, high) for low, high in pairwise(found)]
    prices = zip([*slopes, Fraction(0)], [None, *slopes], strict=True)
    return tuple(
        Vertex(point.gain, point.cost, point._planned, point._start, interval)
        for point, interval in zip(found, prices, strict=True)
    )


def best_within(
    graph: Graph,
    gain: Goal | None,
    cost: Goal | None,
    most: Fraction | int,
    *,
    player: str = "player",
    start: Call[Any] | None = None,
    limit: int = STATE_LIMIT,
) -> Mix[Any]:
    """The highest expected gain among all plans, mixed ones too, whose expected cost is at most `most`.

    Raises BadInput when no plan costs that little; otherwise as `frontier`, of which only the part that matters is
    looked for.
    """
    found = _Search(graph, gain, cost, player, start, limit).corners(lambda low, high: low.cost < most < high.cost)
    if most < found[0].cost:
        raise BadInput("most", str(most), f"{found[0].cost} or more, which every plan costs")
    return _mixed(found, lambda point: point.cost, Fraction(most))


def cheapest(
    graph: Graph,
    gain: Goal | None,
    cost: Goal | None,
    least: Fraction | int,
    *,
    player: str = "player",
    start: Call[Any] | None = None,
    limit: int = STATE_LIMIT,
) -> Mix[Any]:
    """The lowest expected cost among all plans, mixed ones too, whose expected gain is at least `least`.

    Raises BadInput when no plan gains that much; otherwise as `frontier`, of which only the part that matters is
    looked for.
    """
    found = _Search(graph, gain, cost, player, start, limit).corners(lambda low, high: low.gain < least < high.gain)
    if least > found[-1].gain:
        raise BadInput("least", str(least), f"{found[-1].gain} or less, which no plan exceeds")
    return _mixed(found, lambda point: point.gain, Fraction(least))


def thriftiest(
    graph: Graph,
    gain: Goal | None,
    cost: Goal | None,
    *,
    player: str = "player",
    start: Call[Any] | None = None,
    limit: int = STATE_LIMIT,
) -> Point[Any]:
    """The plan that gains most, and of all that gain as much the one that costs least: the last vertex of the frontier.

    Raises as `frontier` does.
    """
    return _Search(graph, gain, cost, player, start, limit).best((1, 0), then=(0, -1))


class _Search:
    """Plans that are best at prices of our choosing."""

    def __init__(
        self, graph: Graph, gain: Goal | None, cost: Goal | None, player: str, start: Call[Any] | None, limit: int
    ) -> None:
        for decision in chain(graph.decisions.values(), *graph.simultaneous.values()):
            if decision.who != player:
                raise RuleError(
                    decision.call.rule.name,
                    f"{decision.who!r} decides too, so {player!r} has no frontier of their own.",
                    remedy="Say what they do: answered(graph, {" + repr(decision.who) + ": policy}).",
                )
        self.graph, (self.unit_gain, self.unit_cost) = settled(graph, (gain, cost), limit)
        self.gains = end_values(self.graph, gain)
        self.costs = end_values(self.graph, cost)
        self.start = self.graph.roots[0] if start is None else self.graph.state(start)
        self.senses = dict.fromkeys(self.graph.decisions, 1)

    def corners(self, wanted: Callable[[Point[Any], Point[Any]], bool]) -> list[Point[Any]]:
        """Vertices from the cheapest plan to the one that gains most; between two of them only where it is wanted."""
        low = self.best((0, -1), then=(1, 0))
        high = self.best((1, 0), then=(0, -1))
        if low.gain == high.gain or low.cost == high.cost:
            return [low]
        found = [low]
        waiting = [high]
        while waiting:
            high = waiting[-1]
            between = self.beyond(found[-1], high) if wanted(found[-1], high) else None
            if between is None:
                found.append(waiting.pop())
            else:
                waiting.append(between)
        return found

    def beyond(self, low: Point[Any], high: Point[Any]) -> Point[Any] | None:
        """A plan beyond the line between two, or None when there is none."""
        price = _slope(low, high)
        values = self.values((1, -price))
        if fraction(values.values[self.start]) == low.gain - price * low.cost:
            return None
        return self.point(values.plan)

    def best(self, weights: tuple[Fraction | int, Fraction | int], then: tuple[int, int]) -> Point[Any]:
        """The best plan for a weighted sum of gain and cost; among equals the best for another."""
        first = self.values(weights)
        equals = {
            node: [edge for edge, value in enumerate(first.option_values(node)) if value == first.values[node]]
            for node in self.senses
        }
        return self.point(self.values(then, within=equals).plan)

    def values(
        self, weights: tuple[Fraction | int, Fraction | int], within: Mapping[int, Sequence[int]] | None = None
    ) -> Values:
        of_gain, of_cost = map(rational, weights)
        ends = {node: of_gain * gain + of_cost * self.costs[node] for node, gain in self.gains.items()}
        unit = of_gain * self.unit_gain + of_cost * self.unit_cost
        return best_values(self.graph, ends, unit, self.senses, within=within)

    def point(self, edges: Mapping[int, int]) -> Point[Any]:
        planned = Planned(self.graph, edges)
        under = planned.under
        reached = visits(under, self.start)
        gained = fmpq(0)
        for node, gains in enumerate(under.gains):
            if gains is not None and reached[node] != 0:
                shares = zip(gains, under.weights[node] or (), strict=True)
                gained += reached[node] * sum((expected(gain) * weight for gain, weight in shares), fmpq(0))
        gain = sum((reached[node] * value for node, value in self.gains.items()), gained * self.unit_gain)
        cost = sum((reached[node] * value for node, value in self.costs.items()), gained * self.unit_cost)
        return Point(fraction(gain), fraction(cost), planned, self.start)


def _slope(low: Point[Any], high: Point[Any]) -> Fraction:
    """The gain that a unit of cost brings from one point to another."""
    return (high.gain - low.gain) / (high.cost - low.cost)


def _bent(points: Sequence[Point[Any]]) -> list[Point[Any]]:
    """The points at which the line over all of them bends, first and last included (Andrew 1979)."""
    bent: list[Point[Any]] = []
    for point in points:
        while len(bent) > 1 and _slope(bent[-2], bent[-1]) <= _slope(bent[-1], point):
            bent.pop()
        bent.append(point)
    return bent


def _mixed(points: Sequence[Point[Any]], measure: Callable[[Point[Any]], Fraction], level: Fraction) -> Mix[Any]:
    """The point of a frontier at which a measure is at a level, or the end of the frontier that is nearest."""
    for low, high in pairwise(points):
        if measure(low) < level < measure(high):
            share = (level - measure(low)) / (measure(high) - measure(low))
            gain = low.gain + share * (high.gain - low.gain)
            cost = low.cost + share * (high.cost - low.cost)
            return Mix(gain, cost, _slope(low, high), ((1 - share, low), (share, high)))
    alone = min(points, key=lambda point: abs(measure(point) - level))
    return Mix(alone.gain, alone.cost, None, ((Fraction(1), alone),))

"""What luck is worth: the derivative of a plan's value by the chances of every draw, from its graph.

A small change of the weights at a node changes the value by what it does there, as often as play comes there: visits
times the change of the weights times the values of where they lead. This is exact, around loops as well. A plan that is
the best stays so under a small change, so the derivative of the best value is that of the best plan; where several are
equally good it is that of this one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from oddsmith.rules.compile.activation import State
from oddsmith.rules.graph.goals import Goal
from oddsmith.rules.graph.graph import expected
from oddsmith.rules.language.calls import Call
from oddsmith.rules.language.rolls import ChanceRequest
from oddsmith.rules.linalg.linear import fraction
from oddsmith.rules.read.frontier import Point
from oddsmith.rules.read.prospects import expectations
from oddsmith.rules.solvers.absorption import visits
from oddsmith.rules.solvers.solution import Solution


@dataclass(frozen=True)
class Way:
    """A way that a draw may go: where it leads in its graph, its chance, and what the goal is worth then.

    worth: the derivative of the value by this chance, the others giving way in proportion.
    """

    node: int
    chance: Fraction
    value: Fraction
    worth: Fraction


@dataclass(frozen=True)
class Draw:
    """Chance at one node of a graph, as a plan comes to it.

    place, known: where the rule stands, and what it has awaited since; or the roll that it returns. reached: how often,
    on average. ways: from the one that is worth most. good: the chance of the ways that are better than the average.
    worth: the derivative of the value by that chance, better ways and worse ones each in proportion.
    """

    node: int
    place: Call[Any] | State | ChanceRequest[Any]
    known: tuple[Hashable, ...]
    reached: Fraction
    ways: tuple[Way, ...]
    good: Fraction
    worth: Fraction


class Sensitivity:
    """What every draw of a plan is worth to a goal.

    plan: a solution of best play, or a point of a frontier. goal: as for `solve`; None is the outcome itself.
    Probability that was not resolved counts 0.

    >>> from oddsmith.dice import Die
    >>> from oddsmith.rules import explore, roll, rule, solve
    >>> @rule
    ... async def twice(left: int) -> bool:
    ...     if await roll(Die(("hit", "miss"), (3, 1))) == "miss":
    ...         return False
    ...     return True if left == 1 else twice(left - 1)
    >>> solution = solve(explore(twice(2)))
    >>> [(str(draw.reached), str(draw.worth)) for draw in Sensitivity(solution, None).draws()]
    [('1', '3/4'), ('3/4', '3/4')]

    Raises RuleError where gains add to the outcome and the goal does not know what (see `Linear`).
    """

    def __init__(self, plan: Solution[Any] | Point[Any], goal: Goal | None) -> None:
        self._planned = plan._planned
        self._graph = plan._planned.under
        self._values = expectations(self._planned, goal, "the goal")
        self._start = plan._start

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.value}>"

    @property
    def value(self) -> Fraction:
        """What the goal comes to on average."""
        return fraction(self._values.values[self._start])

    def draws(self) -> Iterator[Draw]:
        """Yield every draw that the plan comes to and that matters, in the order of nodes."""
        for node, reached in enumerate(visits(self._graph, self._start)):
            weights = self._graph.weights[node]
            whole = self._planned.graph
            if reached == 0 or weights is None or node in whole.decisions or node in whole.simultaneous:
                continue
            found = self._draw(node, reached, weights)
            if found is not None:
                yield found

    def _worth(self, node: int) -> list[fmpq]:
        """What each edge of a node leads to, with its gain."""
        worth = [self._values.values[target] for target in self._graph.targets[node]]
        gains = self._graph.gains[node]
        if gains is None:
            return worth
        unit = self._values.unit
        return [value + unit * expected(gain) for value, gain in zip(worth, gains, strict=True)]

    def _draw(self, node: int, reached: fmpq, weights: tuple[fmpq, ...]) -> Draw | None:
        worth = self._worth(node)
        mean = sum((weight * value for weight, value in zip(weights, worth, strict=True)), fmpq(0))
        better = [place for place, value in enumerate(worth) if value > mean]
        worse = [place for place, value in enumerate(worth) if value < mean]
        if not better:
            return None

        def share(places: list[int]) -> tuple[fmpq, fmpq]:
            chance = sum((weights[place] for place in places), fmpq(0))
            return chance, sum((weights[place] * worth[place] for place in places), fmpq(0)) / chance

        (good, well), (_, ill) = share(better), share(worse)
        ways = [
            Way(
                self._graph.targets[node][place],
                fraction(weights[place]),
                fraction(worth[place]),
                fraction(reached * (worth[place] - mean) / (1 - weights[place])),
            )
            for place in range(len(weights))
        ]
        ways.sort(key=lambda way: way.worth, reverse=True)
        label = self._graph.labels[node]
        place, known = (label, ()) if isinstance(label, ChanceRequest) else label[:2]
        worth_of_luck = fraction(reached * (well - ill))
        return Draw(node, place, known, fraction(reached), tuple(ways), fraction(good), worth_of_luck)

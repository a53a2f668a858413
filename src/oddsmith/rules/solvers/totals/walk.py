"""Play that adds to several totals until it ends: the chance of each total beside the others, and laws of their sums.

What adds nothing is followed once: a system of linear equations says where play next adds something, or ends. So a walk
has steps, each of which adds to some total, and exits. All that has been added so far only grows, so that the chance of
being somewhere with so much is a sum over smaller ones: integers over one unit, level by level.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm, prod
from typing import NamedTuple

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import refuse_work
from oddsmith.rules.graph.graph import UNRESOLVED, Graph
from oddsmith.rules.linalg.linear import fraction
from oddsmith.rules.solvers.absorption import outcomes, visits
from oddsmith.rules.solvers.totals.directions import Vector

_SECONDS_A_STEP = 4e-7  # of one level to a later one, and as much more for every 2,000 bits of the numbers
_AHEAD = 10_000  # so many values are gone through before they are asked for
_REMEDY = "Ask for one of the totals, or for less: `of=lambda outcome: ...`, or truncated(bound) with a greater bound."


class Table(NamedTuple):
    """The weights of outcomes, as (end, totals), up to so much of each total, and what all outcomes weigh together."""

    most: Vector
    weights: dict[tuple[int, Vector], int]
    unit: int


class Walk:
    """A graph whose edges add to several totals, with the ends to which play comes.

    graph: without gains and decisions; vectors[n]: what each edge of n adds. It is less than 0 for edges to ends alone.
    """

    def __init__(self, graph: Graph, vectors: Mapping[int, Sequence[Vector]], size: int) -> None:
        """size: the number of totals. Raises RuleError for play that may go on for ever."""
        self.size = size
        self.graph = Graph(roots=[0])  # steps and exits alone
        self.vectors: list[tuple[Vector, ...]] = []
        self._build(graph, vectors)
        self._tables: dict[tuple[int, ...], Table] = {}
        self._projected: dict[tuple[int, ...], Walk] = {}

    def _build(self, graph: Graph, vectors: Mapping[int, Sequence[Vector]]) -> None:
        nothing = (0,) * self.size
        still = graph.copied(ends={}, busts=set(), labels=list(graph.labels), gains=[None] * len(graph), shape=None)
        beyond: dict[tuple[int, Vector], int] = {}  # what is added next, or the end, by where that leads
        for node in range(len(graph)):
            onward: list[int] = []
            for target, vector in zip(graph.targets[node], vectors[node], strict=True):
                if target in graph.ends:
                    vector = nothing if target in graph.busts else vector
                elif vector == nothing:
                    onward.append(target)
                    continue
                key = (target, vector)
                if key not in beyond:
                    beyond[key] = still.new(None)
                onward.append(beyond[key])
            still.targets[node] = tuple(onward)
        refuse_work(1e-6 * len(still) * len({target for target, _ in beyond if target not in graph.ends}))
        places: dict[int, int] = {0: self._new(graph.labels[0])}
        for end, outcome in graph.ends.items():
            places[end] = self._new(graph.labels[end])
            self.graph.ends[places[end]] = outcome
        self.graph.busts = {places[end] for end in graph.busts}
        todo = [0]
        while todo:
            start = todo.pop()
            mass = visits(still, start)
            targets, weights, added = [], [], []
            for (target, vector), node in beyond.items():
                if mass[node] == 0:
                    continue
                if target not in places:
                    places[target] = self._new(graph.labels[target])
                    todo.append(target)
                targets.append(places[target])
                weights.append(mass[node])
                added.append(vector)
            here = places[start]
            self.graph.targets[here] = tuple(targets)
            self.graph.weights[here] = tuple(weights)
            self.vectors[here] = tuple(added)

    def _new(self, label: object) -> int:
        self.vectors.append(())
        return self.graph.new(label)

    # --- ends -----------------------------------------------------------------------------------------------------

    @cached_property
    def reached(self) -> dict[int, Fraction]:
        """The chance of each end."""
        mass = visits(self.graph)
        return {node: fraction(mass[node]) for node in self.graph.ends}

    @property
    def ends(self) -> list[int]:
        """The ends to which totals are added."""
        return [n for n, end in self.graph.ends.items() if n not in self.graph.busts and end is not UNRESOLVED]

    @cached_property
    def unresolved(self) -> Fraction:
        """The chance of what was not resolved into outcomes."""
        found = [self.reached[node] for node, end in self.graph.ends.items() if end is UNRESOLVED]
        return sum(found, Fraction(0))

    @cached_property
    def growing(self) -> frozenset[int]:
        """The totals to which something is added."""
        added = [vector for vectors in self.vectors for vector in vectors]
        return frozenset([place for place in range(self.size) if any(vector[place] for vector in added)])

    # --- laws of sums ---------------------------------------------------------------------------------------------

    def law(self, times: Vector, values: Mapping[int, int], given: Sequence[int] | None) -> Distribution[int]:
        """The law of the sum of the totals, each so many times, when it is known that play comes to one of these ends.

        values: what is added at each of them. Raises as `outcomes`.
        """
        gains = [
            tuple([sum(map(int.__mul__, times, vector)) for vector in vectors]) if vectors else None
            for vectors in self.vectors
        ]
        ends = {node: values.get(node, end) for node, end in self.graph.ends.items()}
        return outcomes(self.graph.copied(gains=gains, ends=ends), given=given)

    # --- one total beside the others --------------------------------------------------------------------------------

    def table(self, totals: tuple[int, ...], most: Vector) -> Table:
        """The weights of all outcomes in which these totals are at most so much, whatever the others are."""
        known = self._tables.get(totals)
        if known is None or any(map(int.__gt__, most, known.most)):
            onto = self._onto(totals)
            if known is not None:  # what is asked in turn is not worked out each time, nor forgotten
                most = tuple(map(max, most, known.most))
                further = tuple(
                    [m if m == have else max(m, 2 * have) for m, have in zip(most, known.most, strict=True)]
                )
                most = further if onto.cells(further) <= _AHEAD else most
            known = self._tables[totals] = onto._listed(most)
        return known

    def _onto(self, totals: tuple[int, ...]) -> Walk:
        """The same walk, with the same ends, of these totals alone."""
        if totals == tuple(range(self.size)):
            return self
        if totals not in self._projected:
            vectors = {
                node: [tuple([vector[place] for place in totals]) for vector in vectors]
                for node, vectors in enumerate(self.vectors)
            }
            self._projected[totals] = Walk(self.graph, vectors, len(totals))
        return self._projected[totals]

    def _listed(self, most: Vector) -> Table:
        """The table up to so much, level by level: at each level all that has been added sums up to as much."""
        steps, exits, unit, last = self._in_integers
        top, cells = self._top(most), self.cells(most)
        highest = sum(map(int.__floordiv__, top, self._units))
        bits = highest * unit.bit_length()
        refuse_work(_SECONDS_A_STEP * cells * self._ways * (1 + bits / 2_000), cells * (200 + bits / 8), _REMEDY)
        levels: defaultdict[int, dict[Vector, dict[int, int]]] = defaultdict(dict)
        if min(top, default=0) >= 0:
            levels[0] = {(0,) * self.size: {0: 1}}
        weights: dict[tuple[int, Vector], int] = {}
        for level in range(highest + 1):
            rest = unit ** (highest - level)
            for sums, here in levels.pop(level, {}).items():
                for place, weight in here.items():
                    for end, more, share in exits[place]:
                        totals = tuple(map(int.__add__, sums, more))
                        if all(map(int.__le__, totals, most)):
                            key = end, totals
                            weights[key] = weights.get(key, 0) + weight * share * rest
                    for target, more, share, further in steps[place]:
                        after = tuple(map(int.__add__, sums, more))
                        if all(map(int.__le__, after, top)):
                            there = levels[level + further].setdefault(after, {})
                            there[target] = there.get(target, 0) + weight * share
        return Table(most, weights, unit**highest * last)

    def cells(self, most: Vector) -> int:
        """Count the values that are gone through for a table up to so much, or more."""
        return prod([high // unit + 1 for high, unit in zip(self._top(most), self._units, strict=True)])

    def _top(self, most: Vector) -> Vector:
        """So much that steps may have added where outcomes have no more than `most`; -1 where none has so little."""
        tops = [max(-1, high - low) for high, low in zip(most, self.least, strict=True)]
        return tuple(
            [top if limit is None else min(top, limit) for top, limit in zip(tops, self._greatest, strict=True)]
        )

    @cached_property
    def _greatest(self) -> tuple[int | None, ...]:
        """The greatest number that steps can add to each total; None where there is none."""
        return tuple(map(self._greatest_of, range(self.size)))

    def _greatest_of(self, place: int) -> int | None:
        greatest: dict[int, int] = {}
        for component in self.graph.order:
            inside, most = set(component), 0
            for node in component:
                for target, vector in zip(self.graph.targets[node], self.vectors[node], strict=True):
                    if target in inside:
                        if vector[place]:
                            return None
                    elif target not in self.graph.ends:
                        most = max(most, vector[place] + greatest[target])
            greatest |= dict.fromkeys(component, most)
        return greatest[0]

    @property
    def lowest(self) -> Vector:
        """The least that an exit adds to each total."""
        return self._last(min)

    @property
    def highest(self) -> Vector:
        """The most that an exit adds to each total."""
        return self._last(max)

    def _last(self, of: Callable[..., int]) -> Vector:
        return tuple([of([vector[place] for _, vector in self._exits], default=0) for place in range(self.size)])

    @cached_property
    def least(self) -> Vector:
        """The least that an exit adds to each total, or 0: no outcome has less."""
        added = [vector for _, vector in self._exits]
        return tuple([min([0, *[vector[place] for vector in added]]) for place in range(self.size)])

    @cached_property
    def _exits(self) -> list[tuple[int, Vector]]:
        """The ends to which totals are added, as they are come to, with what is added last."""
        return [
            (target, vector)
            for targets, vectors in zip(self.graph.targets, self.vectors, strict=True)
            for target, vector in zip(targets, vectors, strict=True)
            if target in self.ends
        ]

    @cached_property
    def _steps(self) -> list[Vector]:
        """All that steps add."""
        return [
            vector
            for targets, vectors in zip(self.graph.targets, self.vectors, strict=True)
            for target, vector in zip(targets, vectors, strict=True)
            if target not in self.graph.ends
        ]

    @property
    def degrees(self) -> Vector:
        """No generating function of an end has a numerator or a denominator of a higher degree in any total, were 0 the
        least of each.
        """
        most = [max([0, *[vector[place] for vector in self._steps]]) for place in range(self.size)]
        last = [max([0, *[abs(vector[place]) for _, vector in self._exits]]) for place in range(self.size)]
        places = len(self.graph) - len(self.graph.ends)
        return tuple([places * step + 2 * end for step, end in zip(most, last, strict=True)])

    @cached_property
    def _units(self) -> Vector:
        """The greatest number of which all that is added to a total is a multiple."""
        return tuple([gcd(*[vector[place] for vector in self._steps]) or 1 for place in range(self.size)])

    @property
    def _ways(self) -> int:
        return sum(map(len, self.graph.targets))

    @cached_property
    def _in_integers(
        self,
    ) -> tuple[list[list[tuple[int, Vector, int, int]]], list[list[tuple[int, Vector, int]]], int, int]:
        """Of each place, steps as (target, what they add, weight, levels) and exits as (end, what they add, weight);
        the unit of the weights of a level, and of exits.
        """
        edges = [
            list(zip(targets, vectors, weights or (), strict=True))
            for targets, vectors, weights in zip(self.graph.targets, self.vectors, self.graph.weights, strict=True)
        ]
        ends = set(self.ends)
        unit = lcm(*[int(w.q) for way in edges for target, _, w in way if target not in self.graph.ends])
        last = lcm(*[int(w.q) for way in edges for target, _, w in way if target in ends])
        steps = [
            [
                (t, v, _weight(w, unit) * unit ** (self._level(v) - 1), self._level(v))
                for t, v, w in way
                if t not in self.graph.ends
            ]
            for way in edges
        ]
        exits = [[(t, v, _weight(w, last)) for t, v, w in way if t in ends] for way in edges]
        return steps, exits, unit, last

    def _level(self, vector: Vector) -> int:
        return sum(map(int.__floordiv__, vector, self._units))


def _weight(share: fmpq, unit: int) -> int:
    return int(share.p) * (unit // int(share.q))

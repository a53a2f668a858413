"""Bounds on the value of every state under best play, in floating point and proven.

Every number is worked out twice, once too low and once too high: what rounding may have done to a sum is bounded
(Higham 2002, section 3.1) and then taken off, or put on. Through a graph without loops the bounds are carried step by
step. For states that lead back to each other a good guess comes first. Bounds around it are then tried: values at which
one more step changes nothing for the worse are no higher than the true ones, whatever they came from (for loops that
play surely leaves; compare Haddad and Monmege 2018).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from math import inf, nextafter

import numpy as np
from flint import fmpq

from oddsmith.distribution.given_numbers import nearest_float
from oddsmith.errors import Undecidable
from oddsmith.how_far import Doing, counted
from oddsmith.rules.graph.arrays import Arrays, Floats, Indices, Loop, Slice, arrays_of
from oddsmith.rules.graph.components import endless
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.graph.plans import Planned
from oddsmith.rules.graph.simultaneous import MixedStrategy, at_once, deciding
from oddsmith.rules.linalg.linear import fraction
from oddsmith.rules.solvers.float_policy_iteration import FloatLoop
from oddsmith.rules.solvers.players import Players, goes_on, senses_of

_UNIT = 2.0**-53  # the largest relative error of one operation
_TINY = 1e-300  # more than what underflow may have taken from a sum
_TRIES = 40


class Bounds:
    """Values of all places, too low in one array and too high in the other."""

    def __init__(self, graph: Graph, ends: Mapping[int, fmpq], unit: fmpq, players: Players) -> None:
        self.graph = graph
        self.arrays: Arrays = arrays_of(graph)
        self.unit = nearest_float(fraction(unit))
        senses = senses_of(graph, players)
        self.senses = {decision.who: senses[node] for node, decision in graph.decisions.items()}
        self.simultaneous = {node: senses[node] for node in graph.simultaneous}
        for component in graph.order:
            if len(component) > 1 or component[0] in graph.targets[component[0]]:
                if not graph.simultaneous.keys().isdisjoint(component):
                    raise Undecidable(
                        f"No bounds are known for the loop of secret decisions at {graph.labels[component[0]][0]!r}.",
                        remedy="Ask for exact best play, or give the loop a limit.",
                    )
                staying = endless(graph.targets, component, senses)
                if staying:
                    raise goes_on(graph, staying, senses)
        self.low = np.zeros(len(graph))
        self.high = np.zeros(len(graph))
        self._begin(ends)
        for step in counted(self.arrays.steps, Doing.SOLVING, len(graph), lambda step: step.last - step.first):
            if isinstance(step, Loop):
                self._settle(step)
            else:
                for side, values in ((-1, self.low), (1, self.high)):
                    values[step.first : step.last] = self._back(step, values, side)

    @cached_property
    def planned(self) -> Planned:
        """At every decision the edge that keeps what was proven; for simultaneous ones mixes that do."""
        arrays = self.arrays
        taken: dict[int, int] = {}
        mixes: dict[int, list[MixedStrategy]] = {}
        for step in arrays.steps:
            for here in step.slices if isinstance(step, Loop) else (step,):
                if here.simultaneous:
                    mixes.update(self._mixes(here))
                elif here.who is not None:
                    sense = self.senses[here.who]
                    options = sense * self._options(here, self.low if sense > 0 else self.high, -sense)
                    starts = arrays.edges[here.first : here.last] - arrays.edges[here.first]
                    edges = _first_best(options, starts)
                    nodes = arrays.nodes[here.first : here.last]
                    taken.update(zip(nodes.tolist(), edges.tolist(), strict=True))
        return Planned(self.graph, taken, mixes)

    def _begin(self, ends: Mapping[int, fmpq]) -> None:
        """The ends, rounded down and up."""
        places = self.arrays.places[list(ends)]
        self.low[places] = [_rounded(value, -1) for value in ends.values()]
        self.high[places] = [_rounded(value, 1) for value in ends.values()]

    def _back(self, here: Slice, values: Floats, side: int) -> Floats:
        """Values of places by those they lead to: a bound that is too low (side -1) or too high (1)."""
        starts = self.arrays.edges[here.first : here.last] - self.arrays.edges[here.first]
        if here.simultaneous:
            return np.array([_rounded(value, side) for value, _ in self._at_once(here, values, side)])
        if here.who is None:
            return self._expected(here, starts, values, side)
        options = self._options(here, values, side)
        best = np.maximum if self.senses[here.who] > 0 else np.minimum
        return best.reduceat(options, starts)

    def _options(self, here: Slice, values: Floats, side: int) -> Floats:
        """Values of the edges of decisions."""
        through, size = self._through(here, values)
        if self.arrays.gains is None:
            return through
        return np.where(self.arrays.gains[self._edges(here)] == 0, through, _outward(through, 8 * _UNIT * size, side))

    def _at_once(self, here: Slice, values: Floats, side: int) -> list[tuple[fmpq, list[MixedStrategy]]]:
        """Values of simultaneous decisions and their mixes, exact for the given bounds of their edges."""
        worth = [_exact(value) for value in self._options(here, values, side).tolist()]
        bounds = (self.arrays.edges[here.first : here.last + 1] - self.arrays.edges[here.first]).tolist()
        nodes = self.arrays.nodes[here.first : here.last].tolist()
        return [
            at_once(self.graph.simultaneous[node], self.simultaneous[node], worth[first:last])
            for node, (first, last) in zip(nodes, pairwise(bounds), strict=True)
        ]

    def _mixes(self, here: Slice) -> Iterator[tuple[int, list[MixedStrategy]]]:
        """At simultaneous decisions, for everybody the mix that keeps the bound which that person cares about."""
        nodes = self.arrays.nodes[here.first : here.last].tolist()
        found = zip(nodes, self._at_once(here, self.low, -1), self._at_once(here, self.high, 1), strict=True)
        for node, (_, cautious), (_, other) in found:
            first = deciding(self.graph.simultaneous[node])[0]
            much, little = (cautious, other) if self.simultaneous[node] > 0 else (other, cautious)
            yield node, [much[i] if i == first else little[i] for i in range(len(much))]

    def _expected(self, here: Slice, starts: Indices, values: Floats, side: int) -> Floats:
        """Expectations. Of k terms, each product of a probability (rounded once), and a value (rounded three times when
        a gain was added) is off by five roundings at most, and their sum by another k - 1.
        """
        edges = self._edges(here)
        through, size = self._through(here, values)
        weights = self.arrays.weights[edges]
        counts = np.diff(starts, append=len(through))
        total = np.add.reduceat(weights * through, starts)
        spread = np.add.reduceat(weights * size, starts)
        margin = (counts + 8) * _UNIT * spread + _TINY
        certain = spread == 0
        if self.arrays.gains is None:
            certain |= counts == 1  # nothing was calculated
        return np.where(certain, total, _outward(total, margin, side))

    def _through(self, here: Slice, values: Floats) -> tuple[Floats, Floats]:
        """Values at the ends of edges, with their gain; and the sum of the absolute parts."""
        edges = self._edges(here)
        through = values[self.arrays.targets[edges]]
        if self.arrays.gains is None:
            return through, np.abs(through)
        gains = self.arrays.gains[edges] * self.unit
        return through + gains, np.abs(through) + np.abs(gains)

    def _edges(self, here: Slice) -> slice:
        return slice(self.arrays.edges[here.first], self.arrays.edges[here.last])

    def _settle(self, loop: Loop) -> None:
        """Bounds for states that lead back to each other: a guess, and room around it until one step confirms both."""
        solver, added = self._alone(loop)
        try:
            guess, _ = solver.solve(added)
            short = np.zeros(len(guess))
            for side, values in ((-1, self.low), (1, self.high)):
                values[loop.first : loop.last] = guess
                short = np.maximum(short, side * (self._around(loop, values, side) - guess))
            room = np.zeros(len(guess))
            for _ in range(2):  # room for what is short there, then for what rounding makes of that room too
                missing = short + _UNIT * (4 * np.abs(guess) + 16 * room)
                room, _ = solver.solve(np.repeat(missing, np.diff(solver.edges)), all_want_most=True)
            for side, values in ((-1, self.low), (1, self.high)):
                self._widen(loop, values, guess, room, side)
        except ZeroDivisionError:
            raise _unproven(loop) from None

    def _alone(self, loop: Loop) -> tuple[FloatLoop, Floats]:
        """A loop by itself, and what taking each of its edges is worth, about, as far as that is known already."""
        arrays, size = self.arrays, loop.last - loop.first
        edges = slice(arrays.edges[loop.first], arrays.edges[loop.last])
        targets = arrays.targets[edges] - loop.first
        targets[(targets < 0) | (targets >= size)] = -1
        senses = np.zeros(size, np.int8)
        for here in loop.slices:
            senses[here.first - loop.first : here.last - loop.first] = self.senses[here.who] if here.who else 0
        added = (self.low + self.high)[arrays.targets[edges]] / 2
        added[targets >= 0] = 0
        if arrays.gains is not None:
            added += arrays.gains[edges] * self.unit
        firsts = arrays.edges[loop.first : loop.last + 1] - edges.start
        return FloatLoop(firsts, targets, arrays.weights[edges], senses), added

    def _widen(self, loop: Loop, values: Floats, guess: Floats, room: Floats, side: int) -> None:
        """Values for the places of a loop that one step confirms: the guess and some room, more until it does."""
        for _ in range(_TRIES):
            values[loop.first : loop.last] = bound = guess + side * room
            if (side * (self._around(loop, values, side) - bound) <= 0).all():
                return
            room = 2 * room
        raise _unproven(loop)

    def _around(self, loop: Loop, values: Floats, side: int) -> Floats:
        """Values of the places of a loop by one step from given values."""
        return np.concatenate([self._back(here, values, side) for here in loop.slices])


def _unproven(loop: Loop) -> Undecidable:
    return Undecidable(
        f"No bounds could be proven for a loop of {loop.last - loop.first:,} states: play hardly ever leaves it.",
        remedy="Ask for exact best play, or give the loop a limit.",
    )


def _exact(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())


def _rounded(value: fmpq, side: int) -> float:
    """The nearest number in floating point that is not higher (side -1) or not lower (1)."""
    near = nearest_float(fraction(value))
    return nextafter(near, side * inf) if side * (_exact(near) - value) < 0 else near


def _outward(values: Floats, margin: Floats, side: int) -> Floats:
    """Values less (side -1) or more (1) a margin, rounded away from them."""
    return np.nextafter(values + side * margin, side * np.inf)


def _first_best(options: Floats, starts: Indices) -> Indices:
    """For every run of options the number of its highest, the first among equals."""
    best = np.maximum.reduceat(options, starts)
    counts = np.diff(starts, append=len(options))
    (hits,) = np.nonzero(options == np.repeat(best, counts))
    firsts = hits[np.searchsorted(hits, starts)]
    return firsts - starts

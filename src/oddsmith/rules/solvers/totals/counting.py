"""Ends at which the same totals count, and the walk that comes to them: in sums of totals that never fall."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from oddsmith.errors import RuleError
from oddsmith.rules.compile.shapes import Shape
from oddsmith.rules.graph.graph import UNRESOLVED, Graph
from oddsmith.rules.solvers.absorption import leading_only_to, rule_name
from oddsmith.rules.solvers.totals.directions import Falls, Turned, Vector, turned
from oddsmith.rules.solvers.totals.walk import Table, Walk


class Counting(NamedTuple):
    """Ends at which the same totals count. shape: of all outcomes; places: of the fields that count, in order.

    walk: in sums of these. It has all ends of the graph, by the same numbers; at others than these nothing counts.
    """

    shape: Shape
    places: Vector
    turned: Turned
    walk: Walk

    def parts(self, end: int) -> tuple[Any, ...]:
        """The fields of an end before anything is added."""
        return self.shape.parts(self.walk.graph.ends[end]) or ()

    def raised(self, end: int, sums: Vector) -> Any:
        """The outcome of an end with these sums."""
        totals = [0] * len(self.shape.fields)
        for place, total in zip(self.places, self.turned.totals(sums), strict=True):
            totals[place] = total
        outcome = self.walk.graph.ends[end]
        try:
            return self.shape.raised(outcome, tuple(totals))
        except TypeError:
            raise RuleError(
                rule_name(self.walk.graph, 0),
                f"a gain cannot be added to the outcome {outcome!r}.",
                remedy="Return whole numbers in the fields that grow, on every way.",
            ) from None

    def sums(self, totals: Vector) -> Vector:
        """The sums of these totals, of which only those that count matter."""
        return self.turned.of(tuple([totals[place] for place in self.places]))

    def times(self, place: int) -> Vector:
        """The number of times that a field has each of the sums to which anything is added."""
        if place not in self.places:
            return (0,) * self.walk.size
        row = self.turned.back[self.places.index(place)]
        return tuple([count if at in self.walk.growing else 0 for at, count in enumerate(row)])

    def table(self, most: Vector) -> Table:
        """Weights of outcomes as far as `most` of each sum, or further."""
        return self.walk.table(tuple(range(self.walk.size)), most)

    def listed(self, most: Vector) -> dict[Any, Fraction]:
        """The chances of the outcomes up to so much of each sum."""
        table, found = self.table(most), dict[Any, Fraction]()
        for (end, sums), weight in table.weights.items():
            if all(map(int.__le__, sums, most)):
                outcome = self.raised(end, sums)
                found[outcome] = found.get(outcome, Fraction(0)) + Fraction(weight, table.unit)
        return found


class Totals(NamedTuple):
    """A graph that ends in several totals. vectors[n]: what each edge of n adds to each of them."""

    shape: Shape
    graph: Graph
    vectors: Mapping[int, Sequence[Vector]]

    def counted(self, end: int) -> frozenset[int]:
        """The places of the totals that count at an end."""
        everywhere = frozenset(range(len(self.shape.fields)))
        return frozenset() if end in self.graph.busts else everywhere - self.graph.lost.get(end, frozenset())


def countings(totals: Totals) -> list[Counting]:
    """The ends of a graph by the totals that count there.

    Raises Falls where a total rises and falls, so that chances are no sums over smaller ones; RuleError for play that
    may go on for ever.
    """
    kept: dict[frozenset[int], set[int]] = {}
    for end, outcome in totals.graph.ends.items():
        if outcome is not UNRESOLVED:
            kept.setdefault(totals.counted(end), set()).add(end)
    return [_counting(totals, tuple(sorted(places)), ends) for places, ends in kept.items()]


def _counting(totals: Totals, places: Vector, ends: Collection[int]) -> Counting:
    shape, graph, vectors = totals
    others = graph.ends.keys() - ends
    nothing = (0,) * len(places)
    past = leading_only_to(graph, others)
    added = {
        node: [
            nothing if target in past else tuple([vector[place] for place in places])
            for target, vector in zip(graph.targets[node], each, strict=True)
        ]
        for node, each in vectors.items()
    }
    try:
        found = turned(graph, added, len(places))
    except Falls as falls:
        raise Falls(places[falls.place]) from None
    walk = Walk(graph.copied(busts=others, lost={}), found.vectors, len(places))
    return Counting(shape, places, found, walk)

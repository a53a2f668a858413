"""Totals that may fall on the way, made into sums of totals that never do, so that chances are sums over smaller ones.

    while (face := await roll(d6)) != 6:      each round takes 1 to 5 from hp, and adds 1 to rounds:
        hp -= face                            hp never rises, and so -hp never falls
        rounds += 1
    return hp, rounds

Of a total that rises and falls, so many times another is added that the sum never falls. What is added once, and not
around a loop, makes no difference: each place has a height, the least sum with which play comes to it, and a step adds
what it adds beyond the difference of the two heights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from operator import mul
from typing import Final, NamedTuple, TypeAlias

from flint import fmpz_mat

from oddsmith.distribution.limits import refuse_work
from oddsmith.rules.graph.graph import Graph

#: What is added to each total, or how often a sum has each.
Vector: TypeAlias = tuple[int, ...]

_TIMES: Final = 2  # a sum that is tried first has each total so many times at most
_TRIED: Final = 300  # so many sums are tried
_EDGES: Final = 300_000  # and so many edges are looked at for them
_SECONDS_AN_EDGE: Final = 5e-7


class Falls(Exception):
    """A total rises and falls, and so does every sum with others, so that chances are no sums over smaller ones.

    place: which.
    """

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


class Turned(NamedTuple):
    """Sums of totals that never fall, as many as there are totals.

    sums: how often each has every total. back: how often every total has each of the sums. vectors[n]: what each edge
    of n adds to the sums, beyond the difference of heights.
    """

    sums: tuple[Vector, ...]
    back: tuple[Vector, ...]
    vectors: Mapping[int, Sequence[Vector]]

    def of(self, totals: Vector) -> Vector:
        """The sums of these totals."""
        return tuple([_times(row, totals) for row in self.sums])

    def totals(self, sums: Vector) -> Vector:
        """The totals that have these sums."""
        return tuple([_times(row, sums) for row in self.back])


def turned(graph: Graph, vectors: Mapping[int, Sequence[Vector]], size: int) -> Turned:
    """Sums of the totals of a graph that never fall around a loop. vectors[n]: what each edge of n adds to each total.

    Raises Falls where there are none.
    """
    units = tuple([_unit(place, size) for place in range(size)])
    steps = [v for n in vectors for t, v in zip(graph.targets[n], vectors[n], strict=True) if t not in graph.ends]
    if all(min(vector, default=0) >= 0 for vector in steps):
        return Turned(units, units, vectors)
    heights = _Heights(graph, vectors)
    sums = _never_falling(heights, units)
    found = fmpz_mat(size, size, [count for row in sums for count in row]).inv()
    back = tuple([tuple([int(found[i, j].p) for j in range(size)]) for i in range(size)])
    above = [heights.of(row) or [] for row in sums]
    risen: dict[int, list[Vector]] = {}
    for node in vectors:
        here = [each[node] for each in above]
        risen[node] = [
            tuple([_times(row, vector) + low - each[target] for row, low, each in zip(sums, here, above, strict=True)])
            for target, vector in zip(graph.targets[node], vectors[node], strict=True)
        ]
    return Turned(sums, back, risen)


def _unit(place: int, size: int) -> Vector:
    return tuple([int(each == place) for each in range(size)])


def _times(row: Vector, vector: Vector) -> int:
    return sum(map(mul, row, vector))


def _plus(row: Vector, times: int, other: Vector) -> Vector:
    return tuple([count + times * more for count, more in zip(row, other, strict=True)])


def _never_falling(heights: _Heights, units: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Sums that never fall, one for each total: the total itself, or less than nothing of it, or with others."""
    alone = [next((row for row in (u, _plus(u, -2, u)) if heights.of(row) is not None), None) for u in units]
    mixed = [place for place, row in enumerate(alone) if row is None]
    for base, replaced in _bases(alone, mixed, heights):
        if heights.of(base) is None:
            continue
        found = dict(enumerate(alone))
        if replaced is not None:
            found[replaced] = base
        for place in mixed:
            if place != replaced:
                found[place] = _with(units[place], base, heights)
        rows = [row for row in found.values() if row is not None]
        if len(rows) == len(units):
            return tuple(rows)
    if mixed:
        raise Falls(mixed[0])
    return tuple([row for row in alone if row is not None])


def _bases(
    alone: Sequence[Vector | None], mixed: Sequence[int], heights: _Heights
) -> Iterator[tuple[Vector, int | None]]:
    """Sums that may be added to totals that rise and fall; in place of which total one stands, if of any."""
    if not mixed:
        return
    steady = [row for row in alone if row is not None and heights.moves(row)]
    if steady:
        yield tuple(map(sum, zip(*steady, strict=True))), None
    moving = [place for place in range(len(alone)) if place in mixed or heights.moves(alone[place] or ())]
    counts = islice(product(range(-_TIMES, _TIMES + 1), repeat=len(moving)), _EDGES)
    most = min(_TRIED, _EDGES // (1 + heights.edges))
    for times in islice(sorted(counts, key=lambda counts: sum(map(abs, counts))), most):
        of = dict(zip(moving, times, strict=True))
        replaced = next((place for place in mixed if abs(of[place]) == 1), None)
        if replaced is not None:
            yield tuple([of.get(place, 0) for place in range(len(alone))]), replaced


def _with(unit: Vector, base: Vector, heights: _Heights) -> Vector | None:
    """A total and the least number of times of a sum with which it never falls; None where it always may."""
    low, high = 0, 1 + heights.most(unit)
    if heights.of(_plus(unit, high, base)) is None:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if heights.of(_plus(unit, middle, base)) is None:
            low = middle
        else:
            high = middle
    return _plus(unit, high, base)


class _Heights:
    """The least that sums of totals come to at each node of a graph, on all ways there."""

    def __init__(self, graph: Graph, vectors: Mapping[int, Sequence[Vector]]) -> None:
        self._graph = graph
        self._vectors = vectors
        self.edges = sum(map(len, vectors.values()))
        self._found: dict[Vector, list[int] | None] = {}
        self._seen = 0  # edges
        self._around: list[Vector] = []  # what edges within loops add
        for component in graph.order:
            inside = set(component)
            for node in component:
                pairs = zip(graph.targets[node], vectors[node], strict=True)
                self._around += [vector for target, vector in pairs if target in inside]

    def moves(self, row: Vector) -> bool:
        """Tell whether something is added to a sum within a loop."""
        return any(_times(row, vector) for vector in self._around)

    def most(self, row: Vector) -> int:
        """All that is added to a sum within loops, or taken from it, once each."""
        return sum([abs(_times(row, vector)) for vector in self._around])

    def of(self, row: Vector) -> list[int] | None:
        """The least sum at each node, 0 at ends; None where the sum falls around a loop."""
        if row not in self._found:
            self._found[row] = self._least(row)
        return self._found[row]

    def _least(self, row: Vector) -> list[int] | None:
        graph = self._graph
        least: list[int | None] = [None] * len(graph)
        least[0] = 0
        for component in reversed(graph.order):
            inside = set(component)
            edges = {
                node: [
                    (target, _times(row, vector))
                    for target, vector in zip(graph.targets[node], self._vectors[node], strict=True)
                ]
                for node in component
            }
            came: dict[int, int] = {}
            changed = [node for node in component if least[node] is not None]
            while changed:
                lower = dict.fromkeys(changed)
                changed = []
                for node in lower:
                    here = least[node] or 0
                    self._seen += len(edges[node])
                    for target, more in edges[node]:
                        if target in inside:
                            there = least[target]
                            if there is None or here + more < there:
                                least[target] = here + more
                                came[target] = node
                                changed.append(target)
                if changed and _goes_round(came):
                    return None
                refuse_work(_SECONDS_AN_EDGE * self._seen)
            for node in component:
                here = least[node] or 0
                for target, more in edges[node]:
                    there = least[target]
                    if target not in inside and target not in graph.ends and (there is None or here + more < there):
                        least[target] = here + more
        return [each or 0 for each in least]


def _goes_round(came: Mapping[int, int]) -> bool:
    """Tell whether some node is come to by way of itself."""
    clear: set[int] = set()
    for node in came:
        way: list[int] = []
        on_way: set[int] = set()
        while node in came and node not in clear:
            if node in on_way:
                return True
            on_way.add(node)
            way.append(node)
            node = came[node]
        clear.update(way)
    return False

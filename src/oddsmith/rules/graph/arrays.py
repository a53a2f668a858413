"""A graph as numpy arrays, for numbers with an error bound where exact ones would take too long."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from oddsmith.rules.graph.garbage_collection import without_collection
from oddsmith.rules.graph.graph import Graph

Floats: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Slice:
    """Places from `first` up to `last` (not included) at which the same is to be done, in one step.

    who: the person who decides there, or None. simultaneous: whether several decide there at once, unseen. Where
    neither is so, chance decides.
    """

    first: int
    last: int
    who: str | None
    simultaneous: bool = False


@dataclass(frozen=True)
class Loop:
    """Places that lead back to each other; its slices are solved together."""

    slices: tuple[Slice, ...]

    @property
    def first(self) -> int:
        return self.slices[0].first

    @property
    def last(self) -> int:
        return self.slices[-1].last


class Arrays:
    """The nodes of a graph at places in an order in which each comes after all that it leads to, loops together.

    places[n]: the place of node n. nodes[p]: the node at place p. edges[p] to edges[p + 1]: the numbers of the edges
    from place p, in their order. targets[e], weights[e], gains[e]: where edge e leads, how likely it is (1 at a
    decision) and what it adds on average, both as the nearest floating-point numbers; gains is None where nothing adds
    anything. steps: what is to be done in turn to bring values from the ends back to where play begins.
    """

    def __init__(self, graph: Graph) -> None:
        levels, loops = _levels(graph)
        people = list(dict.fromkeys(decision.who for decision in graph.decisions.values()))
        kinds = _kinds(graph, people)
        self.nodes: Indices = np.lexsort((kinds, loops, levels))
        self.places: Indices = np.empty_like(self.nodes)
        self.places[self.nodes] = np.arange(len(graph))
        ordered = [graph.targets[node] for node in self.nodes.tolist()]
        counts = np.fromiter(map(len, ordered), np.int64, len(graph))
        self.edges: Indices = np.concatenate([[0], np.cumsum(counts)])
        flat = np.fromiter(chain.from_iterable(ordered), np.int64, int(self.edges[-1]))
        self.targets: Indices = self.places[flat]
        self.weights: Floats = self._weights(graph)
        self.gains: Floats | None = self._gains(graph) if graph.has_gains else None
        self.steps = _steps(np.stack((levels, loops, kinds))[:, self.nodes], people)

    def _weights(self, graph: Graph) -> Floats:
        known: dict[int, float] = {}  # by identity: the same few objects come again and again
        flat: list[float] = []
        for node in self.nodes.tolist():
            weights = graph.weights[node]
            if weights is None:
                flat.extend([1.0] * len(graph.targets[node]))
                continue
            for weight in weights:
                number = known.get(id(weight))
                if number is None:
                    number = known[id(weight)] = float(weight)
                flat.append(number)
        return np.array(flat)

    def _gains(self, graph: Graph) -> Floats:
        nodes = self.nodes.tolist()
        per_node = (
            (0,) * len(graph.targets[node]) if graph.gains[node] is None else _added(graph, node) for node in nodes
        )
        return np.fromiter(chain.from_iterable(per_node), np.float64, len(self.targets))


def _added(graph: Graph, node: int) -> list[float]:
    return [float(gain) for _, gain in graph.expected_edges(node)]


_KNOWN: WeakKeyDictionary[Graph, Arrays] = WeakKeyDictionary()


def arrays_of(graph: Graph) -> Arrays:
    """The arrays of a graph, made once and kept as long as the graph."""
    arrays = _KNOWN.get(graph)
    if arrays is None:
        with without_collection():
            arrays = _KNOWN[graph] = Arrays(graph)
    return arrays


def _levels(graph: Graph) -> tuple[Indices, Indices]:
    """The most steps from each node to the ends, and the number of its loop (from 1 on; 0 for none)."""
    targets = graph.targets
    levels = [0] * len(graph)
    loops = np.zeros(len(graph), np.int64)
    found = 0
    for component in graph.order:
        if len(component) == 1:
            (node,) = component
            if node not in targets[node]:
                levels[node] = 1 + max([levels[target] for target in targets[node]], default=-1)
                continue
        found += 1
        inside = set(component)
        level = 1 + max([levels[t] for node in component for t in targets[node] if t not in inside], default=-1)
        for node in component:
            levels[node] = level
        loops[component] = found
    return np.array(levels), loops


_END, _CHANCE, _SIMULTANEOUS, _PERSON = range(4)


def _kinds(graph: Graph, people: list[str]) -> Indices:
    """_END, _CHANCE, _SIMULTANEOUS, or _PERSON and more for those who decide."""
    kinds = np.full(len(graph), _CHANCE)
    kinds[list(graph.ends)] = _END
    kinds[list(graph.simultaneous)] = _SIMULTANEOUS
    numbers = {who: _PERSON + i for i, who in enumerate(people)}
    for node, decision in graph.decisions.items():
        kinds[node] = numbers[decision.who]
    return kinds


def _steps(keys: Indices, people: list[str]) -> list[Slice | Loop]:
    """Runs of places with the same level, loop and kind (the rows of keys); those of one loop together."""
    changes = np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(axis=0)) + 1
    bounds = [0, *changes.tolist(), keys.shape[1]]
    steps: list[Slice | Loop] = []
    slices: list[Slice] = []
    for first, last in pairwise(bounds):
        _, loop, kind = keys[:, first].tolist()
        if kind == _END:
            continue
        here = Slice(first, last, people[kind - _PERSON] if kind >= _PERSON else None, kind == _SIMULTANEOUS)
        if not loop:
            steps.append(here)
            continue
        slices.append(here)
        if last == keys.shape[1] or keys[1, last] != loop:
            steps.append(Loop(tuple(slices)))
            slices = []
    return steps

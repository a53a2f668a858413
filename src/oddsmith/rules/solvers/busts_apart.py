"""Play without decisions in which busts are drawn at its beginning: then gains count on all of a way, or nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.backward_induction import best_values


def busts_apart(graph: Graph) -> Graph:
    """The same play without busts: each root draws whether one is met, and the rest goes on as it then does.

    graph: without decisions. Chances of a step are those that it has among ways with, or without, a bust. Raises Stall
    as `best_values` does.
    """
    lucky = {node: fmpq(node not in graph.busts) for node in graph.ends}
    kept = best_values(graph, lucky, fmpq(0), {}).values
    made = Graph(roots=[])
    lost = [1 - chance for chance in kept]
    both = [(chances, _given(graph, chances, made, counts=chances is kept)) for chances in (kept, lost)]
    for root in graph.roots:
        ways = [(place[root], chances[root]) for chances, place in both if root in place]
        here = made.new(graph.labels[root])
        made.targets[here], made.weights[here] = map(tuple, zip(*ways, strict=True))
        made.roots.append(here)
    return made


def _given(graph: Graph, chances: Sequence[fmpq], made: Graph, *, counts: bool) -> dict[int, int]:
    """Add the nodes from which ends of one kind are met, each with its chance of that; gives their places.

    counts: whether gains before these ends count.
    """
    place = {node: made.new(None) for node in range(len(graph)) if chances[node] != 0}
    for node, here in place.items():
        if node in graph.ends:
            made.ends[here] = graph.ends[node]
            continue
        edges = zip(graph.edges(node), graph.weights[node] or (), strict=True)
        ways = [(place[t], gain, weight * chances[t] / chances[node]) for (t, gain), weight in edges if chances[t] != 0]
        targets, gains, weights = zip(*ways, strict=True)
        made.targets[here], made.weights[here] = targets, weights
        if counts and any(gain != 0 for gain in gains):
            made.gains[here] = gains
    return place

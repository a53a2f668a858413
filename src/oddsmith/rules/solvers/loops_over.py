"""Loops that are over: play there only counts on what makes no difference, however long it goes on.

    if successes < 0:
        return -1 + fall()      # for `Linear(lambda n: n >= 1, 0)` all is decided: that is 0, also if it never ends

    while await choose("player", ("go on", "stop")) == "go on" and await roll(d6) >= 3:
        hits += 1               # of `hits >= 3`, from 3 hits on

What they are worth is known without a look at who decides what in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from flint import fmpq

from oddsmith.rules.graph.graph import UNRESOLVED, Graph, Open
from oddsmith.rules.graph.simultaneous import MixedStrategy
from oddsmith.rules.solvers.node_values import Values


def end_loop(of: Values, component: Sequence[int]) -> bool:
    """Fill in the values and plan of nodes that lead back to each other, if all is decided there; tell whether it is.

    The plan takes the first option that leads nearer to an end.
    """
    graph = of.graph
    if of.stall is not None or of.within or of.senses.keys().isdisjoint(component):
        return False
    gains = any(graph.gains[node] for node in component)
    if of.unit != 0 if gains else graph.grown.isdisjoint(component):
        return False
    if (value := _only_value(of, component)) is None:
        return False
    steps = _steps_to_leave(graph, component)
    for node in component:
        of.values[node] = value
        if node in of.senses:
            targets = graph.targets[node]
            edge = next(i for i, target in enumerate(targets) if steps.get(target, 0) < steps[node])
            if node in graph.simultaneous:
                of.mixes[node] = _alone(graph, node, edge)
            else:
                of.plan[node] = edge
    of.over.update(component)
    return True


def _only_value(of: Values, component: Sequence[int]) -> fmpq | None:
    """The value of all ends to which nodes lead; None where there are several, or none that is resolved, or the goal
    counts what is gained on the way.
    """
    graph = of.graph
    values: set[fmpq] = set()
    reached = graph.reachable(*component)
    if of.unit != 0 and any(graph.gains[node] for node in reached):
        return None
    for node in reached & graph.ends.keys():
        outcome = graph.ends[node]
        if outcome is UNRESOLVED or isinstance(outcome, Open):
            return None
        values.add(of.values[node])
    return values.pop() if len(values) == 1 else None


def _steps_to_leave(graph: Graph, component: Sequence[int]) -> dict[int, int]:
    """For each of these nodes, how many edges lead out of them at least."""
    inside = set(component)
    coming: dict[int, list[int]] = {node: [] for node in component}
    for node in component:
        for target in inside.intersection(graph.targets[node]):
            coming[target].append(node)
    steps = {node: 1 for node in component if not inside.issuperset(graph.targets[node])}
    todo = [*steps]
    for node in todo:
        for before in coming[node]:
            if before not in steps:
                steps[before] = steps[node] + 1
                todo.append(before)
    return steps


def _alone(graph: Graph, node: int, edge: int) -> list[MixedStrategy]:
    """The options of one edge of simultaneous decisions, as mixes."""
    counts = [range(len(decision.options)) for decision in graph.simultaneous[node]]
    taken = [*product(*counts)][edge]
    return [[fmpq(int(option == its)) for option in options] for options, its in zip(counts, taken, strict=True)]

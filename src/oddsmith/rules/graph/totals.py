"""Running totals made part of the state, for goals that depend on more than the sum of what gains add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from oddsmith.errors import RuleError, TooLarge
from oddsmith.rules.graph.goals import AtLeast, Goal, per_gain
from oddsmith.rules.graph.graph import UNRESOLVED, Graph, Open


def settled(graph: Graph, goals: Sequence[Goal | None], limit: int) -> tuple[Graph, list[fmpq]]:
    """A graph that can be solved for the goals, and the amount that a gain of 1 on an edge adds to each of them.

    It is the graph itself where gains add the same to a goal whatever the outcome; otherwise the running total becomes
    part of the state, and nothing is left to add.

    Raises RuleError when totals have no bound and not every goal is `AtLeast`; TooLarge past `limit` nodes.
    """
    units = [per_gain(goal) for goal in goals]
    known = [unit for unit in units if unit is not None]
    if len(known) == len(units) or not graph.has_gains:
        return graph, [fmpq(0) if unit is None else unit for unit in units]
    return _unrolled(graph, goals, limit), [fmpq(0)] * len(goals)


def _unrolled(graph: Graph, goals: Sequence[Goal | None], limit: int) -> Graph:
    """The same play with the running total in the state (`totals`) instead of in gains."""
    ceiling = _ceiling(graph, goals) if _gains_around_a_loop(graph) else None
    totals: list[int] = []
    result = Graph(roots=[], totals=totals)
    index: dict[tuple[int, int], int] = {}

    def place(node: int, total: int) -> int:
        if ceiling is not None:
            total = min(total, ceiling)
        key = (node, total)
        if key not in index:
            if len(index) >= limit:
                raise TooLarge("states", len(index) + 1, limit, remedy="Cap the total, or raise the limit.")
            index[key] = result.new(graph.labels[node])
            totals.append(total)
            todo.append(key)
        return index[key]

    todo: list[tuple[int, int]] = []
    for root in graph.roots:
        result.roots.append(place(root, 0))
    while todo:
        node, total = todo.pop()
        here = index[node, total]
        if node in graph.ends:
            end = graph.ends[node]
            if isinstance(end, Open):
                result.ends[here] = Open(end.distribution + total)
            else:
                result.ends[here] = end if end is UNRESOLVED or total == 0 else end + total  # type: ignore[operator]
            continue
        result.targets[here] = tuple(place(target, total + gain) for target, gain in graph.edges(node))
        result.weights[here] = graph.weights[node]
        if node in graph.decisions:
            result.decisions[here] = graph.decisions[node]
        elif node in graph.simultaneous:
            result.simultaneous[here] = graph.simultaneous[node]
    return result


def _ceiling(graph: Graph, goals: Sequence[Goal | None]) -> int:
    """The total from which on every end reaches every goal."""
    wanted = [goal.k for goal in goals if isinstance(goal, AtLeast)]
    lowest = _lowest_end(graph)
    if len(wanted) < len(goals) or lowest is None or any(g < 0 for gs in graph.gains for g in gs or ()):
        raise RuleError(
            graph.labels[0][0].rule.name,
            "gains add up around a loop, so the goal is asked of infinitely many totals.",
            remedy="Use goal=AtLeast(k), or no goal (the expected outcome), or say what a gain adds: Linear(goal, k).",
        )
    return max(wanted) - lowest


def _gains_around_a_loop(graph: Graph) -> bool:
    for component in graph.order:
        inside = set(component)
        if any(gain and target in inside for node in component for target, gain in graph.edges(node)):
            return True
    return False


def _lowest_end(graph: Graph) -> int | None:
    """The least outcome at an end, or None when there is no least integer."""
    ends = [end for end in graph.ends.values() if end is not UNRESOLVED]
    lows: list[Any] = [end.distribution.minimum if isinstance(end, Open) else end for end in ends]
    return min(lows) if lows and all(isinstance(low, int) for low in lows) else None

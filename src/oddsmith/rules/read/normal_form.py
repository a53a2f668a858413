"""Normal form: every choice in games that are decided before chance begins, and its consequences."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from flint import fmpq

from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.plans import Planned
from oddsmith.rules.graph.totals import settled
from oddsmith.rules.language.calls import Call
from oddsmith.rules.linalg.linear import fraction
from oddsmith.rules.read.frontier import Point
from oddsmith.rules.solvers.backward_induction import best_values

T = TypeVar("T")
_Options: TypeAlias = tuple[tuple[Decision, Hashable], ...]


@dataclass(frozen=True)
class Chosen(Point[T]):
    """Options taken one after the other, and what to expect then."""

    options: _Options


def beforehand(
    graph: Graph, gain: Goal | None, cost: Goal | None, *, start: Call[Any] | None = None, limit: int = STATE_LIMIT
) -> tuple[Chosen[Any], ...] | None:
    """The choices that no other choice beats, the cheapest first: each gains more than all that cost less.

    Unlike the vertices of a `frontier` these are all, also those that a mix of two others would beat. None where
    something is decided after chance has had its say, or by several people. gain, cost, start, limit: as for
    `frontier`.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import Then, choose, explore, roll, rule
    >>> @rule
    ... async def buy() -> Then[tuple[int, int]]:
    ...     dice = await choose("player", (0, 1, 2, 3))
    ...     return max(await roll(d6.pool(dice)), default=0), dice
    >>> for chosen in beforehand(explore(buy()), lambda o: o[0] >= 5, lambda o: o[1]):
    ...     print(chosen.gain, chosen.cost, *[option for _, option in chosen.options])
    0 0 0
    1/3 1 1
    5/9 2 2
    19/27 3 3
    """
    graph, (unit_gain, unit_cost) = settled(graph, (gain, cost), limit)
    first = graph.roots[0] if start is None else graph.state(start)
    leaves = _leaves(graph, first, gaining=unit_gain != 0 or unit_cost != 0)
    if leaves is None:
        return None
    under = graph.under(dict.fromkeys(graph.decisions, 0))  # none of them is beyond a leaf
    gains = best_values(under, end_values(under, gain), unit_gain, {}).values
    costs = best_values(under, end_values(under, cost), unit_cost, {}).values
    worth = [
        (fraction(costs[node] + added * unit_cost), -fraction(gains[node] + added * unit_gain), options)
        for (node, added), options in leaves.items()
    ]
    places = {decision: node for node, decision in graph.decisions.items()}
    kept: list[Chosen[Any]] = []
    for paid, lost, options in sorted(worth, key=lambda one: one[:2]):
        if not kept or -lost > kept[-1].gain:
            edges = {
                places[decision]: list(map(hash, decision.options)).index(hash(option)) for decision, option in options
            }
            planned = Planned(graph, dict.fromkeys(graph.decisions, 0) | edges)
            kept.append(Chosen(-lost, paid, planned, first, options))
    return tuple(kept)


def _leaves(graph: Graph, start: int, *, gaining: bool) -> dict[tuple[int, int | fmpq], _Options] | None:
    """Nodes at which chance begins, the gain by then, and the options that lead there; None where it is not last.

    gaining: whether gains count.
    """
    found: dict[tuple[int, int | fmpq], _Options] = {}
    seen: set[tuple[int, int | fmpq]] = set()
    todo: list[tuple[int, int | fmpq, _Options]] = [(start, 0, ())]
    while todo:
        node, added, options = todo.pop()
        if (node, added) in seen:
            continue
        seen.add((node, added))
        decision = graph.decisions.get(node)
        edges = list(graph.expected_edges(node))
        if decision is not None:
            if any(before is decision for before, _ in options):
                return None  # it comes up again and again, each time after more gains
            taken = [(*options, (decision, option)) for option in decision.options]
        elif len(edges) == 1:
            taken = [options]
        else:
            found[node, added] = options
            continue
        following = [
            (t, added + gain if gaining else added, then) for (t, gain), then in zip(edges, taken, strict=True)
        ]
        todo += reversed(following)
    if (
        len(graph.deciders) > 1
        or graph.simultaneous
        or graph.decisions.keys() & graph.reachable(*[node for node, _ in found])
    ):
        return None
    return found

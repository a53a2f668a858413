"""Simultaneous decisions: matrix games, and the graph that is left when the mixes of some people are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod
from typing import TypeAlias

from flint import fmpq

from oddsmith.rules.graph.graph import Decision, Gain, Graph
from oddsmith.rules.linalg.matrix_games import solve_matrix

#: The chance of each option of one person.
MixedStrategy: TypeAlias = Sequence[fmpq]

_ONE = fmpq(1)


def deciding(decisions: Sequence[Decision]) -> list[int]:
    """The places of those who have more than one option."""
    return [place for place, decision in enumerate(decisions) if len(decision.options) > 1]


def at_once(decisions: Sequence[Decision], sense: int, worth: Sequence[fmpq]) -> tuple[fmpq, list[MixedStrategy]]:
    """The value of a node of simultaneous decisions, and the mixes of everybody.

    sense: 1 if the first who decides wants much, -1 if little; a second wants the opposite. worth: of every edge.
    """
    places = deciding(decisions)
    width = len(decisions[places[1]].options) if len(places) > 1 else 1
    rows = [[sense * value for value in worth[i : i + width]] for i in range(0, len(worth), width)]
    value, *found = solve_matrix(rows)
    mixes: list[MixedStrategy] = [[_ONE] for _ in decisions]
    for place, mix in zip(places, found, strict=False):
        mixes[place] = mix
    return sense * value, mixes


def joint(mixes: Sequence[MixedStrategy]) -> dict[int, fmpq]:
    """The chance of each edge of such a node when everybody mixes, those left out that nobody takes."""
    chances = [prod(way, start=_ONE) for way in product(*mixes)]
    return {edge: chance for edge, chance in enumerate(chances) if chance != 0}


def against(mixes: Sequence[MixedStrategy], place: int, worth: Sequence[fmpq]) -> list[fmpq]:
    """The value of each option of one person when the others mix. worth: of every edge."""
    values = [fmpq(0)] * len(mixes[place])
    others = [[_ONE] * len(mix) if i == place else mix for i, mix in enumerate(mixes)]
    for way, value in zip(product(*[enumerate(mix) for mix in others]), worth, strict=True):
        values[way[place][0]] += prod([chance for _, chance in way], start=_ONE) * value
    return values


def keeps(
    decisions: Sequence[Decision], place: int, mix: MixedStrategy, sense: int, worth: Sequence[fmpq], value: fmpq
) -> bool:
    """True when the mix of one of two people guarantees a value, whatever the other takes. sense: of that one."""
    mixes = [mix if i == place else [_ONE] * len(decision.options) for i, decision in enumerate(decisions)]
    (other,) = (i for i in deciding(decisions) if i != place)
    return all(sense * answer >= sense * value for answer in against(mixes, other, worth))


def fixed(graph: Graph, mixes: Mapping[int, Mapping[int, MixedStrategy]]) -> Graph:
    """The graph in which the mixes of some are known: by node and place of the person, the chances of the options.

    Nodes keep their numbers. Where one person is left who decides, the node is a decision of theirs, and each option
    leads on by chance; where nobody is, it is a chance node itself.
    """
    after = graph.copied(labels=list(graph.labels), totals=None if graph.totals is None else list(graph.totals))
    for node, known in mixes.items():
        _fix(after, node, known)
    return after


def _fix(graph: Graph, node: int, known: Mapping[int, MixedStrategy]) -> None:
    decisions = graph.simultaneous.pop(node)
    left = [place for place in deciding(decisions) if place not in known]
    edges = list(graph.edges(node))
    ways = list(product(*[range(len(decision.options)) for decision in decisions]))
    spread: dict[tuple[int, ...], dict[tuple[int, Gain], fmpq]] = {}  # by what those left take: where it leads
    for way, edge in zip(ways, edges, strict=True):
        chance = prod([mix[way[place]] for place, mix in known.items()], start=_ONE)
        if chance != 0:
            leads = spread.setdefault(tuple([way[place] for place in left]), {})
            leads[edge] = leads.get(edge, fmpq(0)) + chance
    if not left:
        _lead(graph, node, spread[()])
        return
    onward: list[tuple[int, Gain]] = []
    for leads in spread.values():
        if len(leads) == 1:
            onward.extend(leads)
        else:
            onward.append((graph.new(graph.labels[node]), 0))
            if graph.totals is not None:
                graph.totals.append(graph.totals[node])
            _lead(graph, onward[-1][0], leads)
    graph.targets[node] = tuple([target for target, _ in onward])
    graph.gains[node] = tuple([gain for _, gain in onward]) if any(gain != 0 for _, gain in onward) else None
    if len(left) == 1:
        graph.decisions[node] = decisions[left[0]]
    else:
        graph.simultaneous[node] = tuple([decisions[place] for place in left])


def _lead(graph: Graph, node: int, leads: Mapping[tuple[int, Gain], fmpq]) -> None:
    graph.targets[node] = tuple([target for target, _ in leads])
    graph.weights[node] = tuple(leads.values())
    graph.gains[node] = tuple([gain for _, gain in leads]) if any(gain != 0 for _, gain in leads) else None

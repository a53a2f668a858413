"""Best play in loops of simultaneous decisions: stochastic games, whose value need not be a fraction.

The mixes for given values, and the values for given mixes, are found in turn: Newton's method (Pollatschek and
Avi-Itzhak 1969). Where that comes no nearer, those who want little may answer as they like for a round (Hoffman and
Karp 1966). It comes nearer without an end, so mixes are rounded on the way, and once nothing moves that matters, the
fractions that the values seem to be are put to the test: a mix for each side that guarantees exactly as much as the
other side's is proof, wherever they came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from flint import fmpq

from oddsmith.errors import Undecidable
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.simultaneous import MixedStrategy, at_once, deciding, fixed, keeps
from oddsmith.rules.linalg.linear import fraction, rational
from oddsmith.rules.solvers import policy_iteration
from oddsmith.rules.solvers.node_values import Values

_ROUNDS = 60
_ROUNDED = 2**600  # mixes are multiples of one over this
_NEAR = fmpq(1, 2**500)  # of the largest value: what moves less is as good as found
_SIMPLE = 2**200  # the largest denominator of a value that is taken for a fraction

#: By node and place of a person, the mix of that person.
_Mixes: TypeAlias = dict[int, dict[int, MixedStrategy]]


def solve_loop(of: Values, component: Sequence[int]) -> None:
    """Fill in the values, plan and mixes of nodes that lead back to each other, some with simultaneous decisions.

    Raises Undecidable when the value is no fraction, or one too long to be recognised; Stall when one side can keep
    play going for ever, however the other mixes.
    """
    game = _Game(of, component)
    much, little = game.uniform()
    found = game.against(much)
    before = None
    for _ in range(_ROUNDS):
        moved = game.improve(found.values, much, little)
        if moved == 0:
            break
        if moved < _NEAR * max(map(abs, found.values)):
            game.improve(game.simplest(found.values), much, little)
            break
        _round(much)
        _round(little)
        nearer = before is None or moved < before
        found = game.against(game.joint(much, little) if nearer else much)
        before = moved
    found = game.against(much)
    other = game.against(little)
    if found.values[: game.size] != other.values[: game.size]:
        raise Undecidable(
            f"The loop of secret decisions at {of.graph.labels[component[0]][0]!r} may be worth no fraction.",
            remedy="Give the loop a limit, or say what somebody does: answered(graph, policies).",
        )
    game.fill_in(
        of,
        component,
        found,
        other,
        {node: {**much.get(node, {}), **little.get(node, {})} for node in game.graph.simultaneous},
    )


class _Game:
    """The loop as a graph of its own, in which the nodes of the component come first and what it leads to are ends."""

    def __init__(self, whole: Values, component: Sequence[int]) -> None:
        graph = Graph()
        numbers = {node: graph.new(whole.graph.labels[node]) for node in component}
        self.ends: dict[int, fmpq] = {}
        for target in {target for node in component for target in whole.graph.targets[node]} - numbers.keys():
            numbers[target] = graph.new(whole.graph.labels[target])
            graph.ends[numbers[target]] = target
            self.ends[numbers[target]] = whole.values[target]
        for node in component:
            number = numbers[node]
            graph.targets[number] = tuple([numbers[target] for target in whole.graph.targets[node]])
            graph.weights[number], graph.gains[number] = whole.graph.weights[node], whole.graph.gains[node]
            if node in whole.graph.decisions:
                graph.decisions[number] = whole.graph.decisions[node]
            elif node in whole.graph.simultaneous:
                graph.simultaneous[number] = whole.graph.simultaneous[node]
        self.graph = graph
        self.size = len(component)
        self.unit = whole.unit
        self.senses = {numbers[node]: whole.senses[node] for node in component if node in whole.senses}
        self.contested = {node: people for node, people in graph.simultaneous.items() if len(deciding(people)) > 1}

    def uniform(self) -> tuple[_Mixes, _Mixes]:
        """Everybody takes every option equally often: those who want much, and those who want little."""
        much: _Mixes = {}
        little: _Mixes = {}
        for node, decisions in self.contested.items():
            for place, sense in zip(deciding(decisions), (self.senses[node], -self.senses[node]), strict=True):
                count = len(decisions[place].options)
                (much if sense > 0 else little)[node] = {place: [fmpq(1, count)] * count}
        return much, little

    def joint(self, much: _Mixes, little: _Mixes) -> _Mixes:
        """The mixes of all."""
        return {node: {**much[node], **little[node]} for node in self.contested}

    def against(self, mixes: Mapping[int, Mapping[int, MixedStrategy]]) -> Values:
        """Best play of all others when it is known how some mix."""
        known = fixed(self.graph, {node: mixes.get(node, {}) for node in self.graph.simultaneous})
        senses = {node: self.senses[node] for node in known.decisions}
        for node in known.decisions.keys() & self.contested.keys():
            first, *_ = deciding(self.contested[node])
            if first in mixes[node]:  # the other is left
                senses[node] = -senses[node]
        return Values(known, self.ends, self.unit, senses).carry_back(policy_iteration.solve_loop)

    def improve(self, values: Sequence[fmpq], much: _Mixes, little: _Mixes) -> fmpq:
        """Change the mixes that do not keep what a node is worth by these values; how far that moves it at most."""
        moved = fmpq(0)
        for node, decisions in self.contested.items():
            worth = [values[target] + self.unit * gain for target, gain in self.graph.expected_edges(node)]
            value, mixes = at_once(decisions, self.senses[node], worth)
            moved = max(moved, abs(value - values[node]))
            for side, wants in ((much, 1), (little, -1)):
                for place, mix in side[node].items():
                    if not keeps(decisions, place, mix, wants, worth, value):
                        side[node][place] = mixes[place]
        return moved

    def simplest(self, values: Sequence[fmpq]) -> list[fmpq]:
        """The fractions that values seem to be."""
        simple = [rational(fraction(value).limit_denominator(_SIMPLE)) for value in values[: self.size]]
        return [*simple, *values[self.size : len(self.graph)]]

    def fill_in(
        self,
        of: Values,
        component: Sequence[int],
        found: Values,
        other: Values,
        mixes: Mapping[int, Mapping[int, MixedStrategy]],
    ) -> None:
        """Bring back what is found for those who want much and for those who want little."""
        for number, node in enumerate(component):
            of.values[node] = found.values[number]
            if number in self.graph.simultaneous:
                decisions = self.graph.simultaneous[number]
                known = mixes.get(number) or _alone(decisions, found.plan[number])
                of.mixes[node] = [known.get(place, [fmpq(1)]) for place in range(len(decisions))]
            elif number in self.senses:
                of.plan[node] = (found if self.senses[number] > 0 else other).plan[number]


def _alone(decisions: Sequence[Decision], taken: int) -> dict[int, MixedStrategy]:
    """The option that the only person who decides takes, as a mix."""
    (place,) = deciding(decisions)
    return {place: [fmpq(int(option == taken)) for option in range(len(decisions[place].options))]}


def _round(mixes: _Mixes) -> None:
    """Shorten the fractions."""
    for people in mixes.values():
        for place, mix in people.items():
            shares = [fmpq(int(share * _ROUNDED), _ROUNDED) for share in mix]
            largest = max(range(len(mix)), key=lambda i: mix[i])
            shares[largest] += 1 - sum(shares, fmpq(0))
            people[place] = shares

"""What every state of a graph is worth under best play.

Values flow backward through the graph of states. At a chance node the value is the expectation, at a decision node the
best of its options for whoever decides. States that lead back to each other are solved by policy iteration (Howard
1960; for two players strategy iteration, Hoffman and Karp 1966), exactly over the rationals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import fmpq

from oddsmith.errors import RuleError
from oddsmith.rules.graph.components import endless
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.simultaneous import Mix, at_once, deciding
from oddsmith.rules.linalg.linear import rational, solve_values
from oddsmith.rules.solvers.absorption import never_ends

#: Who wants the expected goal high (`max`) or low (`min`).
Players: TypeAlias = Mapping[str, Callable[..., Any]]

PLAYERS: Players = {"player": max, "opponent": min}


_LARGE = 60  # loops of more states begin with a plan found in floating point


class Stall(RuleError):
    """Somebody can keep play going for ever, and nobody said what that is worth."""

    code = "stall"


def senses_of(graph: Graph, players: Players) -> dict[int, int]:
    """For every decision node 1 if its player wants much, -1 if little; for a secret one what the first of those who
    decide there wants.

    Raises RuleError for somebody who decides and is not among the players, and for secret decisions of others than two
    who want the opposite.
    """
    senses = {node: _sense(decision, players) for node, decision in graph.decisions.items()}
    for node, decisions in graph.simultaneous.items():
        wants = [_sense(decisions[place], players) for place in deciding(decisions)]
        if wants not in ([1], [-1], [1, -1], [-1, 1]):
            raise RuleError(
                decisions[0].call.rule.name,
                f"{', '.join(decision.who for decision in decisions)} decide at once, and are not two opponents.",
                remedy="Let them decide in turn, or say what some of them do: answered(graph, policies).",
            )
        senses[node] = wants[0]
    return senses


def _sense(decision: Decision, players: Players) -> int:
    want = players.get(decision.who)
    if want is not max and want is not min:
        raise RuleError(
            decision.call.rule.name,
            f"{decision.who!r} decides, and players says {want!r} for them.",
            remedy="Give players={..., " + repr(decision.who) + ": max} or min.",
        )
    return 1 if want is max else -1


def goes_on(graph: Graph, staying: set[int], senses: Mapping[int, int]) -> RuleError:
    """The error for nodes among which play can be kept for ever (see `endless`): a Stall when somebody can do that."""
    deciding = [node for node in staying if node in senses]
    if not deciding:
        return never_ends(graph, sorted(staying))
    decision = graph.decisions[min(deciding)]
    return Stall(
        decision.call.rule.name,
        f"{decision.who} can keep play going for ever (at {decision.call!r}).",
        remedy="Give the loop a price or a limit, or say what play without end is worth: best(..., stall=0).",
    )


class Values:
    """Values of all nodes under best play, the edge to take at every decision, and how to mix at every secret one.

    ends: what every end node is worth. unit: what a gain of 1 is worth. senses: +1 for every decision node at which
    much is wanted, -1 where little is. stall: what play without end is worth. within: the edges that may be taken,
    where that is not all of them.
    """

    def __init__(
        self,
        graph: Graph,
        ends: Mapping[int, fmpq],
        unit: fmpq,
        senses: Mapping[int, int],
        stall: int | Fraction | None = None,
        within: Mapping[int, Sequence[int]] | None = None,
    ) -> None:
        self.graph = graph
        self.unit = unit
        self.senses = senses
        self.stall = stall
        self.within = within or {}
        self.values: list[fmpq] = [fmpq(0)] * len(graph)
        self.plan: dict[int, int] = {}
        self.mixes: dict[int, list[Mix]] = {}
        for node, value in ends.items():
            self.values[node] = value
        for component in graph.order:
            if len(component) > 1 or component[0] in graph.targets[component[0]]:
                self._loop(component)
            else:
                self._single(component[0])

    def option_values(self, node: int) -> list[fmpq]:
        """What each edge of a node is worth."""
        values, gains = self.values, self.graph.gains[node]
        if gains is None:
            return [values[target] for target in self.graph.targets[node]]
        return [values[t] + self.unit * g for t, g in zip(self.graph.targets[node], gains, strict=True)]

    def _single(self, node: int) -> None:
        graph, values = self.graph, self.values
        if node in graph.simultaneous:
            values[node], self.mixes[node] = at_once(
                graph.simultaneous[node], self.senses[node], self.option_values(node)
            )
        elif node in self.senses:
            options = self.option_values(node)
            taken = self._pick(node, options)
            self.plan[node] = taken
            values[node] = options[taken]
        elif graph.targets[node]:
            weights = graph.weights[node] or ()
            value = fmpq(0)
            gains = graph.gains[node]
            for target, weight in zip(graph.targets[node], weights, strict=True):
                value += weight * values[target]
            if gains is not None:
                for gain, weight in zip(gains, weights, strict=True):
                    value += weight * self.unit * gain
            values[node] = value

    def _loop(self, component: list[int]) -> None:
        inside = set(component)
        if not inside.isdisjoint(self.graph.simultaneous):
            self._repeated(component)
            return
        deciding = [node for node in component if node in self.senses]
        staying = endless(self.graph.targets, component, self.senses)
        given_up = staying & self.senses.keys()
        if staying and (self.stall is None or len({self.senses[n] for n in given_up}) != 1 or self.graph.has_gains):
            raise goes_on(self.graph, staying, self.senses)
        # Start where play surely ends: at the way out, or (where play may be kept going) by giving up for the stall
        # value.
        for node in deciding:
            edges = self._edges(node)
            self.plan[node] = next((i for i in edges if self.graph.targets[node][i] not in inside), edges[0])
        if len(component) > _LARGE and deciding and not staying and not self.within:
            self._guess(component, inside)
        seeking = [n for n in deciding if self.senses[n] > 0]
        avoiding = [n for n in deciding if self.senses[n] < 0]
        first, second = (seeking, avoiding) if seeking else (avoiding, [])
        while True:
            while True:
                self._evaluate(component, inside, given_up)
                if not self._improve(second, given_up):
                    break
            if not self._improve(first, given_up):
                break
        if given_up:
            self._leave(component, inside, given_up)

    def _repeated(self, component: list[int]) -> None:
        from oddsmith.rules.solvers.stochastic_games import repeated  # which is built on this module

        found = repeated(self, component)
        for node, value, edge, mixes in zip(component, found.values, found.edges, found.mixes, strict=True):
            self.values[node] = value
            if edge is not None:
                self.plan[node] = edge
            if mixes is not None:
                self.mixes[node] = mixes

    def _guess(self, component: list[int], inside: set[int]) -> None:
        """Begin with the plan that is best in floating point, which spares most of the exact work."""
        from oddsmith.rules.graph.float_loops import (
            FloatLoop,  # numpy takes a tenth of a second, so only where it is used
        )

        loop = FloatLoop.of(self.graph, component, self.senses)
        added = [
            float(self.unit * gain if target in inside else self.values[target] + self.unit * gain)
            for node in component
            for target, gain in self.graph.edges(node)
        ]
        try:
            edges = loop.best_edges(added)
        except ZeroDivisionError:  # too close a call for floating point
            return
        self.plan.update({node: edge for node, edge in zip(component, edges, strict=True) if edge >= 0})

    def _leave(self, component: list[int], inside: set[int], given_up: set[int]) -> None:
        """Where giving up is only as good as some way out, take the way out; where it is better, there is no best
        play."""
        ends: set[int] = set()  # nodes from which play surely ends

        def leads_out(target: int) -> bool:
            return target not in inside or target in ends

        changed = True
        while changed:
            changed = False
            for node in component:
                if node in ends:
                    continue
                targets = self.graph.targets[node]
                if node in given_up:
                    options = self.option_values(node)
                    ways = [i for i, t in enumerate(targets) if options[i] == self.values[node] and leads_out(t)]
                    if not ways:
                        continue
                    self.plan[node] = ways[0]
                elif node in self.senses:
                    if not leads_out(targets[self.plan[node]]):
                        continue
                elif not any(map(leads_out, targets)):
                    continue
                ends.add(node)
                changed = True
        if not given_up <= ends:
            decision = self.graph.decisions[min(given_up - ends)]
            raise Stall(
                decision.call.rule.name,
                f"best play for {decision.who} is to keep play going for ever (at {decision.call!r}).",
                remedy="Give the loop a price or a limit.",
            )

    def _evaluate(self, component: list[int], inside: set[int], given_up: set[int]) -> None:
        """Values of the component's nodes under the plan as it stands."""
        graph = self.graph
        place = {node: i for i, node in enumerate(component)}
        rows: list[dict[int, fmpq]] = [{} for _ in component]
        constant = [fmpq(0)] * len(component)
        one = (fmpq(1),)
        for i, node in enumerate(component):
            if node in given_up:
                constant[i] = rational(Fraction(self.stall or 0))
                continue
            targets, weights, gains = graph.targets[node], graph.weights[node], graph.gains[node]
            if node in self.senses:
                taken = self.plan[node]
                targets, weights = (targets[taken],), one
                gains = (gains[taken],) if gains is not None else None
            for k, (target, weight) in enumerate(zip(targets, weights or (), strict=True)):
                if gains is not None:
                    constant[i] += weight * self.unit * gains[k]
                if target in inside:
                    j = place[target]
                    rows[i][j] = rows[i].get(j, fmpq(0)) + weight
                else:
                    constant[i] += weight * self.values[target]
        for node, value in zip(component, solve_values(rows, constant), strict=True):
            self.values[node] = value

    def _improve(self, nodes: list[int], given_up: set[int]) -> bool:
        """Switch every given node to its best option where that is strictly better; whether any was."""
        better: dict[int, int] = {}
        for node in nodes:
            options = self.option_values(node)
            taken = self._pick(node, options)
            if (options[taken] - self.values[node]) * self.senses[node] > 0:
                better[node] = taken
        self.plan.update(better)
        given_up.difference_update(better)
        return bool(better)

    def _edges(self, node: int) -> Sequence[int]:
        """The edges of a decision node that may be taken."""
        return self.within.get(node) or range(len(self.graph.targets[node]))

    def _pick(self, node: int, options: list[fmpq]) -> int:
        """The best edge, the first among equals."""
        sense = self.senses[node]
        first, *others = self._edges(node)
        taken = first
        for i in others:
            if options[i] > options[taken] if sense > 0 else options[i] < options[taken]:
                taken = i
        return taken

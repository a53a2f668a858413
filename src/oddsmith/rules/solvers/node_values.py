"""Values of nodes under best play, carried back from the ends; loops are solved elsewhere.

At a chance node the value is the expectation, at a decision node the best of its options for whoever decides, at
simultaneous decisions that of a matrix game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from oddsmith.how_far import Doing, counted
from oddsmith.rules.graph.graph import Graph, expected
from oddsmith.rules.graph.simultaneous import MixedStrategy, at_once


class Values:
    """Values of all nodes under best play, the edge to take at every decision, and the mixes at simultaneous ones.

    ends: the value of every end node. unit: that of a gain of 1. senses: +1 for every decision node at which
    much is wanted, -1 where little is. stall: the value of play without end. within: the edges that may be taken,
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
        self.mixes: dict[int, list[MixedStrategy]] = {}
        self.over: set[int] = set()  # nodes of loops in which all is decided
        for node, value in ends.items():
            self.values[node] = value

    def carry_back(self, solve_loop: Callable[[Values, list[int]], None]) -> Values:
        """Work out the values of all nodes, from the ends to where play begins; returns self.

        solve_loop: does so for nodes that lead back to each other, when all else that they lead to is known.
        """
        for component in counted(self.graph.order, Doing.SOLVING, len(self.graph), len):
            if len(component) > 1 or component[0] in self.graph.targets[component[0]]:
                solve_loop(self, component)
            else:
                self._single(component[0])
        return self

    def option_values(self, node: int) -> list[fmpq]:
        """The value of each edge of a node."""
        values = self.values
        if self.graph.gains[node] is None:
            return [values[target] for target in self.graph.targets[node]]
        return [values[target] + self.unit * gain for target, gain in self.graph.expected_edges(node)]

    def _single(self, node: int) -> None:
        graph, values = self.graph, self.values
        if node in graph.simultaneous:
            values[node], self.mixes[node] = at_once(
                graph.simultaneous[node], self.senses[node], self.option_values(node)
            )
        elif node in self.senses:
            options = self.option_values(node)
            taken = self.pick(node, options)
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
                    value += weight * self.unit * expected(gain)
            values[node] = value

    def edges(self, node: int) -> Sequence[int]:
        """The edges of a decision node that may be taken."""
        return self.within.get(node) or range(len(self.graph.targets[node]))

    def pick(self, node: int, options: list[fmpq]) -> int:
        """The best edge, the first among equals."""
        sense = self.senses[node]
        first, *others = self.edges(node)
        taken = first
        for i in others:
            if options[i] > options[taken] if sense > 0 else options[i] < options[taken]:
                taken = i
        return taken

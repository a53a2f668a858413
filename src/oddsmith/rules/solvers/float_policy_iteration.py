"""Best play in loops in floating point: quick answers, which are then proven or worked out exactly.

Policy iteration, as over the rationals, but a step that gains less than rounding may have made up is none. All is
relative to the numbers at hand: elimination adds up numbers of one sign, where goals have one, so chances of one in a
billion come out as precise as large ones (a dense solver would lose them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from oddsmith.rules.graph.arrays import Floats, Indices
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.linalg.elimination import Eliminated, cheapest_steps
from oddsmith.rules.linalg.few_cuts import cut_solution

_ELIMINATED = 20_000  # up to this many states, linear systems are solved by elimination; beyond, values are iterated
_STEP = 1e-13  # a relative gain of less is no reason to change a plan
_ROUNDS = 200  # of policy iteration, in case that rounding makes it go round in circles
_SWEEPS = 2_000  # of value iteration


def _left_over(loop: float) -> float:
    return 1 / (1 - loop)


class FloatLoop:
    """States that lead to each other, numbered from 0.

    edges[i] to edges[i + 1]: the numbers of the edges of state i. targets[e]: where edge e leads, -1 for out of the
    loop. weights[e]: how likely it is, 1 at a decision. senses[i]: 1 where the most is wanted, -1 where the least is,
    0 where chance decides.
    """

    def __init__(self, edges: Indices, targets: Indices, weights: Floats, senses: npt.NDArray[np.int8]) -> None:
        self.edges = edges
        self.targets = targets
        self.weights = weights
        self.senses = senses
        self.size = len(senses)
        counts = np.diff(edges)
        self.sources = np.repeat(np.arange(self.size), counts)
        self.inside = targets >= 0
        self.chance = senses == 0
        self.by_chance = self.chance[self.sources]

    @classmethod
    def of(cls, graph: Graph, component: Sequence[int], senses: Mapping[int, int]) -> FloatLoop:
        """The loop of some nodes of a graph."""
        numbers = {node: i for i, node in enumerate(component)}
        counts = [len(graph.targets[node]) for node in component]
        return cls(
            np.concatenate([[0], np.cumsum(counts)]),
            np.array([numbers.get(target, -1) for node in component for target in graph.targets[node]]),
            np.array([float(w) for node in component for w in graph.weights[node] or [1.0] * len(graph.targets[node])]),
            np.array([senses.get(node, 0) for node in component], np.int8),
        )

    def solve(self, added: Floats, *, all_want_most: bool = False) -> tuple[Floats, Indices]:
        """Approximate values of states under best play, and the edge to take at each (-1 where chance decides).

        added: what taking each edge is worth, that of what lies outside the loop included.
        """
        senses = np.abs(self.senses) if all_want_most else self.senses
        if self.size > _ELIMINATED:
            return self._iterated(added, senses)
        plan = np.full(self.size, -1)
        for state in np.flatnonzero(~self.chance).tolist():
            out = np.flatnonzero(~self.inside[self.edges[state] : self.edges[state + 1]])
            plan[state] = self.edges[state] + (out[0] if len(out) else 0)
        first, second = (1, -1) if (senses > 0).any() else (-1, 0)
        for _ in range(_ROUNDS):
            values = self._evaluated(added, plan)
            while second and self._improve(added, values, plan, senses == second, second):
                values = self._evaluated(added, plan)
            if not self._improve(added, values, plan, senses == first, first):
                break
        return values, plan

    def best_edges(self, added: Sequence[float]) -> list[int]:
        """The edge to take at each state, counted from 0 there (negative where chance decides); see `solve`."""
        _, plan = self.solve(np.array(added))
        return [edge - first for edge, first in zip(plan.tolist(), self.edges.tolist(), strict=False)]

    def _evaluated(self, added: Floats, plan: Indices) -> Floats:
        """Values of all states when everybody follows a plan.

        Raises ZeroDivisionError when, in floating point, play never leaves some of them.
        """
        taken = self.by_chance.copy()
        taken[plan[plan >= 0]] = True
        constant = np.bincount(self.sources[taken], (self.weights * added)[taken], self.size)
        inner = taken & self.inside
        sources, targets, weights = self.sources[inner], self.targets[inner], self.weights[inner]
        rows: list[dict[int, float]] = [{} for _ in range(self.size)]
        for source, target, weight in zip(sources.tolist(), targets.tolist(), weights.tolist(), strict=True):
            rows[source][target] = rows[source].get(target, 0.0) + weight
        numbers = constant.tolist()
        values = cut_solution(rows, numbers, 0.0, 1.0, _left_over)
        if values is None:
            values = Eliminated(rows, cheapest_steps(rows), _left_over).solve(numbers)
        return np.array(values)

    def _improve(self, added: Floats, values: Floats, plan: Indices, who: npt.NDArray[np.bool_], sense: int) -> bool:
        """Switch states to their best edge where that is worth more; whether any was."""
        edges = np.flatnonzero(who[self.sources])
        if not len(edges):
            return False
        states = np.flatnonzero(who)
        options = sense * self._through(added, values)[edges]
        counts = (self.edges[states + 1] - self.edges[states]).tolist()
        starts = np.concatenate([[0], np.cumsum(counts)])
        best = np.maximum.reduceat(options, starts[:-1])
        now = sense * values[states]
        better = best - now > _STEP * np.maximum(np.abs(best), np.abs(now))
        for number in np.flatnonzero(better).tolist():
            first, last = starts[number], starts[number + 1]
            plan[states[number]] = edges[first + np.argmax(options[first:last])]
        return bool(better.any())

    def _through(self, added: Floats, values: Floats) -> Floats:
        """The value of every edge."""
        through = added.copy()
        through[self.inside] += values[self.targets[self.inside]]
        return through

    def _iterated(self, added: Floats, senses: npt.NDArray[np.int8]) -> tuple[Floats, Indices]:
        """Values by applying "one step, then these values" again and again."""
        starts = self.edges[:-1]
        values = np.zeros(self.size)
        for _ in range(_SWEEPS):
            through = self._through(added, values)
            swept = np.select(
                [senses > 0, senses < 0],
                [np.maximum.reduceat(through, starts), np.minimum.reduceat(through, starts)],
                np.add.reduceat(self.weights * through, starts),
            )
            change = np.abs(swept - values) > _STEP / 100 * np.abs(swept)
            values = swept
            if not change.any():
                break
        through = self._through(added, values)
        plan = np.full(self.size, -1)
        for state in np.flatnonzero(~self.chance).tolist():
            options = through[self.edges[state] : self.edges[state + 1]]
            plan[state] = self.edges[state] + (np.argmax(options) if senses[state] > 0 else np.argmin(options))
        return values, plan

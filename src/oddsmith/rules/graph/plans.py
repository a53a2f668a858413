"""Plans: an option for every decision of a graph, as a policy and as the play that follows from it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from functools import cached_property
from html import escape
from itertools import islice
from math import lcm
from typing import Any

from oddsmith.distribution import Distribution
from oddsmith.rules.graph.by_state import ByState
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.plan_lines import MOST_READ, MOST_TOLD, Situation, Taken, as_lines, as_table, told
from oddsmith.rules.graph.simultaneous import MixedStrategy, joint


class Plan:
    """A policy that names the option to take at every decision of a graph. Call it with a `Decision`.

    It prints as what to take when; decisions with the same option are one line where they differ in one thing alone.

    needs_total: whether the option depends on the sum of the gains so far; `total` is then needed too.
    """

    def __init__(self, options: Mapping[tuple[Decision, int], Hashable], totals: range | None) -> None:
        self._options = options
        self._totals = totals

    def __getstate__(self) -> dict[str, Any]:
        """To be pickled, with what is asked at its decisions, which is not told from them elsewhere."""
        return self.__dict__ | {"_by_state": self._by_state}

    @cached_property
    def _by_state(self) -> ByState[Hashable]:
        return ByState(self._options)

    def __str__(self) -> str:
        lines, last = self._told()
        return "\n".join([*as_lines(lines), *([last] if last else [])])

    def __repr__(self) -> str:
        return f"<{type(self).__name__.removeprefix('_')} for {self._size()}>"

    def _repr_html_(self) -> str:
        lines, last = self._told()
        return f"<div>{as_table(lines, 'who', 'situation', 'plan')}<div>{escape(last)}</div></div>"

    def _told(self) -> tuple[list[tuple[Situation, str]], str]:
        """Return the lines that tell of it, without remarks, and a last line, "" for none."""
        some = islice(self._options.items(), MOST_READ)
        taken = [Taken(decision, option, total) for (decision, total), option in some]
        lines = [(one, "") for one in told(taken)[:MOST_TOLD]]
        left = len(self._options) - sum(len(one.places) for one, _ in lines)
        if not lines:
            return [], f"for {self._size()}"
        return lines, f"and {left:,} more decisions" if left else ""

    def _size(self) -> str:
        """The number of decisions that it answers."""
        return "1 decision" if len(self._options) == 1 else f"{len(self._options):,} decisions"

    @property
    def needs_total(self) -> bool:
        return self._totals is not None

    def __call__(self, decision: Decision, total: int = 0) -> Hashable:
        if self._totals is None:
            total = 0
        elif self._totals:
            total = min(total + self._by_state.gained(decision), self._totals[-1])  # from there on it is all the same
        if type(decision) is Decision:  # of others only the state may be looked at (`watched`)
            try:
                return self._options[decision, total]
            except KeyError:
                pass
        return self._by_state.find(decision, total)


class Planned:
    """A graph, the edge taken at each of its decision nodes, and the mixes at each node of simultaneous decisions.

    over: nodes of loops in which all is decided, so that nobody need be told what is best there.
    """

    def __init__(
        self,
        graph: Graph,
        edges: Mapping[int, int],
        mixes: Mapping[int, Sequence[MixedStrategy]] | None = None,
        over: Set[int] = frozenset(),
    ) -> None:
        self.graph = graph
        self.edges = edges
        self.mixes = mixes or {}
        self.over = over

    @cached_property
    def under(self) -> Graph:
        """Play that follows the plan: no decisions are left."""
        return self.graph.under({**self.edges, **{node: joint(mixes) for node, mixes in self.mixes.items()}})

    @cached_property
    def policy(self) -> Plan:
        """The plan for those who play."""
        graph = self.graph
        totals = graph.totals or ()
        options: dict[tuple[Decision, int], Hashable] = {
            (decision, totals[node] if totals else 0): decision.options[self.edges[node]]
            for node, decision in graph.decisions.items()
        }
        for node, mixes in self.mixes.items():
            for decision, mix in zip(graph.simultaneous[node], mixes, strict=True):
                options[decision, totals[node] if totals else 0] = drawn(decision, mix)
        return Plan(options, range(max(totals) + 1) if totals else None)


def drawn(decision: Decision, mix: MixedStrategy) -> Hashable:
    """The option that a mix takes, or the distribution of options where there are several."""
    taken = [(option, share) for option, share in zip(decision.options, mix, strict=True) if share != 0]
    if len(taken) == 1:
        return taken[0][0]
    common = lcm(*[int(share.q) for _, share in taken])
    return Distribution.from_weights({option: int(share * common) for option, share in taken})

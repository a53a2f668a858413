"""Plans: what to do at every decision of a graph, as a policy and as what then happens."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from oddsmith.errors import RuleError
from oddsmith.rules.graph import Decision, Graph


class Plan:
    """A policy that names the option to take at every decision of a graph. Call it with a `Decision`.

    needs_total: whether what to do depends on what gains have added up to; `total` is then asked for too.
    """

    def __init__(self, options: Mapping[tuple[Decision, int], Hashable], totals: range | None) -> None:
        self._options = options
        self._totals = totals

    @property
    def needs_total(self) -> bool:
        return self._totals is not None

    def __call__(self, decision: Decision, total: int = 0) -> Hashable:
        if self._totals is None:
            total = 0
        elif self._totals:
            total = min(total, self._totals[-1])  # from there on it makes no difference
        try:
            return self._options[decision, total]
        except KeyError:
            raise RuleError(
                decision.call.rule.name,
                f"the plan does not know the decision {decision}.",
                remedy="Use a plan only with the call (or a state of it) that it was made for.",
            ) from None


class Planned:
    """A graph and the edge that is taken at each of its decision nodes."""

    def __init__(self, graph: Graph, edges: Mapping[int, int]) -> None:
        self.graph = graph
        self.edges = edges

    @cached_property
    def under(self) -> Graph:
        """Play that follows the plan: no decisions are left."""
        return self.graph.under(self.edges)

    @cached_property
    def policy(self) -> Plan:
        """The plan for those who play."""
        graph = self.graph
        totals = graph.totals or ()
        options = {
            (decision, totals[node] if totals else 0): decision.options[self.edges[node]]
            for node, decision in graph.decisions.items()
        }
        return Plan(options, range(max(totals) + 1) if totals else None)

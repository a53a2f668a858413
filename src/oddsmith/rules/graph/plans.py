"""Plans: an option for every decision of a graph, as a policy and as the play that follows from it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from math import lcm
from typing import Any

from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules.compile.engines import stood
from oddsmith.rules.graph.graph import Decision, Graph
from oddsmith.rules.graph.simultaneous import MixedStrategy, joint


class Plan:
    """A policy that names the option to take at every decision of a graph. Call it with a `Decision`.

    needs_total: whether the option depends on the sum of the gains so far; `total` is then needed too.
    """

    def __init__(self, options: Mapping[tuple[Decision, int], Hashable], totals: range | None) -> None:
        self._options = options
        self._totals = totals

    def __getstate__(self) -> dict[str, Any]:
        """To be pickled: without states of rules, which are known to this process alone."""
        return {name: value for name, value in self.__dict__.items() if name != "_by_state"}

    @cached_property
    def _by_state(self) -> dict[tuple[str, Hashable, int], Hashable]:
        """The options by the states at which decisions stand, whichever way led there."""
        return {(d.who, state_key(d), total): option for (d, total), option in self._options.items()}

    @property
    def needs_total(self) -> bool:
        return self._totals is not None

    def __call__(self, decision: Decision, total: int = 0) -> Hashable:
        if self._totals is None:
            total = 0
        elif self._totals:
            total = min(total, self._totals[-1])  # from there on it makes no difference
        if type(decision) is Decision:  # of others only the state may be looked at (`watched`)
            try:
                return self._options[decision, total]
            except KeyError:
                pass
        try:
            return self._by_state[decision.who, state_key(decision), total]
        except KeyError:
            raise unknown_to_plan(decision) from None


def unknown_to_plan(decision: Decision) -> RuleError:
    """The error about a decision that a plan has no option for."""
    return RuleError(
        decision.call.rule.name,
        f"the plan does not know the decision {decision}.",
        remedy="Use a plan only with the call (or a state of it) that it was made for.",
    )


class Planned:
    """A graph, the edge taken at each of its decision nodes, and the mixes at each node of simultaneous decisions."""

    def __init__(
        self,
        graph: Graph,
        edges: Mapping[int, int],
        mixes: Mapping[int, Sequence[MixedStrategy]] | None = None,
    ) -> None:
        self.graph = graph
        self.edges = edges
        self.mixes = mixes or {}

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


def state_key(decision: Decision) -> Hashable:
    """Return the key shared by decisions that are taken alike: the states of its rule and of those that wait."""
    places: Any = ((decision.call, decision.known), *decision.within) if decision.key is None else decision.key
    (place, known), *waiting = places
    return (stood(place, known), *[stood(one, before, waits=True) for one, before in waiting])


def drawn(decision: Decision, mix: MixedStrategy) -> Hashable:
    """The option that a mix takes, or the distribution of options where there are several."""
    taken = [(option, share) for option, share in zip(decision.options, mix, strict=True) if share != 0]
    if len(taken) == 1:
        return taken[0][0]
    common = lcm(*[int(share.q) for _, share in taken])
    return Distribution.from_weights({option: int(share * common) for option, share in taken})

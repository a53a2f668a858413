"""Solutions: the value of best play and its plan."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Generic, Protocol, TypeVar

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.rules.graph.graph import UNRESOLVED, Decision
from oddsmith.rules.graph.plans import Plan, Planned, drawn
from oddsmith.rules.graph.simultaneous import against, deciding
from oddsmith.rules.language.calls import Call
from oddsmith.rules.linalg.linear import fraction
from oddsmith.rules.solvers.absorption import outcomes, visits
from oddsmith.rules.solvers.advice import Advice, number, plan_html, plan_text

T = TypeVar("T")


class Worth(Protocol):
    """Values of the nodes and edges of a graph."""

    @property
    def values(self) -> Sequence[fmpq]:
        """By node."""

    def option_values(self, node: int) -> list[fmpq]:
        """By edge of a node."""


@dataclass(frozen=True, repr=False)
class Solution(Generic[T]):
    """The value of best play and its plan, from one state on. Each part is worked out when it is first read.

    It prints as its plan:

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import best, choose, roll, rule
    >>> @rule
    ... async def attack(dice: int) -> int:
    ...     hits = await roll(d6.pool(dice).count(at_least=5))
    ...     misses = dice - hits
    ...     match await choose("player", ("keep", "reroll misses", "reroll all")):
    ...         case "reroll misses":
    ...             hits += await roll(d6.pool(misses).count(at_least=5))
    ...         case "reroll all":
    ...             hits = await roll(d6.pool(dice).count(at_least=4))
    ...     return hits
    >>> print(best(attack(3)))
    worth 49/27 (1.815)
    player, at attack:
      1 hit, 2 misses: reroll misses  (ignoring it costs 0.1667 here, 0.07407 in all)
      0 hits, 3 misses: reroll all  (ignoring it costs 0.5 here, 0.1481 in all)
      2 hits, 1 miss: reroll misses  (ignoring it costs 0.3333 here, 0.07407 in all)
      3 hits, 0 misses: keep  (or: reroll misses)

    value: the expected goal. decisions: every decision that some play can come to, from the first on, but those of
    loops that only add up what the goal does not count. policy: answers decisions (for `odds`, `simulate`, `play`).
    distribution: the outcomes under best play. unresolved: probability
    under best play whose outcome was not resolved; it counts as 0 in every value.
    """

    _worth: Worth
    _planned: Planned
    _start: int

    def __str__(self) -> str:
        return plan_text(self.value, self.decisions, self._left_out)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} worth {number(self.value)}>"

    def _repr_html_(self) -> str:
        return plan_html(self.value, self.decisions, self._left_out)

    @property
    def _left_out(self) -> Fraction:
        """The probability of ends that were not resolved, whatever the totals are."""
        graph = self._planned.graph
        ends = [node for node, outcome in graph.ends.items() if outcome is UNRESOLVED]
        reached = visits(self._planned.under, self._start) if ends else []
        return fraction(sum([reached[node] for node in ends], fmpq(0)))

    @property
    def value(self) -> Fraction:
        return fraction(self._worth.values[self._start])

    @cached_property
    def decisions(self) -> tuple[Advice, ...]:
        graph, planned = self._planned.graph, self._planned
        reached = visits(planned.under, self._start)
        advice = []
        told = (graph.decisions.keys() | graph.simultaneous.keys()) - planned.over
        for node in sorted(told & graph.reachable(self._start)):
            total = graph.totals[node] if graph.totals else 0
            often = fraction(reached[node])
            if node in graph.decisions:
                decision = graph.decisions[node]
                values = self._of_options(decision, self._worth.option_values(node))
                advice.append(Advice(decision, values, decision.options[planned.edges[node]], often, total))
                continue
            decisions, mixes = graph.simultaneous[node], planned.mixes[node]
            for place in deciding(decisions):
                values = self._of_options(decisions[place], against(mixes, place, self._worth.option_values(node)))
                advice.append(Advice(decisions[place], values, drawn(decisions[place], mixes[place]), often, total))
        return tuple(advice)

    @staticmethod
    def _of_options(decision: Decision, worth: Sequence[fmpq]) -> dict[Hashable, Fraction]:
        return {option: fraction(value) for option, value in zip(decision.options, worth, strict=True)}

    @property
    def policy(self) -> Plan:
        return self._planned.policy

    @cached_property
    def distribution(self) -> Distribution[T]:
        return outcomes(self._planned.under, self._start)

    @property
    def unresolved(self) -> Fraction:
        return self.distribution.unresolved

    def at(self, call: Call[T]) -> Solution[T]:
        """The same best play from another state on: a call that was explored, or that play comes to from one.

        >>> from oddsmith.dice import d6
        >>> from oddsmith.rules import Then, best, choose, roll, rule
        >>> @rule
        ... async def settle(face: int, rerolls: int) -> Then[int]:
        ...     again = rerolls and await choose("player", ("keep", "again")) == "again"
        ...     return settle(await roll(d6), rerolls - 1) if again else face
        >>> solution = best(settle(1, 2))
        >>> [str(solution.at(settle(face, 1)).value) for face in (3, 4, 5)]
        ['7/2', '4', '5']

        Raises RuleError when the call is no such state.
        """
        return Solution(self._worth, self._planned, self._planned.graph.state(call))

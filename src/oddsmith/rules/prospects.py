"""What every option of a decision leads to, when all go on as a plan says."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq

from oddsmith.errors import RuleError
from oddsmith.rules.estimate import Estimate
from oddsmith.rules.frontier import Point
from oddsmith.rules.goals import Goal, end_values, per_gain
from oddsmith.rules.graph import Decision
from oddsmith.rules.linear import fraction
from oddsmith.rules.mass import visits
from oddsmith.rules.solution import Solution
from oddsmith.rules.values import Values


@dataclass(frozen=True)
class Prospect:
    """A decision, what every option leads to, and the option that is taken.

    options: for every option what to expect of each goal. reached: how often the decision is met on average. total:
    what gains have added up to so far, where the plan depends on it.
    """

    decision: Decision
    options: Mapping[Hashable, Mapping[str, Fraction]]
    best: Hashable
    reached: Fraction
    total: int = 0


class Prospects:
    """What to expect of a plan, at every decision and of every option, of several goals at once.

    plan: a solution of best play, or a point of a frontier. goals: what may be asked, by name; None is the outcome
    itself. Probability that was not resolved counts 0.

    >>> from oddsmith.dice import d6
    >>> from oddsmith.rules import Then, choose, explore, roll, rule, solve
    >>> @rule
    ... async def two_chances(rerolls: int) -> Then[tuple[bool, int]]:
    ...     if await roll(d6) >= 5:
    ...         return True, 1 - rerolls
    ...     if rerolls and await choose("player", ("stay", "again")) == "again":
    ...         return two_chances(rerolls - 1)
    ...     return False, 1 - rerolls
    >>> solution = solve(explore(two_chances(1)), goal=lambda o: o[0] - Fraction(o[1], 10))
    >>> told = Prospects(solution, {"success": lambda o: o[0], "rerolls": lambda o: o[1]})
    >>> told.at(solution.decisions[0].decision)["again"]
    {'success': Fraction(1, 3), 'rerolls': Fraction(1, 1)}

    Raises RuleError where gains add to the outcome and a goal does not know what (see `Linear`).
    """

    def __init__(self, plan: Solution[Any] | Point[Any], goals: Mapping[str, Goal | None]) -> None:
        self._planned, self._start = plan._planned, plan._start
        self._graph = self._planned.graph
        under = self._planned.under
        self._values: dict[str, Values] = {}
        for name, goal in goals.items():
            unit = per_gain(goal)
            if unit is None and self._graph.has_gains:
                raise RuleError(
                    self._graph.labels[0][0].rule.name,
                    f"adds gains to the outcome, and nobody knows what they add to {name!r}.",
                    remedy="Say so: Linear(goal, per_gain).",
                )
            no_gains = fmpq(0)
            self._values[name] = Values(under, end_values(under, goal), no_gains if unit is None else unit, {})

    def at(self, decision: Decision, total: int = 0) -> Mapping[Hashable, Mapping[str, Fraction]]:
        """For every option what to expect of each goal. total: what gains had added up to, where the plan asks for it.

        Raises RuleError for a decision that play does not come to.
        """
        graph = self._graph
        node = self._node(decision, total)
        options: dict[Hashable, dict[str, Fraction]] = {}
        for option, (target, gain) in zip(decision.options, graph.edges(node), strict=True):
            expected = ((name, of.values[target] + gain * of.unit) for name, of in self._values.items())
            options[option] = {name: fraction(value) for name, value in expected}
        return options

    def best(self, decision: Decision, total: int = 0) -> Hashable:
        """The option that the plan takes."""
        return decision.options[self._planned.edges[self._node(decision, total)]]

    def decisions(self) -> Iterator[Prospect]:
        """Every decision that some play can come to, from the first on."""
        graph = self._graph
        reached = visits(self._planned.under, self._start)
        for node in sorted(graph.decisions.keys() & graph.reachable(self._start)):
            decision, total = graph.decisions[node], graph.totals[node] if graph.totals else 0
            options, best = self.at(decision, total), self.best(decision, total)
            yield Prospect(decision, options, best, fraction(reached[node]), total)

    def _node(self, decision: Decision, total: int) -> int:
        totals = self._graph.totals
        if totals:
            total = min(total, max(totals))  # from there on it makes no difference
        try:
            return self._places[decision, total if totals else 0]
        except KeyError:
            raise RuleError(
                decision.call.rule.name,
                f"the plan does not know the decision {decision}.",
                remedy="Use a plan only with the call (or a state of it) that it was made for.",
            ) from None

    @cached_property
    def _places(self) -> dict[tuple[Decision, int], int]:
        totals = self._graph.totals
        return {(decision, totals[node] if totals else 0): node for node, decision in self._graph.decisions.items()}


def first_choices(plan: Solution[Any] | Point[Any] | Estimate) -> tuple[tuple[Decision, Hashable], ...]:
    """The decisions that a plan meets before anything happens by chance, with the options that it takes."""
    planned, node = plan._planned, plan._start
    under = planned.under
    taken: list[tuple[Decision, Hashable]] = []
    while len(under.targets[node]) == 1:
        decision = planned.graph.decisions.get(node)
        if decision is not None:
            taken.append((decision, decision.options[planned.edges[node]]))
        (node,) = under.targets[node]
    return tuple(taken)

"""Prospects: the consequences of every option of a decision, when all go on as a plan says."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq

from oddsmith.errors import RuleError
from oddsmith.rules.graph.by_state import ByState
from oddsmith.rules.graph.goals import Goal, end_values
from oddsmith.rules.graph.graph import Decision
from oddsmith.rules.graph.plans import Planned, drawn
from oddsmith.rules.graph.simultaneous import against, deciding
from oddsmith.rules.graph.totals import unit
from oddsmith.rules.linalg.linear import fraction
from oddsmith.rules.read.frontier import Point
from oddsmith.rules.run.estimate import Estimate
from oddsmith.rules.solvers.absorption import visits
from oddsmith.rules.solvers.backward_induction import best_values
from oddsmith.rules.solvers.node_values import Values
from oddsmith.rules.solvers.solution import Solution


@dataclass(frozen=True)
class Prospect:
    """A decision, the consequences of every option, and the option that is taken.

    options: for every option what to expect of each goal. reached: how often the decision is met on average. total:
    what gains have added up to so far, where the plan depends on it.
    """

    decision: Decision
    options: Mapping[Hashable, Mapping[str, Fraction]]
    best: Hashable
    reached: Fraction
    total: int = 0


def expectations(planned: Planned, goal: Goal | None, name: str) -> Values:
    """Return what to expect of a goal at every node when a plan is followed.

    Raises RuleError where gains add to the outcome and the goal, which messages call `name`, does not know what.
    """
    graph, under = planned.graph, planned.under
    adds = unit(graph, goal)
    if (adds is None or (graph.busts and adds != 0)) and graph.has_gains:
        raise RuleError(
            graph.labels[0][0].rule.name,
            f"adds gains to the outcome, and nobody knows what they add to {name}.",
            remedy="Say so: Linear(goal, per_gain).",
        )
    no_gains = fmpq(0)
    return best_values(under, end_values(under, goal), no_gains if adds is None else adds, {})


class Prospects:
    """Expectations of a plan, at every decision and of every option, for several goals at once.

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
    >>> prospects = Prospects(solution, {"success": lambda o: o[0], "rerolls": lambda o: o[1]})
    >>> prospects.at(solution.decisions[0].decision)["again"]
    {'success': Fraction(1, 3), 'rerolls': Fraction(1, 1)}

    Raises RuleError where gains add to the outcome and a goal does not know what (see `Linear`).
    """

    def __init__(self, plan: Solution[Any] | Point[Any], goals: Mapping[str, Goal | None]) -> None:
        self._planned, self._start = plan._planned, plan._start
        self._graph = self._planned.graph
        self._values: dict[str, Values] = {}
        for name, goal in goals.items():
            self._values[name] = expectations(self._planned, goal, repr(name))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {', '.join(self._values)}>"

    def at(self, decision: Decision, total: int = 0) -> Mapping[Hashable, Mapping[str, Fraction]]:
        """For every option what to expect of each goal. total: what gains had added up to, where the plan asks for it.

        Raises RuleError for a decision that play does not come to.
        """
        node, place = self._stands(decision, total)
        edges = list(self._graph.expected_edges(node))
        options: dict[Hashable, dict[str, Fraction]] = {option: {} for option in decision.options}
        for name, of in self._values.items():
            worth = [of.values[target] + gain * of.unit for target, gain in edges]
            if place is not None:
                worth = against(self._planned.mixes[node], place, worth)
            for option, value in zip(decision.options, worth, strict=True):
                options[option][name] = fraction(value)
        return options

    def knows(self, decision: Decision) -> bool:
        """Tell whether play comes to a decision."""
        try:
            self._stands(decision, 0)
        except RuleError:
            return False
        return True

    def best(self, decision: Decision, total: int = 0) -> Hashable:
        """The option that the plan takes; a `Distribution` of options where it mixes several."""
        node, place = self._stands(decision, total)
        return _taken(self._planned, decision, node, place)

    def decisions(self) -> Iterator[Prospect]:
        """Every decision that some play can come to, from the first on."""
        reachable = self._graph.reachable(self._start)
        reached = visits(self._planned.under, self._start)
        for (decision, total), (node, _) in sorted(self._places.items(), key=lambda one: one[1]):
            if node in reachable:
                options, best = self.at(decision, total), self.best(decision, total)
                yield Prospect(decision, options, best, fraction(reached[node]), total)

    def _stands(self, decision: Decision, total: int) -> tuple[int, int | None]:
        totals = self._graph.totals
        if totals:
            total = min(total, max(totals))  # from there on it makes no difference
        total = total if totals else 0
        try:
            return self._places[decision, total]
        except KeyError:
            pass
        return self._by_state.find(decision, total)

    @cached_property
    def _by_state(self) -> ByState[tuple[int, int | None]]:
        return ByState(self._places)

    @cached_property
    def _places(self) -> dict[tuple[Decision, int], tuple[int, int | None]]:
        """The node at which a decision stands, and its place among simultaneous ones."""
        graph = self._graph
        totals = graph.totals
        places: dict[tuple[Decision, int], tuple[int, int | None]] = {}
        for node, decision in graph.decisions.items():
            places[decision, totals[node] if totals else 0] = node, None
        for node, decisions in graph.simultaneous.items():
            for place in deciding(decisions):
                places[decisions[place], totals[node] if totals else 0] = node, place
        return places


def first_choices(plan: Solution[Any] | Point[Any] | Estimate) -> tuple[tuple[Decision, Hashable], ...]:
    """The decisions that a plan meets before anything happens by chance, with the options that it takes."""
    planned, node = plan._planned, plan._start
    graph, under = planned.graph, planned.under
    taken: list[tuple[Decision, Hashable]] = []
    while len(under.targets[node]) == 1:
        if node in graph.decisions:
            taken.append((graph.decisions[node], _taken(planned, graph.decisions[node], node, None)))
        for place in deciding(graph.simultaneous.get(node, ())):
            decision = graph.simultaneous[node][place]
            taken.append((decision, _taken(planned, decision, node, place)))
        (node,) = under.targets[node]
    return tuple(taken)


def _taken(planned: Planned, decision: Decision, node: int, place: int | None) -> Hashable:
    """The option that a plan takes at a decision of a node, or at one of several there."""
    if place is None:
        return decision.options[planned.edges[node]]
    return drawn(decision, planned.mixes[node][place])

"""Outcomes that are equal and not the same, as 1, 1.0 and True: a distribution holds one of them in place of all."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from flint import fmpq

from oddsmith.distribution import Distribution
from oddsmith.rules.graph.graph import UNRESOLVED, Graph, Open
from oddsmith.rules.language.exactly import exactly, is_told, same
from oddsmith.rules.solvers.absorption import ends_reached, listed, raised


def outcomes_apart(graph: Graph) -> list[tuple[Hashable, fmpq]] | None:
    """Outcomes and probabilities where some are equal and not the same, one for each; None where there are no such.

    What is not resolved is one of them. Raises as `outcomes`.
    """
    if not _holds_equals(graph):
        return None
    found: dict[Hashable, tuple[Hashable, fmpq]] = {}
    for node, mass in ends_reached(graph, graph.roots[0]).items():
        outcome = graph.ends[node]
        if mass.spread or isinstance(outcome, Open):
            return None  # a law without bound is one of numbers
        for total, share in mass.totals.items():
            value = outcome if outcome is UNRESOLVED else raised(graph, outcome, total)
            key = exactly(value)
            found[key] = (value, found[key][1] + share if key in found else share)
    return list(found.values())


def mapped(outcomes: list[tuple[Hashable, fmpq]], of: Callable[[Any], Any]) -> Distribution[Any]:
    """The distribution of what is asked of outcomes, each by itself."""
    masses: dict[Any, fmpq] = {}
    unresolved = fmpq(0)
    for outcome, share in outcomes:
        if outcome is UNRESOLVED:
            unresolved += share
        else:
            value = of(outcome)
            masses[value] = masses.get(value, fmpq(0)) + share
    return listed(masses, unresolved)


def _holds_equals(graph: Graph) -> bool:
    """Tell whether outcomes of a graph may be equal and not the same."""
    of_ends = [outcome for outcome in graph.ends.values() if not isinstance(outcome, Open)]
    kinds = set(map(type, of_ends))
    if graph.has_gains and not {bool, float}.isdisjoint(kinds):
        return True
    if len(kinds) == 1 and is_told(*kinds):
        return False
    first: dict[Hashable, Hashable] = {}
    return not all(same((first.setdefault(outcome, outcome),), (outcome,)) for outcome in of_ends)

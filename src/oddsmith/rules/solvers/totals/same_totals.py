"""Comparison of two laws of several totals: they are the same where all chances up to a degree are.

The difference of two rational functions is 0 where its numerator is, of which the degree is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from oddsmith.rules.solvers.totals.counting import Counting
from oddsmith.rules.solvers.totals.directions import Vector


def same(ones: Sequence[Counting], others: Sequence[Counting]) -> bool:
    """Tell whether two laws, each by the totals that count, have the same chances, of outcomes of one shape."""
    signs = _signs([*ones, *others])
    if signs is not None:
        limits = _limits([*ones, *others], signs)
        return _within(ones, limits, signs) == _within(others, limits, signs)
    # where a sum never falls, of all outcomes together, another that always may is of another law
    mine, theirs = _by_sums(ones), _by_sums(others)
    if mine.keys() != theirs.keys():
        return False
    for key, one in mine.items():
        most = tuple(map(int.__add__, one.walk.degrees, theirs[key].walk.degrees))
        if one.listed(most) != theirs[key].listed(most):
            return False
    return True


def _by_sums(countings: Sequence[Counting]) -> dict[tuple[Vector, tuple[Vector, ...]], Counting]:
    return {(counting.places, counting.turned.sums): counting for counting in countings}


def _signs(countings: Sequence[Counting]) -> dict[int, int] | None:
    """1 for each field that grows, -1 for each that falls; None where some field does both."""
    signs: dict[int, int] = {}
    for counting in countings:
        for at, (place, row) in enumerate(zip(counting.places, counting.turned.sums, strict=True)):
            if at not in counting.walk.growing:
                continue
            if sum(map(abs, row)) > 1 or signs.setdefault(place, row[at]) != row[at]:
                return None
    return signs


def _limits(countings: Sequence[Counting], signs: Mapping[int, int]) -> dict[int, int]:
    """The degree up to which fields are compared."""
    limits = dict.fromkeys(signs, 0)
    for counting in countings:
        for place, degree in zip(counting.places, counting.walk.degrees, strict=True):
            if place in limits:
                limits[place] += degree
        for end in counting.walk.ends:
            for place, part in enumerate(counting.parts(end)):
                if place in limits and type(part) is int:
                    limits[place] += 2 * abs(part)
    return limits


def _within(countings: Sequence[Counting], limits: Mapping[int, int], signs: Mapping[int, int]) -> dict[Any, Fraction]:
    """The chances of all outcomes with no more of each field than its limit."""
    found: dict[Any, Fraction] = {}
    for counting in countings:
        most = [
            limits[place] if at in counting.walk.growing else high
            for at, (place, high) in enumerate(zip(counting.places, counting.walk.highest, strict=True))
        ]
        for outcome, share in counting.listed(tuple(most)).items():
            parts = counting.shape.parts(outcome) or ()
            if all(
                type(parts[place]) is not int or parts[place] * sign <= limits[place] for place, sign in signs.items()
            ):
                found[outcome] = found.get(outcome, Fraction(0)) + share
    return found

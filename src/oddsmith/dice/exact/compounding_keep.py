"""Keep and drop among compounding dice without limit, exactly.

Where one face compounds and always lifts its die to the top, a total is u * j + r: j times the compounding face, then a
face r that stops. Sort the dice by their first throw: those that compounded lie above the others, and among themselves
they are as a fresh, smaller throw, u higher. So the kept sum of m dice follows from those of fewer dice, with itself
on both sides once, when all m compound: a rational generating function, whose denominator is known beforehand.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

from flint import fmpq, fmpq_poly

from oddsmith.dice.exact.flint_helpers import integers, monomial
from oddsmith.dice.exact.keep import keep_score
from oddsmith.dice.exact.kinds import Kind
from oddsmith.dice.exact.pool_model import PoolModel
from oddsmith.dice.exact.throw_pmf import Pmf, pmf_of, throw_pmf
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import matcher
from oddsmith.dice.model.selection import End, Selection, places
from oddsmith.distribution import Distribution

_MAX_DEGREE = 400
"""Degree of the denominator up to which the closed form is worth it."""


class _Lift(NamedTuple):
    """A total is by * j + a face of `stops`, where j times in a row a throw compounds, each with chance `again`."""

    by: int
    again: fmpq
    stops: Pmf


def keep_compound(die: DieData[Any], count: int, selection: tuple[Selection, ...]) -> Distribution[int] | None:
    """The kept sum of `count` compounding dice without limit; None where this closed form does not apply."""
    lift = _lift(die)
    low, high = places(selection, count)
    if lift is None or low == high:
        return None
    skips = [min(count - high, dice) for dice in range(count + 1)]
    takes = [min(high - low, dice - skip) for dice, skip in enumerate(skips)]
    if sum(takes) * lift.by > _MAX_DEGREE:
        return None
    base = min(face for face, _ in lift.stops.weights)
    numerators = [fmpq_poly([1])]
    factors = [fmpq_poly([1])]  # of the denominator of every number of dice
    for dice in range(1, count + 1):
        if not takes[dice]:
            numerators.append(fmpq_poly([1]))
            factors.append(fmpq_poly([1]))
            continue
        numerator = fmpq_poly([])
        between = fmpq_poly([1])
        for above in range(dice - 1, -1, -1):
            chance = comb(dice, above) * lift.again**above * (1 - lift.again) ** (dice - above)
            others = _kept_stops(lift.stops, base, dice - above, skips[dice] - skips[above], takes[dice] - takes[above])
            numerator += (numerators[above] * between * others * chance).left_shift(lift.by * takes[above])
            between *= factors[above]
        numerators.append(numerator)
        factors.append(1 - fmpq_poly(monomial(lift.by * takes[dice])) * lift.again**dice)
    denominator = fmpq_poly([1])
    for factor in factors:
        denominator *= factor
    top, bottom = numerators[count], denominator
    return Distribution.generating(
        integers(top.numer() * bottom.denom()), integers(bottom.numer() * top.denom()), shift=base * takes[count]
    )


def _lift(die: DieData[Any]) -> _Lift | None:
    explosion = die.handling.explosion
    if explosion is None or not explosion.compound or explosion.limit is not None:
        return None
    pmf = throw_pmf(die)
    explodes = matcher(explosion.when)
    goes = [(face, weight) for face, weight in pmf.weights if explodes(face)]
    stops = pmf_of((face, weight) for face, weight in pmf.weights if not explodes(face))
    if len(goes) != 1:
        return None
    ((face, weight),) = goes
    by = face - 1 if explosion.penetrating else face
    lowest, highest = stops.weights[0][0], stops.weights[-1][0]
    if by <= 0 or by + lowest < highest:
        return None
    return _Lift(by, fmpq(weight, pmf.total), stops)


def _kept_stops(stops: Pmf, base: int, dice: int, skip: int, take: int) -> fmpq_poly:
    """The kept sum of dice that all stop, each less `base`: skip from the top, then take."""
    if not take:
        return fmpq_poly([1])
    selection = (Selection(End.HIGHEST, skip, drop=True), Selection(End.HIGHEST, take))
    kept = keep_score(PoolModel((Kind(stops),), {(dice,): 1}, stops.total**dice), selection, lambda face: face - base)
    coefficients = [fmpq(0)] * (kept.maximum + 1) if kept.maximum is not None else []
    for outcome, chance in kept.items():
        coefficients[outcome] = fmpq(chance.numerator, chance.denominator)
    return fmpq_poly(coefficients)

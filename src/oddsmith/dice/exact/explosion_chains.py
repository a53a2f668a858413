"""Exploding dice, exactly: one die, the faces that explode and the chain of throws that follows.

With p(z) the faces that do not explode and e(z) those that do, each as the generating function of what it counts, a
chain without limit is p(z) / (1 - e(z)): nothing is cut off. With a limit it is a finite mixture.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import exp, log, log2
from typing import Any, Final, TypeAlias

from flint import fmpz_poly

from oddsmith.dice.exact.flint_helpers import integers, monomial
from oddsmith.dice.exact.throw_pmf import throw_pmf
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import matcher
from oddsmith.dice.model.throw_rules import Explosion
from oddsmith.distribution import Distribution, Generating
from oddsmith.distribution.limits import refuse_work, take, work_of_outcomes
from oddsmith.distribution.unbounded.rational_functions import Rational
from oddsmith.errors import Undecidable

Score: TypeAlias = Callable[[Any], int]
"""The count of a face."""

_SECONDS_A_PAIR: Final = 4e-6
_SECONDS_A_POWER: Final = 1e-7
_BYTES_A_POWER: Final = 60

_HALVINGS: Final = 50
_MANY_COUNTS: Final = 500
_LARGEST_EXPONENT: Final = 300.0
_SHORTER: Final = "Allow fewer explosions."

UNRESOLVED_BOUND = Fraction(1, 10**18)
"""The most that may remain of a chain that no closed form covers; the result states it, never drops it."""


def chain_score(die: DieData[Any], score: Score) -> Distribution[int]:
    """The count of all faces of one exploding die together. Each extra die of the chain counts for itself."""
    explosion = _explosion(die)
    pmf = throw_pmf(die)
    less = 1 if explosion.penetrating else 0
    first_stop, first_go = _split(die, score, 0)
    stop, go = _split(die, score, less) if less else (first_stop, first_go)
    if explosion.limit is not None:
        return _limited(explosion.limit, pmf.total, (first_stop, first_go), (stop, go))
    if not go:
        return Distribution.from_weights(first_stop)
    # first_stop/T + first_go/T * stop/(T - go), with every part as z**low times a polynomial.
    low = min(0, *first_stop, *first_go, *stop, *go)
    plain, leap, end, again = (_polynomial(part, low) for part in (first_stop, first_go, stop, go))
    going_on = pmf.total * monomial(-low) - again
    if less:
        numerator, denominator = plain * going_on + leap * end, pmf.total * going_on
    else:
        numerator, denominator = plain.left_shift(-low), going_on  # the same with going_on cancelled
    if low == 0 and min(go) > 0:
        # Every chain may be longer, and no throw takes back what is counted: all poles lie outside the unit circle.
        return Generating(Rational(0, numerator, denominator))
    try:
        return Distribution.generating(integers(numerator), integers(denominator), shift=low)
    except Undecidable:
        # Faces that count up and others that count down explode: the two directions do not part over the rationals.
        return _resolved(pmf.total, (first_stop, first_go), (stop, go))


def chain_total(die: DieData[Any]) -> Distribution[int]:
    """The total that one exploding die shows: the sum of its chain."""
    return chain_score(die, int)


def compounds_on(die: DieData[Any]) -> bool:
    """True when the total of one die has no limit."""
    explosion = die.handling.explosion
    return explosion is not None and explosion.compound and explosion.limit is None


@lru_cache(maxsize=256)
def listed_size(die: DieData[Any], dice: int) -> tuple[int, int]:
    """The totals of a chain that come before less than the bound remains for so many dice, and the bits of each, about.

    The chances fall as the powers of the root of e(z) = 1; that of a total of k is a whole number of shares of as many
    throws as the least face that explodes goes into k. (0, 0) where not all faces that explode count upwards.
    """
    explosion = _explosion(die)
    _, go = _split(die, int, 1 if explosion.penetrating else 0)
    if not go or min(go) <= 0:
        return 0, 0
    total = throw_pmf(die).total
    shares = _shares(go, total)
    below, above = 0.0, log(total / sum(go.values())) / min(go)
    for _ in range(_HALVINGS):
        middle = (below + above) / 2
        # Of a large power nothing but its size counts.
        grown = sum(share * exp(min(middle * counted, _LARGEST_EXPONENT)) for counted, share in shares)
        below, above = (middle, above) if grown < 1 else (below, middle)
    length = int(log(dice / UNRESOLVED_BOUND) / above) if above else 0
    return length, int(length * log2(total) / min(go))


@lru_cache(maxsize=256)
def listed_run(die: DieData[Any], dice: int) -> range | None:
    """Totals of so many dice that all come up before less than the bound remains.

    Where faces that explode are m numbers side by side from g on, n of them come to all from n g to n (g + m - 1),
    which leave no gap once n is (g - 1)/(m - 1). Where g is the only one, they come to all multiples of it, from each
    total of those that end chains on: where these are as many side by side, no gap is left. None where faces that
    explode are others.
    """
    pmf = throw_pmf(die)
    explosion = _explosion(die)
    less = 1 if explosion.penetrating else 0
    explodes = matcher(explosion.when)
    again = [face for face, _ in pmf.weights if explodes(face)]
    ends = [face for face, _ in pmf.weights if not explodes(face)]
    if not ends or not again or again[-1] - again[0] != len(again) - 1 or again[0] <= less:
        return None
    least = again[0] - less
    low, step = dice * ends[0], 1
    if len(again) > 1:
        low += again[0] - less + least * -(-(least - 1) // (len(again) - 1))
    elif ends[-1] - ends[0] != len(ends) - 1 or dice * (len(ends) - 1) + 1 < least:
        step = least
    once = sum(face * weight for face, weight in pmf.weights) / pmf.total
    exploding = sum(weight for face, weight in pmf.weights if explodes(face)) / pmf.total
    mean = once + exploding * (once - less) / (1 - exploding)
    return range(low, int(listed_size(die, dice)[0] + (dice - 1) * mean) + 1, step)


def _shares(weights: dict[int, int], total: int) -> list[tuple[float, float]]:
    """The counts with their shares of a total; of many, a few hundred that lie side by side count as their mean."""
    ordered = sorted(weights.items())
    size = -(-len(ordered) // _MANY_COUNTS)
    shares: list[tuple[float, float]] = []
    for first in range(0, len(ordered), size):
        beside = ordered[first : first + size]
        weight = sum(each for _, each in beside)
        shares.append((sum(counted * each for counted, each in beside) / weight, weight / total))
    return shares


def _explosion(die: DieData[Any]) -> Explosion:
    explosion = die.handling.explosion
    assert explosion is not None  # callers ask only for exploding dice
    return explosion


def _split(die: DieData[Any], score: Score, less: int) -> tuple[dict[int, int], dict[int, int]]:
    """The counts of faces less `less`, with weights: of faces that end a chain, and of faces that explode."""
    stop: dict[int, int] = {}
    go: dict[int, int] = {}
    explodes = matcher(_explosion(die).when)
    for face, weight in throw_pmf(die).weights:
        part = go if explodes(face) else stop
        counted = score(face - less) if less else score(face)
        part[counted] = part.get(counted, 0) + weight
    return stop, go


Parts: TypeAlias = tuple[dict[int, int], dict[int, int]]


def _limited(limit: int, total: int, first: Parts, later: Parts) -> Distribution[int]:
    """At most `limit` explosions, after which a throw ends the chain whatever it shows."""
    low = min(0, *(counted for part in (*first, *later) for counted in part))
    high = max(0, *(counted for part in (*first, *later) for counted in part))
    take(*work_of_outcomes((high - low) * (limit + 1) + 1, (limit + 1) * total.bit_length()), _SHORTER)
    (first_stop, first_go), (stop, go) = (tuple(_polynomial(part, low) for part in parts) for parts in (first, later))
    whole = total * monomial(-low)
    if limit:
        ended, gone, all_throws = _powers_between(whole, go, limit - 1)
        chain = first_stop * all_throws * whole + first_go * (stop * ended * whole + gone * (stop + go))
    else:
        chain = first_stop + first_go
    offset = low * (limit + 1)
    return Distribution.from_weights({place + offset: weight for place, weight in enumerate(integers(chain)) if weight})


def _powers_between(whole: fmpz_poly, go: fmpz_poly, length: int) -> tuple[fmpz_poly, fmpz_poly, fmpz_poly]:
    """The sum of go**k * whole**(length - 1 - k) for k below length, go**length and whole**length, by doubling."""
    between, gone, all_throws = fmpz_poly([]), fmpz_poly([1]), fmpz_poly([1])
    for bit in f"{length:b}":
        between, gone, all_throws = between * (all_throws + gone), gone * gone, all_throws * all_throws
        if bit == "1":
            between, gone, all_throws = between * whole + gone, gone * go, all_throws * whole
    return between, gone, all_throws


def _resolved(total: int, first: Parts, later: Parts) -> Distribution[int]:
    """A chain whose faces count both up and down, resolved until less than 10^-18 remains; the rest is `unresolved`."""
    exploding = Fraction(sum(later[1].values()), total)
    throws = 1
    remaining = Fraction(sum(first[1].values()), total)
    weights = {counted: Fraction(weight, total) for counted, weight in first[0].items()}
    leading = {counted: Fraction(weight, total) for counted, weight in first[1].items()}
    while remaining > UNRESOLVED_BOUND:
        pairs = throws * len(leading) * (len(later[0]) + len(later[1]))
        take(pairs * _SECONDS_A_PAIR, remedy="Limit the explosions.")
        following: dict[int, Fraction] = {}
        for part, sink in ((later[0], weights), (later[1], following)):
            for counted, chance in leading.items():
                for more, weight in part.items():
                    place = counted + more
                    sink[place] = sink.get(place, Fraction(0)) + chance * Fraction(weight, total)
        leading = following
        remaining *= exploding
        throws += 1
    return Distribution.from_probabilities(weights, unresolved=remaining)


def _polynomial(weights: dict[int, int], low: int) -> fmpz_poly:
    """The sum of weight * z**(counted - low)."""
    if not weights:
        return fmpz_poly([])
    powers = max(weights) - low
    refuse_work(powers * _SECONDS_A_POWER, powers * _BYTES_A_POWER, "Use smaller numbers.")
    coefficients = [0] * (max(weights) - low + 1)
    for counted, weight in weights.items():
        coefficients[counted - low] = weight
    return fmpz_poly(coefficients)

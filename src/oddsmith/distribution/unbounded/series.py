"""Probabilities along one direction of an unbounded support: the series of a rational function, extended on demand.

With B(0) = b and a c such that B(c y) / b has integer coefficients, the coefficients of A(c y) / (B(c y) / b) are
integers too. So probability j of A/B is an integer over b c**j, and neither sums nor products of fractions are needed.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from flint import fmpz, fmpz_poly

from oddsmith.distribution.limits import check_outcomes, refuse_work

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST = 32  # terms that the first question computes
_MANY = 4096  # terms from which on no more than an eighth is computed in advance
_SECONDS_A_WORD = 6e-7
_BYTES_A_WORD = 50


class Direction:
    """Outcome start + step * j has the probability that is coefficient j of numerator / denominator; step is 1 or -1.

    total: the probability of the whole direction.
    """

    def __init__(self, start: int, step: int, numerator: fmpz_poly, denominator: fmpz_poly) -> None:
        self.start = start
        self.step = step
        self.numerator = numerator
        self.denominator = denominator
        self.total = Fraction(int(numerator(1)), int(denominator(1)))
        self._scale = _scale(denominator)
        self._known = _Known((), (fmpz(0),), ())

    def outcome(self, place: int) -> int:
        """The outcome at this place."""
        return self.start + self.step * place

    def probability(self, place: int) -> Fraction:
        """The probability of the outcome at this place; 0 when place < 0."""
        if place < 0:
            return Fraction(0)
        known = self._upto(place + 1)
        return Fraction(int(known.terms[place]), int(known.units[place]))

    def before(self, place: int) -> Fraction:
        """The probability of the places 0 .. place - 1."""
        if place <= 0:
            return Fraction(0)
        known = self._upto(place)
        return Fraction(int(known.sums[place]), int(known.units[place - 1]))

    def rest(self, place: int) -> Fraction:
        """The probability of this place and those that follow."""
        return self.total - self.before(place)

    def first(self, condition: Callable[[int], bool], least: int = 1) -> int:
        """The smallest place that meets a condition which, once met, stays met; some place from `least` on meets it."""
        high = max(1, least)
        while not condition(high):
            high *= 2
        return bisect_left(range(high), True, key=condition)

    def reaching(self, probability: Fraction) -> int:
        """The least number of places that hold this much, which is less than the total."""
        return self.first(lambda place: self.before(place) >= probability, self._least_holding(probability))

    def _least_holding(self, probability: Fraction) -> int:
        """A number of places that is not enough to hold more than this, by Cantelli's inequality.

        A search that begins there does not list half the series only to find that the other half does not fit.
        """
        if not 0 < probability < self.total:
            return 1
        mean, variance = (float(found) for found in self._cumulants)
        rest = float((self.total - probability) / probability)
        least = int((mean - (variance * rest) ** 0.5) * 0.99)
        return max(1, least)

    def holding(self, position: Fraction) -> int:
        """The place on which a position within 0..total falls, the places sharing that interval out in order."""
        return self.first(lambda place: self.before(place + 1) > position, self._least_holding(position) - 1)

    @cached_property
    def _cumulants(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of the place, when it is known to be in this direction."""
        above, below = cumulants(self.numerator), cumulants(self.denominator)
        return above[0] - below[0], above[1] - below[1]

    def head(self, count: int) -> tuple[list[int], int]:
        """The first `count` probabilities as integers over one unit, which saves taking every fraction down."""
        if count == 0:
            return [], 1
        known = self._upto(count)
        weights, factor = [], fmpz(1)
        for place in reversed(range(count)):
            weights.append(int(known.terms[place] * factor))
            factor *= self._scale
        return weights[::-1], int(known.units[count - 1])

    def after(self, place: int) -> Direction:
        """The direction from this place on."""
        if place == 0:
            return self
        known = self._upto(place)
        common = known.units[place - 1]
        head = fmpz_poly([known.terms[early] * (common // known.units[early]) for early in range(place)])
        left = (self.numerator * common - head * self.denominator).right_shift(place)
        return Direction(self.outcome(place), self.step, left, self.denominator * common)

    def _upto(self, count: int) -> _Known:
        """At least the first `count` terms. The known ones are replaced at once, so threads may share a direction."""
        known = self._known
        if count <= len(known.terms):
            return known
        check_outcomes(count, count * self._scale.bit_length())
        longest = self.numerator.height_bits() + self.denominator.height_bits()
        words = count * (1 + (longest + count * self._scale.bit_length()) // 128)
        refuse_work(words * _SECONDS_A_WORD, words * _BYTES_A_WORD)
        count = max(_FIRST, 1 << (count - 1).bit_length() if count < _MANY else count + count // 8)
        scaled = fmpz_poly([0, self._scale])
        unit = self.denominator[0]
        divisor = self.denominator(scaled) // unit
        series = (self.numerator(scaled).truncate(count) * _inverse(divisor, count)).truncate(count)
        terms, sums, units = [], [fmpz(0)], []
        for place in range(count):
            terms.append(series[place])
            sums.append(sums[-1] * self._scale + terms[-1])
            units.append(unit)
            unit *= self._scale
        self._known = _Known(tuple(terms), tuple(sums), tuple(units))
        return self._known


@dataclass(frozen=True, slots=True)
class _Known:
    """The start of a series: term j is probability j times unit j, sum j + 1 that of places 0 .. j times unit j."""

    terms: tuple[fmpz, ...]
    sums: tuple[fmpz, ...]
    units: tuple[fmpz, ...]


def _scale(denominator: fmpz_poly) -> fmpz:
    """A small c > 0 such that denominator[0] divides denominator[j] * c**j for every j."""
    base = denominator[0]
    scale = fmpz(1)
    for power, coefficient in enumerate(denominator.coeffs()[1:], 1):
        missing = base // base.gcd(coefficient * scale**power)
        if missing != 1:
            root = missing.root(power)
            scale *= root if root**power == missing else missing
    return scale


def _inverse(divisor: fmpz_poly, count: int) -> fmpz_poly:
    """The first coefficients of 1 / divisor, where divisor(0) = 1, by Newton's iteration."""
    inverse, known = fmpz_poly([1]), 1
    while known < count:
        known = min(2 * known, count)
        wrong = (divisor.truncate(known) * inverse).truncate(known)
        inverse = (inverse * (2 - wrong)).truncate(known)
    return inverse


def cumulants(poly: fmpz_poly) -> tuple[Fraction, Fraction]:
    """The first two cumulants of poly / poly(1), taken for the generating function of a measure (of any sign)."""
    first = poly.derivative()
    at_one = poly(1)
    mean = Fraction(int(first(1)), int(at_one))
    return mean, Fraction(int(first.derivative()(1)), int(at_one)) + mean - mean**2

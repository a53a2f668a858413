"""Probabilities along one direction of an unbounded support: the series of a rational function, extended on demand.

What is known of a series are integers over one unit, the common denominator of its first coefficients. So neither sums
nor comparisons of fractions are needed.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, islice
from math import ceil, floor, inf, log, log2
from typing import TYPE_CHECKING, NamedTuple

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from oddsmith.distribution.finite.lowest_terms import coprime
from oddsmith.distribution.given_numbers import nearest_float
from oddsmith.distribution.limits import LESS_OF_IT, check_outcomes, one_computation, take

if TYPE_CHECKING:
    from collections.abc import Callable

_FIRST = 32  # terms that the first question computes
_MANY = 4096  # terms from which on no more than an eighth is computed in advance
_LOOKED_AT = 100  # coefficients that tell how fast the unit grows
_SECONDS_A_BIT = 5.8e-9
_SECONDS_A_BIT_BELOW = 6e-9  # more, where the denominator is as long as the series; for the root of its share
_SHARE_OF_MORE = 0.7  # of that time, where more than half of the coefficients are known
_SECONDS_OF_A_PRODUCT = 1e-9  # for each bit of the longest
_BYTES_A_BIT = 0.75
_MANY_BITS = 10_000_000  # of a series, from which on it is told first how long it has to be
_MOST_DEGREE = 2000  # for which that is quick
_LIKELIEST = 5  # in units of the deviation, after so small a share the likeliest place is known, mostly
_STEEPER = 0.5  # at first, by this share the next number is farther above 1 at which a bound is tried
_HALVINGS = 7


class SeriesSize(NamedTuple):
    """Places of a series, the bits of their unit, and the time that it takes."""

    places: float = 0.0
    unit: float = 0.0
    seconds: float = 0.0


class Direction:
    """Outcome start + step * j has the probability that is coefficient j of numerator / denominator.

    step: 1 or -1, or a multiple of that where the direction is one of `parts`. total: the probability of all outcomes.
    """

    def __init__(self, start: int, step: int, numerator: fmpz_poly, denominator: fmpz_poly) -> None:
        self.start = start
        self.step = step
        self.numerator = numerator
        self.denominator = denominator
        self.total = Fraction(int(numerator(1)), int(denominator(1)))
        self._known = _Known((), (fmpz(0),), fmpz(1))

    def outcome(self, place: int) -> int:
        """The outcome at this place."""
        return self.start + self.step * place

    def probability(self, place: int) -> Fraction:
        """The probability of the outcome at this place; 0 when place < 0."""
        if place < 0:
            return Fraction(0)
        known = self._upto(place + 1)
        return fraction(known.terms[place], known.unit)

    def before(self, place: int) -> Fraction:
        """The probability of the places 0 .. place - 1."""
        if place <= 0:
            return Fraction(0)
        known = self._upto(place)
        return fraction(known.sums[place], known.unit)

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

        def holds(place: int) -> bool:
            known = self._upto(place)
            return bool(known.sums[place] * probability.denominator >= known.unit * probability.numerator)

        known = len(self._known.terms)
        if known and holds(known):
            return bisect_left(range(known), True, key=holds)
        places = self._places(probability)
        if places:
            self._upto(places, in_advance=False)
        known = len(self._known.terms)
        if known and holds(known):
            return bisect_left(range(known), True, key=holds)
        return self.first(holds, self._least_holding(probability))

    def foreseen(self, probability: Fraction) -> SeriesSize:
        """Return the size of the series that is worked out for the places that hold this much."""
        places = max(self._places(probability), len(self._known.terms))
        unit = self.denominator[0].bit_length() + places * self._growth
        return SeriesSize(places, unit, seconds_of_series(self._bits(places), self.denominator.degree() / places))

    def _places(self, probability: Fraction) -> int:
        """Return about as many places as hold this much, and as the likeliest place takes; 0 where nothing tells."""
        rest = self.total - probability
        if probability <= 0 or rest <= 0:
            return 0
        # As many as a normal distribution would take, at once.
        mean, variance = map(nearest_float, self._cumulants)
        deviation = max(variance, 0) ** 0.5
        rest = min(rest, self.total / (1 + ceil(_LIKELIEST * deviation)))
        rarity = self.total / rest
        deviations = (2 * (log(rarity.numerator) - log(rarity.denominator))) ** 0.5
        places = max(1, int(mean + deviations * deviation))
        enough = self.enough(rest) if self._bits(places) > _MANY_BITS else None
        if enough is not None:
            return enough
        return _with_more(places)

    def enough(self, rest: Fraction) -> int | None:
        """A number of places, hardly more than needed, after which no more than this is left; None of long functions.

        By Chernoff: that is at most f(x) / x**n, with f the generating function, at any x from 1 up to its first pole.
        The best x is looked for from 1 on; past the pole f falls, so that the bound is seen to be none.
        """
        if max(self.numerator.degree(), self.denominator.degree()) > _MOST_DEGREE:
            return None
        rarity = log(rest.denominator) - log(rest.numerator)
        beyond = 0.1 / (1 + max(nearest_float(self._cumulants[1]), 0) ** 0.5)
        unit = 1 << 12 + max(0, -floor(log2(beyond)))
        best, step, halved = inf, _STEEPER, 0
        polynomials = self.numerator, self.denominator
        slopes = self.numerator.derivative(), self.denominator.derivative()
        while halved < _HALVINGS:
            x = fmpq(unit + round(beyond * (1 + step) * unit), unit)
            above, below = (polynomial(x) for polynomial in polynomials)
            rising = slopes[0](x) * below - above * slopes[1](x)
            if above * below > 0 and rising > 0:
                grown = _log(above) - _log(below)
                places = (grown + rarity) / _log(x)
            else:
                places = inf
            if places < best:
                best, beyond = places, beyond * (1 + step)
            else:
                step, halved = step / 2, halved + 1
        return ceil(best) if best < inf else None

    def leaving(self, probability: Fraction) -> int:
        """The least number of places, 1 or more, after which less than this is left; it is above 0."""
        return self.first(lambda place: self.rest(place) < probability, self._least_holding(self.total - probability))

    def most_likely(self) -> tuple[Fraction, list[int]]:
        """The largest probability of a place, and all places that have it."""
        count = self.reaching(self.total / 2)
        while True:
            known = self._upto(count)
            count = len(known.terms)
            most = max(known.terms)
            share = self.total.denominator
            if known.unit * self.total.numerator - known.sums[count] * share < most * share:
                return fraction(most, known.unit), [place for place, term in enumerate(known.terms) if term == most]
            count += max(1, count // 8)

    def _least_holding(self, probability: Fraction) -> int:
        """A number of places that is not enough to hold more than this, by Cantelli's inequality.

        A search that begins there does not list half the series only to find that the other half does not fit.
        """
        if not 0 < probability < self.total:
            return 1
        try:
            mean, variance = (float(found) for found in self._cumulants)
            rest = float((self.total - probability) / probability)
            return max(1, int((mean - (variance * rest) ** 0.5) * 0.99))
        except OverflowError:  # no float is near one of them, so the inequality is left out
            return 1

    def holding(self, position: Fraction) -> int:
        """The place on which a position within 0..total falls, the places sharing that interval out in order."""
        return self.first(lambda place: self.before(place + 1) > position, self._least_holding(position) - 1)

    @cached_property
    def _cumulants(self) -> tuple[Fraction, Fraction]:
        """Mean and variance of the place, when it is known to be in this direction."""
        above, below = cumulants(self.numerator), cumulants(self.denominator)
        return above[0] - below[0], above[1] - below[1]

    def head(self, count: int) -> tuple[fmpz_poly, fmpz]:
        """The first `count` probabilities as integers over one unit, which saves taking every fraction down."""
        if count == 0:
            return fmpz_poly([]), fmpz(1)
        known = self._upto(count)
        return fmpz_poly(list(known.terms[:count])), known.unit

    def after(self, place: int) -> Direction:
        """The direction from this place on."""
        if place == 0:
            return self
        known = self._upto(place)
        head = fmpz_poly(list(known.terms[:place]))
        left = (self.numerator * known.unit - head * self.denominator).right_shift(place)
        return Direction(self.outcome(place), self.step, left, self.denominator * known.unit)

    def parts(self, number: int) -> list[Direction]:
        """So many directions: every such place from the first on, from the second on, and so forth; without empty ones.

        With Q the denominator, the product of Q(r * w) for all roots of unity r is a polynomial of w**number: the
        denominator of each part.
        """
        degree = self.denominator.degree()
        places = degree + max(0, self.numerator.degree() - degree) // number + 1
        terms, unit = self.head(number * places)
        denominator = _of_powers(self.denominator, number)
        found = []
        for first in range(number):
            head = fmpz_poly([terms[place] for place in range(first, number * places, number)])
            top = (head * denominator).truncate(places)
            if top.length():
                common = top.content().gcd(unit)
                below = denominator * (unit // common)
                found.append(Direction(self.outcome(first), self.step * number, top // common, below))
        return found

    def _upto(self, count: int, *, in_advance: bool = True) -> _Known:
        """The first `count` terms at least. The known ones are replaced at once, so threads may share a direction."""
        known = self._known
        if count <= len(known.terms):
            return known
        check_outcomes(count)
        if in_advance:
            count = _with_more(count)
        bits = self._bits(count)
        seconds = seconds_of_series(bits, self.denominator.degree() / count)
        longer = len(known.terms) * 2 > count
        with one_computation():  # each time on top of those before
            if longer:
                take(seconds * _SHARE_OF_MORE, (bits - self._bits(len(known.terms))) * _BYTES_A_BIT, LESS_OF_IT)
                series = _longer(known, self.numerator, self.denominator, count)
            else:
                take(seconds, bits * _BYTES_A_BIT, LESS_OF_IT)
                series = _quotient(fmpq_poly(self.numerator), self.denominator, count)
        numerators = series.numer()
        terms = [numerators[place] for place in range(count)]
        self._known = _Known(tuple(terms), tuple(accumulate(terms, initial=fmpz(0))), series.denom())
        return self._known

    def _bits(self, count: int) -> float:
        """The bits of so many terms, about."""
        return count * (self.numerator.height_bits() + self.denominator[0].bit_length() + count * self._growth)

    @cached_property
    def _growth(self) -> float:
        """The bits by which the unit grows with each place, about.

        Where a coefficient j lacks a factor of the first one, that factor is divided by once more every j places.
        """
        first = self.denominator[0]
        looked_at = (place for place in range(1, self.denominator.degree() + 1) if self.denominator[place] != 0)
        return max(
            (log2(int(first // first.gcd(self.denominator[place]))) / place for place in islice(looked_at, _LOOKED_AT)),
            default=0.0,
        )


def _with_more(count: int) -> int:
    """A number of places with some in advance."""
    return max(_FIRST, 1 << (count - 1).bit_length() if count < _MANY else count + count // 8)


def seconds_of_series(bits: float, below: float) -> float:
    """The time of a series of so many bits. below: the degree of the denominator, as a share of its places."""
    of_a_bit: float = _SECONDS_A_BIT + min(1.0, below) ** 0.5 * _SECONDS_A_BIT_BELOW
    return bits * of_a_bit


@dataclass(frozen=True, slots=True)
class _Known:
    """The start of a series: term j is probability j times the unit, sum j that of the places before j."""

    terms: tuple[fmpz, ...]
    sums: tuple[fmpz, ...]
    unit: fmpz


def _longer(known: _Known, numerator: fmpz_poly, denominator: fmpz_poly, count: int) -> fmpq_poly:
    """The first coefficients of a quotient of which more than half are known: what these leave is divided."""
    head = fmpq_poly(list(known.terms), known.unit)
    left = fmpq_poly(numerator.truncate(count)) - head.mul_low(fmpq_poly(denominator.truncate(count)), count)
    first = len(known.terms)
    return head + _quotient(left.right_shift(first), denominator, count - first).left_shift(first)


def _quotient(numerator: fmpq_poly, denominator: fmpz_poly, count: int) -> fmpq_poly:
    """The first coefficients of a quotient, by Newton's iteration; the last step corrects the quotient itself."""
    first = denominator[0]
    divided, divisor = (fmpq_poly(poly.truncate(count)) / first for poly in (numerator, denominator))
    lengths = [(count + 1) // 2]
    while lengths[-1] > 1:
        lengths.append((lengths[-1] + 1) // 2)
    inverse = fmpq_poly([1])
    for known in reversed(lengths):
        wrong = divisor.truncate(known).mul_low(inverse, known)
        inverse = inverse.mul_low(2 - wrong, known)
    half = divided.truncate(lengths[0]).mul_low(inverse, lengths[0])
    return half + inverse.mul_low(divided - divisor.mul_low(half, count), count)


def _of_powers(polynomial: fmpz_poly, number: int) -> fmpz_poly:
    """A polynomial with the roots of another, each to a power; as that, it has none on the way from 0 to 1."""
    content, factors = polynomial.factor_squarefree()
    made = fmpz_poly([content**number])
    for factor, times in factors:
        made *= _of_powers_once(factor if factor[0] > 0 else -factor, number) ** times
    return made if made(1) > 0 else -made


def _of_powers_once(polynomial: fmpz_poly, number: int) -> fmpz_poly:
    """The same, of one without factors that come several times, which is above 0 at 0.

    By Newton's identities: sums of powers of 1 / root are the series of -w Q'(w) / Q(w).
    """
    degree, first = polynomial.degree(), polynomial[0]
    sums, unit = Direction(0, 1, -polynomial.derivative().left_shift(1), polynomial).head(degree * number + 1)
    scale = first**number
    take(degree**2 * (1 + degree * scale.bit_length()) * _SECONDS_OF_A_PRODUCT)
    powers = [sums[place * number] * scale**place // unit for place in range(degree + 1)]  # times scale**place
    symmetric = [fmpz(1)]
    for place in range(1, degree + 1):
        total = sum((powers[k] * symmetric[place - k] for k in range(1, place + 1)), fmpz(0))
        symmetric.append(-total // place)
    return fmpz_poly([scale, *[each // scale ** (place - 1) for place, each in enumerate(symmetric[1:], 1)]])


def _log(number: fmpq) -> float:
    """The logarithm of the size of a number, for which there may be no float."""
    return log(abs(int(number.p))) - log(int(number.q))


def fraction(numerator: fmpz, denominator: fmpz) -> Fraction:
    """A quotient of flint integers, the second above 0, as a public number; flint finds common divisors quickly."""
    common = numerator.gcd(denominator)
    return coprime(int(numerator // common), int(denominator // common))


def cumulants(poly: fmpz_poly) -> tuple[Fraction, Fraction]:
    """The first two cumulants of poly / poly(1), taken for the generating function of a measure (of any sign)."""
    first = poly.derivative()
    at_one = poly(1)
    mean = Fraction(int(first(1)), int(at_one))
    return mean, Fraction(int(first.derivative()(1)), int(at_one)) + mean - mean**2

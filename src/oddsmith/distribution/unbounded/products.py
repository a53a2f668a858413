"""Sums of independent outcomes as products of powers of their generating functions, multiplied out once that is asked.

What takes long, or is too long, is so told from one outcome of each sort.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import permutations
from math import log2
from typing import TYPE_CHECKING

from flint import fmpz

from oddsmith.distribution.finite.sums_as_products import seconds_of_power
from oddsmith.distribution.given_numbers import nearest_float
from oddsmith.distribution.limits import LESS_OF_IT, Work, one_computation, take, work_of_outcomes
from oddsmith.distribution.unbounded.rational_functions import Rational
from oddsmith.distribution.unbounded.series import SeriesSize, seconds_of_series

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flint import fmpz_poly

_SURE = 0.95
"""So much of the growth of a series is sure."""


@dataclass(frozen=True)
class Product:
    """Reduced generating functions, each to a power of 1 or more."""

    powers: tuple[tuple[Rational, int], ...]

    def __mul__(self, other: Product) -> Product:
        return Product((*self.powers, *other.powers))

    def __pow__(self, n: int) -> Product:
        return Product(tuple((one, times * n) for one, times in self.powers))

    def mirrored(self) -> Product:
        """The product for the negative of the sum, multiplied out where this one is."""
        if "function" in self.__dict__:
            return Product(((self.function.stretched(-1).reduced(), 1),))
        return Product(tuple([(one.stretched(-1).reduced(), times) for one, times in self.powers]))

    @cached_property
    def function(self) -> Rational:
        """The product itself, reduced. Raises TooLarge."""
        with one_computation():
            take(*self.to_multiply, LESS_OF_IT)
        if len(self.powers) == 1:
            ((one, times),) = self.powers
            return one.power(times)
        together = reduce(Rational.times, (one.power(times) for one, times in self.powers))
        return together.primitive() if self._is_coprime() else together.reduced()

    @cached_property
    def cumulants(self) -> tuple[Fraction, Fraction]:
        """Mean and variance."""
        each = [(one.cumulants, times) for one, times in self.powers]
        return (
            sum((mean * times for (mean, _), times in each), Fraction(0)),
            sum((variance * times for (_, variance), times in each), Fraction(0)),
        )

    @property
    def start(self) -> int | None:
        """The least outcome, where all outcomes run up; else None."""
        if any(one.inner.degree() for one, _ in self.powers):
            return None
        return sum(one.shift * times for one, times in self.powers)

    def works_foreseen(self, probability: Fraction) -> Sequence[Work]:
        """Return the work of places that hold this much at least, before anything is multiplied; none after that."""
        if "function" in self.__dict__:
            return ()
        return self.to_multiply, Work(self.least_series(probability).seconds)

    @property
    def to_multiply(self) -> Work:
        """The work of multiplying it out, which is none once that is done."""
        if "function" in self.__dict__ or (len(self.powers) == 1 and self.powers[0][1] == 1):
            return Work()
        seconds, outcomes = 0.0, 0
        bits = sum(_bits(one) * times for one, times in self.powers)
        for parts in (list(self._tops), list(self._outers), [(one.inner, times) for one, times in self.powers]):
            length = 1 + sum(part.degree() * times for part, times in parts)
            outcomes += length
            if length > 1:
                seconds += seconds_of_power(max(part.length() for part, _ in parts), length, bits)
        work = work_of_outcomes(outcomes, bits)
        return Work(max(work.seconds, seconds), work.memory)

    def least_series(self, probability: Fraction) -> SeriesSize:
        """Return what places that hold this much take at least, before anything is multiplied."""
        if not 0 < probability < 1:
            return SeriesSize()
        if self.start is None:
            mirrored = self.mirrored()
            return SeriesSize() if mirrored.start is None else mirrored.least_series(probability)
        mean, variance = map(nearest_float, self.cumulants)
        rest = nearest_float((1 - probability) / probability)
        places = mean - self.start - (max(variance, 0) * rest) ** 0.5  # by Cantelli's inequality
        if places < 1:
            return SeriesSize()
        degree, below = (sum(part.degree() * times for part, times in parts) for parts in (self._tops, self._outers))
        top = sum(log2(abs(int(part(1)))) * times for part, times in self._tops) - log2(degree + 1)
        unit = sum(log2(int(part[0])) * times for part, times in self._outers) + places * self._growth()
        return SeriesSize(places, unit, seconds_of_series(places * (max(0.0, top) + unit), below / places))

    @property
    def _tops(self) -> Iterator[tuple[fmpz_poly, int]]:
        return ((one.top, times) for one, times in self.powers)

    @property
    def _outers(self) -> Iterator[tuple[fmpz_poly, int]]:
        return ((one.outer, times) for one, times in self.powers)

    def _growth(self) -> float:
        """The bits by which the series of the product grows with each place at least: as that of the longest one does.

        Powers grow as the function does, but for what divides binomial coefficients, which is little (Kummer).
        """
        return max((_growth(outer) for outer, _ in self._outers if outer.degree()), default=0.0)

    def _is_coprime(self) -> bool:
        """True where no function has a root at a pole of another."""
        return all(
            one.top.gcd(poles).degree() == 0
            for (one, _), (other, _) in permutations(self.powers, 2)
            for poles in (other.outer, other.inner)
        )


def _growth(outer: fmpz_poly) -> float:
    """The bits by which a series with this denominator grows with each place, as far as that is sure."""
    place = next(place for place in range(1, outer.degree() + 1) if outer[place] != 0)
    return float(log2(int(outer[0] // outer[0].gcd(outer[place]))) / place * _SURE)


def _bits(function: Rational) -> int:
    """The bits of the coefficients together, by which those of a power grow with every factor."""
    polynomials = (function.top, function.outer, function.inner)
    return int(max(sum(map(abs, poly.coeffs()), fmpz(0)) for poly in polynomials).bit_length())

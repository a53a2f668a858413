"""Rational functions of z as measures on the integers: the coefficient of z**k is the weight of k.

The sum of independent outcomes is a product here, a mixture a weighted sum, and the mean a derivative at 1 (Zaiser,
Murawski and Ong, "Exact Bayesian inference on discrete models via probability generating functions", NeurIPS 2023,
use them the same way). Poles outside the unit circle make the support run up, poles inside make it run down: of all
expansions, the one that converges on the circle is the distribution.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpq_poly, fmpz, fmpz_mat, fmpz_poly

from oddsmith.distribution.limits import check_outcomes, take
from oddsmith.distribution.unbounded.poles import reverse
from oddsmith.distribution.unbounded.series import Direction, cumulants, fraction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from oddsmith.distribution.finite.sums_as_products import Dense

_SECONDS_A_CUBE = 2e-9
"""Of equations, for their number to the third power."""


def _one() -> fmpz_poly:
    return fmpz_poly([1])


@dataclass(frozen=True, slots=True)
class Rational:
    """The measure z**shift * top(z) / (outer(z) * inner(z)).

    outer has its roots outside the unit circle, inner inside and none at 0; both are above 0 at z = 1. lowest: true of
    the one that `reduced` gives.
    """

    shift: int
    top: fmpz_poly
    outer: fmpz_poly = field(default_factory=_one)
    inner: fmpz_poly = field(default_factory=_one)
    lowest: bool = field(default=False, compare=False)

    # --- numbers ------------------------------------------------------------------------------------------------

    @property
    def mass(self) -> Fraction:
        """The value at z = 1."""
        return fraction(self.top(1), self.outer(1) * self.inner(1))

    @property
    def cumulants(self) -> tuple[Fraction, Fraction]:
        """Mean and variance: the cumulants of a product add up, those of a quotient subtract."""
        mean, variance = cumulants(self.top)
        for poly in (self.outer, self.inner):
            below = cumulants(poly)
            mean, variance = mean - below[0], variance - below[1]
        return self.shift + mean, variance

    def is_finite(self) -> bool:
        """True when the support is finite; of a reduced one."""
        return self.outer.degree() == 0 and self.inner.degree() == 0

    # --- arithmetic ---------------------------------------------------------------------------------------------

    def times(self, other: Rational) -> Rational:
        """The measure of the sum of two independent outcomes."""
        self._check(other.top.degree(), other.top.height_bits() + other.outer.height_bits() + other.inner.height_bits())
        return Rational(
            self.shift + other.shift, self.top * other.top, self.outer * other.outer, self.inner * other.inner
        )

    def power(self, n: int) -> Rational:
        """The measure of the sum of n independent outcomes; reduced, since what is coprime is so to every power."""
        one = self.reduced()
        return Rational(one.shift * n, one.top**n, one.outer**n, one.inner**n, lowest=True)

    def powers(self, weights: Sequence[int]) -> Rational:
        """The measure of the sum of n independent outcomes, where n, from 0 up, is as likely as its weight says.

        All powers have one denominator, and their sum is made half by half, so that none is worked out by itself.
        """
        most = len(weights) - 1
        top = self.top.left_shift(max(0, self.shift))
        below = (self.outer * self.inner).left_shift(max(0, -self.shift))
        bits = most * max(sum(map(abs, poly.coeffs()), fmpz(0)).bit_length() for poly in (top, below))
        check_outcomes(3 * (most * max(top.degree(), below.degree()) + 1), bits)

        def summed(low: int, high: int) -> tuple[fmpz_poly, fmpz_poly, fmpz_poly]:
            """The sum of weight * top**n * below**(high - low - 1 - n), n from 0 up, and both powers of high - low."""
            if high - low == 1:
                return fmpz_poly([weights[low]]), top, below
            middle = (low + high) // 2
            first, tops, denominators = summed(low, middle)
            second, more_tops, more_denominators = summed(middle, high)
            return first * more_denominators + tops * second, tops * more_tops, denominators * more_denominators

        added, _, _ = summed(0, most + 1)
        shift = min(0, self.shift) * most
        return Rational(shift, added, self.outer**most * sum(weights), self.inner**most)

    def plus(self, other: Rational) -> Rational:
        """The sum of two measures."""
        shift = min(self.shift, other.shift)
        (own, others, outer), (mine, theirs, inner) = (
            _shared_multiple(self.outer, other.outer),
            _shared_multiple(self.inner, other.inner),
        )
        top = self._lifted(shift) * own * mine + other._lifted(shift) * others * theirs
        return Rational(shift, top, outer, inner)

    def scaled(self, factor: Fraction) -> Rational:
        """The measure times a number above 0."""
        return Rational(self.shift, self.top * factor.numerator, self.outer * factor.denominator, self.inner)

    def shifted(self, by: int) -> Rational:
        """The measure of outcome + by."""
        return Rational(self.shift + by, self.top, self.outer, self.inner)

    def stretched(self, factor: int) -> Rational:
        """The measure of outcome * factor; factor is not 0."""
        if factor < 0:
            return self._mirrored().stretched(-factor)
        self._check((factor - 1) * max(self.top.degree(), self.outer.degree(), self.inner.degree()), 0)
        return Rational(
            self.shift * factor, self.top.inflate(factor), self.outer.inflate(factor), self.inner.inflate(factor)
        )

    def _mirrored(self) -> Rational:
        """The measure of -outcome: 1/z for z, so that outside and inside change places."""
        degree = self.top.degree() - self.outer.degree() - self.inner.degree()
        return Rational(-self.shift - degree, reverse(self.top), reverse(self.inner), reverse(self.outer))

    def _lifted(self, shift: int) -> fmpz_poly:
        self._check(self.shift - shift, 0)
        return self.top.left_shift(self.shift - shift)

    def _check(self, degree: int, bits: int) -> None:
        check_outcomes(self.top.length() + degree, self.top.height_bits() + bits)

    # --- forms --------------------------------------------------------------------------------------------------

    def reduced(self) -> Rational:
        """The one form that all equal measures share: nothing left to cancel, top(0) not 0, inner primitive."""
        if self.lowest:
            return self
        top, outer, inner = self.top, self.outer, self.inner
        zeros = next(place for place, coefficient in enumerate(top.coeffs()) if coefficient != 0)
        top = top.right_shift(zeros)
        if (common := top.gcd(outer)).length() > 1:
            common //= common.content()
            top, outer = top // common, outer // common
        if (common := top.gcd(inner)).length() > 1:
            common //= common.content()
            top, inner = top // common, inner // common
        return Rational(self.shift + zeros, top, outer, inner).primitive()

    def primitive(self) -> Rational:
        """The same, of one in which no more than numbers and signs are left to cancel, and top(0) is not 0."""
        top, outer, inner = self.top, self.outer, self.inner
        content = inner.content()
        inner, outer = inner // content, outer * content
        content = top.content().gcd(outer.content())
        signs = [1 if poly(1) > 0 else -1 for poly in (outer, inner)]
        outer, inner = outer * signs[0], inner * signs[1]
        top = (top // content) * (signs[0] * signs[1])
        return Rational(self.shift, top, outer // content, inner, lowest=True)

    def key(self) -> tuple[object, ...]:
        """The value to compare and hash; of a reduced one."""
        parts = (self.top, self.outer, self.inner)
        return (self.shift, *(tuple(map(int, part.coeffs())) for part in parts))

    def directions(self) -> tuple[Direction, ...]:
        """The measure as power series away from some integer: one up, one down, or one of each; of a reduced one."""
        if self.inner.degree() == 0:
            return (Direction(self.shift, 1, self.top, self.outer * self.inner),)
        if self.outer.degree() == 0:
            high = self.shift + self.top.degree() - self.inner.degree()
            return (Direction(high, -1, reverse(self.top), reverse(self.inner) * self.outer),)
        up, down = _partial_fractions(self.top, self.outer, self.inner)
        # down / inner is proper and so expands into powers below z**0: with w = 1/z it is w backwards(w) /
        # reverse(inner)(w), where backwards is down reversed at the length of the degree of inner.
        backwards = fmpq_poly([down[place] for place in reversed(range(self.inner.degree()))])
        return (
            Direction(self.shift, 1, up.numer(), self.outer * up.denom()),
            Direction(self.shift - 1, -1, backwards.numer(), reverse(self.inner) * backwards.denom()),
        )

    def __str__(self) -> str:
        """In z, ascending, as one quotient."""
        factor = f"z^{self.shift} * " if self.shift else ""
        return f"{factor}({_polynomial_text(self.top)}) / ({_polynomial_text(self.outer * self.inner)})"


def _partial_fractions(top: fmpz_poly, outer: fmpz_poly, inner: fmpz_poly) -> tuple[fmpq_poly, fmpq_poly]:
    """The (up, down) with top / (outer inner) = up / outer + down / inner and down of smaller degree than inner.

    Solved as linear equations for their coefficients: the extended gcd of outer and inner would do, but its cofactors
    are far longer numbers than the answer (100 exploding dice each way: 30 ms, against 760 ms).
    """
    downs = inner.degree()
    ups = max(outer.degree(), top.degree() - downs + 1)
    size = downs + ups
    check_outcomes(size, size * max(outer.height_bits(), inner.height_bits()))
    take(size**3 * _SECONDS_A_CUBE)
    equations = fmpz_mat(size, size)
    for column in range(size):
        factor, first = (outer, column) if column < downs else (inner, column - downs)
        for place, coefficient in enumerate(factor.coeffs()):
            equations[first + place, column] = coefficient
    solution = equations.solve(fmpz_mat(size, 1, [top[place] for place in range(size)]))
    values = [solution[row, 0] for row in range(size)]
    return fmpq_poly(values[downs:]), fmpq_poly(values[:downs])


def _shared_multiple(first: fmpz_poly, second: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly, fmpz_poly]:
    """The factors that make the same of two polynomials, the least, and that.

    Of powers of one polynomial, as of more and more dice, the larger is a multiple of the smaller.
    """
    if first.degree() > second.degree():
        others, own, multiple = _shared_multiple(second, first)
        return own, others, multiple
    factor, rest = divmod(second, first)
    if not rest:
        return factor, _one(), second
    common = first.gcd(second)
    factor = second // common
    return factor, first // common, first * factor


def _polynomial_text(poly: fmpz_poly) -> str:
    """A polynomial as text, lowest power first.

    >>> _polynomial_text(fmpz_poly([10, -1, 0, 1]))
    '10 - z + z^3'
    """
    text = ""
    for power, value in enumerate(map(int, poly.coeffs())):
        if value:
            number = "" if abs(value) == 1 and power else str(abs(value))
            unknown = "" if power == 0 else "z" if power == 1 else f"z^{power}"
            sign = (" - " if value < 0 else " + ") if text else ("-" if value < 0 else "")
            text += sign + number + unknown
    return text


def from_direction(direction: Direction, start: int, step: int) -> Rational:
    """The measure of start + step * j, with the probability of place j of the direction; step is not 0."""
    return Rational(0, direction.numerator, direction.denominator).stretched(step).shifted(start)


def from_dense(one: Dense) -> Rational:
    """Weights of integers, all resolved, as a measure."""
    check_outcomes((one.length() - 1) * one.step + 1)
    return Rational(one.low, one.poly.inflate(one.step), fmpz_poly([one.whole()]))


def from_weights(weights: Mapping[int, int], total: int) -> Rational:
    """Listed weights over a total as a measure."""
    low = min(weights)
    check_outcomes(max(weights) - low + 1)
    coefficients = [0] * (max(weights) - low + 1)
    for outcome, weight in weights.items():
        coefficients[outcome - low] = weight
    return Rational(low, fmpz_poly(coefficients), fmpz_poly([total]))

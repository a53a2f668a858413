"""Poles of a generating function: inside or outside the unit circle, decided exactly."""

from __future__ import annotations

from flint import fmpz, fmpz_poly

from oddsmith.distribution.limits import one_computation, take
from oddsmith.errors import BadInput, Undecidable

_SECONDS_A_COEFFICIENT = 5e-7
_SECONDS_A_BIT = 7e-12
"""More, for the bits of the precision to the power of 1.5."""


def reverse(poly: fmpz_poly) -> fmpz_poly:
    """The coefficients back to front: z**degree * poly(1/z)."""
    return fmpz_poly(poly.coeffs()[::-1])


def all_outside(poly: fmpz_poly) -> bool:
    """True when every root is strictly outside the unit circle.

    >>> all_outside(fmpz_poly([10, -1])), all_outside(fmpz_poly([1, -1])), all_outside(fmpz_poly([1, -2]))
    (True, False, False)
    """
    if 2 * abs(poly[0]) > sum(map(abs, poly.coeffs()), fmpz(0)):
        return True  # by Rouché; so it is for every chain of explosions that only adds
    repeated = poly.gcd(poly.derivative())
    if repeated.degree() > 0:  # as in a power, whose roots are those of what is raised to it
        return all_outside(poly // repeated)
    precision = 64 + 4 * poly.degree()
    while True:
        with one_computation():  # each takes its time, one after another
            take(poly.degree() ** 2 * (_SECONDS_A_COEFFICIENT + precision**1.5 * _SECONDS_A_BIT))
            answer = _schur_cohn(poly, precision)
        if answer is not None:
            return answer
        precision *= 2  # in the end nothing is rounded any more


def _schur_cohn(poly: fmpz_poly, precision: int) -> bool | None:
    """`all_outside` by the recursion of Schur and Cohn; None when rounding to `precision` bits leaves it open.

    A polynomial f of degree d with |f(0)| > |f_d| has as many roots in the closed disc as f(0) f - f_d z**d f(1/z),
    whose degree is smaller (Rouché); f_d may be 0. When all roots are outside, |f(0)| > |f_d|, since their product is
    ±f(0) / f_d.
    The recursion doubles the length of its numbers at every step, hence the rounding, with a bound on its error.
    """
    error = fmpz(0)  # no coefficient is further than this from the true one, up to a factor common to all
    for degree in range(poly.degree(), 0, -1):
        first, last = poly[0], poly[degree]
        if abs(first) - abs(last) <= 2 * error:
            return False if abs(last) - abs(first) >= 2 * error else None
        error *= 4 * fmpz(2) ** poly.height_bits() + 2 * error
        poly = first * poly - last * fmpz_poly([poly[place] for place in range(degree, -1, -1)])
        if error == 0:
            poly //= poly.content()
        if (excess := poly.height_bits() - precision) > 0:
            unit = fmpz(2) ** excess
            poly, error = poly // unit, error // unit + 2
    return True


def split_poles(denominator: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly]:
    """The factors (outer, inner) whose roots lie outside and inside the unit circle; denominator(0) is not 0.

    BadInput for a root of unity: no distribution has such a pole. Undecidable when an irreducible factor has roots on
    both sides: then the probabilities are not rational numbers.
    """
    if all_outside(denominator):
        return denominator, fmpz_poly([1])
    if all_outside(reverse(denominator)):
        return fmpz_poly([1]), denominator
    content, factors = denominator.factor()
    outer, inner = fmpz_poly([content]), fmpz_poly([1])
    for factor, multiplicity in factors:
        if all_outside(factor):
            outer *= factor**multiplicity
        elif all_outside(reverse(factor)):
            inner *= factor**multiplicity
        elif factor.is_cyclotomic():
            raise BadInput("denominator", str(denominator), "a polynomial without roots on the unit circle")
        else:
            raise Undecidable(
                f"The factor {factor} of the denominator has roots inside and outside the unit circle, "
                "so the probabilities are not rational numbers.",
                remedy="Bound the outcome on one side (capped, floored).",
            )
    return outer, inner

"""Tests that a rational function is the generating function of a distribution."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz_poly

from oddsmith.distribution.given_numbers import check_exact
from oddsmith.distribution.unbounded.poles import split_poles
from oddsmith.distribution.unbounded.rational_functions import Rational
from oddsmith.distribution.unbounded.series import fraction
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

_LOOK = 32  # probabilities looked at beyond those that the degrees of the polynomials call for


def generating_function(
    numerator: Sequence[int | Fraction], denominator: Sequence[int | Fraction], shift: int, falling: bool
) -> Rational:
    """The generating function that `Distribution.generating` is given, reduced. Raises as that does."""
    top, bottom = _integral(numerator, denominator)
    if bottom.is_zero():
        raise BadInput("denominator", list(denominator), "a polynomial that is not 0")
    common = top.gcd(bottom)
    top, bottom = top // common, bottom // common
    if top(1) != bottom(1) or bottom(1) == 0:
        raise BadInput("numerator", list(numerator), "a polynomial with the value of the denominator at z = 1")
    if bottom(1) < 0:
        top, bottom = -top, -bottom
    zeros = next(place for place, coefficient in enumerate(bottom.coeffs()) if coefficient != 0)
    outer, inner = split_poles(bottom.right_shift(zeros))
    if outer(1) < 0:
        outer, inner = -outer, -inner
    function = Rational(-zeros, top, outer, inner).stretched(-1 if falling else 1).shifted(shift).reduced()
    for direction in function.directions():
        weights, unit = direction.head(top.length() + bottom.length() + _LOOK)
        for place, weight in enumerate(weights.coeffs()):
            if weight < 0:
                wrong = f"P({direction.outcome(place)}) = {fraction(weight, unit)}"
                raise BadInput("numerator / denominator", wrong, "a quotient whose series has no negative coefficient")
    return function


def _integral(*polynomials: Sequence[int | Fraction]) -> list[fmpz_poly]:
    """The polynomials, all multiplied by one number that makes every coefficient an integer."""
    for coefficient in (coefficient for polynomial in polynomials for coefficient in polynomial):
        check_exact("coefficient", coefficient)
    common = math.lcm(*(Fraction(value).denominator for polynomial in polynomials for value in polynomial))
    return [fmpz_poly([int(value * common) for value in polynomial]) for polynomial in polynomials]

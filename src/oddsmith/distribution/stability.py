"""Where the poles of a generating function lie, decided exactly with integer arithmetic."""

from __future__ import annotations

from flint import fmpz_poly

from oddsmith.errors import BadInput, Undecidable


def reverse(poly: fmpz_poly) -> fmpz_poly:
    """The coefficients back to front: z**degree * poly(1/z)."""
    return fmpz_poly(poly.coeffs()[::-1])


def all_outside(poly: fmpz_poly) -> bool:
    """Whether every root is strictly outside the unit circle (the recursion of Schur and Cohn).

    A polynomial f with |f(0)| > |lead f| has as many roots in the closed disc as f(0) f - lead(f) reverse(f), which has
    a smaller degree (Rouché). Roots all outside make |f(0)| > |lead f|, since their product is ±f(0) / lead f.

    >>> all_outside(fmpz_poly([10, -1])), all_outside(fmpz_poly([1, -1])), all_outside(fmpz_poly([1, -2]))
    (True, False, False)
    """
    while poly.degree() > 0:
        first, last = poly[0], poly.leading_coefficient()
        if abs(first) <= abs(last):
            return False
        poly = first * poly - last * reverse(poly)
        poly = poly // poly.content()
    return True


def split_poles(denominator: fmpz_poly) -> tuple[fmpz_poly, fmpz_poly]:
    """The factors (outer, inner) whose roots lie outside and inside the unit circle; denominator(0) is not 0.

    BadInput for a root of unity: no distribution has such a pole. Undecidable when an irreducible factor has roots on
    both sides: then the probabilities are not rational numbers.
    """
    if all_outside(denominator):
        return denominator, fmpz_poly([1])
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

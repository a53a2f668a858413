"""Small helpers around python-flint's polynomials with integer coefficients."""

from __future__ import annotations

from flint import fmpz_poly


def monomial(power: int) -> fmpz_poly:
    """z to a power from 0 up."""
    return fmpz_poly([0] * power + [1])


def integers(polynomial: fmpz_poly) -> list[int]:
    """The coefficients as Python integers, ascending."""
    return [int(coefficient) for coefficient in polynomial.coeffs()]

"""Large sparse linear systems x = c + Qx over the rationals: elimination modulo a prime, then digits of the solution.

Elimination over the rationals itself drowns in the numbers that it makes on the way. Modulo a prime they stay small;
the solution modulo the prime is the first digit of the solution in base of that prime, and what is left over is an
equation of the same kind for the next (Dixon 1982). Enough digits tell the fractions (rational reconstruction: the
shortest vector of a lattice of two dimensions). The fractions are then checked without any prime.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from flint import fmpq, fmpz, fmpz_mat

from oddsmith.distribution.limits import refuse_work
from oddsmith.rules.linalg.elimination import Eliminated, Steps, cheapest_steps

#: One row a state: the states it leads to and how much goes there.
Rows = list[dict[int, fmpq]]

# The second is for systems whose determinant the first divides, which is as rare as a random number of that size.
_PRIMES = (
    fmpz(2) ** 1279 - 1,
    fmpz(2) ** 2203 - 1,
)
_ZERO = fmpz(0)
_SECONDS: Final = 1e-6  # of a product modulo the first prime, or somewhat more
_FEWER: Final = (
    "Many states lead back to each other. Let a loop tell fewer values apart, or ask `simulate` or `estimate`, which "
    "need no fractions."
)


def solve_sparse(rows: Rows, constant: list[fmpq]) -> list[fmpq]:
    """The solution x of x = constant + Qx, where rows[i] is row i of Q.

    Raises ZeroDivisionError when there is no single one; TooLarge, before it begins, where it would take far too long.
    """
    steps = affordable_steps(rows)
    for prime in _PRIMES:
        try:
            eliminated = _eliminated(rows, steps, prime)
        except ZeroDivisionError:
            continue
        return _lifted(_Integers(rows, constant), eliminated, prime)
    raise ZeroDivisionError("the system has no single solution")


def affordable_steps(rows: Sequence[Iterable[int]]) -> Steps:
    """The steps of elimination modulo a prime. rows: one a state: the states it leads to.

    Raises TooLarge where elimination would take far too long.
    """
    return cheapest_steps(rows, lambda products: refuse_work(_SECONDS * products, remedy=_FEWER))


class _Integers:
    """The system with integers only: scale[i] x[i] - sum of shares[i][j] x[j] = whole[i] / unit."""

    def __init__(self, rows: Rows, constant: list[fmpq]) -> None:
        self.unit = _common(constant)
        self.scale: list[fmpz] = []
        self.shares: list[list[tuple[int, fmpz]]] = []
        self.whole: list[fmpz] = []
        for row, c in zip(rows, constant, strict=True):
            scale = _common(row.values())
            self.scale.append(scale)
            self.shares.append([(j, weight.p * (scale // weight.q)) for j, weight in row.items()])
            self.whole.append(c.p * (self.unit // c.q) * scale)

    def product(self, x: list[fmpz]) -> list[fmpz]:
        """The left-hand side for an x of integers."""
        return [
            scale * x[i] - sum([share * x[j] for j, share in shares], _ZERO)
            for i, (scale, shares) in enumerate(zip(self.scale, self.shares, strict=True))
        ]


def _common(values: Iterable[fmpq]) -> fmpz:
    """The least common denominator."""
    common = fmpz(1)
    for value in values:
        common = common.lcm(value.q)
    return common


def _eliminated(rows: Rows, steps: Steps, prime: fmpz) -> Eliminated[fmpz]:
    return Eliminated(
        [{j: weight.p * _inverse(weight.q, prime) % prime for j, weight in row.items()} for row in rows],
        steps,
        left_over=lambda loop: _inverse(1 - loop, prime),
        reduced=lambda value: value % prime,
    )


def _inverse(value: fmpz, prime: fmpz) -> fmpz:
    value %= prime
    if value == 0:  # checked first, since flint does not raise but abort
        raise ZeroDivisionError("not invertible modulo the prime")
    return pow(value, -1, prime)


def _lifted(system: _Integers, eliminated: Eliminated[fmpz], prime: fmpz) -> list[fmpq]:
    """Digit after digit of unit * x in base of the prime, until they tell the fractions."""
    inverse = [_inverse(scale, prime) for scale in system.scale]
    left = system.whole
    digits: list[list[fmpz]] = []
    # A sum of all x, each times a number that depends on its place: it has their common denominator, if not by a rare
    # chance, so it tells early and cheaply whether the digits are enough.
    probe, power = _ZERO, fmpz(1)
    while True:
        digit = eliminated.solve([value * inv % prime for value, inv in zip(left, inverse, strict=True)])
        digits.append(digit)
        probe += power * sum([(i * i % 1009 + 1) * value for i, value in enumerate(digit)], _ZERO)
        power *= prime
        if _reconstructed([probe % power], power) is not None:
            found = _reconstructed(_whole(digits, prime), power)
            if found is not None and _solves(system, *found):
                numerators, denominator = found
                return [fmpq(numerator, denominator * system.unit) for numerator in numerators]
        left = [(value - part) // prime for value, part in zip(left, system.product(digit), strict=True)]


def _whole(digits: list[list[fmpz]], base: fmpz) -> list[fmpz]:
    """Numbers from their digits, lowest first: pairs of digits are digits in the square of the base, and so on."""
    while len(digits) > 1:
        pairs = zip(digits[::2], digits[1::2], strict=False)
        joined = [[low + base * high for low, high in zip(*pair, strict=True)] for pair in pairs]
        digits = joined + digits[len(joined) * 2 :]
        base *= base
    return digits[0]


def _reconstructed(x: list[fmpz], modulus: fmpz) -> tuple[list[fmpz], fmpz] | None:
    """Numerators over one denominator that are x modulo a number, and far smaller than it; None when there are none."""
    denominator = fmpz(1)
    numerators: list[fmpz] = []
    bound = fmpz(2) ** (modulus.bit_length() // 2 - 32)
    for value in x:
        numerator = _balanced(value * denominator, modulus)
        if abs(numerator) >= bound:
            shortest = fmpz_mat([[modulus, 0], [numerator, 1]]).lll()
            numerator, factor = shortest[0, 0], shortest[0, 1]
            if factor < 0:
                numerator, factor = -numerator, -factor
            denominator *= factor
            if factor == 0 or abs(numerator) >= bound or denominator >= bound:
                return None
            numerators = [n * factor for n in numerators]
        numerators.append(numerator)
    return numerators, denominator


def _balanced(value: fmpz, modulus: fmpz) -> fmpz:
    """The number nearest 0 that is the same modulo another."""
    value %= modulus
    return value - modulus if 2 * value > modulus else value


def _solves(system: _Integers, numerators: list[fmpz], denominator: fmpz) -> bool:
    """True when these fractions are exactly the solution."""
    wholes = zip(system.product(numerators), system.whole, strict=True)
    return all(product == whole * denominator for product, whole in wholes)

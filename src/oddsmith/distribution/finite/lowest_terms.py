"""Shares of one total in lowest terms, without a full gcd for each.

The totals of dice are products of a few small primes. A remainder that fits into a machine word says how often each of
them divides a weight; only the few weights that they divide very often need a gcd.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm
from typing import Final, NamedTuple

from flint import fmpz

_DIGIT: Final = 1 << 30  # the remainder by a smaller number takes one look at each digit
_LARGEST_PRIME: Final = 1_000
_SHORT: Final = 200  # bits of a total with which a gcd is quick
_LONG: Final = 1_500  # with which FLINT's numbers are quicker, with their conversion


class _Cancelled(NamedTuple):
    """The greatest common divisor of a weight and the total, and what it leaves of the total."""

    common: int
    left: int


class LowestTerms:
    """Weights over one total, as fractions.

    >>> LowestTerms(6**100).fraction(2 * 6**98)
    Fraction(1, 18)
    """

    def __init__(self, total: int) -> None:
        """total: above 0."""
        self._total = total
        self._long = fmpz(total)
        self._bits = total.bit_length()
        self._powers = _watched(total) if self._bits > _SHORT else {}
        self._watched = 1
        for prime, power in self._powers.items():
            self._watched *= prime**power
        self._known: dict[int, _Cancelled | None] = {}
        self._left: dict[int, _Cancelled] = {}

    def pair(self, weight: int) -> tuple[int, int]:
        """Numerator and denominator of weight / total."""
        found = None
        if self._powers:
            shared = gcd(weight % self._watched, self._watched)
            if shared in self._known:
                found = self._known[shared]
            else:
                found = self._known[shared] = self._settled(shared)
        if found is None:
            common = gcd(weight, self._total) if self._bits < _LONG else int(self._long.gcd(weight))
            found = self._left.get(common)
            if found is None:
                found = self._left[common] = _Cancelled(common, self._total // common)
        if found.common < _DIGIT or self._bits < _LONG:
            return weight // found.common if found.common > 1 else weight, found.left
        return int(fmpz(weight) // found.common), found.left

    def fraction(self, weight: int) -> Fraction:
        """weight / total."""
        return coprime(*self.pair(weight))

    def _settled(self, shared: int) -> _Cancelled | None:
        """The factor that weights which share this with the watched number lose; None where it differs.

        It differs where some prime divides them as often as the watched number, and the total more often.
        """
        left = self._watched // shared
        for prime, power in self._powers.items():
            if left % prime and self._total % prime ** (power + 1) == 0:
                return None
        common = gcd(shared, self._total)
        return _Cancelled(common, self._total // common)


def running_sums(shares: Sequence[Fraction]) -> Iterator[Fraction]:
    """Each of these fractions and all before it together.

    >>> [*running_sums([Fraction(1, 6), Fraction(1, 3)])]
    [Fraction(1, 6), Fraction(1, 2)]
    """
    total = lcm(*{share.denominator for share in shares})
    lowest = LowestTerms(total)
    return map(lowest.fraction, accumulate([share.numerator * (total // share.denominator) for share in shares]))


def coprime(numerator: int, denominator: int) -> Fraction:
    """A fraction of numbers that have no common divisor, the second above 0."""
    # `Fraction(...)` would look for one; these are its only slots.
    found = object.__new__(Fraction)
    found._numerator, found._denominator = numerator, denominator  # type: ignore[attr-defined]
    return found


def fraction_text(number: Fraction, most: int) -> str | None:
    """The fraction, where it has no more characters than these; Python writes no number of many thousand digits."""
    if number.denominator.bit_length() > 4 * most:
        return None
    text = str(number)
    return text if len(text) <= most else None


def _watched(total: int) -> dict[int, int]:
    """The primes of a total with powers of which the product is a digit; none where that cannot be."""
    rest, primes = fmpz(total), list[int]()
    for prime in range(2, _LARGEST_PRIME):
        if rest % prime == 0:
            primes.append(prime)
            rest = _without(rest, prime)
        if rest == 1:
            break
    powers = dict.fromkeys(primes, 1)
    product = 1
    for prime in primes:
        product *= prime
    if rest != 1 or product >= _DIGIT:
        return {}
    while True:
        least = min(primes, key=lambda prime: prime ** powers[prime])
        if product * least >= _DIGIT:
            return powers
        product *= least
        powers[least] += 1


def _without(number: fmpz, prime: int) -> fmpz:
    """The number without all powers of a prime."""
    powers = [fmpz(prime)]
    while number % powers[-1] == 0:
        powers.append(powers[-1] * powers[-1])
    for power in reversed(powers):
        if number % power == 0:
            number //= power
    return number

"""Sums of many fractions, quicker than one addition after the other: what is added is brought to one denominator, and
the sum is put into lowest terms once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from flint import fmpq, fmpq_mat, fmpz

#: A numerator and a denominator, not always in lowest terms.
Terms: TypeAlias = tuple[fmpz, fmpz]

_ONE = fmpz(1)
_SPARE = 64  # so many bits may be in vain, beside as many as a denominator in lowest terms has


def over_one(weights: Sequence[fmpq]) -> tuple[list[fmpz], fmpz]:
    """The numerators of fractions over their common denominator, and that."""
    tops, bottom = fmpq_mat(1, len(weights), weights).numer_denom()
    return tops.entries(), bottom


class Gathered:
    """Sums by place, none of which is in lowest terms before it is asked for."""

    __slots__ = ("_bottoms", "_tops")

    def __init__(self, places: int) -> None:
        self._tops: list[fmpz | None] = [None] * places
        self._bottoms: list[fmpz] = [_ONE] * places

    def add(self, place: int, top: fmpz, bottom: fmpz) -> None:
        """Add a fraction to the sum at a place."""
        self.spread([place], [_ONE], top, bottom)

    def spread(self, places: Sequence[int], shares: Sequence[fmpz], top: fmpz, bottom: fmpz) -> None:
        """Add a fraction to the sum at each place, so many times."""
        tops, bottoms = self._tops, self._bottoms
        known: dict[int, tuple[fmpz, fmpz, fmpz]] = {}  # by the identity of a denominator, which is held
        for place, share in zip(places, shares, strict=True):
            before, more = tops[place], top * share
            if before is None:
                tops[place], bottoms[place] = more, bottom
                continue
            under = bottoms[place]
            if under is bottom:
                tops[place] = before + more
                continue
            found = known.get(id(under))
            if found is None:
                found = known[id(under)] = _brought(under, bottom)
            _, its, own = found
            tops[place] = (before if its is _ONE else before * its) + (more if own is _ONE else more * own)
            if its is not _ONE:
                bottoms[place] = bottom if own is _ONE else under * its

    def sum(self, place: int) -> fmpq:
        """The sum at a place."""
        top = self._tops[place]
        return fmpq(0) if top is None else fmpq(top, self._bottoms[place])

    def terms(self, place: int, lowest: fmpq) -> Terms:
        """The sum at a place, to be calculated with: over a denominator that many have, if it is not far too large.

        lowest: the same in lowest terms.
        """
        top, bottom = self._tops[place], self._bottoms[place]
        if top is None or bottom.bit_length() > 2 * lowest.q.bit_length() + _SPARE:
            return lowest.p, lowest.q
        return top, bottom


def _brought(under: fmpz, bottom: fmpz) -> tuple[fmpz, fmpz, fmpz]:
    """Return a denominator, and by what it and another are multiplied so that both are one."""
    own, rest = divmod(under, bottom)
    if rest == 0:
        return under, _ONE, own
    its, rest = divmod(bottom, under)
    if rest == 0:
        return under, its, _ONE
    common = under.gcd(bottom)
    return under, bottom // common, under // common

"""Sums of the highest or lowest of dice that are all alike, by the face at which keeping ends.

Say the last kept die shows v, and m kept dice lie beyond it. The other kept ones show v too: of the n - m dice that are
not beyond v at least k - m show it. So the sum is, over all v, a polynomial in the faces beyond v:

    sum over m < k of  comb(n, m) * enough(n - m, k - m) * beyond(z)**m * z**(v * (k - m))

which is evaluated by halves, so that large products are few.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, groupby
from math import comb, gcd
from typing import Any, Final, NamedTuple

from flint import fmpz_poly

from oddsmith.dice.exact.equal_dice.alike import EqualDice, read_as
from oddsmith.dice.exact.flint_helpers import integers, monomial
from oddsmith.distribution import Distribution

_SECONDS_A_WORD: Final = 5e-8


class _Counts(NamedTuple):
    """The counts of the faces, from the kept end, as unit * value + base: (value, weight), each value 0 or more."""

    values: list[tuple[int, int]]
    unit: int
    base: int


def kept_sum(dice: EqualDice, keep: int, score: Callable[[Any], int], *, highest: bool) -> Distribution[int]:
    """The sum of the counts of the `keep` highest (or lowest) dice; `keep` is within 1..number."""
    counts = _counts(dice, score, highest)
    sums = beyond = fmpz_poly([])
    left, least = dice.pmf.total, counts.values[0][0]
    for value, weight in counts.values:
        left -= weight
        least, before = min(least, value), least
        ways = _ways(dice.number, keep, weight, left)
        if not beyond:
            sums += monomial(value * keep) * ways[0]
        else:
            # Divided by z**least, so that where counts fall the factor for the face at hand is 1.
            beyond = beyond.left_shift(before - least)
            on_face = monomial(value - least)
            sums += (_evaluated(ways, _powers(beyond, keep), on_face) * on_face).left_shift(least * keep)
        beyond += weight * monomial(value - least)
    weights = {
        counts.base * keep + counts.unit * place: weight for place, weight in enumerate(integers(sums)) if weight
    }
    return read_as(dice, weights)


def kept_sum_seconds(dice: EqualDice, keep: int, score: Callable[[Any], int], *, highest: bool) -> float:
    """The time, about, that `kept_sum` takes: from the words in all polynomials, and how often each is handled."""
    words = 0
    of_a_weight = dice.number * dice.pmf.total.bit_length() // 64 + 2
    values = [value for value, _ in _counts(dice, score, highest).values]
    for least, most in zip(accumulate(values, min), accumulate(values, max), strict=True):
        words += (most - least + 1) * keep * of_a_weight
    return words * (keep.bit_length() + 1) * _SECONDS_A_WORD


def _counts(dice: EqualDice, score: Callable[[Any], int], highest: bool) -> _Counts:
    """The counts from the kept end on; neighbours that count the same are one face."""
    faces = dice.pmf.weights[::-1] if highest else dice.pmf.weights
    pairs = [
        (counted, sum(weight for _, weight in alike))
        for counted, alike in groupby(((score(face), weight) for face, weight in faces), key=lambda pair: pair[0])
    ]
    sign = 1 if pairs[0][0] > pairs[-1][0] else -1  # falling
    unit = gcd(*(counted - pairs[0][0] for counted, _ in pairs)) or 1
    base = min(sign * counted for counted, _ in pairs)
    return _Counts([((sign * counted - base) // unit, weight) for counted, weight in pairs], sign * unit, sign * base)


def _ways(count: int, keep: int, weight: int, left: int) -> list[int]:
    """For each number m of dice beyond a face: comb(count, m) times the weight of the others, enough of them on it.

    weight: of the face. left: of those not reached yet. Enough are on the face when at most count - keep are past it:
    of the ways for one die less, those are lost in which just so many are past it and the new one is as well.
    """
    dropped = count - keep
    others = (weight + left) ** dropped
    lost = left ** (dropped + 1)
    ways = [0] * keep
    for beyond in range(keep - 1, -1, -1):
        before = count - beyond - 1
        others = (weight + left) * others - comb(before, dropped) * lost
        lost *= weight
        ways[beyond] = comb(count, beyond) * others
    return ways


def _powers(base: fmpz_poly, keep: int) -> list[fmpz_poly]:
    """The base to the powers 1, 2, 4, ... below `keep`."""
    powers = [base]
    while 1 << len(powers) < keep:
        powers.append(powers[-1] * powers[-1])
    return powers


def _evaluated(ways: Sequence[int], powers: Sequence[fmpz_poly], on_face: fmpz_poly) -> fmpz_poly:
    """The sum of ways[m] * beyond**m * on_face**(len(ways) - 1 - m)."""
    if len(ways) == 1:
        return fmpz_poly([ways[0]])
    half = (len(ways) - 1).bit_length() - 1
    lower = _evaluated(ways[: 1 << half], powers, on_face)
    if not on_face.is_one():
        lower *= on_face ** (len(ways) - (1 << half))
    return lower + powers[half] * _evaluated(ways[1 << half :], powers, on_face)

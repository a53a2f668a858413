"""Pools matched face by face, without a look at the faces before: products of one polynomial a face.

A face of weight v in one pool and w in another stands for the sum over i, j of (v x)**i (w y)**j z**k / (i! j!), where
k counts the dice that it leaves of i and j. Of the product over all faces, the coefficient of x**n y**m times n! m! is
the polynomial in z of all sums; faces alike are a power. Polynomials are numbers whose digits are the coefficients
(Kronecker's substitution), so what has more than n or m dice is masked away at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cached_property, reduce
from itertools import product
from math import comb, factorial, gcd, log2, prod
from operator import mul
from typing import Any, Final

from flint import fmpz

from oddsmith.dice.exact.equal_dice.alike import EqualDice, plain_equal_pool
from oddsmith.dice.exact.several_pools.half_steps import digits_of
from oddsmith.dice.exact.several_pools.least_steps import SECONDS_A_STEP
from oddsmith.dice.exact.several_pools.matching_steps import MatchingSteps
from oddsmith.dice.model.combination_data import CombinationData, Matching
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import take

_SECONDS_A_BIT: Final = 2e-10
"""Of a product, for every bit and every doubling of their number."""
_SECONDS_A_TERM: Final = 2e-6
_BY_SHARED: Final = {
    Matching.DIFFERENCE: (1, 0, -1),
    Matching.UNION: (1, 1, -1),
    Matching.INTERSECTION: (0, 0, 1),
    Matching.SYMMETRIC_DIFFERENCE: (1, 1, -2),
}
"""The number of dice left of two pools: so often the first, the second, and those that they share."""
_COPIES: Final = 5
"""Numbers as long as a product that there are at a time."""


def score_by_products(
    data: CombinationData[Any], steps: MatchingSteps, score: Callable[[Any], int]
) -> Distribution[int] | None:
    """The sum of the counts of the dice that are left.

    steps: of a matching that needs to know nothing of earlier faces. None where pools are not of equal dice that are
    all kept, a count is below 0, or where a walk over the faces is quicker. Raises TooLarge.
    """
    pools: list[EqualDice] = []
    for pool in data.pools:
        dice = plain_equal_pool(pool)
        if dice is None:
            return None
        pools.append(dice)
    sizes = tuple(dice.number for dice in pools)
    weights = [dict(dice.pmf.weights) for dice in pools]
    faces = dict.fromkeys(face for of_pool in weights for face in of_pool)
    groups = Counter((tuple(of_pool.get(face, 0) for of_pool in weights), score(face)) for face in faces)
    unit = gcd(*(worth for _, worth in groups)) or 1
    worths = [worth // unit for _, worth in groups]
    if min(worths) < 0:
        return None
    by_shared = len(sizes) == 2 and set(worths) == {1}
    shared = _BY_SHARED.get(data.matching) if by_shared else None
    products = _Products(pools, max(worths) * steps.bounds(sizes)[1] if shared is None else min(sizes))
    seconds = products.seconds(groups.values())
    if seconds > len(faces) * prod(comb(size + 2, 2) for size in sizes) * SECONDS_A_STEP:
        return None
    take(seconds, products.bits / 8 * _COPIES)
    counts = product(*(range(size + 1) for size in sizes))
    if shared is None:
        (start,) = steps.starts(sizes)
        left = {count: steps.step(start, count)[1] for count in counts}
        base, each = 0, unit
    else:
        left = {count: min(count) for count in counts}
        base, each = unit * sum(map(mul, shared, sizes)), unit * shared[2]
    powers = (
        products.power(products.face(weight, worth // unit, left), times) for (weight, worth), times in groups.items()
    )
    found = {base + each * total: ways for total, ways in products.sums(reduce(products.times, powers)).items()}
    whole = prod(dice.whole for dice in pools)
    return Distribution.from_weights(dict(sorted(found.items())), unresolved=whole - sum(found.values()))


class _Products:
    """Polynomials in the dice of each pool and in the sum, as numbers, and products of them.

    Coefficients are multiplied by the factorials of all sizes. Digits are wide enough for those of sizes at most; where
    a product has more dice, they may run over, but never as far as to a coefficient that is kept.
    """

    def __init__(self, pools: Sequence[EqualDice], most: int) -> None:
        """most: the greatest sum."""
        self._sizes = [dice.number for dice in pools]
        self._scale = prod(map(factorial, self._sizes))
        # Of n dice of weight t, i have the weight n!/i! t**i, which is greatest for the last i that is at most t.
        greatest = prod(
            factorial(size) // factorial(at) * dice.pmf.total**at
            for dice, size in zip(pools, self._sizes, strict=True)
            for at in (min(size, dice.pmf.total),)
        )
        self._width = (self._scale * greatest).bit_length()
        self._places: list[int] = []
        place = self._width * (most + 1)
        for size in reversed(self._sizes):
            self._places.insert(0, place)
            place *= 2 * size + 3  # of a product of two, and room to run over
        self.bits = self._places[0] * (self._sizes[0] + 1)
        """Of a number, about."""
        self._most = most

    @cached_property
    def _mask(self) -> fmpz:
        """All digits that are kept."""
        mask = (1 << self._width * (self._most + 1)) - 1
        for size, apart in zip(reversed(self._sizes), reversed(self._places), strict=True):
            mask = _joined([mask] * (size + 1), apart)
        return fmpz(mask)

    def seconds(self, exponents: Collection[int]) -> float:
        """The time, about, that the product of so many powers takes."""
        products = sum(times.bit_length() + times.bit_count() - 1 for times in exponents) - 1
        terms = len(exponents) * prod(size + 1 for size in self._sizes)
        return products * self.bits * log2(self.bits) * _SECONDS_A_BIT + terms * _SECONDS_A_TERM

    def face(self, weights: Sequence[int], worth: int, left: dict[tuple[int, ...], int]) -> fmpz:
        """The polynomial of a face with such weights. left: how many dice are left of each count."""
        powers = [
            [factorial(size) // factorial(count) * weight**count for count in range(size + 1)]
            for size, weight in zip(self._sizes, weights, strict=True)
        ]

        def upto(counts: tuple[int, ...], ways: int) -> Any:
            pool = len(counts)
            if pool == len(powers):
                return ways << self._width * worth * left[counts]
            return _joined(
                [upto((*counts, count), ways * more) for count, more in enumerate(powers[pool]) if more],
                self._places[pool],
            )

        return fmpz(upto((), 1))

    def times(self, first: fmpz, second: fmpz) -> fmpz:
        """The product of two."""
        return (first * second & self._mask) // self._scale

    def power(self, base: fmpz, exponent: int) -> fmpz:
        """A polynomial so often times itself; at least once."""
        result = base
        for digit in f"{exponent:b}"[1:]:
            result = self.times(result, result)
            if digit == "1":
                result = self.times(result, base)
        return result

    def sums(self, polynomial: fmpz) -> dict[int, int]:
        """The weight of each sum of all dice."""
        place = sum(size * apart for size, apart in zip(self._sizes, self._places, strict=True))
        return digits_of(int(polynomial >> place), self._width)


def _joined(parts: Sequence[Any], width: int) -> Any:
    """One number with these as its digits, the first of which is the last."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    return _joined(parts[middle:], width) << width * middle | _joined(parts[:middle], width)

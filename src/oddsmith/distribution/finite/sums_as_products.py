"""Weights of sums: products of polynomials where the outcomes are close-set integers, pair by pair elsewhere."""

from __future__ import annotations

import math
import operator
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from flint import fmpz, fmpz_poly

from oddsmith.distribution.limits import Work, countable, take, take_outcomes, take_pairs, work_of_outcomes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

T = TypeVar("T")

# A polynomial may be this many times longer than it has outcomes (or pairs of them) before pairs are cheaper.
_GAPS = 64
_SHORT = 1024

_MOST_PARTS = 10**15
_MANY = 1_000
_LONG = 2_000  # bits
_SECONDS_A_WORD = 1.2e-7
"""Of a product."""
_SECONDS_A_COMPOSED_WORD = 7e-7
_DIGITS_OF_A_FLOAT = 1_140
"""Bits of a total of which the shares have all digits of a float, also of the smallest, and many more."""
_MARK = 1_024
"""Outcomes between two sums of weights that are kept."""
FEW = 50
"""Dice of two outcomes of which the sum is quicker without a polynomial."""


@dataclass(frozen=True)
class Dense:
    """Weights of the integers low, low + step, low + 2 step, ... as the coefficients of a polynomial: of a power of
    the root, which is multiplied out once a weight is asked for."""

    low: int
    step: int
    root: fmpz_poly
    times: int = 1

    @cached_property
    def poly(self) -> fmpz_poly:
        """The polynomial itself."""
        return self.root if self.times == 1 else self.root**self.times

    def negated(self) -> Dense:
        """The weights of the negatives."""
        low = -self.low - self.step * (self.length() - 1)
        return Dense(low, self.step, fmpz_poly(self.root.coeffs()[::-1]), self.times)

    def whole(self) -> int:
        """The sum of all weights."""
        whole: int = int(self.root(1)) ** self.times
        return whole

    def length(self) -> int:
        """The number of coefficients."""
        return self.root.degree() * self.times + 1

    def weights(self) -> dict[int, int]:
        """The weights that are not 0, by outcome, ascending."""
        poly = self.poly
        pairs = ((place, int(poly[place])) for place in range(poly.length()))  # one long number at a time is copied
        return {self.low + self.step * place: weight for place, weight in pairs if weight}

    def floats(self, total: int) -> Iterator[tuple[int, float]]:
        """The outcomes, ascending, with the floats nearest to their shares of a total.

        The first digits of a weight and of the total say which float that is; seldom they leave two, and then all do.
        """
        cut = max(0, total.bit_length() - _DIGITS_OF_A_FLOAT)
        first = total >> cut
        number = self.poly.length()
        symmetric = self._is_symmetric()
        shares: list[float | None] = []
        for place in range((number + 1) // 2 if symmetric else number):
            weight = self.poly[place]
            digits = int(weight >> cut)
            share = digits / first
            if cut and digits and (digits + 1) / first != digits / (first + 1):
                share = int(weight) / total
            shares.append(share if digits or weight != 0 else None)
        if symmetric:
            shares += shares[number // 2 - 1 :: -1] if number > 1 else []
        for place, share_here in enumerate(shares):
            if share_here is not None:
                yield self.low + self.step * place, share_here

    def _is_symmetric(self) -> bool:
        """True where it is known that the weights are the same from either end: so are those of the root."""
        coefficients = self.root.coeffs() if self.times > 1 else []
        return bool(coefficients) and coefficients == coefficients[::-1]

    @cached_property
    def number(self) -> int:
        """The number of outcomes."""
        poly = self.poly
        return sum(poly[place] != 0 for place in range(poly.length()))

    def ends(self) -> tuple[int, int]:
        """The least and the greatest outcome."""
        first = next(place for place in range(self.root.length()) if self.root[place] != 0) * self.times
        return self.low + self.step * first, self.low + self.step * (self.length() - 1)

    def likeliest(self) -> tuple[int, ...]:
        """The outcomes of the greatest weight."""
        poly, most, places = self.poly, fmpz(0), [0]
        for place in range(poly.length()):
            weight = poly[place]
            if weight >= most:
                places = [*places, place] if weight == most else [place]
                most = weight
        return tuple(self.low + self.step * place for place in places)

    def reaching(self, needed: int) -> int | None:
        """The first outcome, ascending, up to which there is as much weight; None where there is less in all."""
        poly, length = self.poly, self.poly.length()
        mark = max(0, bisect_left(self._marks, needed) - 1)
        together = self._marks[mark] if mark else fmpz(0)
        for place in range(mark * _MARK, length):
            together += poly[place]
            if together >= needed and poly[place] != 0:
                return self.low + self.step * place
        return None

    @cached_property
    def _marks(self) -> list[fmpz]:
        """The weight that there is before every so many outcomes, so that none but the last of them are added up."""
        poly, together, marks = self.poly, fmpz(0), []
        for place in range(poly.length()):
            if place % _MARK == 0:
                marks.append(together)
            together += poly[place]  # a new number: those that stand in the list stay as they are
        return marks

    def moment(self, degree: int) -> int:
        """The sum of weight * outcome**degree, of degree 1 or 2."""
        root, n = self.root, self.times
        slope = root.derivative()
        once, first, second = int(root(1)), int(slope(1)), int(slope.derivative()(1))
        whole: int = once**n
        places: int = n * first * once ** max(0, n - 1)
        if degree == 1:
            return self.low * whole + self.step * places
        squares: int = n * second * once ** max(0, n - 1) + n * (n - 1) * first**2 * once ** max(0, n - 2) + places
        return self.low**2 * whole + 2 * self.low * self.step * places + self.step**2 * squares


def too_wide(length: int, outcomes: int) -> bool:
    """True where a polynomial of some length has so many gaps between outcomes that pairs of these are cheaper."""
    return length > _GAPS * outcomes + _SHORT


def dense(weights: Mapping[Any, int]) -> Dense | None:
    """The polynomial of these weights; None when an outcome is not an integer or the gaps are too wide."""
    if not weights or any(not issubclass(kind, int) for kind in set(map(type, weights))):
        return None
    low, high = min(weights), max(weights)
    step = math.gcd(*[outcome - low for outcome in weights]) or 1
    length = (high - low) // step + 1
    if too_wide(length, len(weights)):
        return None
    coefficients = [0] * length
    for outcome, weight in weights.items():
        coefficients[(outcome - low) // step] = weight
    return Dense(int(low), step, fmpz_poly(coefficients))


def product(first: Dense, second: Dense, bits: int) -> Dense | None:
    """The weights of the sum; None when its gaps are too wide. bits: the most that a weight of the result may have."""
    step = math.gcd(first.step, second.step)
    length = ((first.length() - 1) * first.step + (second.length() - 1) * second.step) // step + 1
    if too_wide(length, first.length() * second.length()):
        return None
    take_outcomes(length, bits, length * (1 + bits // 64) * _SECONDS_A_WORD)
    spread = [part.poly.inflate(part.step // step) if part.step != step else part.poly for part in (first, second)]
    return Dense(first.low + second.low, step, spread[0] * spread[1])


def power(base: Dense, n: int, bits: int) -> Dense:
    """The weights of the sum of n independent outcomes. bits: the most that a weight of the result may have."""
    # Of a sum of many, the outcomes near both ends have weights that are far shorter than the total.
    shown = bits * 3 // 4 if n >= _MANY else bits
    outcomes = (base.length() - 1) * n + 1
    take_outcomes(outcomes, shown, seconds_of_power(base.root.length(), outcomes, bits))
    # A high power of a short polynomial is quicker, and takes less memory, than a low one of a long polynomial.
    return Dense(base.low * n, base.step, base.root, base.times * n)


def _sum_of_fractions(first: Mapping[Any, int], second: Mapping[Any, int]) -> dict[Any, int] | None:
    """The weights of the sum as `product` has them, over one denominator; None of others than fractions, and of those
    that are few and far apart."""
    scale = _denominator((*first, *second))
    one, other = (_over_one(weights, scale) for weights in (first, second))
    bits = sum(first.values()).bit_length() + sum(second.values()).bit_length()
    summed = None if one is None or other is None else product(one, other, bits)
    return None if summed is None else _as_fractions(summed, scale)


def are_apart(denominators: Iterable[int], span: int, outcomes: int) -> bool:
    """True where sums of fractions with all these denominators are made pair by pair: whole numbers over their common
    one are too far apart. span: how far they reach. outcomes: how many fractions there are."""
    scale = 1
    for denominator in denominators:
        scale = math.lcm(scale, denominator)
        if scale > _MOST_PARTS:
            return True
    return too_wide(scale * span, outcomes)


def _denominator(outcomes: Collection[Any]) -> int:
    """The least common denominator of fractions; 0 where all are whole, of others, and where it is huge."""
    if any(not isinstance(outcome, int | Fraction) for outcome in outcomes):
        return 0
    scale = 1
    for outcome in outcomes:
        scale = math.lcm(scale, outcome.denominator)
        if scale > _MOST_PARTS:
            return 0
    return scale if scale > 1 else 0


def _over_one(weights: Mapping[Any, int], scale: int) -> Dense | None:
    return dense({int(outcome * scale): weight for outcome, weight in weights.items()}) if scale else None


def _as_fractions(summed: Dense, scale: int) -> dict[Any, int]:
    return {
        outcome // scale if outcome % scale == 0 else Fraction(outcome, scale): weight
        for outcome, weight in summed.weights().items()
    }


def seconds_of_power(length: int, outcomes: int, bits: int) -> float:
    """The time of a power of a polynomial of some length, with so many coefficients of so many bits.

    Of a short one each word is quicker; those of a long one are transformed.
    """
    of_a_word = min(2e-8 + 1e-9 * length, 1.1e-7 + 1.1e-10 * length, 4.5e-7)
    return outcomes * (1 + bits // 64) * of_a_word


def binomial(weights: Mapping[Any, int], n: int) -> dict[int, int] | None:
    """The weights of the sum of n independent outcomes, of which there are two; None unless these are integers."""
    if any(type(outcome) is not int for outcome in weights):
        return None
    (low, of_low), (high, of_high) = sorted(weights.items())
    step = high - low
    return {
        low * n + step * above: math.comb(n, above) * of_low ** (n - above) * of_high**above for above in range(n + 1)
    }


def sum_of_products(first: Collection[int], second: Iterable[int]) -> int:
    """The sum of the products of numbers side by side; flint multiplies long ones quickly."""
    if not first or max(first).bit_length() < _LONG:
        return sum(map(operator.mul, first, second))
    return int(sum((fmpz(a) * b for a, b in zip(first, second, strict=True)), fmpz(0)))


def sum_by_pairs(first: Mapping[T, int], second: Mapping[T, int]) -> dict[T, int]:
    """The weights of the sum, for anything that `+` adds."""
    fractions = _sum_of_fractions(first, second)
    if fractions is not None:
        return fractions
    take_pairs(len(first) * len(second))
    weights: dict[T, int] = {}
    for a, weight_a in first.items():
        for b, weight_b in second.items():
            outcome = operator.add(a, b)
            weights[outcome] = weights.get(outcome, 0) + weight_a * weight_b
    return weights


def composed(numbers: Mapping[int, int], once: Dense, total: int) -> tuple[Dense, int] | None:
    """The weights of the sum of so many independent outcomes, and that of what is unresolved of it.

    numbers: how many, 0 or more, with weights; all of these are resolved. once: the weights of one outcome. total: the
    sum of these and of what is unresolved of it. None where the gaps are too wide. Raises TooLarge.

    With weights w of the numbers this is the sum of w(n) * once**n * total**(most - n), by halves of the numbers: each
    is half as long, of weights half as long.
    """
    least, most = min(numbers), max(numbers)
    step = math.gcd(once.low, once.step)
    shift, apart = once.low // step, once.step // step
    size = (once.length() - 1) * apart
    length = (most - least) * max(size + shift, -shift, size) + least * size + 1
    if too_wide(length, sum(n * (once.length() - 1) + 1 for n in numbers)):
        return None
    bits = most * (total - 1).bit_length() + max(numbers.values()).bit_length()
    take(*work_of_composed(length, bits))
    one = once.poly.inflate(apart) if apart > 1 else once.poly
    # Faces above 0 are shifted where one is rolled, those below 0 where one is not.
    rolled, not_rolled = one.left_shift(max(0, shift)), max(0, -shift)
    powers = [rolled]
    while 2 ** len(powers) <= most - least:
        powers.append(powers[-1] * powers[-1])

    def none_of(so_many: int, summed: fmpz_poly) -> fmpz_poly:
        """The sum, where so many more are not rolled."""
        scaled: fmpz_poly = summed * fmpz(total) ** so_many
        return scaled.left_shift(not_rolled * so_many)

    def part(some: Sequence[int], first: int, end: int) -> fmpz_poly:
        """The sum for these numbers, all from the first up to the end, as if those were 0 and one past the most."""
        if not some:
            return fmpz_poly()
        if len(some) == 1:
            (number,) = some
            return none_of(end - 1 - number, numbers[number] * rolled ** (number - first))
        level = (end - first - 1).bit_length() - 1
        middle = first + 2**level
        place = bisect_left(some, middle)
        fewer, more = part(some[:place], first, middle), part(some[place:], middle, end)
        return none_of(end - middle, fewer) + more * powers[level]

    summed = part(sorted(numbers), least, most + 1) * one**least
    rest = sum(numbers.values()) * total**most - int(summed(1))
    common = math.gcd(int(summed.content()), rest)
    low = least * once.low if shift > 0 else most * once.low
    return Dense(low, step, summed // common if common > 1 else summed), rest // common


def work_of_composed(length: int, bits: int) -> Work:
    """The work of sums that come to so many outcomes, with a total of so many bits."""
    seconds, memory = work_of_outcomes(length, bits)
    return Work(max(seconds, countable(length) * (1 + countable(bits) // 64) * _SECONDS_A_COMPOSED_WORD), memory)

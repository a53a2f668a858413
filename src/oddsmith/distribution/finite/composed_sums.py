"""Weights of the sum of as many outcomes as another outcome says: a polynomial of a polynomial."""

from __future__ import annotations

import math
from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from flint import fmpz, fmpz_poly

from oddsmith.distribution.finite.sums_as_products import Dense, too_wide
from oddsmith.distribution.limits import Work, countable, take, work_of_outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SECONDS_A_WORD: Final = 7e-7


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
    return Work(max(seconds, countable(length) * (1 + countable(bits) // 64) * _SECONDS_A_WORD), memory)

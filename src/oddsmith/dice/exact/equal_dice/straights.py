"""Longest straights of fair dice that are all alike: sets of faces without a longer run, times surjections onto them.

How the dice fall onto all faces of a set depends only on its size. Of s consecutive numbers, the sets of j with no run
longer than r are the ways to put j numbers into the s - j + 1 places between those left out, at most r into each: by
inclusion and exclusion, the sum over i of (-1)**i * comb(places, i) * comb(j - i * (r + 1) + places - 1, places - 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from math import comb, factorial, log
from typing import Final

from flint import fmpq_poly, fmpz_poly

from oddsmith.dice.exact.equal_dice.alike import FairDice
from oddsmith.dice.exact.flint_helpers import integers

_SECONDS_A_TERM: Final = 4e-7


def straight_weights(dice: FairDice) -> dict[int, int]:
    """The weight of each length of the longest run of consecutive numbers; faces are equally likely numbers."""
    blocks = _blocks(dice.faces)
    most = min(dice.number, sum(blocks))
    onto = _surjections(dice.number, most)
    each = dice.weight**dice.number
    weights: dict[int, int] = {}
    shorter = 0
    for longest in range(1, min(dice.number, max(blocks)) + 1):
        sets = reduce(fmpz_poly.__mul__, (_sets(size, longest, most) for size in blocks))
        upto = each * sum(chosen * ways for chosen, ways in zip(integers(sets), onto, strict=False))
        weights[longest] = upto - shorter
        shorter = upto
    return {length: weight for length, weight in weights.items() if weight}


def straight_seconds(dice: FairDice) -> float:
    """The time, about, that `straight_weights` takes."""
    blocks = _blocks(dice.faces)
    most = min(dice.number, sum(blocks))
    longest = longest_straight(dice)
    terms = longest * most + len(blocks) * most * most * (1 + log(longest)) / 2
    return terms * (1 + most // 15) * _SECONDS_A_TERM


def longest_straight(dice: FairDice) -> int:
    """The longest run that may be seen; every shorter one may be as well."""
    return min(dice.number, max(_blocks(dice.faces)))


def _blocks(faces: Sequence[int]) -> list[int]:
    """The lengths of the runs of consecutive numbers on the die."""
    blocks = [1]
    for before, face in pairwise(faces):
        if face == before + 1:
            blocks[-1] += 1
        else:
            blocks.append(1)
    return blocks


def _surjections(dice: int, most: int) -> list[int]:
    """The ways in which so many dice show all of 0, 1, 2, ... `most` given faces."""
    least = factorial(most)
    powers = fmpz_poly([size**dice * (least // factorial(size)) for size in range(most + 1)])
    signs = fmpz_poly([(-1) ** size * (least // factorial(size)) for size in range(most + 1)])
    inverse = fmpq_poly(powers.mul_low(signs, most + 1)) / (least * least)
    return [int((inverse[size] * factorial(size)).numer()) for size in range(most + 1)]


def _sets(size: int, longest: int, most: int) -> fmpz_poly:
    """The number of sets of 0, 1, 2, ... `most` of `size` consecutive numbers without a run longer than `longest`."""
    numbers = []
    for chosen in range(min(size, most) + 1):
        places = size - chosen + 1
        numbers.append(
            sum(
                (-1) ** over * comb(places, over) * comb(chosen - over * (longest + 1) + places - 1, places - 1)
                for over in range(min(places, chosen // (longest + 1)) + 1)
            )
        )
    return fmpz_poly(numbers)

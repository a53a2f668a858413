"""Laws without end, of which rules are handed the parts that they told apart before."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

from oddsmith.dice import d6
from oddsmith.rules import Call, Then, odds, roll, rule
from oddsmith.rules.exploration.ways.branches import Branches


def share(least: int) -> Fraction:
    """The chance of so many sixes or more before the first other face."""
    return Fraction(1, 6**least)


@rule
async def sixes() -> int:
    return await roll(d6.explode(6).pool(1).count(at_least=6))


@rule
async def climbs(reached: int, tries: int) -> Then[int]:
    """One await, so that it is run for every branch."""
    reached = min(reached + await sixes(), 5)
    return climbs(reached, tries - 1) if tries > 1 and reached < 5 else reached


@rule
async def twice(floor: int) -> Then[tuple[int, int]]:
    """It keeps a generator, so that it is run for every branch; the same law comes up twice."""
    floors = (each for each in (floor, floor + 1))
    one = await sixes() >= next(floors)
    other = await sixes() >= next(floors)
    return twice(floor + 1) if one == other and floor < 4 else (int(one) - int(other), floor)


@rule
async def climbs_in_a_loop(tries: int) -> int:
    """Compiled: the same await is come to with other numbers."""
    reached = 0
    while tries and reached < 5:
        reached = min(reached + await sixes(), 5)
        tries -= 1
    return reached


@rule
async def twice_compiled(floor: int) -> Then[tuple[int, int]]:
    one = await sixes() >= floor
    other = await sixes() >= floor + 1
    return twice_compiled(floor + 1) if one == other and floor < 4 else (int(one) - int(other), floor)


@cache
def reached(at: int, tries: int) -> tuple[Fraction, ...]:
    """By hand: the chance of each number from 0 to 5."""
    if not tries or at == 5:
        return tuple(Fraction(each == at) for each in range(6))
    found = [Fraction(0)] * 6
    for sixes_ in range(6 - at):
        here = share(5 - at) if at + sixes_ == 5 else share(sixes_) - share(sixes_ + 1)
        for place, chance in enumerate(reached(at + sixes_, tries - 1)):
            found[place] += here * chance
    return tuple(found)


@pytest.mark.parametrize("tries", [1, 2, 5])
def test_a_total_of_numbers_without_end_up_to_a_cap(tries: int) -> None:
    for law in (odds(climbs(0, tries)), odds(climbs_in_a_loop(tries))):
        assert [law.pmf(number) for number in range(6)] == list(reached(0, tries))


@pytest.mark.parametrize("two_rolls", [twice, twice_compiled])
def test_two_numbers_with_one_law_are_two_numbers(two_rolls: Any) -> None:
    expected: dict[tuple[int, int], Fraction] = {}
    came = Fraction(1)
    for floor in range(5):
        one, other = share(floor), share(floor + 1)
        both, neither = one * other, (1 - one) * (1 - other)
        expected[1, floor] = came * one * (1 - other)
        expected[-1, floor] = came * (1 - one) * other
        expected[0, floor] = came * (both + neither) if floor == 4 else Fraction(0)
        came *= both + neither
    law = odds(two_rolls(0))
    assert {end: law.pmf(end) for end in expected} == expected


def narrowings(call: Call[Any]) -> int:
    """Count how often a number had to be told apart."""
    narrowed = []
    narrow = Branches._narrow

    def counted(self: Branches, unknown: Any, cut: int | None, *where: Any) -> None:
        narrowed.append(cut)
        narrow(self, unknown, cut, *where)

    with patch.object(Branches, "_narrow", counted):
        odds(call)
    return len(narrowed)


def test_what_was_told_apart_once_is_handed_in_parts() -> None:
    assert narrowings(climbs(0, 50)) == narrowings(climbs(0, 2))


def test_what_was_told_apart_at_an_await_is_handed_in_parts_there() -> None:
    assert narrowings(climbs_in_a_loop(50)) == narrowings(climbs_in_a_loop(2)) <= 6

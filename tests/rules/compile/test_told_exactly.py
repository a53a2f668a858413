"""Small differences that decide odds: signs of zeros, types of what is equal, what is set on the way, signs of sums."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from oddsmith.dice import Die
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, best, choose, odds, roll, rule

d3 = Die.sided(3)


@rule
async def zeros() -> str:
    x = 0.0
    for _ in range(2):
        x = -0.0 if await roll(d3) == 1 else 0.0
        await roll(d3)
    return str(x)


@rule
async def sets() -> str:
    held = frozenset({0})
    for _ in range(2):
        held = frozenset({True}) if await roll(d3) == 1 else frozenset({1})
        await roll(d3)
    return str(set(held))


@pytest.mark.parametrize(("call", "rare", "often"), [(zeros(), "-0.0", "0.0"), (sets(), "{True}", "{1}")])
def test_equal_values_that_print_otherwise_are_told_apart(call: Call[str], rare: str, often: str) -> None:
    assert odds(call) == Distribution.from_weights({rare: 1, often: 2})


@rule
async def catches() -> int:
    total = 0
    for _ in range(2):
        try:
            face = await roll(d3)
            if face == 1:
                raise ValueError
        except ValueError:
            total += await roll(d3)
    return total


def test_what_was_caught_in_one_round_is_not_in_the_next() -> None:
    once = Distribution.from_weights({0: 6, 1: 1, 2: 1, 3: 1})  # a face of 1, and then 1, 2 or 3
    assert odds(catches()) == once + once


@rule
async def shared() -> tuple[int, int]:
    mine: list[int] = [0]
    face, other = await roll(d3), await roll(d3)
    both = mine
    if face == 1:
        both += [face]
    return len(mine), other


def test_a_list_that_is_added_to_is_longer_by_its_other_name() -> None:
    assert odds(shared(), of=lambda both: both[0]) == Distribution.from_weights({2: 1, 1: 2})


@dataclass(frozen=True)
class Hit:
    hit: object
    cost: int


@rule
async def hit_and_cost() -> tuple[str, int]:
    taken = await choose("player", {"a": Hit(1, 0), "b": Hit(True, 3)})
    return str(taken.hit), taken.cost + await roll(d3)


def test_options_whose_fields_are_equal_but_of_other_types_are_all_offered() -> None:
    assert best(hit_and_cost(), of=lambda both: both[0] == "True").value == 1


@rule
async def sets_beside() -> int:
    x = 10
    if await roll(d3) == 1:
        return x + (x := await roll(d3))
    return x


def test_a_variable_is_read_before_it_is_set_beside_it() -> None:
    assert odds(sets_beside()) == Distribution.from_weights({10: 6, 11: 1, 12: 1, 13: 1})


@rule
async def falls() -> int:
    n = 0
    while (face := await roll(d3)) != 3:
        n -= face
    return abs(n)


@rule
async def falls_to_a_bound() -> int:
    n = 0
    while (face := await roll(d3)) != 3:
        n -= face
    return min(-n, 3)


@rule
async def rises_past_a_bound() -> int:
    n = 0
    while (face := await roll(d3)) != 3:
        n += face
    return abs(3 - n)


def sums_before_a_three(most: int) -> list[Fraction]:
    """The chances that the faces before the first 3 come to 0, 1, ... most: each is 1 or 2."""
    passed = [Fraction(1)]
    for total in range(1, most + 1):
        passed.append(sum((passed[total - face] for face in (1, 2) if face <= total), Fraction(0)) / 3)
    return [chance / 3 for chance in passed]


def test_totals_that_fall_are_compared_and_counted_from_their_own_end() -> None:
    sums = sums_before_a_three(20)
    fallen, bound, past = odds(falls()), odds(falls_to_a_bound()), odds(rises_past_a_bound())
    assert [fallen.pmf(total) for total in range(8)] == sums[:8]
    assert [bound.pmf(total) for total in range(5)] == [*sums[:3], 1 - sum(sums[:3]), 0]
    assert [past.pmf(far) for far in range(8)] == [
        sum(chance for total, chance in enumerate(sums) if abs(3 - total) == far) for far in range(8)
    ]

"""Lists of answers whose order nobody reads: the same odds, of far fewer states."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed

from oddsmith.dice import Die, d6
from oddsmith.rules import choose, explore, odds, roll, rule, solve
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.solvers.absorption import outcomes

HALVES = (Fraction(1, 2), 0.5, 1)
VALUES: list[tuple[Any, ...]] = [(1, 2), ("b", "a"), HALVES, (True, 1, 2), (False, 0.0), ((1,), (2, 0))]


@rule
async def one_of(values: tuple[Any, ...]) -> Any:
    return values[await roll(Die.sided(len(values))) - 1]


@rule
async def summed(dice: int) -> int:
    return sum([await roll(d6) for _ in range(dice)])


@rule
async def best_two(dice: int) -> tuple[int, ...]:
    faces = [await roll(d6) for _ in range(dice)]
    return tuple(sorted(faces, reverse=True)[:2])


def test_a_sum_of_fifty_dice_is_a_sum() -> None:
    assert odds(summed(50)) == d6.pool(50).sum().distribution()


def test_the_best_two_of_many_dice_are_those_of_the_pool() -> None:
    expected: dict[tuple[int, ...], Fraction] = {}
    for faces in product(range(1, 7), repeat=4):
        two = tuple(sorted(faces, reverse=True)[:2])
        expected[two] = expected.get(two, Fraction(0)) + Fraction(1, 6**4)
    assert dict(odds(best_two(4)).items()) == expected
    assert len(explore(best_two(9))) <= comb(9 + 6, 6) + 21  # multisets of up to nine faces


def test_dice_thrown_one_by_one_are_played_like_a_pool() -> None:
    @rule
    async def hand() -> int:
        dice = tuple(sorted([await roll(d6) for _ in range(3)]))
        kept = await choose("player", tuple({c: c for k in range(4) for c in combinations(dice, k)}))
        return sum(sorted([*kept, *[await roll(d6) for _ in range(3 - len(kept))]]))

    assert solve(explore(hand())).value == 3 * Fraction(4 + 5 + 6 + 3 * Fraction(7, 2), 6)


@rule
async def many_ways(values: tuple[Any, ...], dice: int) -> Any:
    first = sorted([await one_of(values) for _ in range(dice)])
    second = max([await one_of(values) for _ in range(dice)], default=0)
    third = [await one_of(values) for _ in range(dice)]
    fourth = any([await one_of(values) == 1 for _ in range(dice)])
    fifth = sorted([*first, *[await one_of(values) for _ in range(2)]])
    return tuple(first), second, min(third), len(third), fourth, tuple(fifth), third if dice == 1 else tuple(third)


@rule
async def alike(values: tuple[Any, ...], dice: int) -> Any:
    faces = [await one_of(values) for _ in range(dice)]
    total = sum([await one_of(values) for _ in range(dice)])
    return max(faces), sum(faces), len(faces), any(faces), tuple(sorted(faces)), total, type(total).__name__


@rule
async def ordered(values: tuple[Any, ...], dice: int) -> Any:
    faces = [await one_of(values) for _ in range(dice)]
    low = sorted(faces, key=lambda face: 0)
    return tuple(low), faces[0], sum([face == 1 for face in faces])


@pytest.mark.parametrize("values", VALUES, ids=str)
@pytest.mark.parametrize("of", [many_ways, alike, ordered])
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_folds_read_what_lists_would(of: Any, values: tuple[Any, ...], dice: int) -> None:
    def typed(find: Callable[[], Any]) -> Any:
        found = found_or_raised(find)
        return found if isinstance(found, str) else {repr(outcome): p for outcome, p in found.items()}

    expected = typed(lambda: outcomes(replayed(of(values, dice), decisions_stay=False)))
    assert typed(lambda: odds(of(values, dice))) == expected


def test_numbers_that_are_not_whole_are_not_folded() -> None:
    @rule
    async def weighs() -> Any:
        return sum([await one_of(HALVES) for _ in range(2)])

    assert odds(weighs()) == outcomes(replayed(weighs(), decisions_stay=False))
    assert "a sum of" in str(engine(weighs))

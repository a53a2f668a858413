"""Loops over `itertools.count`: exactly as loops that count."""

import itertools
from collections.abc import Callable
from fractions import Fraction
from itertools import count as numbers
from typing import Any

import pytest
from tests.rules.compile.fuzz import replayed

from oddsmith.dice import Die, d6
from oddsmith.rules import Call, Rule, explain, odds, play, roll, rule
from oddsmith.rules.solvers.absorption import outcomes

d2 = Die.sided(2)


@rule
async def counted() -> int:
    for n in itertools.count():  # noqa: B007  # it is read after the loop
        if await roll(d6) == 6:
            break
    return n


@rule
async def as_a_while() -> int:
    n = 0
    while await roll(d6) != 6:
        n += 1
    return n


@rule
async def from_one() -> int:
    for turn in numbers(1):
        if await roll(d6) == 6:
            return turn
    raise AssertionError


@rule
async def by_threes() -> int:
    for n in itertools.count(start=5, step=3):
        if (face := await roll(d6)) == 6:
            return n
        if face == 5:
            continue
    raise AssertionError


@rule
async def not_read() -> int:
    hits = 0
    for _ in itertools.count():
        if (face := await roll(d6)) == 6:
            return hits
        hits += face > 3
    raise AssertionError


def test_a_loop_over_a_count_is_exactly_a_loop_that_counts() -> None:
    assert odds(counted()) == odds(as_a_while())
    assert str(odds(counted())) == str(odds(as_a_while()))
    assert explain(counted()).states == explain(as_a_while()).states


@pytest.mark.parametrize(
    ("made", "value"), [(from_one, lambda n: n + 1), (by_threes, lambda n: 5 + 3 * n)], ids=["from one", "by threes"]
)
def test_where_a_count_begins_and_how_far_it_goes(made: Rule[[], int], value: Callable[[int], int]) -> None:
    found = odds(made())
    for n in range(5):
        assert found.pmf(value(n)) == Fraction(1, 6) * Fraction(5, 6) ** n
    assert found.mean == value(0) + 5 * (value(1) - value(0))


def test_a_count_that_nobody_reads_is_not_kept() -> None:
    """Of the faces before a 6, 4 and 5 are 2 out of 5: hits are k with the chance 1/3 (2/3)^k."""
    assert [odds(not_read()).pmf(k) for k in range(3)] == [Fraction(1, 3), Fraction(2, 9), Fraction(4, 27)]
    assert explain(not_read()).states <= 4


@rule
async def sets_its_item(most: int) -> tuple[int, ...]:
    seen: tuple[int, ...] = ()
    for n in itertools.count():
        seen += (n,)
        if len(seen) >= most or await roll(d2) == 2:
            return seen
        n *= 5
    raise AssertionError


@rule
async def around_another(most: int) -> tuple[int, int]:
    n = 7
    for n in itertools.count(2):
        for m in itertools.count(n, 2):
            if m > most or await roll(d2) == 2:
                break
        else:
            n = 100
        if n >= most:
            break
    return n, m


@rule
async def with_a_name_of_its_own(most: int) -> int:
    def count() -> list[int]:
        return [1, 2]

    n = 0
    for n in count():
        n += await roll(d2)
    return n + most


@rule
async def in_a_helper(most: int) -> int:
    async def helper() -> int:
        for n in itertools.count(-1):
            if n == most or await roll(d2) == 2:
                return n
        raise AssertionError

    return await helper() + await helper()


@pytest.mark.parametrize("made", [sets_its_item, around_another, with_a_name_of_its_own, in_a_helper])
def test_counts_have_the_odds_of_replay(made: Rule[[int], Any]) -> None:
    call: Call[Any] = made(4)
    assert odds(call) == outcomes(replayed(call, decisions_stay=False))
    assert odds(call).pmf(play(call).outcome) > 0

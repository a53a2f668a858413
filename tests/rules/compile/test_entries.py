"""Counters that are filled on the way, of which only some entries are read: as numbers, also without end."""

from collections import Counter
from fractions import Fraction

import pytest
from tests.rules.compile.fuzz import replayed

from oddsmith.dice import Die, d6
from oddsmith.rules import Call, Rule, explain, odds, roll, rule
from oddsmith.rules.solvers.absorption import outcomes

d3 = Die.sided(3)


@rule
async def sixes_before_a_one() -> int:
    found: Counter[int] = Counter()
    while (face := await roll(d6)) != 1:
        found[face] += 1
    return found[6]


def test_an_entry_of_an_endless_counter_is_a_total() -> None:
    """Of 1 and 6, either comes first with 1/2: k sixes come before a 1 with the chance (1/2)^(k + 1)."""
    found = odds(sixes_before_a_one())
    assert [found.pmf(k) for k in range(6)] == [Fraction(1, 2) ** (k + 1) for k in range(6)]
    assert explain(sixes_before_a_one()).states <= 4


@rule
async def two_entries(dice: int) -> tuple[int, bool]:
    found = Counter()  # type: ignore[var-annotated]
    for i in range(dice):
        face = await roll(d3)
        found[face] += 2
        if i == 1:
            found[3] += -1
    return found[1] - found[3], found[2] > found[7]


@rule
async def begun_again(dice: int) -> int:
    found = Counter()  # type: ignore[var-annotated]
    for _ in range(dice):
        if (face := await roll(d3)) == 3:
            found = Counter()
        found[face] += 1
    return 10 * found[1] + found[3]


@rule
async def set_and_listed(dice: int) -> tuple[int, int]:
    found = Counter()  # type: ignore[var-annotated]
    for _ in range(dice):
        found[await roll(d3)] += 1
    found[2] = 5
    return found[1], len(found)


@rule
async def of_words(dice: int) -> int:
    found = Counter()  # type: ignore[var-annotated]
    for _ in range(dice):
        said = "low" if await roll(d3) == 1 else "high"
        found[said] += 1
    return found["low"]


@pytest.mark.parametrize("made", [two_entries, begun_again, set_and_listed, of_words])
def test_entries_have_the_odds_of_replay(made: Rule[[int], object]) -> None:
    call: Call[object] = made(4)
    assert odds(call) == outcomes(replayed(call, decisions_stay=False))

"""Remedies for numbers without end say what helps: each is followed, and the rule is answered."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rules.states_found import at_most

from oddsmith.dice import Die, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, odds, roll, rule
from oddsmith.rules.exploration.limits.state_limits import StateLimit

d2, d3 = Die.sided(2), Die.sided(3)
HALF = Fraction(1, 2)


@rule
async def leads() -> bool:
    ours = theirs = 0
    while abs(ours - theirs) < 3:
        if await roll(d2) == 1:
            ours += 1
        else:
            theirs += 1
    return ours > theirs


@rule
async def climbs() -> int:
    height = 0
    while height < 3:
        height += 1 if await roll(d3) > 1 else -1
    return height


@rule
async def long_loop() -> int:
    for number in range(10**12):
        if await roll(d6) == 6:
            return number
    return -1


@rule
async def told_in_words() -> str:
    rolls = 0
    while await roll(d6) != 6:
        rolls += 1
    return f"{rolls} rolls"


@rule
async def ends_beside_its_way() -> int:
    """Of the two sets of numbers that a roll leads to, one ends at once; only in the other does a number rise."""
    most = ones = 0
    while not abs(ones - ones) > 2:
        face = await roll(d2)
        if min(most, ones) > 1:
            return 2 * most
        ones = ones + 1 if face == 1 else ones
        most = max(most, face)
    return ones


@rule
async def change_places(most: int | None) -> tuple[int, int]:
    a = b = 0
    while True:
        a, b = b, a
        face = await roll(d3)
        if face == 3:
            return a, b
        a += face == 1
        if most is not None:
            a = min(a, most)


@rule
async def either_way(most: int | None) -> int:
    n = 0
    while (face := await roll(d3)) != 3:
        n += 1 if face == 1 else -1
        if most is not None:
            n = max(-most, min(n, most))
    return abs(n)


@rule
async def longest_streak(most: int | None) -> int:
    streak = best = 0
    while (face := await roll(d3)) != 3:
        streak = streak + 1 if face == 1 else 0
        if most is not None:
            streak = min(streak, most)
        best = max(best, streak)
    return best


def test_a_number_that_goes_either_way_is_to_be_kept_within_both() -> None:
    with pytest.raises(StateLimit, match=r" Let n neither fall nor rise .* \(`max\(-20, min\(n, 20\)\)`\)\.$"):
        odds(either_way(None))
    # n is -1, 0 or 1: from 0 on, p = 1/3 + 2/3 * q; from 1 on, q = 1/3 * q + 1/3 * p, so p = 1/2 ends at 0.
    assert odds(either_way(1)).p(0) == HALF


def test_of_numbers_that_follow_one_another_the_one_that_grows_by_itself_is_to_be_capped() -> None:
    with pytest.raises(StateLimit, match=r" Cap streak \(`min\(streak, \.\.\.\)`\) where larger values"):
        odds(longest_streak(None))
    assert odds(longest_streak(1)).p(0) == HALF  # a 3 comes before a 1


def test_numbers_that_change_places_are_soon_found_to_have_no_end_and_a_cap_helps() -> None:
    with at_most(60_000), pytest.raises(StateLimit, match=r"not found to end.* Cap a \(`min\(a, \.\.\.\)`\)"):
        odds(change_places(None))
    # A third ends it, a third adds 1, a third does not, by turns to each: after no roll (0, 0), after one (0, 1) or
    # (0, 0), so that is 1/3 + 1/9 + ... = 1/2 by rolls that all add nothing.
    assert odds(change_places(1)).p((0, 0)) == HALF


def test_a_number_that_rises_beside_ways_that_end_is_soon_left_out() -> None:
    with at_most(30_000):
        assert odds(ends_beside_its_way()).pmf(4) == 1


@pytest.mark.parametrize(
    ("call", "remedy"),
    [
        (told_in_words(), r"\. Cap rolls \(`min\(rolls, \.\.\.\)`\) where larger values make no difference\.$"),
        (leads(), r"\. Keep the difference of ours and theirs in one variable, if no more of them is needed; or cap"),
        (climbs(), r"\. Let height fall no further where that makes no difference \(`max\(height, -20\)`\)\.$"),
        (long_loop(), r"Let the loop end after fewer rounds, or write `while True` and count in a variable"),
    ],
)
def test_what_is_refused_says_what_would_help(call: Call[object], remedy: str) -> None:
    with pytest.raises(StateLimit, match=remedy):
        odds(call)


@rule
async def lead_by_difference() -> bool:
    lead = 0
    while abs(lead) < 3:
        lead += 1 if await roll(d2) == 1 else -1
    return lead > 0


@rule
async def climbs_from_a_floor() -> int:
    height = 0
    while height < 3:
        height = max(height + (1 if await roll(d3) > 1 else -1), -20)
    return height


@rule
async def counted_loop() -> int:
    number = 0
    while True:
        if await roll(d6) == 6:
            return number
        number += 1


def test_what_the_remedies_say_is_answered() -> None:
    assert odds(lead_by_difference()) == Distribution.from_probabilities({True: HALF, False: HALF})
    assert odds(climbs_from_a_floor()) == Distribution.from_probabilities({3: Fraction(1)})
    assert odds(counted_loop()).mean == 5

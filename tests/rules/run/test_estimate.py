"""Bounds in floating point, which must hold what best play is worth exactly."""

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.games import gambler, is_won, open_ended, threes

from oddsmith.dice import coin, d6, d10
from oddsmith.errors import RuleError, Undecidable
from oddsmith.rules import (
    AtLeast,
    Call,
    Estimate,
    Goal,
    Linear,
    Solution,
    Stall,
    Then,
    choose,
    estimate,
    explore,
    odds,
    roll,
    rule,
    solve,
)
from oddsmith.rules.solvers import float_policy_iteration


def holds(found: Estimate, solution: Solution[Any], *, error: float = 1e-12) -> bool:
    """True when the exact value lies between the bounds, and they are as close together as promised."""
    close = found.high - found.low <= error * max(abs(found.low), abs(found.high))
    return Fraction(found.low) <= solution.value <= Fraction(found.high) and close


@rule
async def tug(place: int, mine: bool) -> Then[bool]:
    """In turn, player and opponent pull with strength (1 in 2) or with skill (1 in 10, two places at once)."""
    if abs(place) >= 3:
        return place > 0
    way = await choose("player" if mine else "opponent", ("strength", "skill"))
    moved = int(await roll(coin) == "H") if way == "strength" else 2 * int(await roll(d10) == 10)
    return tug(place + moved if mine else place - moved, not mine)


@pytest.mark.parametrize(
    ("call", "goal"),
    [
        (threes(4), None),
        (threes(3), lambda total: Fraction(total * total, 7)),
        (open_ended(2), None),
        (open_ended(2), AtLeast(5)),
        (open_ended(2), Linear(lambda total: -total, Fraction(-1, 3))),
        (gambler(3, 17), is_won),
        (tug(0, True), is_won),
        (tug(1, False), lambda won: 1 if won else Fraction(-2, 3)),
    ],
    ids=lambda value: re.sub(r" at 0x\w+", "", str(value)),  # the same in every process
)
def test_bounds_hold_the_exact_value(call: Call[Any], goal: Goal | None) -> None:
    graph = explore(call)
    assert holds(estimate(graph, goal), solve(graph, goal))


def test_small_chances_are_as_precise_as_large_ones() -> None:
    @rule
    async def streak(left: int) -> Then[bool]:
        if left == 0:
            return True
        return streak(left - 1) if await roll(d10) == 10 else False

    found = estimate(explore(streak(60)), is_won)
    assert holds(found, solve(explore(streak(60)), is_won))
    assert found.high == pytest.approx(1e-60, rel=1e-12)


def test_small_chances_at_the_end_of_a_loop_are_precise_too() -> None:
    graph = explore(gambler(1, 400))
    exact = solve(graph, is_won)
    assert exact.value < Fraction(1, 10**15)
    assert holds(estimate(graph, is_won), exact, error=1e-10)


def test_every_state_has_bounds() -> None:
    graph = explore(gambler(3, 17))
    found, exact = estimate(graph, is_won), solve(graph, is_won)
    for purse in range(1, 17):
        assert holds(found.at(gambler(purse, 17)), exact.at(gambler(purse, 17)))


def test_following_the_policy_is_worth_the_bound() -> None:
    graph = explore(gambler(3, 17))
    found = estimate(graph, is_won)
    assert odds(gambler(3, 17), found.policy).pmf(True) >= Fraction(found.low)
    again = estimate(found.under, lambda won: not won)
    assert Fraction(again.low) <= 1 - solve(graph, is_won).value <= Fraction(again.high)


steps = st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=6)


@settings(max_examples=60, deadline=None)
@given(steps, st.booleans())
def test_bounds_hold_for_games_that_turn_back(steps: list[tuple[int, int, int]], opposed: bool) -> None:
    """At every state: stop for its worth, or roll a d6 and go to one of two states, or end on a 6."""

    @rule
    async def walk(place: int) -> Then[int]:
        first, second, cut = steps[place % len(steps)]
        who = "opponent" if opposed and place % 2 else "player"
        if await choose(who, ("stop", "walk")) == "stop":
            return first * second
        face = await roll(d6)
        return -1 if face == 6 else walk(first % len(steps)) if face <= cut else 1 + walk(second % len(steps))

    graph = explore(walk(0))
    found, exact = estimate(graph), solve(graph)
    assert Fraction(found.low) <= exact.value <= Fraction(found.high)
    assert found.high - found.low < 1e-11


def test_the_largest_loops_are_solved_by_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(float_policy_iteration, "_ELIMINATED", 3)
    for call in (gambler(5, 25), tug(0, True)):
        graph = explore(call)
        assert holds(estimate(graph, is_won), solve(graph, is_won), error=1e-8)


def test_probability_that_is_not_resolved_counts_nothing() -> None:
    @rule
    async def steered() -> bool:
        return await roll(d10.explode().pool(2).count(at_least=7)) < 2

    graph = explore(steered(), bound=Fraction(1, 1000))
    assert holds(estimate(graph, is_won), solve(graph, is_won))


def test_play_that_can_be_kept_going_for_ever_is_refused() -> None:
    @rule
    async def free_again() -> Then[int]:
        face = await roll(d6)
        return free_again() if await choose("player", ("keep", "again")) == "again" else face

    with pytest.raises(Stall, match="free_again"):
        estimate(explore(free_again()))


def test_play_that_never_ends_is_refused() -> None:
    @rule
    async def round_and_round(place: int) -> Then[int]:
        return round_and_round((place + await roll(d6)) % 3)

    with pytest.raises(RuleError, match="never ends"):
        estimate(explore(round_and_round(0)))


def test_a_loop_that_play_hardly_ever_leaves_is_not_guessed_at() -> None:
    @rule
    async def lottery() -> Then[bool]:
        """One chance in 10^18 to end it."""
        if await roll(d10.pool(18).count(at_least=10)) < 18:
            return lottery()
        return await roll(coin) == "H"

    assert solve(explore(lottery()), is_won).value == Fraction(1, 2)
    with pytest.raises(Undecidable, match="play hardly ever leaves it"):
        estimate(explore(lottery()), is_won)

"""Totals that a rule keeps become gains; its odds are those that it has when every branch is run again."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.totals import program

from oddsmith.dice import Die, coin, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, Then, choose, first_option, note, odds, roll, rule, simulate
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT
from oddsmith.rules.exploration.with_policy import explore_with
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.absorption import outcomes

d2, d3 = Die.sided(2), Die.sided(3)


def asked_as_total(call: Call[Any]) -> Graph:
    return explore_with(call, None, limit=STATE_LIMIT, bound=BOUND)


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(250))
def test_random_totals_have_the_odds_of_replay(seed: int) -> None:
    text, call = program(seed)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected, text


def test_a_loop_of_rolls_has_a_state_a_round() -> None:
    @rule
    async def total(dice: int) -> int:
        found = 0
        for _ in range(dice):
            found += await roll(d6)
        return found

    assert len(asked_as_total(total(50))) < 60
    assert odds(total(50)) == d6.pool(50).sum().distribution()
    assert simulate(total(50), 1000, seed=1).share(175) > 0


def test_a_loop_without_bound_has_an_unbounded_law() -> None:
    @rule
    async def tries() -> int:
        n = 0
        while (await roll(d6)) != 6:
            n += 1
        return n

    found = odds(tries())
    assert len(asked_as_total(tries())) == 3
    assert all(found.pmf(k) == Fraction(5, 6) ** k / 6 for k in range(50))
    assert found.mean == 5


def test_a_bust_loses_all_that_was_gained() -> None:
    @rule
    async def risky() -> int:
        total = 0
        while (face := await roll(d6)) != 6:
            if face == 1:
                return 0
            total += face
        return total

    # until a 6: n throws of 2 to 5 with chance 4/6 each, then 1/6; whatever is left is a bust
    without_bust = {0: Fraction(1, 6)}
    sums = {0: Fraction(1)}
    for _ in range(12):
        further: dict[int, Fraction] = {}
        for total, share in sums.items():
            for face in range(2, 6):
                further[total + face] = further.get(total + face, Fraction(0)) + share / 6
        sums = further
        for total, share in sums.items():
            without_bust[total] = without_bust.get(total, Fraction(0)) + share / 6
    found = odds(risky())
    assert len(asked_as_total(risky())) == 4
    assert found.pmf(0) == Fraction(1, 6) + Fraction(1, 2)
    assert all(found.pmf(total) == without_bust[total] for total in range(2, 26))
    counted = simulate(risky(), 10_000, seed=3)
    assert 0.64 < counted.share(0) < 0.70


def test_several_totals_with_signs_and_copies_are_one_gain() -> None:
    @rule
    async def fight(rounds: int) -> int:
        damage = coins = 0
        for _ in range(rounds):
            face = await roll(d6)
            await note(f"a {face}")
            if face > 4:
                damage += face
            else:
                coins += 1
        spent = coins
        return 3 * damage - spent

    law: Distribution[int] = Distribution.uniform([15, 18, -1, -1, -1, -1])
    expected = law
    for _ in range(29):
        expected = expected + law
    assert odds(fight(30)) == expected
    assert len(asked_as_total(fight(30))) < 40


def test_a_sub_rule_adds_to_the_total() -> None:
    async def helper(dice: int) -> int:
        found = 0
        for _ in range(dice):
            found += await roll(d6)
        return found

    @rule
    async def twice(dice: int) -> int:
        total = 0
        for _ in range(2):
            total += 2 * await helper(dice)
        return total

    assert odds(twice(20)) == (2 * d6.pool(40).sum()).distribution()
    assert len(asked_as_total(twice(20))) < 80


@rule
async def zero_times(n: int) -> int:
    total = await roll(d6)
    again = await roll(coin)
    for total in range(n):  # noqa: B007 (it may run no time)
        pass
    await roll(coin)
    return total if again == "H" else 0


@rule
async def set_in_a_test() -> int:
    total = 0
    while (total := total + await roll(d2)) < 4:
        await roll(coin)
    return total


@rule
async def read_for_nothing() -> int:
    total, unused = 0, 0
    for _ in range(3):
        total += await roll(d3)
        unused += total
    unused - unused
    return total


@rule
async def caught() -> int:
    total = 0
    try:
        for _ in range(3):
            total += await roll(d3)
            total // (3 - total)
    except ZeroDivisionError:
        return -1
    return total


@rule
async def overruled() -> int:
    total = 0
    try:
        for _ in range(3):
            total += await roll(d3)
        return total
    finally:
        if seven() == 7:
            return 7  # noqa: B012


@rule
async def set_at_last() -> int:
    """What `finally` sets is read past it, and not where an error goes on."""
    total, other = 0, 1
    for _ in range(2):
        total += await roll(d2)
    try:
        other += total
    finally:
        if total > 2:
            total = other
    return 1 + total


def seven() -> int:
    return 7


@rule
async def a_bool_or_a_number() -> int:
    found: int = True
    for _ in range(2):
        if await roll(d2) == 1:
            found = await roll(d3)
        await roll(coin)
    return found


@rule
async def halves() -> Fraction | int:
    total: Fraction | int = 0
    for _ in range(3):
        total += await roll(d3)
        if await roll(coin) == "H":
            total += Fraction(1, 2)
    return total


@rule
async def words() -> int | str:
    total = 0
    for _ in range(3):
        face = await roll(d3)
        if face == 1 and total > 2:
            return "lost"
        total += face
    return total


@rule
async def handed_on(n: int) -> Then[int]:
    total = 0
    for _ in range(2):
        total += await roll(d3)
    return total + handed_on(n - 1) if n else total


@rule
async def on_the_way() -> int:
    total = 0
    for _ in range(3):
        total += await roll(d3)
        later = lambda: total  # noqa: B023, E731
        if await roll(d2) == 1:
            return later()
    return 2 * total


@rule
async def gains_of_a_call() -> int:
    total = 0
    for _ in range(2):
        total += await (3 + handed_on(1))
    return total


@rule
async def whose_bust() -> int:
    return 5 + await ends_in_a_bust() + await roll(coin_face)


coin_face = Die.sided(2)


@rule
async def ends_in_a_bust() -> int:
    total = 0
    for _ in range(3):
        face = await roll(d3)
        if face == 3:
            return 0
        total += face
    return total


@pytest.mark.parametrize(
    "call",
    [
        zero_times(0),
        zero_times(3),
        set_in_a_test(),
        read_for_nothing(),
        caught(),
        overruled(),
        set_at_last(),
        a_bool_or_a_number(),
        halves(),
        words(),
        handed_on(2),
        on_the_way(),
        gains_of_a_call(),
        whose_bust(),
        4 + ends_in_a_bust(),
    ],
    ids=repr,
)
def test_what_only_looks_like_a_total_has_the_odds_of_replay(call: Call[Any]) -> None:
    assert odds(call) == outcomes(replayed(call, decisions_stay=False))


@rule
async def chooses(n: int) -> int:
    total = 0
    for _ in range(n):
        if await choose("player", ("on", "stop")) == "stop":
            return total
        total += await roll(d6)
    return total


@pytest.mark.parametrize("option", [lambda _: "on", first_option])
def test_a_policy_plays_with_totals(option: Callable[[Any], str]) -> None:
    assert odds(chooses(4), option) == d6.pool(4).sum().distribution()


@dataclass(frozen=True)
class Purse:
    coins: int

    def __add__(self, more: int) -> "Purse":
        return Purse(self.coins + more)


@rule
async def fills(n: int) -> Then[Purse]:
    found = await roll(d2) + await roll(d2)
    return found + fills(n - 1) if n else Purse(found)


def test_outcomes_that_can_be_added_to_stay_so() -> None:
    expected = d2.pool(6).sum().distribution().map(Purse)
    assert odds(fills(2)) == expected

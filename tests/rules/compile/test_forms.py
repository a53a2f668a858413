"""Answers of which only expressions are read later: states keep the values of these."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed

from oddsmith.dice import d4, d6
from oddsmith.rules import Rule, best, choose, explain, explore, odds, roll, rule, solve
from oddsmith.rules.solvers.absorption import outcomes


@rule
async def dared(dice: int) -> int:
    """One more die for each of them, or none: what both come to."""
    mine = await roll(d6.pool(dice))
    theirs = await roll(d6.pool(dice))
    if await choose("player", ("dare", "stop")) == "stop":
        return sum(mine) + sum(theirs)
    return sum(mine) + sum(theirs) + await roll(d6) - 3


def test_states_keep_one_sum_of_two_pools() -> None:
    sums = 2 * (6 * 5 - 5) + 1  # 10 to 60
    decisions = sums
    assert len(explore(dared(5))) <= 1 + decisions + sums + 6 + sums + 6
    assert best(dared(2)).value == 4 * Fraction(7, 2) + Fraction(1, 2)


def test_people_are_told_the_form_by_its_text() -> None:
    solution = best(dared(1))
    assert {name for advice in solution.decisions for name in advice.decision.variables} == {"sum(mine) + sum(theirs)"}
    assert "sum(mine) + sum(theirs)" in explain(dared(1)).rules[0].kept


@rule
async def joined(bound: int) -> tuple[int, int]:
    mine = await roll(d4.pool(2))
    theirs = await roll(d4.pool(2))
    die = await roll(d4)
    return sum((*mine, *theirs)) if die > 2 else len(mine) * bound, die


@rule
async def in_a_loop(bound: int) -> int:
    """The sums of pools, each counted if the die after it is not too high."""
    total = 0
    for _ in range(2):
        faces = await roll(d4.pool(2))
        if await roll(d4) <= bound:
            total += sum(faces)
    return total


@rule
async def read_in_full(bound: int) -> tuple[int, tuple[int, ...]]:
    faces = await roll(d4.pool(2))
    die = await roll(d4)
    return sum(faces) * (die > bound), faces


@rule
async def fails_for_some(bound: int) -> int:
    """Of no dice there is no largest; it is not asked for then."""
    dice = await roll(d4)
    faces = await roll(d4.pool(dice - 1))
    die = await roll(d4)
    return len(faces) + max(faces) if dice > 1 and die > bound else 0


@rule
async def with_what_changes(bound: int) -> int:
    faces = await roll(d4.pool(2))
    bound += await roll(d4)
    return sum(face > bound for face in faces) + sum(faces)


@rule
async def in_one_branch(bound: int) -> int:
    total = 0
    if await roll(d4) > bound:
        faces = await roll(d4.pool(2))
        total += await roll(d4)
        total += sum(faces)
    return total


RULES: list[Rule[..., Any]] = [joined, in_a_loop, read_in_full, fails_for_some, with_what_changes, in_one_branch]


@pytest.mark.parametrize("bound", [1, 2])
@pytest.mark.parametrize("reads", RULES)
def test_odds_are_those_of_the_rule_run_again_for_every_branch(reads: Rule[..., Any], bound: int) -> None:
    assert odds(reads(bound)) == outcomes(replayed(reads(bound), decisions_stay=False))


def throws(dice: int) -> list[tuple[int, ...]]:
    return list(product(range(1, 5), repeat=dice))


BY_HAND: list[tuple[Rule[..., Any], int, Callable[..., Any]]] = [
    (joined, 5, lambda a, b, c, d, die: (a + b + c + d if die > 2 else 4, die)),
    (in_a_loop, 6, lambda a, b, c, d, e, f: (a + b) * (c <= 2) + (d + e) * (f <= 2)),
    (with_what_changes, 3, lambda a, b, c: (a > 2 + c) + (b > 2 + c) + a + b),
    (in_one_branch, 4, lambda a, b, c, d: (b + c + d) * (a > 2)),
]


@pytest.mark.parametrize(("reads", "dice", "by_hand"), BY_HAND)
def test_odds_are_what_all_throws_come_to(reads: Rule[..., Any], dice: int, by_hand: Callable[..., Any]) -> None:
    expected = Counter(by_hand(*faces) for faces in throws(dice))
    assert dict(odds(reads(2)).items()) == {value: Fraction(n, 4**dice) for value, n in expected.items()}


@rule
async def always_fails(dice: int) -> int:
    faces = await roll(d4.pool(dice))
    die = await roll(d4)
    return die + sum(faces) // (len(faces) - 2)


def test_an_error_is_raised_where_the_rule_raises_it() -> None:
    assert found_or_raised(lambda: odds(always_fails(2))) == found_or_raised(
        lambda: outcomes(replayed(always_fails(2), decisions_stay=False))
    )
    assert odds(always_fails(3)).mean == Fraction(5, 2) + Fraction(15, 2)


def test_best_play_is_worth_the_same_run_again() -> None:
    assert solve(replayed(dared(2), decisions_stay=True), int).value == best(dared(2)).value

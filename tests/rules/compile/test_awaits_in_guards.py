"""Awaits in the guards of cases: where one is not passed, the cases after it are tried, with what was set by then."""

from typing import Any

import pytest
from tests.rules.compile.fuzz import replayed

from oddsmith.dice import Die
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, best, choose, first_option, odds, roll, rule, solve
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.programs import Machine
from oddsmith.rules.solvers.absorption import outcomes

d2, d3 = Die.sided(2), Die.sided(3)


@rule
async def several(rounds: int) -> int:
    total = 0
    for _ in range(rounds):
        match await roll(d3), await roll(d3):
            case (1, y) if await roll(d3) == 1:
                total += y
            case (1, y):
                total += 10 * y
            case (x, 2) if await roll(d3) > x:
                total += await roll(d3)
            case (x, y) if x == y:
                total += 7
    return total


@rule
async def sets_the_subject() -> int:
    pair: Any = (1, 2)
    total = 0
    for _ in range(2):
        match pair:
            case (pair, more) if (pair := await roll(d3)) == 1:
                total += more
            case (a, b):
                total += 100 * a + b
            case pair if await choose("player", (True, False)):
                total += 5
            case _:
                total += 3
    return total


@rule
async def leaves_the_loop() -> int:
    seen = []
    for place in range(3):
        match await roll(d3):
            case 1 if await choose("player", ("a", "b")) == "a":
                seen.append(place)
            case 1 | 2 as face if await roll(d3) == face:
                continue
            case 3 if await roll(d3) == 3:
                break
        seen.append(9)
    return sum(seen)


@rule
async def guards_what_takes_all() -> int:
    total = 0
    for _ in range(2):
        match await roll(d3):
            case 1 | _ if await roll(d2) == 2:
                total += 1
            case face if await roll(d2) == 2:
                total += face * 10
    return total


CALLS: list[Call[int]] = [several(1), several(2), sets_the_subject(), leaves_the_loop(), guards_what_takes_all()]


@pytest.mark.parametrize("call", CALLS, ids=map(repr, CALLS))
def test_odds_and_best_play_are_those_of_the_rule_run_again(call: Call[int]) -> None:
    assert odds(call, first_option) == outcomes(replayed(call, decisions_stay=False))
    assert best(call).value == solve(replayed(call, decisions_stay=True)).value
    assert isinstance(engine(call.rule), Machine)


def test_a_guard_that_is_not_passed_leads_to_the_next_case() -> None:
    """Of 12 ways through a round 6 add 1, and 3 of the others the face, ten times."""
    once = Distribution.from_weights({1: 6, 10: 1, 20: 1, 30: 1, 0: 3})
    assert odds(guards_what_takes_all()) == once + once

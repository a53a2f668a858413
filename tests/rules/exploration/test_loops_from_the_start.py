"""A rule that decides first in a loop: where it begins, it stands as it does when the loop comes there again."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import Die, d6, when
from oddsmith.rules import Decision, Solution, Then, best, choose, explore, odds, play, roll, rule, solve
from oddsmith.rules.exploration.explore import BOUND
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.players import PLAYERS


@rule
async def sixes_again(hits: int, sixes: int) -> int:
    """Each 6 may be rolled again, for more hits."""
    while sixes:
        if await choose("player", ("leave", "again")) == "leave":
            sixes -= 1
        else:
            face = await roll(d6)
            hits += face >= 5
            sixes -= face < 6
    return hits


@dataclass(frozen=True)
class Thrown:
    """The hits of a throw."""

    hits: int


@rule
async def thrown(dice: int) -> Thrown:
    fives, sixes, _ = await roll(d6.pool(dice).classes(five=when(range(5, 6)), six=when(range(6, 7))))
    return Thrown(await sixes_again(fives + sixes, sixes))


def test_what_is_only_added_is_no_part_of_a_decision_at_the_start_of_a_loop() -> None:
    solution = best(thrown(5), of=lambda thrown: thrown.hits)
    # each of five dice hits with 1/3, and a 6 hits again: 1/3 + 1/6 * x = x is 2/5
    assert solution.value == 5 * Fraction(2, 5)
    # 1 to 5 sixes, however many hits there are
    assert [known["sixes"] for known in told(solution)] == [1, 2, 3, 4, 5]
    assert all(set(known) == {"sixes"} for known in told(solution))
    assert {advice.best for advice in solution.decisions} == {"again"}


def told(solution: Solution[Any]) -> list[Mapping[str, Any]]:
    """All known where somebody decides, fewest sixes first."""
    found = [advice.decision.variables for advice in solution.decisions]
    return sorted(found, key=lambda known: (known["sixes"], known.get("hits", 0)))


def test_what_is_compared_is_told_apart_as_far_as_that_goes() -> None:
    solution = best(thrown(3), of=lambda thrown: thrown.hits >= 3)
    # 1 or 2 hits with at most as many sixes: with 3 hits, and without a six, all is decided
    assert [(known["hits"], known["sixes"]) for known in told(solution)] == [(1, 1), (2, 1), (2, 2)]
    assert solution.value == odds(by_hand(3), of=lambda thrown: thrown.hits >= 3).p(bool)


@rule
async def by_hand(dice: int) -> Thrown:
    return Thrown(await roll(d6.explode(6).pool(dice).count(at_least=5)))


def test_the_plan_is_known_wherever_the_loop_begins() -> None:
    solution = best(thrown(4), of=lambda thrown: thrown.hits)
    for _ in range(30):
        assert play(thrown(4), decide=solution.policy).outcome.hits >= 0
    bounded = best(thrown(4), of=lambda thrown: thrown.hits >= 4)
    followed = odds(thrown(4), bounded.policy, of=lambda thrown: thrown.hits >= 4)
    assert followed.p(bool) == bounded.value


@rule
async def draws(colour: str, left: int) -> int:
    """The colour is nothing but a name."""
    got = 0
    while left and await choose("player", ("stop", "draw")) == "draw":
        got += await roll(d6)
        left -= 1
    return got


@rule
async def of_a_colour() -> Then[int]:
    return draws(await roll(Die(["red", "blue"])), 2)


def test_what_is_not_read_any_more_is_no_part_of_a_decision_at_the_start_of_a_loop() -> None:
    # nothing yet with two draws left, and with one a face
    assert len(best(of_a_colour()).decisions) == 1 + 6


def test_a_policy_that_reads_the_call_is_shown_each() -> None:
    def red(decision: Decision) -> str:
        return "draw" if decision.call.args[0] == "red" else "stop"

    drawn = odds(of_a_colour(), red)
    assert drawn.pmf(0) == Fraction(1, 2)
    assert drawn.mean == Fraction(1, 2) * 7


@rule
async def gamble() -> Then[int]:
    """A risk may be taken for three, or one is had for sure."""
    if await choose("player", ("safe", "risky")) == "safe":
        return 1
    return 3 * await roll(Die([0, 1]))


@rule
async def rounds(left: int) -> int:
    won = 0
    while left:
        won += await gamble()
        left -= 1
    return won


@rule
async def some_rounds() -> Then[int]:
    return rounds(await roll(Die([1, 2, 3])))


def test_a_rule_that_waits_in_a_loop_waits_as_at_its_start() -> None:
    solution = best(some_rounds())
    assert solution.value == Fraction(3, 2) * 2
    found = [(known["left"], known["won"]) for known in [advice.decision.around[0] for advice in solution.decisions]]
    # with 3 rounds left nothing is won yet, a round later 0, 1 or 3, and then what two of these add up to
    assert sorted(found) == [*[(1, won) for won in (0, 1, 2, 3, 4, 6)], *[(2, won) for won in (0, 1, 3)], (3, 0)]


@dataclass(frozen=True)
class Ended:
    """The end of a fight: what is left, and the last face."""

    left: int
    face: int


@rule
async def strike(left: int) -> Then[Ended]:
    """A face may be rolled again as long as there is something left to pay for it."""
    face = 0
    while left and await choose("player", ("stop", "pay")) == "pay":
        face = max(face, await roll(d6))
        left -= 1
    return Ended(left, face)


@rule
async def struck(times: int, left: int, total: int) -> Then[int]:
    return strike(left).then(counted, times - 1, total)


@rule
async def counted(ended: Ended, times: int, total: int) -> Then[int]:
    total += ended.face
    return strike(ended.left).then(counted, times - 1, total) if times else total


@pytest.mark.parametrize("left", [2, 4])
def test_a_game_of_subgames_has_the_plan_of_the_whole(left: int) -> None:
    call = struck(2, left, 0)
    whole = solve(explore(call), lambda total: total >= 7)
    apart = solve_subgames(Subgames(call, limit=10_000, bound=BOUND), lambda total: total >= 7, players=PLAYERS)
    assert apart.value == whole.value
    assert apart.distribution == whole.distribution
    assert odds(call, apart.policy) == odds(call, whole.policy) == whole.distribution
    for advice in whole.decisions:
        assert apart.policy(advice.decision) == advice.best

"""Calls that hand on what nobody asks for are told apart by the rest alone."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.handing_on import program

from oddsmith.dice import d6
from oddsmith.rules import Call, Rule, Then, best, choose, explore, odds, play, roll, rule, solve
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, explore_asked
from oddsmith.rules.solvers.absorption import outcomes


@dataclass(frozen=True)
class Hand:
    total: int
    sixes: int


@rule
async def turn(total: int, sixes: int, left: int) -> Then[Hand]:
    if not left:
        return Hand(total, sixes)
    face = await roll(d6)
    return turn(total + face, sixes + (face == 6), left - 1)


@rule
async def awaiting(total: int, sixes: int, left: int) -> Hand:
    if not left:
        return Hand(total, sixes)
    face = await roll(d6)
    return await awaiting(total + face, left=left - 1, sixes=sixes + (face == 6))


@rule
async def deciding(total: int, sixes: int, left: int) -> Then[Hand]:
    """Before each roll one may stop; a 1 may be rolled again."""
    if not left or await choose("player", ("roll", "stop")) == "stop":
        return Hand(total, sixes)
    face = await roll(d6)
    if face == 1 and await choose("player", ("keep", "again")) == "again":
        face = await roll(d6)
    return deciding(total + face, sixes + (face == 6), left - 1)


@rule
async def dividing(total: int, sixes: int, left: int) -> Then[Hand]:
    if not left:
        return Hand(total, sixes)
    face = await roll(d6)
    return dividing(60 // (total - face), sixes + (face == 6), left - 1)


@rule
async def steered(total: int, sixes: int, left: int) -> Then[Hand]:
    if not left or total > 10:
        return Hand(total, sixes)
    face = await roll(d6)
    return steered(total + face, sixes + (face == 6), left - 1)


@rule
async def endless(total: int, sixes: int) -> Then[Hand]:
    face = await roll(d6)
    if face == 1:
        return Hand(total, sixes)
    return endless(total + face, min(3, sixes + (face == 6)))


def sixes(hand: Hand) -> int:
    return hand.sixes


def states(call: Call[Any], of: Callable[[Any], Any]) -> int:
    graph = explore_asked(call, of, added=True, limit=STATE_LIMIT, bound=BOUND)
    assert graph is not None
    return len(graph)


def test_a_total_that_is_handed_on_and_not_asked_for_is_no_part_of_the_state() -> None:
    # the question; a call for each number of sixes after so many dice; and the ends
    assert states(turn(0, 0, 12), lambda hand: hand.sixes) == 1 + sum(range(1, 14)) + 13
    assert states(turn(0, 0, 12), lambda hand: hand.total) < 1 + 13 * 61 + 61


@pytest.mark.parametrize("call", [turn(0, 0, 6), awaiting(0, 0, 6), steered(0, 0, 6)])
@pytest.mark.parametrize("of", [lambda hand: hand.sixes, lambda hand: hand.sixes >= 2, lambda hand: hand.total])
def test_the_odds_are_those_of_the_whole_outcome(call: Call[Hand], of: Callable[[Hand], int]) -> None:
    assert odds(call, of=of) == odds(call).map(of)


def test_a_loop_that_carries_a_total_without_end_has_an_end_of_states() -> None:
    assert odds(endless(0, 0), of=lambda hand: hand.sixes).pmf(0) == Fraction(1, 2)  # a 1 comes before a 6
    assert states(endless(0, 0), lambda hand: hand.sixes) < 12


def test_what_may_fail_is_done_all_the_same() -> None:
    with pytest.raises(ZeroDivisionError):
        odds(dividing(3, 0, 2), of=lambda hand: hand.sixes)


def test_best_play_of_what_is_asked_is_that_of_the_whole_and_its_plan_is_for_every_total() -> None:
    asked = best(deciding(0, 0, 5), of=lambda hand: hand.sixes)
    assert asked.value == best(deciding(0, 0, 5), sixes).value
    # stop, roll, keep or roll again for each number of sixes and dice left, rather than for each total beside
    assert len(asked.decisions) <= 2 * sum(range(1, 7))
    for _ in range(20):
        play(deciding(0, 0, 5), decide=asked.policy)
    assert odds(deciding(0, 0, 5), asked.policy).map(sixes).mean == asked.value
    assert all("total" not in advice.decision.variables for advice in asked.decisions)


def test_a_name_that_stands_for_another_rule_hands_on_all_that_this_one_reads() -> None:
    async def again(total: int, left: int) -> Then[Hand]:
        face = await roll(d6)
        return again(total + face, left)  # type: ignore[return-value]

    first: Rule[..., Any] = rule(again)

    async def other(total: int, left: int) -> Hand:
        return Hand(left, total)

    again = rule(other)  # type: ignore[assignment]
    assert odds(first(0, 0), of=lambda hand: hand.sixes) == d6.distribution()
    assert odds(first(3, 0), of=lambda hand: hand.sixes) == (d6 + 3).distribution()
    assert len(explore(first(0, 0))) == 13


@rule
async def listing(total: int, sixes: int, left: int) -> Then[Hand]:
    """The dice that are handed on and the sixes are one list for a while."""
    faces = [total, sixes]
    kept = faces
    kept[0] += await roll(d6)
    kept[1] += await roll(d6) == 6
    return listing(faces[0], kept[1], left - 1) if left else Hand(faces[0], kept[1])


def test_lists_under_two_names_are_kept_under_both() -> None:
    assert odds(listing(0, 0, 2), of=lambda hand: hand.sixes) == odds(listing(0, 0, 2)).map(sixes)


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(60))
def test_random_rules_that_hand_on_numbers_have_the_odds_of_replay(seed: int) -> None:
    text, call, of = program(seed, choices=False)
    whole = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)).map(of))
    assert found_or_raised(lambda: odds(call, of=of)) == whole, text


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(1_000, 1_040))
def test_random_rules_that_hand_on_numbers_are_played_best_as_in_replay(seed: int) -> None:
    text, call, of = program(seed, choices=True)

    def goal(answer: Any) -> int:
        return answer[0] + 2 * answer[1] if isinstance(answer, tuple) else int(answer)

    whole = found_or_raised(lambda: solve(replayed(call, decisions_stay=True), lambda o: goal(of(o))).value)
    assert found_or_raised(lambda: best(call, goal, of=of).value) == whole, text
    if isinstance(whole, Fraction):
        plan = best(call, goal, of=of).policy
        assert odds(call, plan).map(lambda o: goal(of(o))).mean == whole, text

"""Tests of Mod Dot with real hands, against a recursion over all pairs of hands."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.errors import BadInput
from oddsmith.rules import Call, Linear, Noted, best, first_option, matrix_game, odds, play, simulate
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.mod_dot import SYSTEM

HANDS = SYSTEM.action("hands")
SHOWN = ("rock", "paper", "scissors")
WINS = {("rock", "scissors"), ("paper", "rock"), ("scissors", "paper")}
Habits = tuple[Fraction, Fraction, Fraction]


SUCCESS = Linear(lambda successes: successes >= 1, 0)


def call(inputs: Mapping[str, Any], **options: Any) -> Call[int]:
    found: Call[int] = HANDS.call(entered(HANDS.inputs, inputs), entered(SYSTEM.house_rules, options), HANDS.names)
    return found


def habits(shares: Habits) -> dict[str, str]:
    return {hand: str(share) for hand, share in zip(SHOWN, shares, strict=True)}


def chances(mine: str, shares: Habits) -> tuple[Fraction, Fraction, Fraction]:
    """Up, even, down."""
    up, even = Fraction(0), Fraction(0)
    for hand, share in zip(SHOWN, shares, strict=True):
        up += share * ((mine, hand) in WINS)
        even += share * (mine == hand)
    return up, even, 1 - up - even


def best_by_hand(base: int, cap: int, shares: Habits, worth: Callable[[int], Fraction]) -> Fraction:
    """What the best hands are worth, where `worth` is the same for all botches."""

    def first(after: Callable[[int], Fraction]) -> Fraction:
        found = []
        for mine in SHOWN:
            p = chances(mine, shares)
            found.append(p[0] * after(1) + p[1] * after(0) + p[2] * after(-1))
        return max(found)

    @cache
    def rising(total: int) -> Fraction:
        if total >= cap:
            return worth(cap)
        return first(lambda step: rising(total + 1) if step > 0 else worth(total))

    @cache
    def falling(total: int) -> Fraction:
        if total < 0:
            return worth(-1)
        return first(lambda step: falling(total - 1) if step < 0 else worth(total))

    def second(step: int) -> Fraction:
        def end(other: int) -> Fraction:
            total = min(base + step + other, cap)
            return rising(total) if step == other == 1 else falling(total) if step == other == -1 else worth(total)

        return first(end)

    return first(second)


SHARES = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)


@given(SHARES, st.integers(1, 8), st.integers(4, 9), st.sampled_from(["success", "botch"]))
@settings(max_examples=25, deadline=None)
def test_best_response_to_habits_is_that_of_a_recursion(
    weights: list[int], pool: int, difficulty: int, event: str
) -> None:
    shares = tuple(Fraction(weight, sum(weights)) for weight in weights)
    assert len(shares) == 3
    base = min(pool, max(-1, (pool + 1) // 2 + 6 - difficulty))
    asked = call({"pool": pool, "difficulty": difficulty, **habits(shares)})
    if event == "success":
        expected = best_by_hand(base, 2 * pool, shares, lambda total: Fraction(total >= 1))
        assert best(asked, SUCCESS).value == expected
    else:
        expected = -best_by_hand(base, 2 * pool, shares, lambda total: -Fraction(total < 0))
        assert -best(asked, Linear(lambda successes: -int(successes < 0), 0)).value == expected


def test_somebody_who_shows_rock_too_often_is_met_with_paper() -> None:
    habit = habits((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
    solution = best(call({"pool": 4, "difficulty": 8, **habit}), Linear(lambda successes: successes, 1))
    assert solution.decisions[0].best == "paper"
    # paper: up 1/2, even 1/4, down 1/4; two tests bring 1/2, further ups 1/4 of (1/2 + 1/4 + ...) up to the cap of 8,
    # further downs cost 1/16 of the least that anybody must lose: with rock or paper, down 1/4 of the time
    ups = Fraction(1, 4) * sum((Fraction(1, 2**k) for k in range(1, 7)), Fraction(0))
    downs = Fraction(1, 16) * Fraction(1, 4) / (1 - Fraction(1, 4))
    assert solution.value == Fraction(1, 2) + ups - downs


def test_against_somebody_who_chooses_all_hands_are_shown_alike_often() -> None:
    for event, holds in ((e.name, e.holds) for e in HANDS.events):
        chosen = best(call({"pool": 4, "difficulty": 8, "other": "chooses"}), Linear(holds, 0))
        test = SYSTEM.action("test")
        inputs, rules = entered(test.inputs, {"pool": 4, "difficulty": 8}), entered(SYSTEM.house_rules, {})
        of = next(e.holds for e in test.events if e.name == event)
        fair = odds(test.call(inputs, rules, test.names), of=of)
        if event != "failure":  # nobody can be kept from, or made to have, more than chance brings
            assert chosen.value == fair.p(bool)
        assert chosen.distribution.p(holds) == chosen.value


def test_one_test_is_the_matrix_game_of_rock_paper_scissors() -> None:
    # pool 1 at difficulty 8: base -1, so only two ups succeed; every first test leads on only if it is up
    up = matrix_game([[(mine, other) in WINS for other in SHOWN] for mine in SHOWN])
    assert up.value == Fraction(1, 3)
    assert up.row == (Fraction(1, 3),) * 3
    solution = best(call({"pool": 1, "difficulty": 8, "other": "chooses"}), SUCCESS)
    assert solution.value == up.value**2


def test_a_botch_is_a_botch_also_against_somebody_who_can_be_lost_to_for_ever() -> None:
    # whoever always shows scissors beats paper every time, so a run of downs need never end
    for event in HANDS.events:
        asked = call({"pool": 4, "difficulty": 8, **habits((Fraction(0), Fraction(0), Fraction(1)))})
        solution = best(asked, Linear(event.holds, 0))
        assert solution.value == 1
        assert all(advice.decision.variables.get("successes") != -1 for advice in solution.decisions)


def test_habits_of_a_third_each_leave_nothing_to_choose() -> None:
    solution = best(call({"pool": 4, "difficulty": 8}), SUCCESS)
    assert all(len(set(advice.values.values())) == 1 for advice in solution.decisions)


def test_the_trail_tells_both_hands_and_why_it_stopped() -> None:
    source = ScriptedSource(["paper", "rock"])
    hands = iter(["scissors", "rock"])
    run = play(call({"pool": 4}), source, lambda decision: next(hands))
    notes = [entry.text for entry in run.trail if isinstance(entry, Noted)]
    assert "scissors against paper: up" in notes
    assert "rock against rock: even" in notes
    assert run.outcome == 3


@pytest.mark.parametrize(
    ("others", "verdict"),
    [
        (("paper", "paper", "rock"), "0 successes: a failure"),
        (("paper", "paper", "paper", "rock"), "fewer than 0 successes: a botch"),
        (("paper", "paper", "paper", "paper", "rock"), "fewer than 0 successes: a botch"),
    ],
)
def test_the_trail_tells_what_a_run_of_downs_comes_to(others: tuple[str, ...], verdict: str) -> None:
    """R0.9. Base 2, and rock is shown against paper: two downs leave 0, and every further one is below that."""
    run = play(call({"pool": 4}), ScriptedSource(list(others)), lambda decision: "rock")
    assert isinstance(run.trail[-1], Noted)
    assert run.trail[-1].text == verdict
    assert run.outcome == 3 - len(others)


def test_best_play_can_be_rolled_with_all_asked() -> None:
    for inputs in ({"other": "chooses"}, {"rock": "1/2", "paper": "1/2", "scissors": "0"}):
        asked = call({"pool": 4, **inputs})
        policy = best(asked, SUCCESS).policy
        source = SeededSource("hands")
        runs = [play(asked, source, policy).outcome for _ in range(300)]
        p = float(odds(asked, policy).p(lambda successes: successes >= 1))
        assert abs(sum(successes >= 1 for successes in runs) / 300 - p) <= 5 * sqrt(p * (1 - p) / 300) + 1e-12


def test_what_is_simulated_agrees_with_the_odds() -> None:
    asked = call({"pool": 4, "difficulty": 8, "rock": "1/5", "paper": "1/5", "scissors": "3/5"})
    runs = 100_000
    counts = simulate(asked, runs, first_option, seed=2).counts
    p = float(odds(asked, first_option).p(lambda successes: successes >= 1))
    assert abs(sum(n for successes, n in counts.items() if successes >= 1) / runs - p) <= 5 * sqrt(p * (1 - p) / runs)


@pytest.mark.parametrize(
    "inputs",
    [{"rock": "2/3", "paper": "1/2"}, {"other": "chooses", "rock": "1", "paper": "0", "scissors": "0"}, {"rock": "x"}],
)
def test_habits_must_make_sense(inputs: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        call({"pool": 4, **inputs})


def test_inputs_with_all_that_was_left_out_filled_in_mean_the_same() -> None:
    thirds = dict.fromkeys(("rock", "paper", "scissors"), "1/3")
    assert call({"pool": 4, "other": "chooses", **thirds}) == call({"pool": 4, "other": "chooses"})

"""Edged Coins with energy coins: who may answer what, and what it is best to spend.

Values and plans are compared with plain recursion over fractions (`by_hand`), made without the engine.
"""

from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.edged_coins import by_hand
from tests.systems.edged_coins.questions import answer, call, choices, run, solved
from tests.systems.questions import notes

from oddsmith.rules import Advice, best, explore, odds, simulate, solve
from oddsmith.systems.edged_coins.rules.ladder import TossRules
from oddsmith.systems.edged_coins.rules.toss import PLAYER, TossResult, opposed, whole_toss

F = Fraction
PRICE = F(1, 1000)


def won(result: TossResult) -> bool:
    return result.success


def thrifty(result: TossResult) -> Fraction:
    return result.success - PRICE * result.ec_spent


def options_of(advice: Advice) -> dict[Any, Fraction]:
    return dict(advice.values)


# --- one player ------------------------------------------------------------------------------------------------------


def test_an_iron_toss_with_60_coins_is_played_as_a_dynamic_program_says() -> None:
    """No opponent, and a coin is worth a thousandth of a success: the value, and every option of every decision."""

    def end(success: bool, own: int, _: int) -> Fraction:
        return success - PRICE * (60 - own)

    solution = best(call("toss", {"rank": 0, "ec": 60}), thrifty)
    assert solution.value == by_hand.attempt(0, 60, 0, end)
    rank_of = {60: 0, 59: 1}  # with or without the effort: 60 - 5k coins are left of the one, 59 - 5k of the other
    for advice in solution.decisions:
        decision, ec = advice.decision, advice.decision.call.args[2]
        if decision.call.rule.name == "strive":
            expected = {
                "no effort": by_hand.toss(by_hand.CHANCE[0], 60, 0, end),
                "effort": by_hand.toss(by_hand.CHANCE[1], 59, 0, end),
            }
        else:
            ec = decision.call.args[3]
            p = by_hand.CHANCE[rank_of[60 - (60 - ec) % 5]]
            expected = {"accept": end(False, ec, 0), "re-toss": by_hand.toss(p, ec - 5, 0, end)}
            if ec >= 10:
                expected["buy"] = end(True, ec - 10, 0)
        assert options_of(advice) == expected
        assert expected[str(advice.best)] == max(expected.values())
    assert len(solution.decisions) == 1 + 12 + 11
    assert solution.value == F(497, 500)  # effort: 1; then on average 1 re-toss of 5


def test_re_tosses_raise_the_chance_to_1_less_all_failures() -> None:
    # 4d: success within k re-tosses is 1 - (1 - p)^(k + 1); 9 coins are one re-toss and nothing to buy with
    assert solved("toss", {"rank": 2, "ec": 9}, "success", skill_effort="once").value == 1 - (1 - F(13, 16)) ** 2
    played = run("T,T,T,H", "no effort,re-toss", "toss", {"rank": 2, "ec": 9})
    assert played.outcome == TossResult(True, 5, 0)
    assert notes(played) == ["failure", "player pays 5 EC: tossed again, and the last toss stands", "success"]


def test_nothing_is_asked_without_a_purse_that_buys_something() -> None:
    assert choices(run("T,T", "", "toss", {"rank": 2})) == []
    assert choices(run("H,T", "no effort", "toss", {"rank": 2, "ec": 4})) == [("player", "no effort")]
    assert choices(run("T,T", "no effort", "toss", {"rank": 2, "ec": 4})) == [("player", "no effort")]
    assert choices(run("T,T,T", "", "toss", {"rank": 6, "ec": 4})) == []  # an effort would lead nowhere


def test_an_effort_is_one_step_or_as_many_as_a_house_rule_allows() -> None:
    once = solved("toss", {"rank": 0, "ec": 4}, "success").decisions[0]
    assert options_of(once) == {"no effort": F(1, 4), "effort": F(1, 2)}
    often = solved("toss", {"rank": 0, "ec": 4}, "success", skill_effort="repeated").decisions[0]
    assert options_of(often) == {
        "no effort": F(1, 4),
        "effort": F(1, 2),
        "effort 2": F(3, 4),
        "effort 3": F(13, 16),
        "effort 4": F(7, 8),
    }
    assert run("H", "effort", "toss", {"rank": 0, "ec": 4}).outcome == TossResult(True, 1, 0)
    # towards rank 6 as printed an effort does harm, and above it there is nothing to reach
    assert solved("toss", {"rank": 5, "ec": 1}, "success").decisions[0].best == "no effort"
    assert not solved("toss", {"rank": 6, "ec": 1}, "success").decisions
    assert not solved("toss", {"rank": 5, "difficulty": "easy", "ec": 1}, "success", beyond="reject").decisions
    assert options_of(solved("toss", {"rank": 6, "ec": 1}, "success", beyond="automatic").decisions[0]) == {
        "no effort": F(7, 8),
        "effort": 1,
    }


@pytest.mark.parametrize("beyond", ["clamp", "automatic", "reject"])
@pytest.mark.parametrize(("skill_effort", "most"), [("once", 1), ("repeated", 4)])
@pytest.mark.parametrize(("uses", "price"), [(0, 1), (2, 1), (1, 2)])
def test_efforts_and_talents_that_lead_nowhere_alone_are_added_up(
    beyond: str, skill_effort: str, most: int, uses: int, price: int
) -> None:
    """G4.2: all modifiers are added before the sum is brought within the ladder; 4 EC pay for no answer to the toss."""

    def worth(total: int) -> F:
        if beyond == "automatic" and not -1 <= total <= 6:
            return F(total > 6)
        return by_hand.CHANCE[by_hand.clamped(total)]

    totals = (-5, -3, -2, -1, 0, 4, 5, 6, 8)
    for total in totals if beyond != "reject" else totals[3:-1]:
        for ec in (1, 2, 4):
            ways = [
                total + efforts + ranks
                for efforts in range(most + 1)
                for ranks in range(uses + 1)
                if efforts + price * ranks <= ec and (beyond != "reject" or total + efforts + ranks <= 6)
            ]
            inputs = {"rank": 0, "modifier": total, "ec": ec} | (
                {"talents": f"keen={price}:rank*{uses}"} if uses else {}
            )
            asked = call("toss", inputs, skill_effort=skill_effort, beyond=beyond)
            assert best(asked, won).value == max(map(worth, ways))


@settings(max_examples=30, deadline=None)
@given(
    rank=st.integers(-5, 2),
    opposing_rank=st.integers(-1, 6),
    opposers=st.integers(1, 2),
    ec=st.integers(0, 11),
    opposing_ec=st.integers(0, 6),
    often=st.booleans(),
)
def test_many_efforts_against_many_opposers_are_worth_what_plain_recursion_says(
    rank: int, opposing_rank: int, opposers: int, ec: int, opposing_ec: int, often: bool
) -> None:
    rules = TossRules(skill_effort="repeated" if often else "once")
    expected = by_hand.opposed(
        *(rank, opposing_rank, ec, opposing_ec, lambda success, *_: F(success)),
        opposers=opposers,
        most=60 if often else 1,
    )
    assert best(whole_toss(rank, opposing_rank, opposers, ec, opposing_ec, rules), won).value == expected


# --- two players -----------------------------------------------------------------------------------------------------


def test_answers_may_be_answered_until_somebody_accepts() -> None:
    played = run(
        "H,T,T,T,H,H",
        "no effort,force,re-toss,invert,buy,accept",
        "toss",
        {"rank": 2, "ec": 15, "opposing_ec": 60},
    )
    assert played.outcome == TossResult(True, 15, 35)
    assert notes(played) == [
        "success",
        "opponent pays 15 EC: tossed again, and the last toss stands",
        "failure",
        "player pays 5 EC: tossed again, and the last toss stands",
        "success",
        "opponent pays 20 EC: a failure instead",
        "player pays 10 EC: a success instead",
    ]
    assert [who for who, _ in choices(played)] == ["player", "opponent", "player", "opponent", "player", "opponent"]


def test_the_opposing_toss_is_open_to_the_same_answers_from_both_sides() -> None:
    played = run(
        "H,T,T,T",
        "effort,invert,buy,accept,no effort,accept",
        "toss",
        {"rank": 1, "opposing_rank": 1, "ec": 40, "opposing_ec": 30},
    )
    # the opposer succeeds as Bronze, is inverted, buys it back; Copper is tossed as Iron, and fails
    assert played.outcome == TossResult(False, 20, 11)
    assert "opposed: one rank less" in notes(played)


@settings(max_examples=40)
@given(st.integers(-1, 6), st.integers(-1, 6), st.integers(0, 32), st.integers(0, 45))
def test_best_play_of_opposed_tosses_is_worth_what_plain_recursion_says(
    rank: int, opposing_rank: int, ec: int, opposing_ec: int
) -> None:
    solution = best(whole_toss(rank, opposing_rank, 1, ec, opposing_ec, TossRules()), won)
    assert solution.value == by_hand.opposed(rank, opposing_rank, ec, opposing_ec, lambda success, *_: F(success))


@pytest.mark.parametrize("rank", range(-1, 7))
def test_all_budgets_are_solved_at_once_as_each_by_itself(rank: int) -> None:
    budgets = [(ec, opposing_ec) for ec in range(0, 25, 4) for opposing_ec in range(0, 41, 5)]
    calls = {budget: opposed(PLAYER, rank, 0, 0, *budget, TossRules()) for budget in budgets}
    together = solve(explore(*calls.values()), lambda tossed: tossed.success)
    for (ec, opposing_ec), toss in calls.items():
        assert together.at(toss).value == by_hand.attempt(rank, ec, opposing_ec, lambda success, *_: F(success))


@settings(max_examples=25)
@given(st.integers(-1, 6), st.integers(0, 30), st.integers(0, 40), st.sampled_from(["first", "last", "mixed"]))
def test_no_fixed_way_to_play_beats_best_play(rank: int, ec: int, opposing_ec: int, way: str) -> None:
    whole = whole_toss(rank, 1, 1, ec, opposing_ec, TossRules())
    solution = best(whole, won)

    def stubborn(decision: Any) -> Any:
        if decision.who == "opponent":
            return solution.policy(decision)
        place = {"first": 0, "last": -1, "mixed": ec % len(decision.options)}[way]
        return decision.options[place]

    assert odds(whole, stubborn).p(won) <= solution.value == odds(whole, solution.policy).p(won)


def test_the_opponent_does_not_want_what_the_player_wants() -> None:
    # with 20 coins the opponent inverts any success; the player can pay for two successes before that and after it
    inputs = {"rank": 2, "opposing_ec": 20}
    assert solved("toss", inputs, "success").value == 0
    assert solved("toss", inputs | {"ec": 20}, "success").value == 1
    assert answer("toss", inputs)["success"] == F(3, 4)  # nobody spends


def test_simulated_best_play_agrees_with_its_odds() -> None:
    whole = whole_toss(2, 2, 1, 17, 33, TossRules())
    solution = best(whole, won)
    runs = 1_000_000
    simulated = simulate(whole, runs, solution.policy, seed=7)
    p = float(solution.value)
    share = sum(n for result, n in simulated.counts.items() if result.success) / runs
    assert abs(share - p) <= 5 * sqrt(p * (1 - p) / runs)

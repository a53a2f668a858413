"""Edged Coins: duels, and the audit. Duels are compared with plain recursion over fractions (`by_hand`)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.edged_coins import by_hand
from tests.systems.edged_coins.questions import answer, call, facts, run, solved, warnings
from tests.systems.questions import notes

from oddsmith.rules import StateLimit, best, explore, odds, play, solve
from oddsmith.rules.exploration.explore import BOUND
from oddsmith.rules.exploration.subgames import Subgames
from oddsmith.rules.run.subgame_play import solve_subgames
from oddsmith.rules.solvers.players import PLAYERS
from oddsmith.systems.declaration import Finding
from oddsmith.systems.edged_coins import SYSTEM
from oddsmith.systems.edged_coins.rules.duel import DuelOutcome
from oddsmith.systems.fields.validation import entered

F = Fraction


def duel(**inputs: Any) -> dict[str, Any]:
    """Two Bronze fighters with 2 HC each, unless told otherwise."""
    return {"rank": 2, "hc": 2, "against_rank": 2, "against_hc": 2} | inputs


# --- duels -----------------------------------------------------------------------------------------------------------


def test_turns_alternate_and_the_first_side_begins() -> None:
    played = run("H,T,T,T,T,T,H", "", "duel", duel())
    # a hit for 1; a miss; a hit for 1, after which the second side has no HC left
    assert played.outcome == DuelOutcome(hc_left=2, against_hc_left=0, rounds=3, ec_spent=0, opposing_ec_spent=0)
    assert [text for text in notes(played) if text.startswith("round")] == [
        "round 1: player attacks",
        "round 2: opponent attacks",
        "round 3: player attacks",
    ]
    assert notes(played)[-1] == "opponent has no HC left"


def test_when_the_rounds_run_out_it_is_a_draw() -> None:
    played = run("T,T,T,T", "", "duel", duel(rounds=2))
    assert played.outcome == DuelOutcome(2, 2, 2, 0, 0)
    assert notes(played)[-1] == "a draw: the rounds have run out"
    found = answer("duel", duel(rounds=2))
    # both miss (1/4 each), or hit for 1 (3/4 · 1/2) and do no more
    assert found["draw"] == (1 - F(3, 8)) ** 2
    assert found["win"] == F(3, 8)
    assert found["lose"] == F(5, 8) * F(3, 8)


def test_armor_defence_and_potency_of_both_sides_count() -> None:
    armed = duel(rounds=1, power=1)
    assert facts("duel", armed)["power_difference"] == 1
    assert answer("duel", armed)["win"] == F(3, 4) * F(3, 4)
    assert answer("duel", duel(rounds=1, against_armor=1))["win"] == F(3, 4) * F(1, 4)
    assert answer("duel", duel(rounds=1, potency=0))["win"] == F(3, 4) * F(1, 4)
    assert answer("duel", duel(rounds=1, against_defence=2))["win"] == F(9, 16) * F(1, 2)
    assert answer("duel", duel(rounds=1, defence=2))["win"] == F(3, 8)
    assert any("0 HC" in warning for warning in warnings("duel", duel()))


@settings(max_examples=12)
@given(
    st.integers(1, 4),
    st.tuples(st.integers(0, 5), st.integers(0, 5)),
    st.tuples(st.integers(-1, 1), st.integers(-1, 1)),
    st.tuples(st.integers(1, 3), st.integers(1, 3)),
    st.tuples(st.integers(0, 7), st.integers(0, 7)),
)
def test_best_play_is_worth_what_plain_recursion_says(
    rounds: int,
    ranks: tuple[int, int],
    differences: tuple[int, int],
    hcs: tuple[int, int],
    purses: tuple[int, int],
) -> None:
    inputs = {
        "rounds": rounds,
        "rank": ranks[0],
        "against_rank": ranks[1],
        "power": max(0, differences[0]),
        "against_armor": max(0, -differences[0]),
        "against_power": max(0, differences[1]),
        "armor": max(0, -differences[1]),
        "hc": hcs[0],
        "against_hc": hcs[1],
        "ec": purses[0],
        "against_ec": purses[1],
    }
    assert solved("duel", inputs, "win").value == by_hand.duel(rounds, ranks, differences, hcs, purses)


def test_large_purses_are_worth_what_plain_recursion_says() -> None:
    inputs = duel(rounds=3, ec=16, against_ec=21, against_rank=3)
    assert solved("duel", inputs, "win").value == by_hand.duel(3, (2, 3), (0, 0), (2, 2), (16, 21))


@settings(max_examples=8)
@given(st.tuples(st.integers(0, 7), st.integers(0, 6)), st.sampled_from([F(1, 100), F(1, 20)]), st.integers(1, 3))
def test_coins_that_are_worth_something_are_spent_as_plain_recursion_says(
    purses: tuple[int, int], price: Fraction, rounds: int
) -> None:
    inputs = duel(rounds=rounds, ec=purses[0], against_ec=purses[1], rank=1)
    asked = call("duel", inputs, "win", "ec_spent")
    solution = best(asked, lambda o: (o.against_hc_left == 0) - price * o.ec_spent)
    assert solution.value == by_hand.duel(rounds, (1, 2), (0, 0), (2, 2), purses, price)


def test_what_was_spent_is_told_for_both_sides() -> None:
    played = run("T,T,H,T,T,T", "effort,no effort", "duel", duel(rounds=2, ec=1, against_ec=2))
    # with an effort Bronze is tossed as Silver, and once more as Iron, and misses; so does the other, without an effort
    assert (played.outcome.ec_spent, played.outcome.opposing_ec_spent) == (1, 0)


@pytest.mark.parametrize("goal", [lambda o: o.against_hc_left == 0, lambda o: o.hc_left - o.against_hc_left])
def test_taken_apart_into_attacks_a_duel_is_the_same(goal: Any) -> None:
    fight = call("duel", duel(rounds=4, ec=6, against_ec=15, power=1, against_defence=1))
    whole = solve(explore(fight), goal)
    by_subgames = solve_subgames(Subgames(fight, limit=50_000, bound=BOUND), goal, players=PLAYERS)
    assert by_subgames.value == whole.value
    assert by_subgames.distribution == whole.distribution
    assert {a.decision: a for a in by_subgames.decisions} == {a.decision: a for a in whole.decisions if a.reached}
    assert all(by_subgames.policy(advice.decision) == advice.best for advice in whole.decisions)
    assert odds(fight, by_subgames.policy) == whole.distribution
    assert isinstance(play(fight, decide=by_subgames.policy).outcome, DuelOutcome)


def test_a_larger_purse_is_never_worse() -> None:
    values = [solved("duel", duel(rounds=4, ec=ec, against_ec=6), "win").value for ec in range(12)]
    assert values == sorted(values)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(StateLimit):
        best(call("duel", duel(hc=20, against_hc=20, ec=60, against_ec=60)), lambda o: o.hc_left, limit=20_000)


# --- the audit -------------------------------------------------------------------------------------------------------


def audit(**options: str) -> list[Finding]:
    return list(SYSTEM.audit(entered(SYSTEM.house_rules, options)))


def about(text: str, findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if text in finding.text]


def test_the_audit_finds_that_rank_6_is_worse_than_rank_5() -> None:
    (finding,) = about("Rank 6 succeeds less often than rank 5", audit())
    assert finding.figures["chance at rank 5"] == F(15, 16)
    assert finding.figures["chance at rank 6"] == F(7, 8)
    assert about("An effort of 1 EC at rank 5 lowers the chance by 1/16", audit())
    assert about("as often as rank 5", audit(rank_six="never-worse"))
    assert not about("Rank 6", audit(rank_six="fallback3"))
    assert not about("lowers the chance", audit(rank_six="fallback3"))


def test_the_audit_finds_that_a_fall_of_18_metres_hurts_less_than_one_of_15() -> None:
    assert about("A fall of 18 metres does less damage than one of 15: 8 on average, against 16.", audit())
    assert not about("A fall", audit(rank_six="fallback3"))


def test_the_audit_finds_what_is_odd_about_capped_chains() -> None:
    assert not about("Equal Powers", audit())
    assert not about("Heavier armor", audit())
    for reading in ("cap-explosions", "cap-tosses"):
        assert about("Heavier armor helps the attacker", audit(power_difference=reading))
        (bounded,) = about("Equal Powers allow the least damage", audit(power_difference=reading))
        # G4.5: the most there can be at difference 0 is 2, or 1
        assert bounded.figures["most damage at difference 0"] == (2 if reading == "cap-explosions" else 1)
        assert bounded.figures["most damage at difference -1"] == (3 if reading == "cap-explosions" else 2)
    (weakest,) = about("Equal Powers make the weakest attack", audit(power_difference="cap-tosses"))
    assert weakest.figures["mean damage at difference 0"] == 1


def test_the_audit_weighs_prices_against_what_they_buy() -> None:
    (buying,) = about("To buy a success for 10 EC is dearer than to re-toss", audit())
    # 4d: a re-toss succeeds after 5/p coins on average, which is less than 10 above p = 1/2
    assert "at rank 2, 3, 4, 5 and 6" in buying.text
    assert buying.figures["chance for an EC of buying"] == F(1, 10)
    assert buying.figures["chance for an EC of re-tosses at rank 1"] == F(1, 10)
    (forcing,) = about("To force re-tosses", audit())
    assert forcing.figures["chance for an EC of inverting"] == F(1, 20)
    assert forcing.figures["chance for an EC of forcing against rank 5"] == F(1, 240)
    assert "against rank 5 it takes 240 EC on average" in forcing.text

"""Edged Coins: its tables, tosses without purses, resistances and what it refuses.

Expected values are the book's tables (`examples.json`), the exact results of the rules page (4f), and sums
over every way coins may land.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import sqrt
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.systems.edged_coins.questions import answer, call, facts, run, warnings
from tests.systems.questions import examples_of, notes

from oddsmith.errors import BadInput, MissingAnswer
from oddsmith.rules import first_option, odds, simulate
from oddsmith.systems.edged_coins import SYSTEM
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.ladder import (
    Difficulty,
    TossRules,
    chance,
    difficulty_ranks,
    prices,
)
from oddsmith.systems.fields.field import readings_of

F = Fraction
RANKS = range(-1, 7)
BOOK = EdgedCoinsRules()


examples = partial(examples_of, __file__)


# --- the book's tables -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "expected"), examples("rank"))
def test_the_ladder_is_the_printed_one(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    step = TossRules().step(inputs["rank"])
    assert (step.title, step.coins, step.heads, step.fallback) == (
        expected["title"],
        expected["coins"],
        expected["heads"],
        expected["fallback_rank"],
    )
    assert answer("toss", inputs)["success"] == Fraction(expected["p_success"])
    told = facts("toss", inputs)
    assert told["chance"] == Fraction(expected["p_success"])
    assert told["fallback_rank"] == expected["fallback_rank"]


@pytest.mark.parametrize(("inputs", "expected"), [each for each in examples("rank") if each.values[1]["title"]])
def test_a_rank_is_known_by_its_title(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    title = expected["title"]
    assert answer("toss", {"rank": title})["success"] == Fraction(expected["p_success"])
    assert facts("toss", {"rank": title.lower()}) == facts("toss", inputs)
    assert answer("resist", {"rank": title})["free"] == Fraction(expected["p_success"])


def test_titles_stand_for_ranks_of_both_sides() -> None:
    # 4f: Bronze against Bronze is 9/16.
    assert answer("toss", {"rank": "bronze", "opposing_rank": "Bronze"})["success"] == F(9, 16)
    with pytest.raises(BadInput) as caught:
        answer("toss", {"rank": "tin"})
    assert str(caught.value).endswith(
        "a whole number from -1 to 6, or iron 0, copper 1, bronze 2, silver 3, gold 4, platinum 5."
    )


@pytest.mark.parametrize(("inputs", "expected"), examples("modifier"))
def test_difficulties_move_the_rank_as_printed(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    name: Any = inputs["difficulty"].lower().replace(" ", "-")
    difficulty: Difficulty = name
    assert difficulty_ranks(difficulty, BOOK) == expected["rank_modifier"]
    assert facts("toss", {"rank": 2, "difficulty": difficulty})["rank"] == 2 + expected["rank_modifier"]


_COSTS = {
    "effort_skill": BOOK.effort_price,
    "effort_power": BOOK.power_effort_price,
    "talent_min": BOOK.talent_price,
    "dramatic_min": BOOK.dramatic_use_price,
    "retoss": BOOK.re_toss_price,
    "failure_to_success": BOOK.buy_price,
    "force_retoss": BOOK.force_price,
    "invert_other": BOOK.invert_price,
}


@pytest.mark.parametrize(("inputs", "expected"), examples("ec_cost"))
def test_energy_coins_buy_at_the_printed_prices(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert _COSTS[inputs["effect"]] == expected["ec"]


def test_prices_are_told_where_there_is_a_purse() -> None:
    assert facts("toss", {"rank": 2, "ec": 1})["prices"] == prices(BOOK)
    assert "prices" not in facts("toss", {"rank": 2})
    assert facts("attack", {"rank": 2, "opposing_ec": 1})["prices"] == prices(BOOK)


# --- tosses without purses -------------------------------------------------------------------------------------------


def lands(rank: int) -> Iterator[tuple[Fraction, bool]]:
    """Every way the coins of a rank may land, one after the other."""
    step = TossRules().step(rank)
    for coins in product("HT", repeat=step.coins):
        weight = F(1, 2**step.coins)
        if coins.count("H") >= step.heads:
            yield weight, True
        elif step.fallback is None:
            yield weight, False
        else:
            for rest, success in lands(step.fallback):
                yield weight * rest, success


@pytest.mark.parametrize("rank", RANKS)
def test_a_toss_succeeds_as_often_as_all_its_ways_to_land_say(rank: int) -> None:
    ways = list(lands(rank))
    assert sum(weight for weight, _ in ways) == 1
    assert answer("toss", {"rank": rank})["success"] == sum(weight for weight, success in ways if success)


@given(st.integers(-1, 6), st.integers(-1, 6), st.sampled_from(get_args(Difficulty)), st.integers(-3, 3))
def test_opposing_tosses_cost_a_rank_and_modifiers_are_added_before_the_ladder_ends(
    rank: int, opposing_rank: int, difficulty: Difficulty, modifier: int
) -> None:
    # G4.2: sum all, then clamp; 4f: q p(r - 1) + (1 - q) p(r)
    total = rank + difficulty_ranks(difficulty, BOOK) + modifier
    p, lower = (chance(max(-1, min(6, r)), TossRules()) for r in (total, total - 1))
    q = chance(opposing_rank, TossRules())
    inputs = {"rank": rank, "opposing_rank": opposing_rank, "difficulty": difficulty, "modifier": modifier}
    assert answer("toss", inputs)["success"] == q * lower + (1 - q) * p


def test_bronze_against_bronze_is_9_in_16() -> None:
    assert answer("toss", {"rank": 2, "opposing_rank": 2})["success"] == F(9, 16)


def test_each_of_several_opposers_may_cost_a_rank() -> None:
    # G4.14: three Copper opposers take 0 to 3 ranks from Silver, as often as three coins show so many heads
    p = {taken: chance(3 - taken, TossRules()) for taken in range(4)}
    expected = (p[0] + 3 * p[1] + 3 * p[2] + p[3]) / 8
    inputs = {"rank": 3, "opposing_rank": 1, "opposers": 3}
    assert answer("toss", inputs)["success"] == expected
    assert answer("toss", inputs, opposers="one")["success"] == (p[0] + p[1]) / 2
    assert warnings("toss", inputs) == []
    assert warnings("toss", inputs, opposers="one") == ["Only one of the 3 opposers tosses (house rule opposers=one)."]


def test_a_trail_shows_both_tosses_of_silver() -> None:
    played = run("T,T,H,T", "", "toss", {"rank": 3})
    assert played.outcome.success is False
    assert notes(played) == ["failed; tosses again as rank 0", "failure"]
    assert run("t,t,h,h", "", "toss", {"rank": 3}).outcome.success is True


def test_an_opposer_tosses_first() -> None:
    played = run("H,T,T,T", "", "toss", {"rank": 1, "opposing_rank": 2})
    assert played.outcome.success is False  # Bronze succeeds, so Copper tosses two coins as Iron
    assert notes(played) == ["success", "opposed: one rank less", "failure"]


# --- house rules of the ladder ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        ("as-printed", F(7, 8)),
        ("fallback3", F(125, 128)),
        ("bronze-fallback3", F(61, 64)),
        ("never-worse", F(15, 16)),
    ],
)
def test_rank_6_can_be_read_in_four_ways(reading: str, expected: Fraction) -> None:
    assert answer("toss", {"rank": 6}, rank_six=reading)["success"] == expected
    worse = any("worse" in warning for warning in warnings("toss", {"rank": 6}, rank_six=reading))
    assert worse == (expected < F(15, 16))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ({"six_fallback": 5}, 1 - F(1, 8) * F(1, 16)),
        ({"six_fallback": 0}, F(15, 16)),  # rank 6 would be 1 - 1/8 * 3/4
        ({"six_coins": 5}, F(31, 32)),
        ({"platinum_fallback": None}, F(7, 8)),  # rank 5 would be 3/4
    ],
)
def test_never_worse_is_the_better_of_ranks_5_and_6_whatever_numbers_a_table_has(
    numbers: dict[str, Any], expected: Fraction
) -> None:
    assert answer("toss", {"rank": 6}, rank_six="never-worse", **numbers)["success"] == expected


def test_ranks_beyond_the_ladder_count_as_its_ends_decide_by_themselves_or_are_refused() -> None:
    high, low = {"rank": 6, "difficulty": "easy"}, {"rank": -1, "difficulty": "difficult"}
    assert answer("toss", high)["success"] == F(7, 8)
    assert answer("toss", low)["success"] == F(1, 8)
    assert "All modifiers add up to rank 7; it counts as 6 (G4.2)." in warnings("toss", high)
    assert answer("toss", high, beyond="automatic")["success"] == 1
    assert answer("toss", low, beyond="automatic")["success"] == 0
    assert notes(run("", "", "toss", high, beyond="automatic")) == ["succeeds without a toss", "success"]
    opposed = {"rank": 0, "opposing_rank": 2}
    assert answer("toss", opposed, beyond="reject")["success"] == F(1, 4) * F(1, 4) + F(3, 4) * F(1, 8)
    assert answer("toss", opposed, beyond="reject", opposed_ranks=0)["success"] == F(1, 4)
    for refused, ranks in ((opposed, 2), ({"rank": -1, "opposing_rank": 2}, 1)):
        with pytest.raises(BadInput, match="cannot be lowered"):
            call("toss", refused, beyond="reject", opposed_ranks=ranks)
    for inputs in (high, low):
        with pytest.raises(BadInput, match="house rule beyond=reject"):
            call("toss", inputs, beyond="reject")
    # an opposing success would lead below -1; a single rank lower is still on the ladder
    with pytest.raises(BadInput, match="opposing_rank"):
        call("toss", {"rank": -1, "opposing_rank": 2}, beyond="reject")
    assert answer("toss", {"rank": 0, "opposing_rank": 2}, beyond="reject")["success"] == F(3, 4) * F(1, 8) + F(1, 16)


def test_ranks_that_only_modifiers_reach_are_pointed_out() -> None:
    assert warnings("toss", {"rank": -1}) == ["Rank -1 is reached through modifiers only (R4.1)."]
    assert warnings("toss", {"rank": 2}) == []


# --- resistances -----------------------------------------------------------------------------------------------------


def test_a_passive_resistance_is_one_toss_with_modifiers() -> None:
    found = answer("resist", {"rank": 2, "difficulty": "difficult"})
    assert (found["free"], found["rounds"].mean, found["damage"].mean) == (F(1, 2), 1, 0)
    assert facts("resist", {"rank": 2})["costs"] == "no action"
    assert facts("resist", {"rank": 2, "active": True})["costs"] == "the character's action"


def test_an_active_source_may_continue_the_effect_or_only_hinder() -> None:
    # G4.15: both succeed: the effect continues. Alternative: the source's success costs a rank.
    inputs = {"rank": 2, "active": True, "source_rank": 1}
    assert answer("resist", inputs)["free"] == F(3, 4) * F(1, 2)
    assert answer("resist", inputs, both_succeed="penalty")["free"] == F(1, 2) * F(1, 2) + F(1, 2) * F(3, 4)
    assert answer("resist", {"rank": 2, "active": True})["free"] == F(3, 4)
    assert "the source continues the effect" in notes(run("H,H,H", "", "resist", inputs))


def test_an_effect_costs_hc_every_round_until_it_is_shaken_off_or_nobody_is_left() -> None:
    # Copper: free after k rounds with chance 2^-k; each round before costs 2 of 5 HC, so the third is one too many
    found = answer("resist", {"rank": 1, "harm": 2, "hc": 5, "rounds": 9})
    assert found["free"] == F(1, 2) + F(1, 4) + F(1, 8)
    assert found["down"] == F(1, 8)
    assert dict(found["damage"].items()) == {0: F(1, 2), 2: F(1, 4), 4: F(1, 8), 5: F(1, 8)}
    assert dict(found["rounds"].items()) == {1: F(1, 2), 2: F(1, 4), 3: F(1, 4)}
    assert any("0 HC" in warning for warning in warnings("resist", {"rank": 1, "hc": 5}))


def test_a_passive_success_may_only_reduce() -> None:
    # a success takes the harm from 2 to 1 at once, the second ends it: after two coins 1 (both heads), 2, 3, 4 HC lost
    two = answer("resist", {"rank": 1, "harm": 2, "rounds": 2}, passive_success="reduce")
    assert (two["free"], two["reduced"]) == (F(1, 4), F(3, 4))
    assert dict(two["damage"].items()) == {lost: F(1, 4) for lost in (1, 2, 3, 4)}
    # without a number the first success says all there is to say
    plain = answer("resist", {"rank": 1}, passive_success="reduce")
    assert (plain["free"], plain["reduced"]) == (0, F(1, 2))
    active = answer("resist", {"rank": 1, "active": True}, passive_success="reduce")
    assert (active["free"], active["reduced"]) == (F(1, 2), 0)


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "inputs", "field"),
    [
        ("toss", {"rank": 9}, "rank"),
        ("toss", {"rank": 2, "difficulty": "hard"}, "difficulty"),
        ("toss", {"rank": 2, "ec": -3}, "ec"),
        ("toss", {"rank": 2, "ec": 10**9}, "ec"),
        ("toss", {"rank": 2, "opposers": 3}, "opposers"),
        ("toss", {}, "rank"),
        ("toss", {"rank": 2, "size": 3}, "size"),
        ("damage", {"potency": 99}, "potency"),
        ("attack", {"rank": 2, "hc": 0}, "hc"),
        ("fall", {"metres": -1}, "metres"),
        ("fire", {"potency": 1, "hc": 5, "ec": 5}, "ec"),
        ("resist", {"rank": 2, "source_rank": 2}, "source_rank"),
        ("duel", {"rank": 2, "hc": 5, "against_rank": 2}, "against_hc"),
        ("duel", {"rank": 2, "hc": 5, "against_rank": 2, "against_hc": 5, "rounds": 0}, "rounds"),
    ],
)
def test_bad_input_is_named(action: str, inputs: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as caught:
        call(action, inputs)
    assert caught.value.field == field


def test_coins_that_run_out_are_asked_for() -> None:
    with pytest.raises(MissingAnswer):
        run("T", "", "toss", {"rank": 3})


# --- all actions -----------------------------------------------------------------------------------------------------

SAMPLES: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("toss", {"rank": 3, "opposing_rank": 4, "ec": 30, "opposing_ec": 30}, {}),
    ("damage", {"potency": 1, "attack_power": 2, "ec": 10, "opposing_ec": 20}, {}),
    ("attack", {"rank": 2, "opposing_rank": 3, "armor_power": 1, "hc": 4}, {}),
    ("fall", {"metres": 7}, {}),
    ("fire", {"potency": 2, "hc": 6}, {"fire_damage": "same"}),
    ("resist", {"rank": 1, "active": True, "source_rank": 0, "harm": 1, "hc": 3, "rounds": 5}, {}),
    ("duel", {"rank": 2, "hc": 3, "against_rank": 3, "against_hc": 3, "rounds": 6, "against_defence": 1}, {}),
]


@pytest.mark.parametrize(("action", "inputs", "options"), SAMPLES)
def test_events_and_measures_of_simulated_runs_agree_with_the_odds(
    action: str, inputs: dict[str, Any], options: dict[str, Any]
) -> None:
    exact = answer(action, inputs, **options)
    runs = 1_000_000
    simulated = simulate(call(action, inputs, **options), runs, first_option, seed=20_260_101)
    declared = SYSTEM.action(action)
    for event in declared.events:
        share = sum(n for outcome, n in simulated.counts.items() if event.holds(outcome)) / runs
        p = float(exact[event.name])
        assert abs(share - p) <= 5 * sqrt(p * (1 - p) / runs)
    for measure in declared.measures:
        mean = float(sum(n * measure.of(outcome) for outcome, n in simulated.counts.items()) / runs)
        assert abs(mean - float(exact[measure.name].mean)) <= 5 * exact[measure.name].sd / sqrt(runs) + 1e-12


@pytest.mark.parametrize(("action", "inputs", "options"), SAMPLES)
def test_probabilities_add_up(action: str, inputs: dict[str, Any], options: dict[str, Any]) -> None:
    found = answer(action, inputs, **options)
    for measure in SYSTEM.action(action).measures:
        assert found[measure.name].at_least(-1) == 1


def test_every_house_rule_names_its_gap_and_has_its_default_first() -> None:
    for name, field in readings_of(EdgedCoinsRules).items():
        assert field.gap.startswith("G4.")
        assert next(iter(field.readings or ())) == getattr(EdgedCoinsRules(), name)


def test_the_tour_gives_computed_advice() -> None:
    # a coin costs 1/50 and effort brings 1/4; a re-toss costs 1/10 and brings 1/2, to buy costs 1/5 and brings 1/2 more
    assert SYSTEM.tour is not None
    assert SYSTEM.tour.advice() == (
        "An Iron toss with 20 EC, when a coin is worth 1/50 of a success: first effort, after a failure re-toss. "
        "It then succeeds 100.0% of the time instead of 25.0%."
    )
    assert odds(call(SYSTEM.tour.action, SYSTEM.tour.inputs), first_option).unresolved < F(1, 10**18)

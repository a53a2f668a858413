"""The Dot System. Expected values are the book's worked examples (`examples.json`), closed formulas for one die,
and sums made here without the engine."""

import json
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.questions import Questions, examples_of, notes

from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules import Decision, Session, best, first_option, odds, play, simulate
from oddsmith.systems.dot import SYSTEM
from oddsmith.systems.dot.audit import conversion_chart
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.rules.hero_sheet import (
    FAMILIARITIES,
    characteristic_dots,
    characteristic_roll,
    familiarity_dots,
    skill_dots,
    target_dots,
)
from oddsmith.systems.fields.field import readings_of

#: P(5 or more) with n dice, from the book's formula for one die worked out by hand (R1.6).
EXCEPTIONAL = {
    1: Fraction(1, 3888),
    2: Fraction(25, 11664),
    3: Fraction(103, 11664),
    4: Fraction(2575, 104976),
    5: Fraction(8303, 157464),
    6: Fraction(7475, 78732),
    7: Fraction(17771, 118098),
    8: Fraction(38425, 177147),
}


example = partial(examples_of, __file__)


DOT = Questions(SYSTEM)
call, answer, run, facts_of, warnings_of = DOT.call, DOT.answer, DOT.run, DOT.facts, DOT.warnings


def value_of(action: str, name: str) -> Any:
    declared = SYSTEM.action(action)
    for event in declared.events:
        if event.name == name:
            return event.holds
    return next(measure.of for measure in declared.measures if measure.name == name)


# --- the book's examples ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "expected"), example("characteristic_pool"))
def test_a_characteristic_makes_a_dot_for_every_five(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    assert facts_of("check", inputs)["pool"] == expected["dots"]
    for face in range(1, 7):
        faces = [face, 1, 1] + [1] * (face == 6)
        succeeded = run("check", faces, inputs).outcome.successes == 1
        assert succeeded == (face in expected["success_faces"])


@pytest.mark.parametrize(("inputs", "expected"), example("skill_dots"))
def test_a_skill_adds_a_dot_for_every_point_above_its_roll(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    facts = facts_of("check", {"characteristic": inputs["characteristic"], "skill": inputs["skill_roll"]})
    assert facts["characteristic_roll"] == expected["characteristic_roll"]
    assert facts["skill_dots"] == expected["skill_dots"]
    assert facts["pool"] == expected["pool"]


@pytest.mark.parametrize(("inputs", "expected"), example("skill_pool"))
def test_the_gm_takes_dots_away(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    entries = {
        "characteristic": inputs["characteristic"],
        "skill": inputs["skill_roll"],
        "modifier": inputs["modifier"],
    }
    assert facts_of("check", entries)["pool"] == expected["pool"]


@pytest.mark.parametrize(("inputs", "expected"), example("combat_pool"))
def test_an_attack_rolls_two_dots_and_the_lead_in_combat_value(
    inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert facts_of("attack", {"ocv": inputs["ocv"], "dcv": inputs["dcv"]})["pool"] == expected["pool"]


@pytest.mark.parametrize(("inputs", "expected"), example("autofire_hits"))
def test_with_autofire_every_success_is_a_hit(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    played = run("attack", [5, 5, 5, 1], {"ocv": 7, "dcv": 5, "shots": inputs["shots"]})
    assert played.outcome.successes == inputs["successes"]
    assert played.outcome.hits == expected["hits"]
    assert notes(played)[-1] == "3 hits"


@pytest.mark.parametrize(("inputs", "expected"), example("familiarity"))
def test_a_familiarity_makes_its_dots_with_any_characteristic(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    for characteristic in (None, 5, 20):
        entries = {"familiarity": inputs["skill_roll"], "characteristic": characteristic}
        assert facts_of("check", entries)["pool"] == expected["dots"]


# --- exact results ---------------------------------------------------------------------------------------------------


def one_die(k: int) -> Fraction:
    """P(k successes) of one die that is rolled again on every 6."""
    return Fraction(2, 3) if k == 0 else Fraction(10, 6 ** (k + 1))


def summed(first: dict[int, Fraction], second: dict[int, Fraction]) -> dict[int, Fraction]:
    totals: dict[int, Fraction] = {}
    for (a, p), (b, q) in product(first.items(), second.items()):
        totals[a + b] = totals.get(a + b, Fraction(0)) + p * q
    return totals


def pool_by_hand(dice: int, one: dict[int, Fraction]) -> dict[int, Fraction]:
    totals = {0: Fraction(1)}
    for _ in range(dice):
        totals = summed(totals, one)
    return totals


def test_three_dots_are_the_published_result() -> None:
    found = answer("check", {"dots": "3"})
    assert found["success"] == Fraction(19, 27)
    assert found["exceptional"] == Fraction(103, 11664)
    assert found["critical_failure"] == 0
    assert found["pool"] == Distribution.certain(3)


@pytest.mark.parametrize("dots", range(1, 9))
def test_successes_of_a_pool_are_those_of_its_dice_together(dots: int) -> None:
    most = 12
    by_hand = pool_by_hand(dots, {k: one_die(k) for k in range(most + 1)})
    found = answer("check", {"dots": dots})
    assert [found["successes"].pmf(k) for k in range(most + 1)] == [by_hand[k] for k in range(most + 1)]
    assert found["success"] == 1 - Fraction(2, 3) ** dots
    assert found["failure"] == Fraction(2, 3) ** dots
    assert found["exceptional"] == EXCEPTIONAL[dots]
    assert found["successes"].mean == found["successes"].variance == Fraction(2 * dots, 5)


def test_with_one_reroll_a_die_never_brings_more_than_two_successes() -> None:
    one = {0: Fraction(2, 3), 1: Fraction(1, 6) + Fraction(1, 6) * Fraction(2, 3), 2: Fraction(1, 18)}
    found = answer("check", {"dots": 3}, reroll="once")
    assert dict(found["successes"].items()) == pool_by_hand(3, one)
    assert answer("check", {"dots": 1}, reroll="once")["successes"].mean == Fraction(7, 18)


def test_without_rerolls_successes_are_binomial() -> None:
    successes = answer("check", {"dots": 5}, reroll="off")["successes"]
    for k in range(6):
        assert successes.pmf(k) == comb(5, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (5 - k)


def test_a_six_is_rolled_again_and_again() -> None:
    played = run("check", [6, 2, 6, 6, 5], {"dots": 2})
    assert played.outcome.successes == 4  # both dice, and two more for the first; the second 6 came before its rerolls
    assert notes(played) == ["4 successes: achieved"]


def test_five_successes_are_exceptional() -> None:
    played = run("check", [5, 5, 5, 5, 5], {"dots": 5})
    assert value_of("check", "exceptional")(played.outcome)
    assert notes(played) == ["5 successes: an exceptional success, like 3 on 3d6"]


# --- below one dot ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dots", "modifier"), [(3, -3), (1, -5), (0, 0)])
def test_below_one_dot_one_die_is_rolled_and_a_miss_is_critical(dots: int, modifier: int) -> None:
    found = answer("check", {"dots": dots, "modifier": modifier})
    assert (found["success"], found["critical_failure"]) == (Fraction(1, 3), Fraction(2, 3))
    assert found["exceptional"] == Fraction(1, 3888)
    assert facts_of("check", {"dots": dots, "modifier": modifier})["dice"] == 1
    played = run("check", [4], {"dots": dots, "modifier": modifier})
    assert notes(played)[-1] == "no success: a critical failure, like 18 on 3d6"


def test_a_pool_of_exactly_one_dot_never_fails_critically() -> None:
    assert answer("check", {"dots": 1})["critical_failure"] == 0
    assert answer("check", {"dots": 4, "modifier": -3})["critical_failure"] == 0


def test_a_characteristic_that_makes_no_dot_rolls_one_die_unless_a_house_rule_forbids() -> None:
    assert answer("check", {"characteristic": 2})["critical_failure"] == Fraction(2, 3)
    with pytest.raises(BadInput, match="no-pool"):
        call("check", {"characteristic": 2}, low_characteristic="no-pool")
    assert facts_of("check", {"characteristic": 2, "skill": 11}, low_characteristic="no-pool")["pool"] == 2


def test_what_is_unusual_is_told() -> None:
    assert "not recommended (R1.8)" in warnings_of("check", {"dots": 9, "modifier": -6})[0]
    assert "below one dot" in warnings_of("check", {"dots": 3, "modifier": -3})[0]
    assert "below one dot" in warnings_of("attack", {"ocv": 2, "dcv": 5})[0]
    assert "below one dot" in warnings_of("convert", {"target": 9})[0]
    assert warnings_of("check", {"characteristic": 15, "familiarity": 11}) == [
        "The familiarity makes 2 dots; the characteristic alone makes 3 (G1.5)."
    ]
    assert warnings_of("check", {"characteristic": 15, "skill": 14, "modifier": 5}) == []


# --- from the sheet to dots ------------------------------------------------------------------------------------------


def test_characteristics_are_rounded_as_the_house_rule_says() -> None:
    scores = range(-6, 31)
    assert [characteristic_dots(score, DotRules()) for score in scores] == [round(score / 5) for score in scores]
    assert {score: characteristic_dots(score, DotRules()) for score in (12, 13)} == {12: 2, 13: 3}
    floor, ceiling = DotRules(rounding="floor"), DotRules(rounding="ceiling")
    assert {score: characteristic_dots(score, floor) for score in (13, 14, 15, -1)} == {
        13: 2,
        14: 2,
        15: 3,
        -1: -1,
    }
    assert {score: characteristic_dots(score, ceiling) for score in (10, 11, -1)} == {
        10: 2,
        11: 3,
        -1: 0,
    }


@pytest.mark.parametrize(
    ("characteristic", "skill", "rounding", "roll", "dots", "pool"),
    [
        (13, 14, "floor", 12, 2, 4),
        (13, 14, "nearest", 12, 2, 5),
        (11, 11, "ceiling", 11, 0, 3),
        (13, 13, "floor", 12, 1, 3),
    ],
)
def test_the_roll_on_a_hero_sheet_does_not_follow_the_house_rule_for_dots(
    characteristic: int, skill: int, rounding: str, roll: int, dots: int, pool: int
) -> None:
    facts = facts_of("check", {"characteristic": characteristic, "skill": skill}, rounding=rounding)
    assert (facts["characteristic_roll"], facts["skill_dots"], facts["pool"]) == (roll, dots, pool)


def test_a_skill_below_the_roll_on_the_sheet_is_refused_however_dots_are_rounded() -> None:
    with pytest.raises(BadInput, match="12 or more, the characteristic roll"):
        call("check", {"characteristic": 13, "skill": 11}, rounding="floor")


@given(score=st.integers(-20, 60), above=st.integers(0, 10), rounding=st.sampled_from(["nearest", "floor", "ceiling"]))
@settings(max_examples=50)
def test_every_pool_is_the_hero_roll_less_nine_but_for_the_rounding_of_the_table(
    score: int, above: int, rounding: str
) -> None:
    own = characteristic_dots(score, DotRules.model_validate({"rounding": rounding}))
    skill = characteristic_roll(score) + above
    assert characteristic_roll(score) == 9 + round(score / 5)
    assert skill_dots(skill, score) == above
    assert facts_of("check", {"characteristic": score}, rounding=rounding)["pool"] == own
    both = {"characteristic": score, "skill": skill}
    assert facts_of("check", both, rounding=rounding)["pool"] == target_dots(skill, DotRules()) + own - round(score / 5)


def test_a_skill_below_its_characteristic_roll_forms_no_pool() -> None:
    low = {"characteristic": 15, "skill": 10}
    with pytest.raises(BadInput, match="12 or more, the characteristic roll"):
        call("check", low)
    assert facts_of("check", low, low_skill="characteristic-alone")["pool"] == 3
    assert "the characteristic rolls alone" in warnings_of("check", low, low_skill="characteristic-alone")[0]
    assert facts_of("check", low, low_skill="subtract")["pool"] == 1


def test_a_skill_without_a_characteristic_is_its_roll_less_nine_or_as_a_familiarity() -> None:
    def pools(**options: Any) -> list[int]:
        return [facts_of("check", {"skill": roll}, **options)["pool"] for roll in (7, 8, 9, 10, 11, 14)]

    assert pools() == [-2, -1, 0, 1, 2, 5]
    assert pools(flat_skill="as-familiarity") == [-2, 1, 1, 1, 2, 5]
    assert pools(flat_skill="as-familiarity", familiarity_8=3, familiarity_11=4) == [-2, 3, 3, 3, 4, 7]
    for roll in FAMILIARITIES:
        own = facts_of("check", {"familiarity": roll}, familiarity_8=3, familiarity_11=4)["pool"]
        assert own == {8: 3, 11: 4}[roll]


def test_rolls_may_be_written_as_on_a_hero_sheet() -> None:
    assert facts_of("check", {"characteristic": "15", "skill": "14-"})["pool"] == 5
    assert facts_of("check", {"familiarity": "8-"})["pool"] == 1
    assert facts_of("convert", {"target": "12-"})["pool"] == 3


# --- attacks ---------------------------------------------------------------------------------------------------------


def test_there_are_no_more_hits_than_shots_unless_the_house_rule_says_so() -> None:
    four_dots = {"ocv": 7, "dcv": 5, "shots": 2}
    by_hand = pool_by_hand(4, {k: one_die(k) for k in range(8)})
    capped = answer("attack", four_dots)
    assert capped["hits"].pmf(1) == by_hand[1]
    assert capped["hits"].pmf(2) == 1 - by_hand[0] - by_hand[1]
    assert capped["hits"].maximum == 2
    uncapped = answer("attack", four_dots, hits="uncapped")
    assert uncapped["hits"] == uncapped["successes"] == capped["successes"]
    assert run("attack", [5, 5, 5, 1], four_dots).outcome.hits == 2
    assert run("attack", [5, 5, 5, 1], four_dots, hits="uncapped").outcome.hits == 3
    assert notes(run("attack", [5, 5, 5, 1], four_dots))[-1] == "2 hits, as many as shots"


def test_a_single_shot_hits_with_one_success_or_more() -> None:
    found = answer("attack", {"ocv": 7, "dcv": 5})
    assert found["hit"] == found["hits"].mean == 1 - Fraction(2, 3) ** 4
    assert found["miss"] == 1 - found["hit"]
    assert found["exceptional"] == EXCEPTIONAL[4]


def test_an_attack_below_one_dot_rolls_one_die_or_misses() -> None:
    outclassed = {"ocv": 3, "dcv": 6}
    found = answer("attack", outclassed)
    assert (found["hit"], found["critical_failure"]) == (Fraction(1, 3), Fraction(2, 3))
    missed = answer("attack", outclassed, combat_floor="automatic-miss")
    assert (missed["hit"], missed["miss"], missed["critical_failure"]) == (0, 1, 0)
    assert missed["hits"] == Distribution.certain(0)
    assert facts_of("attack", outclassed, combat_floor="automatic-miss") == {"pool": -1, "dice": 0}
    played = run("attack", [], outclassed, combat_floor="automatic-miss")
    assert notes(played) == ["the pool is -1, below one dot: an automatic miss (house rule)"]
    barely = {"ocv": 3, "dcv": 4}
    assert answer("attack", barely, combat_floor="automatic-miss") == answer("attack", barely)


# --- rerolls as a decision -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dots", [0, 1, 3, 6])
def test_asked_and_always_rerolled_the_odds_are_those_of_automatic_rerolls(dots: int) -> None:
    assert answer("check", {"dots": dots}, reroll="ask") == answer("check", {"dots": dots})


def test_a_player_may_leave_a_six_as_it_is() -> None:
    source = ScriptedSource([6, 6, 5, 6, 2])
    answers = iter(["reroll", "reroll", "leave"])
    played = play(call("check", {"dots": 3}, reroll="ask"), source, lambda decision: next(answers))
    assert played.outcome.successes == 4  # three on the table, one more by the first reroll, none by the second


@pytest.mark.parametrize("goal", ["success", "exceptional", "successes"])
def test_a_reroll_is_never_worse_than_leaving_a_six(goal: str) -> None:
    of = value_of("check", goal)
    asked = call("check", {"dots": 2}, goal, reroll="ask")
    solution = best(asked, of=of)
    for advice in solution.decisions:
        assert advice.values["reroll"] >= advice.values["leave"]

    def leave(decision: Decision) -> Any:
        return "leave"

    automatic = odds(call("check", {"dots": 2}, goal), of=of).mean
    assert solution.value == automatic >= odds(asked, leave, of=of).mean


def test_leaving_every_six_is_rolling_without_rerolls() -> None:
    def leave(decision: Decision) -> Any:
        return "leave"

    asked = odds(call("check", {"dots": 4}, reroll="ask"), leave, of=value_of("check", "successes"))
    assert asked == answer("check", {"dots": 4}, reroll="off")["successes"]


def test_the_hits_of_an_attack_are_exact_where_rerolls_are_asked() -> None:
    inputs = {"ocv": 5, "dcv": 4, "shots": 3}
    assert answer("attack", inputs, reroll="ask") == answer("attack", inputs)


# --- opposed checks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opposed", ["tie-to-defender", "tie-to-active"])
def test_an_opposed_check_compares_two_unbounded_numbers_exactly(opposed: str) -> None:
    found = answer("opposed", {"dots": 3, "against_dots": 2}, opposed=opposed)
    most = 40
    mine = pool_by_hand(3, {k: one_die(k) for k in range(most)})
    theirs = pool_by_hand(2, {k: one_die(k) for k in range(most)})
    missing = Fraction(6, 6**most)  # less than this is left out above
    for k in range(-4, 5):
        by_hand = sum((p * q for a, p in mine.items() for b, q in theirs.items() if a - b == k), Fraction(0))
        assert 0 <= found["net"].pmf(k) - by_hand < missing
    assert found["tie"] == found["net"].pmf(0)
    assert found["win"] == found["net"].at_least(1 if opposed == "tie-to-defender" else 0)
    assert found["win"] + found["lose"] == 1
    assert found["successes"].mean == Fraction(6, 5)
    assert found["against_successes"].mean == Fraction(4, 5)


def test_both_sides_of_an_opposed_check_come_from_their_sheets() -> None:
    inputs = {"characteristic": 15, "skill": 14, "against_familiarity": 8, "against_modifier": 2}
    facts = facts_of("opposed", inputs, opposed="tie-to-defender")
    assert (facts["pool"], facts["against_pool"]) == (5, 3)
    low = {"dots": 3, "against_characteristic": 20, "against_familiarity": 8}
    (warning,) = warnings_of("opposed", low, opposed="tie-to-defender")
    assert warning.startswith("Of the defender: ")


@pytest.mark.parametrize(("opposed", "wins"), [("tie-to-defender", False), ("tie-to-active", True)])
def test_a_tie_goes_where_the_house_rule_says(opposed: str, wins: bool) -> None:
    played = run("opposed", [5, 1, 2, 5], {"dots": 2, "against_dots": 2}, opposed=opposed)
    assert value_of("opposed", "win")(played.outcome) is wins
    assert value_of("opposed", "lose")(played.outcome) is not wins
    assert value_of("opposed", "tie")(played.outcome)
    assert notes(played)[-1] == f"a tie: it goes to {'whoever acts' if wins else 'the defender'}"


def test_in_an_opposed_check_both_sides_may_be_asked_about_rerolls() -> None:
    options = {"opposed": "tie-to-defender", "reroll": "ask"}
    found = answer("opposed", {"dots": 1, "against_dots": 1}, exact=False, **options)
    exact = answer("opposed", {"dots": 1, "against_dots": 1}, opposed="tie-to-defender")
    assert 0 <= exact["win"] - found["win"] < Fraction(1, 10**17)
    source = ScriptedSource([6, 6])
    session = Session(call("opposed", {"dots": 1, "against_dots": 1}, **options), source)
    asked = []
    while session.pending is not None:
        asked.append(session.pending.who)
        session.answer("leave")
    assert asked == ["player", "opponent"]


def test_opposed_checks_are_off_unless_the_house_rule_is_chosen() -> None:
    with pytest.raises(BadInput, match="tie-to-defender, tie-to-active"):
        call("opposed", {"dots": 3, "against_dots": 2})


# --- conversion ------------------------------------------------------------------------------------------------------

#: HERO roll: dots, chance in HERO, chance in Dot, chance of five successes. The first row is the familiarity.
CONVERSION = [
    (8, 1, Fraction(7, 27), Fraction(1, 3), EXCEPTIONAL[1]),
    (9, 0, Fraction(3, 8), Fraction(1, 3), EXCEPTIONAL[1]),
    (10, 1, Fraction(1, 2), Fraction(1, 3), EXCEPTIONAL[1]),
    (11, 2, Fraction(5, 8), Fraction(5, 9), EXCEPTIONAL[2]),
    (12, 3, Fraction(20, 27), Fraction(19, 27), EXCEPTIONAL[3]),
    (13, 4, Fraction(181, 216), Fraction(65, 81), EXCEPTIONAL[4]),
    (14, 5, Fraction(49, 54), Fraction(211, 243), EXCEPTIONAL[5]),
    (15, 6, Fraction(103, 108), Fraction(665, 729), EXCEPTIONAL[6]),
    (16, 7, Fraction(53, 54), Fraction(2059, 2187), EXCEPTIONAL[7]),
    (17, 8, Fraction(215, 216), Fraction(6305, 6561), EXCEPTIONAL[8]),
]


def test_the_conversion_chart_is_the_published_one() -> None:
    table = [(row.target, row.dots, row.hero, row.dot, row.exceptional) for row in conversion_chart(DotRules())]
    assert table == CONVERSION
    assert [row.critical_failure for row in conversion_chart(DotRules())][:3] == [0, Fraction(2, 3), 0]


@pytest.mark.parametrize("row", CONVERSION, ids=lambda row: f"{row[0]}-")
def test_a_conversion_gives_both_chances(row: tuple[int, int, Fraction, Fraction, Fraction]) -> None:
    target, dots, hero, dot, exceptional = row
    found = answer("convert", {"target": target, "familiarity": target == 8})
    assert found["pool"] == Distribution.certain(dots)
    assert (found["hero_success"], found["dot_success"]) == (hero, dot)
    assert found["dot_exceptional"] == exceptional
    assert found["hero_exceptional"] == found["hero_critical_failure"] == Fraction(1, 216)


def test_in_hero_three_always_succeeds_and_eighteen_always_fails() -> None:
    assert answer("convert", {"target": 2})["hero_success"] == Fraction(1, 216)
    assert answer("convert", {"target": 30})["hero_success"] == Fraction(215, 216)
    played = run("convert", [6, 6, 6, 1, 1, 1], {"target": 12})
    assert notes(played) == ["HERO: 18 against 12-, a failure", "Dot: no success: a failure"]


# --- simulation and rolls --------------------------------------------------------------------------------------------


def test_a_billion_simulated_runs_agree_with_the_odds() -> None:
    runs = 10**9
    counts: Counter[int] = Counter()
    for outcome, count in simulate(call("check", {"dots": 4}), runs, seed=3).counts.items():
        counts[outcome.successes] += count
    successes = answer("check", {"dots": 4})["successes"]
    for k in range(9):
        p = float(successes.pmf(k))
        assert abs(counts[k] - runs * p) <= 5 * sqrt(runs * p * (1 - p))


@pytest.mark.parametrize("reroll", ["automatic", "ask", "once", "off"])
def test_rolls_come_up_as_often_as_the_odds_say(reroll: str) -> None:
    runs = 2_000
    source = SeededSource("dot")
    checked = call("check", {"dots": 2}, reroll=reroll)
    counts = Counter(play(checked, source, first_option).outcome.successes for _ in range(runs))
    successes = answer("check", {"dots": 2}, reroll=reroll)["successes"]
    for k in range(4):
        p = float(successes.pmf(k))
        assert abs(counts[k] - runs * p) <= 5 * sqrt(runs * p * (1 - p))


def test_the_largest_pools_are_answered() -> None:
    found = answer("check", {"dots": 100, "modifier": 50})
    assert found["failure"] == Fraction(2, 3) ** 150
    assert found["successes"].mean == 60


# --- what may be entered ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "inputs", "field", "allowed"),
    [
        ("check", {"dots": -3}, "dots", "from 0 to 100"),
        ("check", {"dots": 10**9}, "dots", "from 0 to 100"),
        ("check", {"dots": "some"}, "dots", "a whole number"),
        ("check", {}, "dots", "a characteristic, skill or familiarity"),
        ("check", {"dots": 3, "characteristic": 15}, "characteristic", "the dots are given"),
        ("check", {"dots": 3, "skill": 12}, "skill", "the dots are given"),
        ("check", {"familiarity": 9}, "familiarity", "8 or 11"),
        ("check", {"familiarity": 8, "skill": 12}, "familiarity", "one or the other"),
        ("check", {"dots": 3, "modifier": 51}, "modifier", "from -50 to 50"),
        ("attack", {"ocv": 5}, "dcv", "a whole number"),
        ("attack", {"ocv": 5, "dcv": 4, "shots": 0}, "shots", "from 1 to 1000"),
        ("convert", {"target": 9, "familiarity": "yes"}, "target", "8 or 11 for a familiarity"),
        ("opposed", {"dots": 3}, "against_dots", "a number of dots"),
        ("opposed", {"dots": 3, "against_dots": 2, "against_skill": 12}, "against_skill", "the dots are given"),
        ("opposed", {"dots": 3, "against_characteristic": 15, "against_skill": 8}, "against_skill", "12 or more"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(
    action: str, inputs: dict[str, Any], field: str, allowed: str
) -> None:
    options = {"opposed": "tie-to-defender"}
    with pytest.raises(BadInput) as refused:
        call(action, inputs, **options)
    assert refused.value.field == field
    assert allowed in refused.value.allowed


# --- the rest of the declaration -------------------------------------------------------------------------------------


def test_a_saved_check_goes_on_where_it_stood() -> None:
    session = Session(call("check", {"dots": 8}, reroll="ask"), SeededSource(5))
    assert session.pending is not None
    again = Session.resume(json.loads(json.dumps(session.save())))
    for standing in (session, again):
        while standing.pending is not None:
            standing.answer("reroll")
    assert (session.outcome, session.trail) == (again.outcome, again.trail)


def findings(**options: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for finding in SYSTEM.audit(DotRules(**options)):
        found.setdefault(finding.rule, []).append(finding)
    return found


def test_the_audit_finds_the_familiarity_that_breaks_the_formula() -> None:
    found = findings()
    assert found["R1.12"][0].figures == {"table": 1, "formula": -1}
    assert [familiarity_dots(target, DotRules()) == target_dots(target, DotRules()) for target in FAMILIARITIES] == [
        False,
        True,
    ]
    assert found["R1.4"][0].figures == {"critical failure at 8-": 0, "critical failure at 9-": Fraction(2, 3)}


def test_the_audit_finds_the_familiarity_that_is_worse_than_none() -> None:
    for_8, for_11 = findings()["G1.5"]
    assert "From a characteristic of 8 on" in for_8.text
    assert "From a characteristic of 13 on" in for_11.text
    assert for_11.figures == {"success with the familiarity": Fraction(5, 9), "success without": Fraction(19, 27)}
    assert "From a characteristic of 15 on" in findings(rounding="floor")["G1.5"][1].text


def test_the_audit_finds_where_dot_is_kinder_and_where_it_is_harsher() -> None:
    _, kinder, harsher = findings()["R1.12"]
    assert kinder.figures == {"Dot at 8-": Fraction(1, 3), "HERO at 8-": Fraction(7, 27)}
    harder = {f"Dot at {row[0]}-": row[3] for row in CONVERSION[1:]}
    assert harsher.figures == harder | {f"HERO at {row[0]}-": row[2] for row in CONVERSION[1:]}
    assert "most so at 10-" in harsher.text


def test_the_audit_finds_rolls_that_differ_only_in_critical_failures() -> None:
    (same,) = findings()["R1.9"]
    assert same.figures == {"success at 9-": Fraction(1, 3), "success at 10-": Fraction(1, 3)}


def test_the_audit_finds_how_exceptional_successes_grow() -> None:
    (grows,) = findings()["R1.6"]
    assert "rarer below 3 dice and grows to 36.9% with ten" in grows.text


def test_the_audit_follows_the_house_rules() -> None:
    assert findings()["R1.10"][0].figures["hit when 5 behind"] == Fraction(1, 3)
    assert "R1.10" not in findings(combat_floor="automatic-miss")
    assert "G1.1" not in findings()
    assert set(findings(rounding="floor")["G1.1"][0].figures) == {
        f"HERO roll of {score}" for score in range(5, 31) if score % 5 in (3, 4)
    }
    assert "G1.14" not in findings()
    for opposed, sign in (("tie-to-defender", 1), ("tie-to-active", -1)):
        (ties,) = findings(opposed=opposed, reroll="ask")["G1.14"]
        assert 2 * ties.figures["win"] + sign * ties.figures["tie"] == 1


def test_the_tour_computes_its_advice() -> None:
    assert SYSTEM.tour is not None
    assert SYSTEM.tour.advice() == (
        "A 14- skill succeeds 90.7% of the time in HERO and 86.8% with 5 dice; one die more makes that 91.2%, "
        "and exceptional successes 9.5% instead of 5.3%."
    )


def test_every_gap_with_an_alternative_has_its_house_rule() -> None:
    readings = {name: tuple(field.readings or ()) for name, field in readings_of(DotRules).items()}
    assert readings == {
        "rounding": ("nearest", "floor", "ceiling"),
        "low_characteristic": ("one-die", "no-pool"),
        "low_skill": ("refuse", "characteristic-alone", "subtract"),
        "flat_skill": ("target-minus-nine", "as-familiarity"),
        "reroll": ("automatic", "ask", "once", "off"),
        "combat_floor": ("one-die", "automatic-miss"),
        "hits": ("at-most-shots", "uncapped"),
        "opposed": ("off", "tie-to-defender", "tie-to-active"),
    }

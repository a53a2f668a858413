"""T13's tests against a difficulty and against opponents.

Expected values are the worked examples (`examples.json`), figures worked out by hand, and counts over every way in
which the dice can land, made here without the engine.
"""

import json
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import ceil, floor, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.questions import Questions, examples_of, notes

from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, MissingAnswer, TooLarge
from oddsmith.rules import Session, best, first_option, play, simulate
from oddsmith.systems.fields.field import readings_of
from oddsmith.systems.fields.validation import entered
from oddsmith.systems.t13 import SYSTEM
from oddsmith.systems.t13.house_rules import EDITIONS, T13Rules
from oddsmith.systems.t13.rules.components import ComponentKind, price
from oddsmith.systems.t13.rules.currencies import Currency, from_chi, in_chi
from oddsmith.systems.t13.rules.dice_codes import Dice, dice
from oddsmith.systems.t13.rules.levels import (
    Level,
    Rung,
    Scale,
    extra_levels,
    failure_levels,
    shifted,
    standing,
)
from oddsmith.systems.t13.rules.proficiencies import Being, counted, crisis_of, dice_of

EXAMPLES = json.loads((Path(__file__).parent / "examples.json").read_text())
LEVELS = ("superior", "complete", "moderate", "stalemate", "moderate_failure", "complete_failure", "serious_failure")


examples = partial(examples_of, __file__)


T13 = Questions(SYSTEM)
call, answer, run, facts, warnings = T13.call, T13.answer, T13.run, T13.facts, T13.warnings


# --- the examples ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("inputs", "expected"), examples("extra_die_cost"))
def test_extra_dice_cost_what_the_price_list_says(inputs: dict[str, Any], expected: dict[str, int]) -> None:
    kind = ComponentKind(inputs["die"].lower().replace(" ", "-"))
    assert price(kind, T13Rules())._asdict() == expected | {"yin": 0, "yang": 0}


@pytest.mark.parametrize(("inputs", "expected"), examples("level"))
def test_scores_have_the_levels_of_the_table(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    score, difficulty = inputs["score"], inputs["difficulty"]
    level, extra = expected["level"], expected.get("extra_levels")
    reached = standing(score, difficulty, Scale())
    assert str(reached.level).startswith(level)
    assert extra is None or reached.extra == extra
    # The same as somebody would roll it: one die from -1 on.
    played = run("test", str(score + 2), {"dice": "facet:1d100-2", "difficulty": difficulty})
    assert played.outcome.score == score
    assert played.outcome.verdict.level is reached.level
    assert extra is None or played.outcome.extra == extra


@pytest.mark.parametrize(("inputs", "expected"), examples("extra_levels"))
def test_multiples_of_the_difficulty_are_extra_levels(inputs: dict[str, int], expected: dict[str, int]) -> None:
    score, difficulty = inputs["score"], inputs["difficulty"]
    assert extra_levels(score, difficulty, Scale(extra_levels="inclusive")) == expected["extra_levels"]
    played = run("test", str(score), {"dice": "facet:1d20", "difficulty": difficulty}, extra_levels="inclusive")
    assert played.outcome.extra == expected["extra_levels"]
    # G2.7: 14 exceeds 3, 4, 5 and 6 times 2; Superior alone is one.
    assert extra_levels(score, difficulty, Scale()) == 4
    assert extra_levels(score, difficulty, Scale(extra_levels="superior-only")) == 1


@pytest.mark.parametrize(("inputs", "expected"), examples("extra_failure_levels_by_fraction"))
def test_fractions_of_the_difficulty_are_failure_levels(inputs: dict[str, int], expected: dict[str, int]) -> None:
    score, difficulty = inputs["score"], inputs["difficulty"]
    assert failure_levels(score, difficulty, Scale(failure_levels="fractions")) == expected["failure_levels"]
    played = run("test", str(score), {"dice": "facet:1d20", "difficulty": difficulty}, failure_levels="fractions")
    assert played.outcome.failures == expected["failure_levels"]
    assert failure_levels(score, difficulty, Scale()) == 0


@pytest.mark.parametrize(("inputs", "expected"), examples("shift"))
def test_levels_from_elsewhere_move_along_the_ladder(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    moved = shifted(Rung(Level.MODERATE), inputs["plus"])
    assert (str(moved.level), moved.extra) == (expected["level"], expected["extra_levels"])
    played = run("test", "9", {"dice": "facet:1d20", "difficulty": 8, "shift": inputs["plus"]})
    assert played.outcome.verdict.level is Level.SUPERIOR
    assert played.outcome.extra == expected["extra_levels"]


@pytest.mark.parametrize(("inputs", "expected"), examples("crisis"))
def test_boxcars_on_a_superior_success_are_a_serious_failure_too(
    inputs: dict[str, Any], expected: dict[str, Any]
) -> None:
    faces = ",".join(["4", *map(str, inputs["prof_dice"])])
    played = run("test", faces, {"dice": "facet:1d6", "prof_dice": "2d6", "difficulty": 4})
    verdict = played.outcome.verdict
    assert [str(verdict.level), str(verdict.also)] == expected["levels"]
    assert (played.outcome.extra, played.outcome.failures) == (1, 1)
    (told,) = notes(played)
    assert told == (
        "16 against difficulty 4: Superior Success with 1 extra level, "
        "and Serious Failure with 1 failure level as well (Crisis: all at maximum)"
    )


@pytest.mark.parametrize(("inputs", "expected"), examples("proficiency_dice"))
def test_proficiencies_bring_one_die_less_than_there_are(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    if "profs" in inputs:
        fitting = sum(proficiency["counts_double"] for proficiency in inputs["profs"])
        count = counted(len(inputs["profs"]), fitting, T13Rules())
        assert count == expected["count"]
        entries = {"proficiencies": len(inputs["profs"]), "fitting": fitting}
    else:
        count = inputs["count"]
        entries = {"proficiencies": count}
    assert dice_of(count, T13Rules()).count == expected["dice"]
    dice_text = f"{expected['dice']}d6" if expected["dice"] else "none"
    assert facts("test", entries | {"dice": "facet:d6", "difficulty": 8})["proficiency_dice"] == dice_text
    # R2.12: the page of Proficiencies halves the score of a character without any.
    scored = answer("test", entries | {"dice": "facet:1d6+6", "difficulty": 8}, halving="companion")["score"]
    assert (scored.maximum == 6) is expected["halve"]


@pytest.mark.parametrize(("inputs", "expected"), examples("is_crisis"))
def test_all_ones_or_all_maxima_are_a_crisis(inputs: dict[str, Any], expected: dict[str, Any]) -> None:
    rolls = inputs["rolls"]
    proficiency = Dice(((len(rolls), inputs["die"]),))
    assert bool(crisis_of(proficiency, sum(rolls))) is expected["crisis"]
    played = run(
        "test",
        ",".join(["3", *map(str, rolls)]),
        {"dice": "facet:1d6", "proficiencies": 1 + len(rolls), "difficulty": 4},
    )
    assert bool(played.outcome.verdict.crisis) is expected["crisis"]


@pytest.mark.parametrize(("inputs", "expected"), examples("yarn_to_chi"))
def test_yarn_is_worth_its_value_in_chi(inputs: dict[str, int], expected: dict[str, int]) -> None:
    chi = in_chi(inputs["yarn"], Currency.YARN, T13Rules())
    assert (chi, from_chi(chi, Currency.SWAY, T13Rules())) == (expected["chi"], expected["sway"])


def test_every_example_has_its_test() -> None:
    tested = {"extra_die_cost", "level", "extra_levels", "extra_failure_levels_by_fraction", "shift", "crisis"}
    assert {e["check"] for e in EXAMPLES} == tested | {"proficiency_dice", "is_crisis", "yarn_to_chi"}


# --- exact results ---------------------------------------------------------------------------------------------------


def test_two_d6_against_8() -> None:
    # 2, 3 | 4..7 | 8 | 9..12: 3, 18, 5 and 10 ways of 36.
    found = answer("test", {"dice": "facet:1d6,descendant:1d6", "difficulty": 8})
    assert [found[name] for name in LEVELS] == [
        0,
        0,
        Fraction(5, 18),
        Fraction(5, 36),
        Fraction(1, 2),
        Fraction(1, 12),
        0,
    ]
    assert (found["success"], found["failure"], found["crisis"]) == (Fraction(5, 18), Fraction(7, 12), 0)
    assert found["score"] == Distribution.uniform(a + b for a in range(1, 7) for b in range(1, 7))


@pytest.mark.parametrize(
    "entries",
    [
        {"dice": "facet:1d8,descendant:2d6"},
        {"dice": "facet:1d8", "prof_dice": "2d6"},
        {"dice": "facet:1d8", "proficiencies": 3},
        {"dice": "facet:1d8", "proficiencies": 2, "fitting": 1},
        {"dice": "facet:1d8", "proficiencies": 2, "monolith": "yes"},
    ],
    ids=["dice", "prof-dice", "proficiencies", "fitting", "monolith"],
)
def test_a_d8_and_two_d6_against_8_however_they_come_about(entries: dict[str, Any]) -> None:
    found = answer("test", entries | {"difficulty": 8})
    assert [found[name] for name in LEVELS] == [
        0,
        Fraction(35, 288),
        Fraction(197, 288),
        Fraction(7, 96),
        Fraction(17, 144),
        Fraction(1, 288),
        0,
    ]
    assert found["crisis"] == (0 if "descendant" in entries["dice"] else Fraction(1, 18))


def test_opposed_two_d6_against_two_d6() -> None:
    found = answer("opposed", {"dice": "facet:1d6,descendant:1d6", "against_dice": "facet:2d6"})
    assert (found["win"], found["stalemate"], found["lose"]) == (
        Fraction(575, 1296),
        Fraction(73, 648),
        Fraction(575, 1296),
    )


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("sides", [4, 6, 8])
def test_proficiency_dice_are_in_crisis_twice_in_s_to_the_power_k(count: int, sides: int) -> None:
    found = answer("test", {"dice": "facet:1d6", "prof_dice": f"{count}d{sides}", "difficulty": 8})
    assert found["crisis"] == Fraction(2, sides**count)


def test_the_table_of_levels_against_8_is_told_beforehand() -> None:
    bands = facts("test", {"dice": "facet:1d6", "difficulty": 8})["levels"]
    assert bands == {
        "Superior Success": "25 or more",
        "Complete Success": "16-24",
        "Moderate Success": "9-15",
        "Stalemate (Borderline)": "8",
        "Moderate Failure": "4-7",
        "Complete Failure": "0-3",
        "Serious Failure": "-1 or less",
    }
    inclusive = facts(
        "test", {"dice": "facet:1d6", "difficulty": 8}, exact_triple="inclusive", exact_half="complete-failure"
    )
    assert inclusive["levels"]["Superior Success"] == "24 or more"
    assert inclusive["levels"]["Complete Failure"] == "0-4"
    moved = facts("test", {"dice": "facet:1d6", "difficulty": 8, "shift": 20}, failure_levels="serious-only")
    assert moved["levels"] == {"Superior Success": "any"}
    # G2.10, G2.25: 20 up from a Serious Failure make up for 14 more failure levels, which are 14 times 8 below 0.
    by_multiples = facts("test", {"dice": "facet:1d6", "difficulty": 8, "shift": 20})["levels"]
    assert by_multiples["Superior Success"] == f"{1 - 15 * 8} or more"


# --- house rules about levels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "option", "level"),
    [
        (16, {}, Level.COMPLETE),
        (16, {"exact_double": "strict"}, Level.MODERATE),
        (24, {}, Level.COMPLETE),
        (24, {"exact_triple": "inclusive"}, Level.SUPERIOR),
        (4, {}, Level.MODERATE_FAILURE),
        (4, {"exact_half": "complete-failure"}, Level.COMPLETE_FAILURE),
        (0, {}, Level.COMPLETE_FAILURE),
    ],
)
def test_scores_on_the_boundary_are_read_as_the_house_rule_says(
    score: int, option: dict[str, str], level: Level
) -> None:
    played = run("test", str(score + 1), {"dice": "facet:1d100-1", "difficulty": 8}, **option)
    assert played.outcome.verdict.level is level


def test_the_table_of_crises_takes_its_stalemates_from_successes_and_failures() -> None:
    # 1d6 and one Proficiency d6 against 4. All ones: 2..7, of which 5, 6, 7 would succeed. All sixes: 7..12, all do.
    found = answer("test", {"dice": "facet:1d6", "proficiencies": 2, "difficulty": 4}, crisis="table")
    ways = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    stalemates = sum(a + b == 4 or (b == 1 and a + b > 4) for a, b in ways)
    assert found["stalemate"] == Fraction(stalemates, 36)
    assert found["also_failure"] == Fraction(6, 36)
    assert found["also_success"] == Fraction(2, 36)  # (1, 1) and (2, 1)


# --- every way in which the dice can land ----------------------------------------------------------------------------


def level_of(score: Fraction | int, difficulty: int) -> str:
    """R2.6 as printed, and G2.1 to G2.4: the level of a score."""
    if score == difficulty:
        return "stalemate"
    if score > difficulty:
        return "superior" if score > 3 * difficulty else "complete" if score >= 2 * difficulty else "moderate"
    if score < 0:
        return "serious_failure"
    return "moderate_failure" if 2 * score >= difficulty else "complete_failure"


def counted_levels(
    free: Sequence[int], proficiency: Sequence[int], difficulty: int, modifier: int
) -> tuple[Counter[str], Fraction]:
    """Levels over all faces; and how often the Proficiency dice are in Crisis."""
    levels: Counter[str] = Counter()
    crises = total = 0
    for faces in product(*(range(1, sides + 1) for sides in (*free, *proficiency))):
        last = faces[len(free) :]
        levels[level_of(sum(faces) + modifier, difficulty)] += 1
        crises += bool(last) and (
            all(face == 1 for face in last) or all(f == s for f, s in zip(last, proficiency, strict=True))
        )
        total += 1
    return levels, Fraction(crises, total)


@settings(max_examples=40)
@given(
    free=st.lists(st.sampled_from([2, 3, 4, 6, 8]), min_size=1, max_size=3),
    proficiency=st.tuples(st.integers(0, 2), st.sampled_from([4, 6, 8])),
    difficulty=st.integers(1, 20),
    modifier=st.integers(-8, 8),
)
def test_the_odds_are_those_of_every_way_to_land(
    free: list[int], proficiency: tuple[int, int], difficulty: int, modifier: int
) -> None:
    count, sides = proficiency
    kinds = ["facet", "trophy", "skill"]
    entries: dict[str, Any] = {
        "dice": ",".join(f"{kind}:d{s}" for kind, s in zip(kinds, free, strict=False)),
        "difficulty": difficulty,
        "modifier": modifier,
    }
    if count:
        entries["prof_dice"] = f"{count}d{sides}"
    found = answer("test", entries)
    levels, crisis = counted_levels(free, [sides] * count, difficulty, modifier)
    assert {name: found[name] for name in LEVELS} == {name: Fraction(levels[name], levels.total()) for name in LEVELS}
    assert found["crisis"] == crisis
    assert sum(found[name] for name in LEVELS) == 1


@settings(max_examples=20)
@given(
    mine=st.lists(st.sampled_from([2, 3, 4, 6]), min_size=1, max_size=2),
    theirs=st.lists(st.sampled_from([2, 3, 4, 6]), min_size=1, max_size=2),
    others=st.lists(st.sampled_from([2, 4, 6]), max_size=2),
    modifiers=st.tuples(st.integers(-4, 2), st.integers(-4, 2)),
)
def test_opposed_odds_are_those_of_every_way_to_land(
    mine: list[int], theirs: list[int], others: list[int], modifiers: tuple[int, int]
) -> None:
    def listed(sides: list[int]) -> str:
        return ",".join(f"{kind}:d{s}" for kind, s in zip(("facet", "trophy"), sides, strict=False))

    entries = {
        "dice": listed(mine),
        "against_dice": listed(theirs),
        "others": "/".join(f"facet:d{sides}" for sides in others),
        "modifier": modifiers[0],
        "against_modifier": modifiers[1],
    }
    found = answer("opposed", entries)
    wins = ties = total = 0
    margins: Counter[int] = Counter()
    for faces in product(*(range(1, sides + 1) for sides in (*mine, *theirs, *others))):
        own = sum(faces[: len(mine)]) + modifiers[0]
        other = sum(faces[len(mine) : len(mine) + len(theirs)]) + modifiers[1]
        highest = max(other, *faces[len(mine) + len(theirs) :]) if others else other
        wins, ties, total = wins + (own > highest), ties + (own == highest), total + 1
        margins[own - highest] += 1
    assert (found["win"], found["stalemate"]) == (Fraction(wins, total), Fraction(ties, total))
    assert found["win"] + found["lose"] + found["stalemate"] == 1
    assert found["margin"] == Distribution.from_weights(dict(margins))


def test_a_million_simulated_tests_agree_with_the_odds() -> None:
    entries = {"dice": "facet:1d6,descendant:1d8", "proficiencies": 3, "difficulty": 9}
    found, declared, runs = answer("test", entries), SYSTEM.action("test"), 1_000_000
    simulated = simulate(call("test", entries), runs, first_option, seed=13)
    for event in declared.events:
        share = sum(n for outcome, n in simulated.counts.items() if event.holds(outcome)) / runs
        p = float(found[event.name])
        assert abs(share - p) <= 5 * sqrt(p * (1 - p) / runs), event.name


def test_rolls_come_up_as_often_as_the_odds_say() -> None:
    entries = {"dice": "facet:1d6,descendant:1d6", "proficiencies": 2, "difficulty": 9}
    found, runs = answer("test", entries), 2_000
    source, one = SeededSource("t13"), call("test", entries)
    outcomes = [play(one, source, first_option).outcome for _ in range(runs)]
    for event in SYSTEM.action("test").events:
        share = sum(event.holds(outcome) for outcome in outcomes) / runs
        p = float(found[event.name])
        assert abs(share - p) <= 5 * sqrt(p * (1 - p) / runs), event.name


# --- halving, floors, trying again -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "half"),
    [
        ("off", lambda n: n),
        ("companion", lambda n: floor(Fraction(n, 2))),
        ("exact", lambda n: Fraction(n, 2)),
        ("round-up", lambda n: ceil(Fraction(n, 2))),
    ],
)
def test_without_proficiencies_the_score_is_halved_as_the_house_rule_says(reading: str, half: Any) -> None:
    entries = {"dice": "facet:2d6", "proficiencies": 0, "modifier": -5, "difficulty": 3}
    found = answer("test", entries, halving=reading)
    scores = [half(a + b - 5) for a in range(1, 7) for b in range(1, 7)]
    assert found["score"] == Distribution.uniform(scores)
    levels = Counter(level_of(score, 3) for score in scores)
    assert {name: found[name] for name in LEVELS} == {name: Fraction(levels[name], 36) for name in LEVELS}
    # One Proficiency is enough for the full score.
    assert answer("test", entries | {"proficiencies": 1}, halving=reading)["score"].maximum == 7


def test_halves_against_halves_are_compared_exactly() -> None:
    entries = {"dice": "facet:1d3", "against_dice": "facet:1d3", "proficiencies": 0, "against_proficiencies": 0}
    found = answer("opposed", entries, halving="exact")
    # 3/2 against 1/2 is three times as much, which is Complete; 1 against 1/2 and 3/2 against 1 are 2 and 3/2 times.
    assert found["complete"] == Fraction(2, 9)
    assert found["moderate"] == Fraction(1, 9)
    assert found["margin"].maximum == 1


def test_dice_may_come_to_less_than_nothing_unless_the_house_rule_stops_them() -> None:
    entries = {"dice": "facet:1d6-4,descendant:1d4", "difficulty": 4}
    assert answer("test", entries)["score"].minimum == -2
    assert answer("test", entries, component_floor="zero")["score"].minimum == 1
    expected = [max(a - 4, 0) + b for a in range(1, 7) for b in range(1, 5)]
    assert answer("test", entries, component_floor="zero")["score"] == Distribution.uniform(expected)
    assert answer("test", entries | {"modifier": -9}, component_floor="zero")["score"].minimum == -8


def test_a_moderate_failure_may_be_tried_again_and_a_complete_one_not() -> None:
    entries = {"dice": "facet:1d6,descendant:1d6", "difficulty": 8}
    once = answer("test", entries)
    assert answer("test", entries | {"retries": 2}) == once  # nobody who is not asked tries again
    plan = best(call("test", entries | {"retries": 2}), goal=lambda result: result.verdict.level > 0)
    success, again = once["success"], once["moderate_failure"]
    assert plan.value == success * (1 + again + again**2)
    source = ScriptedSource([3, 3, 6, 5])
    played = play(call("test", entries | {"retries": 1}), source, lambda decision: "try again")
    assert played.outcome.score == 11
    source = ScriptedSource([1, 1])
    assert play(call("test", entries | {"retries": 1}), source, lambda decision: "try again").outcome.score == 2


# --- opposed tests ---------------------------------------------------------------------------------------------------


def test_failure_levels_count_only_beyond_the_opponents_success_levels() -> None:
    # R2.9: -10 against 4 is Serious with 1 + 2 levels; the winner's 4 against -10 is Superior with 1 extra level.
    entries = {"dice": "facet:1d6", "modifier": -11, "against_dice": "facet:1d6"}
    played = run("opposed", "1,4", entries)
    outcome = played.outcome
    assert (outcome.verdict.level, outcome.against.level) == (Level.SERIOUS_FAILURE, Level.SUPERIOR)
    assert (outcome.failures, outcome.against_extra) == (2, 1)
    assert (outcome.lead, outcome.margin) == (-1, -14)
    assert notes(played)[-1] == "failure levels beyond the other side's success levels: 2 and 0 (R2.9)"


def test_whoever_beats_a_score_of_zero_or_less_has_a_superior_success() -> None:
    # G2.6; with `at-least-one` 2 against 0 is twice 1.
    entries = {"dice": "facet:1d6", "against_dice": "facet:1d6", "against_modifier": -6}
    for faces, low in (("2,6", Level.COMPLETE), ("1,6", Level.MODERATE), ("4,1", Level.SUPERIOR)):
        assert run("opposed", faces, entries).outcome.verdict.level is Level.SUPERIOR
        assert run("opposed", faces, entries).outcome.extra == 1
        assert run("opposed", faces, entries, low_opponent="at-least-one").outcome.verdict.level is low
    both = entries | {"modifier": -6}
    assert run("opposed", "2,2", both).outcome.lead == 0
    assert run("opposed", "3,2", both).outcome.verdict.level is Level.SUPERIOR
    assert run("opposed", "3,2", both, low_opponent="at-least-one").outcome.verdict.level is Level.MODERATE
    assert run("opposed", "2,3", both).outcome.verdict.level is Level.SERIOUS_FAILURE
    assert run("opposed", "2,3", both).outcome.against_failures == 0


def test_a_crisis_in_an_opposed_test_brings_levels_to_both_sides() -> None:
    # 1 + 12 against 2 is Superior with 4 extra levels (13 exceeds 3, 4, 5 and 6 times 2), and as many failure levels.
    entries = {"dice": "facet:1d6", "prof_dice": "2d6", "against_dice": "facet:1d6"}
    outcome = run("opposed", "1,6,6,2", entries).outcome
    assert (outcome.lead, outcome.extra, outcome.failures) == (1, 4, 4)
    assert outcome.verdict.also is Level.SERIOUS_FAILURE
    stalemate = run("opposed", "6,1,1,2", entries, crisis="table")
    assert stalemate.outcome.lead == 0
    assert stalemate.outcome.against.level is Level.STALEMATE
    assert notes(stalemate)[-1] == "a Crisis makes it a Stalemate for both"


def test_between_equals_both_are_ahead_equally_often() -> None:
    entries = {"dice": "facet:1d8", "against_dice": "facet:1d8", "proficiencies": 3, "against_proficiencies": 3}
    for reading in ("both", "table"):
        found = answer("opposed", entries, crisis=reading)
        assert found["win"] == found["lose"]
        assert found["crisis"] == found["against_crisis"] == Fraction(1, 18)
        assert found["extra_levels"] == found["against_extra_levels"]
        assert found["failure_levels"] == found["against_failure_levels"]


def test_the_highest_of_several_opponents_counts() -> None:
    entries = {"dice": "facet:1d6", "against_dice": "facet:1d6", "others": "facet:d6,skill:d6 / facet:d8"}
    outcome = run("opposed", "5,3,1,1,7", entries).outcome
    assert (outcome.lead, outcome.margin) == (-1, -2)


# --- pools -----------------------------------------------------------------------------------------------------------

POOLS = {"dice": "facet:1d6,descendant:1d8", "proficiencies": 3, "difficulty": 5}


@pytest.mark.parametrize(
    ("faces", "level", "failures"),
    [
        ("6,6,3,3", Level.SUPERIOR, 0),
        ("6,6,2,3", Level.COMPLETE, 0),
        ("6,5,2,3", Level.MODERATE, 0),
        ("6,4,2,2", Level.MODERATE, 2),  # a pass beside two fails: the fails are failure levels
        ("6,5,2,2", Level.STALEMATE, 0),
        ("5,5,2,3", Level.STALEMATE, 0),
        ("5,5,2,2", Level.MODERATE_FAILURE, 0),
        ("5,4,2,2", Level.COMPLETE_FAILURE, 0),
        ("4,4,2,2", Level.SERIOUS_FAILURE, 1),
    ],
)
def test_pools_that_pass_are_counted(faces: str, level: Level, failures: int) -> None:
    outcome = run("test", faces, POOLS, method="pools").outcome
    assert (outcome.verdict.level, outcome.failures) == (level, failures)
    assert outcome.score == sum(map(int, faces.split(",")))


def test_the_odds_by_pools_are_those_of_every_way_to_land() -> None:
    found = answer("test", POOLS, method="pools")
    levels: Counter[str] = Counter()
    for a, b, c, d in product(range(1, 7), range(1, 9), range(1, 7), range(1, 7)):
        marks = [(score > 5) - (score < 5) for score in (a, b, c + d)]
        passed, failed = marks.count(1), marks.count(-1)
        if (passed, failed) == (1, 1):
            levels["stalemate"] += 1
        elif passed:
            levels[["", "moderate", "complete", "superior"][passed]] += 1
        else:
            levels[["stalemate", "moderate_failure", "complete_failure", "serious_failure"][failed]] += 1
    assert {name: found[name] for name in LEVELS} == {name: Fraction(levels[name], levels.total()) for name in LEVELS}
    assert found["crisis"] == Fraction(1, 18)


def test_a_bought_die_joins_the_pool_that_serves_best() -> None:
    entries = {"dice": "facet:1d6,descendant:1d6,skill:1d6", "difficulty": 4}
    plan = best(call("test", entries, method="pools"), goal=lambda result: result.verdict.level >= 2)
    (decision,) = plan.decisions
    assert set(decision.values) == {"skill:1d6: new pool", "skill:1d6: join Boon", "skill:1d6: join Descendant"}

    def at_least_two(*pools: Sequence[int]) -> Fraction:
        passes = [Fraction(sum(score > 4 for score in pool), len(pool)) for pool in pools]
        ways = product((True, False), repeat=len(pools))
        terms = []
        for way in ways:
            if sum(way) >= 2:
                chance = Fraction(1)
                for passed, p in zip(way, passes, strict=True):
                    chance *= p if passed else 1 - p
                terms.append(chance)
        return sum(terms, Fraction(0))

    die, two = range(1, 7), [a + b for a in range(1, 7) for b in range(1, 7)]
    assert decision.values["skill:1d6: new pool"] == at_least_two(die, die, die)
    assert decision.values["skill:1d6: join Boon"] == at_least_two(die, two)
    assert plan.value == max(decision.values.values())


# --- free and bought dice --------------------------------------------------------------------------------------------


def test_one_boon_die_and_one_descendant_die_are_free_and_the_rest_is_paid() -> None:
    told = facts("test", {"dice": "facet:d6,descendant:d8,skill:1d6+2,talent:2d6@chi", "difficulty": 8})
    assert told["free_dice"] == ["facet:1d6", "descendant:1d8"]
    assert told["bought_dice"] == ["skill:1d6+2@sway", "talent:2d6@chi"]
    assert told["paid"] == "4 Sway + 5 Chi"
    artefact = facts("test", {"dice": "skill:2d6,artefact:3d6", "difficulty": 8})
    assert artefact["free_dice"] == ["skill:2d6", "artefact:3d6"]  # G2.18: even an Artefact
    assert "paid" not in artefact


@pytest.mark.parametrize(
    ("rank", "currency", "allowed"),
    [("grunt", "chi", "mercari or solo"), ("grunt", "yarn", "solo"), ("mercari", "yarn", "solo")],
)
def test_a_rank_pays_only_in_its_own_currencies(rank: str, currency: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        call("test", {"dice": f"facet:d6,skill:d6@{currency}", "difficulty": 8, "rank": rank})
    assert refused.value.field == "rank"
    assert refused.value.value == rank
    assert refused.value.allowed.startswith(allowed)


def test_proficiency_dice_follow_the_being_and_stop_at_four() -> None:
    for being, sides in (("child", 4), ("mortal", 6), ("immortal", 8)):
        assert dice_of(4, T13Rules(), Being(being), monolith=True) == Dice(((4, sides),))
        entries = {"dice": "facet:d6", "difficulty": 8, "being": being, "proficiencies": 9, "monolith": True}
        assert facts("test", entries)["proficiency_dice"] == f"4d{sides}"
        assert warnings("test", entries) == ["9 Proficiencies count as 4 (G2.17)."]


def test_free_proficiency_dice_are_a_house_rule() -> None:
    entries = {"dice": "facet:d6", "difficulty": 8, "prof_dice": "2d6+1d10"}
    assert answer("test", entries, proficiency_dice="free")["crisis"] == Fraction(2, 360)
    with pytest.raises(BadInput, match="house rule proficiency_dice=free"):
        call("test", entries)


# --- what is entered -------------------------------------------------------------------------------------------------

GOOD = {"dice": "facet:d6", "difficulty": 8}


@pytest.mark.parametrize(
    ("entries", "field", "allowed"),
    [
        ({"difficulty": 0}, "difficulty", "from 1"),
        ({"difficulty": "hard"}, "difficulty", "a whole number"),
        ({"dice": ""}, "dice", "at least one"),
        ({"dice": "facet"}, "dice", "KIND:DICE"),
        ({"dice": "sword:d6"}, "dice", "kinds: facet"),
        ({"dice": "facet:d6@gold"}, "dice", "@yarn"),
        ({"dice": "facet:3"}, "dice", "dice such as d6"),
        ({"dice": "facet:d1"}, "dice", "sides"),
        ({"dice": "facet:1000000000d6"}, "dice", "up to 100 dice"),
        ({"dice": "facet:60d6,skill:60d6"}, "dice", "100 dice in all"),
        ({"dice": "facet:d6,annex:d8"}, "dice", "one free annex"),
        ({"dice": "descendant:d6,descendant:d8"}, "dice", "one free descendant"),
        ({"prof_dice": "5d6"}, "prof_dice", "1 to 4 dice"),
        ({"prof_dice": "2d10"}, "prof_dice", "all d4, all d6 or all d8"),
        ({"prof_dice": "2d6", "proficiencies": 3}, "proficiencies", "nothing, since prof_dice is given"),
        ({"proficiencies": 2, "fitting": 3}, "fitting", "at most the number of Proficiencies"),
        ({"rank": "boss"}, "rank", "grunt, mercari, solo"),
        ({"geometry": 3}, "geometry", "numerology"),
        ({"nemesis": 3}, "nemesis", "numerology"),
        ({"colour": "red"}, "colour", "dice"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_does(entries: dict[str, Any], field: str, allowed: str) -> None:
    with pytest.raises(BadInput) as refused:
        call("test", GOOD | entries)
    assert refused.value.field == field
    assert allowed in refused.value.allowed


@pytest.mark.parametrize(
    ("entries", "field"),
    [
        ({"against_dice": ""}, "against_dice"),
        ({"against_dice": "facet:d6", "others": "facet:d6//facet:d6"}, "others"),
        ({"against_dice": "facet:d6", "against_prof_dice": "9d6"}, "against_prof_dice"),
        ({"against_dice": "facet:d6", "against_prof_dice": "2d6", "against_being": "child"}, "against_being"),
        ({"against_dice": "facet:d6,skill:d6@chi", "against_rank": "grunt"}, "against_rank"),
    ],
)
def test_what_does_not_fit_the_opponent_is_refused_too(entries: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        call("opposed", {"dice": "facet:d6"} | entries)
    assert refused.value.field == field


def test_opposed_tests_by_pools_are_refused() -> None:
    with pytest.raises(BadInput, match="method"):
        call("opposed", {"dice": "facet:d6", "against_dice": "facet:d6"}, method="pools")


def test_what_would_take_too_long_is_refused_before_it_starts() -> None:
    with pytest.raises(TooLarge, match="pairs of scores"):
        call("opposed", {"dice": "facet:100d20", "against_dice": "facet:100d20"})


def test_faces_that_run_out_are_asked_for() -> None:
    with pytest.raises(MissingAnswer, match=r"answer 2 .* d8"):
        run("test", "3", {"dice": "facet:d6,descendant:d8", "difficulty": 8})


def test_dice_are_rolled_in_the_order_in_which_they_are_listed_and_proficiency_dice_last() -> None:
    entries = {"dice": "facet:d8,descendant:d6,skill:d8", "prof_dice": "2d4", "difficulty": 8}
    assert run("test", "8,6,7,3,4", entries).outcome.score == 28


def test_unusual_inputs_are_warned_about() -> None:
    assert any("No Boon die" in text for text in warnings("test", {"dice": "trophy:d6", "difficulty": 8}))
    assert any("less than 0" in text for text in warnings("test", {"dice": "facet:d6-3", "difficulty": 8}))
    assert any("cannot be beaten" in text for text in warnings("test", {"dice": "facet:d6", "difficulty": 6}))
    assert any("not halved" in text for text in warnings("test", GOOD | {"proficiencies": 0}))
    assert any(
        "Monolith" in text for text in warnings("test", {"dice": "facet:d6", "difficulty": 3, "prof_dice": "4d8"})
    )
    assert warnings("test", {"dice": "facet:2d6", "difficulty": 8}) == []


def test_dice_are_written_back_as_they_are_read() -> None:
    for text in ("1d6", "2d8+1d4", "1d6+2", "4d2-2"):
        assert str(dice("dice", text)) == text
    declared = SYSTEM.action("test")
    inputs = entered(declared.inputs, {"dice": ["Facet: D6", "real estate:2d8 @ Chi"], "difficulty": "8"})
    assert inputs.model_dump()["dice"] == ("facet:1d6", "real-estate:2d8@chi")


# --- editions, sessions ----------------------------------------------------------------------------------------------


def test_an_edition_fills_in_what_is_not_chosen_by_name() -> None:
    default = entered(T13Rules, {})
    assert default == entered(T13Rules, {"edition": "2013"})
    current = entered(T13Rules, {"edition": "current", "crisis": "both"})
    assert current.crisis == "both"
    for name, reading in EDITIONS["current"].items():
        assert name == "crisis" or getattr(current, name) == reading
        assert getattr(default, name) != reading
    assert current.exact_double == default.exact_double
    with pytest.raises(BadInput, match="edition"):
        entered(T13Rules, {"edition": "1999"})


def test_the_default_of_every_house_rule_is_its_first_reading() -> None:
    for name, field in T13Rules.model_fields.items():
        extra = field.json_schema_extra
        assert isinstance(extra, dict), name
        if "readings" in extra:
            assert field.default == next(iter(extra["readings"]))  # type: ignore[arg-type]


def test_every_gap_with_an_alternative_has_its_house_rule() -> None:
    gaps = {field.gap for field in readings_of(T13Rules).values()}
    numbers = (1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 19, 20, 22, 28)
    assert gaps == {f"G2.{number}" for number in numbers} | {"R2.19", "R2.20", "editions"}


def test_a_saved_test_goes_on_where_it_stood() -> None:
    entries = {"dice": "facet:1d6,descendant:1d6", "difficulty": 8, "retries": 3}
    session = Session(call("test", entries), ScriptedSource([3, 3]))
    assert session.pending is not None
    resumed = Session.resume(json.loads(json.dumps(session.save())), ScriptedSource([6, 6]))
    resumed.answer("try again")
    assert resumed.outcome.score == 12

"""Tests in a row out of one purse, against searches that do without the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from tests.systems.questions import Questions, notes

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import best
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.t13 import SYSTEM
from oddsmith.systems.t13.rules.buying import ways_to_pay

T13 = Questions(SYSTEM)
INVEST = SYSTEM.action("invest")
WORTH = {measure.name: measure.of for measure in INVEST.measures}
EVENTS = {event.name: event.holds for event in INVEST.events}
#: A Facet and a Descendant against 4; a Skill die costs 4 Sway, a Talent of two dice 10 (R2.4).
ENTRIES = {"dice": "facet:d6,descendant:d8", "difficulty": 4, "offers": "skill:1d6+2,talent:2d6", "sway": 14}


@cache
def extra_levels(skills: int, talents: int) -> tuple[tuple[int, Fraction], ...]:
    """R2.7, G2.7: the extra levels of the dice above with so many bought: multiples of 4 from 12 on, exceeded."""
    dice = [range(1, 7), range(1, 9), *[range(3, 9)] * skills, *[range(1, 7)] * (2 * talents)]
    found = Counter(sum(sum(faces) > 4 * m for m in range(3, 30)) for faces in product(*dice))
    return tuple((levels, Fraction(ways, found.total())) for levels, ways in found.items())


def purchases(sway: int) -> list[tuple[int, int]]:
    return [(s, t) for s in range(5) for t in range(3) if 4 * s + 10 * t <= sway]


def most(worth: dict[str, int], levels: int) -> int:
    """The worth of the best effects, one of each entry."""
    return sum(sorted(worth.values(), reverse=True)[:levels])


@pytest.mark.parametrize(
    ("rank", "given", "worth"),
    [
        ("grunt", (), {"sway": 1}),
        ("solo", (), {"sway": 1, "chi": 2, "yarn": 4}),
        ("grunt", ("fear:3", "tone:1", "sway:1"), {"fear": 3, "tone": 1, "sway": 1}),
    ],
)
def test_fourteen_sway_win_the_effects_worth_most(rank: str, given: tuple[str, ...], worth: dict[str, int]) -> None:
    """R2.4, R2.7, R2.16: what is best bought, when each effect is worth what the player says."""
    call = T13.call("invest", {**ENTRIES, "rank": rank, "worth": given}, "worth")
    expected = max(sum(p * most(worth, n) for n, p in extra_levels(*bought)) for bought in purchases(14))
    assert best(call, WORTH["worth"]).value == expected


def test_odds_with_nothing_decided_say_so() -> None:
    """R2.7: effects are a choice, and the first is none; Sway that never grows then says nothing of the game."""
    document = odds_document(question("t13", "invest", {**ENTRIES, "offers": "", "sway": 0, "tests": 2}))
    assert "no die is bought and no effect is taken" in document["policy"]
    assert document["events"]["sway_grows"]["p"] == "0"


@pytest.mark.parametrize("gain", [1, 6])
def test_sway_grows_or_drains_over_tests_in_a_row(gain: int) -> None:
    """R2.7: with one Sway an effect buying dice drains the purse; with six (the Ref says, G2.9) it fills it."""

    @cache
    def left(sway: int, tests: int) -> Fraction:
        if not tests:
            return Fraction(sway)
        return max(
            sum(
                (p * left(sway - 4 * s - 10 * t + gain * (n > 0), tests - 1) for n, p in extra_levels(s, t)), Fraction()
            )
            for s, t in purchases(sway)
            if s + 2 * t <= 4  # more dice than these bring an extra level for sure
        )

    entries = {**ENTRIES, "sway": 9, "tests": 3, "rank": "grunt"}
    solution = best(T13.call("invest", entries, "sway_left", gain=gain), WORTH["sway_left"])
    assert solution.value == left(9, 3)
    assert solution.value > 9
    everything_spent = best(T13.call("invest", entries, "sway_drains", gain=gain), EVENTS["sway_drains"]).value
    assert everything_spent == (1 if gain == 1 else everything_spent) > 0


def test_what_a_test_costs_and_gives_goes_through_the_purse() -> None:
    """By hand: 14 Sway less 4 for a die; 6 + 8 + 8 is 22, five times 4 and more: 3 effects, and a Grunt wants Sway."""
    entries = {**ENTRIES, "rank": "grunt", "tests": 2, "worth": ("sway:1", "fear:1")}
    buying = ("1 skill:1d6+2", "no talent:2d6")
    played = T13.run("invest", [6, 8, 6, 1, 1], entries, *buying, "gain Sway", "cause Fear", "no skill:1d6+2")
    assert notes(played)[-1] == "nothing: the purse holds 11 Sway"
    assert "gain Sway, cause Fear: the purse holds 11 Sway" not in notes(played)
    assert [WORTH[name](played.outcome) for name in ("worth", "sway_left", "successes", "debt")] == [2, 11, 1, 0]


def test_a_crisis_takes_what_is_worth_least() -> None:
    """R2.8, R2.11: a Superior in a Crisis costs failure levels; they take what the player does not want."""
    entries = {"dice": "facet:d6", "prof_dice": "1d6", "difficulty": 2, "sway": 0, "worth": ("sway:1",)}
    scores = [(a + b, b) for a in range(1, 7) for b in range(1, 7)]
    worth = sum(score > 6 for score, _ in scores)  # one Sway for each Superior; Tone is lost for the failure
    assert best(T13.call("invest", entries, "worth"), WORTH["worth"]).value == Fraction(worth, 36)


@pytest.mark.parametrize("worth", ["fear:3", "sway:1", "tone:1,fear:3"])
@pytest.mark.parametrize(("picks", "dice", "taken"), [("ref", "d6-8", 1), ("player", "d6-22", 0)])
def test_points_are_lost_whatever_the_player_wants(worth: str, picks: str, dice: str, taken: int) -> None:
    """R2.8, G2.10, G2.11: d6-8 against 4 is 1 or 2 failure levels, for which the Ref takes Sway (once, G2.8); d6-22 is
    5 or 6 of them, and a player who picks has seven entries that cost no points, and loses none."""
    entries = {"dice": f"facet:{dice}", "difficulty": 4, "sway": 10, "worth": tuple(worth.split(","))}
    solution = best(T13.call("invest", entries, "sway_left", failure_effects=picks), WORTH["sway_left"])
    assert solution.value == 10 - taken


def test_the_ref_takes_what_a_grunt_never_had_and_a_player_who_has_to_does() -> None:
    """R2.8, R2.10, R2.16: failures are not limited by rank. For one level the Ref takes a Yarn, which is worth 2 Chi or
    4 Sway; ten (d6-50 against 4) take each entry of the menu, a Sway, a Chi and a Yarn among them."""
    few = {"dice": "facet:d6-8", "difficulty": 8, "rank": "grunt", "worth": ("fear:3",)}
    many = few | {"dice": "facet:d6-50", "difficulty": 4}
    debt = WORTH["debt"]
    by_ref = best(T13.call("invest", few, "debt", failure_effects="ref"), lambda end: -debt(end))
    assert -by_ref.value == 4
    assert best(T13.call("invest", few, "debt"), lambda end: -debt(end)).value == 0
    assert -best(T13.call("invest", many, "debt"), lambda end: -debt(end)).value == 1 + 2 + 4


@pytest.mark.parametrize("worth", ["fear", "fear:0", "courage:3", "fear:1,fear:2"])
def test_what_nobody_can_want_is_refused(worth: str) -> None:
    with pytest.raises(BadInput, match="worth"):
        T13.call("invest", {**ENTRIES, "worth": tuple(worth.split(","))})


@pytest.mark.parametrize(
    ("purse", "tests", "few"),
    [
        ({"rank": "grunt", "sway": 14}, 10, True),
        ({"rank": "mercari", "sway": 14, "chi": 6}, 10, True),
        ({"rank": "solo", "sway": 14, "chi": 6, "yarn": 2}, 4, True),
        ({"rank": "solo", "sway": 14, "chi": 6, "yarn": 2}, 10, False),
    ],
)
def test_tests_that_would_take_minutes_are_known_before_they_are_begun(
    purse: dict[str, Any], tests: int, few: bool
) -> None:
    about = {"dice": ["facet:d6", "descendant:d8"], "difficulty": 3, "offers": ["skill:d6"], "tests": tests}
    asked = question("t13", "invest", about | purse)
    states = asked.action.states(asked.inputs, asked.rules, frozenset({"worth"}))
    assert (states <= STATE_LIMIT) is few


def test_too_many_tests_are_refused_with_how_many_states_there_are_and_what_is_less() -> None:
    purse = {"rank": "solo", "sway": 14, "chi": 6, "yarn": 2, "tests": 10}
    about = {"dice": ["facet:d6", "descendant:d8"], "difficulty": 3, "offers": ["skill:d6"]}
    with pytest.raises(TooLarge, match=r"This needs about 4,\d\d\d,\d\d\d states") as refused:
        best_document(question("t13", "invest", about | purse), "worth")
    assert refused.value.lighter.startswith("Enter fewer tests; or say in worth what effects are for")


@pytest.mark.parametrize(("action", "goal"), [("buy", "success"), ("invest", "worth")])
def test_a_very_large_purse_is_refused_before_anything_is_listed(action: str, goal: str) -> None:
    inputs = {"dice": "facet:d6,descendant:d8", "difficulty": 8, "offers": "skill:d6,talent:2d6"}
    rich = {"sway": 1000, "chi": 1000, "yarn": 100}
    ways_to_pay.cache_clear()
    with pytest.raises(TooLarge, match="states"):
        best_document(question("t13", action, inputs | rich), goal)
    assert ways_to_pay.cache_info().misses == 0

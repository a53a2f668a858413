"""Tuning against the rules pages, and against all settings looked at one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith import d6, roll, rule
from oddsmith.answers.question import question
from oddsmith.errors import BadInput, TooLarge
from oddsmith.workbench.tuning.aims import Term, read_aim
from oddsmith.workbench.tuning.tune import Tuned, tune

F = Fraction
READINGS = ["as-printed", "fallback3", "bronze-fallback3", "never-worse"]


def values(found: tuple[Tuned, ...]) -> list[dict[str, Any]]:
    return [dict(each.setting.values) for each in found]


def test_rank_six_of_edged_coins_is_repaired_in_one_step() -> None:
    # 4f: 7/8 at rank 6 against 15/16 at rank 5; G4.1: fallback3 125/128, bronze-fallback3 61/64, never-worse 15/16
    tuning = tune(
        "edged-coins",
        "toss",
        goals="success climbs along rank",
        across={"rank": range(-1, 7)},
        rank_six=READINGS,
        most=1,
    )
    assert tuning.now is not None
    assert (tuning.now.missed, tuning.now.shortfall) == (1, F(1, 16))
    (first,) = tuning.found
    assert (first.setting.changed, tuning.tried) == (("rank_six",), 2)
    assert {figure.where["rank"]: figure.value for figure in first.figures if figure.aimed} == {
        -1: F(1, 8), 0: F(1, 4), 1: F(1, 2), 2: F(3, 4), 3: F(13, 16), 4: F(7, 8), 5: F(15, 16), 6: F(125, 128)
    }  # fmt: skip
    moved = {(each.of, each.where["rank"]): (each.now, each.value) for each in first.figures if each.now != each.value}
    assert moved == {("success", 6): (F(7, 8), F(125, 128))}
    assert "fire: down" in {each.of for each in first.elsewhere}  # a fire's damage of 6 and more is tossed as rank 6


def chance_of_at_least(dice: int, least: int) -> Fraction:
    throws = list(product(range(1, 7), repeat=dice))
    return F(sum(sum(throw) >= least for throw in throws), len(throws))


@rule
async def more_than(dice: int, least: int) -> bool:
    total = 0
    for _ in range(dice):
        total += await roll(d6)
    return total >= least


@given(low=st.integers(0, 9), width=st.integers(0, 5))
@settings(max_examples=10, deadline=None)
def test_all_settings_that_meet_a_goal_are_found_and_no_others(low: int, width: int) -> None:
    least, most = F(low, 10), F(low + width, 10)
    goal = f"chance in {least}..{most}"
    expected = [
        {"dice": dice, "least": number}
        for dice, number in product([1, 2, 3], range(1, 19))
        if least <= chance_of_at_least(dice, number) <= most
    ]
    assert (
        values(tune("({dice}d6)>={least}", goals=goal, dice=[1, 2, 3], least=range(1, 19), most=99).found) == expected
    )
    assert values(tune(more_than, goals=goal, dice=[1, 2, 3], least=range(1, 19), most=99).found) == expected


def test_a_goal_holds_in_all_cases() -> None:
    goal = "chance in 10 %..70 %"
    found = values(tune("({dice}d6)>={least}", goals=goal, across={"dice": [2, 3]}, least=range(1, 19), most=99).found)
    assert found == [
        {"least": least}
        for least in range(1, 19)
        if all(F(1, 10) <= chance_of_at_least(dice, least) <= F(7, 10) for dice in (2, 3))
    ]


def test_several_goals_are_met_at_once() -> None:
    goals = ["chance is at least 1/2", "chance at dice=2 is at most 10 %"]
    found = values(tune("({dice}d6)>={least}", goals=goals, dice=[1, 2, 3, 4], least=range(1, 19), most=99).found)
    assert found == [
        {"dice": dice, "least": least}
        for dice, least in product([1, 2, 3, 4], range(1, 19))
        if chance_of_at_least(dice, least) >= F(1, 2) and chance_of_at_least(2, least) <= F(1, 10)
    ]


def test_a_quantity_with_an_input_of_its_own_is_told_and_missed_once() -> None:
    goals = ["success climbs along dots", "success at dots=1 in 40..60 %"]
    tuning = tune("dot", "check", goals=goals, across={"dots": [2, 3, 4]}, modifier=[0, 1])
    assert tuning.now is not None
    assert (tuning.now.missed, tuning.now.shortfall) == (1, F(2, 5) - F(1, 3))
    (found,) = tuning.found  # with a dot more it is 5/9
    assert [(each.where, each.value) for each in found.figures if " at " in each.of] == [({}, F(5, 9))]


def test_the_shortest_change_comes_first() -> None:
    asked = question("dot", "check", {"dots": 4})
    tuning = tune(asked, goals="success in 50..90 %", dots=range(1, 9), most=9)
    # 1 - (2/3)^dots: 5/9 with two dice, 19/27, 65/81, 211/243 with five, and above nine in ten with six
    assert [each.setting.values["dots"] for each in tuning.found] == [4, 3, 5, 2]
    assert [each.setting.size for each in tuning.found] == [0, 1, 1, 2]


def test_what_comes_nearest_is_told_where_nothing_meets_the_goals() -> None:
    tuning = tune("({dice}d6)>={least}", goals="chance in 60..70 %", across={"dice": [1, 3]}, least=range(1, 19))
    misses = {
        least: sum(
            max(F(0), F(6, 10) - chance, chance - F(7, 10)) > 0
            for chance in (chance_of_at_least(1, least), chance_of_at_least(3, least))
        )
        for least in range(1, 19)
    }
    assert tuning.found == ()
    assert tuning.nearest is not None
    assert tuning.nearest.missed == min(misses.values()) == misses[tuning.nearest.setting.values["least"]]


@pytest.mark.parametrize("rank", [0, 1, 2, 4])
def test_the_price_at_which_a_re_toss_is_worth_one_rank(rank: int) -> None:
    # Of failures, so many are tossed again as 1 EC on average pays for, each with the chance of a toss; an effort
    # brings a rank for 1 EC. Both add as much where price = p / (p' - p).
    chances = [F(1, 4), F(1, 2), F(3, 4), F(13, 16), F(7, 8), F(15, 16)]  # 4f
    expected = chances[rank] / (chances[rank + 1] - chances[rank])
    goal = "best success with only re-toss for at most 1 EC equals best success with only effort for at most 1 EC"
    near = range(int(expected) - 1 or 1, int(expected) + 2)
    tuning = tune("edged-coins", "toss", goals=goal, rank=rank, ec=60, re_toss_price=near, most=9)
    assert [each.setting.values["re_toss_price"] for each in tuning.found] == [expected]
    aimed = [figure.value for figure in tuning.found[0].figures if figure.aimed]
    assert aimed == [chances[rank + 1]] * 2


def test_settings_that_are_not_allowed_are_counted() -> None:
    tuning = tune("dot", "check", goals="success is at most 0.4", dots=[-1, 1, 2])
    assert (values(tuning.found), tuning.tried, tuning.refused) == ([{"dots": 1}], 3, 1)
    assert "dots" in tuning.reason


@pytest.mark.parametrize(
    ("goals", "knobs", "said"),
    [
        ("success", {"dots": [1]}, "QUANTITY in 60..70 %"),
        ("success in 7", {"dots": [1]}, "QUANTITY in 60..70 %"),
        ("success in 70..60 %", {"dots": [1]}, "a lower limit first"),
        ("success in 1/0..1", {"dots": [1]}, "division by 0"),
        ("luck in 60..70 %", {"dots": [1]}, "luck"),
        ("success climbs along dots", {"dots": [1, 2]}, "across"),
        ("success at luck=3 in 0..1", {"dots": [1]}, "luck"),
        ([], {"dots": [1]}, "goal must be given"),
        ("success in 0..1", {}, "values"),
        ("success in 0..1", {"luck": [1]}, "luck"),
    ],
)
def test_what_cannot_be_tuned_is_told_with_what_can(goals: Any, knobs: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        tune("dot", "check", goals=goals, **knobs)


def test_a_knob_is_no_case() -> None:
    with pytest.raises(BadInput, match="across"):
        tune("dot", "check", goals="success in 0..1", across={"dots": [1]}, dots=[1, 2])


def test_too_many_settings_are_refused_before_they_are_listed() -> None:
    with pytest.raises(TooLarge, match="settings"):
        tune("{a}d6+{b}", goals="mean in 0..1", a=range(1, 2001), b=range(1, 2001))


def test_goals_are_read_as_they_are_typed() -> None:
    up = read_aim("mean in 7..")
    aim = read_aim("best success, coins worth 1/50 each at ec=5 in 60..70 %")
    assert aim.term == Term("success, coins worth 1/50 each", best=True, at=(("ec", "5"),))
    assert (aim.low, aim.high) == (F(3, 5), F(7, 10))
    assert read_aim("successes >= 3 is at least 40 %").term.quantity == "successes >= 3"
    assert up.low == 7
    assert up.high is None
    assert (read_aim("mean in 0.25..0.5").low, read_aim("mean in 0.25..0.5").high) == (F(1, 4), F(1, 2))

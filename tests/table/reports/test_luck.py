"""Statistics of luck."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb

import pytest
from tests.table.group import Group

from oddsmith.table.commands.rolls import ending
from oddsmith.table.reports.luck import binomial_band, statistics, sum_band


def by_counting(n: int, p: Fraction) -> tuple[int, int]:
    """The band from exact binomial weights."""
    below = Fraction(0)
    low = high = -1
    for k in range(n + 1):
        below += comb(n, k) * p**k * (1 - p) ** (n - k)
        if low < 0 and below > Fraction(1, 40):
            low = k
        if high < 0 and below >= Fraction(39, 40):
            high = k
    return low, high


@pytest.mark.parametrize("n", [1, 2, 10, 37, 200])
@pytest.mark.parametrize("p", [Fraction(1, 6), Fraction(1, 2), Fraction(9, 10)])
def test_bands_are_those_of_exact_weights(n: int, p: Fraction) -> None:
    assert binomial_band(n, float(p)) == by_counting(n, p)
    assert sum_band([float(p)] * n) == by_counting(n, p)


def test_only_seeded_rolls_that_stand_and_are_seen_are_counted(local_group: Group) -> None:
    ada, bob = local_group.host, local_group.join("Bob")
    for _ in range(3):
        ada.roll()
    ada.roll(source="faces", faces=["up", "even"])
    ada.roll(visibility="self")
    ada.do(partial(ending.undo, name="r1", body=ending.Undo()))
    assert statistics(bob.log())["members"]["m1"]["rolls"] == 2
    assert statistics(ada.log())["table"]["rolls"] == 3


def test_expected_events_are_the_exact_odds(local_group: Group) -> None:
    for _ in range(4):
        local_group.host.roll(inputs={"pool": 10})
    told = statistics(local_group.host.log())["table"]
    assert told["events"][0]["expected"]["exact"] == "968/243"  # base 5 succeeds 242 times of 243
    die = told["dice"][0]
    assert {face["face"]: face["expected"]["exact"] for face in die["faces"]} == {
        face: str(Fraction(die["thrown"], 3)) for face in ("up", "even", "down")
    }


def test_events_of_actions_with_decisions_are_left_out(local_group: Group) -> None:
    answer = local_group.host.roll("edged-coins", "toss", {"rank": 1, "ec": 1})
    while answer["events"][-1]["kind"] == "roll.waits":
        body = answer["events"][-1]["body"]
        answer = local_group.host.answer(answer["roll"], body["step"], body["options"][0])
    told = statistics(local_group.host.log())["table"]
    assert (told["rolls"], told["events"]) == (1, [])
    landed = [entry["faces"] for entry in answer["events"][-1]["body"]["trail"] if entry["kind"] == "roll"]
    assert told["dice"][0]["thrown"] == sum(map(len, landed))


def test_faces_with_several_numbers_are_told_as_notation_writes_them(local_group: Group) -> None:
    ada = local_group.host
    inputs = {"notation": "3d{(0,0),(1,0),(1,1)} - d{(0,1),(1,0)}"}
    ada.roll("notation", "roll", inputs)
    ada.roll("notation", "roll", inputs, source="faces", faces=["(1,1)", "(0,0)", "(1,0)", "(0,1)"])
    dice = statistics(ada.log())["table"]["dice"]
    assert [face["face"] for face in dice[0]["faces"]] == ["(0,0)", "(1,0)", "(1,1)"]
    assert sum(face["count"] for face in dice[0]["faces"]) == 3
    assert ada.verifies().mismatches == []

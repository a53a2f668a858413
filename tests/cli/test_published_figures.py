"""Figures of the rules pages, asked for as a user would ask. What is expected stands on those pages or is computed
here.
"""

import json
import math
import time
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tests.cli.conftest import Run


def asked(run: Run, line: str, *more: str) -> dict[str, Any]:
    result = run(f"{line} --json", *more)
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    return document


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # 0f: base 5, so botch 3^-6, failure 2 * 3^-6, success 1 - 3^-5
        ("mod-dot test --pool 10 --difficulty 6", {"success": "242/243", "botch": "1/729", "failure": "2/729"}),
        # 1f: 1 - (2/3)^3
        ("dot check --dots 3", {"success": "19/27", "exceptional": "103/11664"}),
        # 2d6 against 8, by counting the 36 ways
        (
            "t13 test --dice facet:1d6,descendant:1d6 --difficulty 8",
            {"complete_failure": "1/12", "moderate_failure": "1/2", "stalemate": "5/36", "moderate": "5/18"},
        ),
        # 4f: Bronze against Bronze, q p(1) + (1 - q) p(2)
        ("edged-coins toss --rank 2 --opposing-rank 2", {"success": "9/16"}),
    ],
)
def test_a_published_probability_is_what_the_command_prints(run: Run, line: str, expected: dict[str, str]):
    events = asked(run, f"odds {line}")["events"]
    assert {name: events[name]["p"] for name in expected} == expected


def test_the_odds_of_seven_humanity_and_three_beast_dice(run: Run):
    line = "odds humanity-beast action --humanity 7 --beast 3 --difficulty 3 --willpower 5"
    events = asked(run, line)["events"]
    assert events["success"]["float"] == pytest.approx(0.895303936, abs=1e-9)
    assert events["humanity_check"]["float"] == pytest.approx(0.145576112, abs=1e-9)


@pytest.mark.parametrize(("powers", "mean"), [("--attack-power 3", "101/32"), ("--armor-power 2", "11/8")])
def test_mean_armed_damage_depends_on_the_difference_of_powers(run: Run, powers: str, mean: str):
    assert asked(run, f"odds edged-coins damage {powers}")["measures"]["damage"]["mean"]["exact"] == mean


def test_sixty_coins_on_an_iron_toss_are_spent_as_a_dynamic_program_says(run: Run):
    # 4g: one coin may raise the rank once, before the coins land; a failure may be re-tossed for 5 or bought for 10.
    price = Fraction(1, 1000)

    @cache
    def fresh_failure(coins: int, chance: Fraction) -> Fraction:
        worths = [Fraction(0)]
        if coins >= 5:
            worths.append(tossed(coins - 5, chance) - 5 * price)
        if coins >= 10:
            worths.append(1 - 10 * price)
        return max(worths)

    def tossed(coins: int, chance: Fraction) -> Fraction:
        return chance + (1 - chance) * fresh_failure(coins, chance)

    expected = max(tossed(60, Fraction(1, 4)), tossed(59, Fraction(1, 2)) - price)
    document = asked(run, "best edged-coins toss --rank 0 --ec 60 --goal success --price ec-spent=1/1000")
    assert Fraction(document["value"]["exact"]) == expected
    first = document["plan"][0]
    assert (first["choose"], Fraction(first["values"]["effort"]["exact"])) == ("effort", expected)


@pytest.mark.parametrize(
    ("who", "line", "faces", "successes", "botch", "reason"),
    [
        ("Luigi", "--pool 10", "even,up", 6, False, "neither two ups nor two downs"),
        ("Tatiana", "--pool 10", "up,up,up,up,up,down", 10, False, "down ends the run"),
        ("Aziz", "--pool 12", "down,down,down,down,down,down,down,even", -1, True, "ends the run"),
        ("Harold", "--pool 6 --difficulty 8", "up,even", 2, False, "neither two ups nor two downs"),
        ("Tara", "--pool 2 --difficulty 8", "even,even", -1, True, "neither two ups nor two downs"),
    ],
)
def test_a_worked_example_can_be_played_from_its_faces(
    run: Run, who: str, line: str, faces: str, successes: int, botch: bool, reason: str
):
    document = asked(run, f"roll mod-dot test {line}", "--faces", faces)
    assert document["measures"]["successes"] == successes, who
    assert document["events"]["botch"] is botch
    assert any("stops" in entry["text"] and reason in entry["text"] for entry in notes(document))


def test_andarra_rolls_three_dice_of_which_fives_and_sixes_succeed(run: Run):
    document = asked(run, "roll dot check --characteristic 15", "--faces", "2,5,6,4")
    assert document["facts"]["pool"] == 3
    assert document["measures"]["successes"] == 2


def notes(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in document["trail"] if entry["kind"] == "note"]


@pytest.mark.parametrize(
    "line", ["mod-dot test --pool 10", "dot check --dots 3", "edged-coins toss --rank 2 --opposing-rank 2"]
)
def test_a_billion_runs_agree_with_the_odds_and_take_the_time_of_a_thousand(run: Run, line: str):
    odds = asked(run, f"odds {line}")["events"]
    asked(run, f"simulate {line} --runs 10 --seed 1")  # numpy is imported now
    started = time.process_time()
    asked(run, f"simulate {line} --runs 1000 --seed 1")
    thousand = time.process_time() - started
    simulated = asked(run, f"simulate {line} --runs 1000000000 --seed 1")["events"]
    assert time.process_time() - started - thousand < 3 * thousand + 2
    for name, event in simulated.items():
        p = odds[name]["float"]
        assert abs(event["float"] - p) <= 5 * math.sqrt(p * (1 - p) / 10**9), name


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("odds mod-dot test --pool -3", "pool: '-3'"),
        ("odds mod-dot test --pool 10 --difficulty hard", "difficulty: 'hard'"),
        ("odds edged-coins toss --rank 9", "rank: '9'"),
        ("odds dot check --dots 1000000000", "dots: '1000000000'"),
        ("odds dot check --dots 3 --option luck=on", "Unknown house rule 'luck'. There are: rounding,"),
        ("odds dot check --dots 3 --characteristic 15", "characteristic: 15"),
        ("roll mod-dot test --pool 10 --faces up,up", "faces: answer 3 is missing"),
        ("odds t13 test --dice facet:1d6,descendant:1d6,skill:1d6@yarn --rank grunt --difficulty 8", "grunt"),
    ],
)
def test_bad_input_ends_with_2_names_the_field_and_says_what_is_allowed(run: Run, line: str, field: str):
    result = run(line)
    assert (result.exit_code, result.stdout) == (2, "")
    text = " ".join(result.stderr.split())
    assert field in text
    assert any(words in text for words in ("Allowed: ", "Expected: ", "There are: "))

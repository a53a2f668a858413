"""Tuning from the command line: what is typed, what is shown, and what is refused."""

import json

import pytest
from tests.cli.conftest import Run


def test_the_reading_that_repairs_rank_six_is_told_with_what_it_does(run: Run) -> None:
    result = run(
        "tune edged-coins toss --option rank-six=as-printed,bronze-fallback3 --across rank=5,6 --goal",
        "success climbs along rank",
    )
    assert result.exit_code == 0
    assert "goals are missed in 1 place, by 0.0625 in all" in result.stdout
    assert "1. rank-six as-printed -> bronze-fallback3" in result.stdout
    assert "95.31 % (61/64)" in result.stdout


def test_what_had_no_value_before_is_chosen_and_not_changed(run: Run) -> None:
    result = run("tune dot check --dots 1..9 --most 1 --json --goal", "success in 60..75 %")
    (found,) = json.loads(result.stdout)["found"]
    assert found["changes"] == [{"name": "dots", "now": None, "value": 3}]
    assert [figure["value"]["exact"] for figure in found["figures"]] == ["19/27"]


def test_a_notation_is_tuned_and_what_comes_nearest_is_told(run: Run) -> None:
    result = run("tune ({pool}d6)>={target} --along target=1..12 --across pool=1,2 --goal", "chance in 40..50 %")
    assert result.exit_code == 0
    assert "Nothing meets all goals." in result.stdout
    assert "Nearest: target" in result.stdout


def test_the_first_line_is_not_empty(run: Run) -> None:
    assert run("tune dot check --dots 1..9 --goal", "success in 60..75 %").stdout.startswith("1. dots 3")


@pytest.mark.parametrize(
    ("line", "goal", "said"),
    [
        ("tune dot check --dots 3", "success in 0..1", "such as 1..10"),
        ("tune dot check --dots 1..3", "success", "QUANTITY in 60..70 %"),
        ("tune dot check --dots 1..3 --across dots=1", "success in 0..1", "no value elsewhere on the line"),
        ("tune dot check --dots 1..3 --across luck=1", "success in 0..1", "luck"),
        ("tune dot check --dots 1..3 --across skill", "success in 0..1", "NAME=VALUES"),
        ("tune {pool}d6 --along pool=1..3", "success in 0..1", "chance or mean"),
        ("tune {pool}d6 --along pool=1..3", "best mean in 0..1", "chance or mean"),
    ],
)
def test_what_cannot_be_tuned_is_told_with_what_can(run: Run, line: str, goal: str, said: str) -> None:
    result = run(f"{line} --goal", goal)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_a_goal_is_needed(run: Run) -> None:
    assert "goal must be given" in run("tune dot check --dots 1..3").stderr

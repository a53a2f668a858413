"""`oddsmith compare`."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def test_compare_puts_rolls_side_by_side(run: Run):
    result = run("compare", "d6 vs d8")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        """\
    mean    sd  least  5 %  half  95 %  most
d6   3.5  1.71      1    1     3     6     6
d8   4.5  2.29      1    1     4     8     8

d6 against d8
  ahead   31.25 %  ██████▎               5/16
  equal   12.50 %  ██▌                   1/8
  behind  56.25 %  ███████████▎          9/16
d8 is as good or better at every target. Their curves overlap by 75.00 %.

  at least       d6       d8
         2  83.33 %  87.50 %
         3  66.67 %  75.00 %
         4  50.00 %  62.50 %
         5  33.33 %  50.00 %
         6  16.67 %  37.50 %
         7      0 %  25.00 %
         8      0 %  12.50 %
"""
    )


def test_compare_takes_saved_questions(run: Run, tmp_path):
    saved = tmp_path / "cave.json"
    saved.write_text(run("odds lantern search --pool 3 --json").stdout, encoding="utf-8")
    result = run("compare", str(saved), "1d4", "--plot")
    assert result.exit_code == 0
    assert "cave against 1d4" in result.stdout
    assert json.loads(run("compare", str(saved), "1d4", "--json").stdout)["entries"][0]["action"] == "search"


def test_a_roll_is_converted_to_the_version_that_is_most_like_it(run: Run) -> None:
    # 49/54 against 1 - (2/3)^6
    result = run("compare (3d6)<=14 --most 1 --with", "dot check dots=1..10")
    assert result.exit_code == 0
    assert "dots 6  99.52 %" in result.stdout
    result = run("compare 2d6 --json --with", "{pool}d6 pool=1..3")
    (target,) = json.loads(result.stdout)["targets"]
    assert target["matches"][0]["values"] == {"pool": 2}
    assert target["matches"][0]["better"] == "both"


def test_a_number_of_successes_is_converted_by_successes(run: Run) -> None:
    (target,) = json.loads(run("compare 5d10>=7 --json --with", "dot check dots=1..12").stdout)["targets"]
    # A dot succeeds with 1 in 3, and a 6 is thrown again: 1/3 / (1 - 1/6) = 2/5 on average, as a d10 does from 7 on.
    best = target["matches"][0]
    assert (best["values"], best["mean"]["exact"]) == ({"dots": 5}, "2")


@pytest.mark.parametrize(
    ("line", "versions", "said"),
    [
        ("compare 2d6 --with", "dot check", "SYSTEM ACTION NAME=VALUES"),
        ("compare 2d6 --with", "dot dots=1..3", "SYSTEM ACTION NAME=VALUES"),
        ("compare 2d6 --with", "dot check luck=1..3", "Unknown input or house rule 'luck'. There are: dots,"),
        ("compare 2d6 --with", "{a}d6 b=1..3", "values for a"),
        ("compare 2d6 --of success --with", "{a}d6 a=1..3", "a notation has only its total"),
        ("compare 2d6 --of", "success", "only together with --with"),
    ],
)
def test_what_cannot_be_converted_is_told_with_what_can(run: Run, line: str, versions: str, said: str) -> None:
    result = run(line, versions)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


def test_numbers_that_are_too_many_to_list_have_no_share_in_the_table(run: Run) -> None:
    shown = run("compare", "d1000000000000 vs d2").stdout
    assert shown.splitlines()[-1].split() == ["2", "…", "50.00", "%"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{}",
        '{"system": "dot", "action": ["check"]}',
        '{"system": "dot", "action": "check", "inputs": 3}',
    ],
)
def test_a_file_without_questions_is_told_so(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "asked.json"
    file.write_text(text)
    result = run("compare 3d6", str(file))
    assert result.exit_code == 2
    assert "questions" in result.stderr


def test_it_says_what_is_compared_and_that_two_are_alike_only_in_that(run: Run) -> None:
    result = run("compare", "edged-coins toss rank=5", "edged-coins toss rank=6")
    assert result.stdout.startswith("success ")
    result = run("compare", "edged-coins toss rank=5", "edged-coins toss rank=6", "--measure", "ec-spent")
    assert result.stdout.startswith("ec-spent ")
    assert "In this they are alike" in result.stdout
    assert "the same roll" not in result.stdout

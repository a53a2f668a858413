"""Sweeps from the command line: what is typed as several values, what is written, and what is refused."""

import csv
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def rows(output: str) -> list[list[str]]:
    return [line.split() for line in output.splitlines()]


def test_inputs_and_house_rules_may_have_several_values(run: Run) -> None:
    result = run("sweep dot check --characteristic 13 --skill 14,15 --option rounding=floor,ceiling --of success")
    assert result.exit_code == 0
    assert [row[:2] for row in rows(result.stdout)] == [
        ["skill", "rounding"],
        ["14", "floor"],
        ["14", "ceiling"],
        ["15", "floor"],
        ["15", "ceiling"],
    ]


def test_a_list_is_one_value_and_several_have_a_line_between_them(run: Run) -> None:
    result = run("sweep mod-dot test --parts", "dexterity:3,melee:4|dexterity:2", "--of", "base", "--json")
    assert result.exit_code == 0
    # half of 7 and of 2, rounded up
    assert json.loads(result.stdout)["rows"] == [["dexterity:3,melee:4", 4], ["dexterity:2", 1]]


def test_named_numbers_stand_in_a_table_as_numbers(run: Run) -> None:
    result = run("sweep humanity-beast action --humanity 3 --beast 1 --difficulty easy,5 --of success --json")
    assert [row[0] for row in json.loads(result.stdout)["rows"]] == [2, 5]


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".json"])
def test_a_table_is_written_whole_and_nothing_else_is_left(run: Run, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"table{suffix}"
    result = run("sweep dot check --dots 1..6 --of success --quiet --out", str(out))
    assert result.exit_code == 0
    assert f"{out}: 6 rows, of 2 columns" in result.stdout
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    if suffix == ".csv":
        assert list(csv.reader(out.read_text().splitlines()))[:2] == [["dots", "success"], ["1", str(1 / 3)]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sweep dot check --dots 3", "such as --dots 1..10"),
        ("sweep dot check --dots 3..1", "dots: '3..1' is not allowed"),
        ("sweep dot check --dots 1..2 --of luck", "of: 'luck' is not allowed"),
        ("sweep dot check --dots 1..2 --best luck", "goal: 'luck' is not allowed"),
        ("sweep dot check --dots 1..2 --out table.xls", ".parquet, .csv, .json"),
        ("sweep dot check --dots 1..2 --out nowhere/table.csv", "a folder that is there"),
        ("sweep dot check --dots 1..2 --out folder.csv", "this is a folder"),
        ("sweep dot check --dots 1..2 --out beside.csv", "a file that can be written"),
        ("sweep {pool}d6 --along pool=x,y --out x.svg", "an answer in one row or more"),
        ("sweep {pool}d6>={least} --along pool=x --along least=1,2 --out x.svg", "an answer in one row or more"),
        ("sweep {pool}d6 --along pool=x,2 --out x.svg", "answers in two rows or more"),
        ("sweep dot check --dots 1..2 --jobs 2 --scheduler tcp://localhost:1", "not together with --scheduler"),
        ("sweep mod-dot test --pool 4 --willpower 0,1 --option willpower=off,one-success", "the input of that name"),
        ("sweep {pool}d6", "values for pool"),
        ("sweep {pool}d6 --along pool", "NAME=VALUES"),
        ("sweep dot check --dots 1..100000000000", "100,000,000"),
    ],
)
def test_what_cannot_be_swept_is_told_with_what_can(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "beside.csv.parts").touch()
    result = run(line)
    assert result.exit_code in (2, 4)
    assert said in " ".join(result.stderr.split())


def test_a_chart_of_three_inputs_is_refused_before_the_work_with_what_to_do(run: Run, tmp_path: Path) -> None:
    chart = tmp_path / "cave.svg"
    result = run("sweep mod-dot test --pool 1..9 --difficulty 2..9 --option cap=always,continuation --out", str(chart))
    told = " ".join(result.stderr.split())
    assert result.exit_code == 2
    assert "A chart has room for two that take several values, and here are 3: pool, difficulty, cap." in told
    assert told.endswith("Write the table instead: --out table.csv.")
    assert not chart.exists()


def test_a_table_that_is_too_long_for_a_terminal_is_cut_and_says_so(run: Run) -> None:
    result = run("sweep {pool}d6 --along pool=1..100 --quiet --jobs 1")
    assert len(result.stdout.splitlines()) == 62
    assert "40 more rows" in result.stdout

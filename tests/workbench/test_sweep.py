"""Sweeps against numbers worked out by hand, and against the odds of each cell asked alone."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith import d6, roll, rule
from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.odds import odds_document, odds_with_first_option
from oddsmith.answers.question import question
from oddsmith.errors import BadInput, TooLarge
from oddsmith.systems import system
from oddsmith.systems.fields.field import fields_of
from oddsmith.workbench.axes import Axis, axis_of, cell_count, places, spread
from oddsmith.workbench.parts import Parts
from oddsmith.workbench.pictures import sweep_picture
from oddsmith.workbench.runners.runner import Here
from oddsmith.workbench.study import OfAction
from oddsmith.workbench.sweeps import study_of, sweep, swept


@rule
async def more_than(dice: int, least: int) -> bool:
    total = 0
    for _ in range(dice):
        total += await roll(d6)
    return total >= least


def test_the_chance_of_a_dot_check_is_that_of_one_die_in_three() -> None:
    table = sweep("dot", "check", of=["success"], exact=True, dots=range(1, 11))
    assert table.columns == ["dots", "success", "success, exact"]
    for dots, chance, exact in table.rows():
        assert Fraction(exact) == 1 - Fraction(2, 3) ** dots
        assert chance == float(Fraction(exact))


def test_each_cell_is_what_odds_and_best_play_say_of_it() -> None:
    asked = question("edged-coins", "toss", {"rank": 1})
    table = sweep(asked, of=["success"], best=["success"], exact=True, rank=[1, 3], ec=[0, 2])
    assert [row[:2] for row in table.rows()] == [(1, 0), (1, 2), (3, 0), (3, 2)]
    for row in table.iter_rows(named=True):
        alone = question("edged-coins", "toss", {"rank": row["rank"], "ec": row["ec"]})
        assert row["success, exact"] == odds_document(alone)["events"]["success"]["p"]
        played = best_document(alone, "success")
        assert row["best success, exact"] == played["value"]["exact"]
        assert row["first move for success"] == ", ".join(played["opening"])


def test_cells_that_come_to_the_same_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def counted(call: Any, *rest: Any) -> Any:
        asked.append(call)
        return odds_with_first_option(call, *rest)

    monkeypatch.setattr("oddsmith.answers.expected.odds_with_first_option", counted)
    given = {"humanity": 0, "beast": 2, "willpower": range(1, 6), "spend": "none", "difficulty": [1]}

    def answers(of: str) -> set[str]:
        study = study_of("humanity-beast", "action", given, of=(of,), in_full=True)
        cell = study.open()
        return {cell(place)[1] for place in places(study.axes, 0, cell_count(study.axes))}

    assert answers("success") == {"3/4"}  # R3.3: a Beast die fails with 5 faces of ten
    assert len(asked) == 1
    assert len(answers("beast_over_willpower")) == 5  # how much Willpower there is matters to it


@pytest.mark.parametrize("typed", ["iron..silver", "0..Silver", "iron,copper..silver"])
def test_a_range_of_numbers_may_be_typed_by_their_names(typed: str) -> None:
    rank = fields_of(system("edged-coins").action("toss").inputs)["rank"]
    assert axis_of(rank, typed, "input") == Axis("rank", (0, 1, 2, 3))  # R4.1: Iron, Copper, Bronze, Silver
    with pytest.raises(BadInput, match=r"'iron\.\.tin' is not allowed"):
        axis_of(rank, "iron..tin", "input")


def test_a_table_as_json_is_read_back(tmp_path: Path) -> None:
    study = study_of("{dice}d6", None, {"dice": (1, 2)})
    table = swept(study, Parts(None, ""), lambda: Here(study))
    table.write(tmp_path / "t.json")
    assert json.loads((tmp_path / "t.json").read_text(encoding="utf-8")) == table.document()


def test_a_cell_that_hinges_on_the_game_master_says_so_and_shows_no_chance() -> None:
    # G3.8: by default the rules leave the check open. G3.9: with two Humanity dice nobody leaves play either way.
    checks = sweep("humanity-beast", "humanity-check", of=["humanity-lost"], humanity=[2, 3], willpower=3)
    assert [row["humanity-lost"] for row in checks.rows(named=True)] == [None, None]
    assert all("Up to the game master: Humanity is lost" in row["refused"] for row in checks.rows(named=True))
    leaves = sweep("humanity-beast", "humanity-check", of=["end-of-play"], humanity=[2, 3], willpower=3)
    assert leaves["end-of-play"].to_list() == [0, 0]


def test_house_rules_are_swept_as_inputs_are() -> None:
    asked = question("dot", "check", {"characteristic": 13, "skill": 14})
    table = sweep(asked, of=["success"], rounding=["floor", "ceiling"])
    assert table["rounding"].to_list() == ["floor", "ceiling"]


def test_an_event_is_that_of_the_numbers_of_the_book_in_each_cell() -> None:
    cells: dict[str, Any] = {"dots": 2, "reroll": "off", "exceptional": [1, 2, 5]}
    alone = sweep("dot", "check", of=["exceptional"], exact=True, **cells)
    assert alone["exceptional, exact"].to_list() == ["5/9", "1/9", "0"]  # a die succeeds with 2 faces of 6
    beside = sweep("dot", "check", of=["successes", "exceptional"], exact=True, **cells)  # one call for all cells
    assert beside["exceptional, exact"].to_list() == ["5/9", "1/9", "0"]


def test_what_is_exact_alone_is_exact_beside_others() -> None:
    table = sweep("mod-dot", "test", of=["success", "successes"], exact=True, pool=[4, 9])
    assert "unresolved" not in table.columns
    for row in table.iter_rows(named=True):
        alone = odds_document(question("mod-dot", "test", {"pool": row["pool"]}))
        assert row["success, exact"] == alone["events"]["success"]["p"]
        assert row["successes, exact"] == alone["measures"]["successes"]["mean"]["exact"]


def test_an_answer_that_is_called_as_an_axis_has_a_column_of_its_own() -> None:
    table = sweep("dot", "check", of=["exceptional"], dots=2, reroll="off", exceptional=[1, 2])
    assert dict(table.to_dict(as_series=False)) == {"exceptional": [1, 2], "exceptional, answer": [5 / 9, 1 / 9]}
    assert sweep("{mean}d6", mean=[1, 2])["mean, answer"].to_list() == [3.5, 7]


def test_a_chart_has_the_answer_and_not_the_axis_of_its_name() -> None:
    study = study_of("dot", "check", {"dots": 2, "reroll": "off", "exceptional": (1, 2)}, of=("exceptional",))
    assert isinstance(study, OfAction)
    drawn = sweep_picture(study, swept(study, Parts(None, ""), lambda: Here(study))).to_dict()
    (rows,) = drawn["datasets"].values()
    assert [row["number"] for row in rows] == [5 / 9, 1 / 9]


def test_a_quantity_is_asked_once() -> None:
    with pytest.raises(BadInput, match="each once"):
        sweep("dot", "check", of=["success", "success"], dots=[1, 2])


def test_a_call_of_a_rule_and_a_notation_are_swept_alike() -> None:
    of_rule = sweep(more_than, exact=True, dice=[1, 2, 3], least=[4, 10])
    of_notation = sweep("({dice}d6)>={least}", exact=True, dice=[1, 2, 3], least=[4, 10])
    assert of_rule.rows() == of_notation.rows()
    assert of_rule["exact"].to_list() == ["1/2", "0", "11/12", "1/6", "215/216", "5/8"]


def test_a_number_has_its_mean_spread_and_bounds() -> None:
    (row,) = sweep("{dice}d6", dice=[2]).iter_rows(named=True)
    assert row == {"dice": 2, "mean": 7.0, "standard deviation": (35 / 6) ** 0.5, "lowest": 2.0, "highest": 12.0}


def test_a_chance_or_a_mean_of_nothing_has_its_column() -> None:
    assert sweep("({pool}d6)>={target}", pool=[1, 2], target=[50]).rows() == [(1, 50, 0.0), (2, 50, 0.0)]
    (row,) = sweep("d{sides}-d{sides}", sides=[6]).iter_rows(named=True)
    assert row == {"sides": 6, "mean": 0.0, "standard deviation": (35 / 6) ** 0.5, "lowest": -5.0, "highest": 5.0}


def test_a_cell_that_is_refused_fails_alone() -> None:
    table = sweep("dot", "check", of=["success"], dots=[1, -1])
    assert table["success"].to_list() == [1 / 3, None]
    assert table["refused"].to_list()[0] is None
    assert "dots" in table["refused"].to_list()[1]


@pytest.mark.parametrize(
    ("along", "said"),
    [({}, "values"), ({"dots": []}, "values"), ({"luck": [1]}, "luck"), ({"dots": 2}, "values")],
)
def test_names_that_are_not_known_are_told(along: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        sweep("dot", "check", **along)


def test_a_notation_needs_values_for_all_names_in_braces() -> None:
    with pytest.raises(BadInput, match="values for target"):
        sweep("{pool}d6>={target}", pool=[1])
    with pytest.raises(BadInput, match="pool"):
        sweep("3d6", pool=[1])


@given(first=st.integers(-50, 50), count=st.integers(1, 30), step=st.integers(1, 9))
def test_a_range_holds_both_its_ends(first: int, count: int, step: int) -> None:
    last = first + step * (count - 1)
    assert spread("x", f"{first}..{last}..{step}") == [str(first + step * place) for place in range(count)]
    assert spread("x", f"{first}..{last + step - 1}..{step}")[-1] == str(last)


def test_a_range_has_no_division_by_nothing() -> None:
    with pytest.raises(BadInput, match="division by 0"):
        spread("pool", "1/0..2")


@pytest.mark.parametrize("text", ["", "1..", "3..1", "1..5..0", "1..5..-1", "1,,2", "1...5"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="1..10"):
        spread("pool", text)


@pytest.mark.parametrize("last", [1_000_001, 10**12])
def test_a_range_without_end_is_refused_before_it_is_listed(last: int) -> None:
    with pytest.raises(TooLarge, match="values of pool"):
        spread("pool", f"1..{last}")


def test_a_parquet_file_says_what_was_asked(tmp_path: Path) -> None:
    study = study_of("dot", "check", {"dots": (1, 2)}, of=("success",))
    swept(study, Parts(None, ""), lambda: Here(study)).write(tmp_path / "t.parquet")
    about = json.loads(pl.read_parquet_metadata(tmp_path / "t.parquet")["oddsmith"])
    assert about["question"]["action"] == "check"
    assert about["question"]["along"] == [{"input": "dots", "values": [1, 2]}]
    assert about["versions"].keys() == {"oddsmith", "python"}


def test_values_that_polars_has_no_type_for_are_texts(tmp_path: Path) -> None:
    study = study_of("d6>={least}", None, {"least": (1, 10**60)})
    swept(study, Parts(None, ""), lambda: Here(study)).write(tmp_path / "t.parquet")
    table = pl.read_parquet(tmp_path / "t.parquet")
    assert table.select("least", "mean").rows() == [("1", 1.0), (str(10**60), 0.0)]
    assert sweep(more_than, dice=1, least=[2, (3, 4)])["least"].to_list() == ["2", "[3, 4]"]


def test_the_names_of_the_workbench_are_functions_however_they_are_imported():
    script = "import oddsmith.workbench.tuning.tune; from oddsmith.workbench import sweep; print(callable(sweep))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "True\n"

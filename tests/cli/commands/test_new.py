"""`oddsmith new`: what it writes works as it stands."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from oddsmith.cli.app import program
from oddsmith.systems.gallery import gallery


def new(title: str) -> Result:
    return CliRunner().invoke(program, ["new", title])


def test_a_new_game_is_asked_checked_and_tested_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = new("Lanterns in the Fog")
    assert done.exit_code == 0, done.output
    commands = [line.split() for line in done.output.splitlines() if line.startswith("  oddsmith")]
    assert len(commands) == 3
    for command in commands[:2]:
        shown = CliRunner().invoke(program, command[1:])
        assert shown.exit_code == 0, shown.output
        assert "Search" in shown.output
    tested = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_lanterns_in_the_fog.py"]
    run = subprocess.run(tested, capture_output=True, text=True, check=False)
    assert "2 passed" in run.stdout, run.stdout


def test_nothing_is_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_mine.py").write_text("precious")
    done = new("Mine")
    assert done.exit_code == 2
    assert "test_mine.py is" in done.output
    assert (tmp_path / "test_mine.py").read_text() == "precious"
    assert not (tmp_path / "mine.py").exists()


@pytest.mark.parametrize("title", ["", "???", "3 Kings"])
def test_a_name_that_makes_no_file_is_refused(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = new(title)
    assert done.exit_code == 2
    assert "begins with a letter" in done.output


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Dot", "no game which comes with Oddsmith has"),
        ("Mod Dot", "no game which comes with Oddsmith has"),
        ("Class", "as class does"),
        ("Random", "as random does"),
        ("Pytest", "as pytest does"),
        ("Click", "as click does"),
        ("Conftest", "as conftest does"),
        ("New\nline", "a name of one line"),
        ("Mine" * 26, "of at most 100 characters"),
    ],
)
def test_a_name_that_means_something_else_is_refused(
    title: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = new(title)
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ['Mine "quoted"', "Back\\slash", "Dollar $title", 'Three """ quotes', 'Ends "so"'])
def test_any_title_makes_a_file_that_works(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert new(title).exit_code == 0
    (file,) = [path for path in tmp_path.glob("*.py") if not path.name.startswith("test_")]
    shown = CliRunner().invoke(program, ["check", str(file)])
    assert shown.exit_code == 0
    assert shown.output.startswith(f"{title} (")


@pytest.mark.parametrize("like", gallery())
def test_a_copy_comes_with_an_answer_that_is_known(like: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    module = f"our_{like.replace('-', '_')}"
    assert CliRunner().invoke(program, ["new", module.replace("_", " "), "--like", like]).exit_code == 0
    test = tmp_path / f"test_{module}.py"
    tests = runpy.run_path(str(test))
    tests["test_a_known_answer"]()
    assert max(map(len, test.read_text().splitlines())) <= 120
    assert [name for name in tests if name.startswith("test")] == ["test_a_known_answer"]


@pytest.mark.parametrize("like", ["craps", "fate", "liars-dice"])
def test_a_game_of_the_gallery_is_copied_under_another_name(
    like: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(program, ["new", "Our House", "--like", like])
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["our_house.py", "test_our_house.py"]
    lines = [line.split() for line in done.output.splitlines() if line.startswith("  oddsmith")]
    for line in lines[:2]:
        shown = CliRunner().invoke(program, line[1:])
        assert shown.exit_code == 0, shown.output
        assert "Our House (our-house)" in shown.output


def test_a_game_that_the_gallery_has_not_is_refused_with_those_it_has() -> None:
    done = CliRunner().invoke(program, ["new", "Our House", "--like", "chess"])
    assert done.exit_code == 2
    assert "craps" in done.output

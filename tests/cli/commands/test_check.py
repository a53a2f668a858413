"""`oddsmith check`: what an author should look at is found, with where it happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oddsmith.cli.app import program

HEAD = """from dataclasses import dataclass
from typing import Annotated, Literal
from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits
game = Game("Mine")
"""
GAMES = Path(__file__).parents[3] / "src" / "oddsmith" / "gallery"


def checked(tmp_path: Path, body: str) -> tuple[int, list[dict[str, Any]]]:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + body)
    done = CliRunner().invoke(program, ["check", str(file), "--json"])
    return done.exit_code, json.loads(done.output)["actions"][0]["findings"]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.py")), ids=lambda path: path.stem)
def test_games_of_ours_have_no_errors(path: Path) -> None:
    done = CliRunner().invoke(program, ["check", str(path)])
    assert done.exit_code == 0, done.output
    assert "error" not in done.output


def test_an_error_at_one_limit_alone_is_found_with_its_line(tmp_path: Path) -> None:
    body = """@game.action
async def search(dice: Annotated[int, Limits(1, 6)]) -> int:
    face = await roll(d6)
    return ("", "", "", "", "")[: 6 - dice].count("") and [1, 2, 3, 4, 5, 6][face - 1] + 0 * dice
@game.action
async def look(dice: Annotated[int, Limits(0, 6)]) -> int:
    return max(await roll(d6.pool(dice)))
"""
    file = tmp_path / "mine.py"
    file.write_text(HEAD + body)
    done = CliRunner().invoke(program, ["check", str(file), "--json"])
    assert done.exit_code == 1
    look = json.loads(done.output)["actions"][1]
    (found,) = [finding for finding in look["findings"] if finding["kind"] == "error"]
    assert found["at"] == {"dice": 0}
    assert "mine.py, line 12" in found["text"]


@pytest.mark.parametrize(
    ("inputs", "wrong", "at"),
    [
        ("n: Annotated[int, Limits(0, 50)]", "n - 37", {"n": 37}),
        ("n: Annotated[int, Limits(0, 50)] = 9, m: bool = True", "n - 37", {"n": 37, "m": True}),
        ("n: Annotated[int, Limits(1, 100)]", "n - 100", {"n": 100}),
        ("n: Annotated[int, Limits(0, 6)] = 2, m: Annotated[int, Limits(0, 6)] = 2", "n + m", {"n": 0, "m": 0}),
        ("n: Annotated[int, Limits(0, 6)] = 2, m: Annotated[int, Limits(0, 6)] = 2", "n + m - 12", {"n": 6, "m": 6}),
    ],
)
def test_an_error_between_limits_or_where_limits_meet_is_found(
    tmp_path: Path, inputs: str, wrong: str, at: dict[str, object]
) -> None:
    body = f"""@game.action
async def search({inputs}) -> int:
    return await roll(d6) + 10 // ({wrong})
"""
    code, findings = checked(tmp_path, body)
    (found,) = [finding for finding in findings if finding["kind"] == "error"]
    assert (code, found["at"]) == (1, at)
    assert "mine.py, line 8: ZeroDivisionError" in found["text"]


def test_a_number_that_counts_at_one_value_only_is_not_said_to_count_never(tmp_path: Path) -> None:
    body = """@game.action
async def search(night: Annotated[int, Limits(1, 40)]) -> bool:
    return await roll(d6) > 3 + (night == 13)
"""
    assert checked(tmp_path, body) == (0, [])


def test_what_changes_nothing_never_happens_or_always_does_is_found(tmp_path: Path) -> None:
    body = """
@dataclass(frozen=True)
class Result:
    never: bool
    always: bool
    some: bool
@game.action
async def search(dice: Annotated[int, Limits(1, 3)], weather: Literal["fair", "foul"] = "fair") -> Result:
    total = await roll(d6.pool(dice).sum())
    return Result(total > 18, total > 0, total > 6)
"""
    code, findings = checked(tmp_path, body)
    assert code == 0
    assert {(finding["kind"], finding["text"].split()[0]) for finding in findings} == {
        ("no difference", "weather"),
        ("never", "Never"),
        ("always", "Always"),
    }


def test_an_input_that_counts_with_another_is_not_said_to_count_never(tmp_path: Path) -> None:
    body = """@game.action
async def search(bonus: Annotated[int, Limits(0, 2)], helped: bool = False) -> bool:
    return await roll(d6) + (bonus if helped else 0) >= 4
"""
    _, findings = checked(tmp_path, body)
    (found,) = [finding["text"] for finding in findings if finding["kind"] == "no difference"]
    assert found == "bonus changes no odds, with all else as in the example."


def test_a_loop_without_end_is_told_with_its_line_and_the_input(tmp_path: Path) -> None:
    body = """@game.action
async def search(least: Annotated[int, Limits(1, 7)]) -> int:
    seen = ()
    while not seen or seen[-1] < least:
        seen += (await roll(d6),)
    return len(set(seen)) + seen[0]
"""
    code, findings = checked(tmp_path, body)
    assert code == 0
    told = [finding["text"] for finding in findings if finding["kind"] == "too large"]
    assert told
    assert all("line" in text for text in told)


def test_a_word_that_was_not_declared_is_an_error(tmp_path: Path) -> None:
    body = """@game.action
async def search(dice: Annotated[int, Limits(1, 3)]) -> Literal["bad", "good"]:
    return "goood" if await roll(d6) > 3 else "bad"  # type: ignore
"""
    code, findings = checked(tmp_path, body)
    assert code == 1
    (found,) = [finding for finding in findings if finding["kind"] == "error"]
    assert "returns 'goood', which is none of the words good, bad." in found["text"]

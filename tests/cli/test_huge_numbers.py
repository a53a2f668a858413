"""Outcomes with hundreds of digits: exact where a document can hold them, else refused, by every command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result

from oddsmith.cli.app import program

Ask: TypeAlias = Callable[[str], Result]

GAME = '''"""Towers that grow."""
from oddsmith import choose, d6, roll
from oddsmith.games import Game
game = Game("Towers")
@game.action
async def build(zeros: int) -> int:
    """Build, or build again."""
    face = await roll(d6)
    if await choose("player", ("keep", "again")) == "again":
        face = await roll(d6)
    return 10 ** (10 * zeros) * face
'''


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    file = tmp_path / "towers.py"
    file.write_text(GAME)

    def asked(line: str) -> Result:
        return CliRunner().invoke(program, ["--rulebook", str(file), *line.split()], prog_name="oddsmith")

    return asked


def test_outcomes_of_150_digits_are_answered_exactly(ask: Ask) -> None:
    document = json.loads(ask("odds towers build --zeros 15 --json").output)
    total = document["measures"]["total"]
    assert total["mean"]["exact"] == "35" + "0" * 149  # 3.5 times 10^150
    assert total["pmf"][0][0] == 10**150
    # A die's variance is 35/12.
    assert total["sd"] == pytest.approx((35 / 12) ** 0.5 * 1e150)


def test_a_roll_of_400_digits_is_written_in_full(ask: Ask) -> None:
    document = json.loads(ask("roll towers build --zeros 40 --faces 6 --json").output)
    assert document["measures"]["total"] == 6 * 10**400


@pytest.mark.parametrize(
    "line",
    [
        "odds towers build --zeros 20",  # their squares have 400
        "odds towers build --zeros 40",
        "best towers build --zeros 40 --goal total",
        "best towers build --zeros 40 --goal total --fast",
        "simulate towers build --zeros 40 --runs 9",
        "sensitivity towers build --zeros 40 --goal total",
        "roll towers build --zeros 500",
    ],
)
def test_numbers_that_no_answer_can_hold_are_refused_by_their_digits(line: str, ask: Ask) -> None:
    result = ask(line)
    assert result.exit_code == 4
    assert "digits in a number; the limit is " in result.stderr
    assert result.stderr.rstrip().endswith("Use smaller numbers.")


def test_more_ways_than_a_float_holds_are_refused() -> None:
    result = CliRunner().invoke(program, ["odds", "faces(999d999!)"], prog_name="oddsmith")
    assert result.exit_code == 4
    assert "more memory than there is" in " ".join(result.stderr.split())

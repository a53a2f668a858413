"""`oddsmith audit FILE`: what is odd in the numbers of a game whose author declared nothing about them."""

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
from oddsmith.games import Game, Limits, Spent
game = Game("Mine")
@dataclass(frozen=True)
class R:
    won: bool
    luck: Annotated[int, Spent] = 0
"""

#: The rule after that head, and what is found: parts of its text, and its figures.
FOUND: dict[str, tuple[str, tuple[str, ...], dict[str, str]]] = {
    "an input that does not matter": (
        (
            "async def a(dice: Annotated[int, Limits(1, 3)], weather: Literal['fair', 'foul'] = 'fair') -> bool:\n"
            "    return await roll(d6.pool(dice).count(at_least=5)) > 0"
        ),
        ("Weather changes nothing",),
        {},
    ),
    "a house rule that does not matter": (
        (
            "async def a(dice: Annotated[int, Limits(1, 3)], *, sixes: Literal['stay', 'again'] = 'stay') -> bool:\n"
            "    return await roll(d6.pool(dice).count(at_least=5)) > 0"
        ),
        ("The house rule sixes changes nothing",),
        {},
    ),
    "a ladder that turns back": (  # 1 - (2/3)^2 = 5/9 with two dice; with three or four a six is needed
        (
            "async def a(dice: Annotated[int, Limits(1, 4)]) -> bool:\n"
            "    return await roll(d6.pool(dice).count(at_least=5 if dice < 3 else 6)) > 0"
        ),
        ("Success turns back along dice, at 2",),
        {"dice 1": "1/3", "dice 2": "5/9", "dice 3": "91/216"},
    ),
    "a ladder that stands still": (
        (
            "async def a(dice: Annotated[int, Limits(1, 4)]) -> bool:\n"
            "    return await roll(d6.pool(2 if dice == 3 else dice).count(at_least=5)) > 0"
        ),
        ("Success stands still along dice, at 2",),
        {"dice 2": "5/9", "dice 3": "5/9"},
    ),
    "an option that is never better": (
        (
            "async def a(luck: Annotated[int, Limits(0, 2)] = 1) -> R:\n"
            "    won = await roll(d6) > 4\n"
            "    if won or not luck:\n"
            "        return R(won)\n"
            "    took = await choose('you', ('stop', 'roll again', 'roll a little'))\n"
            "    if took == 'stop':\n"
            "        return R(False)\n"
            "    return R(await roll(d6) > (3 if took == 'roll again' else 4), 1)"
        ),
        ("In a, you never has a reason for 'roll a little' where 'roll again' can be had",),
        {},
    ),
    "a choice that never comes up": (
        (
            "async def a(luck: Annotated[int, Limits(0, 2)] = 1) -> R:\n"
            "    won = await roll(d6) > 4\n"
            "    if luck > 5 and await choose('you', ('stop', 'again')) == 'again':\n"
            "        won = await roll(d6) > 4\n"
            "    return R(won)"
        ),
        ("line 13: the choice of 'stop', 'again' never comes up",),
        {},
    ),
}


def audited(tmp_path: Path, rule: str) -> list[dict[str, Any]]:
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@game.action\n{rule}\n")
    done = CliRunner().invoke(program, ["audit", str(file), "--json"])
    assert done.exit_code == 0, done.output
    findings: list[dict[str, Any]] = json.loads(done.output)["findings"]
    return findings


@pytest.mark.parametrize("case", FOUND)
def test_what_is_odd_is_found_and_nothing_else(case: str, tmp_path: Path) -> None:
    rule, parts, figures = FOUND[case]
    (found,) = audited(tmp_path, rule)
    assert all(part in found["text"] for part in parts), found
    assert {name: value["exact"] if isinstance(value, dict) else value for name, value in found["figures"].items()} == (
        figures
    )


def test_a_plain_game_has_nothing_odd(tmp_path: Path) -> None:
    rule = "async def a(dice: Annotated[int, Limits(1, 5)]) -> bool:\n    return await roll(d6.pool(dice).sum()) > 6"
    assert audited(tmp_path, rule) == []


def test_an_audit_takes_the_name_of_a_game_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@game.action\n{FOUND['an input that does not matter'][0]}\n")
    done = CliRunner().invoke(program, ["--rulebook", str(file), "audit", "mine"])
    assert "Mine: 1 odd thing in its numbers" in done.output
    assert "Weather changes nothing" in " ".join(done.output.split())

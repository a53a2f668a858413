"""What is too large in a rulebook is said to whoever wrote its rules, with the rule's place and the remedy."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

RULEBOOK = '''"""Mine: a game for tests."""

from dataclasses import dataclass

from oddsmith import choose, d6, roll
from oddsmith.games import Game

game = Game("Mine")


@dataclass(frozen=True)
class Score:
    hits: int


@game.action
async def forever(dice: int = 3) -> Score:
    """Roll till all faces were seen; the one in the middle counts."""
    seen = ()
    while len(set(seen)) < 6:
        seen += (await roll(d6),)
    return Score(seen[len(seen) // 2])


@game.action
async def push(dice: int = 3) -> Score:
    """Push your luck for ever."""
    n = 0
    while await choose("player", ("push", "stop")) == "push":
        n += 1
    return Score(n)
'''


GROWING_LIST = (
    "and seen is a new value in each. Keep only what is read later (a number of things instead of a list of them, "
    "or the last few), or cap the numbers in it."
)


@pytest.mark.parametrize(
    ("line", "place", "remedy"),
    [
        ("odds mine forever", "forever (line 21): ", GROWING_LIST),
        ("best mine forever --goal hits", "forever (line 21): ", GROWING_LIST),
        ("odds mine push --limit 50", "push (line 25): one way", "Let its loop end"),
    ],
)
def test_a_rulebook_that_grows_without_end_is_told_where_and_what_to_do(
    tmp_path: Path, line: str, place: str, remedy: str
) -> None:
    book = tmp_path / "mine.py"
    book.write_text(RULEBOOK, encoding="utf-8")
    command = [sys.executable, "-m", "oddsmith", "--rulebook", str(book), *line.split()]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60)
    told = " ".join(answer.stderr.split())
    assert answer.returncode == 4
    assert re.search(rf"mine\.py, line \d+: Most are of rule {re.escape(place)}", told)
    assert remedy in told
    assert str(tmp_path) not in told

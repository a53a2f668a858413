"""What rolls, runs and solutions say of themselves, at a prompt and in a notebook."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from oddsmith.dice import ScriptedSource, parse
from oddsmith.rules import best, choose, note, play, roll, rule


@rule
async def pushed(stake: int) -> int:
    """Two dice, and a third for who is brave."""
    total: int = await roll(parse("2d6"))
    if await choose("player", ("stop", "push <on>")) == "push <on>":
        await note("brave")
        total += await extra(stake)
    return total


@rule
async def extra(stake: int) -> int:
    """A die of its own."""
    face: int = await roll(parse("1d6"))
    return face - stake


@pytest.mark.parametrize(
    ("notation", "faces", "told"),
    [
        ("4d6kh3+2", [6, 2, 5, 4], "4d6kh3+2: [6 (2) 5 4] = 17"),
        ("3d6>=5", [6, 2, 5], "3d6>=5: [6+ 2 5+] = 2"),
        ("1d6!", [6, 3], "1d6!: [6! 3] = 9"),
        ("2d6+1d8", [3, 4, 5], "2d6+1d8: [3 4] [5] = 12"),
        ("1d20+5>=15", [9], "1d20+5>=15: [9] = no"),
        ("2+3", [], "2+3 = 5"),
    ],
)
def test_a_roll_shows_each_die(notation, faces, told):
    assert str(parse(notation).roll(ScriptedSource(faces))) == told


def test_a_run_prints_as_its_story():
    run = play(pushed(2), ScriptedSource([3, 4, 6]), lambda decision: "push <on>")
    assert str(run).splitlines() == [
        "pushed(stake=2)",
        "  2d6: [3 4] = 7",
        "  player: push <on>",
        "  brave",
        "  extra(stake=2)",
        "    1d6: [6] = 6",
        "outcome: 11",
    ]
    told = texts(run._repr_html_())
    assert [*told[:-2], "".join(told[-2:])] == [line.strip() for line in str(run).splitlines()]


def test_a_plan_is_a_table_in_a_notebook():
    solution = best(pushed(2))
    told = texts(solution._repr_html_())
    lines = str(solution).splitlines()
    assert f"{told[0]}{told[1]}" == lines[0] == "worth 17/2 (8.5)"
    assert "push <on>" in told
    for line in lines[2:]:
        match = re.fullmatch(r"  (.*): (.*)  \((.*)\)", line)
        assert match
        situation, option, ignoring = match.groups()
        place = told.index(situation)
        assert told[place + 1 : place + 3] == [option, ignoring]


def texts(written: str) -> list[str]:
    """The texts of a piece of HTML, in order; every element that is opened is closed."""
    found: list[str] = []
    opened: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            opened.append(tag)

        def handle_endtag(self, tag):
            assert opened.pop() == tag

        def handle_data(self, data):
            found.append(data)

    Reader().feed(written)
    assert not opened
    return found

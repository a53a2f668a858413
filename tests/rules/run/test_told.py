"""What rolls, runs and solutions say of themselves, at a prompt and in a notebook."""

from __future__ import annotations

import pickle
import re
from html.parser import HTMLParser

import pytest

from oddsmith.dice import ScriptedSource, SeededSource, SystemSource, d, parse
from oddsmith.rules import (
    Prospects,
    Sensitivity,
    Session,
    Simulation,
    best,
    choose,
    explain,
    explore,
    note,
    play,
    roll,
    rule,
    simulate,
)


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


def test_a_session_prints_as_its_story_so_far_and_what_is_asked():
    session = Session(pushed(2), ScriptedSource([3, 4, 6]))
    so_far = ["pushed(stake=2)", "  2d6: [3 4] = 7", "player: stop or push <on>?"]
    assert str(session).splitlines() == so_far
    assert repr(session) == "<Session of pushed(stake=2): player: stop or push <on>?>"
    assert texts(session._repr_html_()) == [line.strip() for line in so_far]
    session.answer("push <on>")
    run = play(pushed(2), ScriptedSource([3, 4, 6]), lambda decision: "push <on>")
    assert (str(session), session._repr_html_()) == (str(run), run._repr_html_())
    assert repr(session) == "<Session of pushed(stake=2): outcome: 11>"


def test_what_is_read_off_a_plan_and_where_faces_come_from_say_what_they_are():
    solution = best(pushed(2))
    goals = {"total": None, "double": lambda total: 2 * total}
    assert repr(Prospects(solution, goals)) == "<Prospects of total, double>"
    # Two dice come to 7 on average; the third, 3.5 less a stake of 2, adds 1.5.
    assert repr(Sensitivity(solution, None)) == "<Sensitivity of 17/2>"
    seeded, scripted = SeededSource("a secret"), ScriptedSource([3, "H"])
    seeded.below(256), scripted.face(d(6))  # one byte is one of 256 numbers
    assert [repr(seeded), repr(scripted), repr(SystemSource())] == [
        "<SeededSource after 1 byte>",
        "<ScriptedSource with H>",
        "<SystemSource>",
    ]


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


def test_a_run_and_its_trail_are_a_line_at_a_prompt():
    run = play(pushed(2), ScriptedSource([3, 4, 6]), lambda decision: "push <on>")
    assert repr(run) == "<Run of pushed(stake=2): 11>"
    assert repr(run.trail) == (
        "<Trail: pushed(stake=2); 2d6: [3 4] = 7; player: push <on>; brave; extra(stake=2); 1d6: [6] = 6>"
    )
    assert repr(run.trail[1]) == "<2d6: [3 4] = 7>"
    assert str(run.trail).splitlines() == str(run).splitlines()[:-1]
    assert texts(run.trail._repr_html_()) == [line.strip() for line in str(run.trail).splitlines()]
    assert run.trail == tuple(run.trail)
    assert pickle.loads(pickle.dumps(run)) == run


def test_a_policy_says_what_to_take_when():
    plan = best(pushed(2)).policy
    # A third die adds 3.5 - 2 whatever the first two show.
    assert repr(plan) == "<Plan for 11 decisions>"
    assert str(plan) == "player, at pushed:\n  always: push <on>"
    assert texts(plan._repr_html_()) == ["who", "situation", "plan", "player, at pushed", "always", "push <on>"]


def test_a_policy_that_tells_situations_apart_names_them():
    plan = best(once_more()).policy
    # Another die is worth 3.5.
    assert str(plan).splitlines() == ["player, at once_more:", "  face 1 to 3: again", "  face 4 to 6: keep"]
    advice = best(once_more()).decisions[0]
    assert repr(advice) == "<Advice: player, at once_more, face 1: again (ignoring it costs 2.5 here, 0.4167 in all)>"


def test_a_policy_of_many_decisions_tells_the_first():
    plan = best(many(40)).policy
    lines = str(plan).splitlines()
    assert len(lines) == 14
    assert lines[-1] == "and 28 more decisions"


def test_counts_graphs_and_explanations_are_short_at_a_prompt():
    counted = simulate(once_more(), 1_000, best(once_more()).policy, seed=1)
    assert eval(repr(counted), {"Simulation": Simulation}) == counted
    assert repr(simulate(many(40), 1_000, best(many(40)).policy, seed=1)) == "<Simulation of 1,000 runs: 40 outcomes>"
    first, *rows = str(counted).splitlines()
    assert first == "1,000 runs"
    assert [int(row.split()[0]) for row in rows] == [1, 2, 3, 4, 5, 6]
    assert [int(row.split()[2]) for row in rows] == [counted.counts[face] for face in range(1, 7)]
    assert texts(counted._repr_html_())[1:4] == ["outcome", "share", "runs"]
    assert "1,000 runs" in texts(counted._repr_html_())
    # The start, a decision for each face, the roll after each, which all share, and the six faces it may end with.
    assert re.fullmatch(r"<Graph: \d+ nodes, 6 decisions, 6 ends>", repr(explore(once_more())))
    explanation = explain(once_more())
    assert "".join(texts(explanation._repr_html_())) == str(explanation)


@rule
async def once_more() -> int:
    face: int = await roll(parse("1d6"))
    return await roll(parse("1d6")) if await choose("player", ("keep", "again")) == "again" else face


@rule
async def many(sides: int) -> int:
    """Every face has options of its own, so that no two decisions are one line."""
    face = await roll(d(sides))
    return face + await choose("player", (0, face))


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

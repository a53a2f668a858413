"""What `oddsmith check` finds in rulebooks that are wrong where reading them does not show it: each with its place."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from oddsmith.cli.app import program
from oddsmith.systems import endless

HEAD = """import random, time
from dataclasses import dataclass
from typing import Annotated, Literal
from oddsmith import choose, d6, roll, rule
from oddsmith.games import Game, Limits
game = Game("Mine")
@dataclass(frozen=True)
class R:
    won: bool
"""

#: What is wrong: the rulebook after its head of nine lines, the kind of finding, and what is said of it, in parts.
FOUND = {
    "an endless loop": (
        "@game.action\nasync def a(n: Annotated[int, Limits(1, 2)]) -> int:\n    while n: pass\n    return 1",
        "error",
        ("mine.py, line 12", "ran on for 0.5 seconds", "In a(n="),
    ),
    "an endless loop at one face": (
        (
            "@game.action\nasync def a() -> int:\n    face, n = await roll(d6), 0\n    while face == 3: n += 1\n"
            "    return 1"
        ),
        "error",
        ("mine.py, line 13", "ran on", "In a(), when roll(d6) came to 3."),
    ),
    "an endless loop in a helper": (
        (
            "def spin() -> int:\n    n = 0\n    while True: n += 1\n"
            "@game.action\nasync def a() -> int:\n    return await roll(d6) + spin()"
        ),
        "error",
        ("mine.py, line 12", "ran on"),
    ),
    "an endless loop in an event": (
        (
            "@game.action\nasync def a() -> R:\n    return R(await roll(d6) > 3)\n"
            "@game.event\ndef odd(r: R) -> bool:\n    while True: pass"
        ),
        "error",
        ("mine.py, line 15", "ran on"),
    ),
    "an endless loop of rolls": (
        "@game.action\nasync def a() -> int:\n    while True:\n        face = await roll(d6)\n    return face",
        "error",
        ("mine.py, line 13", "never ends", "a way out"),
    ),
    "a rule that awaits itself": (
        (
            "@rule\nasync def b(n: int) -> int:\n    return await b(n + 1)\n@game.action\n"
            "async def a() -> int:\n    return await b(0)"
        ),
        "error",
        ("mine.py, line 10", "awaits itself without end"),
    ),
    "a clock": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6) + time.perf_counter_ns() % 1000",
        "error",
        ("mine.py, line 12", "goes by a clock, `time.perf_counter_ns()`", "pure function"),
    ),
    "randomness of its own": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6) + random.randrange(1000)",
        "error",
        ("mine.py, line 12", "not rolled, `random.randrange()`", "pure function"),
    ),
    "a memory": (
        "seen = []\n@game.action\nasync def a() -> int:\n    seen.append(await roll(d6))\n    return len(seen)",
        "error",
        ("mine.py, line 13", "changes what outlives it, `seen`", "pure function"),
    ),
    "a memory that shows in no answer": (
        "seen = {}\n@game.action\nasync def a() -> int:\n    seen[1] = 1\n    return await roll(d6) + len(seen)",
        "error",
        ("mine.py, line 13", "changes what outlives it, `seen`"),
    ),
    "a slow clock": (
        (
            "from time import time as now\n@game.action\n"
            "async def a() -> bool:\n    return await roll(d6) > now() // 10**9"
        ),
        "error",
        ("mine.py, line 13", "goes by a clock, `now()`"),
    ),
    "a memory of a helper": (
        (
            "seen = []\ndef more() -> int:\n    seen.append(1)\n    return len(seen)\n"
            "@game.action\nasync def a() -> int:\n    return await roll(d6) + more()"
        ),
        "error",
        ("mine.py, line 12", "changes what outlives it, `seen`", "pure function"),
    ),
    "a hash": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6) + hash('abc') % 6",
        "error",
        ("mine.py, line 12", "another number each time the program runs, `hash()`", "pure function"),
    ),
    "an identity": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6) + id(d6) % 7",
        "error",
        ("mine.py, line 12", "`id()`"),
    ),
    "the order of a set": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6) + len(list({'a', 'bb'})[0])",
        "error",
        ("mine.py, line 12", "the order of a set", "`{'a', 'bb'}`: sort it"),
    ),
    "the order of a set with a name": (
        (
            "@game.action\nasync def a() -> int:\n    words = {'a', 'bb'}\n    for word in words:\n"
            "        return await roll(d6) + len(word)\n    return 0"
        ),
        "error",
        ("mine.py, line 13", "the order of a set", "`words`: sort it"),
    ),
    "options in the order of a set": (
        "@game.action\nasync def a() -> int:\n    return len(await choose('player', tuple({'a', 'bb'})))",
        "error",
        ("mine.py, line 12", "the order of a set"),
    ),
    "the process": (
        "import os\n@game.action\nasync def a() -> int:\n    return await roll(d6) + os.getpid() % 6",
        "error",
        ("mine.py, line 13", "outside of it, `os.getpid()`"),
    ),
    "the environment": (
        "import os\n@game.action\nasync def a() -> int:\n    return await roll(d6) + ('N' in os.environ)",
        "error",
        ("mine.py, line 13", "outside of it, `os.environ`"),
    ),
    "a file": (
        "@game.action\nasync def a() -> int:\n    open('/dev/null').close()\n    return await roll(d6)",
        "error",
        ("mine.py, line 12", "outside of it, `open()`"),
    ),
    "a question at the terminal": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6) + int(input('n?'))",
        "error",
        ("mine.py, line 12", "input() asks whoever", "await choose("),
    ),
    "chance in an event": (
        (
            "@game.action\nasync def a() -> R:\n    return R(await roll(d6) > 3)\n"
            "@game.event\ndef odd(r: R) -> bool:\n    return r.won and random.random() > 0.5"
        ),
        "error",
        ("mine.py, line 15", "not rolled, `random.random()`"),
    ),
    "chance in a helper of a measure": (
        (
            "def luck() -> int:\n    return random.randrange(6)\n"
            "@game.action\nasync def a() -> R:\n    return R(await roll(d6) > 3)\n"
            "@game.measure\ndef odd(r: R) -> int:\n    return r.won + luck()"
        ),
        "error",
        ("mine.py, line 11", "not rolled, `random.randrange()`"),
    ),
    "a memory of a helper that shows in no answer": (
        (
            "seen = {}\ndef more() -> int:\n    seen[1] = 1\n    return 0\n"
            "@game.action\nasync def a() -> int:\n    return await roll(d6) + more()"
        ),
        "error",
        ("mine.py, line 12", "changes what outlives it, `seen`"),
    ),
    "a counter": (
        "import itertools\nrounds = itertools.count()\n@game.action\nasync def a() -> int:\n    return next(rounds)",
        "error",
        ("mine.py, line 14", "changes what outlives it, `rounds`"),
    ),
    "a memory of a class": (
        "class K:\n    n = 0\n@game.action\nasync def a() -> int:\n    K.n += await roll(d6)\n    return K.n",
        "error",
        ("mine.py, line 14", "changes what outlives it, `K`"),
    ),
    "a memory of a default": (
        (
            "def more(seen=[]) -> int:\n    seen.append(1)\n    return 0\n"
            "@game.action\nasync def a() -> int:\n    return await roll(d6) + more()"
        ),
        "error",
        ("mine.py, line 11", "changes what outlives it, `seen`"),
    ),
    "a decision of nobody": (
        "@game.action\nasync def a() -> int:\n    return 1 if await choose('plyer', ('stop', 'go')) == 'go' else 2",
        "error",
        ("mine.py, line 10", "'plyer' decides", "Did you mean 'player'?"),
    ),
    "a loop of decisions": (
        (
            "@game.action\nasync def a() -> int:\n    while await choose('player', ('go', 'stop')) == 'go':\n"
            "        pass\n    return await roll(d6)"
        ),
        "error",
        ("mine.py, line 12", "without end"),
    ),
    "a missing await": (
        "@game.action\nasync def a() -> int:\n    face = roll(d6)\n    return 1 if face > 3 else 0",
        "error",
        ("mine.py, line 13", "not awaited", "Write `await`"),
    ),
    "a library that is awaited": (
        "import asyncio\n@game.action\nasync def a() -> int:\n    await asyncio.sleep(0)\n    return await roll(d6)",
        "error",
        ("mine.py, line 13", "cannot be awaited", "in `await asyncio.sleep(0)`"),
    ),
    "a roll that nobody awaits": (
        "@game.action\nasync def a() -> int:\n    roll(d6)\n    return 1",
        "error",
        ("mine.py, line 12", "never awaited"),
    ),
    "an error behind an option": (
        (
            "@game.action\nasync def a() -> int:\n    if await choose('player', ('stop', 'go')) == 'go':\n"
            "        return [][0]\n    return 1"
        ),
        "error",
        ("mine.py, line 13", "IndexError", "when choose('player', ('stop', 'go')) came to 'go'"),
    ),
    "an error behind an option at one limit": (
        (
            "@game.action\nasync def a(n: Annotated[int, Limits(1, 3)]) -> int:\n"
            "    if await choose('player', ('stop', 'go')) == 'go':\n        return [1, 2][n - 1]\n    return n"
        ),
        "error",
        ("mine.py, line 13", "IndexError", "when choose('player', ('stop', 'go')) came to 'go'"),
    ),
    "an error at one face": (
        "@game.action\nasync def a() -> int:\n    return [1, 2, 3, 4, 5][await roll(d6) - 1]",
        "error",
        ("mine.py, line 12", "IndexError", "when roll(d6) came to 6"),
    ),
    "dice that cannot be": (
        (
            "@game.action\nasync def a(n: Annotated[int, Limits(0, 3)]) -> int:\n"
            "    return await roll(d6.pool(n - 1).sum())"
        ),
        "error",
        ("mine.py, line 12", "In a(n=0)"),
    ),
    "no return at some faces": (
        "@game.action\nasync def a() -> R:\n    match await roll(d6) > 3:\n        case True: return R(True)",
        "error",
        ("mine.py, line 10", "returns None", "won", "For example a(); d6: [", "end with `return`"),
    ),
    "a number for a yes/no": (
        "@game.action\nasync def a() -> bool:\n    return await roll(d6)",
        "error",
        ("mine.py, line 10", "success must be a yes/no"),
    ),
    "half numbers": (
        "@game.action\nasync def a() -> int:\n    return (await roll(d6)) / 2",
        "error",
        ("mine.py, line 10", "total must be a whole number"),
    ),
    "words that do not sum": (
        "@game.action\nasync def a() -> Literal['low', 'high']:\n    return 'hihg' if await roll(d6) > 3 else 'low'",
        "error",
        ("mine.py, line 10", "returns 'hihg', which is none of the words high, low. For example a(); d6"),
    ),
    "a word of a part that is none": (
        (
            "@dataclass(frozen=True)\nclass W:\n    how: Literal['low', 'high']\n@game.action\n"
            "async def a() -> W:\n    return W('hihg' if await roll(d6) > 3 else 'low')"
        ),
        "error",
        ("mine.py, line 13", "returns W(how='hihg'), and 'hihg', which is none of the words"),
    ),
    "an answer that is no option": (
        "@game.action\nasync def a() -> int:\n    return 1 if await choose('player', ('stop', 'go')) == 'gone' else 2",
        "error",
        ("mine.py, line 12", "'gone' is none of the options, 'stop', 'go'"),
    ),
    "an answer with a name that is no option": (
        (
            "@game.action\nasync def a() -> int:\n    took = await choose('player', ('stop', 'go'))\n"
            "    if took == 'stop':\n        return 1\n    return 2 if took == 'gone' else 3"
        ),
        "error",
        ("mine.py, line 15", "'gone' is none of the options, 'stop', 'go'"),
    ),
    "a choice that never comes up": (
        (
            "@game.action\nasync def a(n: Annotated[int, Limits(1, 3)]) -> int:\n    face = await roll(d6)\n"
            "    if n > 5 and await choose('player', ('stop', 'go')) == 'go':\n        return 10\n    return face"
        ),
        "never",
        ("mine.py, line 13", "the choice of 'stop', 'go' never comes up"),
    ),
    "one of two choices that never comes up": (
        (
            "@game.action\nasync def a(n: Annotated[int, Limits(1, 3)]) -> int:\n"
            "    if n > 5 and await choose('player', {'stop': 1, 'go': 2}) == 2:\n        return 9\n"
            "    if await choose('player', {'stop': 1, 'leave': 2}) == 2:\n        return 10\n    return await roll(d6)"
        ),
        "never",
        ("mine.py, line 12", "the choice of 'stop', 'go' never comes up"),
    ),
    "an option that never comes up": (
        (
            "@game.action\nasync def a(n: Annotated[int, Limits(1, 3)]) -> int:\n"
            "    took = await choose('player', ('stop',) + (('go',) if n > 5 else ('wait',)))\n    return len(took)"
        ),
        "never",
        ("mine.py, line 12", "the option 'go' never comes up"),
    ),
    "calls that grow": (
        (
            "@rule\nasync def b(n: int) -> int:\n    return b(n + 1) if await roll(d6) else n\n"
            "@game.action\nasync def a() -> int:\n    return b(0)"
        ),
        "too large",
        ("line 10", "n is a new value in each", "Keep running totals out of arguments"),
    ),
    "lists that grow": (
        (
            "@game.action\nasync def a() -> int:\n    seen = ()\n    for _ in range(14):\n"
            "        seen += (await roll(d6),)\n    return len(set(zip(seen, seen[1:])))"
        ),
        "too large",
        ("line 14", "seen takes", "keep only what is read later"),
    ),
}


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless, "SECONDS", 0.5)


def checked(tmp_path: Path, body: str) -> dict[str, Any]:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + body)
    done = CliRunner().invoke(program, ["check", str(file), "--json"])
    document: dict[str, Any] = json.loads(done.output)
    assert done.exit_code == (1 if document["wrong"] else 0)
    return document


def tells(text: str, part: str) -> bool:
    """Tell whether a text has a part, of which a line is that very line."""
    return re.search(re.escape(part) + (r"(?!\d)" if part.startswith("mine.py") else ""), text) is not None


@pytest.mark.parametrize("case", FOUND)
def test_it_is_found_with_its_place_and_an_error_alone(case: str, tmp_path: Path) -> None:
    body, kind, parts = FOUND[case]
    findings = checked(tmp_path, body)["actions"][0]["findings"]
    told = [found["text"] for found in findings if found["kind"] == kind]
    assert any(all(tells(text, part) for part in parts) for text in told), findings
    if kind == "error":
        assert [found["kind"] for found in findings] == ["error"], findings


def test_what_another_option_shows_neither_always_nor_never_happens(tmp_path: Path) -> None:
    body = """@game.action
async def a() -> R:
    what = await choose("player", ("a", "b"))
    return R(what == "a")
@game.event
def lost(r: R) -> bool:
    return not r.won
@game.event
def over(r: R) -> bool:
    return True
"""
    findings = checked(tmp_path, body)["actions"][0]["findings"]
    assert [(each["kind"], each["text"]) for each in findings] == [("always", "Over (over) always happens.")]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("example='--nothing 3'", "example, 'a --nothing 3': Unknown input 'nothing'. There are: n."),
        ("aiming='most gold'", "aiming, 'most gold': "),
    ],
)
def test_an_example_and_a_goal_that_cannot_be_asked_are_errors(said: str, told: str, tmp_path: Path) -> None:
    body = f"@game.action({said})\nasync def a(n: int = 3) -> R:\n    return R(await roll(d6) > n)\n"
    (found,) = checked(tmp_path, body)["actions"][0]["findings"]
    assert found["kind"] == "error"
    assert told in found["text"]


def test_an_error_at_every_value_is_told_once(tmp_path: Path) -> None:
    body = (
        "@rule\nasync def sub(n: int) -> int:\n    return n + await roll(d6)\n"
        "@game.action\nasync def a(n: Annotated[int, Limits(1, 6)] = 2) -> bool:\n    return sub(n) > 6"
    )
    (found,) = checked(tmp_path, body)["actions"][0]["findings"]
    assert "sub(n=2) is compared with 6, but not awaited" in found["text"]


def test_a_file_that_never_comes_to_its_end_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from oddsmith.systems import registry

    monkeypatch.setattr(registry, "_LOADING", 0.5)
    file = tmp_path / "mine.py"
    file.write_text(HEAD + "while True:\n    pass")
    began = time.monotonic()
    done = CliRunner().invoke(program, ["check", str(file)])
    assert done.exit_code == 1
    assert "mine.py, line 10: ran on" in " ".join(done.output.split())
    assert time.monotonic() - began < 30


def test_odds_end_such_a_loop_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(HEAD + FOUND["an endless loop at one face"][0])
    done = CliRunner().invoke(program, ["--rulebook", str(file), "odds", "mine", "a"])
    assert done.exit_code == 1
    assert "when roll(d6) came to 3" in " ".join(done.output.split())


SLIPS = {
    "a clock": (
        "    if time.time() < 0:\n        return 0\n    return await roll(d6)",
        "mine.py, line 12: goes by",
    ),
    "an option with a slip": (
        "    if await choose('player', ('stop', 'go')) == 'goo':\n        return 0\n    return await roll(d6)",
        "mine.py, line 12: 'goo' is none of the options, 'stop', 'go'.",
    ),
    "none": ("    return await roll(d6)", ""),
}


@pytest.mark.parametrize("command", ["odds", "roll", "best", "simulate"])
@pytest.mark.parametrize("case", SLIPS)
def test_an_answer_tells_of_slips_that_it_does_not_show(case: str, command: str, tmp_path: Path) -> None:
    body, told = SLIPS[case]
    file = tmp_path / "mine.py"
    file.write_text(f"{HEAD}@game.action\nasync def a() -> int:\n{body}")
    more = {"best": ["--goal", "total"], "simulate": ["--runs", "9"], "roll": ["--seed", "x"]}.get(command, [])
    done = CliRunner().invoke(program, [command, str(file), "a", *more])
    assert done.exit_code == 0
    stderr = " ".join(done.stderr.split())
    assert stderr.startswith(f"warning: {told}" if told else "")
    warnings = json.loads(CliRunner().invoke(program, [command, str(file), "a", *more, "--json"]).stdout)["warnings"]
    assert len(warnings) == bool(told)
    assert all(warning.startswith(told) for warning in warnings)
    assert bool(done.stderr) == bool(told)

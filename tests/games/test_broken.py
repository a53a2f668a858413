"""Rulebooks that cannot be used: each is one message with file, line and remedy, on the command line too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from oddsmith.cli.app import program
from oddsmith.rules.compile import programs

HEAD = """
from dataclasses import dataclass
from typing import Annotated, Literal
from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits
game = Game("Broken")
"""

#: What is wrong, the rulebook after its head of six lines, the line at fault, what is said, and the remedy.
BROKEN = {
    "syntax": ("@game.action\nasync def a(dice: int) -> bool\n    return True", 8, "expected ':'", "no Python"),
    "import": ("from nowhere import nothing", 7, "No module named 'nowhere'", "Install what it needs"),
    "name": ("print(nothing_there)", 7, "name 'nothing_there' is not defined", "define or import it"),
    "no action": ("", 6, "has no action", "@game.action"),
    "two games": ("other = Game('Other')", 7, "it has several games", "once"),
    "no outcome": ("@game.action\nasync def a(dice: int):\n    return True", 7, "nothing of its outcome", "-> bool"),
    "no type": ("@game.action\nasync def a(dice) -> bool:\n    return True", 7, "'dice' has no type", "Annotated"),
    "odd type": ("@game.action\nasync def a(dice: float) -> bool:\n    return True", 7, "cannot be entered", "Use int"),
    "not async": ("@game.action\ndef a(dice: int) -> bool:\n    return True", 7, "not an async function", "async def"),
    "stars": (
        "@game.action\nasync def a(*dice: int) -> bool:\n    return True",
        7,
        "'dice' is not an ordinary",
        "tuple",
    ),
    "outcome": (
        "@game.action\nasync def a() -> str:\n    return 'x'",
        7,
        "its outcome, str, is nothing",
        "frozen dataclass",
    ),
    "field": (
        "@dataclass(frozen=True)\nclass R:\n    faces: list\n@game.action\nasync def a() -> R:\n    return R([])",
        10,
        "'faces' of its outcome",
        "leave out",
    ),
    "not frozen": (
        "@dataclass\nclass R:\n    won: bool\n@game.action\nasync def a() -> R:\n    return R(True)",
        10,
        "R can change",
        "frozen=True",
    ),
    "no default": (
        "@game.action\nasync def a(*, most: int) -> bool:\n    return True",
        7,
        "house rule 'most' has no default",
        "most: ... =",
    ),
    "two defaults": (
        (
            "@game.action\nasync def a(*, n: int = 1) -> bool:\n    return True\n"
            "@game.action\nasync def b(*, n: int = 2) -> bool:\n    return True"
        ),
        10,
        "house rule 'n' differs",
        "everywhere",
    ),
    "leading": (
        "@game.action(leading='nothing')\nasync def a() -> bool:\n    return True",
        7,
        "leading='nothing'",
        "Allowed: success",
    ),
    "twice": (
        (
            "@dataclass(frozen=True)\nclass R:\n    won: bool\n@game.action\nasync def a() -> R:\n    return R(True)\n"
            "@game.event\ndef won(r: R) -> bool:\n    return r.won"
        ),
        10,
        "'won' is said twice",
        "another name",
    ),
    "outcome or none": (
        "@dataclass(frozen=True)\nclass R:\n    won: bool\n@game.action\nasync def a() -> R | None:\n    return None",
        10,
        "is nothing of which odds can be asked",
        "frozen dataclass",
    ),
    "asks": (
        "@game.action(asks=('lost',))\nasync def a() -> bool:\n    return True",
        7,
        "asks='lost' is nothing of its outcome",
        "Allowed: success",
    ),
    "apart": (
        "@game.action(apart=(frozenset({'lost'}),))\nasync def a() -> bool:\n    return True",
        7,
        "apart='lost' is nothing of its outcome",
        "Allowed: success",
    ),
    "ruled": (
        (
            "from oddsmith.games import Ruled\n@dataclass(frozen=True)\nclass D:\n    most: Annotated[int, Ruled]\n"
            "@game.action\nasync def a(dice: D) -> bool:\n    return True"
        ),
        11,
        "'most' is `Ruled` and no house rule",
        "there are none",
    ),
    "nothing": (
        "@dataclass(frozen=True)\nclass R:\n    w: bool | None\n@game.action\nasync def a() -> R:\n    return R(None)",
        10,
        "field 'w' of its outcome",
        "leave out",
    ),
    "needs": (
        (
            "@game.action\nasync def a(n: int) -> int:\n    return n\n"
            "@game.event(needs='m')\ndef one(outcome: int) -> bool:\n    return outcome == 1"
        ),
        7,
        "event 'one' needs 'm', which is no input",
        "Allowed: n",
    ),
    "off no input": (
        (
            "from oddsmith.games import Number\n@game.action\n"
            "async def a(n: int) -> Annotated[int, Number('harm', off='hp')]:\n    return n"
        ),
        8,
        "is about 'hp', which is no input",
        "Name one of its inputs: n",
    ),
    "or which number": (
        (
            "from oddsmith.games import Call\n@dataclass(frozen=True)\nclass R:\n    won: int\n"
            "@game.action\nasync def a() -> int | R:\n    return 1"
        ),
        11,
        "not plain which of its fields",
        "per_gain=1",
    ),
    "not in all outcomes": (
        (
            "@dataclass(frozen=True)\nclass R:\n    won: bool\n@dataclass(frozen=True)\nclass S:\n    lost: bool\n"
            "@game.action\nasync def a() -> R | S:\n    return R(True)"
        ),
        13,
        "field 'won' is not in all outcomes",
        "Mark it `Unasked`",
    ),
    "no return": ("@game.action\nasync def a() -> bool:\n    await roll(d6)", 7, "never returns", "End it with"),
    "no return at some faces": (
        "@game.action\nasync def a() -> bool:\n    face = await roll(d6)\n    if face > 3:\n        return True",
        10,
        "may come to its end here without an outcome",
        "every way",
    ),
    "a loop that may end": (
        "@game.action\nasync def a(n: int) -> bool:\n    while n:\n        if await roll(d6):\n            return 1",
        9,
        "may come to its end here",
        "every way",
    ),
    "return of nothing": (
        "@game.action\nasync def a() -> bool:\n    if await roll(d6) > 3:\n        return\n    return True",
        10,
        "may come to its end here",
        "every way",
    ),
    "default": (
        "@game.action\nasync def a(dice: Annotated[int, Limits(1, 10)] = 50) -> bool:\n    return True",
        7,
        "the default of 'dice' is 50",
        "1 to 10",
    ),
    "no number within limits": (
        "@game.action\nasync def a(dice: Annotated[int, Limits(9, 1)]) -> bool:\n    return True",
        7,
        "the limits of 'dice' leave no number",
        "Limits(1, 9)",
    ),
    "an event of nothing": (
        (
            "@dataclass(frozen=True)\nclass R:\n    won: bool\n@game.action\nasync def a() -> R:\n    return R(True)\n"
            "@game.event\ndef odd(total: int) -> bool:\n    return total % 2 == 1"
        ),
        13,
        "odd (",
        "Let it take one of: R.",
    ),
    "same name": (
        (
            "@game.action\nasync def a() -> bool:\n    return True\n"
            "@game.action\nasync def a() -> bool:\n    return False"
        ),
        7,
        "is an action twice",
        "another name",
    ),
    "unknown keyword": (
        "@game.action(titel='A')\nasync def a() -> bool:\n    return True",
        7,
        "@game.action has no 'titel'",
        "title",
    ),
    "unknown keyword of an event": (
        "@game.event(titel='A')\ndef b(hit: bool) -> bool:\n    return hit",
        7,
        "@game.event has no 'titel'",
        "implied_by",
    ),
    "no name": ("game = Game('!!!')", 7, "cannot be called ''", "name=..."),
    "name of other letters": ("game = Game('Mine', name='a b/c')", 7, "cannot be called 'a b/c'", "small letters"),
    "against a number": (
        "@game.action\nasync def a(against: int = 3) -> bool:\n    return True",
        7,
        "'against' means something else",
        "`against_`",
    ),
    "name of a model": (
        "@game.action\nasync def a(copy: int) -> bool:\n    return True",
        7,
        "'copy' means something else",
        "`copy_`, which is entered as copy",
    ),
    "name with _": ("@game.action\nasync def a(_n: int) -> bool:\n    return True", 7, "'_n' begins with _", "letter"),
    "name of an option": (
        "@game.action\nasync def a(limit: int) -> bool:\n    return True",
        7,
        "'limit' is an option of commands, --limit",
        "another name",
    ),
    "default of another type": (
        "@game.action\nasync def a(dice: int = '3') -> bool:\n    return True",
        7,
        "the default of 'dice' is '3'",
        "Allowed: int",
    ),
    "yes for a number": (
        "@game.action\nasync def a(dice: int = True) -> bool:\n    return True",
        7,
        "the default of 'dice' is True",
        "Allowed: int",
    ),
    "number for a yes": (
        "@game.action\nasync def a(x: bool = 3) -> bool:\n    return True",
        7,
        "the default of 'x' is 3",
        "Allowed: bool",
    ),
    "list for a number": (
        "@game.action\nasync def a(dice: int = [3]) -> bool:\n    return True",
        7,
        "the default of 'dice' is [3]",
        "Allowed: int",
    ),
    "default of no word": (
        "@game.action\nasync def a(how: Literal['easy', 'hard'] = 'esay') -> bool:\n    return True",
        7,
        "the default of 'how' is 'esay'",
        "'easy', 'hard'",
    ),
    "limits of text": (
        "@game.action\nasync def a(dice: Annotated[int, Limits('0', 9)]) -> bool:\n    return True",
        7,
        "the limits of 'dice' have '0'",
        "whole numbers",
    ),
    "one input twice": (
        (
            "@dataclass(frozen=True)\nclass F:\n    n: int\n"
            "@game.action\nasync def a(x: F, y: F) -> bool:\n    return True"
        ),
        10,
        "has two inputs called 'n'",
        "`Opponent()`",
    ),
    "an input of a class and by itself": (
        (
            "@dataclass(frozen=True)\nclass F:\n    n: int\n"
            "@game.action\nasync def a(x: F, n: int) -> bool:\n    return True"
        ),
        10,
        "has two inputs called 'n'",
        "another name",
    ),
    "two opponents": (
        (
            "from oddsmith.games import Opponent\n@dataclass(frozen=True)\nclass F:\n    n: int\n@game.action\n"
            "async def a(x: Annotated[F, Opponent()], y: Annotated[F, Opponent()]) -> bool:\n    return True"
        ),
        11,
        "has two opponents",
        "one class",
    ),
    "an opponent of no class": (
        (
            "from oddsmith.games import Opponent\n"
            "@game.action\nasync def a(n: Annotated[int, Opponent()]) -> bool:\n    return True"
        ),
        8,
        "'n' is an `Opponent` and of no class",
        "frozen dataclass",
    ),
    "a house rule of a class": (
        (
            "@dataclass(frozen=True)\nclass F:\n    n: int = 3\n"
            "@game.action\nasync def a(*, f: F = F()) -> bool:\n    return True"
        ),
        10,
        "house rule 'f' is of a class",
        "HouseRules",
    ),
    "a yes that is paid": (
        (
            "from oddsmith.games import Spent\n@dataclass(frozen=True)\nclass R:\n    x: Annotated[bool, Spent('x')]\n"
            "@game.action\nasync def a() -> R:\n    return R(True)"
        ),
        11,
        "'x' of its outcome is `Spent` and something else",
        "at an int",
    ),
    "a number that is paid and more": (
        (
            "from oddsmith.games import Number, Spent\n@dataclass(frozen=True)\nclass R:\n"
            "    x: Annotated[int, Spent('x'), Number('x', one='x')]\n"
            "@game.action\nasync def a() -> R:\n    return R(1)"
        ),
        11,
        "'x' of its outcome is `Spent` and something else",
        "`Spent` alone",
    ),
    "the name of notation": ("game = Game('Notation')", 7, "cannot be called notation", "name=..."),
    "given no input": (
        (
            "from oddsmith.games import Entered\n@game.action\n"
            "async def a(n: Annotated[int, Entered(given={'nope': ('x',)})]) -> bool:\n    return True"
        ),
        8,
        "given: 'nope' is no input",
        "Allowed: n",
    ),
    "under no house rule": (
        (
            "from oddsmith.games import Entered\n@game.action\n"
            "async def a(n: Annotated[int, Entered(under={'nope': ('x',)})], *, wild: bool = False) -> bool:\n"
            "    return True"
        ),
        8,
        "under: 'nope' is no house rule",
        "Allowed: wild",
    ),
    "under no value": (
        (
            "@game.action\nasync def a(n: int, *, wild: bool = False) -> int:\n    return n\n"
            "@game.measure(under={'wild': ('on',)})\ndef more(n: int) -> int:\n    return n"
        ),
        7,
        "under: 'on' is no value of the house rule wild",
        "Allowed: yes, no",
    ),
    "implied by nothing": (
        (
            "@game.action\nasync def a(n: int) -> int:\n    return n\n"
            "@game.event(implied_by=('nothing',))\ndef more(n: int) -> bool:\n    return n > 1"
        ),
        7,
        "more: implied_by='nothing' is nothing of its outcome",
        "Allowed: total, more",
    ),
    "a house rule that is entered": (
        (
            "from oddsmith.games import Entered\n@game.action\n"
            "async def a(n: int, *, most: Annotated[int, Entered(title='Most')] = 5) -> bool:\n    return True"
        ),
        8,
        "house rule 'most' says how it is entered",
        "HouseRules",
    ),
    "a tour of no action": (
        (
            "from oddsmith.games import Tour\ngame = Game('Toured', tour=Tour('b', {}, str))\n"
            "@game.action\nasync def a() -> bool:\n    return True"
        ),
        8,
        "its tour is of 'b', which is no action",
        "Allowed: a",
    ),
    "limit by a name": (
        (
            "from oddsmith.games import HouseRules, book_number\n"
            "class Rules(HouseRules):\n    most: int = book_number('R1', 'dice at most', 5, low=1, high=9)\n"
            "@game.action\n"
            "async def a(dice: Annotated[int, Limits(1, lambda rules: mostt(rules))], rules: Rules) -> bool:\n"
            "    return True"
        ),
        10,
        "NameError: name 'mostt' is not defined",
        "It was given Rules(most=5)",
    ),
    "name in a class": (
        (
            "@dataclass(frozen=True)\nclass Side:\n    dice: 'Annotated[int, Limits(1, most)]'\n"
            "@game.action\nasync def a(side: Side) -> bool:\n    return True"
        ),
        10,
        "an annotation of Side names 'most', which is not there",
        "Import it at the top",
    ),
    "number last": (
        "from oddsmith.games import book_number\nMOST = book_number('R1', 5, 'dice at most', low=1, high=9)",
        8,
        "the number, which 'dice at most' is not",
        "mend that line",
    ),
    "exit": ("raise SystemExit(3)", 7, "SystemExit: 3", "stops there"),
    "key": ("TABLE = {1: 2}[3]", 7, "KeyError: 3", "3 is no key of `{1: 2}`"),
    "built in": ("game = Game('Dot')\n@game.action\nasync def a() -> bool:\n    return True", 7, "called dot", "name="),
    "an error of its own": ("class E(BaseException): pass\nraise E('x')", 8, "E: x.", "stops there"),
    "an error whose text fails": (
        "class E(Exception):\n    def __str__(self): raise RuntimeError('no')\nraise E",
        9,
        "E: its text cannot be read",
        "stops there",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_rulebook_is_one_message(case: str, tmp_path: Path) -> None:
    body, line, said, remedy = BROKEN[case]
    file = tmp_path / "broken.py"
    file.write_text(HEAD + dedent(body))
    done = CliRunner().invoke(program, ["--rulebook", str(file), "systems"])
    assert done.exit_code == 1, done.output
    told = " ".join(done.output.split())
    assert "Traceback" not in told
    assert said in told
    assert remedy in told
    assert re.search(rf"broken\.py, line {line}\b", told), told


#: A rule whose outcome is a class, of which functions say more: nine lines.
OF_HITS = (
    "@dataclass(frozen=True)\nclass R:\n    hits: int\n"
    "@game.action\nasync def a() -> R:\n    return R(await roll(d6))\n"
)

#: The same for what shows only when an action is asked: the action, the line, what is said, and the remedy.
ASKED = {
    "missing await": (
        "@game.action\nasync def a() -> bool:\n    face = roll(d6)\n    return face > 3",
        10,
        "await",
        "Write `await`",
    ),
    "index error": (
        "@game.action\nasync def a() -> int:\n    face = await roll(d6)\n    return [1, 2, 3, 4, 5][face - 1]",
        10,
        "list index out of range. In a(), when roll(d6) came to 6.",
        "`[1, 2, 3, 4, 5]` has the places 0 to 4, and not `face - 1`, 5: add it, or say what holds then.",
    ),
    "index error in one expression": (
        "@game.action\nasync def a() -> int:\n    return [1, 2, 3, 4, 5][await roll(d6) - 1]",
        9,
        "list index out of range. In a(), when roll(d6) came to 6.",
        "`[1, 2, 3, 4, 5]` has the places 0 to 4, and not `await roll(d6) - 1`: add it",
    ),
    "key error": (
        "TABLE = {1: 2}\n@game.action\nasync def a() -> int:\n    face = await roll(d6)\n    return TABLE[face]",
        11,
        "KeyError: 6. In a(), when roll(d6) came to 6.",
        "`face`, 6, is no key of `TABLE`: add it",
    ),
    "division by zero": (
        "@game.action\nasync def a(n: int = 3) -> int:\n    return 6 // (n - 3) + await roll(d6)",
        9,
        "ZeroDivisionError",
        "`n - 3` is 0 there: say what holds then.",
    ),
    "an error at one face": (
        (
            "@game.action\nasync def a() -> int:\n    face = await roll(d6)\n"
            "    if face == 6:\n        raise ValueError('six')\n    return face"
        ),
        11,
        "ValueError: six. In a(), when roll(d6) came to 6.",
        "Some faces or choices lead there",
    ),
    "an error before any roll": (
        "@game.action\nasync def a(n: int = 3) -> int:\n    return len(n) + await roll(d6)",
        9,
        "TypeError: object of type 'int' has no len()",
        "It fails before anything is rolled or chosen",
    ),
    "a keyword with a slip": (
        "@game.action\nasync def a() -> int:\n    return await roll(d6.pool(3).count(at_leat=5))",
        9,
        "unexpected keyword argument 'at_leat'",
        "Did you mean 'at_least'?",
    ),
    "a library that is awaited": (
        "import asyncio\n@game.action\nasync def a() -> int:\n    await asyncio.sleep(1)\n    return await roll(d6)",
        10,
        "RuntimeError",
        "A rule awaits rolls, choices, notes and rules, and no other library.",
    ),
    "no options": (
        "@game.action\nasync def a() -> int:\n    return await choose('player', ())",
        9,
        "at least one option",
        "Ask only where there is something to choose.",
    ),
    "one option twice": (
        "@game.action\nasync def a() -> int:\n    return await choose('player', (1, 1))",
        9,
        "no repeats",
        "Name each option once.",
    ),
    "a roll of a text": (
        "@game.action\nasync def a() -> int:\n    return await roll('3d6')",
        9,
        "roll() takes a dice expression, not '3d6'",
        "Write roll(parse(...)) of notation.",
    ),
    "a roll of a number": (
        "@game.action\nasync def a() -> int:\n    return await roll(6)",
        9,
        "roll() takes a dice expression, not 6",
        "Write dice: roll(d6), or roll(d6.pool(3)).",
    ),
    "a sum of rolls one by one": (
        "@game.action\nasync def a() -> int:\n    return sum(await roll(d6) for _ in range(3))",
        9,
        "'async_generator' object is not iterable",
        "Write a list, `[await ... for ...]`",
    ),
    "chance that is not rolled": (
        (
            "import random\n@game.action\nasync def a() -> int:\n"
            "    n = random.randrange(10**9)\n    return n + await roll(d6) + await roll(d6)"
        ),
        10,
        "goes by chance that is not rolled, `random.randrange()`",
        "pure function",
    ),
    "a question at the terminal": (
        "@game.action\nasync def a() -> int:\n    return int(input('n?'))",
        9,
        "input() asks whoever sits at the terminal",
        "Let a parameter say it",
    ),
    "an error of its own": (
        "class E(BaseException): pass\n@game.action\nasync def a() -> int:\n    raise E('x')\n    return 1",
        10,
        "E: x.",
        "before anything is rolled",
    ),
    "an error of its own in an event": (
        OF_HITS
        + "class E(BaseException): pass\n@game.event\ndef great(r: R) -> bool:\n"
        + "    if r.hits > 5: raise E('x')\n    return True",
        16,
        "E: x. a() came to R(hits=6).",
        "Let the function say something of every outcome",
    ),
    "a wrong name in an event": (
        OF_HITS + "@game.event\ndef great(r: R) -> bool:\n    return r.hit >= 3",
        13,
        "'R' object has no attribute 'hit'",
        "Did you mean 'hits'?",
    ),
    "a wrong name in one of several events": (
        OF_HITS
        + "@game.event\ndef fine(r: R) -> bool:\n    return r.hits >= 3\n"
        + "@game.event\ndef great(r: R) -> bool:\n    return not r.hit",
        16,
        "'R' object has no attribute 'hit'",
        "Did you mean 'hits'?",
    ),
    "an event that fails": (
        OF_HITS + "@game.event\ndef great(r: R) -> bool:\n    return 1 / (r.hits - 3) > 0",
        15,
        "division by zero. a() came to R(hits=3).",
        "`r.hits - 3` is 0 there",
    ),
    "a measure that fails": (
        OF_HITS + "@game.measure\ndef great(r: R) -> int:\n    return [1, 2, 3][r.hits]",
        15,
        "list index out of range. a() came to R(hits=",
        "`[1, 2, 3]` has the places 0 to 2, and not `r.hits`, ",
    ),
    "an event that is a number": (
        OF_HITS + "@game.event\ndef great(r: R) -> bool:\n    return r.hits",
        13,
        "great must be a yes/no, and is",
        "Return True or False, such as a comparison.",
    ),
    "half a number": (
        "@game.action\nasync def a() -> int:\n    return (await roll(d6)) / 2",
        7,
        "total must be a whole number, and is 0.5.",
        "Divide with `//`",
    ),
    "half a number in a class": (
        OF_HITS.replace("await roll(d6)", "(await roll(d6)) / 2"),
        10,
        "hits must be a whole number, and is 0.5.",
        "Divide with `//`",
    ),
    "nothing for a yes": (
        "@game.action\nasync def a() -> bool:\n    face = await roll(d6)\n    return None if face == 6 else True",
        7,
        "success must be a yes/no, and is None.",
        "Let every way through end with `return`",
    ),
    "a tuple for a yes": (
        "@game.action\nasync def a() -> bool:\n    return (await roll(d6) > 3,)",
        7,
        "success must be a yes/no, and is (",
        "Return True or False",
    ),
    "unhashable": (
        (
            "from oddsmith import rule\n@rule\nasync def sub(faces: list[int]) -> int:\n    return len(faces)\n"
            "@game.action\nasync def a() -> int:\n    return await sub([1, 2])"
        ),
        13,
        "cannot be hashed",
        "pass a tuple",
    ),
    "another word": (
        "@game.action\nasync def a() -> Literal['low', 'high']:\n    return 'hihg' if await roll(d6) > 3 else 'low'",
        7,
        "high and low come to 1/2 in all",
        "Return one of the words",
    ),
    "returned dice": (
        "@game.action\nasync def a() -> int:\n    return d6",
        7,
        "which is dice and no outcome",
        "Write `return roll(d6)`",
    ),
}


@pytest.mark.parametrize("case", ASKED)
@pytest.mark.parametrize("typed", ["absolute", "relative"])
def test_a_mistake_inside_a_rule_is_one_message(
    case: str, typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, line, said, remedy = ASKED[case]
    monkeypatch.setattr(programs, "_programs", {})  # the same code in another file is not compiled again
    file = tmp_path / "asked.py"
    file.write_text(HEAD + body)
    monkeypatch.chdir(tmp_path)
    path = str(file) if typed == "absolute" else "asked.py"
    done = CliRunner().invoke(program, ["--rulebook", path, "odds", "broken", "a"])
    told = " ".join(done.output.split())
    assert done.exit_code != 0, told
    assert "Traceback" not in told
    assert said in told
    assert remedy in told
    assert re.search(rf"asked\.py, line {line}\b", told), told


def test_what_a_rule_prints_is_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "asked.py"
    file.write_text(
        HEAD + "print('read')\n@game.action\nasync def a() -> int:\n    print('rolled')\n    return await roll(d6)"
    )
    done = CliRunner().invoke(program, ["odds", str(file), "a", "--json"])
    assert json.loads(done.stdout)["measures"]["total"]["mean"]["exact"] == "7/2"
    assert done.stderr.splitlines()[:2] == ["read", "rolled"]

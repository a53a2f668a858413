"""`oddsmith mcp`, asked by a client of the protocol's own library, over its standard input and output."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TextIO

import pytest
from click.testing import CliRunner

from oddsmith.cli.app import program

mcp = pytest.importorskip("mcp")

BOOK = """from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("Lantern")
@game.action
async def search(dice: int = 1) -> bool:
    return await roll(d6.pool(dice).keep_highest(1).sum()) >= 6
"""


def talk(ask: Callable[[Any], Awaitable[Any]], *before: str, log: Path = Path(os.devnull)) -> Any:
    """Start the program and ask it. before: arguments before the command. log: where its standard error goes."""

    async def session(errors: TextIO) -> Any:
        started = mcp.StdioServerParameters(
            command=sys.executable, args=["-m", "oddsmith", *before, "mcp"], env=dict(os.environ)
        )
        async with mcp.stdio_client(started, errors) as (read, write), mcp.ClientSession(read, write) as client:
            await client.initialize()
            return await ask(client)

    with log.open("w") as errors:
        return asyncio.run(session(errors))


#: What every tool is asked.
ASKED: dict[str, dict[str, Any]] = {
    "systems": {},
    "odds": {"notation": "4d6kh3"},
    "best": {"system": "edged-coins", "action": "toss", "goal": "success", "inputs": {"rank": 2, "ec": 15}},
    "roll": {"notation": "3d6", "seed": "lantern"},
    "compare": {"notations": ["d6 vs d8"]},
}

#: What cannot be answered: tool, arguments, and what is said.
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("odds", {"notation": "4d6kh"}, "kh1"),
    ("odds", {}, "notation, system"),
    ("odds", {"system": "mod-dto", "action": "test"}, "Unknown system 'mod-dto'. Did you mean 'mod-dot'?"),
    ("odds", {"system": "mod-dot"}, "test"),
    ("odds", {"system": "mod-dot", "action": "test", "inputs": {"pool": -1}}, "pool"),
    ("odds", {"notation": "d6", "system": "mod-dot"}, "one of the two"),
    ("best", {"system": "mod-dot", "action": "test", "inputs": {"pool": 4}}, "success"),
    ("compare", {"notations": []}, "notations: [] is not allowed. Allowed: a list of 1 to 8 texts."),
    ("compare", {}, "notations must be given. Allowed: a list of 1 to 8 texts."),
    ("compare", {"notations": ["d6", 7]}, "notations: 7 is not allowed."),
    ("odds", {"notation": 6}, "notation: 6 is not allowed. Allowed: a text."),
    (
        "odds",
        {"system": "mod-dot", "inputs": "pool"},
        "inputs: 'pool' is not allowed. Allowed: an object, values by",
    ),
    (
        "odds",
        {"notations": "4d6kh3"},
        "Unknown argument 'notations'. Did you mean 'notation'? There are: notation, ",
    ),
    ("roll", {"notation": "d6", "limit": 3}, "Unknown argument 'limit'. There are: notation, system,"),
    ("best", {"action": "test"}, "system must be given. Allowed: a text."),
    ("od", {}, "Unknown tool 'od'. Did you mean 'odds'? There are: systems, odds, best, roll, compare."),
    ("compare", {"notations": ["3d6"]}, "Compare needs two rolls or more. Give another beside it."),
]


@dataclass(frozen=True)
class Said:
    """The answers that one client was told in a row, and what was written to standard error meanwhile."""

    names: list[str]
    answers: dict[str, Any]
    refusals: list[Any]
    check: Any
    log: str


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Said:
    async def ask(client: Any) -> Any:
        names = [tool.name for tool in (await client.list_tools()).tools]
        answers = {name: await client.call_tool(name, given) for name, given in ASKED.items()}
        refusals = [await client.call_tool(name, given) for name, given, _ in WRONG]
        check = await client.call_tool("odds", {"system": "dot", "action": "check", "inputs": {"dots": 3}})
        return names, answers, refusals, check

    log = tmp_path_factory.mktemp("mcp") / "stderr"
    names, answers, refusals, check = talk(ask, log=log)
    return Said(names, answers, refusals, check, log.read_text())


def test_a_client_finds_and_asks_every_tool(said: Said) -> None:
    names, found = said.names, said.answers
    assert names == list(found)
    assert not any(result.is_error for result in found.values())
    text = {name: result.content[0].text for name, result in found.items()}
    assert "mod-dot" in text["systems"]
    # 4d6, the highest three: 12.2446 on average (15869/1296), as is known.
    assert "15869/1296" in text["odds"]
    law = found["odds"].structured_content["measures"]["total"]
    assert Fraction(law["mean"]["exact"]) == Fraction(15869, 1296)
    assert "best play" in text["best"]
    assert text["roll"] == CliRunner().invoke(program, ["roll", "3d6", "--seed", "lantern"]).stdout.strip()
    assert "56.25 %" in text["compare"]  # d6 is behind d8


def test_what_cannot_be_answered_is_an_error_with_its_remedy(said: Said) -> None:
    for result, (name, given, told) in zip(said.refusals, WRONG, strict=True):
        assert result.is_error, (name, given)
        assert told in result.content[0].text


def test_a_rulebook_is_asked_as_well(tmp_path: Path) -> None:
    book = tmp_path / "lantern.py"
    book.write_text(BOOK)

    async def ask(client: Any) -> Any:
        about = {"system": "lantern", "action": "search", "inputs": {"dice": 2}}
        return await client.call_tool("systems", {"name": "lantern"}), await client.call_tool("odds", about)

    declared, odds = talk(ask, "--rulebook", str(book))
    assert "--dice" in declared.content[0].text
    assert odds.structured_content["events"]["success"]["p"] == "11/36"


def test_what_is_wrong_in_a_rulebook_is_told_with_its_line_as_on_the_command_line(tmp_path: Path) -> None:
    book = tmp_path / "lantern.py"
    book.write_text(BOOK.replace("pool(dice)", "pool(-dice)"))

    async def ask(client: Any) -> Any:
        return await client.call_tool("odds", {"system": "lantern", "action": "search"})

    said = talk(ask, "--rulebook", str(book)).content[0].text
    line = ["--rulebook", str(book), "odds", "lantern", "search"]
    printed = " ".join(CliRunner().invoke(program, line).stderr.split())
    assert "lantern.py, line 6" in printed
    assert " ".join(said.split()) == printed.removeprefix("error: ").replace("--dice", "dice")


def test_an_answer_that_is_refused_leaves_nothing_in_the_log_of_the_client(said: Said) -> None:
    assert said.refusals[-1].content[0].text == "Compare needs two rolls or more. Give another beside it."
    assert said.log == ""


def test_a_tool_of_any_arguments_says_which_value_one_takes() -> None:
    from mcp.server.mcpserver.exceptions import ToolError

    from oddsmith.cli.commands.assistants.server import server

    tools = server()

    @tools.tool()
    def again(runs: int, share: float = 0.5, loud: bool = False, names: list[str] | None = None) -> str:
        return f"{runs} {share} {loud} {names}"

    for given, said in (
        ({"runs": "x"}, "runs: 'x' is not allowed. Allowed: a whole number."),
        ({"runs": 1, "share": "x"}, "share: 'x' is not allowed. Allowed: a number."),
        ({"runs": 1, "loud": "x"}, "loud: 'x' is not allowed. Allowed: true or false."),
        ({"runs": 1, "names": 3}, "names: 3 is not allowed. Allowed: a list."),
    ):
        with pytest.raises(ToolError) as refused:
            asyncio.run(tools.call_tool("again", given))
        assert str(refused.value) == said


def test_who_lacks_the_library_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("mcp", "oddsmith.cli.commands.assistants"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "mcp", None)
    result = CliRunner().invoke(program, ["mcp"])
    assert result.exit_code != 0
    assert "pip install 'oddsmith[mcp]'" in result.stderr


def test_a_document_is_json(said: Said) -> None:
    assert json.loads(json.dumps(said.check.structured_content))["schema"] == "oddsmith/odds/1"

"""The source of rules: trees are as in the whole file, and rules that ask little are told from the tree."""

import ast
import linecache
from types import CodeType, FunctionType
from typing import Any

import pytest

from oddsmith.rules.compile.lowering.brief import brief
from oddsmith.rules.compile.syntax.source import tree

STRANGE = '''
from oddsmith.rules import *
from oddsmith.dice import d6, d8


class Fighter:
    """Methods stand further in."""

    async def hit(
        self,
        bonus=(1,
2),
    ):
        # a comment
      # one that stands less far in
        text = """begun here
and ended at the margin"""
        return await roll(d6), text
        bonus = 3

    async def after(self): return 1; """dropped"""


def outer():
    seen = []

    @rule
    async def inner(x: int):
        if x:
            return (await roll(d6)
# at the margin
                )
        y = [await roll(d8) for _ in range(x)]
        """A string that does nothing
and ends at the margin"""

    return inner.function


async def one_line(): return await roll(d6)
async def next_line(): return await roll(d8)
match 3:
    case 3:
        async def matched():
            return await roll(d6) + \\
  await roll(d8)
'''


def functions(code: CodeType) -> list[CodeType]:
    found = [code] if code.co_flags & 0x80 and code.co_name != "<listcomp>" else []
    for held in code.co_consts:
        if isinstance(held, CodeType):
            found += functions(held)
    return found


def test_the_tree_of_a_function_is_that_of_the_whole_file_with_lines_and_columns() -> None:
    name = "strange.py"
    linecache.cache[name] = (len(STRANGE), None, STRANGE.splitlines(keepends=True), name)
    whole = {
        node.name: ast.dump(node, include_attributes=True)
        for node in ast.walk(ast.parse(STRANGE))
        if isinstance(node, ast.AsyncFunctionDef)
    }
    codes = functions(compile(STRANGE, name, "exec"))
    assert {code.co_name for code in codes} == whole.keys()
    for code in codes:
        found = tree(code, {})
        assert found is not None
        assert ast.dump(found, include_attributes=True) == whole[code.co_name]


def test_a_function_whose_file_is_another_has_no_tree() -> None:
    name = "changed.py"
    (code,) = functions(compile("async def f():\n    return await g()", name, "exec"))
    for text in ("", "x = 1\n", "async def g():\n    return 1\n", "(\n"):
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        assert tree(code, {}) is None


def made(text: str) -> FunctionType:
    name = f"asked {len(linecache.cache)}.py"
    lines = ["async def asked(n):\n", *[f"    {line}\n" for line in text.splitlines()]]
    linecache.cache[name] = (1, None, lines, name)
    names: dict[str, Any] = {}
    before = (
        "from oddsmith.rules import *\nfrom oddsmith.dice import *\n"
        "async def two(): return await roll(d6) + await roll(d6)\n"
        "async def picks(): return await choose('a', (1, 2))\n"
        "async def again(n): return await again(n - 1)\n"
        "@rule\nasync def other(): return 1\n"
    )
    helpers = f"helpers of {name}"
    linecache.cache[helpers] = (1, None, before.splitlines(keepends=True), helpers)
    exec(compile(before, helpers, "exec"), names)
    exec(compile("".join(lines), name, "exec"), names)
    function = names["asked"]
    assert isinstance(function, FunctionType)
    return function


@pytest.mark.parametrize(
    "text",
    [
        "return 1",
        "for _ in range(n): await note('so')\nreturn await roll(d6)",
        "await note('a')\nif n: await note('b')\nreturn await other()",
        "for x in await roll(d6.pool(n)): n += x\nreturn n",
        "if n:\n    x = await roll(d6)\nelse:\n    x = await roll(d8)\nreturn x",
        "x = await (roll(d6) if n else other())\nreturn x",
        "if n:\n    return await roll(d6)\nreturn await roll(d8)",
        "if n:\n    raise ValueError(await roll(d6))\nelif n is None:\n    return await roll(d8)\nreturn await other()",
        "return await choose('a', (1, 2)) + await picks()",
        "return [x for x in await roll(d6.pool(2)) if x]",
        "match n:\n    case 1:\n        return await roll(d6)\n    case 2:\n        return 0\nreturn await roll(d6)",
    ],
)
def test_a_request_or_two_choices_are_brief(text: str) -> None:
    assert brief(made(text))


@pytest.mark.parametrize(
    "text",
    [
        "for _ in range(n): await roll(d6)",
        "while await choose('a', (0, 1)): n += 1",
        "return [await picks() for _ in range(n)]",
        "return await two()",
        "return await again(n)",
        "await picks()\nreturn await roll(d6)",
        "for _ in range(n): await choose('a', (1, 2))",
        "x = roll(d6)\nreturn await x",
        "if n:\n    n = await roll(d6)\nreturn n + await roll(d8)",
        "try:\n    raise ValueError(await roll(d6))\nexcept ValueError:\n    return await roll(d6)",
        "try:\n    return await roll(d6)\nfinally:\n    await roll(d6)",
        "if await roll(d6):\n    return await roll(d6)\nreturn 0",
        "match n:\n    case 1:\n        n = await roll(d6)\nreturn n + await roll(d8)",
        "match await roll(d6):\n    case 1:\n        return await roll(d6)\n    case _:\n        return 0",
        "match n:\n    case 1 if await roll(d6):\n        return await roll(d6)\n    case _:\n        return 0",
        "return await picks() + await picks() + await choose('b', (1, 2))",
    ],
)
def test_what_may_ask_again_or_asks_for_more_is_not_brief(text: str) -> None:
    assert not brief(made(text))

"""Rules with syntax that no machine knows are run again, with the reason.

Trees are made as Python 3.15 has them: unpacking in comprehensions (PEP 798), and a statement that is none of today's.
"""

import ast
from collections.abc import Callable
from fractions import Fraction
from types import CodeType
from typing import Any

import pytest

from oddsmith.dice import Die
from oddsmith.rules import Rule, explain, odds, roll, rule
from oddsmith.rules.compile.syntax import source

D2 = Die.sided(2)


@rule
async def unpacked_lists() -> int:
    rows = [await roll(D2.pool(2)) for _ in range(2)]
    faces = [face for row in rows for face in row]
    return faces.count(2)


@rule
async def unpacked_answers() -> int:
    faces = [face for _ in range(2) for face in await roll(D2.pool(2))]
    return faces.count(2)


@rule
async def unpacked_dicts() -> int:
    rows = [{await roll(D2): 1} for _ in range(2)]
    return len({face: one for row in rows for face, one in row.items()})


@rule
async def another_statement() -> int:
    first = await roll(D2)
    return first + await roll(D2)


class Unheard(ast.stmt):
    _fields = ()


def without_last_loop(made: Any) -> None:
    """`[face for row in rows for face in row]` as `[*row for row in rows]`, and so for dicts."""
    last = made.generators.pop()
    if isinstance(made, ast.DictComp):
        made.key = last.iter.func.value
        made.value = None  # type: ignore[assignment]
    else:
        made.elt = ast.copy_location(ast.Starred(last.iter, ast.Load()), made.elt)


def with_a_statement(body: list[ast.stmt]) -> None:
    body.insert(1, ast.copy_location(Unheard(), body[0]))


@pytest.mark.parametrize(
    ("asked", "change", "ones"),
    [
        (unpacked_lists, lambda made: without_last_loop(made.body[1].value), (1, 4, 6, 4, 1)),  # of four coins
        (unpacked_answers, lambda made: without_last_loop(made.body[0].value), (1, 4, 6, 4, 1)),
        (unpacked_dicts, lambda made: without_last_loop(made.body[1].value.args[0]), (0, 1, 1)),
        (another_statement, lambda made: with_a_statement(made.body), (0, 0, 1, 2, 1)),
    ],
    ids=["lists", "answers", "dicts", "statement"],
)
def test_it_is_run_again(
    asked: Rule[[], int], change: Callable[[Any], None], ones: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = source.tree

    def newer(code: CodeType, module: dict[str, Any]) -> ast.AsyncFunctionDef | None:
        found = written(code, module)
        if code is asked.function.__code__ and found is not None:
            change(found)
        return found

    monkeypatch.setattr(source, "tree", newer)
    assert "since it has syntax of a newer Python (line" in str(explain(asked()))
    assert dict(odds(asked()).items()) == {
        count: Fraction(number, sum(ones)) for count, number in enumerate(ones) if number
    }

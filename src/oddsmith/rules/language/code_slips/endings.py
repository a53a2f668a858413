"""Functions that may come to their end without a value, as their text shows."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE
from types import CodeType
from typing import Final

from oddsmith.rules.language.code_slips.text import tree_of

_ASYNC: Final = CO_COROUTINE | CO_ASYNC_GENERATOR


def without_value(function: ast.AsyncFunctionDef) -> int:
    """Return the line of the statement after which a function may end without a value; 0 where none is.

    >>> text = "async def a():\\n    if await b():\\n        return 1"
    >>> without_value(ast.parse(text).body[0])
    2
    """
    bare = [each.lineno for each in _own(function) if isinstance(each, ast.Return) and each.value is None]
    return bare[0] if bare else _falls_off(function)


@lru_cache(maxsize=256)
def forgotten(code: CodeType) -> tuple[str, str, int] | None:
    """The problem, the remedy and the line where a rule that came to None forgot a `return`; None where it means it.

    A rule means it that says so (`return`, `return None`), or that returns nothing and is annotated `-> None`.
    """
    function = tree_of(code)
    if not isinstance(function, ast.AsyncFunctionDef):
        return None
    returned = [each.value for each in _own(function) if isinstance(each, ast.Return)]
    if any(value is None or _is_none(value) for value in returned):
        return None
    line = _falls_off(function)
    if not line or (not returned and _is_none(function.returns)):
        return None
    if returned:
        problem, remedy = "came to its end without `return`.", "Return an outcome there, too, or write `return None`."
    else:
        problem, remedy = "returns nothing.", "Return an outcome; or write `-> None` where it has none."
    return problem, remedy, code.co_firstlineno + line - 1


@lru_cache(maxsize=256)
def gives_nothing(code: CodeType) -> bool:
    """Tell whether an async function never returns anything, and does not say so (`-> None`)."""
    function = tree_of(code) if code.co_flags & _ASYNC else None
    if not isinstance(function, ast.AsyncFunctionDef) or _is_none(function.returns):
        return False
    return not any(isinstance(each, ast.Return) for each in _own(function)) and _falls_off(function) > 0


def _is_none(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _falls_off(function: ast.AsyncFunctionDef) -> int:
    """The line of the last statement of a function, where play may come past it; 0 otherwise."""
    return 0 if _ends(function.body) else function.body[-1].lineno


def _own(node: ast.AST, *but: type[ast.AST]) -> list[ast.AST]:
    """All within a part of a text but for what stands in functions inside it, or in other parts of these kinds."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, *but)):
            found += [child, *_own(child, *but)]
    return found


def _ends(body: Sequence[ast.stmt]) -> bool:
    """Tell whether play never comes to the end of these statements: it returns, raises or goes round for ever."""
    return any(map(_leaves, body)) or (bool(body) and _last_word(body[-1]))


def _last_word(node: ast.stmt) -> bool:
    """Tell whether a statement may be about the last of the words that something may be, and then leaves."""
    if not (isinstance(node, ast.If) and isinstance(node.test, ast.Compare)):
        return False
    words = [each for each in ast.walk(node.test.comparators[0]) if isinstance(each, ast.Constant)]
    return any(isinstance(each.value, str) for each in words) and _ends(node.body) and not node.orelse


def _leaves(node: ast.stmt) -> bool:
    match node:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Assert(test=ast.Constant(value=False)):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return True
        case ast.If(body=body, orelse=other):
            return _ends(body) and _ends(other)
        case ast.While(test=ast.Constant(value=value)) if value:
            return not any(isinstance(each, ast.Break) for each in _own(node, ast.For, ast.While, ast.AsyncFor))
        case ast.For(orelse=other) | ast.AsyncFor(orelse=other) | ast.While(orelse=other):
            return _ends(other)
        case ast.With(body=body) | ast.AsyncWith(body=body):
            return _ends(body)
        case ast.Match(cases=cases):
            return all(_ends(case.body) for case in cases)  # they may be all that there is
        case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=final):
            return _ends(final) or (_ends([*body, *other]) and all(_ends(each.body) for each in handlers))
    return False

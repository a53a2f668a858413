"""The choices that the text of a rulebook offers: where they stand, and which words are their options."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class WrittenChoice:
    """An `await choose(...)` in a text.

    line: its first. end: its last. function: the name of the innermost function around it. options: those that are
    written as words, in their order. compared: the word with which the answer is compared at once, ""
    for none. all_written: whether there are no other options than those.
    """

    line: int
    end: int
    function: str
    options: tuple[str, ...]
    compared: str
    all_written: bool


def written_choices(source: str) -> tuple[WrittenChoice, ...]:
    """Return the choices in a text, in their order; none where it cannot be read.

    >>> written_choices("async def a():\\n    if await choose('you', ('stop', 'go')) == 'go':\\n        return 1")
    (WrittenChoice(line=2, end=2, function='a', options=('stop', 'go'), compared='go', all_written=True),)
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    return tuple(sorted(_within(tree, "", {}), key=lambda each: each.line))


def _within(node: ast.AST, function: str, compared: dict[ast.AST, str]) -> Iterator[WrittenChoice]:
    if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
        function = node.name
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq | ast.NotEq):
        other = node.comparators[0]
        if isinstance(other, ast.Constant) and isinstance(other.value, str):
            compared[node.left] = other.value
    if isinstance(node, ast.Await) and isinstance(node.value, ast.Call) and len(node.value.args) == 2:
        called = node.value.func
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        if name == "choose":
            given = node.value.args[1]
            words, all_written = _words(given)
            end = node.end_lineno or node.lineno
            yield WrittenChoice(node.lineno, end, function, words, compared.get(node, ""), all_written)
    for child in ast.iter_child_nodes(node):
        yield from _within(child, function, compared)


def _words(given: ast.expr) -> tuple[tuple[str, ...], bool]:
    """The options that are written as words, and whether all are."""
    shown = [each for each in ast.walk(given) if isinstance(each, ast.Tuple | ast.List | ast.Dict)]
    parts = [part for each in shown for part in (each.keys if isinstance(each, ast.Dict) else each.elts)]
    words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return tuple(words), shown[:1] == [given] and len(words) == len(parts)

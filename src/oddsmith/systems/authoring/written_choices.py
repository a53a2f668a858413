"""The choices that the text of a rulebook offers: where they stand, and which words are their options."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class WrittenChoice:
    """An `await choose(...)` in a text.

    line: its first. end: its last. function: the name of the innermost function around it. options: those that are
    written as words, in their order. compared: the words with which the answer is compared, at once or by the one name
    that it has, each with its line. all_written: whether there are no other options than those.
    """

    line: int
    end: int
    function: str
    options: tuple[str, ...]
    compared: tuple[tuple[str, int], ...]
    all_written: bool

    @property
    def mistaken(self) -> tuple[tuple[int, str], ...]:
        """The comparisons with a word that is no option, each with its line and what is wrong there."""
        words = self.compared if self.all_written else ()
        told = f"is none of the options, {', '.join(map(repr, self.options))}."
        return tuple([(line, f"{word!r} {told}") for word, line in words if word not in self.options])


def written_choices(source: str) -> tuple[WrittenChoice, ...]:
    """Return the choices in a text, in their order; none where it cannot be read.

    >>> written_choices("async def a():\\n    if await choose('you', ('stop', 'go')) == 'go':\\n        return 1")
    (WrittenChoice(line=2, end=2, function='a', options=('stop', 'go'), compared=(('go', 2),), all_written=True),)
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return ()
    return tuple(sorted(_within(tree, "", {}, {}), key=lambda each: each.line))


#: The words with which something is compared, each with its line.
_Compared = tuple[tuple[str, int], ...]


def _within(
    node: ast.AST, function: str, compared: dict[ast.AST, _Compared], named: dict[str, _Compared]
) -> Iterator[WrittenChoice]:
    """Yield the choices within a part of a text.

    function: the name of the one around it. compared: with what it is compared, by what that is of. named: the same, by
    names that mean one value throughout the function.
    """
    if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
        function, named = node.name, _named(node)
    if isinstance(node, ast.Compare):
        compared[node.left] = _compared(node)
    if isinstance(node, ast.Assign | ast.NamedExpr):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(target, ast.Name):
            compared[node.value] = compared.get(node, ()) + named.get(target.id, ())
    if isinstance(node, ast.Await) and isinstance(node.value, ast.Call) and len(node.value.args) == 2:
        called = node.value.func
        name = called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
        if name == "choose":
            given = node.value.args[1]
            words, all_written = _words(given)
            end = node.end_lineno or node.lineno
            yield WrittenChoice(node.lineno, end, function, words, compared.get(node, ()), all_written)
    for child in ast.iter_child_nodes(node):
        yield from _within(child, function, compared, named)


def _named(function: ast.AST) -> dict[str, _Compared]:
    """The names that are given a value at one place of a function, with the words that they are compared with."""
    inside = list(ast.walk(function))
    names = [each for each in inside if isinstance(each, ast.Name)]
    given = [name.id for name in names if not isinstance(name.ctx, ast.Load)]
    given += [each.arg for each in inside if isinstance(each, ast.arg)]
    found: dict[str, _Compared] = {name: () for name in given if given.count(name) == 1}
    for each in inside:
        if isinstance(each, ast.Compare) and isinstance(each.left, ast.Name) and each.left.id in found:
            found[each.left.id] += _compared(each)
    return found


def _compared(node: ast.Compare) -> _Compared:
    """The word with which something is compared: none where it is no word, or something else is asked."""
    other = node.comparators[0]
    alike = isinstance(node.ops[0], ast.Eq | ast.NotEq)
    return (
        ((other.value, node.lineno),)
        if alike and isinstance(other, ast.Constant) and isinstance(other.value, str)
        else ()
    )


def _words(given: ast.expr) -> tuple[tuple[str, ...], bool]:
    """The options that are written as words, and whether all are."""
    shown = [each for each in ast.walk(given) if isinstance(each, ast.Tuple | ast.List | ast.Dict)]
    parts = [part for each in shown for part in (each.keys if isinstance(each, ast.Dict) else each.elts)]
    words = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return tuple(words), shown[:1] == [given] and len(words) == len(parts)

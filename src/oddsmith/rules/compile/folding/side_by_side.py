"""Folds side by side: the variables that are kept in place of one list, a number for each sum or count that is read.

    .1 = []                                   sum, .1 = 0, ()
    for _ in range(10):                       for _ in range(10):
        .1.append(await roll(d6))                 .more = await roll(d6)
                                                  sum += .number(.more)
                                                  .1 = .outermost(.1, .more, 1, 0)
    return sum(.1) - min(.1)                  return sum - min(.1)

All else that is read is read of one tuple, which keeps the list's name. A single number has the list's name, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from oddsmith.rules.compile.folding.counting import Term
from oddsmith.rules.compile.folding.grown import Added
from oddsmith.rules.compile.folding.kept_values import NUMBER, OUTERMOST
from oddsmith.rules.compile.folding.read_of_lists import Outer
from oddsmith.rules.compile.syntax.nodes import assign, called, constant, load, store
from oddsmith.rules.compile.syntax.trees import copied, located, walk

#: The function that keeps what is read, or so much of the ends; None where numbers are all that is read.
Keeper: TypeAlias = str | Outer | None

_MORE = ".more"  # a value, where it is added to several things


class Copied(NamedTuple):
    """A statement that sets a name to a list, or counts what is in it. source: the list."""

    statement: ast.Assign
    name: str
    source: str


class Parts(NamedTuple):
    """All that is done with a list. begins: where it is made, empty. terms: numbers that are read, by the name of what
    they are read of."""

    begins: list[tuple[str, ast.Assign | ast.AnnAssign]]
    adds: list[tuple[str, Added]]
    copies: list[Copied]
    terms: list[tuple[str, Term]]


def put(
    parts: Parts, keeper: Keeper, replace: Callable[[ast.AST, Sequence[ast.AST]], None], *, numbers: bool
) -> set[str]:
    """Put folds in place of a list, and return the names of those that are variables of their own.

    replace: puts other nodes in the place of one. numbers: whether numbers are kept for terms.
    """
    kept = _Kept(parts if numbers else parts._replace(terms=[]), keeper)
    for name, begun in parts.begins:
        values = [constant(0) for _ in kept.terms] + ([ast.Tuple([], ast.Load())] if keeper is not None else [])
        replace(begun, [_placed(_set(kept.names(name), values), begun)])
    for name, more in parts.adds:
        replace(more.statement, [_placed(made, more.statement) for made in kept.one_more(name, more.value)])
    for statement, name, source in parts.copies:
        read: list[ast.expr] = [load(each) for each in kept.names(source)]
        replace(statement, [_placed(_set(kept.names(name), read), statement)])
    for name, term in parts.terms if numbers else ():
        replace(term.read, [ast.copy_location(load(kept.number(name, term)), term.read)])
    return kept.own


class _Kept:
    """The variables that are kept in place of lists. own: those that have names of their own."""

    def __init__(self, parts: Parts, keeper: Keeper) -> None:
        self.terms: dict[str, tuple[str, Term]] = {}
        for name, term in parts.terms:
            self.terms.setdefault(_adds(term), (name, term))
        self._keeper = keeper
        self.own: set[str] = set()

    def number(self, name: str, term: Term) -> str:
        """The variable for a number that is read of a list with this name."""
        if len(self.terms) == 1 and self._keeper is None:
            return name
        written, its = self.terms[_adds(term)]
        read = copied(its.read)
        for below in walk(read):
            if isinstance(below, ast.Name) and below.id == written:
                below.id = name
        text = ast.unparse(read)
        made = f".{text}" if name.startswith(".") else text
        self.own.add(made)
        return made

    def names(self, name: str) -> list[str]:
        """All variables for a list with this name."""
        numbers = [self.number(name, term) for _, term in self.terms.values()]
        return numbers if self._keeper is None else [*numbers, name]

    def one_more(self, name: str, value: ast.expr) -> list[ast.stmt]:
        """Statements that keep one value more."""
        made: list[ast.stmt] = []
        plain = isinstance(value, ast.Name | ast.Constant)
        if not plain and (len(self.terms) + (self._keeper is not None) > 1 or not self._is_sum()):
            made.append(assign(_MORE, value))
            self.own.add(_MORE)
            value = ast.copy_location(load(_MORE), value)
        for _, term in self.terms.values():
            number = term.of(value)
            if not isinstance(number, ast.Constant):
                number = ast.copy_location(called(NUMBER, number), value)
            made.append(ast.AugAssign(store(self.number(name, term)), ast.Add(), number))
        if self._keeper is not None:
            function, ends = (OUTERMOST, self._keeper) if isinstance(self._keeper, Outer) else (self._keeper, ())
            made.append(
                assign(name, ast.copy_location(called(function, load(name), value, *map(constant, ends)), value))
            )
        return made

    def _is_sum(self) -> bool:
        """Tell whether each value is read just once, as it is added."""
        return all(isinstance(term.made, ast.Name) for _, term in self.terms.values())


def _adds(term: Term) -> str:
    """Equal for terms to which each value adds the same."""
    return ast.dump(term.of(load(".item")))


def _set(names: Sequence[str], values: Sequence[ast.expr]) -> ast.stmt:
    if len(names) == 1:
        return ast.Assign([store(names[0])], values[0])
    return ast.Assign([ast.Tuple([store(name) for name in names], ast.Store())], ast.Tuple([*values], ast.Load()))


def _placed(made: ast.stmt, at: ast.stmt) -> ast.stmt:
    return located(ast.copy_location(made, at))

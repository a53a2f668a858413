"""Names that lowered statements read and set, in the order in which they do."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from oddsmith.rules.compile.syntax.names import COMPREHENSIONS, names_read
from oddsmith.rules.compile.syntax.trees import children, own, set_without_name, walk


class Reads:
    """Names of a run of statements.

    exposed: read before they are surely set. surely: set on every way. stored: set on some way. totals: added to, by
    `name += value`. read: read otherwise than by that.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self.exposed: set[str] = set()
        self.surely: set[str] = set()
        self.stored: set[str] = set()
        self.totals: set[str] = set()
        self.read: set[str] = set()

    def block(self, body: Sequence[ast.stmt]) -> None:
        """Go on with statements."""
        for node in body:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        """Go on with a statement."""
        match node:
            case ast.If():
                self._expression(node.test)
                before = set(self.surely)
                self.block(node.body)
                one, self.surely = self.surely, set(before)
                self.block(node.orelse)
                self.surely &= one
            case ast.For() | ast.While():
                self._expression(node.iter if isinstance(node, ast.For) else node.test)
                before = set(self.surely)
                if isinstance(node, ast.For):
                    self._set([node.target], surely=True)
                self.block(node.body)
                self.surely = set(before)
                self.block(node.orelse)
                self.surely = before
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub()) if not _within(name, node.value):
                self._expression(node.value)
                self.totals.add(name)
                self.stored.add(name)
                if name not in self.surely:
                    self.exposed.add(name)
                else:
                    self.read.add(name)
            case ast.Assign():
                self._expression(node.value)
                self._set(node.targets, surely=True)
            case ast.AnnAssign():
                if node.value is not None:
                    self._expression(node.value)
                    self._set([node.target], surely=True)
            case ast.Expr():
                self._expression(node.value)
            case ast.AugAssign():
                self._expression(node.value)
                self._expression(node.target)
                if isinstance(node.target, ast.Name):
                    self._read(node.target.id)
                    self._set([node.target], surely=True)
            case _:
                for name in names_read(node):
                    self._read(name)
                self.stored |= changed(node) & self._names

    def _set(self, targets: Iterable[ast.expr], *, surely: bool) -> None:
        for target in targets:
            for below in own(target):
                if isinstance(below, ast.Name):
                    if isinstance(below.ctx, ast.Load):
                        self._read(below.id)
                    elif below.id in self._names:
                        self.stored.add(below.id)
                        self.read.add(below.id)  # so it is no total
                        if surely:
                            self.surely.add(below.id)

    def _expression(self, node: ast.expr) -> None:
        for name in names_read(node):
            self._read(name)
        for below in own(node):
            if isinstance(below, ast.NamedExpr):
                self.stored.add(below.target.id)
                self._read(below.target.id)

    def _read(self, name: str) -> None:
        if name not in self._names:
            return
        self.read.add(name)
        if name not in self.surely:
            self.exposed.add(name)


def changed(node: ast.AST) -> set[str]:
    """Names that a node sets, other than those of comprehensions."""
    if isinstance(node, COMPREHENSIONS):
        return {n.target.id for n in walk(node) if isinstance(n, ast.NamedExpr)}
    if isinstance(node, ast.Name):
        return set() if isinstance(node.ctx, ast.Load) else {node.id}
    name = set_without_name(node)
    found = set() if name is None else {name}
    for below in children(node):
        found |= changed(below)
    return found


def awaits_twice(body: Iterable[ast.stmt]) -> bool:
    """Tell whether there may be two awaits on a way through statements."""
    count = 0
    for statement in body:
        for node in own(statement):
            if isinstance(node, ast.While) and any(isinstance(below, ast.Await) for below in own(node)):
                return True
            count += isinstance(node, ast.Await)
    return count > 1


def _within(name: str, node: ast.AST) -> bool:
    return any(isinstance(below, ast.Name) and below.id == name for below in walk(node))

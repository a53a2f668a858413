"""Live variables: those whose values are still read after an await. Only they are part of a state.

Found backwards over lowered statements: what is read is live before, what is set is not. Where a statement may raise,
all that handlers and `finally` read is live.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from oddsmith.rules.compile.source import own

Names: TypeAlias = frozenset[str]

_NONE: Names = frozenset()


def awaited(node: ast.stmt) -> ast.Await | None:
    """The await that a lowered statement is, if it is one."""
    if isinstance(node, (ast.Assign, ast.Expr)) and isinstance(node.value, ast.Await):
        return node.value
    return None


def variables(function: ast.AsyncFunctionDef, body: Sequence[ast.stmt]) -> Names:
    """The local variables of a function with this (lowered) body."""
    names = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
    elsewhere: set[str] = set()
    for statement in body:
        inner = {id(b) for node in own(statement) for b in _comprehended(node)}
        for node in own(statement):
            match node:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if id(node) not in inner:
                    names.add(name)
                case ast.NamedExpr(target=ast.Name(id=name)):
                    names.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    names.add(name)
                case ast.MatchMapping(rest=str(name)):
                    names.add(name)
                case ast.alias():
                    names.add((node.asname or node.name).partition(".")[0])
                case ast.Global():
                    elsewhere.update(node.names)
    return frozenset(names - elsewhere)


class Liveness:
    """Return the names live after each await of lowered statements, by the identity of the statement."""

    def __init__(self, body: Sequence[ast.stmt], variables: Names) -> None:
        self.after: dict[int, Names] = {}
        self._variables = variables
        self._loops: list[tuple[Names, Names]] = []  # after a break, and after a continue
        self._raised = _NONE  # live wherever something may raise
        self._block(body, _NONE)

    def _block(self, body: Iterable[ast.stmt], after: Names) -> Names:
        for node in reversed(list(body)):
            after = self._statement(node, after)
        return after

    def _statement(self, node: ast.stmt, after: Names) -> Names:
        """Return the names live before a statement."""
        match node:
            case ast.If():
                return self._read(node.test) | self._block(node.body, after) | self._block(node.orelse, after)
            case ast.While():
                return self._loop(node.body, self._block(node.orelse, after), after, self._read(node.test), _NONE)
            case ast.For():
                head = self._loop(node.body, self._block(node.orelse, after), after, _NONE, _set([node.target]))
                return head | self._read(node.iter) | self._read(node.target)
            case ast.Try():
                return self._try(node, after)
            case ast.With():
                with_errors = self._raised
                self._raised |= after  # a manager may swallow what is raised
                before = self._block(node.body, after)
                self._raised = with_errors
                for item in reversed(node.items):
                    targets = [] if item.optional_vars is None else [item.optional_vars]
                    before = (before - _set(targets)) | self._read(item)
                return before | self._raised
            case ast.Match():
                before = after | self._read(node.subject)
                for case in node.cases:
                    before |= self._block(case.body, after) | self._read(case.pattern)
                    before |= _NONE if case.guard is None else self._read(case.guard)
                return before | self._raised
            case ast.Return() | ast.Raise():
                return self._read(node) | self._raised
            case ast.Break():
                return self._loops[-1][0] | self._raised
            case ast.Continue():
                return self._loops[-1][1] | self._raised
            case _:
                left = (after - _kills(node)) | self._raised
                if awaited(node) is not None:
                    self.after[id(node)] = left
                return left | self._read(node)

    def _loop(self, body: Sequence[ast.stmt], beyond: Names, after: Names, test: Names, target: Names) -> Names:
        """Return the names live as a loop goes round. beyond: where it ends by itself; after: past its `else`."""
        head = beyond | test | self._raised
        while True:
            self._loops.append((after, head))
            before = (self._block(body, head) - target) | head
            self._loops.pop()
            if before == head:
                return head
            head = before

    def _try(self, node: ast.Try, after: Names) -> Names:
        outside = self._raised
        end = self._block(node.finalbody, after)
        # what `finally` reads is live throughout; what is live past it is not, if the error goes on
        self._raised = outside | self._block(node.finalbody, outside)
        caught = self._raised
        for handler in node.handlers:
            named = frozenset({handler.name}) if handler.name else _NONE
            caught |= self._block(handler.body, end) - named
            caught |= _NONE if handler.type is None else self._read(handler.type)
        orelse = self._block(node.orelse, end)
        self._raised = caught
        before = self._block(node.body, orelse)
        self._raised = outside
        return before

    def _read(self, node: ast.AST) -> Names:
        """Variables that are read by a node, or by functions defined in it."""
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        return self._variables & names


def _kills(node: ast.stmt) -> Names:
    """Variables that a simple statement sets for sure."""
    match node:
        case ast.Assign():
            return _set(node.targets)
        case ast.AnnAssign(value=ast.expr()):
            return _set([node.target])
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return frozenset({node.name})
        case _:
            return _NONE


def _set(targets: Iterable[ast.expr]) -> Names:
    found: set[str] = set()
    todo = list(targets)
    while todo:
        match todo.pop():
            case ast.Name(id=name):
                found.add(name)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                todo += elts
            case ast.Starred(value=value):
                todo.append(value)
    return frozenset(found)


def _comprehended(node: ast.AST) -> list[ast.AST]:
    """The targets of a comprehension, which are no variables of the function."""
    if isinstance(node, ast.comprehension):
        return list(ast.walk(node.target))
    return []

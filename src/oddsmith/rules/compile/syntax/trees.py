"""Syntax trees gone through and copied, as often as compiling does; quicker than `ast.walk`, `copy.deepcopy`
and `ast.fix_missing_locations`.

Contexts and operators are left out: nothing is below them, and all their nodes are alike.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, TypeVar

N = TypeVar("N", bound=ast.AST)

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)

_SCOPES = frozenset(SCOPES)

_INSIDE = (*SCOPES, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)

_EMPTY = frozenset({"ctx", "op", "ops", "id", "attr", "arg", "kind", "conversion", "type_comment"})

_MIXED = frozenset({"keys", "kw_defaults", "names", "kwd_attrs"})  # lists that may hold None or text


class _Holding(dict[type, tuple[str, ...]]):
    """The fields of a class of nodes in which there may be others."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        named = () if issubclass(kind, ast.Constant) else kind._fields
        fields = self[kind] = tuple([name for name in named if name not in _EMPTY])
        return fields


_holding = _Holding()


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below one."""
    found: list[ast.AST] = []
    for name in _holding[type(node)]:
        held = getattr(node, name, None)
        if type(held) is list:
            found += held if name not in _MIXED else [each for each in held if isinstance(each, ast.AST)]
        elif isinstance(held, ast.AST):
            found.append(held)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """A node and all below it, in the order of `ast.walk`."""
    found = [node]
    for here in found:
        for name in _holding[type(here)]:
            held = getattr(here, name, None)
            if type(held) is list:
                found += held if name not in _MIXED else [each for each in held if isinstance(each, ast.AST)]
            elif isinstance(held, ast.AST):
                found.append(held)
    return found


def own(node: ast.AST) -> list[ast.AST]:
    """A node and all below it, but for the insides of functions and classes defined there."""
    found: list[ast.AST] = []
    todo = [node]
    while todo:
        here = todo.pop()
        found.append(here)
        below = children(here)
        if _SCOPES.isdisjoint(map(type, below)):
            todo += below
            continue
        for child in below:
            (found if isinstance(child, SCOPES) else todo).append(child)
    return found


def evaluated_around(node: ast.AST) -> list[ast.AST]:
    """All of a function or class defined inside that is evaluated where it stands: defaults, decorators, bases."""
    if isinstance(node, ast.Lambda):
        return children(node.args)
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords]
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [*node.decorator_list, node.args, *([] if node.returns is None else [node.returns])]
    return []


def copied(node: N) -> N:
    """A node with copies of all below it."""
    made: N = node.__class__.__new__(node.__class__)
    held = made.__dict__
    held.update(node.__dict__)
    for name in _holding[type(node)]:
        value = held.get(name)
        if type(value) is list:
            held[name] = [copied(each) if isinstance(each, ast.AST) else each for each in value]
        elif isinstance(value, ast.AST):
            held[name] = copied(value)
    return made


def located(node: N) -> N:
    """The same node, with all below it that has no place in the source where the node above stands."""
    todo: list[tuple[ast.AST, tuple[Any, ...]]] = [(node, (1, 0, 1, 0))]
    while todo:
        here, place = todo.pop()
        if here._attributes:
            held = here.__dict__
            if held.get("end_lineno") is None:
                held["end_lineno"], held["end_col_offset"] = place[2:]
            if "lineno" not in held:
                held["lineno"], held["col_offset"] = place[:2]
            place = held["lineno"], held["col_offset"], held["end_lineno"], held["end_col_offset"]
        todo += [(below, place) for below in children(here)]
    return node


_NAMED = (
    *(ast.MatchAs, ast.MatchStar, ast.MatchMapping, ast.ExceptHandler, ast.alias),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)


def set_without_name(node: ast.AST) -> str | None:
    """The variable that a node itself sets and that is no `Name` in it: of a pattern, a handler, an import or a
    definition."""
    if not isinstance(node, _NAMED):
        return None
    if isinstance(node, ast.alias):
        return (node.asname or node.name).partition(".")[0]
    return node.rest if isinstance(node, ast.MatchMapping) else node.name


class Above:
    """The holder of each node of statements, found in one walk. names: where each name stands, with one
    more wherever it is set without. scopes: comprehensions, and functions and classes defined inside."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self.holders: dict[int, ast.AST] = {}
        self.names: dict[str, list[ast.Name]] = {}
        self.scopes: list[ast.AST] = []
        for statement in body:
            for node in walk(statement):
                for below in children(node):
                    self.holders[id(below)] = node
                if isinstance(node, ast.Name):
                    self.names.setdefault(node.id, []).append(node)
                elif isinstance(node, _INSIDE):
                    self.scopes.append(node)
                if name := set_without_name(node):
                    set_here = ast.Name(name, ast.Store())
                    self.names.setdefault(name, []).append(set_here)
                    self.holders[id(set_here)] = node

    def holder(self, node: ast.AST | None) -> ast.AST | None:
        """The node right above one; None for a statement of the body."""
        return self.holders.get(id(node))

    def replace(self, body: list[ast.stmt], node: ast.AST, made: Sequence[ast.AST]) -> None:
        """Put other nodes in the place of one, of a statement perhaps several. body: all statements."""
        holder = self.holder(node)
        for each in made:
            if holder is not None:
                self.holders[id(each)] = holder
            for below in walk(each):
                for child in children(below):
                    self.holders[id(child)] = below
        if holder is None:
            place = next(at for at, each in enumerate(body) if each is node)
            body[place : place + 1] = made  # type: ignore[assignment]
            return
        for field, held in ast.iter_fields(holder):
            if held is node:
                setattr(holder, field, made[0])
            elif isinstance(held, list):
                held[:] = [new for each in held for new in (made if each is node else (each,))]

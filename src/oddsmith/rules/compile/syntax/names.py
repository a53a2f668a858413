"""Names and awaits in syntax trees: those that nodes read, set or await."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from oddsmith.rules.compile.syntax.trees import SCOPES, children, evaluated_around, own, set_without_name, walk

#: What has names of its own for the items that it goes over.
COMPREHENSIONS = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


def awaits(node: ast.AST) -> bool:
    """Tell whether a node awaits something itself, and not in a function defined inside."""
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, ast.Await):
            return True
        todo += evaluated_around(here) if isinstance(here, SCOPES) else children(here)
    return False


def awaited(node: ast.stmt) -> ast.Await | None:
    """The await that a lowered statement is, if it is one."""
    if isinstance(node, (ast.Assign, ast.Expr)) and isinstance(node.value, ast.Await):
        return node.value
    return None


def local_names(function: ast.AsyncFunctionDef, body: Sequence[ast.stmt]) -> frozenset[str]:
    """The local variables of a function with this (lowered) body."""
    parameters = {argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)}
    nodes = [own(statement) for statement in body]
    elsewhere = {name for inside in nodes for node in inside if isinstance(node, ast.Global) for name in node.names}
    return frozenset(parameters.union(*map(_set_by, nodes)) - elsewhere)


def names_read(node: ast.AST) -> set[str]:
    """Return the names that are read by a node, or by functions defined in it.

    Names that a comprehension or a lambda has for itself are not among them.
    """
    found: set[str] = set()
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, ast.Name):
            if not isinstance(here.ctx, ast.Store):
                found.add(here.id)
        elif isinstance(here, COMPREHENSIONS):
            first = here.generators[0].iter
            todo.append(first)
            targets = [below for over in here.generators for below in walk(over.target)]
            bound = {below.id for below in targets if isinstance(below, ast.Name) and isinstance(below.ctx, ast.Store)}
            found |= _read_within(here, first, bound)
        elif isinstance(here, ast.Lambda):
            todo += children(here.args)
            found |= names_read(here.body) - {below.arg for below in walk(here.args) if isinstance(below, ast.arg)}
        else:
            if isinstance(here, ast.AugAssign) and isinstance(here.target, ast.Name):
                found.add(here.target.id)
            todo += children(here)
    return found


def _read_within(made: ast.AST, first: ast.expr, bound: set[str]) -> set[str]:
    """Names that a comprehension reads in its own scope. first: what it goes over; bound: its own names."""
    read: set[str] = set()
    for below in children(made):
        for part in children(below) if isinstance(below, ast.comprehension) else [below]:
            if part is not first:
                read |= names_read(part)
    return read - bound


def names_in(node: ast.AST) -> set[str]:
    """Names that are read or set anywhere below a node, also in functions defined there."""
    below = walk(node)
    return {n.id for n in below if isinstance(n, ast.Name)}.union(filter(None, map(set_without_name, below)))


def stored(statement: ast.AST) -> frozenset[str]:
    """Names that are set or deleted somewhere in a statement."""
    return frozenset(_set_by(own(statement)))


def _set_by(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that nodes set or delete. The targets of a comprehension are no variables of the function."""
    names: set[str] = set()
    inner: set[int] = set()
    plain: list[ast.Name] = []
    for node in nodes:
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load:  # type: ignore[attr-defined]
                plain.append(node)  # type: ignore[arg-type]
        elif kind is ast.comprehension:
            inner.update(map(id, walk(node.target)))  # type: ignore[attr-defined]
        elif name := set_without_name(node):
            names.add(name)
    return names.union([name.id for name in plain if id(name) not in inner])


def targets_of(targets: Iterable[ast.expr]) -> frozenset[str]:
    """Variables that assignment to these targets sets."""
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

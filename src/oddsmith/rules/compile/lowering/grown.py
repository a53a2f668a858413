"""Statements that make an empty list or tuple, and those that add one value to it."""

from __future__ import annotations

import ast
from typing import NamedTuple, TypeGuard


class Added(NamedTuple):
    """A statement that adds a value. names: of what it adds to. kinds: the displays of what that may be."""

    statement: ast.stmt
    names: list[ast.Name]
    value: ast.expr
    kinds: set[type]


def empty(node: ast.AST | None) -> TypeGuard[ast.Assign | ast.AnnAssign]:
    """Tell whether a statement sets one thing to an empty list or tuple."""
    match node:
        case ast.Assign(targets=[_], value=value) | ast.AnnAssign(value=value):
            return isinstance(value, (ast.List, ast.Tuple)) and not value.elts
    return False


def added(node: ast.AST | None) -> Added | None:
    """The statement as one that adds a value to what a name stands for; None where it is another."""
    kinds: set[type]
    match node:
        case ast.Expr(
            value=ast.Call(func=ast.Attribute(value=ast.Name() as name, attr="append"), args=[value], keywords=[])
        ):
            names, kinds = [name], {ast.List}
        case ast.AugAssign(target=ast.Name() as name, op=ast.Add(), value=ast.Tuple(elts=[value])):
            names, kinds = [name], {ast.List, ast.Tuple}
        case ast.AugAssign(target=ast.Name() as name, op=ast.Add(), value=ast.List(elts=[value])):
            names, kinds = [name], {ast.List}
        case ast.Assign(
            targets=[ast.Name() as name],
            value=ast.BinOp(
                left=ast.Name() as before, op=ast.Add(), right=(ast.Tuple(elts=[value]) | ast.List(elts=[value])) as one
            )
            | (
                (
                    ast.Tuple(elts=[ast.Starred(value=ast.Name() as before), value])
                    | ast.List(elts=[ast.Starred(value=ast.Name() as before), value])
                ) as one
            ),
        ) if name.id == before.id:
            names, kinds = [name, before], {type(one)}
        case _:
            return None
    return None if isinstance(value, ast.Starred) else Added(node, names, value, kinds)

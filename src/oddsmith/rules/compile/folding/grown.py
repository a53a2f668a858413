"""Statements that make an empty list or tuple, and those that add one value to it; variables that are only so made."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeGuard

from oddsmith.rules.compile.syntax.builtin_functions import LISTS, READ_ALIKE, SETS
from oddsmith.rules.compile.syntax.trees import children, set_without_name, walk

#: Functions that do nothing to a list, and keep none.
_READING: Final = READ_ALIKE | LISTS | SETS | {Counter.__name__}


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


def unpack(uses: Sequence[ast.Name], parents: dict[int, ast.AST]) -> None:
    """Write a list that is put before or after another as `[*faces]`, which a tuple in its place may be as well.

    uses: of the list. parents: of nodes, to which new ones are added.
    """
    holders = [parents.get(id(use)) for use in uses]
    if any(empty(holder) and isinstance(holder.value, ast.Tuple) for holder in holders):
        return
    for use, holder in zip(uses, holders, strict=True):
        if isinstance(holder, ast.BinOp) and isinstance(holder.op, ast.Add):
            star = ast.copy_location(ast.Starred(use, ast.Load()), use)
            copied = ast.copy_location(ast.List([star], ast.Load()), use)
            if holder.left is use:
                holder.left = copied
            else:
                holder.right = copied
            parents.update({id(use): star, id(star): copied, id(copied): holder})


def makes_dict(node: ast.AST | None, plain: frozenset[str]) -> bool:
    """Tell whether a statement sets one thing to an empty dict or `Counter`. plain: names that stand for these."""
    match node:
        case ast.Assign(targets=[_], value=value) | ast.AnnAssign(value=value):
            match value:
                case ast.Dict(keys=[]):
                    return True
                case ast.Call(func=ast.Name(id=made), args=[], keywords=[]):
                    return made in plain & {"dict", Counter.__name__}
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


def unshared(function: ast.AsyncFunctionDef) -> frozenset[str]:
    """The variables that only ever stand for tuples; or for lists that nothing else holds, and nothing changes.

    An await between leaves what is in them as it is.
    """
    kinds: dict[str, set[type]] = {}
    open_to_others: set[str] = {argument.arg for argument in walk(function.args) if isinstance(argument, ast.arg)}
    for node in walk(function):
        set_here: ast.AST | None = None
        match node:
            case (
                ast.Assign(targets=[ast.Name() as set_here], value=value)
                | ast.AnnAssign(target=ast.Name() as set_here, value=ast.expr() as value)
            ):
                kinds.setdefault(set_here.id, set()).add(type(value))
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                open_to_others.update(names)
            case _ if named := set_without_name(node):
                open_to_others.add(named)
        for below in children(node):
            if not isinstance(below, ast.Name):
                continue
            if isinstance(below.ctx, ast.Load):
                if not _only_read(node, below):
                    kinds.setdefault(below.id, set()).add(_Held)
            elif below is not set_here:
                open_to_others.add(below.id)
    tuples, lists = {ast.Tuple, _Held}, {ast.List}
    found = {name for name, made in kinds.items() if made <= lists or (made <= tuples and ast.Tuple in made)}
    return frozenset(found - open_to_others)


class _Held:
    """In place of what something is made by: it may be held elsewhere too."""


def _only_read(parent: ast.AST, use: ast.Name) -> bool:
    match parent:
        case ast.Starred() | ast.Compare() | ast.comprehension() | ast.UnaryOp() | ast.Attribute(attr="count"):
            return True
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return test is use
        case ast.Subscript():
            return isinstance(parent.ctx, ast.Load)
        case ast.Call(func=ast.Name(id=name)):
            return name in _READING and use in parent.args
    return False

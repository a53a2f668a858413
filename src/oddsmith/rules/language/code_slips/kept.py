"""Requests that a rule keeps in a list and never awaits: `faces = [roll(d6) for _ in range(3)]`, and then `len(faces)`.

Kept requests may be awaited one by one, offered as options, or handed on; only a list of which nothing is asked but how
many it holds, or whether it is what is written there, or which is changed, is refused. It is found in the source,
where that can be read.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from itertools import chain
from types import FunctionType

from oddsmith.errors import RuleError
from oddsmith.rules.language.code_slips.changing_methods import ONLY_CHANGING
from oddsmith.rules.language.code_slips.text import Nodes


def refuse_kept(function: FunctionType, nodes: Nodes, makes: Container[str]) -> None:
    """Raise RuleError for requests that are kept and never awaited. makes: the names of what makes requests."""
    code = function.__code__
    own = set(code.co_varnames[code.co_argcount :])
    kept = [
        (name, made, made.func.id)
        for name, made in _kept(nodes)
        if name in own and isinstance(made.func, ast.Name) and made.func.id in makes
    ]
    if not kept:
        return
    harmless = {id(node) for node in _harmless(nodes)}
    uses: dict[str, bool] = {}  # by variable: whether anything is asked of it that awaits what it holds, or may
    for node in nodes[ast.Name]:
        if isinstance(node.ctx, ast.Load):
            uses[node.id] = uses.get(node.id, False) or id(node) not in harmless
    for name, made, maker in kept:
        if not uses.get(name):
            raise RuleError(
                function.__name__,
                f"{maker}(...) is kept in {name}, and never awaited.",
                remedy=f"Write `await {maker}(...)`, or await what {name} holds.",
                file=code.co_filename,
                line=code.co_firstlineno + made.lineno - 1,
            )


def _kept(nodes: Nodes) -> Iterator[tuple[str, ast.Call]]:
    """Calls of which lists are made, each with the variable that holds the list."""
    for node in chain(nodes[ast.Assign], nodes[ast.AnnAssign], nodes[ast.Call]):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                yield from [(name, made) for made in _made(value) if isinstance(made, ast.Call)]
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))], value=ast.Call() as made):
                yield name, made
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="append" | "add"), args=[ast.Call() as made]
            ):
                yield name, made


def _made(value: ast.expr) -> list[ast.expr]:
    match value:
        case ast.ListComp(elt=made) | ast.SetComp(elt=made):
            return [made]
        case ast.DictComp(key=key, value=made):
            return [key, made]
        case ast.List(elts=each) | ast.Tuple(elts=each) | ast.Set(elts=each):
            return each
        case ast.Dict(keys=keys, values=each):
            return [*filter(None, keys), *each]
        case ast.Call(func=ast.Name(id="list" | "tuple" | "set"), args=[ast.Call(func=ast.Name(id="map"), args=each)]):
            return [ast.copy_location(ast.Call(func=each[0], args=[], keywords=[]), value)] if each else []
        case _:
            return []


def _harmless(nodes: Nodes) -> Iterator[ast.AST]:
    """The names of lists where only their length is asked, or whether they are what is written, or more is put in."""
    for node in chain(nodes[ast.Call], nodes[ast.If], nodes[ast.While], nodes[ast.Compare], nodes[ast.Subscript]):
        match node:
            case ast.Compare(left=ast.Name() as held, ops=[ast.Eq() | ast.NotEq()], comparators=[other]):
                if _written(other):
                    yield held
            case ast.Compare(left=other, ops=[_], comparators=[several]) if _written(other) or is_answer(other):
                yield from _gathered(several)
            case ast.Subscript(value=ast.Name() as held, ctx=ast.Store()):
                yield held
            case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr=method)) if method in ONLY_CHANGING:
                yield held
            case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="get"), args=[key, *_]) if is_answer(key):
                yield held
            case ast.Call(func=ast.Name(id="len" | "Counter") | ast.Attribute(attr="Counter"), args=[several]):
                yield from _gathered(several)
            case ast.If(test=ast.Name() as held) | ast.While(test=ast.Name() as held):
                yield held


def _gathered(node: ast.expr) -> Iterator[ast.Name]:
    """The name of what is gathered there, also into a set."""
    match node:
        case (ast.Name() as held) | ast.Call(func=ast.Name(id="set" | "frozenset"), args=[ast.Name() as held]):
            yield held


def is_answer(node: ast.expr) -> bool:
    """Tell whether it is plain that this is no request."""
    match node:
        case ast.Constant() | ast.UnaryOp() | ast.BinOp() | ast.Await(value=ast.Call(func=ast.Name(id="roll"))):
            return True
    return False


def _written(node: ast.expr) -> bool:
    """Tell whether it is a constant, or holds nothing else."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return all(map(_written, parts))
    return isinstance(node, ast.Constant | ast.UnaryOp)

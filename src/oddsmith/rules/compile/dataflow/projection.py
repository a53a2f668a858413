"""Only what is asked: lowered statements made ready for questions to parts of an outcome.

Remarks are left out. Where of an answer only fields are read, it is taken apart as it comes, so that each field is a
variable: `a = await test()` becomes `a = await test(); .of.a.dots = .field(a, "dots")`, and `a.dots` is `.of.a.dots`.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from types import FunctionType
from typing import Any, TypeAlias, cast

from oddsmith.rules.compile.dataflow.demand import Field
from oddsmith.rules.compile.syntax.builtin_functions import BUILTINS
from oddsmith.rules.compile.syntax.names import stored
from oddsmith.rules.compile.syntax.nodes import load, store
from oddsmith.rules.compile.syntax.reasons import NotCompiled
from oddsmith.rules.compile.syntax.source import plain_tree
from oddsmith.rules.compile.syntax.trees import set_without_name, walk
from oddsmith.rules.language.notes import note

#: The function that reads a field of an answer.
FIELD = ".field"

#: Variables that are fields of answers: this, the name of the answer, and the field.
PART = ".of."

#: Names of the fields of a kind of object, in the order in which it is given them.
Fields: TypeAlias = tuple[str, ...]

_UNCHANGING = (ast.Constant, ast.Tuple, ast.JoinedStr, ast.Compare)
_LAZY = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
_UNSAFE = (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)


class NotSplit(NotCompiled):
    """A rule reads something of an answer that is no plain field, so that answers are left as they are."""


@dataclasses.dataclass(frozen=True)
class Part:
    """An answer of which nothing is known but one field."""

    field: Field
    value: Any


def read_field(answer: Any, field: Field) -> Any:
    """Read a plain field of an answer. Raises NotSplit for anything else that has the name, and of what may change."""
    kind = type(answer)
    if kind is Part and answer.field == field:
        return answer.value
    if isinstance(field, tuple):
        if kind is tuple and field[0] < len(answer):
            return answer[field[0]]
    elif dataclasses.is_dataclass(kind):
        if not getattr(kind, "__dataclass_params__").frozen:  # noqa: B009
            raise NotSplit(f"{field!r} is read of a {kind.__name__}, which may change")
        if field in kind.__dataclass_fields__ and not isinstance(getattr(kind, field, None), property):
            return getattr(answer, field)
    elif isinstance(answer, tuple) and field in getattr(kind, "_fields", ()):
        return getattr(answer, field)
    raise NotSplit(f"{field!r} is read of a {kind.__name__}, and is no plain field")


def field_read(node: ast.expr) -> tuple[str, Field] | None:
    """The variable and the field that an expression made here reads."""
    match node:
        case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=variable), ast.Constant(value=field)]) if name == FIELD:
            return variable, cast(Field, field)
        case _:
            return None


def kinds(body: Sequence[ast.stmt], module: Mapping[str, Any], variables: frozenset[str]) -> dict[str, Fields]:
    """Kinds of objects, by the names under which the statements make them, that are no more than their fields."""
    found: dict[str, Fields] = {}
    for statement in body:
        for node in walk(statement):
            match node:
                case ast.Call(func=ast.Name(id=name)) if name not in variables and name not in found:
                    fields = fields_of(module.get(name))
                    if fields is not None:
                        found[name] = fields
    return found


def fields_of(kind: Any) -> Fields | None:
    """The names of the fields of a kind of object that is no more than those; None for others."""
    if not isinstance(kind, type):
        return None
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields) if kind.__bases__ == (tuple,) else None
    made = getattr(kind, "__dataclass_params__", None)
    if made is None or not made.init or "__dataclass_fields__" not in vars(kind) or type(kind) is not type:
        return None
    held = {name for base in kind.__mro__[:-1] for name in vars(base)}
    if held & {"__post_init__", "__getattr__", "__getattribute__", "__new__"}:
        return None
    fields = dataclasses.fields(kind)
    plain = all(field.init and not field.kw_only for field in fields)
    return tuple(field.name for field in fields) if plain else None


def unchanging(body: Sequence[ast.stmt], parameters: frozenset[str]) -> frozenset[str]:
    """Variables that only hold what cannot be changed in place, so that adding to one sets nothing else."""
    plain: set[str] = set()
    other: set[str] = set(parameters)
    for statement in body:
        fine: set[int] = set()
        for node in walk(statement):
            match node:
                case ast.Assign(targets=targets, value=value) if isinstance(value, _UNCHANGING):
                    names = [target for target in targets if isinstance(target, ast.Name)]
                case ast.AnnAssign(target=ast.Name() as target, value=value) if isinstance(
                    value, (*_UNCHANGING, type(None))
                ):
                    names = [target]
                case ast.AugAssign(target=ast.Name() as target):
                    names = [target]
                case _:
                    if name := set_without_name(node):
                        other.add(name)
                    continue
            fine.update(map(id, names))
            plain.update(name.id for name in names)
        other.update(
            node.id
            for node in walk(statement)
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and id(node) not in fine
        )
    return frozenset(plain - other)


def pure(node: ast.AST, kinds: Mapping[str, Fields]) -> bool:
    """Tell whether an expression does nothing but have a value."""
    for below in walk(node):
        if isinstance(below, _UNSAFE):
            return False
        if isinstance(below, ast.Call) and not (
            isinstance(below.func, ast.Name) and (below.func.id in BUILTINS or below.func.id in kinds)
        ):
            return False
    return True


def _plain_calls(
    nodes: Iterable[ast.AST],
    module: Mapping[str, Any],
    variables: AbstractSet[str],
    within: tuple[FunctionType, ...] = (),
) -> dict[str, Fields]:
    """The plain functions of a module that are called by their names, as far as no variable has those.

    within: functions that are being looked at, since none may call itself.
    """
    called = {
        below.func.id
        for node in nodes
        for below in walk(node)
        if isinstance(below, ast.Call) and isinstance(below.func, ast.Name)
    }
    found = {name: module.get(name) for name in called - variables}
    return {
        name: ()
        for name, function in found.items()
        if isinstance(function, FunctionType) and function not in within and _plain(function, within)
    }


@lru_cache(maxsize=1_000)
def _plain(function: FunctionType, within: tuple[FunctionType, ...]) -> bool:
    """Tell whether a function does no more than choose, by `if`, which expression it returns; it may name others."""
    made = plain_tree(function)
    if made is None or made.decorator_list:
        return False
    plain = _plain_calls(made.body, function.__globals__, {*function.__code__.co_varnames}, (*within, function))
    return _only_returns(made.body[1:] if ast.get_docstring(made) is not None else made.body, plain)


def _only_returns(body: Sequence[ast.stmt], plain: Mapping[str, Fields]) -> bool:
    for statement in body:
        match statement:
            case ast.If(test=test, body=one, orelse=other):
                if not (pure(test, plain) and _only_returns(one, plain) and _only_returns(other, plain)):
                    return False
            case ast.Return(value=ast.expr() as value) | ast.Assign(targets=[ast.Name()], value=value):
                if not pure(value, plain):
                    return False
            case _:
                return False
    return True


def projected(
    body: Sequence[ast.stmt], module: Mapping[str, Any], parameters: AbstractSet[str]
) -> tuple[list[ast.stmt], bool]:
    """Lowered statements without remarks, in which answers are taken apart; and whether there were any."""
    root = ast.Module(without_notes(body, module, parameters), [])
    fields = _splits(root, parameters)
    if fields:
        _Split(fields).visit(root)
    return root.body, bool(fields)


def without_notes(body: Sequence[ast.stmt], module: Mapping[str, Any], parameters: AbstractSet[str]) -> list[ast.stmt]:
    """Lowered statements without remarks, but for those that may do more than say something.

    What they say may be put into words by functions of the module that only choose what to return.

    Loops that may go round with remarks alone keep them, without their words, so that their rounds are counted.
    """
    root = ast.Module(list(body), [])
    if module.get("note") is note and "note" not in parameters:
        _WithoutNotes(module, parameters | stored(root)).visit(root)
    return root.body


class _WithoutNotes(ast.NodeTransformer):
    _kept = False

    def __init__(self, module: Mapping[str, Any], variables: AbstractSet[str]) -> None:
        self._module = module
        self._variables = variables

    def visit_While(self, node: ast.While) -> ast.stmt:
        around, self._kept = self._kept, self._kept or any(goes_round(node.body))
        self.generic_visit(node)
        self._kept = around
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Await(value=ast.Call(func=ast.Name(id="note"), args=said, keywords=named) as made):
                parts = [*said, *named]
                plain = _plain_calls(parts, self._module, self._variables)
                if not all(pure(part, plain) for part in parts):
                    return node
                if not self._kept:
                    return ast.copy_location(ast.Pass(), node)
                made.args, made.keywords = [ast.copy_location(ast.Constant(""), node)], []
        return node


def goes_round(body: Sequence[ast.stmt]) -> tuple[bool, bool]:
    """Tell whether statements in a loop may come to their end, or to a `continue`, with nothing awaited but remarks."""
    again = False
    for statement in body:
        match statement:
            case ast.Expr(value=ast.Await(value=ast.Call(func=ast.Name(id="note")))):
                continue
            case ast.Expr(value=ast.Await()) | ast.Assign(value=ast.Await()) | ast.Break() | ast.Return() | ast.Raise():
                return False, again
            case ast.Continue():
                return False, True
            case ast.If(body=one, orelse=other):
                ways = goes_round(one), goes_round(other)
                again = again or any(way[1] for way in ways)
                if not any(way[0] for way in ways):
                    return False, again
    return True, again


def _part(node: ast.AST) -> tuple[str, Field] | None:
    """The variable and the field that an expression of the rule reads."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=field, ctx=ast.Load()):
            return name, field
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int(place)), ctx=ast.Load()) if (
            type(node.slice.value) is int and place >= 0  # type: ignore[attr-defined]
        ):
            return name, (place, None)
        case _:
            return None


def _splits(root: ast.Module, parameters: AbstractSet[str]) -> dict[str, list[Field]]:
    """Variables that are set by awaits alone, or by what is unpacked of these, and of which only fields are read."""
    fields: dict[str, list[Field]] = {}
    other: set[str] = set(parameters)
    plain: set[int] = set()
    answers = [target for node in walk(root) if isinstance(node, ast.Assign) for target in _answers(node)]
    for node in walk(root):
        if isinstance(node, (*_LAZY, ast.Try)):
            other |= {below.id for below in walk(node) if isinstance(below, ast.Name)}
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                other.add(name)  # a method is no field
            case _ if set_here := set_without_name(node):
                other.add(set_here)
        if (part := _part(node)) is not None:
            name, field = part
            fields.setdefault(name, [])
            if field not in fields[name]:
                fields[name].append(field)
            plain.add(id(node.value))  # type: ignore[attr-defined]
    plain |= {id(target) for target in answers}
    set_by_await = {target.id for target in answers}
    other |= {node.id for node in walk(root) if isinstance(node, ast.Name) and id(node) not in plain}
    return {name: found for name, found in fields.items() if name in set_by_await and name not in other}


def _answers(node: ast.Assign) -> list[ast.Name]:
    """The variables that a statement sets to an answer, or to the parts of a tuple."""
    match node:
        case ast.Assign(targets=[ast.Name() as target], value=ast.Await()):
            return [target]
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Name()):
            return [target for target in targets if isinstance(target, ast.Name)]
        case _:
            return []


class _Split(ast.NodeTransformer):
    def __init__(self, fields: Mapping[str, list[Field]]) -> None:
        self._fields = fields

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        names = [target.id for target in _answers(node) if target.id in self._fields]
        return [node, *[self._taken(name, field, node) for name in names for field in self._fields[name]]]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._read(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self._read(node)

    def _read(self, node: ast.AST) -> ast.AST:
        part = _part(node)
        if part is not None and part[0] in self._fields:
            return ast.copy_location(load(_variable(*part)), node)
        return self.generic_visit(node)

    def _taken(self, name: str, field: Field, node: ast.Assign) -> ast.stmt:
        value = ast.Call(load(FIELD), [load(name), ast.Constant(field)], [])  # type: ignore[arg-type]
        made = ast.Assign([store(_variable(name, field))], value)
        for below in walk(made):
            ast.copy_location(below, node)
        return made


def _variable(name: str, field: Field) -> str:
    return f"{PART}{name}.{field if isinstance(field, str) else field[0]}"

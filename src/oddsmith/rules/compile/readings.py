"""Functions that put questions to outcomes, read by their source: the parameter and the expression that is returned.

A property of an outcome that is an expression of its fields is read as that:

    @dataclass(frozen=True)
    class Duel:
        hits: int
        against: int

        @property
        def net(self) -> int:
            return self.hits - self.against

`lambda duel: duel.net > 0` asks what `lambda duel: duel.hits - duel.against > 0` does.
"""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from operator import attrgetter, itemgetter
from types import CodeType, FunctionType
from typing import Any, TypeAlias, cast

from oddsmith.rules.compile.dataflow.projection import fields_of, pure
from oddsmith.rules.compile.syntax.trees import located

#: The name of a parameter and an expression of it.
Expression: TypeAlias = tuple[str, ast.expr]

_trees: dict[str, tuple[list[str], ast.Module]] = {}


def read(of: Callable[[Any], Any], kind: type | None) -> Expression | None:
    """The parameter of a function and the expression that it returns, not to be changed; None where it does more.

    kind: of its argument, where that is known: plain properties of it are put in.
    """
    found = expression(of) if isinstance(of, FunctionType) else _got(of)
    if found is None or kind is None:
        return found
    name, value = found
    module = getattr(of, "__globals__", {})
    properties = {held: put for held, put in plain_properties(kind).items() if not _names(put) & module.keys()}
    if any(_sets(node, name) for node in ast.walk(value)):
        return found
    return name, cast(ast.expr, _PutIn(name, properties).visit(deepcopy(value)))


def getter(of: Any) -> Hashable | None:
    """The arguments of an `attrgetter` or `itemgetter`, by which those that get the same are equal; else None."""
    return of.__reduce__() if isinstance(of, (attrgetter, itemgetter)) else None


def _got(of: Callable[[Any], Any]) -> Expression | None:
    """The outcome and what a getter gets of it; None for anything else, and for what no expression of a rule reads."""
    if not isinstance(of, (attrgetter, itemgetter)):
        return None
    made: Any = of.__reduce__()
    parts: list[ast.expr] = []
    for place in made[1]:
        part: ast.expr = ast.Name("outcome", ast.Load())
        if isinstance(of, itemgetter):
            if type(place) not in (int, str):
                return None
            part = ast.Subscript(part, ast.Constant(place), ast.Load())
        else:
            for name in place.split("."):
                if not name.isidentifier():
                    return None
                part = ast.Attribute(part, name, ast.Load())
        parts.append(part)
    value = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
    here = ast.Pass(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
    return "outcome", located(ast.copy_location(value, here))


def _names(of: Expression) -> set[str]:
    """The names that an expression reads beside its parameter."""
    return {node.id for node in ast.walk(of[1]) if isinstance(node, ast.Name)} - {of[0]}


def _sets(node: ast.AST, name: str) -> bool:
    """Tell whether a name stands for something else below a node."""
    if isinstance(node, ast.arg):
        return node.arg == name
    return isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)


class _PutIn(ast.NodeTransformer):
    """Puts the expressions of properties in the place of what reads them of a variable."""

    def __init__(self, name: str, properties: Mapping[str, Expression]) -> None:
        self._name = name
        self._properties = properties

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node:
            case ast.Attribute(value=ast.Name(id=self._name), attr=attribute) if attribute in self._properties:
                own, value = self._properties[attribute]
                made = cast(ast.expr, Renamed(own, node.value).visit(deepcopy(value)))
                for below in ast.walk(made):
                    ast.copy_location(below, node)
                return made
            case _:
                return cast(ast.expr, self.generic_visit(node))


class Renamed(ast.NodeTransformer):
    """Puts an expression in the place of a variable."""

    def __init__(self, name: str, value: ast.expr) -> None:
        self._name = name
        self._value = value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return deepcopy(self._value) if node.id == self._name else node


def plain_properties(kind: type) -> Mapping[str, Expression]:
    """The properties of a kind of object that are pure expressions of its fields; none where there are kinds of it."""
    return {} if kind.__subclasses__() else _properties(kind)


@lru_cache(maxsize=1_000)
def _properties(kind: type) -> Mapping[str, Expression]:
    if fields_of(kind) is None:
        return {}
    found: dict[str, Expression] = {}
    for name, held in vars(kind).items():
        if isinstance(held, property) and isinstance(held.fget, FunctionType) and not held.fget.__closure__:
            plain = _of_fields(held.fget, found)
            if plain is not None:
                found[name] = plain
    return found


def _of_fields(of: FunctionType, properties: Mapping[str, Expression]) -> Expression | None:
    """The expression of a property; None for one that may be something else where it is put in.

    properties: found before, which it may read.
    """
    plain = expression(of)
    if plain is None or not pure(plain[1], {}):
        return None
    own, value = plain
    if any(name in of.__globals__ or not hasattr(builtins, name) for name in _names(plain)):
        return None
    if any(_sets(node, own) for node in ast.walk(value)):
        return None
    return own, cast(ast.expr, _PutIn(own, properties).visit(deepcopy(value)))


def expression(of: FunctionType) -> tuple[str, ast.expr] | None:
    """The parameter of a function and the expression that it returns, where it does no more."""
    code = of.__code__
    tree = _parsed(code.co_filename, of.__globals__)
    if tree is None or code.co_argcount != 1 or code.co_posonlyargcount or code.co_flags & 0x0C:
        return None
    found: list[tuple[str, ast.expr]] = []
    for node in ast.walk(tree):
        match node:
            case ast.Lambda(args=ast.arguments(args=[parameter]), body=value) if (
                code.co_name == "<lambda>" and node.lineno == code.co_firstlineno
            ):
                found.append((parameter.arg, value))
            case ast.FunctionDef(
                name=code.co_name,
                args=ast.arguments(args=[parameter]),
                body=[*told, ast.Return(value=ast.expr() as value)],
            ) if _first_line(node) == code.co_firstlineno and _says(told):
                found.append((parameter.arg, value))
    if len(found) > 1 or code.co_filename.startswith("<"):  # lambdas on one line, or of several texts of one name
        found = sorted([pair for pair in found if _made_from(pair[1], code)], key=lambda pair: _begin(pair[1]))
    return found[-1] if found else None


def _parsed(filename: str, module: dict[str, Any]) -> ast.Module | None:
    """The tree of a file, not to be changed; None where it cannot be read."""
    lines = linecache.getlines(filename, module)
    before = _trees.get(filename)
    if before is None or before[0] is not lines:
        try:
            before = _trees[filename] = (lines, ast.parse("".join(lines), filename))
        except SyntaxError:
            return None
    return before[1]


def _first_line(node: ast.FunctionDef) -> int:
    """The line at which its code begins: that of its first decorator."""
    return min([node.lineno, *[above.lineno for above in node.decorator_list]])


def _says(body: Sequence[ast.stmt]) -> bool:
    """Tell whether statements are but a docstring, or none."""
    return all(isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in body)


def _begin(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _made_from(value: ast.expr, code: CodeType) -> bool:
    """Tell whether all of a code was made from an expression in its file; False where Python kept no places."""
    held = {node.id if isinstance(node, ast.Name) else getattr(node, "attr", "") for node in ast.walk(value)}
    if not held.issuperset(code.co_names):
        return False
    end = (value.end_lineno or 0, value.end_col_offset or 0)
    begins, ends = set(), set()
    for line, end_line, column, end_column in code.co_positions():
        if column != end_column:  # others stand for the function itself
            begins.add((line or 0, column or 0))
            ends.add((end_line or 0, end_column or 0))
    return bool(begins) and _begin(value) <= min(begins) and max(ends) <= end

"""Expressions of which it is plain to see what they come to: an object and its parts, an outcome, a number."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from oddsmith.rules.compile.dataflow.demand import Demand, Field, Places, Use, digits
from oddsmith.rules.compile.dataflow.projection import Fields, pure
from oddsmith.rules.compile.syntax.builtin_functions import MAKE_OUTCOMES
from oddsmith.rules.compile.syntax.names import names_in, names_read, stored
from oddsmith.rules.compile.syntax.trees import walk

_DIVIDES = (ast.Div, ast.FloorDiv, ast.Mod)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
_RISKY = frozenset({ast.BinOp, ast.AugAssign, ast.Subscript, ast.Call})
_MOVES = (ast.Pow, ast.LShift, ast.RShift)  # not by less than nothing


def parts_made(
    node: ast.expr, wanted: Iterable[Field], kinds: Mapping[str, Fields]
) -> list[tuple[ast.expr, list[Field]]] | None:
    """The parts of an object that an expression makes, each with its fields; None where that is not plain to see."""
    match node:
        case ast.Tuple(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
            size = len(parts)
            if all(isinstance(field, tuple) and field[0] < size and field[1] in (None, size) for field in wanted):
                return [(part, [(place, None), (place, size)]) for place, part in enumerate(parts)]
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=named) if name in kinds:
            names = kinds[name]
            plain = not any(isinstance(part, ast.Starred) for part in parts) and all(word.arg for word in named)
            if plain and len(parts) <= len(names) and all(field in names for field in wanted):
                given: list[tuple[ast.expr, list[Field]]] = [(part, [f]) for part, f in zip(parts, names, strict=False)]
                given += [(word.value, [str(word.arg)]) for word in named]
                return given
    return None


def numbers_made(node: ast.expr, asked: Demand, kinds: Mapping[str, Fields]) -> Places:
    """The places of totals that an outcome with several has as it is written here: numbers."""
    wanted = {field: part.times or 0 for field, part in asked.fields if part.use is Use.ADDED}
    made = parts_made(node, wanted, kinds) or []
    numbers = [field for part, fields in made if whole_number(part) is not None for field in fields]
    return frozenset([place for field in numbers for place in digits(wanted.get(field, 0))])


def is_outcome(node: ast.expr) -> bool:
    """Tell whether a value is plainly an outcome, and no call to go on as."""
    match node:
        case ast.Constant() | ast.Compare() | ast.Tuple() | ast.JoinedStr():
            return True
        case ast.UnaryOp(operand=operand):
            return isinstance(node.op, ast.Not) or is_outcome(operand)
        case ast.Call(func=ast.Name(id=name)):
            return name in MAKE_OUTCOMES
        case _:
            return False


def takes_all(case: ast.match_case) -> bool:
    """Tell whether a case is taken wherever those before it are not."""
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def is_test(node: ast.expr) -> bool:
    """Tell whether an expression compares numbers, so that it comes to True or False."""
    match node:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare():
            return True
        case ast.BoolOp(values=values):
            return all(is_test(value) for value in values)
        case _:
            return False


def needless(node: ast.AST, kinds: Mapping[str, Fields]) -> bool:
    """Tell whether an expression or assignment may be left out if its value is: it does nothing else, and never fails.

    Values are taken to be of the right kinds; what divides, looks something up or reads a number may fail.
    """
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        node = node.value
    return pure(node, kinds) and not any(_may_fail(below) for below in walk(node) if type(below) in _RISKY)


def _may_fail(node: ast.AST) -> bool:
    match node:
        case ast.BinOp(op=op, right=right) | ast.AugAssign(op=op, value=right):
            by = whole_number(right)
            if isinstance(op, _DIVIDES):
                return not by
            return isinstance(op, _MOVES) and (by is None or by < 0)
        case ast.Subscript(slice=place):
            return not isinstance(place, ast.Slice)
        case ast.Call(func=ast.Name(id="int"), args=given):
            return not all(map(is_test, given))
        case ast.Call(func=ast.Name(id="min" | "max"), args=given, keywords=named):
            return len(given) < 2 and not any(word.arg == "default" for word in named)
        case ast.Call(func=ast.Name(id="range"), args=given):
            return len(given) > 2
        case _:
            return False


def builtin(node: ast.Call, variables: frozenset[str]) -> str:
    """The name of the function that is called with values alone, where no variable has it; "" for others."""
    name = node.func.id if isinstance(node.func, ast.Name) and not node.keywords else ""
    return "" if name in variables else name


def in_functions(body: Iterable[ast.stmt]) -> set[str]:
    """The names of variables that functions which are defined inside statements may read or set."""
    found: set[str] = set()
    for node in [node for statement in body for node in walk(statement) if isinstance(node, _FUNCTIONS)]:
        if isinstance(node, ast.GeneratorExp | ast.Lambda):
            found |= names_read(node)
            found |= {below.target.id for below in walk(node) if isinstance(below, ast.NamedExpr)}
        else:
            found |= names_in(node)
    return found


def whole_number(node: ast.expr) -> int | None:
    """Return the number that an expression writes, if it is no more than that."""
    match node:
        case ast.Constant(value=int(value)):
            return int(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return None


class _Seen(NamedTuple):
    node: ast.AST  # held, so that no identity is used again
    reads: frozenset[str]
    sets: frozenset[str]
    sets_inside: bool


class Variables:
    """Variables of a function, as nodes of its tree read and set them; each node is looked at once.

    names: all of them. None of the trees may change meanwhile.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self._seen: dict[int, _Seen] = {}

    def read(self, node: ast.AST) -> frozenset[str]:
        """Variables that are read by a node, or by functions defined in it."""
        return self._look(node).reads

    def stored(self, node: ast.AST) -> frozenset[str]:
        """Names that are set or deleted somewhere in a node."""
        return self._look(node).sets

    def set_inside(self, node: ast.AST) -> bool:
        """Tell whether an expression sets a name."""
        return self._look(node).sets_inside

    def _look(self, node: ast.AST) -> _Seen:
        found = self._seen.get(id(node))
        if found is None:
            named = any(isinstance(below, ast.NamedExpr) for below in walk(node))
            found = self._seen[id(node)] = _Seen(node, self.names & names_read(node), stored(node), named)
        return found

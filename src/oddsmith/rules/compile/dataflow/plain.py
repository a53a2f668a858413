"""Expressions of which it is plain to see what they come to: an object and its parts, an outcome, a number."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from oddsmith.rules.compile.dataflow.demand import Field
from oddsmith.rules.compile.dataflow.projection import Fields

_NUMBERS = frozenset({"len", "int", "bool", "min", "max", "abs", "round"})


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


def is_outcome(node: ast.expr) -> bool:
    """Tell whether a value is plainly an outcome, and no call to go on as."""
    match node:
        case ast.Constant() | ast.Compare() | ast.Tuple() | ast.JoinedStr():
            return True
        case ast.UnaryOp(operand=operand):
            return isinstance(node.op, ast.Not) or is_outcome(operand)
        case ast.Call(func=ast.Name(id=name)):
            return name in _NUMBERS
        case _:
            return False


def whole_number(node: ast.expr) -> int | None:
    """Return the number that an expression writes, if it is no more than that."""
    match node:
        case ast.Constant(value=int(value)):
            return int(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return None

"""Small constructors of syntax trees. Names made here begin with a dot, which no written name can."""

from __future__ import annotations

import ast
from collections.abc import Sequence


def load(name: str) -> ast.Name:
    """Read a variable."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """Set a variable, as a target."""
    return ast.Name(name, ast.Store())


def assign(name: str, value: ast.expr) -> ast.Assign:
    """Set a variable to a value."""
    return ast.copy_location(ast.Assign([store(name)], value), value)


def constant(value: int | bool | None) -> ast.Constant:
    """Stand for a plain value."""
    return ast.Constant(value)


def negated(value: ast.expr) -> ast.expr:
    """Stand for `not value`."""
    return ast.UnaryOp(ast.Not(), value)


def called(name: str, *arguments: ast.expr) -> ast.Call:
    """Call one of the functions that machines are given."""
    return ast.Call(load(name), list(arguments), [])


def compared(name: str, comparison: ast.cmpop, value: ast.expr) -> ast.Compare:
    """Compare a variable with a value."""
    return ast.Compare(load(name), [comparison], [value])


def branch(test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt] = ()) -> ast.If:
    """Do one thing or another; a body without statements does nothing."""
    return ast.If(test, list(body) or [ast.Pass()], list(orelse))

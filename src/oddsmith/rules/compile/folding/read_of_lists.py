"""Reads of lists: their ends, whether there is any, which values there are, how often each."""

from __future__ import annotations

import ast
import math
import statistics
from collections.abc import Collection, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple, TypeAlias

from oddsmith.rules.compile.folding.kept_values import DISTINCT, PLACED


class Outer(NamedTuple):
    """So many of the lowest and of the highest values."""

    low: int
    high: int


#: What is read of a list: so much of its ends, or the name of a function that would keep it.
Read: TypeAlias = frozenset[str | Outer]

#: Nothing where it is asked whether there is any; which values there are; how often each.
WHETHER_ANY: Final[Read] = frozenset()
WHICH: Final[Read] = frozenset({DISTINCT})
HOW_OFTEN: Final[Read] = frozenset({PLACED})


#: Functions of others to which the order of whole numbers makes no difference.
ALIKE: Final = frozenset(
    {
        *(statistics.median, statistics.median_low, statistics.median_high, statistics.quantiles),
        *(statistics.mean, statistics.fmean, statistics.variance, statistics.pvariance),
        *(statistics.stdev, statistics.pstdev, math.prod),
    }
)


def stands_for(function: ast.expr, module: Mapping[str, Any], bound: Collection[str]) -> object:
    """The function of a module, or of one that it imports, for which an expression stands; else None.

    bound: names that stand for something else there.
    """
    match function:
        case ast.Name(id=name) if name not in bound:
            its = module.get(name)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name not in bound:
            within = module.get(name)
            its = vars(within).get(attribute) if isinstance(within, ModuleType) else None
        case _:
            return None
    return its if isinstance(its, FunctionType | BuiltinFunctionType) else None


def ends_read(place: ast.expr) -> Outer | None:
    """The ends of a list in order that a place or slice reads; None where that depends on how long it is."""
    if not isinstance(place, ast.Slice):
        at = number(place)
        return None if at is None else Outer(at + 1, 0) if at >= 0 else Outer(0, -at)
    if place.step is not None:
        return None
    first = 0 if place.lower is None else number(place.lower)
    end = None if place.upper is None else number(place.upper)
    if first is None or (end is None and place.upper is not None):
        return None
    if first < 0:
        return Outer(0, -first) if end is None or end <= 0 else None
    return Outer(end, 0) if end is not None and end >= 0 else None


def number(node: ast.expr) -> int | None:
    """The whole number that is written; None for anything else."""
    match node:
        case ast.Constant(value=number) if type(number) is int:
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=number)) if type(number) is int:
            return -number
        case _:
            return None


def whole(node: ast.expr, value: str) -> bool:
    """Tell whether an expression makes whole numbers of whole ones, and cannot fail. value: the name of those."""
    match node:
        case ast.Constant(value=constant):
            return type(constant) in (int, bool)
        case ast.Name(id=name):
            return name == value
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right):
            return whole(left, value) and whole(right, value)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return sure(test) and whole(body, value) and whole(orelse, value)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            return whole(operand, value)
        case _:
            return sure(node)


def sure(node: ast.expr) -> bool:
    """Tell whether an expression is a test of names and constants, which leaves nothing behind."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return all(isinstance(each, (ast.Name, ast.Constant)) for each in [left, *others])
        case ast.BoolOp(values=values):
            return all(sure(each) for each in values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return sure(operand)
        case _:
            return False


def tested(parent: ast.AST | None, node: ast.AST) -> Read | None:
    """Return the same where a list is only asked whether it is empty, or whether something is in it; else None."""
    match parent:
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if test is node:
            return WHETHER_ANY
        case ast.UnaryOp(op=ast.Not()):
            return WHETHER_ANY
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[among]) if among is node:
            return WHICH
        case _:
            return None

"""The greatest and the least of several expressions, each rolled by itself."""

from __future__ import annotations

from typing import TypeVar

from oddsmith.dice.expressions.arithmetic import Function, Number
from oddsmith.dice.expressions.expression import Expression, FunctionCall, expression
from oddsmith.errors import BadInput

N = TypeVar("N", bound=Number)


def highest(*values: Expression[N] | N) -> Expression[N]:
    """The greatest of the values, each rolled by itself.

    >>> from oddsmith.dice import d6, d8
    >>> highest(d6, d8).distribution().at_least(7)
    Fraction(1, 4)
    """
    return _extreme(Function.MAX, values)


def lowest(*values: Expression[N] | N) -> Expression[N]:
    """The least of the values, each rolled by itself."""
    return _extreme(Function.MIN, values)


def _extreme(function: Function, values: tuple[Expression[N] | N, ...]) -> Expression[N]:
    if not values:
        raise BadInput("values", values, "at least one")
    return FunctionCall(function, tuple(expression(value) for value in values))

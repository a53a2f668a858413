"""Expressions in which nothing is rolled."""

from __future__ import annotations

from typing import Any

from oddsmith.dice.expressions.expression import Constant, Expression
from oddsmith.dice.rolling.sources import ScriptedSource


def is_fixed(expression: Expression[Any]) -> bool:
    """True when nothing is rolled in it: a constant, or made of such."""
    return isinstance(expression, Constant) or (
        bool(expression.parts) and all(is_fixed(part) for part in expression.parts)
    )


def fixed_value(expression: Expression[Any]) -> Any:
    """The value of an expression in which nothing is rolled."""
    return expression.roll(ScriptedSource(())).value

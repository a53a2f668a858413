"""Expressions in which nothing is rolled, and those of which a part is rolled several times."""

from __future__ import annotations

from typing import Any

from oddsmith.dice.expressions.arithmetic import Operator
from oddsmith.dice.expressions.expression import Binary, Constant, Expression
from oddsmith.dice.rolling.sources import ScriptedSource


def is_fixed(expression: Expression[Any]) -> bool:
    """True when nothing is rolled in it: a constant, or made of such."""
    return isinstance(expression, Constant) or (
        bool(expression.parts) and all(is_fixed(part) for part in expression.parts)
    )


def fixed_value(expression: Expression[Any]) -> Any:
    """The value of an expression in which nothing is rolled."""
    return expression.roll(ScriptedSource(())).value


def is_rolled_often(expression: Expression[Any]) -> bool:
    """True for so many rolls of an expression, added up: its second part is rolled as often as the first one says."""
    return isinstance(expression, Binary) and expression.operator is Operator.ROLLS

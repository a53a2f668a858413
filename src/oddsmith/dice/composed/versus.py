"""Two rolls against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oddsmith.dice.expressions.arithmetic import Operator, check_numeric, value_of_operation
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, distributions_of, of_sums
from oddsmith.dice.expressions.operation_distributions import distribution_of_operation
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution


@dataclass(frozen=True, repr=False)
class Versus(Expression[Any]):
    """Two numbers, rolled left to right; the value is by how much the left one is ahead, 0 for a tie.

    >>> from oddsmith.dice import d6, d8
    >>> Versus(d6, d8).distribution().p(lambda margin: margin > 0)
    Fraction(5, 16)
    """

    left: Expression[Any]
    right: Expression[Any]

    def __post_init__(self) -> None:
        check_numeric(self.left, self.right)

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.left, self.right

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Versus:
        return Versus(*parts)

    @property
    def binding(self) -> int:
        return 0

    def calculate(self) -> Distribution[Any]:
        left, right = distributions_of(self.parts, self.forecast)
        return distribution_of_operation(Operator.SUBTRACT, left, right, 0)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_sums(parts)

    def _roll(self, source: Source) -> Rolled[Any]:
        left, right = self.left._roll(source), self.right._roll(source)
        return Rolled(self, value_of_operation(Operator.SUBTRACT, left.value, right.value, 0), parts=(left, right))

    def __str__(self) -> str:
        sides = (str(side) if side.binding else f"({side})" for side in self.parts)
        return " vs ".join(sides)

"""Several numbers side by side, added up each for itself: successes and advantages of all dice of a roll."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from oddsmith.dice.expressions.arithmetic import BINDING, Operator
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import BadInput

Numbers: TypeAlias = tuple[int, ...]

_SIGNS: Final = {Operator.ADD: 1, Operator.SUBTRACT: -1}


class Vector(Expression[Numbers]):
    """An expression that comes to a tuple of whole numbers; such tuples are added and subtracted number by number."""

    numeric = False

    @property
    @abstractmethod
    def width(self) -> int:
        """How many numbers there are, 0 where some value is no number."""

    def __add__(self, other: Vector) -> VectorSum:  # type: ignore[override]  # vectors are added to vectors only
        return VectorSum(Operator.ADD, self, other)

    def __sub__(self, other: Vector) -> VectorSum:  # type: ignore[override]
        return VectorSum(Operator.SUBTRACT, self, other)


@dataclass(frozen=True)
class VectorSum(Vector):
    """Two vectors, rolled left to right, and their sum or difference, number by number.

    >>> from oddsmith.dice import coin, d6
    >>> high = coin.pool(2).vector({"H": (1, 0), "T": (0, 1)}) - d6.pool(1).vector({6: (1, 0), 1: (0, 2)})
    >>> str(high), high.distribution().pmf((1, 0))
    ('joint(2d{H,T}, =H, =T)-joint(1d6, =6, =1:2)', Fraction(1, 24))
    """

    operator: Operator
    left: Vector
    right: Vector

    def __post_init__(self) -> None:
        if self.operator not in _SIGNS:
            raise BadInput("operator", self.operator.value, "+ or - between several numbers and others")
        for side in self.parts:
            if not isinstance(side, Vector) or not side.width:
                raise BadInput("operand", str(side), "an expression that comes to several numbers, as the other does")
        if self.left.width != self.right.width:
            raise BadInput("operand", str(self.right), f"an expression that comes to {self.left.width} numbers")

    @property
    def width(self) -> int:
        return self.left.width

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.left, self.right

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> VectorSum:
        left, right = parts
        return VectorSum(self.operator, left, right)  # type: ignore[arg-type]  # checked when it is made

    def calculate(self) -> Distribution[Numbers]:
        left, right = self.left.distribution().truncated(), self.right.distribution().truncated()
        sign = _SIGNS[self.operator]
        return _sum(left, right if sign > 0 else right.map(lambda numbers: tuple(-number for number in numbers)))

    def roll(self, source: Source) -> Rolled[Numbers]:
        left, right = self.left.roll(source), self.right.roll(source)
        sign = _SIGNS[self.operator]
        value = tuple(a + sign * b for a, b in zip(left.value, right.value, strict=True))
        return Rolled(self, value, parts=(left, right))

    @property
    def binding(self) -> int:
        return BINDING[self.operator]

    def __str__(self) -> str:
        right = str(self.right) if self.right.binding > self.binding else f"({self.right})"
        return f"{self.left}{self.operator.value}{right}"


def _sum(left: Finite[Numbers], right: Finite[Numbers]) -> Distribution[Numbers]:
    """The sum of independent vectors: their numbers as digits of one number, wide enough that none is carried."""
    bounds = [_bounds(side) for side in (left, right)]
    lows = [[low for low, _ in each] for each in bounds]
    widths = [sum(high - low for low, high in both) + 1 for both in zip(*bounds, strict=True)]

    def packed(side: Finite[Numbers], least: list[int]) -> Distribution[int]:
        def pack(numbers: Numbers) -> int:
            code = 0
            for number, low, width in zip(numbers, least, widths, strict=True):
                code = code * width + number - low
            return code

        return side.map(pack)

    def unpack(code: int) -> Numbers:
        numbers: list[int] = []
        for width, a, b in zip(reversed(widths), reversed(lows[0]), reversed(lows[1]), strict=True):
            code, digit = divmod(code, width)
            numbers.append(digit + a + b)
        return tuple(reversed(numbers))

    return (packed(left, lows[0]) + packed(right, lows[1])).map(unpack)


def _bounds(side: Finite[Numbers]) -> list[tuple[int, int]]:
    """The least and the greatest value of each number."""
    return [(min(column), max(column)) for column in zip(*side.weights, strict=True)]

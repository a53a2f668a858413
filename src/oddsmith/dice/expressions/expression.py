"""Expressions: frozen values that describe a roll and its reading, and arithmetic between them.

An expression has three faces: `distribution()` (exact), `roll(source)` (real dice, with the fate of each face) and
`str()` (its notation). Each occurrence of an expression is rolled by itself, so `d6 - d6` is not always 0.

>>> from oddsmith.dice import d6
>>> str(d6.pool(2).sum() * 2 + 1)
'2d6*2+1'
>>> (d6.pool(2).sum() * 2 + 1).distribution().mean
Fraction(15, 1)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from oddsmith.dice.expressions.arithmetic import (
    Function,
    Number,
    Operator,
    apply_function,
    apply_to_distributions,
    decimal_text,
    is_decimal,
    operate,
    operate_distributions,
    refuse_huge,
    simplest,
)
from oddsmith.dice.model.rolled_faces import Fate, RolledFace, plain
from oddsmith.dice.rolling.sources import ScriptedSource, Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput

N = TypeVar("N", bound=Number)
M = TypeVar("M", bound=Number)
T_co = TypeVar("T_co", covariant=True)


class Expression(ABC, Generic[T_co]):
    """Dice and a way to read them; values of type T_co."""

    __slots__ = ()

    def distribution(self) -> Distribution[T_co]:
        """The exact distribution of the value. Recent ones are remembered.

        Raises TooLarge when it would take too much work.
        """
        return _remembered_distribution(self)

    @abstractmethod
    def calculate(self) -> Distribution[T_co]:
        """The exact distribution, worked out anew; call `distribution` instead."""

    @abstractmethod
    def roll(self, source: Source) -> Rolled[T_co]:
        """Roll it with the faces that `source` gives."""

    @abstractmethod
    def __str__(self) -> str: ...

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        """The expressions it is made of, in the order in which they are rolled."""
        return ()

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Expression[T_co]:
        """The same made of other expressions, as many as it has parts."""
        return self

    @property
    def numeric(self) -> bool:
        """True when the value is a number, so that arithmetic works on it."""
        return True

    @property
    def binding(self) -> int:
        """The strength that holds the notation together: 4 for one term, 0 for a sentence, `_BINDING` for operators."""
        return 4

    def capped(self: Expression[int], most: int) -> Expression[int]:
        """The value, but never more than `most`: "three or more" is one outcome, so the rest stays finite and exact."""
        return lowest(self, most)

    def floored(self: Expression[int], least: int) -> Expression[int]:
        """The value, but never less than `least`."""
        return highest(self, least)

    def __add__(self: Expression[N], other: Expression[M] | M) -> Expression[N | M]:
        return Binary(Operator.ADD, self, expression(other))

    def __radd__(self: Expression[N], other: M) -> Expression[N | M]:
        return Binary(Operator.ADD, expression(other), self)

    def __sub__(self: Expression[N], other: Expression[M] | M) -> Expression[N | M]:
        return Binary(Operator.SUBTRACT, self, expression(other))

    def __rsub__(self: Expression[N], other: M) -> Expression[N | M]:
        return Binary(Operator.SUBTRACT, expression(other), self)

    def __mul__(self: Expression[N], other: Expression[M] | M) -> Expression[N | M]:
        return Binary(Operator.MULTIPLY, self, expression(other))

    def __rmul__(self: Expression[N], other: M) -> Expression[N | M]:
        return Binary(Operator.MULTIPLY, expression(other), self)

    def __truediv__(self: Expression[N], other: Expression[M] | M) -> Expression[Number]:
        return Binary(Operator.DIVIDE, self, expression(other))

    def __rtruediv__(self: Expression[N], other: M) -> Expression[Number]:
        return Binary(Operator.DIVIDE, expression(other), self)

    def __floordiv__(self: Expression[N], other: Expression[M] | M) -> Expression[int]:
        return Binary(Operator.FLOOR_DIVIDE, self, expression(other))

    def __rfloordiv__(self: Expression[N], other: M) -> Expression[int]:
        return Binary(Operator.FLOOR_DIVIDE, expression(other), self)

    def __mod__(self: Expression[N], other: Expression[M] | M) -> Expression[N | M]:
        return Binary(Operator.REMAINDER, self, expression(other))

    def __rmod__(self: Expression[N], other: M) -> Expression[N | M]:
        return Binary(Operator.REMAINDER, expression(other), self)

    def __pow__(self: Expression[N], other: Expression[M] | M) -> Expression[Number]:
        return Binary(Operator.POWER, self, expression(other))

    def __rpow__(self: Expression[N], other: M) -> Expression[Number]:
        return Binary(Operator.POWER, expression(other), self)

    def __neg__(self: Expression[N]) -> Expression[N]:
        return Binary(Operator.SUBTRACT, Constant(0), self)

    def __abs__(self: Expression[N]) -> Expression[N]:
        return FunctionCall(Function.ABS, (self,))

    def __floor__(self: Expression[Number]) -> Expression[int]:
        return FunctionCall(Function.FLOOR, (self,))

    def __ceil__(self: Expression[Number]) -> Expression[int]:
        return FunctionCall(Function.CEIL, (self,))

    def __round__(self: Expression[Number]) -> Expression[int]:
        return FunctionCall(Function.ROUND, (self,))


class Rolled(NamedTuple, Generic[T_co]):
    """The outcome of one roll of an expression.

    expression: the one that was rolled. value: its result.
    dice: the faces that this expression itself read. parts: the rolls of the expressions it is made of.
    fate: kept, or dropped by the group that it is in. counts: what it adds to a group that counts its members.
    """

    expression: Expression[T_co]
    value: T_co
    dice: tuple[RolledFace, ...] = ()
    parts: tuple[Rolled[Any], ...] = ()
    fate: Fate = Fate.KEPT
    counts: int | None = None

    @property
    def faces(self) -> tuple[RolledFace, ...]:
        """Every face that landed, those of the parts first, in the order of the expression."""
        landed = [face for part in self.parts for face in part.faces]
        landed.extend(self.dice)
        return tuple(landed)

    def to_json(self) -> dict[str, Any]:
        """The whole tree as plain data: expression, value, faces, parts, and in a group the fate and the count."""
        document: dict[str, Any] = {"expression": str(self.expression), "value": plain(self.value)}
        if self.fate is not Fate.KEPT:
            document["fate"] = self.fate.value
        if self.counts is not None:
            document["counts"] = self.counts
        if self.dice:
            document["faces"] = [face.to_json() for face in self.dice]
        if self.parts:
            document["parts"] = [part.to_json() for part in self.parts]
        return document


@lru_cache(maxsize=128)
def _remembered_distribution(expression: Expression[Any]) -> Distribution[Any]:
    return expression.calculate()


@dataclass(frozen=True, slots=True)
class Constant(Expression[N]):
    """A number that is not rolled; a fraction only where notation can write it, as a decimal."""

    value: N

    def __post_init__(self) -> None:
        if not is_decimal(self.value):
            raise BadInput("constant", str(self.value), "a whole number or a fraction that ends as a decimal")
        object.__setattr__(self, "value", refuse_huge(simplest(self.value)))

    def calculate(self) -> Distribution[N]:
        return Distribution.certain(self.value)

    def roll(self, source: Source) -> Rolled[N]:
        return Rolled(self, self.value)

    def __str__(self) -> str:
        if isinstance(self.value, int):
            return str(self.value)
        return decimal_text(self.value)


_BINDING: Final = {
    Operator.ADD: 1,
    Operator.SUBTRACT: 1,
    Operator.MULTIPLY: 2,
    Operator.DIVIDE: 2,
    Operator.FLOOR_DIVIDE: 2,
    Operator.REMAINDER: 2,
    Operator.POWER: 3,
}


@dataclass(frozen=True, slots=True)
class Binary(Expression[Any]):
    """Two expressions, rolled left to right, and an operator between them."""

    operator: Operator
    left: Expression[Any]
    right: Expression[Any]

    def __post_init__(self) -> None:
        check_numeric(self.left, self.right)

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.left, self.right

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Binary:
        return Binary(self.operator, *parts)

    def calculate(self) -> Distribution[Any]:
        return operate_distributions(self.operator, self.left.distribution(), self.right.distribution())

    def roll(self, source: Source) -> Rolled[Any]:
        left = self.left.roll(source)
        right = self.right.roll(source)
        value = operate(self.operator, _number(left.value), _number(right.value))
        return Rolled(self, value, parts=(left, right))

    @property
    def binding(self) -> int:
        return _BINDING[self.operator]

    def __str__(self) -> str:
        return f"{self._operand(self.left, 0)}{self.operator.value}{self._operand(self.right, 1)}"

    def _operand(self, operand: Expression[Any], right: int) -> str:
        """The operand in notation, in parentheses where it would otherwise be read another way.

        Operators of one strength group from the left, powers from the right.
        """
        if self.operator is Operator.POWER:
            negative = isinstance(operand, Constant) and operand.value < 0
            bare = operand.binding > self.binding - right and not (negative and not right)
        else:
            bare = operand.binding >= self.binding + right
        return str(operand) if bare else f"({operand})"


@dataclass(frozen=True, slots=True)
class FunctionCall(Expression[Any]):
    """A function of one or more expressions, rolled left to right."""

    function: Function
    arguments: tuple[Expression[Any], ...]

    def __post_init__(self) -> None:
        check_numeric(*self.arguments)

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.arguments

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> FunctionCall:
        return FunctionCall(self.function, parts)

    def calculate(self) -> Distribution[Any]:
        return apply_to_distributions(self.function, [argument.distribution() for argument in self.arguments])

    def roll(self, source: Source) -> Rolled[Any]:
        parts = tuple(argument.roll(source) for argument in self.arguments)
        return Rolled(self, apply_function(self.function, [_number(part.value) for part in parts]), parts=parts)

    def __str__(self) -> str:
        return f"{self.function.value}({', '.join(str(argument) for argument in self.arguments)})"


def expression(value: Expression[N] | N) -> Expression[N]:
    """A number as an expression; an expression as it is. A third becomes the division 1/3."""
    if isinstance(value, Expression):
        return value
    number = simplest(_number(value))
    if is_decimal(number):
        return Constant(cast(N, number))
    return Binary(Operator.DIVIDE, Constant(number.numerator), Constant(number.denominator))


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


def _number(value: object) -> Number:
    if isinstance(value, int | Fraction):
        return value
    raise BadInput("operand", value, "an expression, a whole number or a Fraction")


def is_fixed(expression: Expression[Any]) -> bool:
    """True when nothing is rolled in it: a constant, or made of such."""
    return isinstance(expression, Constant) or (
        bool(expression.parts) and all(is_fixed(part) for part in expression.parts)
    )


def fixed_value(expression: Expression[Any]) -> Any:
    """The value of an expression in which nothing is rolled."""
    return expression.roll(ScriptedSource(())).value


def check_numeric(*operands: Expression[Any]) -> None:
    """Raise BadInput for an expression whose value is no number."""
    for operand in operands:
        if not operand.numeric:
            raise BadInput("operand", str(operand), "an expression whose value is a number")

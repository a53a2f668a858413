"""Operations between expressions: numbers that are not rolled, operators, comparisons, and functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar, cast

from oddsmith.dice.expressions.arithmetic import (
    BINDING,
    Formula,
    Function,
    Number,
    Numbers,
    Operator,
    apply_function,
    check_numeric,
    checked_number,
    decimal_text,
    is_decimal,
    refuse_huge,
    simplest,
    sum_of,
    value_of_operation,
    width_of,
)
from oddsmith.dice.expressions.expression import Expression, Operations, Rolled
from oddsmith.dice.expressions.forecast import Forecast, distributions_of, of_extreme, of_function_of_all, of_operation
from oddsmith.dice.expressions.operation_distributions import (
    distribution_of_comparison,
    distribution_of_function,
    distribution_of_operation,
    endless_first,
)
from oddsmith.dice.limits import number_of_rolls
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.rolling.sources import ScriptedSource, Source
from oddsmith.dice.rolling.throwing import rolled_so_often
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, NotRolled

N = TypeVar("N", bound=Number)
A = TypeVar("A", bound=Number | Numbers)
V = TypeVar("V")

_SMALL: Final = 1 << 62
"""Whole numbers below this are as they should be, whatever is asked of them."""
_SHIFTS: Final = (Operator.ADD, Operator.SUBTRACT)


@dataclass(frozen=True, slots=True, repr=False)
class Constant(Expression[N]):
    """A number that is not rolled; a fraction only where notation can write it, as a decimal."""

    value: N
    width = 0
    numeric = True

    def __post_init__(self) -> None:
        if type(self.value) is int and -_SMALL < self.value < _SMALL:
            return
        if isinstance(self.value, bool) or not is_decimal(self.value):
            raise BadInput("constant", str(self.value), "a whole number or a fraction that ends as a decimal")
        object.__setattr__(self, "value", refuse_huge(simplest(self.value)))

    def calculate(self) -> Distribution[N]:
        return Distribution.certain(self.value)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return Forecast(run=range(self.value, self.value + 1)) if isinstance(self.value, int) else Forecast()

    def _roll(self, source: Source) -> Rolled[N]:
        return Rolled(self, self.value)

    def __str__(self) -> str:
        if isinstance(self.value, int):
            return str(self.value)
        return decimal_text(self.value)


@dataclass(frozen=True, slots=True, repr=False)
class Binary(Expression[Any]):
    """Two expressions, rolled left to right, and an operator or a comparison between them.

    >>> from oddsmith.dice import d20
    >>> str(d20 + 5 >= 15), (d20 + 5 >= 15).distribution().pmf(True)
    ('d20+5>=15', Fraction(11, 20))
    """

    operator: Operator | Relation
    left: Expression[Any]
    right: Expression[Any]
    width: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", width_of(self.operator, self.left, self.right))

    def __bool__(self) -> bool:
        if isinstance(self.operator, Relation):
            raise NotRolled(str(self))
        return True

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.left, self.right

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> Binary:
        return Binary(self.operator, *parts)

    @property
    def of_several(self) -> bool:
        return self.left.of_several if type(self.right) is Constant else True

    @property
    def numeric(self) -> bool:
        return not self.width

    def calculate(self) -> Distribution[Any]:
        if type(self.right) is Constant:  # as mostly: nothing is to be put first
            if isinstance(self.operator, Relation):
                compared, bound = self._unshifted(self.right.value)
                return distribution_of_comparison(self.operator, compared.distribution(), bound)
            left, right = self.left.distribution(), self.right.calculate()
        else:
            terms = self._terms()
            left, *others = distributions_of(terms, self.forecast)
            if len(terms) > 2:
                left, *others = endless_first([left, *others])
            *between, right = others
            for one in between:
                left = distribution_of_operation(self.operator, left, one, self.width)
        return distribution_of_operation(self.operator, left, right, self.width)

    def _terms(self) -> Sequence[Expression[Any]]:
        """The parts of a sum of several numbers; of anything else, both sides."""
        terms: list[Expression[Any]] = [self.right]
        left = self.left
        while (
            self.operator is Operator.ADD and type(left) is Binary and left.operator is Operator.ADD and not left.width
        ):
            terms.append(left.right)
            left = left.left
        return left, *reversed(terms)

    def _unshifted(self, bound: Any) -> tuple[Expression[Any], Any]:
        """Both sides of a comparison without numbers added on the left: d20 against 10 for `d20 + 5 >= 15`."""
        left = self.left
        while type(left) is Binary and type(left.right) is Constant and left.operator in _SHIFTS and not left.width:
            shift = left.right.value
            bound = bound - shift if left.operator is Operator.ADD else bound + shift
            left = left.left
        return left, bound

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_operation(self.operator, parts)

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        left, right = self.left.dice_thrown(of_pool), self.right.dice_thrown(of_pool)
        if self.operator is not Operator.ROLLS:
            return left + right
        return left + right * (number_of_rolls(fixed_value(self.left)) if is_fixed(self.left) else 0)

    def _roll(self, source: Source) -> Rolled[Any]:
        left = self.left._roll(source)
        if self.operator is Operator.ROLLS:
            rolls = rolled_so_often(left.value, self.right._roll, source)
            return Rolled(self, sum_of([once.value for once in rolls], self.width), parts=(left, *rolls))
        right = self.right._roll(source)
        value = value_of_operation(self.operator, left.value, right.value, self.width)
        return Rolled(self, value, parts=(left, right))

    @property
    def binding(self) -> int:
        return BINDING[self.operator]

    def __str__(self) -> str:
        return f"{self._operand(self.left, 0)}{self.operator.value}{self._operand(self.right, 1)}"

    def _operand(self, operand: Expression[Any], right: int) -> str:
        """The operand in notation, in parentheses if need be: equals group from the left, powers from the right."""
        if isinstance(self.operator, Relation):
            bare = operand.binding > 0 and (right == 1 or not _takes_targets(operand))
        elif self.operator is Operator.POWER:
            negative = isinstance(operand, Constant) and operand.value < 0
            bare = operand.binding > self.binding - right and not (negative and not right)
        else:
            bare = operand.binding >= self.binding + right
        return str(operand) if bare else f"({operand})"


@dataclass(frozen=True, slots=True, repr=False)
class FunctionCall(Expression[Any]):
    """A function of one or more expressions, rolled left to right; one of your own takes any values."""

    function: Function | Formula
    arguments: tuple[Expression[Any], ...]

    def __post_init__(self) -> None:
        if isinstance(self.function, Function):
            check_numeric(*self.arguments)
        elif not self.arguments:
            raise BadInput("arguments", (), "at least one expression")

    @property
    def parts(self) -> tuple[Expression[Any], ...]:
        return self.arguments

    def with_parts(self, parts: tuple[Expression[Any], ...]) -> FunctionCall:
        return FunctionCall(self.function, parts)

    def calculate(self) -> Distribution[Any]:
        quotient = self.arguments[0]
        if self.function is Function.FLOOR and isinstance(quotient, Binary) and quotient.operator is Operator.DIVIDE:
            return Binary(Operator.FLOOR_DIVIDE, *quotient.parts).calculate()
        return distribution_of_function(self.function, distributions_of(self.arguments, self.forecast))

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        if isinstance(self.function, Formula):
            return of_function_of_all(parts)
        if self.function not in (Function.MIN, Function.MAX):
            return Forecast()
        return of_extreme(parts, min if self.function is Function.MIN else max)

    def _roll(self, source: Source) -> Rolled[Any]:
        parts = tuple(argument._roll(source) for argument in self.arguments)
        values = [part.value if isinstance(self.function, Formula) else checked_number(part.value) for part in parts]
        return Rolled(self, apply_function(self.function, values), (), parts)

    def __str__(self) -> str:
        return f"{self.function.value}({', '.join(str(argument) for argument in self.arguments)})"


def expression(value: Expression[A] | A) -> Expression[A]:
    """A number as an expression; an expression as it is. A third becomes the division 1/3."""
    if type(value) is int:
        return cast("Expression[A]", Constant(value))
    if isinstance(value, Expression):
        return value
    number = simplest(checked_number(value))
    if type(number) is int or is_decimal(number):
        return cast("Expression[A]", Constant(number))
    return Binary(Operator.DIVIDE, Constant(number.numerator), Constant(number.denominator))


Expression._make = Operations(expression, Binary, FunctionCall)


def expr_map(function: Callable[..., V], *values: Expression[Any] | Any, name: str | None = None) -> Expression[V]:
    """A function of your own of what the expressions come to, each rolled by itself.

    name: by which notation calls it, by default that of the function; `parse` is given it as a `Formula`.

    >>> from oddsmith.dice import d6
    >>> doubles = expr_map(lambda a, b: a == b, d6, d6, name="doubles")
    >>> str(doubles), doubles.distribution().pmf(True)
    ('doubles(d6, d6)', Fraction(1, 6))
    """
    return FunctionCall(Formula.of(function, name), tuple([expression(value) for value in values]))


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
    return FunctionCall(function, tuple([expression(value) for value in values]))


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


def _takes_targets(operand: Expression[Any]) -> bool:
    """True where a comparison behind it could be read as that of its dice, or of a group."""
    return _takes_targets(operand.right) if isinstance(operand, Binary) else not isinstance(operand, Constant)

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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar, cast

from oddsmith.dice.expressions.arithmetic import (
    BINDING,
    Formula,
    Function,
    Number,
    Operator,
    apply_function,
    apply_to_distributions,
    decimal_text,
    is_decimal,
    refuse_huge,
    simplest,
)
from oddsmith.dice.expressions.forecast import Forecast, distributions_of, forecasts, of_operation
from oddsmith.dice.expressions.operands import (
    Numbers,
    check_numeric,
    checked_number,
    operate_on_distributions,
    operate_values,
    sum_of,
    width_of,
)
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.rolled_faces import Fate, RolledFace, landed_text, plain, value_text
from oddsmith.dice.rolling.sources import Source, SystemSource
from oddsmith.dice.rolling.throwing import rolled_so_often
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import allowing, one_computation, refuse_foreseen
from oddsmith.errors import BadInput, NotRolled

N = TypeVar("N", bound=Number)
M = TypeVar("M", bound=Number)
A = TypeVar("A", bound=Number | Numbers)
B = TypeVar("B", bound=Number | Numbers)
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)

_SYSTEM: Final = SystemSource()

_SMALL = 1 << 62
"""Whole numbers below this are as they should be, whatever is asked of them."""


class Expression(ABC, Generic[T_co]):
    """Dice and a way to read them; values of type T_co."""

    __slots__ = ()

    def distribution(self, *, limit: int | None = None) -> Distribution[T_co]:
        """The exact distribution of the value. Recent ones are remembered.

        limit: its steps, of 10 microseconds or a kilobyte; a million unless another is in force. TooLarge past that.
        """
        return _remembered_distribution(self) if limit is None else allowing(limit)(_remembered_distribution)(self)

    @abstractmethod
    def calculate(self) -> Distribution[T_co]:
        """The exact distribution, worked out anew; call `distribution` instead."""

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        """The forecast of the distribution before it is worked out, from those of the parts."""
        return Forecast()

    def roll(self, source: Source | None = None) -> Rolled[T_co]:
        """Roll it with the faces of `source`; without one, with those of the operating system, which nobody foresees.

        >>> from oddsmith.dice import ScriptedSource, d6
        >>> (2 * d6 + 1).roll(ScriptedSource([4])).value
        9
        >>> d6.roll().value in range(1, 7)
        True
        """
        if source is None:
            return self._roll(_SYSTEM)
        if not isinstance(source, Source):
            raise BadInput("source", source, "a Source, such as SeededSource('a text'), or nothing")
        return self._roll(source)

    @abstractmethod
    def _roll(self, source: Source) -> Rolled[T_co]:
        """Roll it, as `roll` says."""

    @property
    def mean(self) -> Fraction:
        """What it comes to on average; raises as `Distribution.mean`.

        >>> from oddsmith.dice import d6
        >>> d6.mean, d6.pool(3).keep_highest(2).sum().mean
        (Fraction(7, 2), Fraction(203, 24))
        """
        return self.distribution().mean

    @property
    def chance(self: Expression[bool]) -> Fraction:
        """The chance that it holds, for comparisons and other yes/no questions; BadInput for other values.

        >>> from oddsmith.dice import d6, d20
        >>> (d20 + 5 >= 15).chance, d6.equals(3).chance
        (Fraction(11, 20), Fraction(1, 6))
        """
        law = self.distribution()
        if not isinstance(law, Finite) or not all(isinstance(outcome, bool) for outcome in law):
            raise BadInput("chance", str(self), "of a yes or no, such as d20 >= 15; others have a distribution()")
        return law.pmf(True)

    @abstractmethod
    def __str__(self) -> str: ...

    def __repr__(self) -> str:
        from oddsmith.dice.expressions.display import maker  # wanted at a prompt alone

        return maker(self)

    def _repr_html_(self) -> str:
        from oddsmith.dice.expressions.display import notation_html

        return notation_html(str(self))

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
    def width(self) -> int:
        """The number of numbers in the value: a tuple of numbers that are added each for itself; 0 for any other."""
        return 0

    @property
    def counting(self) -> bool:
        """True when it counts its dice: the value is a number of successes, not what the faces add up to."""
        return False

    @property
    def binding(self) -> int:
        """The strength that holds the notation together: 4 for one term, 0 for a sentence, `BINDING` for operators."""
        return 4

    def capped(self: Expression[int], most: int) -> Expression[int]:
        """The value, but never more than `most`: "three or more" is one outcome, so the rest stays finite and exact."""
        return FunctionCall(Function.MIN, (self, expression(most)))

    def floored(self: Expression[int], least: int) -> Expression[int]:
        """The value, but never less than `least`."""
        return FunctionCall(Function.MAX, (self, expression(least)))

    def __add__(self: Expression[A], other: Expression[B] | B) -> Expression[A | B]:
        return Binary(Operator.ADD, self, expression(other))

    def __radd__(self: Expression[N], other: M) -> Expression[N | M]:
        return Binary(Operator.ADD, expression(other), self)

    def __sub__(self: Expression[A], other: Expression[B] | B) -> Expression[A | B]:
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

    def __matmul__(self: Expression[N], other: Expression[B] | B) -> Expression[B]:
        """So many rolls of the other, added up: `d4 @ d6`, and in notation alike."""
        return Binary(Operator.ROLLS, self, expression(other))

    def __rmatmul__(self: Expression[A], other: M) -> Expression[A]:
        return Binary(Operator.ROLLS, expression(other), self)

    def __ge__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return Binary(Relation.AT_LEAST, self, expression(other))

    def __le__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return Binary(Relation.AT_MOST, self, expression(other))

    def __gt__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return Binary(Relation.ABOVE, self, expression(other))

    def __lt__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return Binary(Relation.BELOW, self, expression(other))

    def equals(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        """True when both come to the same number: `d6.equals(3)`.

        `==` tells whether two expressions are the same, so that `d6 == 3` is False, whatever is rolled.
        """
        return Binary(Relation.EQUAL, self, expression(other))

    def map(self, function: Callable[[T_co], V], name: str | None = None) -> Expression[V]:
        """A function of the value; see `expr_map`."""
        return expr_map(function, self, name=name)

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
        return (*(face for part in self.parts for face in part.faces), *self.dice)

    @property
    def landed(self) -> str:
        """The faces that this expression itself read, as a text; see `landed_text`."""
        return landed_text(self.dice, counted=self.expression.counting)

    def __str__(self) -> str:
        """Give what was rolled, the faces of each part, and the value.

        >>> from oddsmith.dice import ScriptedSource, parse
        >>> print(parse("4d6kh3 + 2").roll(ScriptedSource([6, 2, 5, 4])))
        4d6kh3+2: [6 (2) 5 4] = 17
        """
        faces, value = self.told
        return f"{self.expression}{faces and f': {faces}'} = {value}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        from oddsmith.dice.expressions.display import rolled_html

        return rolled_html(str(self.expression), *self.told)

    @property
    def told(self) -> tuple[str, str]:
        """The faces of each part, and the value, as texts."""
        return " ".join(self._all_landed()), value_text(self.value)

    def _all_landed(self) -> Iterator[str]:
        for part in self.parts:
            yield from part._all_landed()
        if self.dice:
            yield self.landed

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


_SHIFTS: Final = (Operator.ADD, Operator.SUBTRACT)


@lru_cache(maxsize=128)
def _remembered_distribution(expression: Expression[Any]) -> Distribution[Any]:
    with one_computation() as outermost:
        if outermost and _of_several(expression):
            refuse_foreseen([forecast.work for forecast in forecasts(expression)])
        return expression.calculate()


def _of_several(expression: Expression[Any]) -> bool:
    """True where there are parts that may be dear together; one with numbers beside it is as dear as it is alone."""
    while type(expression) is Binary and type(expression.right) is Constant:
        expression = expression.left
    return bool(expression.parts)


@dataclass(frozen=True, slots=True, repr=False)
class Constant(Expression[N]):
    """A number that is not rolled; a fraction only where notation can write it, as a decimal."""

    value: N

    def __post_init__(self) -> None:
        if type(self.value) is int and -_SMALL < self.value < _SMALL:
            return
        if not is_decimal(self.value):
            raise BadInput("constant", str(self.value), "a whole number or a fraction that ends as a decimal")
        object.__setattr__(self, "value", refuse_huge(simplest(self.value)))

    def calculate(self) -> Distribution[N]:
        return Distribution.certain(self.value)

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
    def numeric(self) -> bool:
        return not self.width

    def calculate(self) -> Distribution[Any]:
        if type(self.right) is Constant:  # as mostly: nothing is to be put first
            compared, bound = self._unshifted(self.right)
            left, right = compared.distribution(), bound.calculate()
        else:
            left, right = distributions_of(self.parts, self.forecast)
        return operate_on_distributions(self.operator, left, right, self.width)

    def _unshifted(self, right: Constant[Any]) -> tuple[Expression[Any], Constant[Any]]:
        """Both sides of a comparison without numbers added on the left: d20 against 10 for `d20 + 5 >= 15`."""
        left = self.left
        if isinstance(self.operator, Relation):
            while type(left) is Binary and type(left.right) is Constant and left.operator in _SHIFTS and not left.width:
                shift = left.right.value if left.operator is Operator.ADD else -left.right.value
                left, right = left.left, Constant(right.value - shift)
        return left, right

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_operation(self.operator, parts)

    def _roll(self, source: Source) -> Rolled[Any]:
        left = self.left.roll(source)
        if self.operator is Operator.ROLLS:
            rolls = rolled_so_often(left.value, lambda: self.right.roll(source))
            return Rolled(self, sum_of([once.value for once in rolls], self.width), parts=(left, *rolls))
        right = self.right.roll(source)
        value = operate_values(self.operator, left.value, right.value, self.width)
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
        return apply_to_distributions(self.function, distributions_of(self.arguments))

    def _roll(self, source: Source) -> Rolled[Any]:
        parts = tuple(argument.roll(source) for argument in self.arguments)
        values = [part.value if isinstance(self.function, Formula) else checked_number(part.value) for part in parts]
        return Rolled(self, apply_function(self.function, values), (), parts)

    def __str__(self) -> str:
        return f"{self.function.value}({', '.join(str(argument) for argument in self.arguments)})"


def expression(value: Expression[A] | A) -> Expression[A]:
    """A number as an expression; an expression as it is. A third becomes the division 1/3."""
    if type(value) is int:
        return cast("Expression[A]", Constant(value))
    if isinstance(value, Expression):  # slow to tell at first: there are many kinds
        return value
    number = simplest(checked_number(value))
    if type(number) is int or is_decimal(number):
        return cast("Expression[A]", Constant(number))
    return Binary(Operator.DIVIDE, Constant(number.numerator), Constant(number.denominator))


def expr_map(function: Callable[..., V], *values: Expression[Any] | Any, name: str | None = None) -> Expression[V]:
    """A function of your own of what the expressions come to, each rolled by itself.

    name: by which notation calls it, by default that of the function; `parse` is given it as a `Formula`.

    >>> from oddsmith.dice import d6
    >>> doubles = expr_map(lambda a, b: a == b, d6, d6, name="doubles")
    >>> str(doubles), doubles.distribution().pmf(True)
    ('doubles(d6, d6)', Fraction(1, 6))
    """
    own = str(getattr(function, "__name__", ""))
    called = name or (own if own.isidentifier() else "map")
    return FunctionCall(Formula(called, function), tuple(expression(value) for value in values))


def _takes_targets(operand: Expression[Any]) -> bool:
    """True where a comparison behind it could be read as that of its dice, or of a group."""
    return _takes_targets(operand.right) if isinstance(operand, Binary) else not isinstance(operand, Constant)

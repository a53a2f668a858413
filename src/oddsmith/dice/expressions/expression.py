"""Expressions: frozen values that describe a roll and its reading.

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
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from oddsmith.dice.expressions.arithmetic import Formula, Function, Number, Numbers, Operator
from oddsmith.dice.expressions.forecast import Forecast, forecasts
from oddsmith.dice.limits import FEWER_AT_ONCE, refuse_above
from oddsmith.dice.model.combination_data import pools_of
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.rolled_faces import Fate, RolledFace, landed_text, plain, value_text
from oddsmith.dice.rolling.sources import Source, SystemSource
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import allowing, one_computation, refuse_foreseen
from oddsmith.distribution.probabilities import Inherited
from oddsmith.errors import BadInput

N = TypeVar("N", bound=Number)
M = TypeVar("M", bound=Number)
A = TypeVar("A", bound=Number | Numbers)
B = TypeVar("B", bound=Number | Numbers)
V = TypeVar("V")
T_co = TypeVar("T_co", covariant=True)

_SYSTEM: Final = SystemSource()


class Operations(NamedTuple):
    """The makers of what operators come to: an operand of a number, an operation on two, a call of a function."""

    operand: Callable[[Any], Expression[Any]]
    binary: Callable[[Operator | Relation, Expression[Any], Expression[Any]], Expression[Any]]
    call: Callable[[Function | Formula, tuple[Expression[Any], ...]], Expression[Any]]


class Expression(Inherited, ABC, Generic[T_co]):
    """Dice and a way to read them, or an operation between such; values of type T_co."""

    __slots__ = ("_thrown",)

    _thrown: int
    """The dice that one roll throws, where pools do not count their own; counted before the first roll."""

    instead_of_outcome: ClassVar[str] = (
        "Roll a die so many times with d4 @ d6, one of several dice with "
        "Die.of(Distribution.mixture([(1, d4.distribution()), (2, d6.distribution())])), anything else in a rule."
    )

    _make: ClassVar[Operations]
    """Set by `operations`, where what operators make is defined: expressions, too."""

    def distribution(self, *, limit: int | None = None) -> Distribution[T_co]:
        """The exact distribution of the value. Recent ones are remembered.

        limit: its steps, of 10 microseconds or a kilobyte; a million unless another is in force. TooLarge past that.
        One that is remembered takes none, and is given under any limit. Limits of what may be written (1,000 rolls of
        `@`, 20 pools, 150 digits) are fixed.
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

        Raises TooLarge, before a die is thrown, for more dice than one roll may throw.
        """
        if source is None:
            source = _SYSTEM
        elif not isinstance(source, Source):
            raise BadInput("source", source, "a Source, such as SeededSource('a text'), or nothing")
        try:
            thrown = self._thrown
        except AttributeError:
            thrown = self.dice_thrown() if self.of_several else 0
            object.__setattr__(self, "_thrown", thrown)
        if thrown > source.most:
            refuse_above(source.most, thrown, "dice in one roll", FEWER_AT_ONCE)
        return self._roll(source)

    def __getstate__(self) -> dict[str, Any]:
        """Copy it without what is counted: only fields are set in the copy."""
        return self.__dict__

    @abstractmethod
    def _roll(self, source: Source) -> Rolled[T_co]:
        """Roll it, as `roll` says."""

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        """The dice that one roll throws, each once; of a number of dice that is rolled first, nothing is known.

        of_pool: the number that stands for a pool.
        """
        readable = getattr(self, "pool", None)  # most that have no parts read one
        if readable is not None:
            return sum([of_pool(pool) for pool in pools_of(readable)])
        return sum([part.dice_thrown(of_pool) for part in self.parts])

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
        """False when the value is known to be no number. What a function of your own gives shows once it is asked."""
        return True

    @property
    def width(self) -> int:
        """The number of numbers in the value: a tuple of numbers that are added each for itself; 0 for any other."""
        return 0

    @property
    def of_several(self) -> bool:
        """True where parts may be dear together; one with a constant beside it is as dear as it is alone."""
        return bool(self.parts)

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
        return self._make.call(Function.MIN, (self, self._make.operand(most)))

    def floored(self: Expression[int], least: int) -> Expression[int]:
        """The value, but never less than `least`."""
        return self._make.call(Function.MAX, (self, self._make.operand(least)))

    def __add__(self: Expression[A], other: Expression[B] | B) -> Expression[A | B]:
        return self._make.binary(Operator.ADD, self, self._make.operand(other))

    def __radd__(self: Expression[N], other: M) -> Expression[N | M]:
        return self._make.binary(Operator.ADD, self._make.operand(other), self)

    def __sub__(self: Expression[A], other: Expression[B] | B) -> Expression[A | B]:
        return self._make.binary(Operator.SUBTRACT, self, self._make.operand(other))

    def __rsub__(self: Expression[N], other: M) -> Expression[N | M]:
        return self._make.binary(Operator.SUBTRACT, self._make.operand(other), self)

    def __mul__(self: Expression[N], other: Expression[M] | M) -> Expression[N | M]:
        return self._make.binary(Operator.MULTIPLY, self, self._make.operand(other))

    def __rmul__(self: Expression[N], other: M) -> Expression[N | M]:
        return self._make.binary(Operator.MULTIPLY, self._make.operand(other), self)

    def __truediv__(self: Expression[N], other: Expression[M] | M) -> Expression[Number]:
        return self._make.binary(Operator.DIVIDE, self, self._make.operand(other))

    def __rtruediv__(self: Expression[N], other: M) -> Expression[Number]:
        return self._make.binary(Operator.DIVIDE, self._make.operand(other), self)

    def __floordiv__(self: Expression[N], other: Expression[M] | M) -> Expression[int]:
        return self._make.binary(Operator.FLOOR_DIVIDE, self, self._make.operand(other))

    def __rfloordiv__(self: Expression[N], other: M) -> Expression[int]:
        return self._make.binary(Operator.FLOOR_DIVIDE, self._make.operand(other), self)

    def __mod__(self: Expression[N], other: Expression[M] | M) -> Expression[N | M]:
        return self._make.binary(Operator.REMAINDER, self, self._make.operand(other))

    def __rmod__(self: Expression[N], other: M) -> Expression[N | M]:
        return self._make.binary(Operator.REMAINDER, self._make.operand(other), self)

    def __pow__(self: Expression[N], other: Expression[M] | M) -> Expression[Number]:
        return self._make.binary(Operator.POWER, self, self._make.operand(other))

    def __rpow__(self: Expression[N], other: M) -> Expression[Number]:
        return self._make.binary(Operator.POWER, self._make.operand(other), self)

    def __matmul__(self: Expression[N], other: Expression[B] | B) -> Expression[B]:
        """So many rolls of the other, added up: `d4 @ d6`, and in notation alike."""
        return self._make.binary(Operator.ROLLS, self, self._make.operand(other))

    def __rmatmul__(self: Expression[A], other: M) -> Expression[A]:
        return self._make.binary(Operator.ROLLS, self._make.operand(other), self)

    def __ge__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return self._make.binary(Relation.AT_LEAST, self, self._make.operand(other))

    def __le__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return self._make.binary(Relation.AT_MOST, self, self._make.operand(other))

    def __gt__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return self._make.binary(Relation.ABOVE, self, self._make.operand(other))

    def __lt__(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        return self._make.binary(Relation.BELOW, self, self._make.operand(other))

    def equals(self: Expression[N], other: Expression[M] | M) -> Expression[bool]:
        """True when both come to the same number: `d6.equals(3)`.

        `==` tells whether two expressions are the same, so that `d6 == 3` is False, whatever is rolled.
        """
        return self._make.binary(Relation.EQUAL, self, self._make.operand(other))

    def map(self, function: Callable[[T_co], V], name: str | None = None) -> Expression[V]:
        """A function of the value; see `expr_map`. It comes to values: what is to be rolled then is a rule."""
        return self._make.call(Formula.of(function, name), (self,))

    def __neg__(self: Expression[N]) -> Expression[N]:
        return self._make.binary(Operator.SUBTRACT, self._make.operand(0), self)

    def __abs__(self: Expression[N]) -> Expression[N]:
        return self._make.call(Function.ABS, (self,))

    def __floor__(self: Expression[Number]) -> Expression[int]:
        return self._make.call(Function.FLOOR, (self,))

    def __ceil__(self: Expression[Number]) -> Expression[int]:
        return self._make.call(Function.CEIL, (self,))

    def __round__(self: Expression[Number]) -> Expression[int]:
        return self._make.call(Function.ROUND, (self,))


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


@lru_cache(maxsize=128)
def _remembered_distribution(expression: Expression[Any]) -> Distribution[Any]:
    with one_computation() as outermost:
        if outermost and expression.of_several:
            refuse_foreseen([forecast.work for forecast in forecasts(expression)])
        return expression.calculate()

"""Dice that can be read: the readings of pools, and of several pools matched with each other.

>>> from oddsmith.dice import d6
>>> left = d6.pool(5).difference(d6.pool(3))
>>> str(left.size()), left.size().distribution().mean
('size(difference(5d6, 3d6))', Fraction(317249, 93312))
>>> risk = d6.pool(3).sort_pair(">", d6.pool(2))
>>> risk.size().distribution().pmf(2)
Fraction(1445, 3888)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal, NoReturn, TypeAlias, TypeVar, cast

from oddsmith.dice.exact.pool_distribution import read_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.model.combination_data import (
    ASCENDING,
    EXTRA,
    UNPAIRED,
    CombinationData,
    Matching,
    Readable,
    pools_of,
)
from oddsmith.dice.model.faces import F, Face, When, face_order, when
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End, Selection
from oddsmith.dice.readings.classes import Classes
from oddsmith.dice.readings.counts import Count, Target
from oddsmith.dice.readings.face_by_face import OwnReading, Reader
from oddsmith.dice.readings.joint import Joint
from oddsmith.dice.readings.set_tests import Containment, SetTest
from oddsmith.dice.readings.sets import LargestSet, LargestSetFace
from oddsmith.dice.readings.straights import Straight
from oddsmith.dice.readings.sums import Size, Sum
from oddsmith.dice.readings.thrown import throw_dice
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import BadInput

S = TypeVar("S")
A = TypeVar("A", bound=int | tuple[int, ...])
V = TypeVar("V")
D = TypeVar("D", bound="ReadableDice[Any]")

Sign: TypeAlias = Literal["=", "==", "<>", "!=", "<", "<=", ">", ">="]
"""A comparison, as notation or Python writes it."""


class ReadableDice(Expression[tuple[F, ...]]):
    """A pool or a combination of pools; as an expression, its value is the faces of the dice that are read."""

    numeric = False

    @property
    def _read(self) -> Readable[F]:
        return cast("Readable[F]", self)  # every such expression is one

    @property
    def sides(self) -> tuple[Readable[F], ...]:
        """The dice as they are matched with others: as one, but for several hands of a deck."""
        return (self._read,)

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return sum(of_pool(pool) for side in self.sides for pool in pools_of(side))

    # --- which dice are read ------------------------------------------------------------------------------------

    def keep_highest(self: D, count: int = 1) -> D:
        """Only the `count` highest dice are read; all when there are fewer."""
        return self._selected(End.HIGHEST, count)

    def keep_lowest(self: D, count: int = 1) -> D:
        """Only the `count` lowest dice are read."""
        return self._selected(End.LOWEST, count)

    def keep_middle(self: D, count: int = 1) -> D:
        """Only the `count` dice in the middle are read; when the rest is odd, one more is dropped above than below."""
        return self._selected(End.MIDDLE, count)

    def drop_highest(self: D, count: int = 1) -> D:
        """All but the `count` highest dice are read; none when there are fewer."""
        return self._selected(End.HIGHEST, count, drop=True)

    def drop_lowest(self: D, count: int = 1) -> D:
        """All but the `count` lowest dice are read."""
        return self._selected(End.LOWEST, count, drop=True)

    def _selected(self: D, end: End, count: int, *, drop: bool = False) -> D:
        check_whole("kept or dropped dice", count, 0)
        dice: Any = self._read
        kept: D = replace(dice, selection=(*dice.selection, Selection(end, count, drop)))
        return kept

    # --- how they are read --------------------------------------------------------------------------------------

    def sum(self: ReadableDice[A]) -> Sum[A]:
        """The sum of the kept dice; of dice with tuples on them number by number."""
        return self._total  # one for all who ask: rules ask at every step

    @cached_property
    def _total(self) -> Sum[Any]:
        return Sum(self._read)

    def size(self) -> Size:
        """The number of kept dice."""
        return Size(self._read)

    def count(
        self,
        *faces: Face,
        at_least: Face | None = None,
        at_most: Face | None = None,
        other_than: Face | None = None,
        worth: Mapping[Face, int] | None = None,
    ) -> Count:
        """The number of kept dice that show one of these (successes).

        worth: faces that count something else than 1, such as {10: 2, 1: -1}; it has the last word on them.

        >>> from oddsmith.dice import d10
        >>> str(d10.pool(6).count(at_least=8, worth={10: 2, 1: -1}))
        '6d10=10:2>=8f=1'
        """
        if worth is not None and not isinstance(worth, Mapping):
            raise BadInput("worth", worth, "the worth of each face, such as {10: 2, 1: -1}")
        targets = [Target(condition, amount) for face, amount in (worth or {}).items() for condition in when([face])]
        if faces or at_least is not None or at_most is not None or other_than is not None:
            counted = when(faces, at_least=at_least, at_most=at_most, other_than=other_than)
            settled = {target.condition for target in targets}
            targets.extend(Target(condition) for condition in counted if condition not in settled)
        if not targets:
            raise BadInput("count", "nothing", "faces, at_least, at_most, other_than or worth")
        return Count(self._read, tuple(targets))

    def largest_set(self) -> LargestSet:
        """The number of kept dice that show the most common face."""
        return LargestSet(self._read)

    def largest_set_face(self) -> LargestSetFace:
        """The largest set as (how many, face), the higher face where two sets are as large; (0, 0) without dice."""
        return LargestSetFace(self._read)

    def straight(self: ReadableDice[int]) -> Straight:
        """The length of the longest run of consecutive numbers among the kept dice."""
        return Straight(self._read)

    def classes(self, **classes: When) -> Classes:
        """The number of kept dice in each class (the first that holds), in the order named; last, in none.

        Dice that are alike for what follows become one outcome: seven dice by miss and hit are eight outcomes.

        >>> from oddsmith.dice import d10, when
        >>> d10.pool(3).classes(hit=when(at_least=7), one=when([1])).distribution().pmf((1, 1, 1))
        Fraction(3, 25)
        """
        return Classes(self._read, tuple(classes), tuple(classes.values()))

    def read(self, reader: Reader[S, F, V]) -> OwnReading[V]:
        """The kept dice as your own reader reads them, face by face."""
        return OwnReading(self._read, reader)

    def joint(self: D, *readings: Callable[[D], Any]) -> Joint:
        """Several readings of one roll, as a tuple; each is given as what it makes of the pool.

        >>> from oddsmith.dice import d6
        >>> highest_and_all = d6.pool(10).joint(lambda p: p.keep_highest(3).sum(), lambda p: p.sum())
        >>> str(highest_and_all), highest_and_all.distribution().pmf((18, 60))
        ('joint(10d6, kh3, sum)', Fraction(1, 60466176))
        """
        for reading in readings:
            given: object = reading
            if isinstance(given, ReadableDice) or not callable(given):
                raise BadInput("reading", str(given), "what reads a pool: Pool.sum, lambda pool: pool.count(6)")
        return Joint(self._read, tuple(reading(self) for reading in readings))

    # --- yes or no --------------------------------------------------------------------------------------------------

    def issubset(self, other: ReadableDice[F] | None = None) -> SetTest:
        """True when the other has, of each face, as many dice as this pool, or more."""
        return self._tested(Containment.SUBSET, other)

    def issuperset(self, other: ReadableDice[F] | None = None) -> SetTest:
        """True when this pool has, of each face, as many dice as the other, or more."""
        return self._tested(Containment.SUPERSET, other)

    def isdisjoint(self, other: ReadableDice[F] | None = None) -> SetTest:
        """True when no face shows in both pools."""
        return self._tested(Containment.DISJOINT, other)

    # --- several pools, matched with each other: the other one, or the hands of one deal ------------------------

    def difference(self, *others: ReadableDice[F]) -> Combination[F]:
        """The dice of this pool less those of the others: each die of theirs takes away one that shows the same."""
        return self._matched(Matching.DIFFERENCE, *others)

    def union(self, *others: ReadableDice[F]) -> Combination[F]:
        """Of each face as many dice as the pool has that has most of it."""
        return self._matched(Matching.UNION, *others)

    def intersection(self, *others: ReadableDice[F]) -> Combination[F]:
        """Of each face as many dice as all pools have in common."""
        return self._matched(Matching.INTERSECTION, *others)

    def symmetric_difference(self, other: ReadableDice[F] | None = None) -> Combination[F]:
        """The dice of both pools once those that show the same have taken each other away."""
        return self._matched(Matching.SYMMETRIC_DIFFERENCE, other)

    def sort_pair(
        self, relation: Sign, other: ReadableDice[F] | None = None, *, ascending: bool = False, extra: bool = False
    ) -> Combination[F]:
        """The dice of this pool that win their pair: highest against highest, second against second, and so on.

        relation: how a die compares with its partner to win. ascending: lowest against lowest instead. extra: dice
        that have no partner are left, too.
        """
        words = [word for word, said in ((ASCENDING, ascending), (EXTRA, extra)) if said]
        return self._matched(Matching.SORT_PAIR, other, relation=relation, words=tuple(words))

    def max_pair_highest(
        self, relation: Sign, other: ReadableDice[F] | None = None, *, unpaired: bool = False
    ) -> Combination[F]:
        """The dice of this pool in as many pairs as can be made of a die here and a die there that compare like this.

        Where there is a choice, the highest dice are paired. unpaired: the dice in no pair instead.
        """
        words = (UNPAIRED,) if unpaired else ()
        return self._matched(Matching.MAX_PAIR_HIGHEST, other, relation=relation, words=words)

    def max_pair_lowest(
        self, relation: Sign, other: ReadableDice[F] | None = None, *, unpaired: bool = False
    ) -> Combination[F]:
        """As `max_pair_highest`, but where there is a choice, the lowest dice are paired."""
        words = (UNPAIRED,) if unpaired else ()
        return self._matched(Matching.MAX_PAIR_LOWEST, other, relation=relation, words=words)

    def versus_any(self, relation: Sign, other: ReadableDice[F] | None = None) -> Combination[F]:
        """The dice of this pool that compare like this with any die of the other."""
        return self._matched(Matching.VERSUS_ANY, other, relation=relation)

    def versus_all(self, relation: Sign, other: ReadableDice[F] | None = None) -> Combination[F]:
        """The dice of this pool that compare like this with all dice of the other."""
        return self._matched(Matching.VERSUS_ALL, other, relation=relation)

    def __or__(self, other: object) -> NoReturn:
        raise _no_operator("|", "union")

    def __xor__(self, other: object) -> NoReturn:
        raise _no_operator("^", "symmetric_difference")

    __ror__, __rxor__ = __or__, __xor__

    def _matched(
        self,
        matching: Matching,
        *others: ReadableDice[F] | None,
        relation: Sign | None = None,
        words: tuple[str, ...] = (),
    ) -> Combination[F]:
        operands = self._with(matching.value, *others)
        return Combination(matching, operands, None if relation is None else _relation(relation), words)

    def _tested(self, containment: Containment, other: ReadableDice[F] | None) -> SetTest:
        operands = self._with(containment.value, other)
        if len(operands) != 2:
            raise BadInput(containment.value, len(operands), "two pools")
        return SetTest(containment, *operands)

    def _with(self, field: str, *others: ReadableDice[F] | None) -> tuple[Readable[F], ...]:
        """These dice and others; None where hands of one deck are both sides already."""
        operands = list(self.sides)
        for other in others:
            if other is None:
                continue
            if not isinstance(other, ReadableDice):
                raise BadInput(field, other, f"a pool of dice, or a combination of pools; {_KNOWN}")
            operands.extend(other.sides)
        return tuple(operands)


@dataclass(frozen=True, repr=False)
class Combination(CombinationData[F], ReadableDice[F]):
    """Dice of several pools that are thrown one after the other and matched: those that are left.

    Pools have the methods that make one. Fields and errors are those of `CombinationData`.
    """

    def calculate(self) -> Distribution[tuple[F, ...]]:
        nothing: tuple[F, ...] = ()
        return read_distribution(
            self,
            nothing,
            lambda seen, face, count: (*seen, *(face,) * count),
            lambda seen: tuple(sorted(seen, key=face_order)),
            descending=None,
        )

    __repr__ = ReadableDice.__repr__

    def _roll(self, source: Source) -> Rolled[tuple[F, ...]]:
        thrown = throw_dice(self, source)
        return thrown.rolled(self, tuple(die.value for die in thrown.kept))

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return pool_text(self)


_KNOWN: Final = "faces that are known are dice with one: Die([6]).pool(2) & Die([5]).pool()"


def _no_operator(sign: str, method: str) -> BadInput:
    error = BadInput("operator", sign, "& between pools that are thrown together")
    return error.reworded(f"Pools have no {sign}.", f"Match them: pool.{method}(another). `&` throws both together.")


_ALSO = {"==": "=", "!=": "<>"}


def _relation(sign: str) -> Relation:
    try:
        return Relation(_ALSO.get(sign, sign))
    except (ValueError, TypeError):
        raise BadInput("relation", sign, "one of =, <>, <, <=, > and >=") from None

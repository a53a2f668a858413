"""The sum of the kept dice, of tuples number by number, and their number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from oddsmith.dice.exact.pool_distribution import (
    die_distribution,
    read_distribution,
    score_distribution,
    work_of_kept,
)
from oddsmith.dice.expressions.arithmetic import Numbers, sum_of
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, of_sum, of_sum_of_pairs
from oddsmith.dice.expressions.operation_distributions import sum_of_tuples
from oddsmith.dice.model.combination_data import CombinationData, Readable, pools_of
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import F
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.readings.face_by_face import Reader, check_numbers, same
from oddsmith.dice.readings.thrown import throw_dice
from oddsmith.dice.rolling.quick import QuickRoll, quick_roll
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput


@dataclass(frozen=True, repr=False)
class Sum(Expression[F]):
    """The sum of the kept dice, of tuples number by number; BadInput when a die has words on it, or a shorter tuple.

    >>> from oddsmith.dice import Die
    >>> twice = Die([(0, 0), (1, 0), (1, 1)]).pool(2).sum()
    >>> str(twice), twice.distribution().pmf((2, 1))
    ('2d{(0,0),(1,0),(1,1)}', Fraction(2, 9))
    """

    pool: Readable[F]

    def __post_init__(self) -> None:
        if not self.width:
            check_numbers(self.pool, "sum")
            return
        for die in self._kinds:
            if die.width != self.width:
                raise BadInput("sum", str(die), f"dice with {self.width} numbers on each face, as the others have")

    @cached_property
    def width(self) -> int:
        return max((die.width for die in self._kinds), default=0)

    @property
    def numeric(self) -> bool:
        return not self.width

    @property
    def of_several(self) -> bool:
        return not isinstance(self.pool, CombinationData) and len(self.pool.dice) > 1

    @property
    def reader(self) -> Reader[Any, Any, Any]:
        """The same, face by face."""
        if not self.width:
            return Reader[int, int, int]("sum", 0, lambda total, face, count: total + face * count, same, None)
        return Reader[Numbers, Numbers, Numbers]("sum", (0,) * self.width, _add_face, same, None)

    def calculate(self) -> Distribution[F]:
        return cast("Distribution[F]", self._tuples() if self.width else self._numbers())

    def _tuples(self) -> Distribution[Numbers]:
        pool = self.pool
        if isinstance(pool, CombinationData) or pool.selection or pool.unique is not None:
            reader = self.reader
            return read_distribution(pool, reader.initial, reader.step, reader.final, descending=None)
        return sum_of_tuples([(die_distribution(die), count) for die, count in cast(Any, pool.dice)], self.width)

    def _numbers(self) -> Distribution[int]:
        pool = cast("Readable[int]", self.pool)
        if isinstance(pool, CombinationData):
            return score_distribution(pool, int)
        if len(pool.dice) == 1 and pool.dice[0][1] == 1 and not pool.selection and pool.unique is None:
            return die_distribution(pool.dice[0][0])
        return score_distribution(pool, int)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        if isinstance(self.pool, CombinationData):
            return of_sum_of_pairs(self.pool)
        foreseen = of_sum(self.pool)
        work = None if self.width else work_of_kept(self.pool)
        return foreseen if work is None else foreseen._replace(work=work)

    @cached_property
    def _quick(self) -> QuickRoll | None:
        return None if self.width else quick_roll(self.pool, int)

    def _roll(self, source: Source) -> Rolled[F]:
        if self._quick is not None:
            value, dice = self._quick.roll(source)
            return Rolled(self, cast(F, value), dice)
        thrown = throw_dice(self.pool, source)
        if self.width:
            return thrown.rolled(self, cast(F, sum_of([die.value for die in thrown.kept], self.width)))
        for die in thrown.kept:
            die.add()
        return thrown.rolled(self, cast(F, sum(die.value for die in thrown.kept)))

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        text = pool_text(self.pool)
        return f"sum({text})" if isinstance(self.pool, CombinationData) else text

    @property
    def _kinds(self) -> list[DieData[Any]]:
        return [die for pool in pools_of(self.pool) for die, _ in pool.dice]


def _add_face(total: Numbers, face: Numbers, count: int) -> Numbers:
    return tuple(number + more * count for number, more in zip(total, face, strict=True))


@dataclass(frozen=True, repr=False)
class Size(Expression[int]):
    """The number of kept dice."""

    pool: Readable[Any]

    def calculate(self) -> Distribution[int]:
        # Whatever a die shows, it counts one: there is no number below or above which that changes.
        return score_distribution(self.pool, lambda face: 1, (0, 0))

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_sum_of_pairs(self.pool)

    def _roll(self, source: Source) -> Rolled[int]:
        thrown = throw_dice(self.pool, source)
        for die in thrown.kept:
            die.count(1)
        return thrown.rolled(self, len(thrown.kept))

    def __str__(self) -> str:
        return f"size({pool_text(self.pool)})"

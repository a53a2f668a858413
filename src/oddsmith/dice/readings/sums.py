"""The sum of the kept dice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from oddsmith.dice.exact.pool_distribution import die_distribution, score_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.readings.face_by_face import check_numbers
from oddsmith.dice.rolling.quick import QuickRoll, quick_roll
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import landed_faces, throw_pool
from oddsmith.distribution import Distribution


@dataclass(frozen=True)
class Sum(Expression[int]):
    """The sum of the kept dice; BadInput when a die has words on it."""

    pool: PoolData[int]

    def __post_init__(self) -> None:
        check_numbers(self.pool, "sum")

    def calculate(self) -> Distribution[int]:
        pool = self.pool
        if len(pool.dice) == 1 and pool.dice[0][1] == 1 and not pool.selection and pool.unique is None:
            return die_distribution(pool.dice[0][0])
        return score_distribution(pool, int)

    @cached_property
    def _quick(self) -> QuickRoll | None:
        return quick_roll(self.pool, int)

    def roll(self, source: Source) -> Rolled[int]:
        if self._quick is not None:
            value, dice = self._quick.roll(source)
            return Rolled(self, value, dice)
        lying, kept = throw_pool(self.pool, source)
        for die in kept:
            die.add()
        return Rolled(self, sum(die.value for die in kept), landed_faces(lying))

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return pool_text(self.pool)

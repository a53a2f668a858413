"""The sum of the kept dice, and their number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oddsmith.dice.exact.pool_distribution import die_distribution, score_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.readings.face_by_face import check_numbers
from oddsmith.dice.readings.thrown import throw_dice
from oddsmith.dice.rolling.quick import QuickRoll, quick_roll
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution


@dataclass(frozen=True)
class Sum(Expression[int]):
    """The sum of the kept dice; BadInput when a die has words on it."""

    pool: Readable[int]

    def __post_init__(self) -> None:
        check_numbers(self.pool, "sum")

    def calculate(self) -> Distribution[int]:
        pool = self.pool
        if isinstance(pool, CombinationData):
            return score_distribution(pool, int)
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
        thrown = throw_dice(self.pool, source)
        for die in thrown.kept:
            die.add()
        return thrown.rolled(self, sum(die.value for die in thrown.kept))

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        text = pool_text(self.pool)
        return f"sum({text})" if isinstance(self.pool, CombinationData) else text


@dataclass(frozen=True)
class Size(Expression[int]):
    """The number of kept dice."""

    pool: Readable[Any]

    def calculate(self) -> Distribution[int]:
        # Whatever a die shows, it counts one: there is no number below or above which that changes.
        return score_distribution(self.pool, lambda face: 1, (0, 0))

    def roll(self, source: Source) -> Rolled[int]:
        thrown = throw_dice(self.pool, source)
        for die in thrown.kept:
            die.count(1)
        return thrown.rolled(self, len(thrown.kept))

    def __str__(self) -> str:
        return f"size({pool_text(self.pool)})"

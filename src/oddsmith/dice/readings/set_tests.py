"""Yes or no: whether the dice of one pool are among those of another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from oddsmith.dice.exact.pool_distribution import score_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.model.combination_data import CombinationData, Matching, Readable, pools_of
from oddsmith.dice.model.notation_writer import pieces_of
from oddsmith.dice.model.pool_data import PoolData, dice_of
from oddsmith.dice.readings.thrown import Thrown, throw_each
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution


class Containment(Enum):
    """A way in which the dice of one pool may be among those of another; the value is its name in notation."""

    SUBSET = "issubset"
    SUPERSET = "issuperset"
    DISJOINT = "isdisjoint"


@dataclass(frozen=True, repr=False)
class SetTest(Expression[bool]):
    """True when the dice of the first pool are (or hold, or share none of) those of the second, face by face."""

    containment: Containment
    first: Readable[Any]
    second: Readable[Any]

    def calculate(self) -> Distribution[bool]:
        # Nothing is left of a subset once the other has taken its dice away.
        sides = (self.first, self.second)
        matching = Matching.INTERSECTION if self.containment is Containment.DISJOINT else Matching.DIFFERENCE
        if self.containment is Containment.SUPERSET:
            sides = (self.second, self.first)
        left = score_distribution(CombinationData(matching, sides), lambda face: 1)
        return left.map(lambda dice: dice == 0)

    def dice_thrown(self, of_pool: Callable[[PoolData[Any]], int] = dice_of) -> int:
        return sum(of_pool(pool) for side in (self.first, self.second) for pool in pools_of(side))

    def _roll(self, source: Source) -> Rolled[bool]:
        first, second = throw_each((self.first, self.second), source)
        mine, theirs = (Counter(die.value for die in side.kept) for side in (first, second))
        if self.containment is Containment.DISJOINT:
            value = not mine & theirs
        else:
            value = not (mine - theirs if self.containment is Containment.SUBSET else theirs - mine)
        return Thrown((*first.pools, *second.pools), [], combined=True).rolled(self, value)

    def __str__(self) -> str:
        return f"{self.containment.value}({', '.join(pieces_of((self.first, self.second)))})"

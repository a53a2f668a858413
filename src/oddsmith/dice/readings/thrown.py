"""Dice thrown to be read: those of a pool, or those that a combination of pools leaves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.limits import FEWER_AT_ONCE, refuse_above
from oddsmith.dice.model.combination_data import CombinationData, Readable, dice_left, pools_of
from oddsmith.dice.model.faces import Face
from oddsmith.dice.model.pool_data import PoolData, decks_of, dice_of
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import Lying, landed_faces, throw_pool

V = TypeVar("V")


@dataclass(frozen=True)
class ThrownPool:
    """One pool on the table. lying: all its dice. kept: those that it keeps, ascending."""

    pool: PoolData[Any]
    lying: list[Lying]
    kept: list[Lying]


@dataclass(frozen=True)
class Thrown:
    """Dice on the table. pools: in the order of throwing. kept: the dice that are read, ascending."""

    pools: tuple[ThrownPool, ...]
    kept: list[Lying]
    combined: bool

    def rolled(self, expression: Expression[V], value: V) -> Rolled[V]:
        """The roll of an expression that reads these dice; of several pools each is a part of it."""
        if not self.combined:
            return Rolled(expression, value, landed_faces(self.pools[0].lying))
        return Rolled(
            expression,
            value,
            parts=tuple(
                # Every pool is a `Pool`, and so an expression.
                Rolled(
                    cast("Expression[Any]", thrown.pool),
                    tuple(die.value for die in thrown.kept),
                    landed_faces(thrown.lying),
                )
                for thrown in self.pools
            ),
        )


def throw_dice(dice: Readable[Any], source: Source) -> Thrown:
    """Throw a pool, or one pool after the other and match them; dice that are not left are marked as dropped."""
    if not isinstance(dice, CombinationData):
        thrown = ThrownPool(dice, *throw_pool(dice, source))
        return Thrown((thrown,), thrown.kept, combined=False)
    (thrown_dice,) = throw_each((dice,), source)
    return thrown_dice


def throw_each(several: Sequence[Readable[Any]], source: Source) -> list[Thrown]:
    """Throw pools and combinations one after the other; hands of one deck do not share a card."""
    thrown = throw_pools([pool for dice in several for pool in pools_of(dice)], source)
    rest = iter(thrown)
    found: list[Thrown] = []
    for dice in several:
        pools = tuple(next(rest) for _ in pools_of(dice))
        kept = dice_left(dice, (pool.kept for pool in pools), lambda die: die.value, lambda die: die.drop())
        found.append(Thrown(pools, kept, isinstance(dice, CombinationData)))
    return found


def throw_pools(pools: Sequence[PoolData[Any]], source: Source) -> tuple[ThrownPool, ...]:
    """Throw pools one after the other; hands of one deck do not share a card. TooLarge at once for too many dice."""
    refuse_above(source.most, sum(map(dice_of, pools)), "dice in one roll", FEWER_AT_ONCE)
    thrown: list[ThrownPool] = []
    gone: dict[int, Counter[Face]] = defaultdict(Counter)
    for pool, deck in zip(pools, decks_of(pools), strict=True):
        thrown.append(ThrownPool(pool, *throw_pool(pool, source, gone[deck])))
    return tuple(thrown)

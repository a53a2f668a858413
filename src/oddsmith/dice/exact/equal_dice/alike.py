"""Dice that are all alike, for which there are closed forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from oddsmith.dice.exact.pool_model import PoolModel, pool_model
from oddsmith.dice.exact.throw_pmf import Pmf
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.pool_data import drops_some
from oddsmith.distribution import Distribution

V = TypeVar("V")


class FairDice(NamedTuple):
    """A fixed number of independent dice with equally likely faces of this weight each; `fair` gives them.

    Closed forms that hold for such dice alone take these, which cannot stand for others. whole: as of `EqualDice`.
    """

    faces: tuple[Any, ...]
    weight: int
    number: int
    whole: int


class EqualDice(NamedTuple):
    """A fixed number of independent dice of one pmf.

    whole: the weight of everything that may happen, which is more than that of all faces where some is unresolved.
    """

    pmf: Pmf
    number: int
    whole: int


def read_as(dice: EqualDice | FairDice, weights: Mapping[V, int]) -> Distribution[V]:
    """The distribution of what the dice are read as, by its weights; what these lack of the whole is unresolved."""
    return Distribution.from_weights(weights, unresolved=dice.whole - sum(weights.values()))


def fair(dice: EqualDice | None) -> FairDice | None:
    """The same dice where all their faces are equally likely; else None."""
    if dice is None:
        return None
    (_, each), *others = dice.pmf.weights
    if any(weight != each for _, weight in others):
        return None
    return FairDice(tuple(face for face, _ in dice.pmf.weights), each, dice.number, dice.whole)


def equal_dice(model: PoolModel) -> EqualDice | None:
    """The dice of a model when they are all alike, without a face that excludes another; else None."""
    if len(model.kinds) != 1 or len(model.shapes) != 1 or model.is_open or model.kinds[0].deck:
        return None
    (((count,), factor),) = model.shapes.items()
    return EqualDice(model.kinds[0].pmf, count, model.whole) if factor == 1 and count else None


def equal_pool(pool: Readable[Any]) -> EqualDice | None:
    """The dice of a pool when they are all alike and all of them are kept; else None."""
    if isinstance(pool, CombinationData) or pool.unique is not None or drops_some(pool):
        return None
    explosions = [die.handling.explosion for die, _ in pool.dice if die.handling.explosion is not None]
    if not all(explosion.compound for explosion in explosions):
        return None  # the number of dice is not fixed
    if explosions and len(pool.dice) > 1:
        return None  # totals of several sorts would be listed only to find that they differ
    return equal_dice(pool_model(pool.dice))


def plain_equal_pool(pool: Readable[Any]) -> EqualDice | None:
    """The same of dice that do not explode, of which the model is made at once."""
    if isinstance(pool, CombinationData) or any(die.handling.explosion is not None for die, _ in pool.dice):
        return None
    return equal_pool(pool)

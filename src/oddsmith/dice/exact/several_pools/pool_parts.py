"""Pools that are read together, as kinds of dice that know their pool."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from oddsmith.dice.exact.extremes import extreme_die
from oddsmith.dice.exact.pool_model import PoolModel, parts_of, pool_model
from oddsmith.dice.exact.unique_dice import unique_pool_model
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import End


def parts_of_pool(pool: PoolData[Any], number: int, deck: int, end: End | None) -> list[PoolModel]:
    """The parts of a pool, whose dice know to which pool they belong, and cards from which deck they are.

    end: that of the only die that matters.
    """
    models = parts_of(pool.dice) if pool.unique is None else [unique_pool_model(pool, passed=end is None)]
    if end is not None:
        models = [extreme_die(models, highest=end is End.HIGHEST)]
    own = deck or -1 - number  # a pool in which no value repeats is like a deck of its own
    return [
        replace(model, kinds=tuple(replace(kind, pool=number, deck=own if kind.deck else 0) for kind in model.kinds))
        for model in models
    ]


def model_of(pool: PoolData[Any]) -> PoolModel:
    """The model of a pool by itself."""
    return pool_model(pool.dice) if pool.unique is None else unique_pool_model(pool, passed=True)

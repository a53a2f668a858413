"""Pools in which no value shows twice: all sets alike, or multiset by multiset."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm
from typing import Any, Final

from oddsmith.dice.exact.multiset_dp import Kind
from oddsmith.dice.exact.pool_model import PoolModel
from oddsmith.dice.exact.throw_pmf import Pmf, throw_pmf
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import Face, face_order
from oddsmith.dice.model.pool_data import PoolData, Unique
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.distribution.limits import refuse_work
from oddsmith.errors import BadInput

_SECONDS_A_FACE: Final = 1e-6
_SECONDS_A_CHANCE: Final = 6e-6
_BYTES_A_CHANCE: Final = 100


def check_unique(pool: PoolData[Any]) -> None:
    """Refuse dice that explode, and a die whose values may all have been taken by the dice before it."""
    assert pool.unique is not None  # checked only of such pools
    before = 0
    for die, count in pool.dice:
        if die.handling.explosion is not None:
            raise BadInput("unique", str(die), "dice that do not explode")
        values = len(die.faces) if die.handling is PLAIN else len(throw_pmf(die).weights)
        before += count
        if before > values and not pool.unique.once:
            raise BadInput("unique", before, f"at most {values} dice where {die} has its turn")


def equal_sets(pool: PoolData[Any]) -> PoolModel | None:
    """The model of one kind of fair die of which no value shows twice, all sets being alike; None for other pools."""
    assert pool.unique is not None  # called only for such pools
    if len(pool.dice) != 1 or pool.unique.once:
        return None
    ((die, count),) = pool.dice
    refuse_work(len(die.faces) * count * _SECONDS_A_FACE)
    pmf = throw_pmf(die)
    if len({weight for _, weight in pmf.weights}) != 1:
        return None
    fair = Pmf(tuple((face, 1) for face, _ in pmf.weights))
    return PoolModel((Kind(fair, distinct=True),), {(count,): 1}, comb(len(pmf.weights), count))


def unique_pool_model(pool: PoolData[Any]) -> PoolModel:
    """The pool as plain dice, for readers of several pools: all sets alike, else one-faced dice, set by set."""
    alike = equal_sets(pool)
    if alike is not None:
        return alike
    weights = multisets(pool)
    faces = sorted({face for values in weights for face in values}, key=face_order)
    kinds = tuple(Kind(Pmf(((face, 1),))) for face in faces)
    shapes = {tuple(values.count(face) for face in faces): weight for values, weight in weights.items()}
    return PoolModel(kinds, shapes, sum(weights.values()))


def multisets(pool: PoolData[Any]) -> dict[tuple[Face, ...], int]:
    """The weight of every multiset of values, in order."""
    assert pool.unique is not None  # called only for such pools
    _refuse_many_multisets(pool, pool.unique)
    if pool.unique.once:
        return _thrown_again_once(pool)
    chances: dict[tuple[Face, ...], Fraction] = {(): Fraction(1)}
    for die in _one_by_one(pool):
        pmf = throw_pmf(die)
        following: dict[tuple[Face, ...], Fraction] = {}
        for seen, chance in chances.items():
            repeated = sum(weight for face, weight in pmf.weights if face in seen)
            share = chance / (pmf.total - repeated)
            for face, weight in pmf.weights:
                if face not in seen:
                    values = tuple(sorted((*seen, face), key=face_order))
                    following[values] = following.get(values, Fraction(0)) + share * weight
        chances = following
    whole = lcm(*(chance.denominator for chance in chances.values()))
    return {values: int(chance * whole) for values, chance in chances.items()}


def _thrown_again_once(pool: PoolData[Any]) -> dict[tuple[Face, ...], int]:
    """The weight of every multiset where a die that repeats a value is thrown once more, and stands then."""
    weights: dict[tuple[Face, ...], int] = {(): 1}
    for die in _one_by_one(pool):
        pmf = throw_pmf(die)
        following: dict[tuple[Face, ...], int] = {}
        for seen, before in weights.items():
            repeated = sum(weight for face, weight in pmf.weights if face in seen)
            for face, weight in pmf.weights:
                ways = weight * (repeated + (0 if face in seen else pmf.total))
                if ways:
                    values = tuple(sorted((*seen, face), key=face_order))
                    following[values] = following.get(values, 0) + before * ways
        weights = following
    return weights


def _one_by_one(pool: PoolData[Any]) -> list[DieData[Any]]:
    return [die for die, count in pool.dice for _ in range(count)]


def _refuse_many_multisets(pool: PoolData[Any], unique: Unique) -> None:
    """Refuse a pool with too many multisets, of which each die makes more."""
    faces = {face for die, _ in pool.dice for face, _ in throw_pmf(die).weights}
    steps, sets = 0, 1
    for before, die in enumerate(_one_by_one(pool)):
        own = len(throw_pmf(die).weights)
        steps += sets * own
        refuse_work(steps * _SECONDS_A_CHANCE, steps * _BYTES_A_CHANCE)
        sets = min(sets * own, comb(len(faces) + before if unique.once else len(faces), before + 1))

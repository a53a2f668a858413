"""Pools in which no value shows twice, as plain dice for the exact odds."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm
from typing import Any, Final

from oddsmith.dice.exact.multiset_dp import Kind
from oddsmith.dice.exact.pool_model import PoolModel
from oddsmith.dice.exact.throw_pmf import Pmf, throw_pmf
from oddsmith.dice.limits import MAX_STEPS, SMALLER, refuse_above
from oddsmith.dice.model.faces import Face, face_order
from oddsmith.dice.model.pool_data import PoolData, Unique
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.errors import BadInput

_MAX_CHANCES: Final = 500_000


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


def unique_pool_model(pool: PoolData[Any]) -> PoolModel:
    """The pool as plain dice: all sets of values alike for one kind of fair die, else one-faced dice, set by set."""
    assert pool.unique is not None  # called only for such pools
    if len(pool.dice) == 1 and not pool.unique.once:
        ((die, count),) = pool.dice
        refuse_above(MAX_STEPS, len(die.faces) * count, "steps", SMALLER)
        pmf = throw_pmf(die)
        if len({weight for _, weight in pmf.weights}) == 1:
            fair = Pmf(tuple((face, 1) for face, _ in pmf.weights))
            return PoolModel((Kind(fair, distinct=True),), {(count,): 1}, comb(len(pmf.weights), count))
    return _one_faced(_multisets(pool, pool.unique))


def _multisets(pool: PoolData[Any], unique: Unique) -> dict[tuple[Face, ...], Fraction]:
    """The probability of every multiset of values, one die after the other."""
    chances: dict[tuple[Face, ...], Fraction] = {(): Fraction(1)}
    for die in (die for die, count in pool.dice for _ in range(count)):
        pmf = throw_pmf(die)
        refuse_above(_MAX_CHANCES, len(chances) * len(pmf.weights), "steps", SMALLER)
        following: dict[tuple[Face, ...], Fraction] = {}
        for seen, chance in chances.items():
            repeated = Fraction(sum(weight for face, weight in pmf.weights if face in seen), pmf.total)
            for face, weight in pmf.weights:
                lands = Fraction(weight, pmf.total)
                if unique.once:
                    lands *= repeated + (face not in seen)
                else:
                    lands *= (face not in seen) / (1 - repeated)
                if lands:
                    values = tuple(sorted((*seen, face), key=face_order))
                    following[values] = following.get(values, Fraction(0)) + chance * lands
        chances = following
    return chances


def _one_faced(chances: dict[tuple[Face, ...], Fraction]) -> PoolModel:
    faces = sorted({face for values in chances for face in values}, key=face_order)
    kinds = tuple(Kind(Pmf(((face, 1),))) for face in faces)
    whole = lcm(*(chance.denominator for chance in chances.values()))
    shapes = {tuple(values.count(face) for face in faces): int(chance * whole) for values, chance in chances.items()}
    return PoolModel(kinds, shapes, whole)

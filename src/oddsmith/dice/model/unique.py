"""Pools in which no value shows twice: a die that repeats the value of an earlier die is thrown again."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TYPE_CHECKING, Any, Final

from oddsmith.dice.exact.multiset_dp import Kind
from oddsmith.dice.exact.pool_model import Bundle
from oddsmith.dice.exact.throw_pmf import Law, throw_law
from oddsmith.dice.limits import MAX_STEPS, SMALLER, refuse_above
from oddsmith.dice.model.faces import Face, face_order
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.dice.model.die import Die
    from oddsmith.dice.model.pool import Pool

_MAX_CHANCES: Final = 500_000


@dataclass(frozen=True, slots=True)
class Unique:
    """Dice take their turn in the order of the pool. once: each is thrown again at most once, and then may repeat."""

    once: bool = False


def check_unique(groups: tuple[tuple[Die[Any], int], ...], unique: Unique) -> None:
    """Refuse dice that explode, and a die whose values may all have been taken by the dice before it."""
    before = 0
    for die, count in groups:
        if die.handling.explosion is not None:
            raise BadInput("unique", str(die), "dice that do not explode")
        values = len(die.faces) if die.handling is PLAIN else len(throw_law(die).weights)
        before += count
        if before > values and not unique.once:
            raise BadInput("unique", before, f"at most {values} dice where {die} has its turn")


def unique_bundle(pool: Pool[Any]) -> Bundle:
    """The pool as plain dice: all sets of values alike for one kind of fair die, else one-faced dice, set by set."""
    assert pool.unique is not None  # asked only of such pools
    if len(pool.dice) == 1 and not pool.unique.once:
        ((die, count),) = pool.dice
        refuse_above(MAX_STEPS, len(die.faces) * count, "steps", SMALLER)
        law = throw_law(die)
        if len({weight for _, weight in law.weights}) == 1:
            fair = Law(tuple((face, 1) for face, _ in law.weights))
            return Bundle((Kind(fair, distinct=True),), {(count,): 1}, comb(len(law.weights), count))
    return _one_faced(_multisets(pool, pool.unique))


def _multisets(pool: Pool[Any], unique: Unique) -> dict[tuple[Face, ...], Fraction]:
    """The probability of every multiset of values, one die after the other."""
    chances: dict[tuple[Face, ...], Fraction] = {(): Fraction(1)}
    for die in (die for die, count in pool.dice for _ in range(count)):
        law = throw_law(die)
        refuse_above(_MAX_CHANCES, len(chances) * len(law.weights), "steps", SMALLER)
        following: dict[tuple[Face, ...], Fraction] = {}
        for seen, chance in chances.items():
            repeated = Fraction(sum(weight for face, weight in law.weights if face in seen), law.total)
            for face, weight in law.weights:
                lands = Fraction(weight, law.total)
                if unique.once:
                    lands *= repeated + (face not in seen)
                else:
                    lands *= (face not in seen) / (1 - repeated)
                if lands:
                    values = tuple(sorted((*seen, face), key=face_order))
                    following[values] = following.get(values, Fraction(0)) + chance * lands
        chances = following
    return chances


def _one_faced(chances: dict[tuple[Face, ...], Fraction]) -> Bundle:
    faces = sorted({face for values in chances for face in values}, key=face_order)
    kinds = tuple(Kind(Law(((face, 1),))) for face in faces)
    whole = lcm(*(chance.denominator for chance in chances.values()))
    shapes = {tuple(values.count(face) for face in faces): int(chance * whole) for values, chance in chances.items()}
    return Bundle(kinds, shapes, whole)

"""Dice by classes: of dice that are all alike how many belong to each follows a multinomial pmf; parts add up.

Of others it is told how many outcomes there are at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb, log2, prod
from operator import add
from typing import Any, Final, NamedTuple

from oddsmith.dice.exact.equal_dice.alike import EqualDice
from oddsmith.dice.exact.kinds import Kind
from oddsmith.dice.exact.pool_model import ending, most_explosions, some_chains
from oddsmith.dice.exact.throw_pmf import throw_pmf
from oddsmith.dice.limits import MAX_FACES
from oddsmith.dice.model.die_data import DieData
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import Work, countable, take

_SECONDS_AN_OUTCOME: Final = 4e-6
_BYTES_AN_OUTCOME: Final = 400
_SECONDS_A_PAIR: Final = 7e-7
_SECONDS_OF_CHAINS: Final = 2.3e-6
"""Of an outcome of dice that are walked over."""
_SECONDS_PENETRATING: Final = 5.5e-6
_BYTES_PENETRATING: Final = 300
"""Where some penetrate, of which first throws are told apart from later ones."""


def class_weights(dice: EqualDice, place: Callable[[Any], int], classes: int) -> dict[tuple[int, ...], int]:
    """The weight of each number of dice in each class, where `place` gives the number of the class of a face.

    TooLarge when they are too many to list.
    """
    weights = [0] * classes
    for face, weight in dice.pmf.weights:
        weights[place(face)] += weight
    take(*class_work(dice, place)[1])
    return dict(_shared_out(dice.number, weights))


def class_work(dice: EqualDice, place: Callable[[Any], int]) -> tuple[int, Work]:
    """The number of outcomes of the same, and the work of it."""
    possible = len({place(face) for face, _ in dice.pmf.weights})
    outcomes = countable(comb(dice.number + possible - 1, possible - 1))
    bits = dice.number * dice.pmf.total.bit_length()
    seconds = outcomes * _SECONDS_AN_OUTCOME * (1 + bits / 2_000)
    return outcomes, Work(seconds, outcomes * (_BYTES_AN_OUTCOME + bits // 4))


def least_class_work(groups: Sequence[tuple[DieData[Any], int]], place: Callable[[Any], int]) -> tuple[int, Work]:
    """The least number of outcomes of dice of any kinds, and the work of a walk over them.

    Those that end chains are shared out among the classes that all of them may be in. With each way to do so comes any
    number of throws that explode, up to those that are followed: there are as many outcomes as numbers of all throws.
    """
    told = [_told(die, count, place) for die, count in groups if len(die.faces) <= MAX_FACES]
    outcomes = 1
    for together in (told, *([one] for one in told)):
        classes = len(frozenset.intersection(*[one.classes for one in together])) if together else 0
        if classes:
            dice, explosions = sum(one.dice for one in together), sum(one.explosions for one in together)
            outcomes = max(outcomes, countable(comb(dice + classes - 1, classes - 1) * (explosions + 1)))
    bits = int(sum(one.bits for one in told))
    if any(one.penetrates for one in told):
        return outcomes, Work(outcomes * _SECONDS_PENETRATING, outcomes * (_BYTES_PENETRATING + bits // 2))
    return outcomes, Work(outcomes * _SECONDS_OF_CHAINS, outcomes * (_BYTES_AN_OUTCOME + bits // 8))


class _Told(NamedTuple):
    """Equal dice. classes: those in which each of them may be at the end of its chain. explosions: of all together, at
    most. bits: of their weights."""

    dice: int
    classes: frozenset[int]
    explosions: int
    bits: float
    penetrates: bool


def _told(die: DieData[Any], dice: int, place: Callable[[Any], int]) -> _Told:
    explosion, bits = die.handling.explosion, dice * log2(throw_pmf(die).total)
    if explosion is None or explosion.compound:
        return _Told(dice, _classes(Kind(ending(die)), place), 0, bits, False)
    kinds, _ = some_chains(die, dice)
    ends = frozenset.intersection(*[_classes(kind, place) for kind in kinds[::2]])
    longest = most_explosions(die, dice)
    return _Told(dice, ends, dice * longest, bits * (1 + longest), explosion.penetrating)


def _classes(kind: Kind, place: Callable[[Any], int]) -> frozenset[int]:
    return frozenset(place(face) for face, _ in kind.pmf.weights)


def added_up(one: Finite[tuple[int, ...]], other: Finite[tuple[int, ...]]) -> Distribution[tuple[int, ...]]:
    """The numbers of dice in each class, by those of two independent parts of the dice. Raises TooLarge."""
    pairs = len(one.weights) * len(other.weights)
    most = prod(sum(map(max, column)) + 1 for column in zip(*map(_columns, (one, other)), strict=True))
    bits = one.total.bit_length() + other.total.bit_length()
    take(pairs * _SECONDS_A_PAIR, min(pairs, most) * (_BYTES_AN_OUTCOME + bits // 8))
    weights: dict[tuple[int, ...], int] = {}
    for some, weight in one.weights.items():
        for more, of_more in other.weights.items():
            numbers = tuple(map(add, some, more))
            weights[numbers] = weights.get(numbers, 0) + weight * of_more
    return Distribution.from_weights(weights, unresolved=one.total * other.total - sum(weights.values()))


def _columns(numbers: Finite[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The numbers of dice in each class, class by class."""
    return list(zip(*numbers.weights, strict=True))


def _shared_out(dice: int, weights: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to share dice out among classes of these weights, with its weight."""
    weight, *others = weights
    if not others:
        if weight or not dice:
            yield (dice,), weight**dice
        return
    for count in range(dice + 1 if weight else 1):
        ways = comb(dice, count) * weight**count
        for rest, of_rest in _shared_out(dice - count, others):
            yield (count, *rest), ways * of_rest

"""Dice by classes: of dice that are all alike how many belong to each follows a multinomial pmf; parts add up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb, prod
from operator import add
from typing import Any, Final

from oddsmith.dice.exact.equal_dice.alike import EqualDice
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import Work, countable, take

_SECONDS_AN_OUTCOME: Final = 4e-6
_BYTES_AN_OUTCOME: Final = 400
_SECONDS_A_PAIR: Final = 7e-7


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

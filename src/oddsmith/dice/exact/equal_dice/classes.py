"""Dice that are all alike by classes: how many belong to each follows a multinomial pmf."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb
from typing import Any, Final

from oddsmith.dice.exact.equal_dice.alike import EqualDice
from oddsmith.distribution.limits import countable, take

_SECONDS_AN_OUTCOME: Final = 4e-6
_BYTES_AN_OUTCOME: Final = 400


def class_weights(dice: EqualDice, place: Callable[[Any], int], classes: int) -> dict[tuple[int, ...], int]:
    """The weight of each number of dice in each class, where `place` gives the number of the class of a face.

    TooLarge when they are too many to list.
    """
    weights = [0] * classes
    for face, weight in dice.pmf.weights:
        weights[place(face)] += weight
    possible = sum(weight > 0 for weight in weights)
    outcomes = countable(comb(dice.number + possible - 1, possible - 1))
    bits = dice.number * dice.pmf.total.bit_length()
    take(outcomes * _SECONDS_AN_OUTCOME * (1 + bits / 2_000), outcomes * (_BYTES_AN_OUTCOME + bits // 4))
    return dict(_shared_out(dice.number, weights))


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

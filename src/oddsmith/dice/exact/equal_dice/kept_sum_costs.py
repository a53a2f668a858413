"""The two ways to the sum of kept dice that are all alike: their costs, and the closed form where that is cheaper.

The other way, face by face, is the walk of `keep`.
"""

from __future__ import annotations

from math import gcd
from typing import Final, NamedTuple

from oddsmith.dice.exact.equal_dice.alike import EqualDice, equal_dice
from oddsmith.dice.exact.equal_dice.kept_sums import kept_sum, kept_sum_seconds
from oddsmith.dice.exact.explosion_chains import Score
from oddsmith.dice.exact.pool_model import PoolModel
from oddsmith.dice.model.selection import Selection, places
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, refuse_work, take

_SECONDS_A_STEP: Final = 8e-6
_SECONDS_A_WORD: Final = 2e-8
"""Of the walk."""
_QUICKER: Final = 2
"""By so much the walk has to be quicker: the closed form mostly takes half of what is said, the walk seldom less."""
_LONG: Final = 120
"""Sums, from 25 times as many on each of their words takes longer, as the root of their number grows."""


class _Cost(NamedTuple):
    """The dice that are all alike, how many are kept at which end, and the time that either way takes."""

    dice: EqualDice
    keep: int
    highest: bool
    by_walk: float
    closed: float


def work_of_kept_sum(model: PoolModel, selection: tuple[Selection, ...], score: Score) -> Work:
    """The work of a kept sum; none where that is not known beforehand."""
    cost = _cost(model, selection, score)
    return Work() if cost is None else Work(min(cost.by_walk, cost.closed))


def closed_form(model: PoolModel, selection: tuple[Selection, ...], score: Score) -> Distribution[int] | None:
    """The kept sum of dice that are all alike, at one end of them; None where the walk is quicker or the only way.

    Raises TooLarge.
    """
    cost = _cost(model, selection, score)
    if cost is None:
        return None
    seconds = min(cost.by_walk, cost.closed)
    if cost.by_walk * _QUICKER < cost.closed:
        refuse_work(seconds)
        return None
    take(seconds)
    return kept_sum(cost.dice, cost.keep, score, highest=cost.highest)


def _cost(model: PoolModel, selection: tuple[Selection, ...], score: Score) -> _Cost | None:
    dice = equal_dice(model)
    if dice is None:
        return None
    low, high = places(selection, dice.number)
    if low == high or (low and high != dice.number):
        return None
    seconds = kept_sum_seconds(dice, high - low, score, highest=bool(low))
    counted = [score(face) for face, _ in dice.pmf.weights]
    need = min(high - low, dice.number - high + low)
    bits = dice.number * dice.pmf.total.bit_length()
    cost = 1 + (max(counted) - min(counted)) // (gcd(*counted) or 1) * (high - low) * bits // 40_000
    walk = len(counted) * need * need // 2 * cost * _SECONDS_A_STEP
    if need < high - low:  # what is left at every face, for every number of dice that are dropped
        span = (max(counted) - min(counted)) // (gcd(*counted) or 1)
        length = span * (high - low)
        walk += len(counted) * need * length * (1 + bits // 64) * _SECONDS_A_WORD * max(5.0, (length / _LONG) ** 0.5)
    return _Cost(dice, high - low, bool(low), walk, seconds)

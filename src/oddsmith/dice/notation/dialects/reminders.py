"""What a notation that can be read may have been meant to say instead.

A d66 that is one die, a threshold that only throws again, a face that no die has, a pool of which no die is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from oddsmith.dice.die import Die
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.model.combination_data import CombinationData, pools_of
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import Comparison, When
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import End, places
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.sums import Sum

_SAYS_DICE: Final = re.compile(r"\d*d\d+")

_TENS_AND_ONES: Final = (44, 66, 88)
"""Sides of no die on sale, with which two dice are meant that are read as tens and ones."""


def reminders(expression: Expression[Any]) -> tuple[str, ...]:
    """Sentences on what an expression means and how its other meaning is written; none where no doubt is known.

    >>> from oddsmith.dice import parse
    >>> reminders(parse("d66"))
    ('d66 is one die with 66 sides. Two d6 read as tens and ones: d6*10+d6.',)
    >>> reminders(parse("10d10!>=7"))
    ('10d10!>=7 throws again from 7 on and adds up. To count the dice from 7 on: 10d10>=7!.',)
    """
    return tuple(dict.fromkeys(_each(expression)))


def _each(expression: Expression[Any]) -> Iterator[str]:
    if isinstance(expression, Die):
        yield from _of_sides(expression)
    elif isinstance(expression, Sum) and not isinstance(expression.pool, CombinationData):
        for die, count in expression.pool.dice:
            yield from _of_sides(die) if count == 1 else _of_threshold(die, count)
        yield from _of_dropped(expression.pool)
    elif isinstance(expression, Count):
        yield from _of_absent_faces(expression)
    for part in expression.parts:
        yield from _each(part)


def _of_sides(die: DieData[Any]) -> Iterator[str]:
    sides = len(die.faces)
    if sides in _TENS_AND_ONES and die == Die.sided(sides):
        small = Die.sided(sides % 10)
        yield f"d{sides} is one die with {sides} sides. Two {small} read as tens and ones: {small}*10+{small}."


def _of_threshold(die: DieData[Any], count: int) -> Iterator[str]:
    explosion = die.handling.explosion
    if explosion is None or explosion.compound or explosion.penetrating:
        return
    point = _threshold(explosion.when)
    if point is not None:
        limit = "" if explosion.limit is None else f"{{{explosion.limit}}}"
        written, counted = f"{count}{die}", f"{count}{die.bare}{point}!{limit}"
        side = f"from {point[2:]} on" if point.startswith(">") else f"up to {point[2:]}"
        yield f"{written} throws again {side} and adds up. To count the dice {side}: {counted}."


def _threshold(when: When) -> str | None:
    """The compare point, where it is one alone that counting dice have as well: `>=7`."""
    if len(when) == 1 and when[0].comparison in (Comparison.AT_LEAST, Comparison.AT_MOST):
        return str(when[0])
    return None


def _of_dropped(pool: PoolData[Any]) -> Iterator[str]:
    dice = sum(count for _, count in pool.dice)
    low, high = places(pool.selection, dice)
    if low < high or not dice:
        return
    last = pool.selection[-1]
    said = f"No die is kept by {''.join(map(str, pool.selection))}: the total is 0."
    die = pool.dice[0][0]
    if len(pool.dice) == 1 and last.drop and last.end is End.LOWEST and last.count == len(die.faces):
        # `4d6d6` is read as dropping the lowest six; another die was meant, and a sign is missing.
        said += f" To add another die: {dice}{die}+{die}."
    yield said


def _of_absent_faces(count: Count) -> Iterator[str]:
    dice = {die for pool in pools_of(count.pool) for die, _ in pool.dice}
    for target in count.targets:
        face = target.condition.face
        # A range looks for what is no number at each of its places, and a die may have many.
        if target.condition.comparison is not Comparison.EQUAL or any(
            face in die.faces for die in dice if isinstance(face, int) or not isinstance(die.faces, range)
        ):
            continue
        said = f"No die here has the face {face}, so {target.condition} counts no die."
        if isinstance(face, str) and _SAYS_DICE.fullmatch(face):
            said += f" To compare what two sides roll: {pool_text(count.pool)} vs {face}."
        yield said

"""What a notation that can be read may have been meant to say instead.

A d66 that is one die, a threshold that only throws again or counts only the last dice of a sum, a face that no die
has, a pool of which no die is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from oddsmith.dice.die import Die
from oddsmith.dice.expressions.arithmetic import Operator
from oddsmith.dice.expressions.expression import Expression
from oddsmith.dice.expressions.operations import Binary, Constant
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


def reminders(expression: Expression[Any], comments: Sequence[str] = ()) -> tuple[str, ...]:
    """Sentences on what an expression means and how its other meaning is written; none where no doubt is known.

    comments: what was written behind it for people.

    >>> from oddsmith.dice import parse
    >>> reminders(parse("d66"))
    ('d66 is one die with 66 sides. Two d6 read as tens and ones: d6*10+d6.',)
    >>> reminders(parse("10d10!>=7"))
    ('10d10!>=7 throws again from 7 on and adds up. To count the dice from 7 on: 10d10>=7!.',)
    """
    return tuple(dict.fromkeys([*_each(expression), *_of_comments(expression, comments)]))


def _of_comments(expression: Expression[Any], comments: Sequence[str]) -> Iterator[str]:
    """`6#4d6`, as some bots repeat a roll."""
    for comment in comments:
        if isinstance(expression, Constant) and _SAYS_DICE.match(comment):
            again = f"{expression}x {comment.strip()}"
            yield f"What follows # is a comment, so this rolls nothing. To roll {expression} times: {again}."


def _each(expression: Expression[Any]) -> Iterator[str]:
    if isinstance(expression, Die):
        yield from _of_sides(expression)
    elif isinstance(expression, Sum) and not isinstance(expression.pool, CombinationData):
        for die, count in expression.pool.dice:
            yield from _of_sides(die) if count == 1 else _of_threshold(die, count)
        yield from _of_dropped(expression.pool)
    elif isinstance(expression, Count):
        yield from _of_absent_faces(expression)
        yield from _of_thresholds_out_of_reach(expression)
    parts = expression.parts
    if isinstance(expression, Binary) and (said := _of_counted_last(expression)):
        yield said
        parts = (expression.left,)
    for part in parts:
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


def _of_thresholds_out_of_reach(count: Count) -> Iterator[str]:
    """`2d6>=7`, where no die shows 7: it counts dice, and the total was meant."""
    dice = [(die, number) for pool in pools_of(count.pool) for die, number in pool.dice]
    if not all(_shows_its_faces(die) for die, _ in dice):
        return
    highest = max((max(_ends(die)) for die, _ in dice), default=0)
    lowest = min((min(_ends(die)) for die, _ in dice), default=0)
    for condition in (target.condition for target in count.targets):
        face = condition.face
        if not isinstance(face, int):
            continue
        if condition.comparison is Comparison.AT_LEAST and face > highest:
            said = f"No die here shows {face} or more, so {condition} counts no die."
            if _may_be_total(count) and face <= sum(max(_ends(die)) * number for die, number in dice):
                said += f" To compare the total: ({pool_text(count.pool)}){condition}."
            yield said
        elif condition.comparison is Comparison.AT_MOST and face < lowest:
            yield f"No die here shows {face} or less, so {condition} counts no die."


def _shows_its_faces(die: DieData[Any]) -> bool:
    """Tell whether each die that lies there counts as one of the numbers on it."""
    rules = die.handling
    added = rules.explosion is not None and (rules.explosion.compound or rules.explosion.penetrating)
    numbers = isinstance(die.faces, range) or all(isinstance(face, int) for face in die.faces)
    return numbers and not added and rules.minimum is None and rules.maximum is None


def _ends(die: DieData[Any]) -> tuple[int, int]:
    faces = die.faces
    return (faces[0], faces[-1]) if isinstance(faces, range) else (min(faces), max(faces))


def _may_be_total(count: Count) -> bool:
    """Tell whether it counts by one threshold, so that the same text behind parentheses compares the total."""
    return len(count.targets) == 1 and count.targets[0].worth == 1 and not isinstance(count.pool, CombinationData)


def _of_counted_last(sum_of: Binary) -> str:
    """`3+1d20>=15`, which compares no total, as `1d20+3>=15` does: the dice at the end are counted; "" for others."""
    count = sum_of.right
    added = sum_of.operator in (Operator.ADD, Operator.SUBTRACT)
    if not (added and isinstance(count, Count) and _may_be_total(count)) or _counts(sum_of.left):
        return ""
    condition, dice = count.targets[0].condition, pool_text(count.pool)
    if condition.comparison not in (Comparison.AT_LEAST, Comparison.AT_MOST) or not isinstance(condition.face, int):
        return ""
    total = f"{sum_of.left}{sum_of.operator.value}{dice}"
    return f"Here {condition} counts dice of {dice} alone. To compare the total: ({total}){condition}."


def _counts(expression: Expression[Any]) -> bool:
    return isinstance(expression, Count) or any(_counts(part) for part in expression.parts)

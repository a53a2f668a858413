"""Coarser dice for readings that look at a few numbers only: all faces between two such numbers become one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.throw_rules import PLAIN

_MANY: Final = 500
"""Faces past which a look at each of them is saved."""


def coarsened_pool(pool: Readable[Any], watched: Iterable[int]) -> Readable[Any]:
    """The pool with every large die made coarser, also one too large to list; the pool itself where there is none.

    watched: the numbers at which the reading changes. Only dice that are read as they land can be made coarser.
    """
    if isinstance(pool, CombinationData) or pool.unique is not None or not any(_is_large(die) for die, _ in pool.dice):
        return pool
    numbers = sorted(set(watched))
    dice = ((_coarsened(die, numbers) if _is_large(die) else die, count) for die, count in pool.dice)
    return replace(pool, dice=tuple(dice))


def _is_large(die: DieData[Any]) -> bool:
    return isinstance(die.faces, range) and len(die.faces) > _MANY and die.handling is PLAIN


def _coarsened(die: DieData[Any], numbers: list[int]) -> DieData[Any]:
    """The lowest face of every block, with the number of faces in it. A watched number is a block by itself."""
    first, last = die.faces[0], die.faces[-1]
    starts = {first, *(start for number in numbers for start in (number, number + 1) if first <= start <= last)}
    faces = sorted(starts)
    ends = [*faces[1:], last + 1]
    return type(die)(faces, [end - start for start, end in zip(faces, ends, strict=True)])

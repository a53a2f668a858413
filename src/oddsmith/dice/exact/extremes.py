"""The highest or the lowest die of a pool: of independent dice the highest is at most v when each is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import Any, Final

from flint import fmpz

from oddsmith.dice.exact.explosion_chains import compounds_on, listed_size
from oddsmith.dice.exact.kinds import Kind, face_sequence
from oddsmith.dice.exact.pool_model import AsThrown, PoolModel, as_thrown
from oddsmith.dice.exact.throw_pmf import Pmf, pmf_of
from oddsmith.dice.model.combination_data import CombinationData, Matching, Readable
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End, from_one_end
from oddsmith.distribution.limits import refuse_work, take

_SECONDS_A_FACE: Final = 2.5e-6
_SECONDS_A_POWER: Final = 7e-7
_SECONDS_A_WORD: Final = 1.5e-9
"""Of a power, for its words to the power of 1.6."""
_POWERS: Final = 4
"""Of a die that explodes, for each face."""


def extreme_weights(model: PoolModel, *, highest: bool) -> dict[Any, int]:
    """The weight of each face of the highest or lowest die, of a sure number of dice that all have an end; no cards.

    No face is walked, whatever the dice are. Raises TooLarge.
    """
    (left,) = model.shapes
    dice = [(AsThrown((kind.pmf,), kind.pmf.total), count) for kind, count in zip(model.kinds, left, strict=True)]
    return _weights(dice, model.shapes[left], model.whole, highest=highest)


def extreme_die(groups: Sequence[tuple[DieData[Any], int]], *, highest: bool) -> PoolModel:
    """One die that shows what the highest or lowest of all these dice shows. Raises TooLarge.

    Throws of dice that explode are not counted: the chance that all of a chain are at most v is a sum of powers.
    """
    totals = [(listed_size(die, count), count) for die, count in groups if compounds_on(die)]
    bits = sum(size[1] * count for size, count in totals)
    refuse_work(_seconds(max((size[0] for size, _ in totals), default=0), len(groups), bits))  # before they are listed
    dice = [(as_thrown(die, count), count) for die, count in groups]
    whole = prod(thrown.whole**count for thrown, count in dice)
    return PoolModel((Kind(pmf_of(_weights(dice, 1, whole, highest=highest).items())),), {(1,): 1}, whole)


def _seconds(faces: int, powers: int, bits: int) -> float:
    """The time of so many powers for each face. bits: of the weight of all that may happen."""
    of_a_power: float = _SECONDS_A_POWER + (bits // 64 + 1) ** 1.6 * _SECONDS_A_WORD
    return faces * (_SECONDS_A_FACE + powers * of_a_power)


def _weights(dice: Sequence[tuple[AsThrown, int]], factor: int, whole: int, *, highest: bool) -> dict[Any, int]:
    """factor: of all weights. whole: the weight of all that may happen, about."""
    throws = [Kind(part) for thrown, _ in dice for part in thrown.parts]
    faces = face_sequence(throws, descending=not highest)
    powers = sum(_POWERS if len(thrown.parts) > 1 else 1 for thrown, _ in dice)
    take(_seconds(len(faces), powers, whole.bit_length()))
    reached = [[_cumulated(part, faces) for part in thrown.parts] for thrown, _ in dice]
    weights: dict[Any, int] = {}
    before = fmpz(0)
    for place, face in enumerate(faces):
        upto = fmpz(factor)
        for (thrown, count), tables in zip(dice, reached, strict=True):
            upto *= thrown.within([fmpz(table[place]) for table in tables]) ** count
        weights[face] = int(upto - before)
        before = upto
    return weights


def end_compared_with(data: CombinationData[Any]) -> End | None:
    """The end of the second pool with whose die all dice of the first are compared; None where more dice matter."""
    if data.matching not in (Matching.VERSUS_ANY, Matching.VERSUS_ALL):
        return None
    upwards = data.relation in (Relation.ABOVE, Relation.AT_LEAST)
    return End.HIGHEST if upwards == (data.matching is Matching.VERSUS_ALL) else End.LOWEST


def ends_that_matter(data: Readable[Any]) -> list[End | None]:
    """For each pool of a combination, the end of it of which one die alone is kept, or compared with others; None where
    others matter."""
    if not isinstance(data, CombinationData):
        return [_only_end(data)]
    ends = [end for operand in data.operands for end in ends_that_matter(operand)]
    last = data.operands[-1]
    if isinstance(last, PoolData) and last.dice and not last.selection and last.unique is None:
        ends[-1] = end_compared_with(data)
    return ends


def _only_end(pool: PoolData[Any]) -> End | None:
    """The end of a pool that keeps its highest or its lowest die alone."""
    kept = from_one_end(pool.selection)
    if kept is None or kept.skip or kept.take != 1 or pool.unique is not None or not pool.dice:
        return None
    return End.HIGHEST if kept.highest else End.LOWEST


def _cumulated(pmf: Pmf, faces: Sequence[Any]) -> list[int]:
    table = dict(pmf.weights)
    return list(accumulate(table.get(face, 0) for face in faces))

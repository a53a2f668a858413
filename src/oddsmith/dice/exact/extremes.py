"""The highest or the lowest die of a pool: of independent dice the highest is at most v when each is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import Any, Final

from flint import fmpz

from oddsmith.dice.exact.kinds import Kind, face_sequence
from oddsmith.dice.exact.pool_model import PoolModel, apart, side_by_side
from oddsmith.dice.exact.throw_pmf import Pmf, pmf_of
from oddsmith.dice.model.combination_data import CombinationData, Matching, Readable
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End
from oddsmith.distribution.limits import refuse_work, take

_SECONDS_A_FACE: Final = 2.5e-6
_SECONDS_A_POWER: Final = 7e-7
_SECONDS_A_WORD: Final = 1.5e-9
"""Of a power, for its words to the power of 1.6."""


def extreme_weights(model: PoolModel, *, highest: bool) -> dict[Any, int]:
    """The weight of each face of the highest or lowest die, of dice without cards that all have an end.

    No face is walked, whatever the dice are. Raises TooLarge.
    """
    faces = face_sequence(model.kinds, descending=not highest)
    take(_seconds(len(faces), len(model.shapes), len(model.kinds), model.whole.bit_length()))
    reached = [_cumulated(kind.pmf, faces) for kind in model.kinds]
    weights: dict[Any, int] = {}
    before = fmpz(0)
    for place, face in enumerate(faces):
        upto = fmpz(0)
        for left, factor in model.shapes.items():
            upto += prod(
                (fmpz(table[place]) ** count for table, count in zip(reached, left, strict=True)), start=factor
            )
        weights[face] = int(upto - before)
        before = upto
    return weights


def _seconds(faces: int, shapes: int, kinds: int, bits: int) -> float:
    """The time of `extreme_weights`. bits: of the weight of all that may happen."""
    powers = faces * shapes * kinds
    of_a_power: float = _SECONDS_A_POWER + (bits // 64 + 1) ** 1.6 * _SECONDS_A_WORD
    return faces * _SECONDS_A_FACE + powers * of_a_power


def extreme_die(parts: Sequence[PoolModel], *, highest: bool) -> PoolModel:
    """One die that shows what the highest or lowest of all dice in these parts shows. Raises TooLarge."""
    counted = apart(parts)
    kinds = [kind for part in counted for kind in part.kinds]
    faces = max((len(kind.pmf.weights) for kind in kinds), default=0)
    shapes = prod(len(part.shapes) for part in counted)
    refuse_work(_seconds(faces, shapes, len(kinds), sum(part.whole.bit_length() - 1 for part in parts)))
    model = side_by_side(parts)
    return PoolModel((Kind(pmf_of(extreme_weights(model, highest=highest).items())),), {(1,): 1}, model.whole)


def end_compared_with(data: CombinationData[Any]) -> End | None:
    """The end of the second pool with whose die all dice of the first are compared; None where more dice matter."""
    if data.matching not in (Matching.VERSUS_ANY, Matching.VERSUS_ALL):
        return None
    upwards = data.relation in (Relation.ABOVE, Relation.AT_LEAST)
    return End.HIGHEST if upwards == (data.matching is Matching.VERSUS_ALL) else End.LOWEST


def ends_compared_with(data: Readable[Any]) -> list[End | None]:
    """For each pool of a combination, the end of it that alone is compared with others; None where others matter."""
    if not isinstance(data, CombinationData):
        return [None]
    ends = [end for operand in data.operands for end in ends_compared_with(operand)]
    last = data.operands[-1]
    if isinstance(last, PoolData) and last.dice and not last.selection and last.unique is None:
        ends[-1] = end_compared_with(data)
    return ends


def _cumulated(pmf: Pmf, faces: Sequence[Any]) -> list[int]:
    table = dict(pmf.weights)
    return list(accumulate(table.get(face, 0) for face in faces))

"""The largest set: as many dice as show the same face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from oddsmith.dice.exact.equal_dice.alike import equal_pool, fair, plain_equal_pool, read_as
from oddsmith.dice.exact.equal_dice.sets import set_face_seconds, set_face_weights, set_seconds, set_weights
from oddsmith.dice.expressions.forecast import Forecast
from oddsmith.dice.model.combination_data import Readable
from oddsmith.dice.model.faces import Face
from oddsmith.dice.readings.face_by_face import FaceByFace, Reader, check_numbers, same
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, take


def _larger_count(most: int, face: Face, count: int) -> int:
    return max(most, count)


def _larger_set(best: tuple[int, Face], face: Face, count: int) -> tuple[int, Face]:
    return (count, face) if (count, face) > best or not best[0] else best


_NO_SET: Final[tuple[int, Face]] = (0, 0)


@dataclass(frozen=True, repr=False)
class LargestSet(FaceByFace[int]):
    """The number of kept dice that show the most common face."""

    pool: Readable[Any]
    reader = Reader("set", 0, _larger_count, same, descending=None)

    def calculate(self) -> Distribution[int]:
        dice = equal_pool(self.pool)
        if dice is None:
            return super().calculate()
        take(set_seconds(dice))
        return read_as(dice, set_weights(dice))

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        dice = plain_equal_pool(self.pool)
        if dice is None:
            return super().forecast(parts)
        least = -(-dice.number // len(dice.pmf.weights))
        sizes = dice.number - least + 1 if len(dice.pmf.weights) > 1 else 1
        return Forecast(sizes, 0, Work(set_seconds(dice)))


@dataclass(frozen=True, repr=False)
class LargestSetFace(FaceByFace[tuple[int, Face]]):
    """The largest set as (how many, face), the higher face where two are as large; (0, 0) without dice."""

    pool: Readable[Any]
    numeric = False
    reader = Reader("setface", _NO_SET, _larger_set, same, descending=None)

    def __post_init__(self) -> None:
        check_numbers(self.pool, "setface")

    def calculate(self) -> Distribution[tuple[int, Face]]:
        dice = fair(plain_equal_pool(self.pool))
        if dice is None:
            return super().calculate()
        take(set_face_seconds(dice))
        return read_as(dice, set_face_weights(dice))

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        dice = fair(plain_equal_pool(self.pool))
        return super().forecast(parts) if dice is None else Forecast(work=Work(set_face_seconds(dice)))

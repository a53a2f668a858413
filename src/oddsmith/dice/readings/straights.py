"""Straights: the longest run of consecutive numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from oddsmith.dice.exact.equal_dice.alike import fair, plain_equal_pool, read_as
from oddsmith.dice.exact.equal_dice.straights import longest_straight, straight_seconds, straight_weights
from oddsmith.dice.expressions.forecast import Forecast
from oddsmith.dice.model.combination_data import Readable
from oddsmith.dice.readings.face_by_face import FaceByFace, Reader, check_numbers
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, take


def _longer_run(runs: tuple[int, int, int], face: int, count: int) -> tuple[int, int, int]:
    """Longest run so far, the run at hand, and the face it has come to."""
    longest, run, last = runs
    run = run + 1 if run and abs(face - last) == 1 else 1
    return max(longest, run), run, face


def _longest_run(runs: tuple[int, int, int]) -> int:
    return runs[0]


@dataclass(frozen=True, repr=False)
class Straight(FaceByFace[int]):
    """The length of the longest run of consecutive numbers among the kept dice; BadInput when a die has words on it."""

    pool: Readable[int]
    reader = Reader("straight", (0, 0, 0), _longer_run, _longest_run, descending=None)

    def __post_init__(self) -> None:
        check_numbers(self.pool, "straight")

    def calculate(self) -> Distribution[int]:
        dice = fair(plain_equal_pool(self.pool))
        if dice is None:
            return super().calculate()
        take(straight_seconds(dice))
        return read_as(dice, straight_weights(dice))

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        dice = fair(plain_equal_pool(self.pool))
        if dice is None:
            return super().forecast(parts)
        return Forecast(longest_straight(dice), 0, Work(straight_seconds(dice)))

"""Successes: kept dice counted by the targets that they meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from oddsmith.dice.exact.pool_distribution import score_distribution
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, of_count
from oddsmith.dice.model.combination_data import Readable, pools_of
from oddsmith.dice.model.die_data import check_thresholds
from oddsmith.dice.model.faces import Comparison, Condition, Face, face_order
from oddsmith.dice.model.notation_writer import again_text, pool_text, targets_text
from oddsmith.dice.model.words import Word
from oddsmith.dice.readings.coarsening import coarsened_pool
from oddsmith.dice.readings.thrown import throw_dice
from oddsmith.dice.rolling.quick import QuickRoll, quick_roll
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput

_FACES: Final = (int, str, tuple, Word)


@dataclass(frozen=True, slots=True)
class Target:
    """The worth of a die for which the condition holds."""

    condition: Condition
    worth: int = 1

    def __post_init__(self) -> None:
        if type(self.worth) is not int:
            raise BadInput("worth", self.worth, "a whole number")


@dataclass(frozen=True, repr=False)
class Count(Expression[int]):
    """The kept dice counted by the targets that they meet; a die that meets none counts 0.

    Where several hold, an exact face goes before a threshold, and a threshold before "anything but"; then a success
    before a failure, then the greater worth. Targets are kept in the order in which they are written.
    """

    pool: Readable[Any]
    targets: tuple[Target, ...]

    def __post_init__(self) -> None:
        if not self.targets:
            raise BadInput("targets", self.targets, "at least one")
        object.__setattr__(self, "targets", in_writing_order(self.targets))
        conditions = tuple(target.condition for target in self.targets)
        check_thresholds(conditions, (die for pool in pools_of(self.pool) for die, _ in pool.dice))

    @property
    def counting(self) -> bool:
        return not self.adds

    @property
    def adds(self) -> bool:
        """True where dice count what they show: those that say themselves which are thrown again and added."""
        return bool(again_text(self.pool, self.targets))

    def score(self, face: Face) -> int:
        """The worth of one die."""
        targets = self._deciding
        if type(face) in _FACES:  # what stands for numbers without end can be compared, and not looked up
            worth = self._of_named_faces.get(face)
            if worth is not None:
                return worth
            targets = targets[len(self._of_named_faces) :]
        for target in targets:
            if target.condition.holds(face):
                return target.worth
        return 0

    @cached_property
    def _of_named_faces(self) -> dict[Face, int]:
        named = (target for target in self.targets if target.condition.comparison is Comparison.EQUAL)
        return {target.condition.face: target.worth for target in named}

    @cached_property
    def _deciding(self) -> tuple[Target, ...]:
        """The targets in the order in which they decide, those of named faces first."""
        return tuple(sorted(self.targets, key=_deciding_order)) if len(self.targets) > 1 else self.targets

    @cached_property
    def _named(self) -> list[int]:
        """The numbers that targets name."""
        return [target.condition.face for target in self.targets if isinstance(target.condition.face, int)]

    def calculate(self) -> Distribution[int]:
        # One below the lowest and one above the highest number named: beyond them nothing changes.
        span = min(self._named, default=0) - 1, max(self._named, default=0) + 1
        return score_distribution(coarsened_pool(self.pool, self._named), self.score, span)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        return of_count(coarsened_pool(self.pool, self._named), self.score)

    @cached_property
    def _quick(self) -> QuickRoll | None:
        return quick_roll(self.pool, self.score)

    def _roll(self, source: Source) -> Rolled[int]:
        if self._quick is not None:
            value, dice = self._quick.roll(source)
            return Rolled(self, value, dice)
        thrown = throw_dice(self.pool, source)
        value = 0
        for die in thrown.kept:
            counts = self.score(die.value)
            die.count(counts)
            value += counts
        return thrown.rolled(self, value)

    def __str__(self) -> str:
        return again_text(self.pool, self.targets) or pool_text(self.pool, targets_text(self.targets))


def in_writing_order(targets: Iterable[Target]) -> tuple[Target, ...]:
    """The targets as they are kept and written; BadInput when one condition has two worths."""
    targets = tuple(targets)
    if len(targets) == 1:
        return targets
    worths: dict[Condition, int] = {}
    for target in targets:
        if worths.setdefault(target.condition, target.worth) != target.worth:
            raise BadInput(
                "worth", target.worth, f"one worth for {target.condition}, which has {worths[target.condition]}"
            )
    return tuple(sorted({Target(condition, worth) for condition, worth in worths.items()}, key=_writing_order))


def _deciding_order(target: Target) -> tuple[int, bool, int]:
    rank = {Comparison.EQUAL: 0, Comparison.AT_LEAST: 1, Comparison.AT_MOST: 1, Comparison.OTHER: 2}
    return rank[target.condition.comparison], target.worth < 0, -target.worth


def _writing_order(target: Target) -> tuple[bool, int, tuple[int, Any], int]:
    """Successes before failures, exact faces before thresholds."""
    comparisons = list(Comparison)
    condition = target.condition
    return (target.worth < 0, comparisons.index(condition.comparison), face_order(condition.face), target.worth)

"""Classes: how many dice belong to each, such as hits, misses and ones."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2
from typing import Any, Final, TypeAlias

from oddsmith.dice.exact.equal_dice.alike import equal_pool, plain_equal_pool, read_as
from oddsmith.dice.exact.equal_dice.classes import added_up, class_weights, class_work, least_class_work
from oddsmith.dice.exact.pool_distribution import read_distribution
from oddsmith.dice.expressions.forecast import Forecast
from oddsmith.dice.model.combination_data import CombinationData, Readable, pools_of
from oddsmith.dice.model.die_data import DieData, check_thresholds
from oddsmith.dice.model.faces import Condition, Face, When, matcher
from oddsmith.dice.model.notation_writer import conditions_text, pool_text
from oddsmith.dice.model.pool_data import PoolData, Unique, drops_some
from oddsmith.dice.readings.face_by_face import FaceByFace, Reader
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, refuse_work
from oddsmith.errors import BadInput

Group: TypeAlias = tuple[DieData[Any], int]

_BASE: Final = 2_654_435_769
"""Of the digits that are numbers of dice; no roll has as many. It is far from any power of 2, so that the last bits of
different states differ: dictionaries look for numbers by these."""


@dataclass(frozen=True, repr=False)
class Classes(FaceByFace[tuple[int, ...]]):
    """The number of kept dice in each class (the first that holds), and last the number in none."""

    pool: Readable[Any]
    names: tuple[str, ...]
    conditions: tuple[When, ...]
    numeric = False

    @property
    def width(self) -> int:
        return len(self.names) + 1

    def __post_init__(self) -> None:
        for name in self.names:
            if not (name.isidentifier() and name.isascii()):
                raise BadInput("classes", name, "names of letters, digits and _")
        if not self.names:
            raise BadInput("classes", "nothing", "at least one, such as hit=when(at_least=5)")
        for conditions in self.conditions:
            given: object = conditions
            if not isinstance(given, tuple) or not all(isinstance(each, Condition) for each in given):
                raise BadInput("classes", given, "conditions for each, such as hit=when(at_least=5), one=when([1])")
            check_thresholds(conditions, (die for pool in pools_of(self.pool) for die, _ in pool.dice))

    def place(self, face: Face) -> int:
        """The number of the class of a face; one past the last class when it is in none."""
        if type(face) is int:  # between the numbers that are named all are in one class
            return self._of_numbers[bisect_right(self._named, face)]
        return self._place(face)

    @cached_property
    def _named(self) -> list[int]:
        """The numbers at which a class may begin."""
        named = {condition.face for when in self.conditions for condition in when if isinstance(condition.face, int)}
        return sorted({start for number in named for start in (number, number + 1)})

    @cached_property
    def _of_numbers(self) -> list[int]:
        """The class of the numbers below the first that is named, and of those from each on."""
        return [self._place(number) for number in ((self._named or [0])[0] - 1, *self._named)]

    def _place(self, face: Face) -> int:
        for number, matches in enumerate(self._matchers):
            if matches(face):
                return number
        return len(self.conditions)

    @cached_property
    def _matchers(self) -> tuple[Callable[[Face], bool], ...]:
        return tuple(map(matcher, self.conditions))

    @cached_property
    def _units(self) -> dict[Face, int]:
        """The number that a die adds to the state, by the face that it shows, for the faces seen so far."""
        return {}

    @cached_property
    def reader(self) -> Reader[int, Face, tuple[int, ...]]:  # type: ignore[override]
        """State: the numbers of dice in all classes, as the digits of one number."""
        return Reader("classes", 0, self._step, self._counts, descending=None)

    def calculate(self) -> Distribution[tuple[int, ...]]:
        if isinstance(self.pool, CombinationData) or isinstance(self.pool.unique, Unique) or drops_some(self.pool):
            return super().calculate()
        refuse_work(*self._at_least(self.pool)[1])
        # Dice that explode into the pool may be of any number, so that others beside them are told by themselves.
        chains, others = list[Group](), list[Group]()
        for die, count in self.pool.dice:
            explosion = die.handling.explosion
            (others if explosion is None or explosion.compound else chains).append((die, count))
        apart = [PoolData(tuple(groups)) for groups in (chains, others)] if chains and others else [self.pool]
        found = [self._of_all(pool).truncated() for pool in apart]
        return added_up(*found) if len(found) > 1 else found[0]

    def _of_all(self, pool: PoolData[Any]) -> Distribution[tuple[int, ...]]:
        """The same of dice of which all are kept."""
        dice = equal_pool(pool)
        if dice is not None:
            return read_as(dice, class_weights(dice, self.place, len(self.conditions) + 1))
        return read_distribution(pool, 0, _add_at, self._counts, relabel=self.place)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        if isinstance(self.pool, CombinationData):
            return super().forecast(parts)
        if self.pool.unique is not None or drops_some(self.pool):
            return Forecast()
        outcomes, work = self._at_least(self.pool)
        return Forecast(outcomes, sum(count * log2(die.total) for die, count in self.pool.dice), work)

    def _at_least(self, pool: PoolData[Any]) -> tuple[int, Work]:
        """The number of outcomes, and the work of finding them, at least."""
        dice = plain_equal_pool(pool)
        return class_work(dice, self.place) if dice is not None else least_class_work(pool.dice, self.place)

    def __str__(self) -> str:
        classes = ", ".join(
            f"{name}{conditions_text(when)}" for name, when in zip(self.names, self.conditions, strict=True)
        )
        return f"classes({pool_text(self.pool)}, {classes})"

    def _step(self, state: int, face: Face, count: int) -> int:
        unit = self._units.get(face)
        if unit is None:
            unit = self._units[face] = _BASE ** self.place(face)
        return state + count * unit

    def _counts(self, state: int) -> tuple[int, ...]:
        """The numbers that a state stands for."""
        counts: list[int] = []
        for _ in range(self.width):
            state, count = divmod(state, _BASE)
            counts.append(count)
        return tuple(counts)


def _add_at(state: int, place: int, count: int) -> int:
    unit: int = _BASE**place
    return state + count * unit

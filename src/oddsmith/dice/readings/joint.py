"""Several readings of one roll: what they come to together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from oddsmith.dice.exact.joint_readings import jointly_read_distribution
from oddsmith.dice.exact.joint_steps import Adding, Stepping, Way
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.limits import refuse_above
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.notation_writer import conditions_text, pool_text, targets_text
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import Selection, places
from oddsmith.dice.readings.classes import Classes
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.face_by_face import FaceByFace, OwnReading, Reader, checked_reader, same, value_of
from oddsmith.dice.readings.sums import Size, Sum
from oddsmith.dice.readings.thrown import throw_dice
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput

MAX_READINGS = 20
"""Readings of one roll."""

Reading: TypeAlias = Sum[Any] | Count | Size | FaceByFace[Any]


@dataclass(frozen=True, repr=False)
class Joint(Expression[tuple[Any, ...]]):
    """One roll of a pool, read in several ways; the value is the tuple of what they come to.

    pool: what is thrown, and kept before anything else is. readings: of the same dice, which may keep fewer of them.
    Raises BadInput for a reading of other dice.
    """

    pool: Readable[Any]
    readings: tuple[Reading, ...]
    numeric = False

    def __post_init__(self) -> None:
        refuse_above(MAX_READINGS, len(self.readings), "readings of one roll", "Read it in fewer ways.")
        if not self.readings:
            raise BadInput("readings", (), "at least one")
        for reading in self.readings:
            if not _same_dice(self.pool, getattr(reading, "pool", None)):
                raise BadInput("reading", str(reading), f"a reading of {pool_text(self.pool)}")

    @property
    def width(self) -> int:
        return len(self.readings) if all(reading.numeric for reading in self.readings) else 0

    def calculate(self) -> Distribution[tuple[Any, ...]]:
        return jointly_read_distribution(
            self.pool, [(self._selection(reading), _way(reading)) for reading in self.readings]
        )

    def _roll(self, source: Source) -> Rolled[tuple[Any, ...]]:
        thrown = throw_dice(self.pool, source)
        faces = [die.value for die in thrown.kept]
        values: list[Any] = []
        for reading in self.readings:
            low, high = places(self._selection(reading), len(faces))
            values.append(value_of(_reader(reading), faces[low:high]))
        return thrown.rolled(self, tuple(values))

    def __str__(self) -> str:
        return f"joint({', '.join((pool_text(self.pool), *map(self._reading_text, self.readings)))})"

    def _selection(self, reading: Reading) -> tuple[Selection, ...]:
        """The steps of keep and drop that a reading adds to those of the pool."""
        steps: tuple[Selection, ...] = reading.pool.selection[len(self.pool.selection) :]
        return steps

    def _reading_text(self, reading: Reading) -> str:
        kept = "".join(map(str, self._selection(reading)))
        if isinstance(reading, Sum):
            return kept or "sum"
        if isinstance(reading, Count):
            return kept + targets_text(reading.targets)
        if isinstance(reading, Classes):
            named = zip(reading.names, reading.conditions, strict=True)
            classes = [f"{name}{conditions_text(when)}" for name, when in named]
            return f"classes({', '.join(([kept] if kept else []) + classes)})"
        name = "size" if isinstance(reading, Size) else reading.reader.name
        return f"{name}({kept})" if kept else name


def _same_dice(thrown: Readable[Any], read: object) -> bool:
    """True where a reading reads these dice; it may keep fewer of those that are kept."""
    if not isinstance(read, PoolData | CombinationData):
        return False
    kept = read.selection[: len(thrown.selection)]
    return kept == thrown.selection and replace(thrown, selection=()) == replace(read, selection=())


def _way(reading: Reading) -> Way:
    """The way in which exact odds read it."""
    if isinstance(reading, Sum) and not reading.width:
        return Adding(int)
    if isinstance(reading, Size):
        return Adding(_one)
    if isinstance(reading, Count):
        return Adding(reading.score)
    reader = _reader(reading)
    return Stepping(reader.initial, reader.step, reader.final, reader.descending)


def _one(face: Any) -> int:
    return 1


def _reader(reading: Reading) -> Reader[Any, Any, Any]:
    if isinstance(reading, Sum):
        return reading.reader
    if isinstance(reading, Size):
        return Reader[int, Any, int]("size", 0, lambda total, face, count: total + count, same, None)
    if isinstance(reading, Count):
        score = reading.score
        return Reader[int, Any, int]("count", 0, lambda total, face, count: total + score(face) * count, same, None)
    reader = reading.reader
    if isinstance(reading, OwnReading):
        return checked_reader(reader)
    return reader

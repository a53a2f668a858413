"""Readings of a pool face by face, lowest first, each face with the number of dice that show it.

Sets, straights, classes and readers of your own are all read like this; sums and counts have quicker ways.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Generic, TypeVar

from oddsmith.dice.exact.pool_distribution import read_distribution, work_of_reading
from oddsmith.dice.expressions.arithmetic import check_own_name
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import Forecast, of_combination
from oddsmith.dice.model.combination_data import CombinationData, Readable, pools_of
from oddsmith.dice.model.faces import F
from oddsmith.dice.model.notation_writer import pool_text
from oddsmith.dice.readings.thrown import throw_dice
from oddsmith.dice.rolling.sources import Source
from oddsmith.distribution import Distribution
from oddsmith.distribution.given_numbers import check_outcome
from oddsmith.errors import BadInput

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True)
class Reader(Generic[S, F, V]):
    """Your own way to read a pool: faces one after another, each with the number of dice that show it.

    initial: what is known before the first face. step(state, face, count): what is known after `count` dice show
    `face` (only faces that some die shows). final(state): the value. All must depend on nothing but their arguments,
    and states must be hashable: equal states are one. descending: highest face first, None where either order will do.
    name: by which notation calls it, and so none that notation knows already; a pool that it reads raises BadInput.

    >>> from oddsmith.dice import d6
    >>> pairs = Reader("pairs", 0, lambda seen, face, count: seen + count // 2, lambda seen: seen)
    >>> d6.pool(4).read(pairs).distribution().pmf(2)
    Fraction(2, 27)
    """

    name: str
    initial: S
    step: Callable[[S, F, int], S]
    final: Callable[[S], V]
    descending: bool | None = False


class FaceByFace(Expression[V]):
    """A pool as a reader reads it."""

    pool: Readable[Any]
    reader: Reader[Any, Any, V]

    def calculate(self) -> Distribution[V]:
        reader = self.reader
        return read_distribution(self.pool, reader.initial, reader.step, reader.final, descending=reader.descending)

    def forecast(self, parts: Sequence[Forecast]) -> Forecast:
        if isinstance(self.pool, CombinationData):
            return of_combination(self.pool)
        return Forecast(work=work_of_reading(self.pool, self.reader.descending))

    def _roll(self, source: Source) -> Rolled[V]:
        thrown = throw_dice(self.pool, source)
        return thrown.rolled(self, value_of(self._asked(), [die.value for die in thrown.kept]))

    def _asked(self) -> Reader[Any, Any, V]:
        """The reader as dice on the table are read with it."""
        return self.reader

    def __str__(self) -> str:
        return f"{self.reader.name}({pool_text(self.pool)})"


@dataclass(frozen=True)
class OwnReading(FaceByFace[V]):
    """A pool read by a reader of your own."""

    pool: Readable[Any]
    reader: Reader[Any, Any, V]

    def __post_init__(self) -> None:
        if not isinstance(self.reader, Reader):
            raise BadInput("reader", self.reader, "a Reader(name, initial, step, final)")
        check_own_name(self.reader.name)
        check_outcome(self.reader.initial, "initial")

    def calculate(self) -> Distribution[V]:
        reader = self.reader

        def read(step: Callable[[Any, Any, int], Any]) -> Distribution[V]:
            return read_distribution(
                self.pool, reader.initial, step, checked(reader.final), descending=reader.descending
            )

        try:
            return read(reader.step)
        except TypeError:  # of the reader, or of a state that cannot be hashed: told in a second pass
            return read(checked(reader.step))

    def _asked(self) -> Reader[Any, Any, V]:
        return checked_reader(self.reader)


def value_of(reader: Reader[Any, Any, V], faces: Sequence[Any]) -> V:
    """The value that a reader gives to dice that show these faces, in ascending order."""
    state = reader.initial
    for face, alike in groupby(reversed(faces) if reader.descending else faces):
        state = reader.step(state, face, len(list(alike)))
    return reader.final(state)


def checked_reader(reader: Reader[Any, Any, V]) -> Reader[Any, Any, V]:
    """A reader of your own that raises BadInput where it comes to dice yet to roll, or to what has no hash."""
    return replace(reader, step=checked(reader.step), final=checked(reader.final))


def checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a reader of your own; BadInput where it comes to dice yet to roll, or to what has no hash."""

    def call(*arguments: Any) -> Any:
        value = function(*arguments)
        check_outcome(value)
        return value

    return call


def same(state: V) -> V:
    """The last state as the value, for readers that keep nothing besides."""
    return state


def check_numbers(pool: Readable[Any], reading: str) -> None:
    """Refuse dice with words for a reading that is about numbers."""
    for single in pools_of(pool):
        if not all(die.numeric for die, _ in single.dice):
            allowed = "dice whose faces are all numbers, cards by rank (7c{2..14:4}); count words with count(...)"
            raise BadInput(reading, pool_text(single), allowed)

"""How a pool is read: the sum, the successes, sets and straights, classes, or your own reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from oddsmith.dice.exact.pool_distribution import score_pool, walk_pool
from oddsmith.dice.model.expression import Expression
from oddsmith.dice.model.faces import Comparison, Condition, F, Face, When, face_order, holds
from oddsmith.dice.model.notation_writer import conditions_text, joined, pool_text
from oddsmith.dice.model.rolled import Rolled, RolledFace
from oddsmith.dice.readings.coarsening import lumped_pool
from oddsmith.dice.rolling.quick import QuickRoll, quick_roll
from oddsmith.dice.rolling.sources import Source
from oddsmith.dice.rolling.throwing import Lying
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput

if TYPE_CHECKING:
    from oddsmith.dice.model.pool import Pool

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True)
class Sum(Expression[int]):
    """The sum of the kept dice; BadInput when a die has words on it."""

    pool: Pool[int]

    def __post_init__(self) -> None:
        _check_numbers(self.pool, "sum")

    def calculate(self) -> Distribution[int]:
        pool = self.pool
        if len(pool.dice) == 1 and pool.dice[0][1] == 1 and not pool.selection and pool.unique is None:
            return pool.dice[0][0].distribution()
        return score_pool(pool, int)

    @cached_property
    def _quick(self) -> QuickRoll | None:
        return quick_roll(self.pool, int)

    def roll(self, source: Source) -> Rolled[int]:
        if self._quick is not None:
            value, dice = self._quick.roll(source)
            return Rolled(self, value, dice)
        lying, kept = self.pool.throw(source)
        for die in kept:
            die.add()
        return Rolled(self, sum(die.value for die in kept), _faces(lying))

    def __str__(self) -> str:
        return self.pool.text


@dataclass(frozen=True, slots=True)
class Target:
    """What a die counts when the condition holds."""

    condition: Condition
    worth: int = 1

    def __str__(self) -> str:
        return f"{self.condition}{'' if self.worth == 1 else f':{self.worth}'}"

    @property
    def as_failure(self) -> str:
        """The notation of a target that subtracts, which only works after one that adds."""
        return f"f{self.condition}{'' if self.worth == -1 else f':{-self.worth}'}"


@dataclass(frozen=True)
class Count(Expression[int]):
    """What the kept dice count by the targets they meet; a die that meets none counts 0.

    Where several hold, an exact face goes before a threshold, and a threshold before "anything but"; then a success
    before a failure, then the greater worth. Targets are kept in the order in which they are written.
    """

    pool: Pool[Any]
    targets: tuple[Target, ...]

    def __post_init__(self) -> None:
        if not self.targets:
            raise BadInput("targets", self.targets, "at least one")
        object.__setattr__(self, "targets", in_writing_order(self.targets))

    def score(self, face: Face) -> int:
        """What one die counts."""
        for target in self._deciding:
            if target.condition.holds(face):
                return target.worth
        return 0

    @cached_property
    def _deciding(self) -> tuple[Target, ...]:
        rank = {Comparison.EQUAL: 0, Comparison.AT_LEAST: 1, Comparison.AT_MOST: 1, Comparison.OTHER: 2}
        return tuple(
            sorted(
                self.targets, key=lambda target: (rank[target.condition.comparison], target.worth < 0, -target.worth)
            )
        )

    def calculate(self) -> Distribution[int]:
        named = [target.condition.face for target in self.targets if isinstance(target.condition.face, int)]
        # One below the lowest and one above the highest number named: beyond them nothing changes.
        span = min(named, default=0) - 1, max(named, default=0) + 1
        return score_pool(lumped_pool(self.pool, named), self.score, span)

    @cached_property
    def _quick(self) -> QuickRoll | None:
        return quick_roll(self.pool, self.score)

    def roll(self, source: Source) -> Rolled[int]:
        if self._quick is not None:
            value, dice = self._quick.roll(source)
            return Rolled(self, value, dice)
        lying, kept = self.pool.throw(source)
        value = 0
        for die in kept:
            counts = self.score(die.value)
            die.count(counts)
            value += counts
        return Rolled(self, value, _faces(lying))

    def __str__(self) -> str:
        return pool_text(self.pool, targets_text(self.targets))


@dataclass(frozen=True)
class LargestSet(Expression[int]):
    """How many kept dice show the face that most of them show."""

    pool: Pool[Any]

    def calculate(self) -> Distribution[int]:
        return walk_pool(self.pool, 0, _larger_count, _same)

    def roll(self, source: Source) -> Rolled[int]:
        return _rolled_walk(self, self.pool, 0, _larger_count, _same, source)

    def __str__(self) -> str:
        return f"set({self.pool.text})"


def _larger_count(most: int, face: Face, count: int) -> int:
    return max(most, count)


@dataclass(frozen=True)
class LargestSetFace(Expression[tuple[int, Face]]):
    """The largest set as (how many, face), the higher face where two are as large; (0, 0) without dice."""

    pool: Pool[Any]
    numeric = False

    def calculate(self) -> Distribution[tuple[int, Face]]:
        return walk_pool(self.pool, _NO_SET, _larger_set, _same)

    def roll(self, source: Source) -> Rolled[tuple[int, Face]]:
        return _rolled_walk(self, self.pool, _NO_SET, _larger_set, _same, source)

    def __str__(self) -> str:
        return f"setface({self.pool.text})"


_NO_SET: Final[tuple[int, Face]] = (0, 0)


def _larger_set(best: tuple[int, Face], face: Face, count: int) -> tuple[int, Face]:
    return (count, face) if count >= best[0] else best


@dataclass(frozen=True)
class Straight(Expression[int]):
    """How many consecutive numbers the longest run among the kept dice has; BadInput when a die has words on it."""

    pool: Pool[int]

    def __post_init__(self) -> None:
        _check_numbers(self.pool, "straight")

    def calculate(self) -> Distribution[int]:
        return walk_pool(self.pool, (0, 0, 0), _longer_run, _longest_run)

    def roll(self, source: Source) -> Rolled[int]:
        return _rolled_walk(self, self.pool, (0, 0, 0), _longer_run, _longest_run, source)

    def __str__(self) -> str:
        return f"straight({self.pool.text})"


def _longer_run(runs: tuple[int, int, int], face: int, count: int) -> tuple[int, int, int]:
    """Longest run so far, the run at hand, and the face it has come to."""
    longest, run, last = runs
    run = run + 1 if run and face == last + 1 else 1
    return max(longest, run), run, face


def _longest_run(runs: tuple[int, int, int]) -> int:
    return runs[0]


@dataclass(frozen=True)
class Classes(Expression[tuple[int, ...]]):
    """How many kept dice belong to each class (to the first that holds), and last how many to none."""

    pool: Pool[Any]
    names: tuple[str, ...]
    conditions: tuple[When, ...]
    numeric = False

    def __post_init__(self) -> None:
        for name in self.names:
            if not (name.isidentifier() and name.isascii()):
                raise BadInput("classes", name, "names of letters, digits and _")

    def place(self, face: Face) -> int:
        """The number of the class of a face; one past the last class when it is in none."""
        for number, conditions in enumerate(self.conditions):
            if holds(conditions, face):
                return number
        return len(self.conditions)

    def calculate(self) -> Distribution[tuple[int, ...]]:
        if self.pool.selection or self.pool.unique is not None:
            return walk_pool(self.pool, self._none, self._step, _same)
        return walk_pool(self.pool, self._none, _add_at, _same, relabel=self.place)

    def roll(self, source: Source) -> Rolled[tuple[int, ...]]:
        return _rolled_walk(self, self.pool, self._none, self._step, _same, source)

    def __str__(self) -> str:
        classes = ", ".join(
            f"{name}{conditions_text(when)}" for name, when in zip(self.names, self.conditions, strict=True)
        )
        return f"classes({self.pool.text}, {classes})"

    @property
    def _none(self) -> tuple[int, ...]:
        return (0,) * (len(self.conditions) + 1)

    def _step(self, counts: tuple[int, ...], face: Face, count: int) -> tuple[int, ...]:
        return _add_at(counts, self.place(face), count)


def _add_at(counts: tuple[int, ...], place: int, count: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] + count, *counts[place + 1 :])


def _same(state: V) -> V:
    return state


@dataclass(frozen=True)
class Reader(Generic[S, F, V]):
    """Your own way to read a pool: faces one after another, each with the number of dice that show it.

    initial: what is known before the first face. step(state, face, count): what is known after `count` dice show
    `face` (only faces that some die shows). final(state): the value. All must depend on nothing but their arguments,
    and states must be hashable: equal states are one.

    >>> from oddsmith.dice import d6
    >>> pairs = Reader("pairs", 0, lambda seen, face, count: seen + count // 2, lambda seen: seen)
    >>> d6.pool(4).read(pairs).distribution().pmf(2)
    Fraction(2, 27)
    """

    name: str
    initial: S
    step: Callable[[S, F, int], S]
    final: Callable[[S], V]
    descending: bool = False


@dataclass(frozen=True)
class Walked(Expression[V]):
    """A pool read by your own reader."""

    pool: Pool[Any]
    reader: Reader[Any, Any, V]

    def calculate(self) -> Distribution[V]:
        reader = self.reader
        return walk_pool(self.pool, reader.initial, reader.step, reader.final, descending=reader.descending)

    def roll(self, source: Source) -> Rolled[V]:
        reader = self.reader
        return _rolled_walk(
            self, self.pool, reader.initial, reader.step, reader.final, source, descending=reader.descending
        )

    def __str__(self) -> str:
        return f"{self.reader.name}({self.pool.text})"


# --- rolling ---------------------------------------------------------------------------------------------------------


def _rolled_walk(
    expression: Expression[V],
    pool: Pool[Any],
    initial: S,
    step: Callable[[S, Any, int], S],
    final: Callable[[S], V],
    source: Source,
    *,
    descending: bool = False,
) -> Rolled[V]:
    lying, kept = pool.throw(source)
    values = [die.value for die in kept]
    state = initial
    for value, same in groupby(reversed(values) if descending else values):
        state = step(state, value, len(list(same)))
    return Rolled(expression, final(state), _faces(lying))


def _faces(lying: Iterable[Lying]) -> tuple[RolledFace, ...]:
    return tuple(face.rolled() for die in lying for face in die.landed)


def in_writing_order(targets: Iterable[Target]) -> tuple[Target, ...]:
    """The targets as they are kept and written; BadInput when one condition has two worths."""
    worths: dict[Condition, int] = {}
    for target in targets:
        if worths.setdefault(target.condition, target.worth) != target.worth:
            raise BadInput(
                "worth", target.worth, f"one worth for {target.condition}, which has {worths[target.condition]}"
            )
    return tuple(sorted({Target(condition, worth) for condition, worth in worths.items()}, key=_writing_order))


def targets_text(targets: Sequence[Target]) -> str:
    """Targets in notation: after one that adds, those that subtract are failures."""
    adds = bool(targets) and targets[0].worth >= 0
    return joined(*(target.as_failure if adds and target.worth < 0 else str(target) for target in targets))


def _writing_order(target: Target) -> tuple[bool, int, tuple[bool, Face], int]:
    """Successes before failures, exact faces before thresholds."""
    comparisons = list(Comparison)
    condition = target.condition
    return (target.worth < 0, comparisons.index(condition.comparison), face_order(condition.face), target.worth)


def _check_numbers(pool: Pool[Any], reading: str) -> None:
    for die, _ in pool.dice:
        if not die.numeric:
            raise BadInput(reading, str(die), "dice whose faces are all numbers; count words with count(...)")

"""Readings of one roll side by side: those that add up, and those that go face by face."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from oddsmith.dice.exact.joint_sums import Kept, taken_of
from oddsmith.dice.model.selection import FromOneEnd, Selection, from_one_end, places

Known: TypeAlias = tuple[Any, ...]
"""The states of the readings face by face."""


class Adding(NamedTuple):
    """A reading that adds up what each kept die counts."""

    score: Callable[[Any], int]
    descending: None = None


class Stepping(NamedTuple):
    """A reading face by face, as a `Reader` says."""

    initial: Any
    step: Callable[[Any, Any, int], Any]
    final: Callable[[Any], Any]
    descending: bool | None


Way: TypeAlias = Adding | Stepping
Reading: TypeAlias = tuple[tuple[Selection, ...], Way]
"""Dice that are kept and dropped (after the steps of the pool), and how they are read."""


def as_steps(way: Way) -> Stepping:
    """Return the reading face by face."""
    if isinstance(way, Stepping):
        return way
    score = way.score
    return Stepping(0, lambda total, face, count: total + count * score(face), lambda total: total, None)


def keeping(way: Stepping, selection: tuple[Selection, ...]) -> Stepping:
    """Return the reading of the dice that are kept; those that are not kept from one end are all remembered."""
    if not selection:
        return way
    kept = from_one_end(selection)
    if kept is not None:
        read = way if way.descending in (None, kept.highest) else turned(way)

        def step(state: tuple[Any, FromOneEnd], face: Any, count: int) -> tuple[Any, FromOneEnd]:
            known, waiting = state
            still, taken = waiting.after(count)
            return (read.step(known, face, taken) if taken else known), still

        return Stepping((read.initial, kept), step, lambda state: read.final(state[0]), kept.highest)
    nothing: tuple[Any, ...] = ()

    def final(seen: tuple[Any, ...]) -> Any:
        low, high = places(selection, len(seen))
        state = way.initial
        for face, same in groupby(seen[low:high][:: -1 if way.descending else 1]):
            state = way.step(state, face, len(list(same)))
        return way.final(state)

    return Stepping(nothing, lambda seen, face, count: (*seen, *(face,) * count), final, False)


def turned(way: Any) -> Stepping:
    """Return the reading, where its faces come in the other order: it remembers them, and reads them in the end."""
    initial, step, final, descending = way
    nothing: tuple[tuple[Any, int], ...] = ()

    def remember(seen: tuple[tuple[Any, int], ...], face: Any, count: int) -> tuple[tuple[Any, int], ...]:
        return (*seen, (face, count))

    def read(seen: tuple[tuple[Any, int], ...]) -> Any:
        state = initial
        for face, count in reversed(seen):
            state = step(state, face, count)
        return final(state)

    return Stepping(nothing, remember, read, not descending)


class Steps:
    """Readings face by face, side by side."""

    def __init__(self, ways: Sequence[Stepping], kept: Sequence[Kept]) -> None:
        self._ways = ways
        self._kept = kept
        self.initial: Known = tuple(way.initial for way in ways)
        self._known: dict[Any, dict[Known, Known]] = {}

    def after(self, face: Any, dice: int, count: int) -> Callable[[Known], Known]:
        """Return what tells the results after a face that `count` of the dice left show, from those before it."""
        taken = tuple([taken_of(kept, dice, count) for kept in self._kept])
        answers = self._known.setdefault((face, taken), {})
        ways = list(zip(self._ways, taken, strict=True))

        def after(known: Known) -> Known:
            found = answers.get(known)
            if found is None:
                found = answers[known] = tuple(
                    [way.step(one, face, kept) if kept else one for one, (way, kept) in zip(known, ways, strict=True)]
                )
            return found

        return after

    def asked(self, face: Any) -> int:
        """Return how often readings were asked at a face, which is not asked for again."""
        return sum([len(self._known.pop(key)) for key in [key for key in self._known if key[0] == face]])

    def read(self, known: Known) -> tuple[Any, ...]:
        """Return the values."""
        return tuple(way.final(one) for way, one in zip(self._ways, known, strict=True))

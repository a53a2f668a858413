"""The work of a pass over the faces that is sure before it begins: dice left at each face, and those that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from itertools import islice
from math import comb
from typing import Final

from oddsmith.dice.exact.kinds import Kind, Left
from oddsmith.dice.model.faces import Face

_SOME: Final = 20_000
"""Of the dice that may be left, which take a while to go through by themselves."""


class _At(Enum):
    """Where a kind of dice is at a face."""

    WAITING = "all are left, and none shows it"
    FIRST = "all are left, and any number shows it"
    ONLY = "all are left, and all show it"
    INNER = "any number is left, and of these any number shows it"
    BETWEEN = "any number is left, and none shows it"
    LAST = "any number is left, and all of these show it"
    GONE = "none is left, or nothing is said of them"


_TOLD_APART = {_At.WAITING, _At.FIRST, _At.ONLY}
_ANY_NUMBER = {_At.FIRST, _At.BETWEEN, _At.LAST}


def least_splits(
    kinds: Sequence[Kind], lefts: Collection[Left], faces: Sequence[Face], mergers: Sequence[tuple[int, ...] | None]
) -> Iterator[int]:
    """Yield the least number of splits of some faces, and then of others, until all but those of cards are told.

    lefts: how many dice of each kind there may be in the beginning; leaving some out makes the number smaller.
    mergers: the kinds that are one from a face on.
    """
    some = list(islice(lefts, _SOME))
    for marks, number in Counter(_marks(kinds, faces, mergers)).items():
        apart = [kind for kind, mark in enumerate(marks) if mark in _TOLD_APART]
        varied = [kind for kind, mark in enumerate(marks) if mark in _ANY_NUMBER]
        inner = [kind for kind, mark in enumerate(marks) if mark is _At.INNER]
        most: dict[Left, int] = {}
        for left in some:
            ways = 1
            for kind in varied:
                ways *= left[kind] + 1
            for kind in inner:
                ways *= comb(left[kind] + 2, 2)
            told = tuple([left[kind] for kind in apart])
            if most.get(told, 0) < ways:
                most[told] = ways
        yield number * sum(most.values())


def _marks(
    kinds: Sequence[Kind], faces: Sequence[Face], mergers: Sequence[tuple[int, ...] | None]
) -> Iterator[tuple[_At, ...]]:
    """Where all kinds are, face by face. Of those that are one kind by then, one counts that any number is left of."""
    places = {face: place for place, face in enumerate(faces)}
    columns = [_column([places[face] for face, _ in kind.pmf.weights], len(faces), kind) for kind in kinds]
    names: Sequence[int] = range(len(kinds))
    for marks, merger in zip(zip(*columns, strict=True), mergers, strict=True):
        yield marks if len(set(names)) == len(names) else _of_merged(marks, names)
        if merger is not None:
            names = [merger[name] for name in names]


def _column(shown: list[int], faces: int, kind: Kind) -> list[_At]:
    """Where a kind is at each face. shown: the places of its own."""
    if kind.deck or not shown:
        return [_At.GONE] * faces
    first, last = min(shown), max(shown)
    column = [_At.WAITING] * first + [_At.BETWEEN] * (last + 1 - first) + [_At.GONE] * (faces - last - 1)
    for place in shown:
        column[place] = _At.INNER
    column[last] = _At.LAST
    column[first] = _At.ONLY if first == last else _At.FIRST
    return column


def _of_merged(marks: tuple[_At, ...], names: Sequence[int]) -> tuple[_At, ...]:
    """The same where some kinds are one: of these one counts that any number is left of."""
    counted = list(marks)
    for name, alike in Counter(names).items():
        if alike > 1:
            own = [kind for kind, other in enumerate(names) if other == name]
            told = next((kind for kind in own if marks[kind] not in _TOLD_APART), None)
            for kind in own:
                if kind != told:
                    counted[kind] = _At.GONE
    return tuple(counted)

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
    shown = [{places[face] for face, _ in kind.pmf.weights} if not kind.deck else set() for kind in kinds]
    ends = [(min(own), max(own)) if own else None for own in shown]
    names: Sequence[int] = range(len(kinds))
    for place in range(len(faces)):
        marks = [_at(place, own, end) for own, end in zip(shown, ends, strict=True)]
        for name, alike in Counter(names).items():
            if alike > 1:
                own = [kind for kind, other in enumerate(names) if other == name]
                counted = next((kind for kind in own if marks[kind] not in _TOLD_APART), None)
                marks = [_At.GONE if kind in own and kind != counted else mark for kind, mark in enumerate(marks)]
        yield tuple(marks)
        merger = mergers[place]
        if merger is not None:
            names = [merger[name] for name in names]


def _at(place: int, shown: set[int], ends: tuple[int, int] | None) -> _At:
    if ends is None or place > ends[1]:
        return _At.GONE
    first, last = ends
    if place < first:
        return _At.WAITING
    if place == first:
        return _At.ONLY if first == last else _At.FIRST
    if place == last:
        return _At.LAST
    return _At.INNER if place in shown else _At.BETWEEN

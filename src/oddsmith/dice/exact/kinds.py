"""Dice and cards of one kind, the numbers of them that may show a face, and how many of these are sure beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, combinations, compress, islice, pairwise, takewhile
from math import comb, prod
from operator import ne
from sys import maxsize
from typing import Final, TypeAlias

from oddsmith.dice.exact.throw_pmf import Pmf
from oddsmith.dice.model.faces import Face, face_order
from oddsmith.distribution.limits import countable

Left: TypeAlias = tuple[int, ...]
"""The number of dice of each kind that have not shown a face yet."""


@dataclass(frozen=True)
class Kind:
    """Dice of one pmf.

    deck: not 0 for cards, which are dealt and not put back: the number of their deck. Weights are then so many cards.
    opens: not 0 for dice without limit, of which there may be any number: with e(z) their weights, k chains of them
    have the generating function 1 / (opens - e(z))**k. Only sums over kept dice can read them.
    pool: the number of the pool that they belong to, where several pools are read together.
    """

    pmf: Pmf
    deck: int = 0
    opens: int = 0
    pool: int = 0


def splits(
    kinds: Sequence[Kind], left: Left, here: Sequence[int], later: Sequence[int]
) -> Iterable[tuple[tuple[int, ...], int]]:
    """The numbers of dice of each kind that may show the face at hand, and the weight of that.

    later: the most dice of each kind that later faces may show.
    """
    options: list[list[tuple[tuple[int, ...], int]]] = []
    place = 0
    while place < len(kinds):
        kind, dice, weight, most = kinds[place], left[place], here[place], later[place]
        hands = _hands(kinds, place) if kind.deck else 1
        if not weight:
            options.append([((0,) * hands, 1)])
        elif hands > 1:
            options.append(_dealt(left[place : place + hands], weight, most))
        else:
            options.append(_of_deck(dice, weight, most) if kind.deck else _of_equal_dice(dice, weight, most))
        place += hands
    if len(options) == 1:
        return options[0]
    found, *between, last = options
    for option in between:
        found = [((*a, *b), ways * other) for a, ways in found for b, other in option]
    return (((*a, *b), ways * other) for a, ways in found for b, other in last)


def _of_deck(lacking: int, cards: int, later: int) -> list[tuple[Left, int]]:
    """The numbers of so many equal cards that one hand may get, each with its ways."""
    return [((count,), comb(cards, count)) for count in range(max(0, lacking - later), min(lacking, cards) + 1)]


def _of_equal_dice(dice: int, weight: int, later: int) -> list[tuple[Left, int]]:
    """The numbers of so many dice that may show a face of this weight, each with its weight.

    Each weight follows from the one before: a binomial coefficient of many dice by itself takes long.
    """
    least = max(0, dice - later)
    found: list[tuple[Left, int]] = []
    ways = comb(dice, least) * weight**least
    for count in range(least, dice):
        found.append(((count,), ways))
        ways = ways * ((dice - count) * weight) // (count + 1)
    found.append(((dice,), ways))
    return found


def _hands(kinds: Sequence[Kind], place: int) -> int:
    """The number of hands from here on that are dealt from one deck; they lie side by side."""
    deck = kinds[place].deck
    return sum(1 for _ in takewhile(lambda kind: kind.deck == deck, kinds[place:]))


def _dealt(left: Left, cards: int, later: int) -> list[tuple[tuple[int, ...], int]]:
    """The ways to deal so many equal cards to hands that lack `left`, and which of them the cards are.

    later: the cards that are still to come, which must do for all that is lacking then.
    """
    found: list[tuple[tuple[int, ...], int, int]] = [((), 1, 0)]
    *others, last = left
    for lacking in others:
        found = [
            ((*taken, count), ways * comb(cards - gone, count), gone + count)
            for taken, ways, gone in found
            for count in range(min(lacking, cards - gone) + 1)
        ]
    together = sum(left) - later
    return [
        ((*taken, count), ways * comb(cards - gone, count))
        for taken, ways, gone in found
        for count in range(max(0, together - gone), min(last, cards - gone) + 1)
    ]


def number_of_splits(kinds: Sequence[Kind], left: Left, here: Sequence[int], later: Sequence[int]) -> int:
    """The number of `splits`, or somewhat more."""
    number, dealt = 1, 0
    for place, (kind, dice, weight, most) in enumerate(zip(kinds, left, here, later, strict=True)):
        if not weight:
            continue
        if kind.deck and place >= dealt:
            hands = _hands(kinds, place)
            dealt = place + hands
            lacking = left[place:dealt]
            # Hands and the rest of the deck share the cards out; where all are dealt, the rest gets none.
            all_dealt = sum(lacking) == weight + most
            shared = comb(weight + hands - all_dealt, hands - all_dealt)
            number *= min(shared, prod(min(cards, weight) + 1 for cards in lacking))
        elif not kind.deck:
            number *= 1 if not most else dice + 1
    return countable(number)


def face_sequence(kinds: Sequence[Kind], *, descending: bool) -> list[Face]:
    """All faces of the kinds in the order of the pass."""
    faces = {face for kind in kinds for face, _ in kind.pmf.weights}
    return sorted(faces, key=None if set(map(type, faces)) <= {int} else face_order, reverse=descending)


def merges_downwards(kinds: Sequence[Kind], lefts: Collection[Left]) -> bool:
    """True where a pass from the highest face on takes fewer splits, since kinds become one that differ further up, or
    numbers of dice that are told apart lie there."""
    lowest = [(kind.pool, kind.deck, kind.opens, kind.pmf.weights[0]) for kind in kinds if kind.pmf.weights]
    if len(set(lowest)) == len(lowest) and not 1 < len(lefts) < _MANY_NUMBERS:
        return False
    upwards = face_sequence(kinds, descending=False)
    ways = [sum(least_splits(kinds, lefts, faces, merging(kinds, faces))) for faces in (upwards, upwards[::-1])]
    return ways[1] < ways[0]


def merging(kinds: Sequence[Kind], faces: Sequence[Face]) -> list[tuple[int, ...] | None]:
    """For every place in `faces`, the kinds that are one from there on, named by the first; None when all differ.

    A d20 that has not shown 13 or more is a d12: dice that agree on all faces still to come need not be told apart.
    """
    shown = [list(map(dict(kind.pmf.weights).get, faces)) for kind in kinds]
    ends = [(kind.opens, kind.pool, number if kind.deck else None) for number, kind in enumerate(kinds)]
    backward = range(len(faces) - 1, -1, -1)
    differing = {  # the last place at which two kinds differ
        (first, kind): next(compress(backward, map(ne, reversed(shown[first]), reversed(shown[kind]))), 0)
        for first, kind in combinations(range(len(kinds)), 2)
        if ends[first] == ends[kind]
    }
    mergers: list[tuple[int, ...] | None] = []
    names = list(range(len(kinds)))
    for place, until in pairwise([*sorted(set(differing.values())), len(faces)]):
        mergers.extend([None] * (place - len(mergers)))
        for (first, kind), last in differing.items():
            if last == place:
                names[kind] = min(names[kind], first)
        mergers.extend([tuple(names)] * (until - place))
    return mergers or [None] * len(faces)


def merged(left: Left, merger: tuple[int, ...] | None) -> Left:
    """The dice left with those of equal kinds counted together, under the first of these kinds."""
    if merger is None:
        return left
    together = [0] * len(left)
    for kind, dice in zip(merger, left, strict=True):
        together[kind] += dice
    return tuple(together)


def most_later(kinds: Sequence[Kind], faces: Sequence[Face]) -> list[tuple[int, ...]]:
    """For every place in `faces`, the most dice of each kind that later faces may show; of cards, those left."""
    places = {face: place for place, face in enumerate(faces)}
    columns: list[Sequence[int]] = []
    for kind in kinds:
        weights = dict(kind.pmf.weights)
        if kind.deck:
            after = accumulate([weights.get(face, 0) for face in faces[:0:-1]], initial=0)
            columns.append(list(after)[::-1][: len(faces)])
        else:
            last = max([places[face] for face in weights], default=0)
            columns.append([maxsize] * last + [0] * (len(faces) - last))
    return list(zip(*columns, strict=True))


_MANY_NUMBERS: Final = 2_000
"""Of dice that may be left, for which a pass takes long from either end."""
_SOME: Final = 20_000
"""Of the dice that may be left, which take a while to go through by themselves."""


class _At(Enum):
    """The place of a kind of dice at a face."""

    WAITING = "all are left, and none shows it"
    FIRST = "all are left, and any number shows it"
    ONLY = "all are left, and all show it"
    INNER = "any number is left, and of these any number shows it"
    BETWEEN = "any number is left, and none shows it"
    LAST = "any number is left, and all of these show it"
    GONE = "none is left, or nothing is said of them"


_TOLD_APART = {_At.WAITING, _At.FIRST, _At.ONLY}
_ANY_NUMBER = {_At.FIRST, _At.BETWEEN, _At.LAST}
_ANY_LEFT = {_At.BETWEEN, _At.LAST}


def least_splits(
    kinds: Sequence[Kind], lefts: Collection[Left], faces: Sequence[Face], mergers: Sequence[tuple[int, ...] | None]
) -> Iterator[int]:
    """Yield the least number of splits of some faces, and then of others, until all but those of cards are told.

    lefts: how many dice of each kind there may be in the beginning; leaving some out makes the number smaller.
    mergers: the kinds that are one from a face on.
    """
    some = list(islice(lefts, _SOME))
    for marks, number in Counter(_marks(kinds, faces, mergers)).items():
        yield number * _ways_at(marks, some, _ANY_NUMBER, 2)


def least_splits_of_faces(kinds: Sequence[Kind], lefts: Collection[Left], faces: Sequence[Face]) -> list[Left]:
    """Return the least number of splits of every face, and that of the dice that may be left there, told apart."""
    known = {}
    some = list(islice(lefts, _SOME))
    marks_of = list(_marks(kinds, faces, merging(kinds, faces)))
    for marks in set(marks_of):
        known[marks] = _ways_at(marks, some, _ANY_NUMBER, 2), _ways_at(marks, some, _ANY_LEFT, 1)
    return [known[marks] for marks in marks_of]


def _ways_at(marks: Sequence[_At], lefts: Sequence[Left], varied_at: Collection[_At], of_inner: int) -> int:
    """Return the least number of ways at a face. of_inner: numbers that are any up to those before."""
    apart = [kind for kind, mark in enumerate(marks) if mark in _TOLD_APART]
    varied = [kind for kind, mark in enumerate(marks) if mark in varied_at]
    inner = [kind for kind, mark in enumerate(marks) if mark is _At.INNER]
    most: dict[Left, int] = {}
    for left in lefts:
        ways = 1
        for kind in varied:
            ways *= left[kind] + 1
        for kind in inner:
            ways *= comb(left[kind] + of_inner, of_inner)
        told = tuple([left[kind] for kind in apart])
        if most.get(told, 0) < ways:
            most[told] = ways
    return sum(most.values())


def _marks(
    kinds: Sequence[Kind], faces: Sequence[Face], mergers: Sequence[tuple[int, ...] | None]
) -> Iterator[tuple[_At, ...]]:
    """The places of all kinds, face by face. Of those that are one kind by then, any number is left of one alone."""
    places = {face: place for place, face in enumerate(faces)}
    columns = [_column([places[face] for face, _ in kind.pmf.weights], len(faces), kind) for kind in kinds]
    names: Sequence[int] = range(len(kinds))
    last: tuple[int, ...] | None = None
    known: dict[tuple[_At, ...], tuple[_At, ...]] = {}
    for marks, merger in zip(zip(*columns, strict=True), mergers, strict=True):
        found = known.get(marks)
        if found is None:
            found = known[marks] = marks if len(set(names)) == len(names) else _of_merged(marks, names)
        yield found
        if merger is not None and merger is not last:
            names, known, last = [merger[name] for name in names], {}, merger


def _column(shown: list[int], faces: int, kind: Kind) -> list[_At]:
    """The place of a kind at each face. shown: the faces of its own, by number."""
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

"""Several readings of one roll together, in one pass over the faces.

A pass knows by the dice left how many are at the face at hand or beyond it, and so which of them each reading keeps:
that is no part of the state. Readings that add up what each die counts are the digits of one number, which a face only
makes larger; the states of all others stand beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import log
from operator import sub
from sys import maxsize
from typing import Any, Final, NamedTuple, TypeAlias

from oddsmith.dice.exact.joint_sums import Kept, Sums, taken_of
from oddsmith.dice.exact.kinds import Left, number_of_splits, splits
from oddsmith.dice.exact.later_faces import later_alike
from oddsmith.dice.exact.multiset_dp import face_sequence, merged, merging, most_later
from oddsmith.dice.exact.pool_model import pool_model
from oddsmith.dice.exact.several_pools.least_steps import least_of_pool
from oddsmith.dice.exact.several_pools.one_pass import combined_distribution
from oddsmith.dice.exact.unique_dice import unique_pool_model
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import FromOneEnd, Selection, from_one_end, places
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, allowing, refuse_work
from oddsmith.errors import TooLarge

_SECONDS_A_SPLIT: Final = 4e-6
_SECONDS_A_STATE: Final = 1e-6
_SECONDS_A_NUMBER: Final = 1.2e-7
_SECONDS_A_BIT: Final = 1.5e-10
"""More, for each bit of the weight of all that may happen."""
_BYTES_A_NUMBER: Final = 150
_BYTES_UNSEEN: Final = 20_000_000
"""Memory of numbers, if all of them are new, after which they are counted."""
_FEW_DICE: Final = 3
_STEPS_OF_A_LOOK: Final = 30_000
"""Of a look at fewer dice, which is given up past that."""
_SECONDS_UNSEEN: Final = 0.1  # at a face, after which it is told what has been found takes at the next
_SLACK: Final = 0.3
"""By so much smaller a power of the number of dice may become."""
_FEW_FACES: Final = 4
"""Faces after which it shows how what they take grows."""
_MOST_POWER: Final = 2.0
_SLACK_OF_FACES: Final = 0.5
"""By so much smaller than of those seen the power of all may be."""
_MANY_SECONDS: Final = 0.2
"""Of a walk, after which all of what it grows to is counted, and half before."""

Known: TypeAlias = tuple[Any, ...]
"""The states of the readings face by face."""
Table: TypeAlias = dict[Left, dict[Known, dict[int, int]]]
"""By the dice left and the states, the weight of every number of sums."""


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


def jointly_read_distribution(pool: Readable[Any], readings: Sequence[Reading]) -> Distribution[tuple[Any, ...]]:
    """Return the joint distribution of several readings of one roll. Raises TooLarge."""
    if isinstance(pool, CombinationData):
        return _of_combination(pool, [_kept(_stepping(way), selection) for selection, way in readings])
    refuse_work(least_of_pool(pool, _SECONDS_A_SPLIT))
    _refuse_by_trend(pool, readings)
    return _Together(pool, readings).distribution()


def _of_combination(data: CombinationData[Any], ways: Sequence[Stepping]) -> Distribution[tuple[Any, ...]]:
    """The same of the dice that a combination of pools leaves."""
    wanted = {way.descending for way in ways} - {None}
    descending = None if not wanted else wanted == {True}
    read = [way if way.descending in (None, descending) else _turned(way) for way in ways]

    def step(known: Known, face: Any, count: int) -> Known:
        return tuple([way.step(one, face, count) for way, one in zip(read, known, strict=True)])

    return combined_distribution(
        data,
        tuple(way.initial for way in read),
        step,
        lambda known: tuple([way.final(one) for way, one in zip(read, known, strict=True)]),
        descending=descending,
    )


def _stepping(way: Way) -> Stepping:
    if isinstance(way, Stepping):
        return way
    score = way.score
    return Stepping(0, lambda total, face, count: total + count * score(face), lambda total: total, None)


def _kept(way: Stepping, selection: tuple[Selection, ...]) -> Stepping:
    """The reading of the dice that are kept; those that are not kept from one end are all remembered."""
    if not selection:
        return way
    kept = from_one_end(selection)
    if kept is not None:
        read = way if way.descending in (None, kept.highest) else _turned(way)

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


def _refuse_by_trend(pool: PoolData[Any], readings: Sequence[Reading]) -> None:
    """Raise TooLarge where the same readings of fewer dice say that all take too long.

    Time and memory grow by powers of the number of dice, which hardly become smaller once there are twice as many dice
    as are kept or dropped. A look that takes long by itself says nothing.
    """
    steps = [step.count for selection, _ in readings for step in (*pool.selection, *selection)]
    dice = sum(count for _, count in pool.dice)
    number = max([_FEW_DICE, *(2 * count for count in steps)])
    looked_at: list[tuple[int, Work]] = []
    while pool.unique is None and 2 * number <= dice:
        fewer = replace(pool, dice=tuple((die, -(-count * number // dice)) for die, count in pool.dice))
        passed = _Together(fewer, readings)
        try:
            with allowing(_STEPS_OF_A_LOOK):
                passed.distribution()
        except TooLarge:
            return
        looked_at.append((sum(count for _, count in fewer.dice), passed.work))
        if len(looked_at) > 1:
            grown = _grown(looked_at[-2:], dice)
            refuse_work(grown.seconds, grown.memory)
        number = -(-number * 4 // 3)


def _grown(looked_at: Sequence[tuple[int, Work]], dice: int) -> Work:
    """The work of so many dice, from that of two smaller numbers of them."""
    (fewest, first), (few, second) = looked_at
    if fewest == few:
        return second

    def grown(before: float, after: float) -> float:
        power = log(after / before) / log(few / fewest) - _SLACK
        return float(after * (dice / few) ** power)

    return Work(grown(first.seconds, second.seconds), grown(first.memory, second.memory))


class _Together:
    """One pass over the faces of a pool for several readings. work: the estimate of what has been done so far."""

    def __init__(self, pool: PoolData[Any], readings: Sequence[Reading]) -> None:
        self._model = pool_model(pool.dice) if pool.unique is None else unique_pool_model(pool)
        self._selections = [(*pool.selection, *selection) for selection, _ in readings]
        ways = [way for _, way in readings]
        self._descending = all(way.descending is not False for way in ways) and self._keeps_lowest()
        self._ways: list[Way] = [way if way.descending in (None, self._descending) else _turned(way) for way in ways]
        kinds = self._model.kinds
        self._faces = face_sequence(kinds, descending=self._descending)
        self._pmfs = [dict(kind.pmf.weights) for kind in kinds]
        self._later = most_later(kinds, self._faces)
        self._mergers = merging(kinds, self._faces)
        self._alike = later_alike(self._faces, self._pmfs, self._later, self._mergers)
        bits = self._model.whole.bit_length()
        self._bytes_a_number = _BYTES_A_NUMBER + bits // 8
        self._seconds_a_number = _SECONDS_A_NUMBER + bits * _SECONDS_A_BIT
        self.work = Work()
        self._seconds: list[float] = []

    def distribution(self) -> Distribution[tuple[Any, ...]]:
        """The values of all readings."""
        # Where dice explode, their number varies; passes that keep the same dice, counted from their end, are one.
        alike: dict[tuple[Kept, ...], dict[Left, int]] = {}
        for left, weight in self._model.shapes.items():
            alike.setdefault(self._kept(sum(left)), {})[left] = weight
        weights: dict[tuple[Any, ...], int] = {}
        for kept, shapes in alike.items():
            for value, weight in self._values(shapes, kept):
                weights[value] = weights.get(value, 0) + weight
        return Distribution.from_weights(weights, unresolved=self._model.whole - sum(weights.values()))

    def _keeps_lowest(self) -> bool:
        """True where more is dropped of the highest dice: they come first, then, and are told apart for less long."""
        dice = max(map(sum, self._model.shapes), default=0)
        kept = [places(selection, dice) for selection in self._selections]
        return sum(dice - high for _, high in kept) > sum(low for low, _ in kept)

    def _kept(self, dice: int) -> tuple[Kept, ...]:
        """The dice that each reading keeps of so many."""
        kept = [places(selection, dice) for selection in self._selections]
        if self._descending:
            return tuple((low, maxsize if high == dice else high) for low, high in kept)
        return tuple((dice - high, dice - low if low else maxsize) for low, high in kept)

    def _values(self, shapes: Mapping[Left, int], kept: tuple[Kept, ...]) -> Iterator[tuple[tuple[Any, ...], int]]:
        """The values with their weights; a value may come several times."""
        ways = self._ways
        adding = [(place, way) for place, way in enumerate(ways) if isinstance(way, Adding)]
        stepping = [(place, way) for place, way in enumerate(ways) if isinstance(way, Stepping)]
        scores = [[way.score(face) for face in self._faces] for _, way in adding]
        sums = Sums(scores, [kept[place] for place, _ in adding], max(map(sum, shapes)))
        steps = _Steps([way for _, way in stepping], [kept[place] for place, _ in stepping])
        order = [place for place, _ in (*adding, *stepping)]
        back = [order.index(place) for place in range(len(ways))]
        for known, numbers in self._walk(shapes, sums, steps).items():
            finals = steps.read(known)
            for number, weight in numbers.items():
                found = (*sums.read(number), *finals)
                yield tuple([found[place] for place in back]), weight

    def _walk(self, shapes: Mapping[Left, int], sums: Sums, steps: _Steps) -> Mapping[Known, Mapping[int, int]]:
        """The weights of what is known in the end, and of every number of sums beside it."""
        kinds = self._model.kinds
        table: Table = {left: {steps.initial: {sums.none: weight}} for left, weight in shapes.items()}
        for place, face in enumerate(self._faces):
            following: Table = {}
            here = [pmf.get(face, 0) for pmf in self._pmfs]
            later, merger = self._later[place], self._mergers[place]
            moves = self._refuse(place, table)
            unseen = done = 0  # numbers since all were counted, and before
            gone, look, seen = 0.0, _SECONDS_UNSEEN, (0.0, 0.0)
            for left, states in table.items():
                dice = sum(left)
                reached = _size(states)
                if gone > look and place + 1 < len(self._faces):
                    # What has been found takes so long, and half of what is to come finds as much more.
                    found = self._at(place + 1, following)[0]
                    more = (found - seen[0]) * (self._seconds[-1] - gone) / (gone - seen[1]) / 2 if seen[0] else 0
                    refuse_work(self.work.seconds + found + more)
                    look, seen = gone + _SECONDS_UNSEEN, (found, gone)
                gone += self._at(place, {left: states})[0]
                for shown, ways in splits(kinds, left, here, later):
                    unseen += reached
                    if unseen * self._bytes_a_number > _BYTES_UNSEEN:
                        done, unseen = done + unseen, 0
                        kept = sum(map(_size, following.values()))
                        # At least half of the moves to come find as many new numbers as those so far.
                        refuse_work(0, max(2 * kept, kept * moves // done // 2) * self._bytes_a_number)
                    target = following.setdefault(merged(tuple(map(sub, left, shown)), merger), {})
                    count = sum(shown)
                    more = sums.more(place, dice, count)
                    for known, numbers in states.items():
                        onward = steps.after(known, face, dice, count) if count and known else known
                        arrived = target.get(onward)
                        if arrived is None:
                            target[onward] = {number + more: weight * ways for number, weight in numbers.items()}
                            continue
                        for number, weight in numbers.items():
                            moved = number + more
                            if moved in arrived:
                                arrived[moved] += weight * ways
                            else:
                                arrived[moved] = weight * ways
            table = following
        none: dict[Known, dict[int, int]] = {}
        # Dice of a kind without faces are left over: there cannot be any.
        return next((states for left, states in table.items() if not any(left)), none)

    def _at(self, place: int, table: Table) -> tuple[float, int]:
        """The time that a face takes, and the moves of numbers there."""
        here = [pmf.get(self._faces[place], 0) for pmf in self._pmfs]
        seconds, moves = 0.0, 0
        for left, states in table.items():
            number = number_of_splits(self._model.kinds, left, here, self._later[place])
            reached = _size(states)
            moves += number * reached
            seconds += number * (_SECONDS_A_SPLIT + len(states) * _SECONDS_A_STATE + reached * self._seconds_a_number)
        return seconds, moves

    def _refuse(self, place: int, table: Table) -> int:
        """The moves of numbers at a face; TooLarge where those, and half of those at later faces, take too long."""
        seconds, moves = self._at(place, table)
        self._seconds.append(seconds)
        memory = sum(_size(states) for states in table.values()) * self._bytes_a_number
        so_far = self.work.seconds + seconds
        refuse_work(so_far + self._later_faces(place, 1.0) / 2)
        if so_far > _MANY_SECONDS:
            refuse_work(so_far + self._later_faces(place, _MOST_POWER, _SLACK_OF_FACES))
        self.work = Work(so_far, max(self.work.memory, memory))
        return moves

    def _later_faces(self, place: int, most_power: float, slack: float = 0.0) -> float:
        """The time of later faces of the same kinds, which grows with a power of their place, less some slack."""
        now, past = self._seconds[-1], self._seconds[len(self._seconds) // 2]
        done = len(self._seconds)
        power = 0.0
        if done >= _FEW_FACES and now > past:
            power = max(0.0, min(most_power, log(now / past) / log(done / (done // 2 + 1)) - slack))
        return float(now * done / (power + 1) * ((1 + self._alike[place] / done) ** (power + 1) - 1))


def _size(states: Mapping[Known, Mapping[int, int]]) -> int:
    return sum(map(len, states.values()))


def _turned(way: Any) -> Stepping:
    """The reading, where its faces come in the other order: it remembers them, and reads them in the end."""
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


class _Steps:
    """Readings face by face, side by side."""

    def __init__(self, ways: Sequence[Stepping], kept: Sequence[Kept]) -> None:
        self._ways = ways
        self._kept = kept
        self.initial: Known = tuple(way.initial for way in ways)
        self._known: dict[Any, dict[Known, Known]] = {}

    def after(self, known: Known, face: Any, dice: int, count: int) -> Known:
        """The results so far, after a face that `count` of the dice left show."""
        taken = tuple([taken_of(kept, dice, count) for kept in self._kept])
        answers = self._known.setdefault((face, taken), {})
        found = answers.get(known)
        if found is None:
            steps = zip(self._ways, known, taken, strict=True)
            found = answers[known] = tuple([way.step(one, face, kept) if kept else one for way, one, kept in steps])
        return found

    def read(self, known: Known) -> tuple[Any, ...]:
        """The values."""
        return tuple(way.final(one) for way, one in zip(self._ways, known, strict=True))

"""Several readings of one roll together, in one pass over the faces.

A pass knows by the dice left how many are at the face at hand or beyond it, and so which of them each reading keeps:
that is no part of the state. Readings that add up what each die counts are the digits of one number, which a face only
makes larger; the states of all others stand beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from math import log
from operator import sub
from sys import maxsize
from typing import Any, Final, NamedTuple, TypeAlias

from oddsmith.dice.exact.joint_steps import Adding, Known, Reading, Stepping, Steps, Way, as_steps, keeping, turned
from oddsmith.dice.exact.joint_sums import Kept, Listed, Packed, Sums
from oddsmith.dice.exact.kinds import (
    Left,
    face_sequence,
    least_splits,
    merged,
    merges_downwards,
    merging,
    most_later,
    number_of_splits,
    splits,
)
from oddsmith.dice.exact.later_faces import later_as_here
from oddsmith.dice.exact.pool_distribution import read_distribution
from oddsmith.dice.exact.pool_model import pool_model, refuse_many_shapes
from oddsmith.dice.exact.several_pools.least_steps import least_of_pool
from oddsmith.dice.exact.unique_dice import equal_sets
from oddsmith.dice.model.combination_data import CombinationData, Readable
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import places
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import Work, allowing, countable, hold, refuse_work, spend, work_of_outcomes
from oddsmith.errors import TooLarge

_SECONDS_A_SPLIT: Final = 2e-6
_SECONDS_AN_ANSWER: Final = 2e-6  # more, for each number of dice of which so many show a face
_SECONDS_OF_LEFT: Final = 1.2e-5  # for all dice that may be left, whatever they show
_BYTES_UNSEEN: Final = 20_000_000  # memory of numbers, if all of them are new, after which they are counted
_SECONDS_A_FACE: Final = 2e-5
_SECONDS_A_SIZE: Final = 3e-8  # of looking at how many numbers a state has, at every face
_SECONDS_A_CALL: Final = 1.5e-6  # of the answer of the readings for one state at a face
_SECONDS_AN_OUTCOME: Final = 5e-6
_SECONDS_A_BIT: Final = 1.5e-9  # more, for each bit of its weight
_FEW_DICE: Final = 3
_NEARLY: Final = 1.5  # by so much fewer dice, at least, are looked at to see how the work of a first look grows
_STEPS_OF_A_LOOK: Final = 30_000  # of a look at fewer dice, which is given up past that
_SECONDS_UNSEEN: Final = 0.1  # at a face, after which it is told what has been found takes at the next
_SECONDS_A_LOOK: Final = 5e-5  # for all dice that may be left, ten times what it takes
_SLACK: Final = 0.3  # by so much smaller a power of the number of dice may become
_FEW_FACES: Final = 4  # faces after which it shows how what they take grows
_MOST_POWER: Final = 2.0
_SLACK_OF_FACES: Final = 0.5  # by so much smaller than of those seen may the power of all faces be
_SLACK_OF_MANY: Final = 0.25  # the same where many are seen
_MANY_FACES: Final = 30
_SECONDS_LISTED: Final = 0.05  # of faces, from which on it is seen whether packed weights are quicker
_PACKING: Final = 1.5  # by so much quicker they have to be
_MOST_PACKED: Final = 1_000_000  # bytes of packed weights; longer ones take longer than they say
_FEW_SECONDS: Final = 0.05  # of a walk, after which the shares of faces in a look tell of all of it
_SURE: Final = 0.8  # so sure is what they tell
_MANY_SECONDS: Final = 0.2  # of a walk, after which all of what it grows to is counted, and half before

Table: TypeAlias = dict[Left, dict[Known, Any]]
"""By the dice left and the states, the weight of every number of sums."""


def jointly_read_distribution(pool: Readable[Any], readings: Sequence[Reading]) -> Distribution[tuple[Any, ...]]:
    """Return the joint distribution of several readings of one roll. Raises TooLarge."""
    if isinstance(pool, CombinationData) or (pool.unique is not None and equal_sets(pool) is None):
        return _step_by_step(pool, [keeping(as_steps(way), selection) for selection, way in readings])
    refuse_work(least_of_pool(pool, _SECONDS_A_SPLIT))
    refuse_many_shapes(pool.dice, _SECONDS_A_SPLIT + _SECONDS_OF_LEFT)
    return _Together(pool, readings, _refuse_by_trend(pool, readings)).distribution()


def _step_by_step(pool: Readable[Any], ways: Sequence[Stepping]) -> Distribution[tuple[Any, ...]]:
    """The same of what a combination of pools leaves, and of dice without equal values, set by set."""
    wanted = {way.descending for way in ways} - {None}
    descending = None if not wanted else wanted == {True}
    read = [way if way.descending in (None, descending) else turned(way) for way in ways]

    def step(known: Known, face: Any, count: int) -> Known:
        return tuple([way.step(one, face, count) for way, one in zip(read, known, strict=True)])

    return read_distribution(
        pool,
        tuple(way.initial for way in read),
        step,
        lambda known: tuple([way.final(one) for way, one in zip(read, known, strict=True)]),
        descending=descending,
        readings=len(ways),
    )


class _Looks(NamedTuple):
    """Looks at fewer dice. seconds: of them all. shares: of the work, by the end of each face, as they say of all dice.

    More dice have less of it done by then, since more states come to later faces.
    """

    seconds: float = 0.0
    shares: Sequence[float] = ()


def _refuse_by_trend(pool: PoolData[Any], readings: Sequence[Reading]) -> _Looks:
    """Raise TooLarge where the same readings of fewer dice say that all take too long; else what was seen.

    Time and memory grow by powers of the number of dice, which hardly become smaller once there are twice as many dice
    as are kept or dropped. A look that takes long by itself says nothing.
    """
    steps = [step.count for selection, _ in readings for step in (*pool.selection, *selection)]
    dice = sum(count for _, count in pool.dice)
    number = max([_FEW_DICE, *(2 * count for count in steps)])
    looked_at: list[tuple[int, _Together]] = []
    seconds = 0.0
    while pool.unique is None and (2 * number <= dice or (looked_at and number * _NEARLY <= dice)):
        fewer = replace(pool, dice=tuple((die, -(-count * number // dice)) for die, count in pool.dice))
        passed = _Together(fewer, readings)
        try:
            with allowing(_STEPS_OF_A_LOOK):
                passed.distribution()
        except TooLarge:
            seconds += passed.work.seconds
            break
        seconds += passed.work.seconds
        looked_at.append((sum(count for _, count in fewer.dice), passed))
        if len(looked_at) > 1:
            grown = _grown(looked_at[-2:], dice)
            refuse_work(grown.seconds, grown.memory)
        number = -(-number * 4 // 3)
    return _Looks(seconds, _shares(looked_at[-2:], dice))


def _grown(looked_at: Sequence[tuple[int, _Together]], dice: int) -> Work:
    """The work of so many dice, from that of two smaller numbers of them."""
    (fewest, first), (few, second) = looked_at
    if fewest == few:
        return second.work

    def grown(before: float, after: float) -> float:
        power = log(after / before) / log(few / fewest) - _SLACK
        return float(after * (dice / few) ** power)

    return Work(grown(first.work.seconds, second.work.seconds), grown(first.work.memory, second.work.memory))


def _shares(looked_at: Sequence[tuple[int, _Together]], dice: int) -> Sequence[float]:
    """The shares of the work that are done by the end of each face of so many dice, as two looks at fewer say."""
    if len(looked_at) < 2:
        return [share for _, passed in looked_at for share in passed.shares()]
    (fewest, first), (few, second) = looked_at
    farther = log(dice / few) / max(log(few / fewest), 1e-9) * _SURE
    return [
        after * min(1.0, after / before) ** farther
        for before, after in zip(first.shares(), second.shares(), strict=False)
    ]


class _Together:
    """One pass over the faces of a pool for several readings. work: the estimate of what has been done so far."""

    def __init__(self, pool: PoolData[Any], readings: Sequence[Reading], looks: _Looks | None = None) -> None:
        """looks: at the same readings of fewer dice."""
        self._model = (equal_sets(pool) if pool.unique is not None else None) or pool_model(pool.dice)
        self._selections = [(*pool.selection, *selection) for selection, _ in readings]
        ways = [way for _, way in readings]
        self._descending = all(way.descending is not False for way in ways) and self._keeps_lowest()
        self._ways: list[Way] = [way if way.descending in (None, self._descending) else turned(way) for way in ways]
        kinds = self._model.kinds
        self._faces = face_sequence(kinds, descending=self._descending)
        self._pmfs = [dict(kind.pmf.weights) for kind in kinds]
        self._later = most_later(kinds, self._faces)
        self._mergers = merging(kinds, self._faces)
        self._alike = later_as_here(self._faces, self._pmfs, self._later, self._mergers)
        bits = self._model.whole.bit_length()
        of_a_die = max((kind.pmf.total.bit_length() for kind in kinds), default=0)
        self._seconds_an_outcome = _SECONDS_AN_OUTCOME + bits * _SECONDS_A_BIT
        self._listed, self._packed = Listed(bits, of_a_die), Packed(bits)
        self._form: Listed | Packed = self._listed
        looked, self._shares = looks or _Looks()
        self.work = Work(looked)
        # Of the pass under way, face by face: the time, and the numbers before it that no die left can change.
        self._seconds: list[float] = []
        self._ended: list[float] = []
        self._gone = 0.0  # all of that time
        self._passes, self._before = 1, 0.0  # from the one under way on, and the time before it

    def distribution(self) -> Distribution[tuple[Any, ...]]:
        """The values of all readings."""
        # Where dice explode, their number varies; passes that keep the same dice, counted from their end, are one.
        alike: dict[tuple[Kept, ...], dict[Left, int]] = {}
        for left, weight in self._model.shapes.items():
            alike.setdefault(self._kept(sum(left)), {})[left] = weight
        weights: dict[tuple[Any, ...], int] = {}
        fewest_first = sorted(alike.items(), key=lambda item: max(map(sum, item[1])))
        if len(alike) > 1:
            self._shares = ()
        for walked, (kept, shapes) in enumerate(fewest_first):
            self._passes, self._before = len(alike) - walked, self.work.seconds
            self._seconds, self._ended, self._gone = [], [], 0.0
            for value, weight in self._values(shapes, kept):
                weights[value] = weights.get(value, 0) + weight
        return Distribution.from_weights(weights, unresolved=self._model.whole - sum(weights.values()))

    def _keeps_lowest(self) -> bool:
        """True where more is dropped of the highest dice: they come first, then, and are told apart for less long.

        Where as many are of the lowest, they come first where kinds become one sooner so.
        """
        dice = max(map(sum, self._model.shapes), default=0)
        kept = [places(selection, dice) for selection in self._selections]
        highest, lowest = sum(dice - high for _, high in kept), sum(low for low, _ in kept)
        if highest == lowest:
            return merges_downwards(self._model.kinds, [max(self._model.shapes, key=sum)])
        return highest > lowest

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
        steps = Steps([way for _, way in stepping], [kept[place] for place, _ in stepping])
        order = [place for place, _ in (*adding, *stepping)]
        back = [order.index(place) for place in range(len(ways))]
        for known, numbers in self._walk(shapes, sums, steps).items():
            finals = steps.read(known)
            for number, weight in numbers.items():
                found = (*sums.read(number), *finals)
                yield tuple([found[place] for place in back]), weight

    def _walk(self, shapes: Mapping[Left, int], sums: Sums, steps: Steps) -> Mapping[Known, Mapping[int, int]]:
        """The weights of what is known in the end, and of every number of sums beside it."""
        kinds = self._model.kinds
        splits_sure = 0
        for of_faces in least_splits(kinds, shapes, self._faces, self._mergers):
            splits_sure += countable(of_faces)
            self._refuse_passes(self.work.seconds + splits_sure * _SECONDS_A_SPLIT)
        table: Table = {left: {steps.initial: {sums.none: weight}} for left, weight in shapes.items()}
        self._form, self._ended = self._listed, []
        for place, face in enumerate(self._faces):
            sizes: Mapping[Left, int] = dict(zip(table, map(self._form.size, table.values()), strict=True))
            if self._form is self._listed and sums.room * self._packed.bytes_a_number <= _MOST_PACKED:
                table, sizes = self._packed_if_quicker(place, table, sizes)
            following: Table = {}
            here = [pmf.get(face, 0) for pmf in self._pmfs]
            later, merger = self._later[place], self._mergers[place]
            times = self._refuse(place, table, sizes)
            size, add, bytes_a_number = self._form.size, self._form.add, self._form.bytes_a_number
            unseen = gone_through = 0  # numbers moved since all were counted; those that were there
            whole = sum(sizes.values())
            gone, look, seen, answered = 0.0, _SECONDS_UNSEEN, (0.0, 0.0), -1
            # With the fewest dice left first, what stays as it is is there before others come to it.
            answers: dict[int, tuple[int, Callable[[Known], Known]]] = {}  # by the dice that show the face
            for left, states in sorted(table.items(), key=lambda item: sum(item[0])):
                dice = sum(left)
                if dice != answered:  # so many are not left again
                    answers, answered = {}, dice
                reached = sizes[left]
                gone_through += reached
                if gone > look and place + 1 < len(self._faces):
                    # What has been found takes so long, and half of what is to come finds as much more.
                    found = sum(self._times(place + 1, following, map(size, following.values())).values())
                    more = (found - seen[0]) * (self._seconds[-1] - gone) / (gone - seen[1]) / 2 if seen[0] else 0
                    self._refuse_passes(self.work.seconds + found + more)
                    self._refuse_by_share(place + 1, self._gone + found + more)
                    look, seen = gone + _SECONDS_UNSEEN + _SECONDS_A_LOOK * len(following), (found, gone)
                gone += times[left]
                spend(times[left])
                for shown, ways in reversed(list(splits(kinds, left, here, later))):
                    count = sum(shown)
                    after_face = merged(tuple(map(sub, left, shown)), merger)
                    if not count and after_face not in following:
                        following[after_face] = states  # the last of these, so that nobody else needs them as they are
                        continue
                    target = following.setdefault(after_face, {})
                    unseen += reached
                    if unseen * bytes_a_number > _BYTES_UNSEEN:
                        unseen = 0
                        kept = sum(map(size, following.values()))
                        # What comes from half of the numbers to come is as much more.
                        refuse_work(0, kept * (1 + whole / gone_through) / 2 * bytes_a_number)
                        hold(kept * bytes_a_number)
                    counted = answers.get(count)
                    if counted is None:
                        counted = answers[count] = sums.more(place, dice, count), steps.after(face, dice, count)
                    more, after = counted
                    for known, numbers in states.items():
                        add(target, after(known) if known else known, numbers, more, ways)
            self._spend(steps.asked(face) * _SECONDS_A_CALL, 0)
            table = following
        # Dice of a kind without faces are left over: there cannot be any.
        ended = next((states for left, states in table.items() if not any(left)), {})
        listed = {known: self._form.read(numbers) for known, numbers in ended.items()}
        outcomes = sum(map(len, listed.values()))
        memory = work_of_outcomes(outcomes, self._model.whole.bit_length()).memory
        self._spend(outcomes * self._seconds_an_outcome, memory)
        return listed

    def _packed_if_quicker(
        self, place: int, table: Table, sizes: Mapping[Left, int]
    ) -> tuple[Table, Mapping[Left, int]]:
        """The table and its sizes as they are, or with packed weights, where faces like this one are quicker so."""
        listed = sum(self._times(place, table, sizes.values()).values())
        if listed * (1 + self._alike[place]) < _SECONDS_LISTED:
            return table, sizes
        rooms = [
            (left, len(states), sum([max(numbers) + 1 for numbers in states.values()]) if any(left) else 0)
            for left, states in table.items()
        ]
        if sum(self._seconds_of(place, self._packed, rooms)) * _PACKING > listed:
            return table, sizes
        self._form = self._packed
        packed = {
            left: {known: self._packed.packed(numbers) for known, numbers in states.items()}
            for left, states in table.items()
        }
        return packed, {left: self._packed.size(states) for left, states in packed.items()}

    def _times(self, place: int, table: Table, sizes: Iterable[int]) -> Mapping[Left, float]:
        """The time that a face takes, by the dice left. sizes: of the states of each."""
        reached = [(left, len(states), size) for (left, states), size in zip(table.items(), sizes, strict=True)]
        return dict(zip(table, self._seconds_of(place, self._form, reached), strict=True))

    def _seconds_of(self, place: int, form: Listed | Packed, sizes: Iterable[tuple[Left, int, int]]) -> Iterator[float]:
        """The same, of so many states and numbers for all dice left. What waits for later faces takes no time."""
        here = [pmf.get(self._faces[place], 0) for pmf in self._pmfs]
        kinds, later = self._model.kinds, self._later[place]
        listed = list(sizes)
        seconds_a_number = form.seconds_a_number(sum([reached for _, _, reached in listed]))
        known: dict[int, int] = {}  # by the dice left, how many of them may show the face
        for left, states, reached in listed:
            number = number_of_splits(kinds, left, here, later)
            dice = sum(left)
            answers = max(0, min(number, dice + 1) - known.get(dice, 0))
            known[dice] = known.get(dice, 0) + answers
            waits = all(dice <= most or not weight for dice, most, weight in zip(left, later, here, strict=True))
            of_a_split = states * form.seconds_a_state + reached * seconds_a_number
            once = _SECONDS_OF_LEFT + states * _SECONDS_A_SIZE + answers * _SECONDS_AN_ANSWER
            yield number * _SECONDS_A_SPLIT + (number - waits) * of_a_split + once

    def _refuse(self, place: int, table: Table, sizes: Mapping[Left, int]) -> Mapping[Left, float]:
        """The time of a face by the dice left; TooLarge where that and half of later faces take too long."""
        times = self._times(place, table, sizes.values())
        seconds = _SECONDS_A_FACE + sum(times.values())
        self._seconds.append(seconds)
        self._gone += seconds
        so_far = self.work.seconds + seconds
        ended = sum(self._form.taken(states) for left, states in table.items() if not any(left))
        self._ended.append(ended)
        outcomes = ended * self._growth_of_ended(place) * self._seconds_an_outcome
        self._refuse_passes(so_far + self._later_faces(place, 1.0) / 2 + outcomes)
        self._refuse_by_share(place, self._gone)
        if so_far > _MANY_SECONDS:
            slack = _SLACK_OF_FACES if place < _MANY_FACES else _SLACK_OF_MANY
            self._refuse_passes(so_far + self._later_faces(place, _MOST_POWER, slack) + outcomes)
        self.work = Work(so_far, max(self.work.memory, sum(sizes.values()) * self._form.bytes_a_number))
        return times

    def _growth_of_ended(self, place: int) -> float:
        """By so much more outcomes come up with all faces: with each as many, or as their number is seen to grow."""
        done, power = len(self._ended), 1.0
        past = self._ended[done // 2]
        if done > _MANY_FACES and 0 < past < self._ended[-1]:
            grown = log(self._ended[-1] / past) / log(done / (done // 2 + 1))
            power = max(1.0, min(_MOST_POWER, grown - _SLACK_OF_MANY))
        return float((1 + self._alike[place] / done) ** power)

    def _refuse_by_share(self, place: int, seconds: float) -> None:
        """Raise TooLarge where what is done by the end of a face is such a share that all takes too long."""
        if place < len(self._shares) and seconds > _FEW_SECONDS:
            refuse_work(seconds / self._shares[place] * _SURE)

    def shares(self) -> Sequence[float]:
        """The share of the work that is done by the end of each face of the last pass, once all are."""
        return [done / self._gone for done in accumulate(self._seconds)]

    def _spend(self, seconds: float, memory: float) -> None:
        """Take more time, and so much memory if nothing took more. Raises TooLarge."""
        self.work = Work(self.work.seconds + seconds, max(self.work.memory, memory))
        self._refuse_passes(self.work.seconds, self.work.memory)
        spend(seconds)
        hold(memory)

    def _refuse_passes(self, seconds: float, memory: float = 0) -> None:
        """Raise TooLarge where all takes too long, with so much until the end of this pass.

        Those that follow are of more dice, and take as long at least.
        """
        refuse_work(self._before + (seconds - self._before) * self._passes, memory)

    def _later_faces(self, place: int, most_power: float, slack: float = 0.0) -> float:
        """The time of later faces of the same kinds, which grows with a power of their place, less some slack."""
        now, past = self._seconds[-1], self._seconds[len(self._seconds) // 2]
        done = len(self._seconds)
        power = 0.0
        if done >= _FEW_FACES and now > past:
            power = max(0.0, min(most_power, log(now / past) / log(done / (done // 2 + 1)) - slack))
        return float(now * done / (power + 1) * ((1 + self._alike[place] / done) ** (power + 1) - 1))

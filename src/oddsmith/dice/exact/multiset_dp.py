"""Dynamic programming over a pool, face by face: how many dice show this face, then the next, and so on.

What a reader needs to know of the faces already seen is its state; equal states are one. So the cost grows with faces,
dice and states, and never with the number of ways in which the dice may land. Dice with the same faces are one kind;
how many of a kind show a face follows a binomial pmf, so a mixed pool only has to track how many of each kind are left.
After Icepool's pools (Liu, AIIDE 2022, https://doi.org/10.1609/aiide.v18i1.21971).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import accumulate, repeat
from math import log, prod
from operator import mul, sub
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from flint import fmpz

from oddsmith.dice.exact.kinds import (
    Kind,
    Left,
    face_sequence,
    least_splits,
    merged,
    merging,
    most_later,
    number_of_splits,
    splits,
)
from oddsmith.dice.exact.later_faces import later_as_long
from oddsmith.dice.model.faces import Face
from oddsmith.distribution.limits import countable, hold, refuse_work, spend

S = TypeVar("S", bound=Hashable)

SECONDS_A_SPLIT: Final = 2e-6
"""Of one number of dice of each kind that show a face, beside what its states take."""
_SECONDS_A_MOVE: Final = 2e-7
"""Of one state."""
_SECONDS_A_BIT: Final = 1e-13
"""More, for each bit of all weights, and each bit of the weight of a die: they are multiplied."""
_LONG_BITS: Final = 250
"""Of the weight of a die, from which on products of weights take long."""
SECONDS_A_FACE: Final = 1.5e-5
"""Of what is told of a face before the first."""
SECONDS_A_CALL: Final = 1e-6
"""More, where it is asked."""
SECONDS_A_GUESS: Final = 5e-6
"""Of a state in which a pass may begin, where it is one of many: to make it, and to ask for its answers at first."""
_MANY_MOVES: Final = 4
"""Of a state at a face, from which on it is told beforehand how often a reader is asked there at least."""
_MANY_SECONDS: Final = 0.1
"""At a face, after which it is told what the states found take at the next."""
_FEW_SECONDS: Final = 0.2
_FEW_FACES: Final = 6
"""Faces after which it shows how what they take grows."""
_MOST_POWER: Final = 2
_SLACK: Final = 0.3
_FACES_OF_SLACK: Final = 30
"""By so much smaller the power may become by which faces take longer; after many faces, by so many out of them."""
_BYTES_A_WEIGHT: Final = 60
"""In a table, beside its bits."""
_BITS_A_BYTE: Final = 12
"""Of the whole, in a weight on the way."""
_BYTES_A_STATE: Final = 200
"""Of each that is told apart, with what the reader answers."""
_MOVES_AT_ONCE: Final = 20_000
"""Moves that are counted together as work done."""
_SURE: Final = 0.8
"""Of the states that later moves find if they find as many as is seen, so many are sure."""
_STEADY: Final = 0.95
"""By less than this share, states that are found grow no fewer."""
_BYTES_UNSEEN: Final = 50_000_000
"""Memory of states, if all of them are new, after which they are counted."""


def final_states(
    kinds: Sequence[Kind],
    starts: Mapping[Left, Mapping[S, int]],
    step: Callable[[S, Any, Any], S],
    *,
    descending: bool = False,
    pools: int | None = None,
    seconds_a_call: float = SECONDS_A_CALL,
) -> dict[S, int]:
    """The weight of every final state.

    starts: how many dice of each kind there are, with the states (and weights) in which the pass begins.
    step(state, face, count): the next state; called for faces that at least one die shows.
    pools: the number of pools that are read together; then `count` is a tuple, the count of each pool.
    seconds_a_call: what a step takes.

    Raises TooLarge.
    """
    return walked(kinds, starts, step, descending=descending, pools=pools, seconds_a_call=seconds_a_call)[0]


def walked(
    kinds: Sequence[Kind],
    starts: Mapping[Left, Mapping[S, int]],
    step: Callable[[S, Any, Any], S],
    *,
    descending: bool,
    pools: int | None,
    seconds_a_call: float,
) -> tuple[dict[S, int], float]:
    """The same, and the seconds of it as they are counted."""
    faces = face_sequence(kinds, descending=descending)
    _refuse_long_deals(kinds, starts, len(faces) * SECONDS_A_FACE)
    walk = _Walk(kinds, faces, step, pools, seconds_a_call, max(map(sum, starts), default=0))
    ended: dict[S, int] = {}
    for left, states in walk.through(starts).items():
        if any(left):  # dice of a kind without faces: there cannot be any
            continue
        for state, weight in states.items():
            ended[state] = ended.get(state, 0) + int(weight)
    return ended, walk.work


def seconds_a_move(bits: float, of_a_die: float, alike: float) -> float:
    """The time of one state at one number of dice that show a face. bits: of all weights. of_a_die: those of the weight
    of a die. alike: dice that show the same face, about, whose weights are multiplied together."""
    return _SECONDS_A_MOVE + bits * of_a_die * (1 + alike) * _SECONDS_A_BIT


_Table: TypeAlias = Mapping[Left, Mapping[int, int]]
"""By the dice left, the weight of every state, which stands here as its number: it is told from others sooner."""


class _Expected(NamedTuple):
    """The work of a face. asked: the time of the reader's answers at least; seconds: that of all else."""

    seconds: float
    moves: int
    asked: float

    @property
    def whole(self) -> float:
        return self.seconds + self.asked


class _Walk(Generic[S]):
    """One pass over the faces."""

    def __init__(
        self,
        kinds: Sequence[Kind],
        faces: Sequence[Face],
        step: Callable[[S, Any, Any], S],
        pools: int | None,
        seconds_a_call: float,
        dice: int,
    ) -> None:
        """dice: at most, of all kinds together."""
        self._kinds = kinds
        self._faces = faces
        self._step = step
        self._tally = tally_of(kinds, pools)
        self._varied = [[kind for kind in own if not kinds[kind].deck] for own in _owned(kinds, pools or 1)]
        self._seconds_a_call = seconds_a_call
        weights = weights_of(kinds)
        self._here = list(zip(*[map(weight.get, faces, repeat(0)) for weight in weights], strict=True))
        # Of cards some more may be left after each face, up to as many as there are, so until then faces take longer.
        self._first_trend = max(_FEW_FACES, 2 * dice if any(kind.deck for kind in kinds) else 0)
        self._later = most_later(kinds, faces)
        self._mergers = merging(kinds, faces)
        self._as_long, self._fewer = later_as_long(faces, weights, self._later, self._mergers, dice)
        self.work = len(faces) * SECONDS_A_FACE
        self._seconds: list[float] = []
        self._asked = self._moved = 0  # so often has the reader been asked at the last face, and states been moved

    def through(self, starts: Mapping[Left, Mapping[S, int]]) -> Mapping[Left, Mapping[S, int]]:
        """The states after the last face. Raises TooLarge."""
        bits = _bits(self._kinds, starts)
        weight_bytes = _BYTES_A_WEIGHT + bits // _BITS_A_BYTE
        of_a_die = max((kind.pmf.total.bit_length() for kind in self._kinds), default=0)
        dice = [sum(left) for left in starts]
        alike = (min(dice, default=0) + max(dice, default=0)) / 2 / max(1, len(self._faces))
        self._seconds_a_move = seconds_a_move(bits, of_a_die, alike)
        self._refuse_long(starts)
        table, names = _numbered(starts)
        for place in range(len(self._faces)):
            expected = self._refuse_from(place, table, self.work)
            self._refuse_by_trend(place, expected.whole)
            table, names = self._after(place, table, names, expected, weight_bytes)
            self.work += expected.seconds + self._asked * self._seconds_a_call
            self._moved = expected.moves
            self._seconds.append(expected.whole)
        return {left: {names[state]: weight for state, weight in states.items()} for left, states in table.items()}

    def _refuse_long(self, starts: Collection[Left]) -> None:
        """Refuse a pool at once that needs too many steps even with one state for all dice that may be left."""
        splits = 0
        for more in least_splits(self._kinds, starts, self._faces, self._mergers):
            splits += countable(more)
            refuse_work(self._time(splits, splits))

    def _refuse_from(self, place: int, table: _Table, before: float) -> _Expected:
        """The work of a face, before it is begun; TooLarge where later ones, too, take too long at least.

        before: the time of the faces before it.
        """
        kinds, here, most = self._kinds, self._here[place], self._later[place]
        splits = moves = 0
        for left, states in table.items():
            number = number_of_splits(kinds, left, here, most)
            splits += number
            moves += len(states) * number
        asked = self._asked_at_least(place, table) if moves > _MANY_MOVES * sum(map(len, table.values())) else 0
        expected = _Expected(self._time(splits, moves), moves, asked * self._seconds_a_call)
        # Where no fewer states are moved than at the last face, the reader is asked no less often, as a rule.
        like_last = self._asked if moves >= self._moved else 0
        of_later = expected.seconds + max(asked, like_last) * self._seconds_a_call
        later = of_later * self._as_long[place] + self._time_of_fewer(place, table)
        refuse_work(before + expected.whole + later)
        return expected

    def _asked_at_least(self, place: int, table: _Table) -> int:
        """The fewest times that the reader is asked at a face: for each state once for each count of a face."""
        here, most = self._here[place], self._later[place]
        counts: dict[int, int] = {}
        for left, states in table.items():
            number = prod([1 + sum([left[kind] for kind in own if here[kind] and most[kind]]) for own in self._varied])
            counts.update({state: number for state in states if counts.get(state, 0) < number})
        return sum(counts.values()) - len(counts)

    def _refuse_by_trend(self, place: int, seconds: float) -> None:
        """Raise TooLarge where later faces of the same kinds, which take longer and longer, take too long."""
        if place >= self._first_trend and self.work + seconds > _FEW_SECONDS:
            before = (place // 2, place * 3 // 4)  # what grows less and less is seen by the later one
            grown = [log(seconds / self._seconds[each]) / log((place + 1) / (each + 1)) for each in before]
            sure = max(grown[0] - _SLACK, min(grown) - _FACES_OF_SLACK / place)
            power = 1 + min(_MOST_POWER, max(0.0, sure))
            later = seconds * (place + 1) / power * ((1 + self._as_long[place] / (place + 1)) ** power - 1)
            refuse_work(self.work + seconds + later)

    def _time(self, splits: int, moves: int) -> float:
        return splits * SECONDS_A_SPLIT + moves * self._seconds_a_move

    def _time_of_fewer(self, place: int, table: _Table) -> float:
        """The least work of later faces, which fewer kinds show."""
        ways = {left: self._fewer[place].ways(left) for left in table}
        return self._time(sum(ways.values()), sum([ways[left] * len(states) for left, states in table.items()]))

    def _after(
        self, place: int, table: _Table, names: Sequence[S], expected: _Expected, weight_bytes: int
    ) -> tuple[_Table, Sequence[S]]:
        """The states after the face at this place, by their numbers, and what they are. TooLarge for many states.

        names: the states that the numbers in `table` stand for.
        """
        kinds, face, step, tally = self._kinds, self._faces[place], self._step, self._tally
        following: dict[Left, dict[int, int]] = {}
        numbers: dict[S, int] = {}
        here, most, merger = self._here[place], self._later[place], self._mergers[place]
        stays: dict[int, int] = {}
        steps: dict[Any, dict[int, int]] = {}
        unseen = done = number = 0  # moves since the states were counted, and before; splits
        due = 0  # moves not yet counted as work
        counted = found = 0  # states, when they were last counted, and how many of these were new then
        look, seen = _MANY_SECONDS, (0.0, 0.0)
        held = sum(map(len, table.values())) * weight_bytes + len(names) * _BYTES_A_STATE
        tables = 2 if self._as_long[place] >= 1 else 1  # one that is as large comes of it
        for left, states in table.items():
            gone = self._time(number, done + unseen)
            if gone > look and place + 1 < len(self._faces):
                # What has been found takes so long at the next face, and half of what is to come finds as much more.
                due_next = self._refuse_from(place + 1, following, self.work + expected.whole).whole
                more = (due_next - seen[0]) * (expected.seconds - gone) / (gone - seen[1]) / 2 if seen[0] else 0
                refuse_work(self.work + expected.whole + due_next + more)
                look, seen = gone + _MANY_SECONDS + 1e-5 * len(following), (due_next, gone)
            for taken, ways in splits(kinds, left, here, most):
                number += 1
                unseen += len(states)
                due += len(states)
                if due > _MOVES_AT_ONCE:
                    spend(due * self._seconds_a_move)
                    due = 0
                if unseen * weight_bytes > _BYTES_UNSEEN:
                    done += unseen
                    known_states = sum(map(len, following.values()))
                    # Later moves find as many new states as the last ones did, or ever fewer where these found fewer.
                    found, found_before = known_states - counted, found
                    fall = min(1.0, found / found_before) if found_before else 0.0
                    rest = (expected.moves - done) / unseen
                    terms = rest if fall > _STEADY else fall * (1 - fall**rest) / (1 - fall)
                    growing = 1 + _SURE * found * terms / known_states
                    found_bytes = known_states * weight_bytes + len(numbers) * _BYTES_A_STATE
                    refuse_work(0, max(held + growing * found_bytes, tables * growing * found_bytes))
                    hold(held + found_bytes)
                    counted, unseen = known_states, 0
                after_face = tuple(map(sub, left, taken))
                if merger is not None:
                    after_face = merged(after_face, merger)
                target = following.get(after_face)
                if target is None:
                    target = following[after_face] = {}
                if any(taken):
                    count = tally(taken)
                    known = steps.get(count)
                    if known is None:
                        known = steps[count] = {}
                else:
                    count, known = None, stays
                for state, weight in states.items():
                    after = known.get(state)
                    if after is None:
                        reached = names[state] if count is None else step(names[state], face, count)
                        after = known[state] = numbers.setdefault(reached, len(numbers))
                    if after in target:
                        target[after] += weight * ways
                    else:
                        target[after] = weight * ways
        self._asked = sum(map(len, steps.values()))
        spend(number * SECONDS_A_SPLIT + due * self._seconds_a_move + self._asked * self._seconds_a_call)
        return following, list(numbers)


def _numbered(starts: Mapping[Left, Mapping[S, int]]) -> tuple[_Table, Sequence[S]]:
    """The table of the states in which a pass begins, by their numbers, and what these stand for."""
    numbers: dict[S, int] = {}
    table = {
        left: {numbers.setdefault(state, len(numbers)): weight for state, weight in states.items()}
        for left, states in starts.items()
    }
    return table, list(numbers)


def tally_of(kinds: Sequence[Kind], pools: int | None) -> Callable[[tuple[int, ...]], Any]:
    """The count of a face by the dice of each kind that show it: one number, or one for each of several pools."""
    if pools is None:
        return sum
    if [kind.pool for kind in kinds] == list(range(pools)):
        return tuple
    owned = _owned(kinds, pools)
    return lambda taken: tuple([sum([taken[place] for place in own]) for own in owned])


def weights_of(kinds: Sequence[Kind]) -> list[dict[Face, Any]]:
    """The weights of the faces of each kind; long ones of dice as FLINT's numbers, which are multiplied sooner."""
    tables: list[dict[Face, Any]] = [dict(kind.pmf.weights) for kind in kinds]
    if max((kind.pmf.total.bit_length() for kind in kinds), default=0) < _LONG_BITS:
        return tables
    return [
        table if kind.deck else {face: fmpz(weight) for face, weight in table.items()}
        for kind, table in zip(kinds, tables, strict=True)
    ]


def _owned(kinds: Sequence[Kind], pools: int) -> list[list[int]]:
    """The kinds of each pool by their places."""
    return [[place for place, kind in enumerate(kinds) if kind.pool == pool] for pool in range(pools)]


def _bits(kinds: Sequence[Kind], starts: Mapping[Left, Mapping[S, int]]) -> int:
    """The bits of the weight of a state in the end, about."""
    each = [kind.pmf.total.bit_length() for kind in kinds]
    most: int = max(
        max([weight.bit_length() for weight in states.values()], default=0) + sum(map(mul, left, each))
        for left, states in starts.items()
    )
    return most


def _refuse_long_deals(kinds: Sequence[Kind], starts: Collection[Left], seconds: float) -> None:
    """Refuse hands at once that need too many steps even with one state: any number of the cards may be left.

    seconds: of all else.
    """
    for place, kind in enumerate(kinds):
        if kind.deck:
            most: dict[Left, int] = {}  # cards of this kind, for every number of the others
            for left in starts:
                others = (*left[:place], *left[place + 1 :])
                most[others] = max(most.get(others, 0), left[place])
            splits = sum(_dealt_at_least(kind, cards) for cards in most.values())
            refuse_work(seconds + splits * (SECONDS_A_SPLIT + _SECONDS_A_MOVE))


def _dealt_at_least(kind: Kind, hand: int) -> int:
    """The steps that a hand takes at least: at every card, for each number still lacking, to get one or none.

    One more for the hand that lacks none.
    """
    total = kind.pmf.total
    most = min(hand, total - hand)
    before = accumulate((copies for _, copies in kind.pmf.weights), initial=0)
    return 2 * sum(min(gone, total - gone, most) for gone in before) + len(kind.pmf.weights)

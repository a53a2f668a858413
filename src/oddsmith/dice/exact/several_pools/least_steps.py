"""Work of a pass over several pools that is known before the pools are put together, or from a look at fewer dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import chain, product
from math import comb, log2, prod
from operator import mul
from typing import Any, Final, NamedTuple

from oddsmith.dice.exact.explosion_chains import listed_size
from oddsmith.dice.exact.extremes import extreme_die
from oddsmith.dice.exact.kinds import Kind, Left, face_sequence, least_splits, least_splits_of_faces, merging
from oddsmith.dice.exact.multiset_dp import seconds_a_move
from oddsmith.dice.exact.pool_model import (
    PoolModel,
    ending,
    most_explosions,
    parts_of,
    pool_model,
    relabelled_kind,
    side_by_side,
    some_chains,
)
from oddsmith.dice.exact.throw_pmf import throw_pmf
from oddsmith.dice.exact.unique_dice import number_of_sets, unique_pool_model, work_of_multisets
from oddsmith.dice.limits import MAX_FACES
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import face_order, matcher
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import End
from oddsmith.dice.model.throw_rules import PLAIN
from oddsmith.distribution.limits import SECONDS_A_STEP as SECONDS_A_COUNTED_STEP
from oddsmith.distribution.limits import allowing, countable, refuse_work, spend
from oddsmith.errors import TooLarge

SECONDS_A_STEP: Final = 1.5e-6
_SECONDS_A_BIT: Final = 2e-11
"""Of the weight of a face, for its bits to the power of 1.6: powers of it are multiplied by those of other faces."""

_SECONDS_A_FACE: Final = 2e-6
"""Of a die that explodes, whatever it takes to tell how it does, for each order in which its faces may come."""

_SECONDS_A_TOTAL: Final = 6e-6
"""Of a total of a die that compounds, to list it."""

_PENETRATING: Final = 4
"""Kinds of dice that penetrate."""
_FEW: Final = 4
_MOST_SHAPES: Final = 2_000
_SURE: Final = 0.85
"""Of the steps that numbers between those looked at add, so many are sure."""


_STEPS_OF_A_LOOK: Final = 30_000  # after which it is given up


class LeastSteps(NamedTuple):
    """Steps that a pass takes even with one state. halved: where two pools come one after the other at every face."""

    whole: int
    halved: int


def least_steps(pools: Sequence[Sequence[PoolModel]], faces: Sequence[Any]) -> LeastSteps:
    """Return the steps that a pass over these pools takes at least; each is of parts that have no kind in common.

    Of n dice that may have shown earlier faces and may yet show later ones, there are (n + 1)(n + 2)/2 ways to show
    this one, for each pool; and as many times that as there are numbers of dice whose faces are all to come (those that
    explode, for example).
    """
    places_of = {face: place for place, face in enumerate(faces)}
    counted = [_Counted(parts, places_of) for parts in pools]
    several = any(len(part.kinds) > 1 for parts in pools for part in parts)
    by_kinds = [_by_kinds(parts, faces) if several else [(0, 0)] * len(faces) for parts in pools]
    whole = halved = 0
    marks = list(zip(*[pool.marks(len(faces)) for pool in counted], *by_kinds, strict=True))
    place_of = dict(zip(marks, range(len(faces)), strict=True))
    for mark, alike in Counter(marks).items():
        as_one, apart = [pool.at(place_of[mark]) for pool in counted], mark[len(pools) :]
        ways, left = zip(*(map(max, *each) for each in zip(as_one, apart, strict=True)), strict=True)
        whole += alike * prod(ways)
        halved += alike * sum(way * dice for way, dice in zip(ways, left[::-1], strict=True))
    return LeastSteps(whole, halved)


def _by_kinds(parts: Sequence[PoolModel], faces: Sequence[Any]) -> list[Left]:
    """Return the ways of a pool at every face, and of the dice that may be left, by kinds; 0 where these are too many,
    or of dice that are none."""
    kinds = [kind for part in parts for kind in part.kinds]
    if not kinds or prod(len(part.shapes) for part in parts) > _MOST_SHAPES:
        return [(0, 0)] * len(faces)
    lefts = [tuple(chain(*shapes)) for shapes in product(*(part.shapes for part in parts))]
    return least_splits_of_faces(kinds, lefts, faces)


def least_of_pools(
    pools: Sequence[PoolData[Any]], ends: Sequence[End | None], *, descending: bool | None = None
) -> float:
    """Return seconds that a pass takes at least, told from the pools as they are, before any face is listed.

    ends: of each pool the one die that matters, where it is one. descending: None of a pass in either order.
    """
    told = [pool for pool, end in zip(pools, ends, strict=True) if end is None]
    return _least(told, SECONDS_A_STEP, descending, None)


def least_of_pool(
    pool: PoolData[Any],
    seconds_a_step: float = SECONDS_A_STEP,
    *,
    descending: bool | None = None,
    relabel: Callable[[Any], Any] | None = None,
    seconds_a_face: float = 0.0,
) -> float:
    """Return the same of one pool. relabel: faces are read as these labels, so only the explosions are known.

    seconds_a_face: more, whatever dice show it.
    """
    return _least([pool], seconds_a_step, descending, relabel, seconds_a_face)


def _least(
    pools: Sequence[PoolData[Any]],
    seconds_a_step: float,
    descending: bool | None,
    relabel: Callable[[Any], Any] | None,
    seconds_a_face: float = 0.0,
) -> float:
    """Return the most seconds of those at the faces, but two, that any number of the equal dice of a pool may show, and
    those of dice that explode into their pool."""
    seconds = 0.0
    dice_of = [group for pool in pools if pool.unique is None for group in pool.dice]
    if relabel is None:
        seconds = _least_of_all_faces(pools, seconds_a_step, seconds_a_face)
    for group in dice_of:
        die, dice = group
        explosion = die.handling.explosion
        if explosion is not None and not explosion.compound and len(die.faces) <= MAX_FACES:
            beside = [] if relabel is None else [other for other in pools[0].dice if other is not group]
            seconds_of_each = seconds_a_step + _seconds_a_move(die, dice)
            seconds = max(seconds, _least_of_chains(die, dice, descending, relabel, beside) * seconds_of_each)
    return seconds


def _seconds_a_move(die: DieData[Any], dice: int) -> float:
    """Return the time of one state, where weights are those of all throws that there may be."""
    bits = log2(throw_pmf(die).total)
    return seconds_a_move(dice * (1 + most_explosions(die, dice)) * bits, bits, dice / len(throw_pmf(die).weights))


def refuse_least(pools: Sequence[PoolData[Any]], ends: Sequence[End | None], *, descending: bool | None) -> None:
    """Raise TooLarge where a pass takes too long at least; for its faces alone before those of a chain are listed."""
    refuse_work(_least_of_all_faces([pool for pool, end in zip(pools, ends, strict=True) if end is None]))
    refuse_work(least_of_pools(pools, ends, descending=descending))
    for pool in pools:
        sets = number_of_sets(pool)
        if sets:
            others = [other for other, end in zip(pools, ends, strict=True) if other is not pool and end is None]
            ways = [prod(_ways(other, face) for other in others) for face in sorted(sets[1], key=face_order)]
            orders = [ways] if descending is False else [ways[::-1]] if descending else [ways, ways[::-1]]
            steps = countable(min(sum(map(mul, sets[0], order)) for order in orders))
            refuse_work(work_of_multisets(pool).seconds + 2 * steps * SECONDS_A_STEP)


def _ways(pool: PoolData[Any], face: Any) -> int:
    """Return the ways at least in which a pool shows a face, of equal dice that do not explode."""
    if len(pool.dice) != 1 or pool.unique is not None or pool.dice[0][0].handling.explosion is not None:
        return 1
    ((die, dice),) = pool.dice
    shown = dict(throw_pmf(die).weights)
    if face not in shown or len(shown) == 1:
        return 1
    return dice + 1 if face in (next(iter(shown)), next(reversed(shown))) else comb(dice + 2, 2)


def _least_of_all_faces(
    pools: Sequence[PoolData[Any]], seconds_a_step: float = SECONDS_A_STEP, seconds_a_face: float = 0.0
) -> float:
    dice_of = [group for pool in pools if pool.unique is None for group in pool.dice]
    return max((_least_of_faces(die, dice, seconds_a_step, seconds_a_face) for die, dice in dice_of), default=0.0)


def _least_of_faces(die: DieData[Any], dice: int, seconds_a_step: float, seconds_a_face: float) -> float:
    """Return seconds that the faces, but two, take at least which any number of equal dice may show."""
    explosion, faces, bits = die.handling.explosion, _shown_as_they_are(die), 0
    if explosion is not None and explosion.compound and explosion.limit is None and len(die.faces) <= MAX_FACES:
        faces, bits = listed_size(die, dice)
        seconds_a_face += _SECONDS_A_TOTAL
    of_steps = comb(dice + 2, 2) * (seconds_a_step + bits**1.6 * _SECONDS_A_BIT)
    return float((faces - 2) * (of_steps + seconds_a_face))


def _least_of_chains(
    die: DieData[Any],
    dice: int,
    descending: bool | None,
    relabel: Callable[[Any], Any] | None,
    beside: Sequence[tuple[DieData[Any], int]],
) -> int:
    """Return the steps that dice which explode into their pool take at least.

    beside: others of it, of which the faces count that end a chain.
    """
    kinds, lefts = some_chains(die, dice)
    of_chains = len(kinds)
    for other, number in beside:
        if len(other.faces) <= MAX_FACES:
            spend(len(other.faces) * _SECONDS_A_FACE)
            kinds = *kinds, Kind(ending(other))
            lefts = [(*left, number) for left in lefts]
    chains = kinds, lefts
    if relabel is not None:
        kinds, lefts = _as_labels(kinds, lefts, relabel)
    orders = (False, True) if descending is None else (descending,)
    spend(sum(len(kind.pmf.weights) for kind in kinds) * (1 + len(orders)) * _SECONDS_A_FACE)
    passes = [face_sequence(kinds, descending=order) for order in orders]
    mergers = [merging(kinds, faces) for faces in passes]

    def least(lefts: Sequence[Left]) -> int:
        ways = zip(passes, mergers, strict=True)
        return countable(min(sum(least_splits(kinds, lefts, faces, merger)) for faces, merger in ways))

    whole = least(lefts)
    if of_chains < _PENETRATING or len(kinds) < _PENETRATING:
        return whole
    as_thrown, numbers = chains
    followed = sorted({left[1] for left in numbers})  # dice whose first throw exploded: some numbers are looked at
    if len(followed) < _FEW:
        return whole
    half = set(followed[::2])
    fewer = [left for left in numbers if left[1] in half]
    if relabel is not None:
        _, fewer = _as_labels(as_thrown, fewer, relabel)
    of_one = (whole - least(fewer)) / (len(followed) - len(half))
    return countable(whole + int(of_one * (dice + 1 - len(followed)) * _SURE))


def _as_labels(
    kinds: Sequence[Kind], lefts: Sequence[Left], relabel: Callable[[Any], Any]
) -> tuple[tuple[Kind, ...], list[Left]]:
    """Return kinds with labels for faces, of which equal ones are one, and the numbers of dice of each."""
    labelled = tuple(relabelled_kind(kind, relabel) for kind in kinds)
    model = side_by_side([PoolModel(labelled, dict.fromkeys(lefts, 1), 1)])
    return model.kinds, list(model.shapes)


def _shown_as_they_are(die: DieData[Any]) -> int:
    """The number of faces that are neither raised, lowered, thrown again for as long as it takes, nor explode."""
    handling = die.handling
    if handling is PLAIN or len(die.faces) > MAX_FACES:
        return len(die.faces)
    shown = [face for face in die.faces if handling.read(face) == face]
    if handling.reroll is not None and handling.reroll.times is None:
        rerolled = matcher(handling.reroll.when)
        shown = [face for face in shown if not rerolled(face)]
    if handling.explosion is not None:
        explodes = matcher(handling.explosion.when)
        shown = [face for face in shown if not explodes(face)]
    return len(shown)


class _Counted:
    """The ways of one pool, by the dice that may show a face and those that wait for later ones."""

    def __init__(self, parts: Sequence[PoolModel], places_of: dict[Any, int]) -> None:
        self._parts = parts
        kinds = [kind for part in parts for kind in part.kinds]
        shown = [sorted([places_of[face] for face, _ in kind.pmf.weights]) for kind in kinds]
        counted = [number for number, kind in enumerate(kinds) if shown[number] and not kind.deck]
        self._first = {number: shown[number][0] for number in counted}
        self._inner = {number: frozenset(shown[number][1:-1]) for number in counted}
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int]] = {}

    def marks(self, faces: int) -> list[int]:
        """Return a number for every face, the same where `at` says the same."""
        marks = [0] * faces
        for bit, places in enumerate(self._inner.values()):
            for place in places:
                marks[place] += 1 << bit
        for first in self._first.values():
            marks[:first] = [mark + (1 << len(self._inner)) for mark in marks[:first]]
        return marks

    def at(self, place: int) -> tuple[int, int]:
        """Return the ways in which dice show this face, and the numbers of dice that there may be before it."""
        inner = tuple(number for number, places in self._inner.items() if place in places)
        later = tuple(number for number, first in self._first.items() if place < first)
        if (inner, later) not in self._known:
            number, dice, squares, before = (
                1,
                0,
                0,
                0,
            )  # of all that waits, the most dice that are here, and their squares
            for part in self._parts:
                own = range(before, before + len(part.kinds))
                most = _most(
                    part, [kind - before for kind in inner if kind in own], [k - before for k in later if k in own]
                )
                here = sum(most)
                squares = squares * len(most) + 2 * dice * here + number * sum(each * each for each in most)
                number, dice, before = number * len(most), dice * len(most) + number * here, own.stop
            self._known[inner, later] = (squares + 3 * dice + 2 * number) // 2, dice + number
        return self._known[inner, later]


def _most(part: PoolModel, inner: Sequence[int], later: Sequence[int]) -> Collection[int]:
    """Return the most dice of some kinds, for each of the numbers that there may be of others, which wait."""
    most: dict[tuple[int, ...], int] = {}
    for left in part.shapes:
        waiting = tuple([left[number] for number in later])
        most[waiting] = max(most.get(waiting, 0), sum([left[number] for number in inner]))
    return most.values()


def most_multisets(model: PoolModel) -> int:
    """Return the number of ways in which the dice of a pool may lie, at most."""
    faces = len({face for kind in model.kinds for face, _ in kind.pmf.weights})
    return sum(
        min(
            _multisets(faces, sum(left)),
            prod(_multisets(len(kind.pmf.weights), dice) for kind, dice in zip(model.kinds, left, strict=True)),
        )
        for left in model.shapes
    )


def _multisets(faces: int, dice: int) -> int:
    """Return the number of ways in which equal dice may lie; one without faces never does."""
    return comb(faces + dice - 1, dice) if faces else int(not dice)


def parts_of_pool(pool: PoolData[Any], number: int, deck: int, end: End | None) -> list[PoolModel]:
    """The parts of a pool, whose dice know to which pool they belong, and cards from which deck they are.

    end: that of the only die that matters.
    """
    if end is not None:
        models = [extreme_die(pool.dice, highest=end is End.HIGHEST)]
    else:
        models = parts_of(pool.dice) if pool.unique is None else [unique_pool_model(pool, passed=True)]
    own = deck or -1 - number  # a pool in which no value repeats is like a deck of its own
    return [
        replace(model, kinds=tuple(replace(kind, pool=number, deck=own if kind.deck else 0) for kind in model.kinds))
        for model in models
    ]


def model_of(pool: PoolData[Any]) -> PoolModel:
    """The model of a pool by itself."""
    return pool_model(pool.dice) if pool.unique is None else unique_pool_model(pool, passed=True)


def refuse_by_fewer(kinds: Sequence[Kind], faces: Sequence[Any], left: Left, passed: Callable[[Left], float]) -> None:
    """Raise TooLarge where an eighth or a quarter of the dice say that so many take too long.

    They take so many times as long, at least, as there are more steps: states are told apart no less for more dice.
    passed: the seconds of a pass of so many dice.
    """
    merger = merging(kinds, faces)
    for part in (8, 4):
        few = tuple([-(-dice // part) for dice in left])
        whole, less = (sum(map(countable, least_splits(kinds, [dice], faces, merger))) for dice in (left, few))
        seconds, ended = _STEPS_OF_A_LOOK * SECONDS_A_COUNTED_STEP, False
        try:
            with allowing(_STEPS_OF_A_LOOK):
                seconds = passed(few)
        except TooLarge:
            ended = True
        refuse_work(seconds * whole / less)
        if ended:
            return

"""Pools thrown in columns: one row of a matrix for each die, one column for each roll.

Dice are drawn as the places of their faces. Tables tell of every place what it is read as, what it counts, and whether
it is thrown again or explodes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from oddsmith.dice.limits import MAX_THROWS, refuse_above
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import When, matcher
from oddsmith.dice.model.pool_data import PoolData
from oddsmith.dice.model.selection import places
from oddsmith.dice.rolling.throwing import refuse_endless

Ints: TypeAlias = npt.NDArray[np.int64]
Places: TypeAlias = npt.NDArray[Any]
Draw: TypeAlias = np.random.Generator

MAX_PLACES: Final = 65_536
"""Faces of a die for which tables are made."""

_AT_ONCE: Final = 2_000_000
"""Cards that are shuffled at once."""


@dataclass(frozen=True)
class Columns:
    """A pool to be rolled in columns. score: the count of each kept die, by its value."""

    pool: PoolData[Any]
    score: Callable[[Any], int]

    def roll(self, times: int, draw: Draw) -> Ints:
        """The values of `times` rolls."""
        if isinstance(self.pool.unique, Dealt):
            return self._dealt(self.pool.unique, times, draw)
        refuse_endless(self.pool.dice)
        if self.pool.selection or any(_compounds(die) for die, _ in self.pool.dice):
            return self._kept(times, draw)
        total = np.zeros(times, dtype=np.int64)
        for die, count in self.pool.dice:
            total += _scored(_Table(die), self.score, count, times, draw)
        return total

    def _dealt(self, dealt: Dealt, times: int, draw: Draw) -> Ints:
        """Hands as the places of their cards in the deck."""
        scores = np.array([self.score(card) for card, _ in dealt.deck.cards], dtype=np.int64)
        places_of = np.repeat(np.arange(len(scores)), [copies for _, copies in dealt.deck.cards])
        low, high = places(self.pool.selection, dealt.size)
        step = max(1, _AT_ONCE // max(1, dealt.deck.size))
        total = np.zeros(times, dtype=np.int64)
        for done in range(0, times if dealt.size else 0, step):
            here = places_of[_chosen(dealt.size, dealt.deck.size, min(step, times - done), draw)]
            if self.pool.selection:
                here = np.sort(here, axis=0)[low:high]
            total[done : done + step] = scores[here].sum(axis=0, dtype=np.int64)
        return total

    def _kept(self, times: int, draw: Draw) -> Ints:
        """Every die with its own value, of which some may be dropped."""
        rows = [_Table(die).totals(count, times, draw) for die, count in self.pool.dice]
        values = np.concatenate(rows) if rows else np.zeros((0, times), dtype=np.int64)
        if self.pool.selection:
            low, high = places(self.pool.selection, len(values))
            values = np.sort(values, axis=0)[low:high]
        shown, inverse = np.unique(values, return_inverse=True)
        scores = np.array([self.score(int(value)) for value in shown], dtype=np.int64)
        scored: Ints = scores[inverse.reshape(values.shape)].sum(axis=0, dtype=np.int64)
        return scored


def columns_of(pool: PoolData[Any], score: Callable[[Any], int]) -> Columns | None:
    """The pool for rolling in columns; None where that has no form: dice that must differ or are too large for tables,
    dice that explode into a pool of which some are dropped, words of which some are dropped.
    """
    if isinstance(pool.unique, Dealt):
        return Columns(pool, score)
    if pool.unique is not None or any(len(die.faces) > MAX_PLACES for die, _ in pool.dice):
        return None
    for die, _ in pool.dice:
        explodes = die.handling.explosion is not None
        if pool.selection and (not die.numeric or (explodes and not _compounds(die))):
            return None
    return Columns(pool, score)


def cards_drawn(dealt: Dealt) -> int:
    """The random numbers that a hand takes, or looks that it costs, whichever way it is dealt."""
    return max(1, dealt.size, min(dealt.size**2 // 2, dealt.deck.size))


def _chosen(number: int, cards: int, times: int, draw: Draw) -> Places:
    """Different numbers below `cards`, in a column for each time; all sets are alike (Floyd, CACM 30, 1987, p. 754)."""
    if number**2 // 2 > cards:
        return np.argsort(draw.random((cards, times)), axis=0)[:number]
    chosen = np.empty((number, times), dtype=np.int64)
    for place, last in enumerate(range(cards - number, cards)):
        drawn = draw.integers(0, last + 1, size=times)
        chosen[place] = np.where((chosen[:place] == drawn).any(axis=0), last, drawn)
    return chosen


class _Table:
    """Everything known of each place of a die."""

    def __init__(self, die: DieData[Any]) -> None:
        handling = die.handling
        self.explosion = handling.explosion
        self.read = [handling.read(face) for face in die.faces]
        self._die = die
        self._times = None if handling.reroll is None else handling.reroll.times
        self._again = None if handling.reroll is None else self._where(handling.reroll.when)
        self.explodes = None if self.explosion is None else self._where(self.explosion.when)
        self._ends = None if die.weights is None else np.cumsum(die.weights)

    def _where(self, conditions: When) -> npt.NDArray[np.bool_]:
        return np.array(list(map(matcher(conditions), self.read)))

    def draw(self, shape: tuple[int, ...], draw: Draw) -> Places:
        """Places, drawn and rerolled."""
        drawn = self._drawn(shape, draw)
        if self._again is None:
            return drawn
        times = self._times
        while times != 0:
            unlucky = self._again[drawn]
            count = int(np.count_nonzero(unlucky))
            if not count:
                break
            drawn[unlucky] = self._drawn((count,), draw)
            times = None if times is None else times - 1
        return drawn

    def _drawn(self, shape: tuple[int, ...], draw: Draw) -> Places:
        total = self._die.total
        kind: type[np.integer[Any]] = np.uint8 if total <= 256 else np.uint16 if total <= MAX_PLACES else np.int64
        numbers: Places = draw.integers(0, total, size=shape, dtype=kind)
        return numbers if self._ends is None else np.searchsorted(self._ends, numbers, side="right")

    def extra(self, exploding: Ints, draw: Draw, add: Callable[[Ints, Places], None]) -> None:
        """Throw the dice that explosions bring. exploding: where a die explodes; add: is called for them."""
        if self.explosion is None or self.explodes is None:
            return
        left = self.explosion.limit
        thrown = 0
        while exploding.size and left != 0:
            landed = self.draw((exploding.size,), draw)
            thrown += 1
            if thrown > MAX_THROWS:
                refuse_above(MAX_THROWS, thrown, "throws", "Limit the explosions.")
            add(exploding, landed)
            exploding = exploding[self.explodes[landed]]
            left = None if left is None else left - 1

    def totals(self, count: int, times: int, draw: Draw) -> Ints:
        """The total of every die, with its compounding throws."""
        first = self.draw((count, times), draw)
        read = np.array(self.read, dtype=np.int64)
        totals: Ints = read.take(first)
        if self.explodes is None or self.explosion is None:
            return totals
        flat = totals.reshape(-1)
        less = int(self.explosion.penetrating)

        def add(where: Ints, landed: Places) -> None:
            flat[where] += read.take(landed) - less

        self.extra(np.flatnonzero(self.explodes.take(first)), draw, add)
        return totals


def _scored(table: _Table, score: Callable[[Any], int], count: int, times: int, draw: Draw) -> Ints:
    """The count of `count` dice and those that they bring, together."""
    first = table.draw((count, times), draw)
    scores = _compact([score(face) for face in table.read])
    total: Ints = scores.take(first).sum(axis=0, dtype=np.int64)
    if table.explodes is None or table.explosion is None:
        return total
    later = [score(face - 1) for face in table.read] if table.explosion.penetrating else scores
    later_scores = np.array(later, dtype=np.int64)

    def add(where: Ints, landed: Places) -> None:
        np.add.at(total, where % times, later_scores.take(landed))

    table.extra(np.flatnonzero(table.explodes.take(first)), draw, add)
    return total


def _compact(numbers: list[int]) -> npt.NDArray[Any]:
    """The numbers in as few bytes as they need, since that makes large tables of them quick."""
    array = np.array(numbers, dtype=np.int64)
    for kind in (np.int8, np.int16, np.int32):
        if array.min() >= np.iinfo(kind).min and array.max() <= np.iinfo(kind).max:
            return array.astype(kind)
    return array


def _compounds(die: DieData[Any]) -> bool:
    return die.handling.explosion is not None and die.handling.explosion.compound

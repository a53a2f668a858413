"""A pool as data: dice that are thrown together, and which of them are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic

from oddsmith.dice.limits import MAX_DICE, refuse_above
from oddsmith.dice.model.deck_data import Dealt
from oddsmith.dice.model.die_data import DieData
from oddsmith.dice.model.faces import F
from oddsmith.dice.model.selection import Selection, places
from oddsmith.distribution.given_numbers import check_whole


@dataclass(frozen=True, slots=True)
class Unique:
    """No value shows twice: a die that repeats the value of an earlier die is thrown again.

    Dice take their turn in the order of the pool. once: each is thrown again at most once, and then may repeat.
    """

    once: bool = False


@dataclass(frozen=True)
class PoolData(Generic[F]):
    """Groups of a die and how many of it. Every pool is a `Pool`, which adds the methods that roll and read it.

    Of no dice with tuples on them one kind is kept, so that the sum of none is a tuple of as many 0s. Fields and errors
    are those of `Pool`.
    """

    dice: tuple[tuple[DieData[F], int], ...]
    unique: Unique | Dealt | None = None
    selection: tuple[Selection, ...] = ()

    def __post_init__(self) -> None:
        counts: dict[DieData[F], int] = {}
        for die, count in self.dice:
            check_whole("dice", count, 0)
            if count:
                counts[die] = counts.get(die, 0) + count
        refuse_above(MAX_DICE, sum(counts.values()), "dice", "Throw fewer dice.")
        if not counts:
            counts |= {die: 0 for die, _ in self.dice[:1] if die.width}
        object.__setattr__(self, "dice", tuple(counts.items()))


def dice_of(pool: PoolData[Any]) -> int:
    """The number of dice that are thrown, or of cards that are dealt."""
    dice = pool.dice
    return dice[0][1] if len(dice) == 1 else sum([count for _, count in dice])


def drops_some(pool: PoolData[Any]) -> bool:
    """True where some dice of a pool may be dropped; of one die the highest is all that there is."""
    if pool.unique is not None or any(die.handling.explosion is not None for die, _ in pool.dice):
        return bool(pool.selection)
    dice = dice_of(pool)
    return places(pool.selection, dice) != (0, dice)


def decks_of(pools: Iterable[PoolData[Any]]) -> list[int]:
    """For each pool the number of the deck that it is dealt from, from 1 up: hands of one deal have one; 0 for dice."""
    seats: list[tuple[Dealt, set[int]]] = []
    numbers: list[int] = []
    for pool in pools:
        dealt = pool.unique
        if not isinstance(dealt, Dealt):
            numbers.append(0)
            continue
        same = [(one.deck, one.sizes) == (dealt.deck, dealt.sizes) and dealt.seat not in taken for one, taken in seats]
        if not any(same):
            seats.append((dealt, set()))
            same.append(True)
        number = same.index(True)
        seats[number][1].add(dealt.seat)
        numbers.append(number + 1)
    return numbers

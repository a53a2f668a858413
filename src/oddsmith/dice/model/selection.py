"""Keep and drop: the dice of a pool that are read, by their place when all lie in ascending order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class End(Enum):
    """An end of the ordered dice, or their middle; the value is the letter after `k` or `d` in notation."""

    HIGHEST = "h"
    LOWEST = "l"
    MIDDLE = "m"


@dataclass(frozen=True, slots=True)
class Selection:
    """Keep (or drop) `count` dice at one end; one step of possibly several."""

    end: End
    count: int
    drop: bool = False

    def __str__(self) -> str:
        return f"{'d' if self.drop else 'k'}{self.end.value}{self.count}"


def passed(skip: int, take: int, count: int) -> tuple[int, int, int]:
    """Of dice that come in order, those still to skip and to take after `count` more of them, and how many are taken.

    >>> passed(1, 3, 2)
    (0, 2, 1)
    """
    taken = min(take, max(0, count - skip))
    return max(0, skip - count), take - taken, taken


class FromOneEnd(NamedTuple):
    """Dice to skip from the highest (or lowest) on, and then to take; None for all the rest."""

    highest: bool
    skip: int
    take: int | None

    def after(self, count: int) -> tuple[FromOneEnd, int]:
        """The dice to skip and to take after `count` more dice, and how many of these are taken.

        >>> FromOneEnd(highest=True, skip=1, take=2).after(2)
        (FromOneEnd(highest=True, skip=0, take=1), 1)
        """
        skip, take, taken = passed(self.skip, count if self.take is None else self.take, count)
        return FromOneEnd(self.highest, skip, None if self.take is None else take), taken


class ToCome(NamedTuple):
    """Of dice still to come, those to skip, then to take, and the rest."""

    skip: int
    take: int
    rest: int

    def after(self, count: int) -> tuple[ToCome | None, int]:
        """The dice still to come after `count` of them, and how many of these are taken; None where more came.

        >>> ToCome(1, 2, 1).after(2)
        (ToCome(skip=0, take=1, rest=1), 1)
        """
        if count > sum(self):
            return None, 0
        skip, take, taken = passed(self.skip, self.take, count)
        return ToCome(skip, take, self.rest - (count - (self.skip - skip) - taken)), taken


def to_come(selections: tuple[Selection, ...], dice: int, *, descending: bool) -> ToCome:
    """So many dice that come from the highest (or the lowest) on, by what is kept of them.

    >>> to_come((Selection(End.HIGHEST, 1, drop=True),), 3, descending=False)
    ToCome(skip=0, take=2, rest=1)
    """
    low, high = places(selections, dice)
    return ToCome(dice - high, high - low, low) if descending else ToCome(low, high - low, dice - high)


def from_one_end(selections: tuple[Selection, ...]) -> FromOneEnd | None:
    """The steps as one, where all work at the same end, however many dice there are; else None.

    >>> from_one_end((Selection(End.HIGHEST, 1, drop=True), Selection(End.HIGHEST, 2)))
    FromOneEnd(highest=True, skip=1, take=2)
    """
    ends = {step.end for step in selections}
    if len(ends) != 1 or End.MIDDLE in ends:
        return None
    skip = 0
    take: int | None = None
    for step in selections:
        if not step.drop:
            take = step.count if take is None else min(take, step.count)
        elif take is None:
            skip += step.count
        else:
            skip, take = skip + min(step.count, take), take - min(step.count, take)
    return FromOneEnd(End.HIGHEST in ends, skip, take)


def places(selections: tuple[Selection, ...], dice: int) -> tuple[int, int]:
    """The kept places, from the first up to before the second, of so many dice in ascending order.

    Steps work one after another on what is left. The middle of an even surplus is the lower one.

    >>> places((Selection(End.HIGHEST, 3), Selection(End.LOWEST, 1, drop=True)), 4)
    (2, 4)
    """
    low, high = 0, dice
    for step in selections:
        left = high - low
        keep = max(0, left - step.count) if step.drop else min(left, step.count)
        above = (left - keep + 1) // 2 if step.end is End.MIDDLE else 0
        from_top = (step.end is End.HIGHEST) != step.drop
        if step.end is End.MIDDLE:
            low, high = high - above - keep, high - above
        elif from_top:
            low = high - keep
        else:
            high = low + keep
    return low, high

"""Keep and drop: the dice of a pool that are read, by their place when all lie in ascending order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


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

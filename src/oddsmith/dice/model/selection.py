"""Keep and drop: which dice of a pool are read, told by their place when all lie in ascending order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Side(Enum):
    """Which end of the ordered dice is meant; the value is how notation writes it after `k` or `d`."""

    HIGHEST = "h"
    LOWEST = "l"
    MIDDLE = "m"


@dataclass(frozen=True, slots=True)
class Selection:
    """Keep (or drop) `count` dice at one side; one step of possibly several."""

    side: Side
    count: int
    drop: bool = False

    def __str__(self) -> str:
        return f"{'d' if self.drop else 'k'}{self.side.value}{self.count}"


def places(selections: tuple[Selection, ...], dice: int) -> tuple[int, int]:
    """The kept places, from the first up to before the second, of so many dice in ascending order.

    Steps work one after another on what is left. The middle of an even surplus is the lower one.

    >>> places((Selection(Side.HIGHEST, 3), Selection(Side.LOWEST, 1, drop=True)), 4)
    (2, 4)
    """
    low, high = 0, dice
    for step in selections:
        left = high - low
        keep = max(0, left - step.count) if step.drop else min(left, step.count)
        above = (left - keep + 1) // 2 if step.side is Side.MIDDLE else 0
        from_top = (step.side is Side.HIGHEST) != step.drop
        if step.side is Side.MIDDLE:
            low, high = high - above - keep, high - above
        elif from_top:
            low = high - keep
        else:
            high = low + keep
    return low, high

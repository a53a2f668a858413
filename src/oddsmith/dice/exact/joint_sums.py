"""Sums of what kept dice count, for several readings at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Kept: TypeAlias = tuple[int, int]
"""The dice that a reading keeps, by their places from the end of the pass: from the first up to before the second.

The second is huge where it keeps all the rest, so that the number of dice makes no difference.
"""


def taken_of(kept: Kept, left: int, count: int) -> int:
    """The kept ones of the `count` dice at a face, of those `left` that are there or beyond."""
    near, far = kept
    return max(0, min(left, far) - max(left - count, near))


class Sums:
    """Sums of what kept dice count, as the digits of one number; each digit has room for all that its sum may be."""

    def __init__(self, scores: Sequence[Sequence[int]], kept: Sequence[Kept], dice: int) -> None:
        self._kept = kept
        self._counts: list[list[int]] = []
        self._lows: list[int] = []
        self._sizes: list[int] = []
        unit, self.none = 1, 0
        for counts, (near, far) in zip(scores, kept, strict=True):
            most = max(0, min(far, dice) - near)
            low, high = (most * end(0, 0, *counts) for end in (min, max))
            self._lows.append(low)
            self._sizes.append(high - low + 1)
            self._counts.append([count * unit for count in counts])
            self.none -= low * unit
            unit *= high - low + 1

    def more(self, place: int, dice: int, count: int) -> int:
        """By how much the number grows when `count` of the dice left show the face at this place."""
        return sum(
            [counts[place] * taken_of(kept, dice, count) for counts, kept in zip(self._counts, self._kept, strict=True)]
        )

    def read(self, number: int) -> tuple[int, ...]:
        """The sums."""
        sums: list[int] = []
        for low, size in zip(self._lows, self._sizes, strict=True):
            number, digit = divmod(number, size)
            sums.append(digit + low)
        return tuple(sums)

"""Sums of what kept dice count, for several readings at a time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from flint import fmpz

_OTHER_THAN_0: Final = re.compile(rb"[^\0]")

_MANY_NUMBERS: Final = 80_000
_SECONDS_APART: Final = 1.3e-7
_SOME_STATES: Final = 16
_SOME_PLACES: Final = 1024
_FEW_TAKEN: Final = 0.1  # of the places that are looked at: their number says nothing
_SURE: Final = 0.8
"""So many times what some places say is sure."""

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
        self.room = unit
        """Numbers that there may be."""

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


class Listed:
    """Weights of sums that are listed, by number.

    bits: of the weight of all that may happen. of_a_die: of that of one die, by which they are multiplied.
    """

    seconds_a_state: Final = 1.5e-6

    def __init__(self, bits: int, of_a_die: int) -> None:
        self._near = 1.5e-7 + min(bits, 700) * 2.5e-10 + bits * (1.5e-10 + of_a_die * 1e-12)
        self.bytes_a_number = 150 + bits // 8

    def seconds_a_number(self, numbers: int) -> float:
        """Return the time of one of so many; the more there are, up to some, the farther apart they lie in memory."""
        return self._near + min(1.0, numbers / _MANY_NUMBERS) * _SECONDS_APART

    @staticmethod
    def size(states: Mapping[Any, Any]) -> int:
        """Return how many numbers there are."""
        return sum(map(len, states.values()))

    @classmethod
    def taken(cls, states: Mapping[Any, Any]) -> float:
        """Return how many of them have a weight: all."""
        return cls.size(states)

    @staticmethod
    def add(target: dict[Any, Any], onward: Any, numbers: Any, more: int, ways: int) -> None:
        """Add the weights, as many times as there are ways, to those of a state, at numbers larger by `more`."""
        arrived = target.get(onward)
        if arrived is None:
            target[onward] = {number + more: weight * ways for number, weight in numbers.items()}
            return
        for number, weight in numbers.items():
            moved = number + more
            if moved in arrived:
                arrived[moved] += weight * ways
            else:
                arrived[moved] = weight * ways

    @staticmethod
    def read(numbers: Any) -> Mapping[int, int]:
        """Return the weights by number."""
        found: Mapping[int, int] = numbers
        return found


class Packed:
    """Weights of sums that are the digits of one long number, by their place: quicker, where most places are taken."""

    seconds_a_state: Final = 1e-6

    def __init__(self, bits: int) -> None:
        self._bytes = bits // 8 + 1  # no weight has more, so none runs into the next
        self._width = 8 * self._bytes
        self.bytes_a_number = self._bytes

    def seconds_a_number(self, numbers: int) -> float:
        """Return the time of one place, which lie side by side however many there are."""
        return self._width * 8e-11

    def packed(self, numbers: Mapping[int, int]) -> fmpz:
        """Return listed weights as digits."""
        digits = bytearray((max(numbers, default=0) + 1) * self._bytes)
        for number, weight in numbers.items():
            start = number * self._bytes
            digits[start : start + self._bytes] = weight.to_bytes(self._bytes, "little")
        return fmpz(int.from_bytes(digits, "little"))

    def size(self, states: Mapping[Any, Any]) -> int:
        """Return how many places there are."""
        bits: int = sum(digits.bit_length() for digits in states.values())
        return bits // self._width + len(states)

    def taken(self, states: Mapping[Any, Any]) -> float:
        """Return how many of them have a weight, as some places of some states say; 0 where that is few."""
        chance = Random(0)  # the same places each time
        some = list(states.values())[:: -(-len(states) // _SOME_STATES) or 1]
        places = found = 0.0
        for digits in some:
            size = digits.bit_length() // self._width + 1
            listed = int(digits).to_bytes(size * self._bytes, "little")
            starts = [chance.randrange(size) * self._bytes for _ in range(_SOME_PLACES // len(some))]
            places += size
            found += size * sum(any(listed[at : at + self._bytes]) for at in starts) / len(starts)
        return self.size(states) * found / places * _SURE if found > _FEW_TAKEN * places else 0.0

    def add(self, target: dict[Any, Any], onward: Any, digits: Any, more: int, ways: int) -> None:
        """Add the weights, as many times as there are ways, to those of a state, at places higher by `more`."""
        moved = digits * ways
        if more:
            moved = moved << more * self._width if more > 0 else moved >> -more * self._width
        target[onward] = target[onward] + moved if onward in target else moved

    def read(self, digits: Any) -> Mapping[int, int]:
        """Return the weights above 0 by number."""
        places = -(-digits.bit_length() // self._width)
        listed, step = int(digits).to_bytes(places * self._bytes, "little"), self._bytes
        weights: dict[int, int] = {}
        at = _OTHER_THAN_0.search(listed)
        while at is not None:  # most places of several sums may be 0
            number = at.start() // step
            weights[number] = int.from_bytes(listed[number * step : number * step + step], "little")
            at = _OTHER_THAN_0.search(listed, number * step + step)
        return weights

"""Drawing from an unbounded support exactly: digits of a uniform number are drawn until they settle the outcome."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from oddsmith.distribution.unbounded.series import Direction

_BASE = 1 << 64


def draw(directions: Sequence[Direction], below: Callable[[int], int]) -> int:
    """The outcome that a uniform u within 0..1 falls on; the outcomes share out 0..1 direction by direction, each from
    its start outwards. After some digits u is known to be within digits/scale .. (digits + 1)/scale.
    """
    digits, scale = below(_BASE), _BASE
    while True:
        used = Fraction(0)
        for direction in directions:
            low, high = Fraction(digits, scale) - used, Fraction(digits + 1, scale) - used
            if low < direction.total:
                break
            used += direction.total
        if high <= direction.total:
            place = direction.holding(low)
            if high <= direction.before(place + 1):
                return direction.outcome(place)
        digits, scale = digits * _BASE + below(_BASE), scale * _BASE

"""Limits that the dice layer checks before it starts, so that a typing slip never costs minutes or memory."""

from __future__ import annotations

from typing import Final

from oddsmith.distribution.given_numbers import check_whole
from oddsmith.errors import TooLarge

MAX_DICE: Final = 100_000
"""Dice in one pool."""

MAX_NUMBER: Final = 10**15
"""Numbers on a die, up or down."""

MAX_BITS: Final = 500
"""Binary digits before (and after) the point of any number that an expression comes to; 150 decimal ones."""

MAX_WRITTEN_DICE: Final = 999
"""Dice that one term of notation may throw, as in the dialect it follows; a larger pool is written as several terms."""

MAX_FACES: Final = 200_000
"""Faces listed one by one (exact odds of one die); rolling a die never lists them."""

MAX_THROWS: Final = 1_000_000
"""Faces that one roll of an expression may land, explosions and rerolls included."""

MAX_EXPECTED: Final = MAX_THROWS // 2
"""Faces that one roll is expected to land; with so many, hardly any comes to twice that."""

MAX_THROWN: Final = 100_000
"""Dice that one roll may throw, counted before the first one lands; about a second, with the text of all faces."""

FEWER_AT_ONCE: Final = "Roll fewer dice at once."


def refuse_above(limit: int, estimate: int, what: str, remedy: str) -> None:
    """Raise TooLarge when `estimate` of `what` is over `limit`, which no `limit=` moves."""
    if estimate > limit:
        raise above_fixed(what, estimate, limit, remedy)


def above_fixed(what: str, estimate: int, limit: int, remedy: str) -> TooLarge:
    """The error for more than a limit that is no option."""
    return TooLarge(what, estimate, limit, remedy=f"{remedy} This limit is fixed.")


def number_of_rolls(number: object) -> int:
    """A number of rolls; BadInput for what is no whole number from 0 up. What many take is for the odds to say, and of
    those that are thrown for the source."""
    check_whole("rolls", number, 0)
    return int(str(number))

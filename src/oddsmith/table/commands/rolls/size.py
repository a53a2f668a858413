"""Limits to the size of a roll: a log is kept for ever, and every page at the table reads it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from oddsmith.errors import TooLarge
from oddsmith.table.domain.prepared_roll import PreparedRoll
from oddsmith.table.domain.replay import ActSource, run_with

#: Faces that a roll may be expected to have at a table: as text they are about 64 kB.
FACES: Final = 600
#: Letters that a face takes in the log, as written in a trail.
LETTERS: Final = 110
#: Rolls with these seeds are tried, once for all rolls that ask the same. What chance may add to them is bounded where
#: faces land, far above.
_TRIED: Final = tuple(f"{number:064x}" for number in range(3))


def expected_faces(roll: PreparedRoll) -> int:
    """Return how many faces a roll may have before anybody decides anything; TooLarge when a log cannot hold them."""
    most = _tried(roll, FACES)
    if most > FACES:
        raise TooLarge("faces in one roll", most, FACES, remedy="Roll fewer dice at once.")
    return most


@lru_cache(512)
def _tried(roll: PreparedRoll, limit: int) -> int:
    """Return the most faces of some rolls; one more than the limit where there were more."""
    most = 0
    for seed in _TRIED:
        source = ActSource("seed", [("seed", seed)], limit)
        try:
            run_with(roll, source)
        except TooLarge:
            return limit + 1
        most = max(most, len(source.landed))
    return most

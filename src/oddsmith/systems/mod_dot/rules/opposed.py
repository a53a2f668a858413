"""An opposed test (G0.10, an option): two characters compare their successes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from oddsmith.rules import note, rule
from oddsmith.systems.authoring.marks import Unasked
from oddsmith.systems.mod_dot.rules.test import Character, resolve


@dataclass(frozen=True)
class OpposedOutcome:
    """The successes of both characters."""

    successes: Annotated[int, Unasked]
    against_successes: Annotated[int, Unasked]


@rule
async def contest(character: Character, against: Character) -> OpposedOutcome:
    """G0.10: both sides test; more successes win, and a tie goes to the defender."""
    mine = await resolve(character)
    theirs = await resolve(against)
    net = mine.successes - theirs.successes
    await note("a tie: it goes to the defender" if net == 0 else f"{'wins' if net > 0 else 'loses'} by {abs(net)}")
    return OpposedOutcome(mine.successes, theirs.successes)

"""An opposed check (G1.14, an option): two characters compare their successes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from oddsmith.rules import note, rule
from oddsmith.systems.authoring.marks import Unasked
from oddsmith.systems.dot.rules.check import check
from oddsmith.systems.dot.rules.pool import DotPool


@dataclass(frozen=True)
class OpposedOutcome:
    """The successes of both sides. tie_wins: a tie goes to whoever acts."""

    successes: Annotated[int, Unasked]
    against_successes: Annotated[int, Unasked]
    tie_wins: Annotated[bool, Unasked]

    @property
    def net(self) -> int:
        """The successes by which whoever acts is ahead."""
        return self.successes - self.against_successes


@rule
async def contest(pool: DotPool, against: DotPool, tie_wins: bool) -> OpposedOutcome:
    """G1.14: both sides roll, and more successes win."""
    mine = await check(pool)
    theirs = await check(against)
    result = OpposedOutcome(mine.successes, theirs.successes, tie_wins)
    if result.net == 0:
        await note(f"a tie: it goes to {'whoever acts' if tie_wins else 'the defender'}")
    else:
        await note(f"{'wins' if result.net > 0 else 'loses'} by {abs(result.net)}")
    return result

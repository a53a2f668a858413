"""An opposed check (G1.14, an option): two characters compare their successes."""

from __future__ import annotations

from dataclasses import dataclass

from oddsmith.rules import Then, note, roll, rule
from oddsmith.systems.dot.rules.check import check
from oddsmith.systems.dot.rules.pool import DotPool, fives_and_sixes


@dataclass(frozen=True)
class OpposedOutcome:
    """The successes of both sides. tie_wins: a tie goes to whoever acts."""

    successes: int
    against_successes: int
    tie_wins: bool

    @property
    def net(self) -> int:
        """The successes by which whoever acts is ahead."""
        return self.successes - self.against_successes

    @property
    def lead(self) -> int:
        """The same where a tie that goes to whoever acts counts as one ahead: above 0 wins."""
        return self.net + self.tie_wins


@rule
async def net_alone(pool: DotPool, against: DotPool, start: int) -> Then[int]:
    """G1.14: by how many successes the one side is ahead, from `start`, and nothing else, so that it needs no limit."""
    return start + roll(
        fives_and_sixes(pool.dice, pool.reroll, pool.book) - fives_and_sixes(against.dice, against.reroll, pool.book)
    )


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

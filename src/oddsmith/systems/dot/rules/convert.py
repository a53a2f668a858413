"""The same roll in HERO: 3d6 at or below a target, beside the pool that takes its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from oddsmith.dice import d6
from oddsmith.rules import note, roll, rule
from oddsmith.systems.authoring.marks import Unasked
from oddsmith.systems.dot.rules.check import verdict
from oddsmith.systems.dot.rules.pool import DotPool, successes_of

HERO_EXCEPTIONAL, HERO_CRITICAL_FAILURE = 3, 18  # HERO: what always succeeds, what always fails


@dataclass(frozen=True)
class ConvertedRoll:
    """A HERO roll against a target, and a roll of the pool that takes its place."""

    target: Annotated[int, Unasked]
    hero_roll: Annotated[int, Unasked]
    successes: Annotated[int, Unasked]
    pool: Annotated[int, "dots of the pool"]

    @property
    def hero_success(self) -> bool:
        """HERO: 3d6 at or below the target; 3 always succeeds, 18 always fails."""
        if self.hero_roll in (HERO_EXCEPTIONAL, HERO_CRITICAL_FAILURE):
            return self.hero_roll == HERO_EXCEPTIONAL
        return self.hero_roll <= self.target

    @property
    def dot_critical_failure(self) -> bool:
        """R1.9: no success with a pool below one dot (of these fields alone, as for a check: events are read so)."""
        return self.successes == 0 and self.pool < 1


@rule
async def convert(target: int, pool: DotPool) -> ConvertedRoll:
    """R1.12: a HERO roll on 3d6 beside the pool that takes its place."""
    hero_roll = await roll(d6.pool(3).sum())
    result = ConvertedRoll(target, hero_roll, await successes_of(pool), pool.dots)
    await note(f"HERO: {hero_roll} against {target}-, {'a success' if result.hero_success else 'a failure'}")
    await note(f"Dot: {verdict(result.successes, pool, critical=result.dot_critical_failure)}")
    return result

"""An attack: a check of combat values, in which autofire makes every success a hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from oddsmith.rules import note, rule
from oddsmith.systems.authoring.marks import Number, Unasked
from oddsmith.systems.dot.rules.check import Pool, check
from oddsmith.systems.dot.rules.pool import DotPool


@dataclass(frozen=True)
class AttackOutcome:
    """The successes of an attack, how many of its shots hit, and the dots of its pool."""

    successes: Annotated[int, Number("successes", one="success")]
    hits: Annotated[int, Number("hits", one="hit")]
    pool: Pool
    critical_failure: Annotated[bool, Unasked]


@rule
async def attack(pool: DotPool, most_hits: int | None) -> AttackOutcome:
    """R1.10, R1.11: an attack; one success hits, and with autofire every success is a hit, up to the shots fired."""
    if pool.dice == 0:
        await note(f"the pool is {pool.dots}, below one dot: an automatic miss (house rule)")
        return AttackOutcome(0, 0, pool.dots, critical_failure=False)
    result = await check(pool)
    hits = result.successes if most_hits is None else min(result.successes, most_hits)
    await note(
        f"{hits} hit{'' if hits == 1 else 's'}{', as many as shots' if hits < result.successes else ''}"
        if hits
        else "a miss"
    )
    return AttackOutcome(result.successes, hits, pool.dots, result.successes == 0 and pool.dots < 1)

"""A check: one success of the pool achieves the task, five are exceptional."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from oddsmith.rules import note, rule
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.dot.rules.pool import DotPool, successes_of

#: The dots of a pool, as outcomes tell them.
Pool: TypeAlias = Annotated[int, Number("dots of the pool", one="dot of the pool")]


@dataclass(frozen=True)
class CheckOutcome:
    """The successes of a check, and the dots of its pool."""

    successes: Annotated[int, Number("successes", one="success")]
    pool: Pool

    @property
    def critical_failure(self) -> bool:
        """R1.9, G1.9: no success with a pool below one dot."""
        return self.successes == 0 and self.pool < 1


@rule
async def check(pool: DotPool) -> CheckOutcome:
    """R1.5 to R1.9: a check; one success achieves the task."""
    if pool.dots < 1:
        await note(f"the pool is {pool.dots}, below one dot: one die is rolled")
    successes = await successes_of(pool)
    result = CheckOutcome(successes, pool.dots)
    await note(verdict(successes, pool, critical=result.critical_failure))
    return result


def verdict(successes: int, pool: DotPool, *, critical: bool) -> str:
    """Say what successes come to (R1.5, R1.6, R1.9)."""
    if successes == 0:
        return "no success: a critical failure, like 18 on 3d6" if critical else "no success: a failure"
    count = f"{successes} success{'es' if successes > 1 else ''}"
    if successes >= pool.book.exceptional:
        return f"{count}: an exceptional success, like 3 on 3d6"
    return f"{count}: achieved"

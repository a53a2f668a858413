"""Vampire, fifth edition: a test with hunger dice."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import d10, roll
from oddsmith.games import Game, Limits

game = Game("Vampire 5th edition", name="v5", source="https://www.worldofdarkness.com/vampire-the-masquerade")


@dataclass(frozen=True)
class Result:
    success: bool
    messy_critical: bool
    bestial_failure: bool
    successes: int


@game.action
async def test(
    pool: Annotated[int, Limits(1, 20, "dice, hunger dice among them")],
    hunger: Annotated[int, Limits(0, 5, "hunger")] = 1,
    difficulty: Annotated[int, Limits(1, 10, "successes needed")] = 2,
) -> Result:
    """6 and more is a success, two 10s are four. A 10 of hunger makes a critical messy, a 1 a failure bestial."""
    red = await roll(d10.pool(min(pool, hunger)))
    plain = await roll(d10.pool(max(0, pool - hunger)))
    tens = plain.count(10) + red.count(10)
    total = sum(face >= 6 for face in plain + red) + 2 * (tens // 2)
    won = total >= difficulty
    return Result(won, won and tens >= 2 and 10 in red, not won and 1 in red, total)

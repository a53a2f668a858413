"""Legend of the Five Rings, fourth edition: roll some ten-sided dice that explode, keep the best of them."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import d10, roll
from oddsmith.games import Game, Limits

game = Game("Legend of the Five Rings", name="l5r", source="https://en.wikipedia.org/wiki/Legend_of_the_Five_Rings")


@dataclass(frozen=True)
class Result:
    success: bool
    total: int


@game.action
async def check(
    rolled: Annotated[int, Limits(1, 10, "dice rolled")],
    kept: Annotated[int, Limits(1, 10, "dice kept")],
    target: Annotated[int, Limits(5, 60, "target number")] = 15,
    raises: Annotated[int, Limits(0, 5, "raises called, 5 more each")] = 0,
    skilled: bool = True,
) -> Result:
    """Roll and keep: every 10 of somebody skilled is rolled on. The sum of the kept dice must reach the target."""
    die = d10.compound() if skilled else d10
    total = await roll(die.pool(rolled).keep_highest(min(kept, rolled)).sum())
    return Result(total >= target + 5 * raises, total)

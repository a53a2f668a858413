"""A move of games Powered by the Apocalypse: 2d6 and a stat, with advantage or disadvantage."""

from typing import Annotated, Literal

from oddsmith import d6, roll
from oddsmith.games import Game, Limits

game = Game("Powered by the Apocalypse", name="pbta", source="https://apocalypse-world.com/pbta/")

Hit = Literal["miss", "weak hit", "strong hit"]


@game.action
async def move(
    stat: Annotated[int, Limits(-3, 5, "the stat that the move is rolled with")] = 0,
    dice: Literal["2d6", "advantage", "disadvantage"] = "2d6",
) -> Hit:
    """Roll 2d6 and add a stat: 10 and more is a strong hit, 7 to 9 a weak one. Advantage: the best two of three."""
    pool = d6.pool(2 if dice == "2d6" else 3)
    kept = pool.keep_lowest(2) if dice == "disadvantage" else pool.keep_highest(2)
    total = stat + await roll(kept.sum())
    return "strong hit" if total >= 10 else "weak hit" if total >= 7 else "miss"

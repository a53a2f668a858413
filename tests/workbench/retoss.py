"""A game whose re-toss has its price as a house number: the chances of Edged Coins, and one toss again."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Retoss")


@dataclass(frozen=True)
class Tossed:
    success: bool
    energy: Annotated[int, Spent()]


@game.action
async def toss(
    rank: Annotated[int, Limits(0, 3, "Iron, Copper, Bronze, Silver")] = 2,
    energy: Annotated[int, Limits(0, 60, "energy")] = 0,
    *,
    price: Annotated[int, Limits(1, 60, "energy for a re-toss")] = 5,
) -> Tossed:
    """One die stands for the coins: Iron succeeds in 4 cases of 16, Copper in 8, Bronze in 12, Silver in 13."""
    needed = (4, 8, 12, 13)[rank]
    if await roll(d(16)) <= needed:
        return Tossed(True, 0)
    if energy < price or await choose("player", ("accept", "re-toss")) == "accept":
        return Tossed(False, 0)
    return Tossed(await roll(d(16)) <= needed, price)

"""Pig: one turn. Roll and add until a 1 loses it all, or hold."""

from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits

game = Game("Pig", source="https://en.wikipedia.org/wiki/Pig_(dice_game)")


@game.action
async def turn(missing: Annotated[int, Limits(1, 100, "points missing to win")] = 100) -> int:
    """Hold whenever you like; what is above the missing points is of no use."""
    total = 0
    while total < missing and (total == 0 or await choose("player", ("hold", "roll")) == "roll"):
        face = await roll(d6)
        if face == 1:
            return 0
        total = min(missing, total + face)
    return total

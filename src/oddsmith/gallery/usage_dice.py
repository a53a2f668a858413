"""Usage dice, of The Black Hack: a 1 or 2 steps the die down, until there is no more."""

from typing import Literal

from oddsmith import Die, roll
from oddsmith.games import Game

game = Game("Usage dice", source="https://www.drivethrurpg.com/en/product/178359/the-black-hack")

SMALLER = {20: 12, 12: 10, 10: 8, 8: 6, 6: 4, 4: 0}


@game.action
async def uses(die: Literal["d4", "d6", "d8", "d10", "d12", "d20"]) -> int:
    """How often it can be used: after each use the die is rolled."""
    sides, used = int(die[1:]), 0
    while sides:
        used += 1
        if await roll(Die(range(1, sides + 1))) <= 2:
            sides = SMALLER[sides]
    return used

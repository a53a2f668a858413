"""King of Tokyo: six dice, two rerolls of any of them; how many of the face you want."""

from typing import Annotated

from oddsmith import d6, roll
from oddsmith.games import Game, Limits

game = Game("King of Tokyo", source="https://iellogames.com/games/king-of-tokyo/")


@game.action
async def claws(
    dice: Annotated[int, Limits(1, 8, "dice")] = 6,
    rolls: Annotated[int, Limits(1, 5, "rolls in a turn")] = 3,
) -> int:
    """Keep every claw, and roll the rest again."""
    found = 0
    for _ in range(rolls):
        found += await roll(d6.pool(dice - found).count(at_least=6))
    return found

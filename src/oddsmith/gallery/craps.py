"""Craps: the pass line. A natural wins, craps lose, anything else is a point to be rolled again before a 7."""

from oddsmith import d6, roll
from oddsmith.games import Game

game = Game("Craps", source="https://en.wikipedia.org/wiki/Craps")


@game.action
async def pass_line() -> bool:
    """Come out: 7 and 11 win, 2, 3 and 12 lose. Then the point wins if it comes before a 7."""
    point = await roll(d6.pool(2).sum())
    if point in (7, 11):
        return True
    if point in (2, 3, 12):
        return False
    while True:
        total = await roll(d6.pool(2).sum())
        if total in (point, 7):
            return total == point

"""Pig for two: who holds 100 points first; a 1 loses what the turn has brought."""

from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits

game = Game("Pig for two", source="https://en.wikipedia.org/wiki/Pig_(dice_game)")
Points = Annotated[int, Limits(1, 100)]


@game.action(
    states=lambda missing, other_missing: missing * other_missing * (missing + other_missing),
    lighter="Begin later in the race, with fewer points missing.",
)
async def race(missing: Points = 12, other_missing: Points = 12) -> bool:
    """Roll and add, or hold and let the other roll. Both play as well as they can; true if you win."""
    me, points, turn = True, (missing, other_missing), 0
    while True:
        if turn >= points[0]:
            return me
        if turn and await choose("player" if me else "opponent", ("hold", "roll")) == "hold":
            me, points, turn = not me, (points[1], points[0] - turn), 0
        face = await roll(d6)
        if face == 1:
            me, points, turn = not me, (points[1], points[0]), 0
        else:
            turn += face

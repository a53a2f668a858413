"""A game with one pool that takes the process down that works it out."""

import os
import signal

from oddsmith import d6, roll
from oddsmith.games import Game

game = Game("Deadly")


@game.action
async def attack(pool: int, target: int) -> int:
    """How many dice of a pool reach a target."""
    if pool == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    hits = 0
    for _ in range(pool):
        if await roll(d6) >= target:
            hits += 1
    return hits

"""Powered by the Apocalypse: read a situation, hold questions, and act on the answers with +1."""

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("PbtA hold", source="https://apocalypse-world.com/pbta/")
Stat = Annotated[int, Limits(-3, 5)]


@dataclass(frozen=True)
class Acted:
    hit: Literal["miss", "weak hit", "strong hit"]
    hold_left: int
    hold: Annotated[int, Spent("hold spent")]


@game.action
async def read_and_act(
    sharp: Stat, cool: Stat, per_hold: Annotated[int, Limits(1, 3, "what a hold adds to the roll")] = 1
) -> Acted:
    """Read: 10 and more is 3 hold, 7 to 9 is 1. Then act, and after the roll spend hold, 1 to 1, to reach more."""
    read = sharp + await roll(d6.pool(2).sum())
    hold = 3 if read >= 10 else 1 if read >= 7 else 0
    act, spent = cool + await roll(d6.pool(2).sum()), 0
    while spent < hold and act < 10 and await choose("player", ("leave it", "spend a hold")) == "spend a hold":
        act, spent = act + per_hold, spent + 1
    return Acted("strong hit" if act >= 10 else "weak hit" if act >= 7 else "miss", hold - spent, spent)

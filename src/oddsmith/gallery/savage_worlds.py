"""Savage Worlds: a trait die and the wild die both explode, the better counts; a benny rolls a failure again."""

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import choose, d4, d6, d8, d10, d12, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Savage Worlds", source="https://peginc.com/savage-settings/savage-worlds/")

DICE = {"d4": d4, "d6": d6, "d8": d8, "d10": d10, "d12": d12}


@dataclass(frozen=True)
class Result:
    outcome: Literal["failure", "success", "raise"]  # one raise or more
    bennies: Annotated[int, Spent("bennies spent")]


@game.action
async def trait(
    die: Literal["d4", "d6", "d8", "d10", "d12"],
    target: Annotated[int, Limits(2, 12, "target number")] = 4,
    bennies: Annotated[int, Limits(0, 3, "bennies that may be spent")] = 0,
    *,
    wild_card: bool = True,
) -> Result:
    """Reach the target number; 4 and more beyond it is a raise."""
    spent = 0
    while True:
        best = await roll(DICE[die].explode())
        if wild_card:
            best = max(best, await roll(d6.explode()))
        if best >= target:
            return Result("raise" if best >= target + 4 else "success", spent)
        if spent == bennies or await choose("player", ("leave it", "spend a benny")) == "leave it":
            return Result("failure", spent)
        spent += 1

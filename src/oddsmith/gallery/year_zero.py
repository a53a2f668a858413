"""Year Zero: a pool of d6, and the push that rolls again what is neither a 6 nor a 1."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Year Zero", source="https://freeleaguepublishing.com")


@dataclass(frozen=True)
class Result:
    success: bool
    sixes: int
    trauma: Annotated[int, Spent("ones after a push")]


@game.action
async def check(dice: Annotated[int, Limits(1, 15, "dice of attribute, skill and gear")]) -> Result:
    """Every 6 is a success. Push once: all but 6s and 1s are rolled again, and every 1 then hurts."""
    sixes, ones, rest = 0, 0, dice
    pushed = False
    while rest:
        faces = await roll(d6.pool(rest))
        sixes, ones = sixes + faces.count(6), ones + faces.count(1)
        rest -= faces.count(6) + faces.count(1)
        if pushed or await choose("player", ("stay", "push")) == "stay":
            break
        pushed = True
    return Result(sixes > 0, sixes, ones if pushed else 0)

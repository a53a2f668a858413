"""Year Zero: dice of attribute, skill and gear, and the push that rolls again what has not come to something."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Year Zero", source="https://freeleaguepublishing.com")


@dataclass(frozen=True)
class Result:
    success: bool
    sixes: int
    trauma: Annotated[int, Spent("1s of attribute and gear dice after a push")]


@game.action
async def check(
    dice: Annotated[int, Limits(1, 15, "dice of attribute and gear")],
    skill: Annotated[int, Limits(0, 5, "dice of the skill")] = 0,
) -> Result:
    """Every 6 is a success. Push once: 6s stay, and 1s do and hurt but on skill dice; all else is rolled again."""
    sixes, ones = 0, 0
    for pushed in (False, True):
        hits, hurt = await roll(d6.pool(dice).vector({6: (1, 0), 1: (0, 1)}))
        more = await roll(d6.pool(skill).count(6))
        sixes, ones, dice, skill = sixes + hits + more, ones + hurt, dice - hits - hurt, skill - more
        if pushed or await choose("player", ("stay", "push")) == "stay":
            break
    return Result(sixes > 0, sixes, ones if pushed else 0)

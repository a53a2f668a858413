"""Year Zero: dice of attribute, skill and gear, and the push that rolls again what has not come to something."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Year Zero", source="https://freeleaguepublishing.com")
READ = {6: (1, 0), 1: (0, 1)}  # 6s, and 1s


@dataclass(frozen=True)
class Result:
    success: bool
    sixes: int
    trauma: Annotated[int, Spent("1s of base dice after a push")]
    wear: Annotated[int, Spent("1s of gear dice after a push")]


@game.action
async def check(
    base: Annotated[int, Limits(1, 10, "dice of the attribute")],
    skill: Annotated[int, Limits(0, 5, "dice of the skill")] = 0,
    gear: Annotated[int, Limits(0, 5, "dice of the gear")] = 0,
) -> Result:
    """Every 6 is a success. Push once: 6s stay, and 1s of base and gear dice do and hurt; all else is rolled again."""
    sixes, trauma, wear = 0, 0, 0
    for pushed in (False, True):
        hits, hurt = await roll(d6.pool(base).vector(READ))
        more = await roll(d6.pool(skill).count(6))
        extra, worn = await roll(d6.pool(gear).vector(READ))
        sixes, trauma, wear = sixes + hits + more + extra, trauma + hurt, wear + worn
        base, skill, gear = base - hits - hurt, skill - more, gear - extra - worn
        if pushed or await choose("player", ("stay", "push")) == "stay":
            break
    return Result(sixes > 0, sixes, trauma if pushed else 0, wear if pushed else 0)

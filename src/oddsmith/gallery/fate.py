"""Fate: four Fudge dice and a skill against an opposition; an invoke adds 2 or rolls again, for a fate point."""

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import Die, choose, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Fate Core", name="fate", source="https://fate-srd.com/fate-core")
FUDGE = Die((-1, 0, 1))


@dataclass(frozen=True)
class Result:
    outcome: Literal["fail", "tie", "succeed", "succeed with style"]
    fate_points: Annotated[int, Spent("fate points spent")]


@game.action
async def overcome(
    skill: Annotated[int, Limits(-2, 8, "rating of the skill")],
    opposition: Annotated[int, Limits(-2, 12, "the opposition")] = 2,
    invokes: Annotated[int, Limits(0, 3, "aspects that can be invoked")] = 0,
) -> Result:
    """Beat the opposition: 3 and more above it is with style. Each invoke costs a fate point."""
    total, spent = skill + await roll(FUDGE.pool(4).sum()), 0
    for _ in range(invokes):
        use = await choose("player", ("stop", "add 2", "roll again"))
        if use == "stop":
            break
        total, spent = total + 2 if use == "add 2" else skill + await roll(FUDGE.pool(4).sum()), spent + 1
    lead = total - opposition
    if lead >= 3:
        return Result("succeed with style", spent)
    return Result("succeed" if lead > 0 else "tie" if lead == 0 else "fail", spent)

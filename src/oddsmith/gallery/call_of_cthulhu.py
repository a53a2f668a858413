"""Call of Cthulhu, seventh edition: a skill roll, with luck to spend or a push for a second chance."""

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import choose, d100, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Call of Cthulhu", source="https://www.chaosium.com/call-of-cthulhu-rpg/")


@dataclass(frozen=True)
class Result:
    degree: Literal["fumble", "failure", "regular", "hard", "extreme", "critical"]
    luck: Annotated[int, Spent("luck spent")] = 0


@game.action
async def skill(
    rating: Annotated[int, Limits(1, 99, "the skill")],
    luck: Annotated[int, Limits(0, 99, "luck that may be spent", sheet="luck")] = 0,
    push: bool = False,
) -> Result:
    """Roll at most the skill; a half is hard, a fifth extreme. Spend luck for a regular success, or push a failure."""
    face, fumbles = await roll(d100), 96 if rating < 50 else 100
    options = ["accept", *["push"] * push, *["spend luck"] * (face - rating <= luck)]
    if rating < face < fumbles and len(options) > 1:
        chosen = await choose("player", options)
        if chosen == "push":
            face = await roll(d100)
        elif chosen == "spend luck":
            return Result("regular", face - rating)
    if face == 1:
        return Result("critical")
    if face > rating:
        return Result("fumble" if face >= fumbles else "failure")
    return Result("extreme" if face <= rating // 5 else "hard" if face <= rating // 2 else "regular")

"""Blades in the Dark: the action roll, and pushing yourself."""

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Blades in the Dark", source="https://bladesinthedark.com")


@dataclass(frozen=True)
class Score:
    effect: Literal["bad", "partial", "full", "critical"]  # from worst to best
    stress: Annotated[int, Spent("stress taken")] = 0


@game.action
async def action(
    rating: Annotated[int, Limits(0, 4, "dots of the action")],
    stress_left: Annotated[int, Limits(0, 9, "stress that may still be taken", sheet="stress")] = 9,
    *,
    devils_bargain: Literal["never", "one die"] = "never",
) -> Score:
    """Roll as many dice as the rating; the highest counts. Push yourself: 2 stress for one more die."""
    may_push = stress_left >= 2 and devils_bargain == "never"
    stress = 2 if may_push and await choose("player", ("roll", "push for 2 stress")) != "roll" else 0
    dice = rating + (devils_bargain == "one die" or stress > 0)
    faces = await roll(d6.pool(dice or 2))
    best = max(faces) if dice else min(faces)
    critical = dice and faces.count(6) >= 2
    return Score("critical" if critical else "full" if best == 6 else "partial" if best >= 4 else "bad", stress)

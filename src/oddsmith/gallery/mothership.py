"""Mothership: a percentile stat check under the number; doubles are critical."""

from typing import Annotated, Literal

from oddsmith import d100, roll
from oddsmith.games import Game, Limits

game = Game("Mothership", source="https://www.tuesdayknightgames.com/pages/mothership-rpg")

Outcome = Literal["critical failure", "failure", "success", "critical success"]


@game.action
async def check(
    stat: Annotated[int, Limits(1, 99, "the stat, with the skill's bonus")],
    how: Literal["plain", "advantage", "disadvantage"] = "plain",
) -> Outcome:
    """Roll 00 to 99 under the stat; 90 and more always fails. Doubles make either critical."""
    many = d100.pool(1 if how == "plain" else 2)
    order = {face: _rank(face - 1, stat) for face in range(1, 101)}
    faces = await roll(many)
    best = max(order[face] for face in faces) if how == "advantage" else min(order[face] for face in faces)
    return ("critical failure", "failure", "success", "critical success")[best]


def _rank(face: int, stat: int) -> int:
    doubles = face % 11 == 0
    return (3 if doubles else 2) if face < stat and face < 90 else (0 if doubles else 1)

"""One-Roll Engine: a pool of d10; the widest set counts, its width first and then its height."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import d10, roll
from oddsmith.games import Game, Limits

game = Game("One-Roll Engine", name="ore", source="https://arcdream.com/home/")


@dataclass(frozen=True)
class Set:
    success: bool
    width: int
    height: int


@game.action
async def check(dice: Annotated[int, Limits(2, 10, "dice, ten at most")]) -> Set:
    """Two alike are a success: the more alike the quicker, the higher the better."""
    faces = await roll(d10.pool(dice))
    width, height = max((faces.count(face), face) for face in faces)
    return Set(width > 1, width, height) if width > 1 else Set(False, 0, 0)

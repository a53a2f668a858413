"""King of Tokyo: a monster's turn. Six dice, and two rerolls of any of them."""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from oddsmith import Die, choose, roll
from oddsmith.games import Game, Limits

game = Game("King of Tokyo", source="https://iellogames.com/games/king-of-tokyo/")
DIE = Die(["1", "2", "3", "claw", "energy", "heart"])


@dataclass(frozen=True)
class Turn:
    points: int
    claws: int
    energy: int
    hearts: int


@game.action
async def turn(dice: Annotated[int, Limits(1, 6)] = 6, rerolls: Annotated[int, Limits(0, 4)] = 2) -> Turn:
    """Three 1s, 2s or 3s score their number, and each further one a point more."""
    faces = await roll(DIE.pool(dice))
    for _ in range(rerolls):
        ways = [each for many in range(dice, -1, -1) for each in combinations(faces, many)]
        kept = await choose("player", {f"keep {' '.join(each) or 'none'}": each for each in ways})
        faces = tuple(sorted((*kept, *await roll(DIE.pool(dice - len(kept))))))
    points = sum(number + faces.count(str(number)) - 3 for number in (1, 2, 3) if faces.count(str(number)) >= 3)
    return Turn(points, faces.count("claw"), faces.count("energy"), faces.count("heart"))

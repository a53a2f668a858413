"""Cortex Prime: dice of many sizes; two make the total, the largest of the others is the effect, ones are hitches."""

from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from oddsmith import Die, choose, roll
from oddsmith.games import Game, Limits

game = Game("Cortex Prime", source="https://www.cortexrpg.com")
Dice = Annotated[int, Limits(0, 3)]


@dataclass(frozen=True)
class Result:
    success: bool
    total: int
    effect: int
    hitches: int


@game.action(states=lambda d4, d6, d8, d10, d12: 11 ** (d4 + d6 + d8 + d10 + d12))
async def test(
    d4: Dice = 0, d6: Dice = 0, d8: Dice = 0, d10: Dice = 0, d12: Dice = 0,
    difficulty: Annotated[int, Limits(2, 24, "the total of the opposition")] = 8,
) -> Result:  # fmt: skip
    """Beat the opposition with the sum of two dice. Without a third die the effect is a d4."""
    landed = []
    for sides, many in ((4, d4), (6, d6), (8, d8), (10, d10), (12, d12)):
        faces = await roll(Die.sided(sides).pool(many))
        landed += [(face, sides) for face in faces if face > 1]
    best = {} if len(landed) > 1 else {sum(face for face, _ in landed): 4}  # of a total, the largest effect
    for pair in combinations(range(len(landed)), 2):
        rest = [sides for place, (_, sides) in enumerate(landed) if place not in pair]
        total = sum(landed[place][0] for place in pair)
        best[total] = max(best.get(total, 4), *rest, 4)
    total = await choose("player", {f"{total}, effect d{best[total]}": total for total in sorted(best, reverse=True)})
    return Result(total > difficulty, total, best[total], d4 + d6 + d8 + d10 + d12 - len(landed))

"""Yahtzee: one turn for one box. Five dice, and two rerolls of any of them."""

from collections import Counter
from itertools import combinations
from typing import Literal

from oddsmith import choose, d6, roll
from oddsmith.games import Game

game = Game("Yahtzee", source="https://en.wikipedia.org/wiki/Yahtzee")
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
Box = Literal[
    "ones", "twos", "threes", "fours", "fives", "sixes", "three of a kind", "four of a kind", "full house",
    "small straight", "large straight", "yahtzee", "chance",
]  # fmt: skip


@game.action
async def turn(box: Box) -> int:
    """Keep what you like, and roll the rest again, twice."""
    faces = await roll(d6.pool(5))
    for _ in range(2):
        kept = sorted({each for many in range(6) for each in combinations(faces, many)}, key=len, reverse=True)
        keep = await choose("player", {f"keep {' '.join(map(str, each)) or 'nothing'}": each for each in kept})
        faces = tuple(sorted((*keep, *await roll(d6.pool(5 - len(keep))))))
    return score(box, faces)


def score(box: Box, faces: tuple[int, ...]) -> int:
    if box in UPPER:
        return faces.count(UPPER.index(box) + 1) * (UPPER.index(box) + 1)
    alike, run = sorted(Counter(faces).values()), max(len(r) for r in RUNS if r <= set(faces))
    if box in ("full house", "small straight", "large straight", "yahtzee"):
        reached = {"full house": alike == [2, 3], "yahtzee": alike == [5]}.get(box, run >= 4 + (box[0] == "l"))
        return reached * {"full house": 25, "small straight": 30, "large straight": 40, "yahtzee": 50}[box]
    return sum(faces) * (alike[-1] >= {"three of a kind": 3, "four of a kind": 4, "chance": 1}[box])


RUNS = [set(range(low, high)) for low in range(1, 7) for high in range(low, 8)]

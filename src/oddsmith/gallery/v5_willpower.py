"""Vampire, fifth edition: a test with hunger dice, and Willpower that rolls up to three plain dice again."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d10, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Vampire: Willpower", name="v5-willpower", source="https://www.worldofdarkness.com/vampire-the-masquerade")


@dataclass(frozen=True)
class Result:
    success: bool
    messy_critical: bool
    bestial_failure: bool
    successes: int
    willpower: Annotated[int, Spent("Willpower spent")]


@game.action
async def test(
    pool: Annotated[int, Limits(1, 20, "dice, hunger dice among them")],
    hunger: Annotated[int, Limits(0, 5, "hunger")] = 1,
    difficulty: Annotated[int, Limits(1, 10, "successes needed")] = 2,
    willpower: Annotated[int, Limits(0, 1, "whether Willpower may be spent")] = 0,
) -> Result:
    """6 and more is a success, two 10s are four. A 10 of hunger makes a critical messy, a 1 a failure bestial."""
    red = await roll(d10.pool(min(pool, hunger)))
    plain = await roll(d10.pool(max(0, pool - hunger)))
    good, tens, spent = sum(face >= 6 for face in plain), plain.count(10) + red.count(10), 0
    if willpower and good < len(plain) and await choose("player", ("keep", "roll up to three misses again")) != "keep":
        again = await roll(d10.pool(min(3, len(plain) - good)))
        good, tens, spent = good + sum(face >= 6 for face in again), tens + again.count(10), 1
    total = good + sum(face >= 6 for face in red) + 2 * (tens // 2)
    won = total >= difficulty
    return Result(won, won and tens >= 2 and 10 in red, not won and 1 in red, total, spent)

"""Small games that several tests play."""

from dataclasses import dataclass
from typing import NamedTuple

from oddsmith.dice import Die, d6, d20
from oddsmith.rules import Then, choose, roll, rule


class Harm(NamedTuple):
    """Two totals, as a tuple with names."""

    damage: int
    stress: int


@dataclass(frozen=True)
class Wound:
    """Two totals, as a record."""

    damage: int
    stress: int


@rule
async def open_ended(bonus: int) -> Then[int]:
    """Each round: take the bonus and stop, or roll; a 1 ends it with nothing more, anything else adds 1."""
    if await choose("player", ("stop", "roll")) == "stop":
        return bonus
    return 0 if await roll(d6) == 1 else 1 + open_ended(bonus)


@rule
async def capped(most: int) -> int:
    """Add faces up until a 6; no more than so much counts."""
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return min(total, most)


@rule
async def threes(dice: int) -> Then[int]:
    if dice == 0:
        return 0
    points = sorted(0 if face == 3 else face for face in await roll(d6.pool(dice)))
    kept = await choose("player", tuple(range(1, dice + 1)))
    return sum(points[:kept]) + threes(dice - kept)


@rule
async def gambler(purse: int, goal: int) -> Then[bool]:
    """Stake 1 or 2 a round on a chance of 9/20, until broke or at the goal."""
    if purse <= 0 or purse >= goal:
        return purse >= goal
    stake = await choose("player", (1, 2))
    return gambler(purse + stake, goal) if await roll(d20) > 11 else gambler(purse - stake, goal)


def is_won(won: bool) -> bool:
    return won


@rule
async def hunt(arrows: int, shot: int, calm: bool) -> Then[tuple[bool, int]]:
    """A 5 or 6 hits; who misses may shoot again, and the deer may then run once, so that the next needs a 6."""
    if await roll(d6) >= (5 if calm else 6):
        return True, shot + 1
    if arrows == 0 or await choose("player", ("stop", "shoot")) == "stop":
        return False, shot + 1
    calm = calm and await choose("opponent", ("stand", "run")) == "stand"
    return hunt(arrows - 1, shot + 1, calm)


d3 = Die.sided(3)


@rule
async def ones_and_twos() -> tuple[int, int]:
    """Count both until the first 3."""
    ones = twos = 0
    while (face := await roll(d3)) != 3:
        ones += face == 1
        twos += face == 2
    return ones, twos

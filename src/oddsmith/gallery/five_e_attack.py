"""Fifth edition: an attack with advantage, bless and a critical hit."""

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith import d4, d6, d20, roll
from oddsmith.games import Game, Limits

game = Game("5e attack", source="https://www.dndbeyond.com/sources/dnd/free-rules")


@dataclass(frozen=True)
class Attack:
    hit: bool
    critical: bool
    damage: int


@game.action
async def attack(
    bonus: Annotated[int, Limits(-5, 20, "attack bonus")],
    armor_class: Annotated[int, Limits(5, 30, "armor class of the target")] = 15,
    dice: Annotated[int, Limits(1, 10, "d6 of damage")] = 1,
    plus: Annotated[int, Limits(-5, 20, "what is added to damage")] = 3,
    how: Literal["plain", "advantage", "disadvantage"] = "plain",
    bless: bool = False,
) -> Attack:
    """A natural 20 hits and rolls the damage dice twice, a natural 1 misses."""
    two = d20.pool(1 if how == "plain" else 2)
    face = await roll(two.keep_lowest(1).sum() if how == "disadvantage" else two.keep_highest(1).sum())
    total = face + bonus + (await roll(d4) if bless else 0)
    hit = face == 20 or (face > 1 and total >= armor_class)
    damage = max(0, plus + await roll(d6.pool(2 * dice if face == 20 else dice).sum())) if hit else 0
    return Attack(hit, face == 20, damage)

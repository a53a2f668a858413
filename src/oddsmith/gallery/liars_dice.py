"""Liar's dice: how likely a bid holds, given your own dice, and how often the table has so many."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import d6, roll
from oddsmith.games import Game, Limits

game = Game("Liar's dice", name="liars-dice", source="https://en.wikipedia.org/wiki/Liar%27s_dice")


@dataclass(frozen=True)
class Challenge:
    holds: bool
    found: int


@game.action
async def bid(
    quantity: Annotated[int, Limits(1, 40, "dice of the face that was bid")],
    hidden: Annotated[int, Limits(0, 40, "dice of the others")],
    mine: Annotated[int, Limits(0, 10, "your own dice that count for the bid")] = 0,
    *,
    ones_are_wild: bool = False,
) -> Challenge:
    """All dice are shown: the bid holds if there are as many as was said, or more."""
    found = mine + await roll(d6.pool(hidden).count(at_least=5 if ones_are_wild else 6))
    return Challenge(found >= quantity, found)

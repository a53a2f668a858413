"""Lantern: search a dark house before the oil runs out."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Lantern")


@dataclass(frozen=True)
class Search:
    found: bool
    oil: Annotated[int, Spent("oil burnt")] = 0


@game.action
async def search(
    dice: Annotated[int, Limits(1, 10, "dice to roll")],
    oil_left: Annotated[int, Limits(0, 5, "oil in the lantern")] = 2,
) -> Search:
    """Every 5 and 6 is a clue, and two clues find it. One oil rolls the dice that missed once more."""
    clues = await roll(d6.pool(dice).count(at_least=5))
    oil = 0
    while clues < dice and oil < oil_left and await choose("player", ("stop", "burn oil")) == "burn oil":
        oil += 1
        clues += await roll(d6.pool(dice - clues).count(at_least=5))
    return Search(clues >= 2, oil)

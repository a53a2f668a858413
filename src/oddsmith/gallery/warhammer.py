"""Warhammer: hit, wound and save, and how many wounds get through."""

from typing import Annotated

from oddsmith import d6, roll
from oddsmith.games import Game, Limits

game = Game("Warhammer 40,000", name="warhammer", source="https://www.warhammer-community.com")

OnDie = Annotated[int, Limits(2, 7, "the least face that does it; 7 is never")]


@game.action
async def shoot(
    shots: Annotated[int, Limits(1, 60, "shots")],
    hit: OnDie = 3,
    wound: OnDie = 4,
    save: OnDie = 5,
    damage: Annotated[int, Limits(1, 6, "wounds of each shot that gets through")] = 1,
) -> int:
    """Each shot must hit and wound, and the save must fail."""
    hits = await roll(d6.pool(shots).count(at_least=hit))
    wounds = await roll(d6.pool(hits).count(at_least=wound))
    return damage * await roll(d6.pool(wounds).count(at_most=save - 1))

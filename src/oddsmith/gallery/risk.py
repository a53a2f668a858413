"""Risk: an attack fought to the end, three dice against two."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import d6, roll
from oddsmith.games import Game, Limits

game = Game("Risk", source="https://en.wikipedia.org/wiki/Risk_(game)")


@dataclass(frozen=True)
class Battle:
    conquered: bool
    attackers_left: int


@game.action
async def battle(
    attackers: Annotated[int, Limits(1, 60, "armies that attack")],
    defenders: Annotated[int, Limits(1, 60, "armies that defend")],
) -> Battle:
    """The highest dice meet, then the second highest; ties are the defender's."""
    while attackers and defenders:
        ours = sorted(await roll(d6.pool(min(3, attackers))), reverse=True)
        theirs = sorted(await roll(d6.pool(min(2, defenders))), reverse=True)
        won = sum(mine > other for mine, other in zip(ours, theirs, strict=False))
        attackers -= min(len(ours), len(theirs)) - won
        defenders -= won
    return Battle(attackers > 0, attackers)

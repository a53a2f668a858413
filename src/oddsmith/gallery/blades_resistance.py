"""Blades in the Dark: resist a consequence, and what it costs in stress."""

from dataclasses import dataclass
from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits, Spent

game = Game("Blades: resistance", source="https://bladesinthedark.com")


@dataclass(frozen=True)
class Resistance:
    avoided: bool
    trauma: bool
    stress: Annotated[int, Spent("stress taken")] = 0


@game.action
async def resist(
    attribute: Annotated[int, Limits(0, 4, "actions of the attribute with a dot")],
    stress_left: Annotated[int, Limits(0, 9, "stress that may still be taken", sheet="stress")] = 9,
) -> Resistance:
    """Take 6 stress less the highest die, and the consequence is less or none. Two 6s clear one stress."""
    if await choose("player", ("suffer it", "resist")) == "suffer it":
        return Resistance(False, False)
    faces = await roll(d6.pool(attribute or 2))
    best = max(faces) if attribute else min(faces)
    stress = -1 if attribute and faces.count(6) >= 2 else 6 - best
    return Resistance(True, stress >= stress_left, stress)

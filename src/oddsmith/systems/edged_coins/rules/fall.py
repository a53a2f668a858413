"""Falls (R4.8): damage that no armor softens, with 1 Potency for every 3 metres."""

from __future__ import annotations

from oddsmith.rules import note, rule
from oddsmith.systems.edged_coins.rules.damage import Harm


@rule
async def land_unhurt() -> Harm:
    """G4.12: a fall of less than 3 metres does nothing."""
    await note("no damage")
    return Harm(0)

"""Falls (R4.8): damage that no armor softens."""

from __future__ import annotations

from oddsmith.rules import Then, note, rule
from oddsmith.systems.edged_coins.rules.damage import Attacker, hurt_endlessly


@rule
async def land_unhurt() -> int:
    """G4.12: a fall of less than 3 metres does nothing."""
    await note("no damage")
    return 0


@rule
async def fall(source: Attacker) -> Then[int]:
    """R4.8: a fall does damage with 1 Potency for every 3 metres."""
    return hurt_endlessly(source, 0, 0)

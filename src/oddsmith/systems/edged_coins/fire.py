"""Fire: as long as the toss for the damage it did succeeds, it burns on for another round (R4.9)."""

from __future__ import annotations

from typing import NamedTuple

from oddsmith.rules import Then, note, rule
from oddsmith.systems.edged_coins.damage import Source, Struck, hurt
from oddsmith.systems.edged_coins.ladder import HIGHEST
from oddsmith.systems.edged_coins.toss import BURNING, Tossed, toss


class Fire(NamedTuple):
    """A fire, its damage, and the character whom it burns: HC and purse at first.

    same: later rounds do the damage of the first again (G4.11).
    """

    source: Source
    same: bool
    hc: int
    ec: int


class Burnt(NamedTuple):
    """How a fire ended for whom it burnt."""

    damage: int
    rounds: int
    down: bool
    ec_spent: int


@rule
async def burn(fire: Fire, number: int, hc: int, ec: int) -> Then[Burnt]:
    """R4.9: another round in the fire."""
    return hurt(fire.source, hc, ec, 0).then(scorch, fire, number, hc)


@rule
async def scorch(struck: Struck, fire: Fire, number: int, hc: int) -> Then[Burnt]:
    """R4.9: who is damaged tosses for the fire, with the damage as Potency; a success means that it burns on."""
    return _flare(fire, number, hc - struck.hc, struck.hc, struck.ec)


def _flare(fire: Fire, number: int, damage: int, hc: int, ec: int) -> Then[Burnt]:
    """The toss that decides whether a fire burns on; the character, whom a success hurts, may decline to toss twice."""
    if hc == 0:
        return Burnt(fire.hc, number, True, fire.ec - ec)
    rank = min(damage, HIGHEST)
    return toss(BURNING, rank, ec, 0, fire.source.rules).then(spread, fire, number, damage, hc)


@rule
async def spread(tossed: Tossed, fire: Fire, number: int, damage: int, hc: int) -> Then[Burnt]:
    """R4.9, G4.11: on a success the damage continues in the next round."""
    if not tossed.success:
        await note(f"stops: no success; {hc} HC left")
        return Burnt(fire.hc - hc, number, False, fire.ec - tossed.ec)
    await note(f"burns on: round {number + 1}")
    if not fire.same:
        return burn(fire, number + 1, hc, tossed.ec)
    left = max(0, hc - damage)
    await note(f"{damage} damage again: {left} HC left")
    return _flare(fire, number + 1, damage, left, tossed.ec)

"""Fire: as long as the toss for the damage it did succeeds, it burns on for another round (R4.9)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from oddsmith.rules import Then, note, rule
from oddsmith.systems.authoring.marks import Number, Spent, Unasked
from oddsmith.systems.edged_coins.rules.damage import Attacker, Struck, hurt
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST
from oddsmith.systems.edged_coins.rules.toss import BURNING, Tossed, toss


class Fire(NamedTuple):
    """A fire, its damage, and the character whom it burns: HC and purse at first.

    same: later rounds do the damage of the first again (G4.11).
    """

    source: Attacker
    same: bool
    hc: int
    ec: int


class FireOutcome(NamedTuple):
    """The end of a fire for the one whom it burnt."""

    damage: Annotated[int, Number("HC lost", off="hc")]
    rounds: Annotated[int, Number("rounds in the fire", one="round in the fire")]
    down: Annotated[bool, Unasked]
    ec_spent: Annotated[int, Spent("EC spent by the player")]


@rule
async def burn(fire: Fire, round_number: int, hc: int, ec: int) -> Then[FireOutcome]:
    """R4.9: a round in the fire."""
    return hurt(fire.source, hc, ec, 0).then(scorch, fire, round_number, hc)


@rule
async def scorch(struck: Struck, fire: Fire, round_number: int, hc: int) -> Then[FireOutcome]:
    """R4.9: whoever is damaged tosses for the fire, with the damage as Potency."""
    return _flare(fire, round_number, hc - struck.hc, struck.hc, struck.ec)


def _flare(fire: Fire, round_number: int, damage: int, hc: int, ec: int) -> Then[FireOutcome]:
    """Toss for the fire to burn on; the character, whom a success hurts, may decline to toss twice."""
    if hc == 0:
        return FireOutcome(fire.hc, round_number, True, fire.ec - ec)
    rank = min(damage, HIGHEST)
    return toss(BURNING, rank, ec, 0, fire.source.rules).then(spread, fire, round_number, damage, hc)


@rule
async def spread(tossed: Tossed, fire: Fire, round_number: int, damage: int, hc: int) -> Then[FireOutcome]:
    """R4.9: on a success the damage continues in the next round."""
    if not tossed.success:
        await note(f"stops: no success; {hc} HC left")
        return FireOutcome(fire.hc - hc, round_number, False, fire.ec - tossed.ec)
    await note(f"burns on: round {round_number + 1}")
    if not fire.same:
        return burn(fire, round_number + 1, hc, tossed.ec)
    left = max(0, hc - damage)
    await note(f"{damage} damage again: {left} HC left")
    return _flare(fire, round_number + 1, damage, left, tossed.ec)

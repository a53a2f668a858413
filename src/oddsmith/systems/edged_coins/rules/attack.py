"""An attack: the attacker's toss, defended by an opposing toss (G4.13, R4.4); on a hit the damage."""

from __future__ import annotations

from typing import NamedTuple

from oddsmith.rules import Call, Then, note, rule
from oddsmith.systems.edged_coins.rules.damage import Attacker, Harm, Struck, hurt, reckoned
from oddsmith.systems.edged_coins.rules.toss import Tossed, opposed


class Attack(NamedTuple):
    """An attack: its rank and the opposing one, modifiers included, the number of opposers, and the damage of a hit."""

    rank: int
    opposing_rank: int
    opposers: int
    source: Attacker

    def tossed(self, ec: int, opposing_ec: int) -> Call[Tossed]:
        """Toss the attack, as any other action."""
        source = self.source
        return opposed(source.attacker, self.rank, self.opposing_rank, self.opposers, ec, opposing_ec, source.rules)


@rule
async def strike(attack: Attack, hc: int | None, ec: int, opposing_ec: int) -> Then[Struck]:
    """G4.13: the attack is tossed first."""
    return attack.tossed(ec, opposing_ec).then(hit, attack.source, hc)


@rule
async def hit(tossed: Tossed, source: Attacker, hc: int | None) -> Then[Struck]:
    """G4.13: a success hits."""
    if tossed.success:
        return hurt(source, hc, tossed.ec, tossed.opposing_ec)
    await note("misses")
    return Struck(hc or 0, tossed.ec, tossed.opposing_ec)


# --- what it came to -------------------------------------------------------------------------------------------------


@rule
async def harm_of_an_attack(attack: Attack, hc: int | None, ec: int, opposing_ec: int) -> Then[Harm]:
    """G4.13: what an attack does to a victim of so many HC."""
    return reckoned(strike(attack, hc, ec, opposing_ec), hc, ec, opposing_ec)

"""An attack: the attacker's toss, defended by an opposing toss (G4.13, R4.4); on a hit the damage."""

from __future__ import annotations

from typing import NamedTuple

from oddsmith.rules import Call, Then, note, rule
from oddsmith.systems.edged_coins.rules.damage import (
    Account,
    Attacker,
    Harm,
    Struck,
    hurt,
    hurt_and_pay,
    hurt_endlessly,
    total_harm,
)
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
async def strike(attack: Attack, hc: int, ec: int, opposing_ec: int) -> Then[Struck]:
    """G4.13: the attack is tossed first."""
    return attack.tossed(ec, opposing_ec).then(hit, attack.source, hc)


@rule
async def hit(tossed: Tossed, source: Attacker, hc: int) -> Then[Struck]:
    """G4.13: a success hits."""
    if tossed.success:
        return hurt(source, hc, tossed.ec, tossed.opposing_ec)
    await note("misses")
    return Struck(hc, tossed.ec, tossed.opposing_ec)


# --- the same without a limit to the damage --------------------------------------------------------------------------


@rule
async def strike_endlessly(attack: Attack, ec: int, opposing_ec: int) -> Then[int]:
    """G4.13: the attack is tossed first. A miss does 0 damage."""
    return attack.tossed(ec, opposing_ec).then(hit_endlessly, attack.source)


@rule
async def hit_endlessly(tossed: Tossed, source: Attacker) -> Then[int]:
    """G4.13: a success hits."""
    if tossed.success:
        return hurt_endlessly(source, tossed.ec, tossed.opposing_ec)
    await note("misses")
    return 0


@rule
async def strike_and_pay(attack: Attack, ec: int, opposing_ec: int, account: Account) -> Then[Harm]:
    """G4.13: the attack is tossed first."""
    return attack.tossed(ec, opposing_ec).then(hit_and_pay, attack.source, account)


@rule
async def hit_and_pay(tossed: Tossed, source: Attacker, account: Account) -> Then[Harm]:
    """G4.13: a success hits."""
    if tossed.success:
        return hurt_and_pay(source, tossed.ec, tossed.opposing_ec, account)
    await note("misses")
    return Harm(0, account.ec - tossed.ec, account.opposing_ec - tossed.opposing_ec)


# --- what it came to -------------------------------------------------------------------------------------------------


@rule
async def harm_of_an_attack(attack: Attack, hc: int, ec: int, opposing_ec: int) -> Then[Harm]:
    """G4.13: what an attack does to a victim of so many HC."""
    return strike(attack, hc, ec, opposing_ec).then(total_harm, hc, ec, opposing_ec)

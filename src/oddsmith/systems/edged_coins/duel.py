"""A duel: turns alternate, the first side begins, and a turn is one attack."""

from __future__ import annotations

from typing import NamedTuple

from oddsmith.rules import Then, note, rule
from oddsmith.systems.edged_coins.attack import Attack, strike
from oddsmith.systems.edged_coins.damage import PowerRules, Source, Struck
from oddsmith.systems.edged_coins.ladder import TossRules
from oddsmith.systems.edged_coins.toss import OPPONENT, PLAYER


class Fighter(NamedTuple):
    """What never changes of one side. defence: the rank of its opposing tosses, None when it makes none."""

    rank: int
    defence: int | None
    potency: int
    power: int
    armor: int


class Duel(NamedTuple):
    """Both sides, the first one begins, and how long it may last: a round is one turn of each side."""

    first: Fighter
    second: Fighter
    rounds: int
    rules: TossRules
    power_rules: PowerRules

    def number(self, turns_left: int) -> int:
        """The round in which so many turns are left."""
        return self.rounds - (turns_left - 1) // 2

    def attack(self, attacker: str) -> Attack:
        """The attack that `attacker` makes in every turn."""
        acts, other = (self.first, self.second) if attacker == PLAYER else (self.second, self.first)
        source = Source(attacker, acts.potency, acts.power - other.armor, self.rules, self.power_rules)
        return Attack(acts.rank, other.defence or 0, other.defence is not None, source)


class Fought(NamedTuple):
    """How a duel ended: HC left on both sides, and in which round."""

    hc_left: int
    against_hc_left: int
    rounds: int


@rule
async def turn(duel: Duel, turns_left: int, hc: int, against_hc: int, ec: int, opposing_ec: int) -> Then[Fought]:
    """The next turn: an attack."""
    first = turns_left % 2 == 0
    await note(f"round {duel.number(turns_left)}: {PLAYER if first else OPPONENT} attacks")
    if first:
        return strike(duel.attack(PLAYER), against_hc, ec, opposing_ec).then(pass_on, duel, turns_left - 1, hc)
    return strike(duel.attack(OPPONENT), hc, ec, opposing_ec).then(pass_on, duel, turns_left - 1, against_hc)


@rule
async def pass_on(struck: Struck, duel: Duel, turns_left: int, attackers_hc: int) -> Then[Fought]:
    """The turn passes, unless somebody has no HC left or the rounds have run out."""
    if turns_left % 2 == 0:
        hc, against_hc = struck.hc, attackers_hc
    else:
        hc, against_hc = attackers_hc, struck.hc
    if struck.hc and turns_left:
        return turn(duel, turns_left, hc, against_hc, struck.ec, struck.opposing_ec)
    await note("a draw: the rounds have run out" if struck.hc else f"{OPPONENT if hc else PLAYER} has no HC left")
    return Fought(hc, against_hc, duel.number(turns_left + 1))

"""A duel: turns alternate, the first side begins, and a turn is one attack."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from oddsmith.rules import Sequel, Then, note, rule
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.edged_coins.rules.attack import Attack, strike
from oddsmith.systems.edged_coins.rules.damage import Attacker, PowerRules, Struck
from oddsmith.systems.edged_coins.rules.ladder import TossRules
from oddsmith.systems.edged_coins.rules.toss import EC_SPENT, OPPONENT, OPPOSING_EC_SPENT, PLAYER


class Duellist(NamedTuple):
    """A side of a duel, as far as it never changes. defence: the rank of its opposing tosses, None without any."""

    rank: int
    defence: int | None
    potency: int
    power: int
    armor: int

    def attacks(self, who: str, victim: Duellist, rules: TossRules, power_rules: PowerRules) -> Attack:
        """Return the attack that this side, which is `who`, makes in every turn."""
        source = Attacker(who, self.potency, self.power - victim.armor, rules, power_rules)
        return Attack(self.rank, victim.defence or 0, victim.defence is not None, source)


class Duel(NamedTuple):
    """The attacks of both sides, the first of which begins, and the number of rounds; a round is a turn of one.

    purses: both at first.
    """

    first: Attack
    second: Attack
    rounds: int
    purses: tuple[int, int]

    @staticmethod
    def between(
        first: Duellist,
        second: Duellist,
        rounds: int,
        rules: TossRules,
        power_rules: PowerRules,
        purses: tuple[int, int],
    ) -> Duel:
        """Make a duel of the player against the opponent."""
        return Duel(
            first.attacks(PLAYER, second, rules, power_rules),
            second.attacks(OPPONENT, first, rules, power_rules),
            rounds,
            purses,
        )


class DuelOutcome(NamedTuple):
    """The end of a duel: HC left on both sides, rounds fought, and the coins both have spent."""

    hc_left: Annotated[int, Number("HC left to the first side", left_of="hc")]
    against_hc_left: Annotated[int, Number("HC left to the second side", left_of="against_hc")]
    rounds: Annotated[int, Number("rounds fought", one="round fought")]
    ec_spent: Annotated[int, EC_SPENT]
    opposing_ec_spent: Annotated[int, OPPOSING_EC_SPENT]


@rule
async def fight(duel: Duel, hc: int, against_hc: int, ec: int, opposing_ec: int) -> Then[DuelOutcome]:
    """4g: turns alternate, and a turn is one attack."""
    await note(f"round 1: {PLAYER} attacks")
    return turn(duel, 1, hc, against_hc, ec, opposing_ec)


def turn(duel: Duel, round_number: int, hc: int, against_hc: int, ec: int, opposing_ec: int) -> Sequel[DuelOutcome]:
    """Attack, and pass the turn. The first side attacks in odd rounds."""
    if round_number % 2:
        return strike(duel.first, against_hc, ec, opposing_ec).then(pass_on, duel, round_number, hc)
    return strike(duel.second, hc, ec, opposing_ec).then(pass_on, duel, round_number, against_hc)


@rule
async def pass_on(struck: Struck, duel: Duel, round_number: int, attackers_hc: int) -> Then[DuelOutcome]:
    """4g: the turn passes, unless somebody has no HC left or the rounds have run out."""
    hc, against_hc = (attackers_hc, struck.hc) if round_number % 2 else (struck.hc, attackers_hc)
    if struck.hc and round_number < duel.rounds:
        await note(f"round {round_number + 1}: {OPPONENT if round_number % 2 else PLAYER} attacks")
        return turn(duel, round_number + 1, hc, against_hc, struck.ec, struck.opposing_ec)
    await note("a draw: the rounds have run out" if struck.hc else f"{OPPONENT if hc else PLAYER} has no HC left")
    ec, opposing_ec = duel.purses
    return DuelOutcome(hc, against_hc, round_number, ec - struck.ec, opposing_ec - struck.opposing_ec)

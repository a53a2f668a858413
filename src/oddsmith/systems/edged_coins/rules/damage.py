"""Damage: one point, and one more for every success of an explosive toss (R4.6); Power decides as which Potency (R4.7).

A chain of tosses ends with its first failure, at the limit that some readings set, or when the victim has no HC left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, NamedTuple

from oddsmith.rules import Call, Sequel, Then, choose, note, rule
from oddsmith.systems.authoring.marks import Number, Unasked
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.rules.ladder import ASKED_AGAIN, TossRules, land
from oddsmith.systems.edged_coins.rules.toss import (
    EC_SPENT,
    OPPOSING_EC_SPENT,
    Tossed,
    answers,
    other,
    paid,
    purse,
    toss,
)


class PowerRules(NamedTuple):
    """The house rules about damage (G4.5, G4.7, G4.9); the defaults are the book's."""

    difference: str = "scope"
    effort: str = "potency"
    chain: str = "each-toss"

    @staticmethod
    def under(rules: EdgedCoinsRules) -> PowerRules:
        """Return the part of the house rules that concerns damage."""
        return PowerRules(rules.power_difference, rules.power_effort, rules.chain)


class Attacker(NamedTuple):
    """A source of damage, be it somebody's attack, a fall or a fire.

    attacker: the one whose it is, or `NOBODY`. difference: its Power less the armor's, None where armor is no matter.
    """

    attacker: str
    potency: int
    difference: int | None
    rules: TossRules
    power_rules: PowerRules

    @property
    def settled(self) -> int:
        """The number of tosses of a chain after which their number changes nothing any more."""
        if self.difference is None:
            return 0
        raised = self.rules.book.power_effort_ranks if self.power_rules.effort == "difference" else 0
        return abs(self.difference) + (self.power_rules.difference != "scope") + raised

    def rank(self, tosses: int, effort: int) -> int | None:
        """R4.7, G4.5: the rank of the next toss of the chain, None when there is none.

        tosses: how many there have been. effort: what efforts in power add to this toss (G4.7), from -1 to 1.

        >>> armed = Attacker("player", 1, -1, TossRules(), PowerRules())
        >>> [armed.rank(tosses, 0) for tosses in range(3)], armed.rank(0, 1)
        ([0, 1, 1], 1)
        """
        return _rank(self, tosses, effort)


@lru_cache(maxsize=ASKED_AGAIN)
def _rank(source: Attacker, tosses: int, effort: int) -> int | None:
    difference, potency, rules, book = source.difference, source.potency, source.rules, source.rules.book
    effort *= book.power_effort_ranks
    if source.power_rules.effort == "potency" or difference is None:
        potency += effort
    else:
        difference += effort
    if difference is None:
        return rules.potency(potency)
    changed = rules.potency(potency + book.power_ranks * ((difference > 0) - (difference < 0)))
    limit = abs(difference)
    match source.power_rules.difference:
        case "scope":
            return changed if tosses < limit else rules.potency(potency)
        case "scope+1":
            return changed if tosses <= limit else rules.potency(potency)
        case "cap-explosions":
            return changed if tosses <= limit else None
        case _:
            return changed if tosses < limit else None


@dataclass(frozen=True)
class Struck:
    """The HC that an attack leaves the victim, and the coins that it leaves in both purses.

    hc: below 0 by the damage where nobody knows how many there were. Adding a number adds HC.
    """

    hc: int
    ec: int
    opposing_ec: int

    def __add__(self, more: int) -> Struck:
        return replace(self, hc=self.hc + more)


@dataclass(frozen=True)
class Harm:
    """Damage done, and the coins spent on it. Adding a number adds damage."""

    damage: Annotated[int, Number("points of damage", one="point of damage", per_gain=1, off="hc")]
    ec_spent: Annotated[int, EC_SPENT] = 0
    opposing_ec_spent: Annotated[int, OPPOSING_EC_SPENT] = 0
    down: Annotated[bool, Unasked] = False

    def __add__(self, more: int) -> Harm:
        return replace(self, damage=self.damage + more)


# --- one toss of the chain -------------------------------------------------------------------------------------------


@rule
async def damage_toss(source: Attacker, tosses: int, ec: int, opposing_ec: int) -> Then[Tossed]:
    """R4.6: the next toss of the chain."""
    rank, ec, opposing_ec = await prepared(source, tosses, ec, opposing_ec)
    if rank is None:
        return Tossed(False, ec, opposing_ec)
    return toss(source.attacker, rank, ec, opposing_ec, source.rules)


async def prepared(source: Attacker, tosses: int, ec: int, opposing_ec: int) -> tuple[int | None, int, int]:
    """R4.11: before a toss of the chain first the attacker, then the victim may make an effort in power.

    Returns the rank to toss as, None when the chain is over, and both purses.
    """
    attacker, victim = source.attacker, other(source.attacker)
    cost, raised = source.rules.book.power_effort_price, source.rules.book.power_effort_ranks
    effort = 0
    if _can_pay(source, attacker, ec, opposing_ec) and _raises(source, tosses, purse(victim, ec, opposing_ec)):
        effort = await choose(attacker, {"no effort": 0, "effort": 1})
        if effort:
            ec, opposing_ec = paid(attacker, cost, ec, opposing_ec)
            await note(f"{attacker} pays {cost} EC for an effort in power: +{raised}")
    rank, lowered_rank = source.rank(tosses, effort), source.rank(tosses, effort - 1)
    if _can_pay(source, victim, ec, opposing_ec) and rank != lowered_rank:
        softened = await choose(victim, {"no effort": 0, "effort": 1})
        if softened:
            rank = lowered_rank
            ec, opposing_ec = paid(victim, cost, ec, opposing_ec)
            await note(f"{victim} pays {cost} EC for an effort in power: -{raised}")
    if rank is None:
        await note("stops: the difference of the Powers allows no further toss")
    return rank, ec, opposing_ec


def _can_pay(source: Attacker, who: str, ec: int, opposing_ec: int) -> bool:
    """Tell whether `who` can pay for an effort in power."""
    return purse(who, ec, opposing_ec) >= source.rules.book.power_effort_price


def _raises(source: Attacker, tosses: int, victims_purse: int) -> bool:
    """Tell whether the attacker's effort could change the toss, be it only by answering the victim's."""
    ranks = [source.rank(tosses, effort) for effort in (-1, 0, 1)]
    return ranks[1] != ranks[2] or (victims_purse >= source.rules.book.power_effort_price and ranks[0] != ranks[1])


# --- the chain, until the victim has no HC left ----------------------------------------------------------------------


@rule
async def hurt(source: Attacker, hc: int | None, ec: int, opposing_ec: int) -> Then[Struck]:
    """R4.6: damage starts at 1 point."""
    first, start = damage_toss(source, 0, ec, opposing_ec), source.rules.book.damage_start
    if hc is None:
        return first.then(score, source, 0, None)
    if hc <= start:
        await note(f"{points(start)}: no HC left")
        return Struck(0, ec, opposing_ec)
    if source.power_rules.chain == "whole":
        return whole_chain(source, 0, hc, ec, opposing_ec)
    return first.then(score, source, 0, hc - start)


@rule
async def score(tossed: Tossed, source: Attacker, tosses: int, hc: int | None) -> Then[Struck]:
    """R4.3, R4.6: a success is one more point and another toss."""
    book, tosses = source.rules.book, min(tosses + 1, source.settled)
    if not tossed.success:
        await note("stops: no success" if hc is None else f"stops: no success; {hc} HC left")
        return Struck(-book.damage_start if hc is None else hc, tossed.ec, tossed.opposing_ec)
    each, again = book.success_damage, damage_toss(source, tosses, tossed.ec, tossed.opposing_ec)
    if hc is None:
        return -each + again.then(score, source, tosses, None)
    if hc <= each:
        await note(f"stops: {'one more point' if each == 1 else f'{each} more points'}, and no HC left")
        return Struck(0, tossed.ec, tossed.opposing_ec)
    return again.then(score, source, tosses, hc - each)


def points(number: int) -> str:
    """Write a number of points of damage."""
    return "1 point" if number == 1 else f"{number} points"


# --- the chain as a whole (G4.9, an option) --------------------------------------------------------------------------


@rule
async def whole_chain(source: Attacker, successes: int, hc: int, ec: int, opposing_ec: int) -> Then[Struck]:
    """G4.9: the chain is tossed to its end before anybody may answer."""
    rank, ec, opposing_ec = await prepared(source, min(successes, source.settled), ec, opposing_ec)
    if rank is not None and (await land(rank, source.rules)).success:
        successes += 1
        if left(source, successes, hc):
            return whole_chain(source, successes, hc, ec, opposing_ec)
    return _ended(source, successes, hc, ec, opposing_ec)


def _ended(source: Attacker, successes: int, hc: int, ec: int, opposing_ec: int) -> Then[Struck]:
    if is_answerable(source, successes > 0, ec, opposing_ec):
        return answer_chain(source, successes, hc, ec, opposing_ec)
    return Struck(left(source, successes, hc), ec, opposing_ec)


def is_answerable(source: Attacker, success: bool, ec: int, opposing_ec: int) -> bool:
    """R4.10: whoever a chain hurts can pay for an answer to it. success: it has one."""
    return len(answers(source.attacker, success, ec, opposing_ec, source.rules)) > 1


def left(source: Attacker, successes: int, hc: int) -> int:
    """R4.6: the HC that so many successes leave of so many."""
    book = source.rules.book
    return max(0, hc - book.damage_start - successes * book.success_damage)


@rule
async def answer_chain(source: Attacker, successes: int, hc: int, ec: int, opposing_ec: int) -> Then[Struck]:
    """G4.9, R4.10: a chain without a success is a failure; it is re-tossed, bought, forced or inverted as one toss.

    What is bought is one success; what is inverted has none.
    """
    who = other(source.attacker) if successes else source.attacker
    taken = await choose(who, answers(source.attacker, successes > 0, ec, opposing_ec, source.rules))
    if taken is None:
        return Struck(left(source, successes, hc), ec, opposing_ec)
    ec, opposing_ec = paid(who, taken.price, ec, opposing_ec)
    if taken.again:
        await note(f"{who} pays {taken.paid}: the whole chain is tossed again")
        return whole_chain(source, 0, hc, ec, opposing_ec)
    await note(f"{who} pays {taken.paid}: {'no success' if successes else 'one success'} instead")
    return _ended(source, 0 if successes else 1, hc, ec, opposing_ec)


# --- what it came to -------------------------------------------------------------------------------------------------


def reckoned(struck: Call[Struck], hc: int | None, ec: int, opposing_ec: int) -> Sequel[Harm]:
    """The outcome of an attack: the damage done, and what was spent from purses of so many coins."""
    if hc is None:
        return struck.then(uncounted_harm, ec, opposing_ec)
    return struck.then(total_harm, hc, ec, opposing_ec)


@rule
async def total_harm(struck: Struck, hc: int, ec: int, opposing_ec: int) -> Harm:
    """The damage that took a victim of so many HC down to what is left, and what was spent from both purses."""
    return Harm(hc - struck.hc, ec - struck.ec, opposing_ec - struck.opposing_ec, down=struck.hc == 0)


@rule
async def uncounted_harm(struck: Struck, ec: int, opposing_ec: int) -> Harm:
    """The damage to a victim whose HC nobody knows, and what was spent from both purses."""
    return Harm(-struck.hc, ec - struck.ec, opposing_ec - struck.opposing_ec)


@rule
async def harm_of_a_blow(source: Attacker, hc: int | None, ec: int, opposing_ec: int) -> Then[Harm]:
    """R4.6: what a blow does to a victim of so many HC."""
    return reckoned(hurt(source, hc, ec, opposing_ec), hc, ec, opposing_ec)

"""Resistances: to shake off an effect with one's action, or to bear it without (R4.5)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from oddsmith.rules import Then, note, rule
from oddsmith.systems.authoring.marks import Number, Unasked
from oddsmith.systems.edged_coins.rules.ladder import TossRules
from oddsmith.systems.edged_coins.rules.toss import (
    EC_SPENT,
    OPPONENT,
    OPPOSING_EC_SPENT,
    PLAYER,
    Tossed,
    attempt,
    opposed,
)


class ResistedEffect(NamedTuple):
    """An effect, and the character who resists it, once a round.

    rank: of the resisting toss, modifiers included. source_rank: of an active source, None without one.
    penalty: a success of the source only costs the resisting toss a rank (G4.15). reduces: a success takes 1 off the
    cost of the effect instead of ending it (G4.15). hc: at first, None when nobody counts them. rounds: tries at most.
    ec, opposing_ec: both purses at first.
    """

    rank: int
    source_rank: int | None
    penalty: bool
    reduces: bool
    hc: int | None
    rounds: int
    ec: int
    opposing_ec: int
    rules: TossRules


class ResistanceOutcome(NamedTuple):
    """The end of a resistance: the effect, and the one whom it afflicted."""

    free: Annotated[bool, Unasked]
    reduced: Annotated[bool, Unasked]
    down: Annotated[bool, Unasked]
    damage: Annotated[int, Number("HC lost to the effect", off="hc")]
    rounds: Annotated[int, Number("rounds in which it was resisted", one="round in which it was resisted")]
    ec_spent: Annotated[int, EC_SPENT]
    opposing_ec_spent: Annotated[int, OPPOSING_EC_SPENT]


class Plight(NamedTuple):
    """A resistance under way.

    number: of the round. harm: HC that the effect still costs each round. damage: HC that it has cost. reduced: it has
    been reduced.
    """

    number: int
    harm: int
    damage: int
    reduced: bool


@rule
async def resist(effect: ResistedEffect, plight: Plight, ec: int, opposing_ec: int) -> Then[ResistanceOutcome]:
    """R4.5: a resistance is tossed."""
    await note(f"round {plight.number}")
    opposers = 1 if effect.source_rank is not None and effect.penalty else 0
    tossed = opposed(PLAYER, effect.rank, effect.source_rank or 0, opposers, ec, opposing_ec, effect.rules)
    return tossed.then(shake, effect, plight)


@rule
async def shake(tossed: Tossed, effect: ResistedEffect, plight: Plight) -> Then[ResistanceOutcome]:
    """R4.5: a success ends the effect, unless somebody may toss to continue it."""
    if tossed.success and effect.source_rank is not None and not effect.penalty:
        keeping = attempt(OPPONENT, effect.source_rank, tossed.ec, tossed.opposing_ec, effect.rules)
        return keeping.then(keep, effect, plight)
    return endure(effect, plight, tossed.success, tossed.ec, tossed.opposing_ec)


@rule
async def keep(keeping: Tossed, effect: ResistedEffect, plight: Plight) -> Then[ResistanceOutcome]:
    """R4.5, G4.15: a success of its source continues the effect."""
    if keeping.success:
        await note("the source continues the effect")
    return endure(effect, plight, not keeping.success, keeping.ec, keeping.opposing_ec)


@rule
async def endure(
    effect: ResistedEffect, plight: Plight, success: bool, ec: int, opposing_ec: int
) -> Then[ResistanceOutcome]:
    """R4.5: what a success did, and what the effect costs this round if it lasts."""
    number, harm, damage, reduced = plight
    over = success and (not effect.reduces or harm <= 1)
    free = over and (not effect.reduces or harm == 1)
    if success and effect.reduces:
        reduced, harm = True, max(0, harm - 1)
        await note(f"reduced: it costs {harm} HC a round from now on")
    if not over:
        damage = damage + harm if effect.hc is None else min(effect.hc, damage + harm)
    down = damage == effect.hc
    if over or down or number == effect.rounds:
        await note("free" if free else "no HC left" if down else "reduced" if over else "the effect lasts")
        spent = (effect.ec - ec, effect.opposing_ec - opposing_ec)
        return ResistanceOutcome(free, reduced, down, damage, number, *spent)
    return resist(effect, Plight(number + 1, harm, damage, reduced), ec, opposing_ec)

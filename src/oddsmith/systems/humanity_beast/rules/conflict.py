"""A conflict (R3.8): both sides roll, most successes win, and the difference is damage to the loser's Willpower.

Each side has one point of Willpower for its own roll (R3.6). What is paid before is settled first by the player, then
by the opponent; after the rolls the player is asked first, too, with all dice of both sides in view. The fixed policy
for a point kept until then: a reroll when not ahead, of the die that the policy in `action` names.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from oddsmith.rules import Then, note, roll, rule
from oddsmith.systems.humanity_beast.rules.action import (
    Spend,
    act,
    die_to_reroll,
    thrown,
    thrown_again,
    willpower_before,
)
from oddsmith.systems.humanity_beast.rules.battle_throw import Blow
from oddsmith.systems.humanity_beast.rules.comparison import OF_THE_DIFFERENCE, Comparison
from oddsmith.systems.humanity_beast.rules.dice_on_table import DiceOnTable, DieOnTable
from oddsmith.systems.humanity_beast.rules.roll_task import RollOutcome, RollTask, total_successes
from oddsmith.systems.humanity_beast.rules.sides import (
    CHECKS,
    DAMAGE,
    Conflict,
    SideSuccesses,
    damage,
    side_successes,
)
from oddsmith.systems.humanity_beast.rules.verdict import ConflictOutcome, JudgedConflict, judged, verdict


@rule
async def fight(conflict: Conflict, spend: Spend, against_spend: Spend) -> Then[Any]:
    """R3.8, R3.6: both sides take up their dice, and may use one point of Willpower each.

    Damage that is asked alone is the outcome itself.
    """
    if not conflict.after_damage:
        if conflict.asked == {"humanity_check"} and spend != "after":
            return ConflictOutcome(humanity_check=await checked(conflict.ours, spend))
        if conflict.asked == {"against_humanity_check"} and against_spend in ("none", "before"):
            return ConflictOutcome(against_humanity_check=await checked(conflict.theirs, against_spend))
    ours = await willpower_before(conflict.ours, spend)
    theirs = await willpower_before(conflict.theirs, against_spend, held="policy")
    return await met(replace(conflict, ours=ours, theirs=theirs))


async def met(conflict: Conflict) -> Then[ConflictOutcome | int]:
    """R3.8: both sides roll."""
    ours, theirs = conflict.ours, conflict.theirs
    if not conflict.in_one_throw:
        return our_throw(conflict.coarsened())
    if len(conflict.asked) == 1 and conflict.asked <= DAMAGE and not conflict.meet:
        return roll(damage(conflict, next(iter(conflict.asked))))
    if conflict.asked <= OF_THE_DIFFERENCE:
        enough = conflict.needed
        compared = Comparison(total_successes(theirs), total_successes(ours), enough, conflict.reach or 1)
        their_total, our_total, lead = await roll(compared)
        return judged(JudgedConflict(conflict, lead, our_total >= enough, their_total >= enough))
    if not conflict.in_full and conflict.asked <= OF_THE_DIFFERENCE | DAMAGE | CHECKS and conflict.plain:
        return struck(conflict, await roll(conflict.throw))
    return settled(conflict, await rolled(ours), await rolled(theirs))


def struck(conflict: Conflict, blow: Blow) -> ConflictOutcome:
    """Judge a conflict by a throw of all dice."""
    risks = (blow.checked, blow.against_checked)
    return judged(JudgedConflict(conflict, blow.dealt - blow.taken, True, True, at_risk=risks))


async def checked(task: RollTask, spend: Spend) -> bool:
    """R3.9, R3.10: roll for the check of one side, for which the other does not matter."""
    alone = await act(replace(task, asked=frozenset({"humanity_check"})), spend)
    assert isinstance(alone, RollOutcome)
    return bool(alone.humanity_check)


@rule
async def rolled(task: RollTask) -> Then[SideSuccesses]:
    """R3.8: one side rolls."""
    return side_successes(task, await thrown(task))


@rule
async def our_throw(conflict: Conflict) -> Then[ConflictOutcome]:
    """R3.8: the player rolls."""
    return their_throw(conflict, await thrown(conflict.ours))


@rule
async def their_throw(conflict: Conflict, ours: DiceOnTable) -> Then[ConflictOutcome]:
    """R3.8: the opponent rolls."""
    theirs = await (rolled(conflict.theirs) if conflict.theirs.reroll == "none" else thrown(conflict.theirs))
    if conflict.by_lead:
        level = side_successes(conflict.theirs, theirs).total
        if isinstance(theirs, DiceOnTable):
            ours, theirs = ours.ahead_of(level), theirs.ahead_of(level)
        else:  # nothing more can happen to the opponent's total
            ours, theirs = ours.ahead_of(level, conflict.reach), SideSuccesses(0, 0, False)
    return our_answer(conflict.lying, ours, theirs)


@rule
async def our_answer(
    conflict: Conflict, ours: DiceOnTable, theirs: DiceOnTable | SideSuccesses
) -> Then[ConflictOutcome]:
    """R3.6: both have rolled; first the player may pay for the reroll of a die."""
    ahead = side_successes(conflict.ours, ours).total > side_successes(conflict.theirs, theirs).total
    die = await die_to_reroll(conflict.ours, ours, met=ahead)
    if die is None:
        return their_answer(conflict, side_successes(conflict.ours, ours), theirs)
    return our_reroll(conflict.ours_paid, die._replace(loses=0), theirs)


@rule
async def our_reroll(conflict: Conflict, die: DieOnTable, theirs: DiceOnTable | SideSuccesses) -> Then[ConflictOutcome]:
    """R3.6, G3.4: the player's die is thrown again, and what it then shows stands."""
    table = await thrown_again(conflict.ours, die)
    return their_answer(conflict, side_successes(conflict.ours, table), theirs)


@rule
async def their_answer(
    conflict: Conflict, ours: SideSuccesses, theirs: DiceOnTable | SideSuccesses
) -> Then[ConflictOutcome]:
    """R3.6: then the opponent may pay for the reroll of a die."""
    side = side_successes(conflict.theirs, theirs)
    if isinstance(theirs, SideSuccesses):
        return settled(conflict, ours, side)
    die = await die_to_reroll(conflict.theirs, theirs, met=side.total > ours.total)
    if die is None:
        return settled(conflict, ours, side)
    return their_reroll(conflict.theirs_paid, ours, die._replace(loses=0))


@rule
async def their_reroll(conflict: Conflict, ours: SideSuccesses, die: DieOnTable) -> Then[ConflictOutcome]:
    """R3.6, G3.4: the opponent's die is thrown again, and what it then shows stands."""
    table = await thrown_again(conflict.theirs, die)
    return settled(conflict, ours, side_successes(conflict.theirs, table))


@rule
async def settled(conflict: Conflict, ours: SideSuccesses, theirs: SideSuccesses) -> Then[ConflictOutcome]:
    """R3.8 to R3.10: who wins, what it costs the loser, and whether Humanity is at risk."""
    needed = conflict.needed
    lead = ours.total - theirs.total
    seen = JudgedConflict(conflict, lead, ours.total >= needed, theirs.total >= needed, ours, theirs)
    if conflict.in_full:
        for line in verdict(seen, ours, theirs):
            await note(line)
    return judged(seen)

"""A conflict (R3.8): both sides roll, most successes win, and the difference is damage to the loser's Willpower.

Each side has one point of Willpower for its own roll (R3.6). What is paid before is settled first by the player, then
by the opponent; after the rolls the player is asked first, too, with all dice of both sides in view. The fixed policy
for a point kept until then: a reroll when not ahead, of the die that the policy in `action` names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple

from oddsmith.dice import Expression
from oddsmith.rules import Then, note, roll, rule
from oddsmith.systems.authoring.marks import Number, Spent, YesNo
from oddsmith.systems.humanity_beast.rules.action import (
    Spend,
    act,
    die_to_reroll,
    thrown,
    thrown_again,
    willpower_before,
)
from oddsmith.systems.humanity_beast.rules.battle_throw import FAR, REACH, BattleThrow, Blow
from oddsmith.systems.humanity_beast.rules.comparison import OF_THE_DIFFERENCE, OF_THE_WINNER, Comparison
from oddsmith.systems.humanity_beast.rules.dice_on_table import DiceOnTable, DieOnTable
from oddsmith.systems.humanity_beast.rules.roll_task import DiceTaken, RollOutcome, RollTask, total_successes

#: Damage without a limit. Each is exact when it is asked by itself.
DAMAGE: Final = frozenset({"damage_dealt", "damage_taken", "excess_dealt", "excess_taken"})

#: R3.9, R3.10: the Humanity checks of both sides.
CHECKS: Final = frozenset({"humanity_check", "against_humanity_check"})


@dataclass(frozen=True)
class Conflict:
    """Two rolls against each other. tie: G3.14. meet: the winner must meet the difficulty, too (G3.15).

    after_damage: current Willpower is that after the damage (G3.6). asked: the events and measures that will be read.
    """

    ours: RollTask
    theirs: RollTask
    tie: Literal["nobody", "defender-wins"]
    meet: bool
    after_damage: bool
    asked: frozenset[str]

    def __str__(self) -> str:
        ours, theirs = (f"{task.humanity} Humanity + {task.beast} Beast" for task in (self.ours, self.theirs))
        return f"{ours} against {theirs}"

    @property
    def needed(self) -> int:
        """G3.15: the successes that who wins must have."""
        return self.ours.difficulty if self.meet else 0

    @property
    def in_full(self) -> bool:
        """True if everything is asked, so that the trail can describe it."""
        return self.asked >= DAMAGE | CHECKS

    @property
    def plain(self) -> bool:
        """True if damage is the difference, whatever the difficulty and the check."""
        return not self.meet and not self.after_damage and self.ours.reading.book.damage_each == 1

    @cached_property
    def by_lead(self) -> bool:
        """True if it is enough to know the lead of one side."""
        return self.ours.one_number and self.theirs.one_number and not self.meet and not self.in_full

    @property
    def reach(self) -> int | None:
        """The lead that is as good as any greater one for all that is asked; None where there is no such lead."""
        if not self.asked <= OF_THE_DIFFERENCE:
            return None
        return 1 if self.asked <= OF_THE_WINNER else max(self.ours.willpower, self.theirs.willpower) + 1

    @property
    def in_one_throw(self) -> bool:
        """True if nobody decides anything once the dice are taken up."""
        return all(task.reroll == "none" and not task.reading.waits for task in (self.ours, self.theirs))

    def coarsened(self) -> Conflict:
        """Return the conflict with both throws as fine as can be where every pair of them is another state."""
        rerolls = {self.ours.reroll, self.theirs.reroll}
        if self.by_lead:
            fine = 10**8 if "choice" in rerolls else 10**12
        else:
            fine = 10**9 if "none" in rerolls and "choice" not in rerolls else 10**7
        return replace(self, ours=replace(self.ours, coarse=fine), theirs=replace(self.theirs, coarse=fine))

    @property
    def throw(self) -> BattleThrow:
        """Both sides' dice as one throw, for the damage and the Humanity checks."""
        mine, other = (DiceTaken(task.humanity, task.beast, task.bought) for task in (self.ours, self.theirs))
        far = FAR if self.asked & DAMAGE else None
        most = far or REACH
        return BattleThrow(
            self.ours.reading,
            mine,
            other,
            most,
            most,
            self.ours.current_willpower,
            0,
            after_damage=False,
            looks="humanity_check" in self.asked,
            far=far,
            against_current=self.theirs.current_willpower if "against_humanity_check" in self.asked else None,
        )

    def struck(self, blow: Blow) -> ConflictOutcome:
        """Judge the conflict by a throw of all dice."""
        risks = (blow.checked, blow.against_checked)
        return judged(JudgedConflict(self, blow.dealt - blow.taken, True, True, at_risk=risks))

    @cached_property
    def lying(self) -> Conflict:
        """The conflict once all dice lie; of dice that were chosen (`mix`) without how many there were."""
        return self if self.ours.humanity or self.ours.beast else replace(self, theirs=self.theirs.lying)

    @cached_property
    def ours_paid(self) -> Conflict:
        """The conflict after the player's point was paid for a reroll."""
        return replace(self, ours=self.ours.paid)

    @cached_property
    def theirs_paid(self) -> Conflict:
        """The conflict after the opponent's point was paid for a reroll."""
        return replace(self, theirs=self.theirs.paid)


class SideSuccesses(NamedTuple):
    """A side that has rolled, as far as it matters.

    total: its successes. beast: its Beast successes, of which more than its Willpower are as good as any more.
    over_humanity: R3.10.
    """

    total: int
    beast: int
    over_humanity: bool


def side_successes(task: RollTask, lying: DiceOnTable | SideSuccesses) -> SideSuccesses:
    """Return the successes of one side's dice."""
    if isinstance(lying, SideSuccesses):
        return lying
    total = sum(lying.counts) + task.extra
    if len(lying.counts) == 1:
        return SideSuccesses(total, 0, False)
    humanity, beast = lying.counts
    return SideSuccesses(total, min(beast, task.willpower + 1), beast > humanity)


# --- in the order of play --------------------------------------------------------------------------------------------


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
        return conflict.struck(await roll(conflict.throw))
    return settled(conflict, await rolled(ours), await rolled(theirs))


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


# --- what it comes to ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ConflictOutcome:
    """The outcome of a conflict as far as it was asked; the rest is None."""

    win: Annotated[bool | None, YesNo("win", "R3.8")] = None
    lose: Annotated[bool | None, YesNo("lose", "R3.8, G3.14")] = None
    tie: Annotated[bool | None, YesNo("nobody wins", "R3.8, G3.14")] = None
    humanity_check: Annotated[
        bool | None, YesNo("possible Humanity loss: a Humanity check", "R3.9, R3.10", otherwise="no Humanity check")
    ] = None
    against_humanity_check: Annotated[
        bool | None,
        YesNo("a Humanity check for the other side", "R3.9, R3.10", otherwise="no Humanity check for the other side"),
    ] = None
    out_of_willpower: Annotated[bool | None, YesNo("out of Willpower", "G3.16")] = None
    against_out_of_willpower: Annotated[bool | None, YesNo("the other side is out of Willpower", "G3.16")] = None
    damage_dealt: Annotated[int | None, Number("damage to the other side's Willpower", off="against_willpower")] = None
    damage_taken: Annotated[int | None, Number("damage to our Willpower", off="willpower")] = None
    excess_dealt: Annotated[int | None, Number("damage dealt beyond the Willpower that was left")] = None
    excess_taken: Annotated[int | None, Number("damage taken beyond the Willpower that was left")] = None
    willpower_left: Annotated[int | None, Number("Willpower left")] = None
    against_willpower_left: Annotated[int | None, Number("Willpower left to the other side")] = None
    willpower_spent: Annotated[int | None, Spent("Willpower spent", most=1)] = None
    against_willpower_spent: Annotated[int | None, Spent("Willpower spent by the other side", most=1)] = None


@dataclass(frozen=True)
class JudgedConflict:
    """A conflict to be judged. lead: ours over theirs. our_met, their_met: the side meets the difficulty (G3.15).

    at_risk: whether our Humanity check and theirs, as far as they are asked, are due, where the throw has told it.
    """

    conflict: Conflict
    lead: int
    our_met: bool
    their_met: bool
    ours: SideSuccesses | None = None
    theirs: SideSuccesses | None = None
    at_risk: tuple[bool, bool] | None = None

    @property
    def win(self) -> bool:
        """R3.8: more successes win."""
        return self.lead > 0 and self.our_met

    @property
    def lose(self) -> bool:
        """R3.8; on a tie G3.14, where we attack and the other side defends."""
        behind = self.lead < 0 or (self.lead == 0 and self.conflict.tie == "defender-wins")
        return behind and self.their_met

    @property
    def each(self) -> int:
        """R3.8: the damage for each success of difference."""
        return self.conflict.ours.reading.book.damage_each

    @property
    def dealt(self) -> int:
        """R3.8: the difference is damage to the loser's Willpower."""
        return self.lead * self.each if self.win else 0

    @property
    def taken(self) -> int:
        """R3.8, for us."""
        return -self.lead * self.each if self.lose else 0

    def left(self, task: RollTask, damage: int) -> int:
        """G3.16: Willpower stops at 0."""
        return max(task.willpower - task.spent - damage, 0)

    def excess(self, task: RollTask, damage: int) -> int:
        """G3.16: damage beyond the Willpower that was left."""
        return max(damage - (task.willpower - task.spent), 0)

    def check(self, task: RollTask, side: SideSuccesses | None, damage: int) -> bool:
        """R3.9, R3.10: a possible Humanity loss, by the Willpower that G3.6 says is current."""
        if self.at_risk is not None:
            return self.at_risk[task is self.conflict.theirs]
        assert side is not None  # checks are asked of sides that are known
        current = self.left(task, damage) if self.conflict.after_damage else task.current_willpower
        return side.beast > current or side.over_humanity


_ANSWERS: Final[Mapping[str, Callable[[JudgedConflict], int]]] = {
    "win": lambda seen: seen.win,
    "lose": lambda seen: seen.lose,
    "tie": lambda seen: not seen.win and not seen.lose,
    "damage_dealt": lambda seen: seen.dealt,
    "damage_taken": lambda seen: seen.taken,
    "excess_dealt": lambda seen: seen.excess(seen.conflict.theirs, seen.dealt),
    "excess_taken": lambda seen: seen.excess(seen.conflict.ours, seen.taken),
    "willpower_left": lambda seen: seen.left(seen.conflict.ours, seen.taken),
    "against_willpower_left": lambda seen: seen.left(seen.conflict.theirs, seen.dealt),
    "out_of_willpower": lambda seen: seen.left(seen.conflict.ours, seen.taken) == 0,
    "against_out_of_willpower": lambda seen: seen.left(seen.conflict.theirs, seen.dealt) == 0,
    "willpower_spent": lambda seen: seen.conflict.ours.spent,
    "against_willpower_spent": lambda seen: seen.conflict.theirs.spent,
    "humanity_check": lambda seen: seen.check(seen.conflict.ours, seen.ours, seen.taken),
    "against_humanity_check": lambda seen: seen.check(seen.conflict.theirs, seen.theirs, seen.dealt),
}


def judged(seen: JudgedConflict) -> ConflictOutcome:
    """Judge a conflict, as far as it is asked."""
    answers: dict[str, Any] = {name: _ANSWERS[name](seen) for name in seen.conflict.asked}
    return ConflictOutcome(**answers)


def verdict(seen: JudgedConflict, ours: SideSuccesses, theirs: SideSuccesses) -> Iterator[str]:
    """Say as a referee who wins, and what it costs."""
    score = f"{ours.total} success{'' if ours.total == 1 else 'es'} against {theirs.total}"
    needed = f" (the difficulty is {seen.conflict.needed})" if seen.conflict.meet else ""
    if seen.win:
        yield f"{score}{needed}: the player wins; {seen.dealt} damage to the opponent's Willpower"
    elif seen.lose:
        yield f"{score}{needed}: the opponent wins; {seen.taken} damage to the player's Willpower"
    else:
        yield f"{score}{needed}: nobody wins"
    for who, prefix in (("player", ""), ("opponent", "against_")):
        if _ANSWERS[f"{prefix}out_of_willpower"](seen):
            yield f"the {who} is out of Willpower"  # G3.16
        if _ANSWERS[f"{prefix}humanity_check"](seen):
            yield f"possible Humanity loss for the {who}"


def damage(conflict: Conflict, name: str) -> Expression[int]:
    """Return damage as dice, without any limit. Raises ValueError for a name of none."""
    ours, theirs = total_successes(conflict.ours), total_successes(conflict.theirs)
    match name:
        case "damage_dealt" | "excess_dealt":
            lead, loser = ours - theirs, conflict.theirs
        case "damage_taken" | "excess_taken":
            lead, loser = theirs - ours, conflict.ours
        case _:
            raise ValueError(f"{name} is no damage.")
    each = conflict.ours.reading.book.damage_each
    lead = lead * each if each > 1 else lead
    return (lead - (loser.willpower - loser.spent) if name.startswith("excess") else lead).floored(0)

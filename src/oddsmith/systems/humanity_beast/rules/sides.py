"""The input of a conflict: both sides' rolls, with the rulings and the questions that shorten the way to its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, NamedTuple

from oddsmith.dice import Expression
from oddsmith.systems.humanity_beast.rules.battle_throw import FAR, REACH, BattleThrow
from oddsmith.systems.humanity_beast.rules.comparison import OF_THE_DIFFERENCE, OF_THE_WINNER
from oddsmith.systems.humanity_beast.rules.dice_on_table import DiceOnTable
from oddsmith.systems.humanity_beast.rules.roll_task import DiceTaken, RollTask, total_successes

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

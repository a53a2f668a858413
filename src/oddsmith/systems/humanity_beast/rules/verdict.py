"""The judgement of a conflict (R3.8): who wins, the damage to the loser's Willpower, and whose Humanity is at risk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from oddsmith.systems.authoring.marks import Number, Spent, YesNo
from oddsmith.systems.humanity_beast.rules.roll_task import RollTask
from oddsmith.systems.humanity_beast.rules.sides import Conflict, SideSuccesses


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

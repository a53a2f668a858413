"""The spiral: risky actions, one after the other, until no Humanity is left (R3.1, R3.9, R3.10, G3.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from oddsmith.rules import Then, choose, note, rule
from oddsmith.systems.humanity_beast.rules.action import act
from oddsmith.systems.humanity_beast.rules.checks import CheckRules, humanity_checks
from oddsmith.systems.humanity_beast.rules.roll_task import RollOutcome, RollTask

#: Beast dice that every action takes beside all Humanity dice: all, only those demanded, or a decision.
BeastTaken: TypeAlias = Literal["all", "least", "open"]


@dataclass(frozen=True)
class Course:
    """A course of risky actions, all alike. Willpower is the same before every action.

    task: one action, without its dice. least: Beast dice that every action demands. checks: settle Humanity checks.
    counts: the actions that are counted, all of them or those that meet their difficulty.
    """

    task: RollTask
    least: int
    taken: BeastTaken
    counts: Literal["all", "met"]
    checks: CheckRules

    def __str__(self) -> str:
        return f"difficulty {self.task.difficulty}, {self.least} Beast at least"

    def takes(self, humanity: int) -> Mapping[str, int]:
        """R3.2: the numbers of Beast dice with which an action can be done, by name; the most first.

        Humanity dice are all taken: each only adds to the successes and lowers the risk.
        """
        all_there = self.checks.reading.book.all_dice - humanity
        least = min(self.least, all_there)
        numbers = {"all": (all_there,), "least": (least,), "open": range(all_there, least - 1, -1)}[self.taken]
        return {f"{humanity}H+{beast}B": beast for beast in numbers}


@rule
async def risk(course: Course, humanity: int) -> Then[int]:
    """R3.2: another risky action, while there is Humanity to lose.

    The outcome is the number of actions that are counted.
    """
    if humanity <= course.checks.end:
        await note(f"{humanity} Humanity: the character leaves play")
        return 0
    beast = await choose("player", course.takes(humanity))
    done = await act(replace(course.task, humanity=humanity, beast=beast), "none")
    assert isinstance(done, RollOutcome)
    counted = 1 if course.counts == "all" or done.success else 0
    if not done.humanity_checks:
        return counted + risk(course, humanity)
    left = await checks_made(course.checks, humanity, course.task.willpower, done.humanity_checks)
    return counted + risk(course, left)


async def checks_made(checks: CheckRules, humanity: int, willpower: int, number: int) -> int:
    """G3.8: the Humanity that is left after so many checks; where the rules do not settle them, all fail."""
    if checks.how != "ask":
        return (await humanity_checks(checks, humanity, willpower, number, 0)).humanity_left
    left = max(checks.end, humanity - number * checks.reading.book.humanity_lost)
    await note(f"the rules do not settle Humanity checks; taken as failed: {left} Humanity")
    return left

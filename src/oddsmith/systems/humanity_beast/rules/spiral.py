"""The spiral: risky actions, one after the other, until no Humanity is left (R3.1, R3.9, R3.10, G3.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from oddsmith.rules import Then, choose, note, rule
from oddsmith.systems.humanity_beast.house_rules import ALL_DICE
from oddsmith.systems.humanity_beast.rules.checks import Checking, humanity_checks
from oddsmith.systems.humanity_beast.rules.roll import act
from oddsmith.systems.humanity_beast.rules.task import Outcome, Task

#: How many Beast dice every action takes beside all Humanity dice: all, only those demanded, or a decision.
Taken: TypeAlias = Literal["all", "least", "open"]


@dataclass(frozen=True)
class Course:
    """What a character does over and over. Willpower is the same before every action.

    task: one action, without its dice. least: Beast dice that every action demands. checks: how checks are settled.
    counts: which actions are counted, all of them or those that meet their difficulty.
    """

    task: Task
    least: int
    taken: Taken
    counts: Literal["all", "met"]
    checks: Checking

    def __str__(self) -> str:
        return f"difficulty {self.task.difficulty}, {self.least} Beast at least"

    def takes(self, humanity: int) -> Mapping[str, int]:
        """R3.2: by name, with how many Beast dice an action can be done; the most first.

        Humanity dice are all taken: each only adds to the successes and lowers the risk.
        """
        all_there = ALL_DICE - humanity
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
    assert isinstance(done, Outcome)
    counted = 1 if course.counts == "all" or done.success else 0
    if not done.humanity_checks:
        return counted + risk(course, humanity)
    left = await checks_made(course.checks, humanity, course.task.willpower, done.humanity_checks)
    return counted + risk(course, left)


async def checks_made(checks: Checking, humanity: int, willpower: int, number: int) -> int:
    """G3.8: the Humanity that is left after so many checks; where the rules do not settle them, all fail."""
    if checks.how != "ask":
        return (await humanity_checks(checks, humanity, willpower, number, 0)).humanity_left
    left = max(checks.end, humanity - number)
    await note(f"the rules do not settle Humanity checks; taken as failed: {left} Humanity")
    return left

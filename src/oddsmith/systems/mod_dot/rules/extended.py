"""An extended action: test after test, until enough successes have been gathered (an option; the rules have none)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from oddsmith.rules import Then, first_option, note, odds, rule
from oddsmith.systems.authoring.marks import Number, Unasked
from oddsmith.systems.mod_dot.rules.test import Character, tested


@dataclass(frozen=True)
class Job:
    """A job to work at.

    target: successes needed. botch: the effect of one (G0.10), see `ModDotRules`.
    """

    character: Character
    target: int
    botch: Literal["ends", "clears", "loses"]

    def __str__(self) -> str:
        return f"{self.target} successes"


@dataclass(frozen=True)
class ExtendedOutcome:
    """The end of an extended action. botched: by a botch. Adding a number adds tries."""

    done: Annotated[bool, Unasked]
    botched: Annotated[bool, Unasked]
    tries: Annotated[int, Number("tries", one="try", per_gain=1)]
    gathered: Annotated[int, Number("successes gathered in the end", one="success gathered in the end", per_gain=0)]

    def __add__(self, more: int) -> ExtendedOutcome:
        return replace(self, tries=self.tries + more)


@rule
async def work(job: Job, gathered: int, left: int | None) -> Then[ExtendedOutcome]:
    """G0.10: another try.

    left: how many there may be; None without a limit.
    """
    successes = await attempt(job.character)
    if successes < 0 and job.botch == "ends":
        await note("the botch ends the extended action")
        return ExtendedOutcome(False, True, 1, gathered)
    gathered = 0 if successes < 0 and job.botch == "clears" else max(0, min(gathered + successes, job.target))
    await note(f"gathered: {gathered} of {job.target}")
    if gathered < job.target and left != 1:
        return 1 + work(job, gathered, None if left is None else left - 1)
    await note("no try is left" if gathered < job.target else "done")
    return ExtendedOutcome(gathered == job.target, False, 1, gathered)


@rule
async def attempt(character: Character) -> int:
    """R0.5 to R0.9: the successes of one test."""
    return await tested(character, 0)


def hopeless(character: Character) -> bool:
    """True if no try can bring a success, so that there would be no end without a limit on tries."""
    return odds(attempt(character), first_option, of=lambda successes: successes >= 1).p(bool) == 0

"""An extended action: test after test, until enough successes have been gathered (an option; the rules have none)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from oddsmith.rules import Then, note, rule
from oddsmith.systems.mod_dot.rules.test import UP, Character, further_downs, two_tests, verdict


@dataclass(frozen=True)
class Job:
    """What is worked at.

    target: successes needed. botch: what one does (G0.10), see `ModDotRules`. counts_tries: whether somebody wants to
    know how many it takes.
    """

    character: Character
    target: int
    botch: Literal["ends", "clears", "loses"]
    counts_tries: bool

    @property
    def hopeless(self) -> bool:
        """Whether no try can bring a success, so that there would be no end without a limit on tries."""
        character = self.character
        ups = 2 if UP in character.throw.faces else 0
        return min(character.base + ups, character.cap) <= 0

    def __str__(self) -> str:
        return f"{self.target} successes"


@dataclass(frozen=True)
class Worked:
    """How an extended action has ended. botched: by a botch. Adding a number adds tries."""

    done: bool
    botched: bool
    gathered: int
    tries: int = 0

    def __add__(self, more: int) -> Worked:
        return replace(self, tries=self.tries + more)


@rule
async def work(job: Job, gathered: int, left: int | None) -> Then[Worked]:
    """G0.10: another try.

    left: how many there may be; None without a limit.
    """
    found = await one_try(job, gathered, last=left == 1)
    if isinstance(found, Worked):
        return found
    rest = work(job, found, None if left is None else left - 1)
    return 1 + rest if job.counts_tries else rest


@rule
async def tries_alone(job: Job, gathered: int, left: int | None) -> Then[int]:
    """G0.10: how many tries it takes and nothing else about it, so that they need no limit."""
    found = await one_try(job, gathered, last=left == 1)
    if isinstance(found, Worked):
        return 1
    return 1 + tries_alone(job, found, None if left is None else left - 1)


async def one_try(job: Job, gathered: int, *, last: bool) -> Worked | int:
    """How a try ends the extended action, or what has been gathered after it."""
    successes = await attempt(job.character)
    tries = int(job.counts_tries)
    if successes < 0 and job.botch == "ends":
        await note("the botch ends the extended action")
        return Worked(False, True, gathered, tries)
    gathered = 0 if successes < 0 and job.botch == "clears" else max(0, min(gathered + successes, job.target))
    await note(f"gathered: {gathered} of {job.target}")
    if gathered < job.target and not last:
        return gathered
    await note("no try is left" if gathered < job.target else "done")
    return Worked(gathered == job.target, False, gathered, tries)


@rule
async def attempt(character: Character) -> int:
    """R0.5 to R0.9: the successes of one test."""
    so_far = await two_tests(character)
    successes = so_far.successes
    if so_far.falling:
        successes = await further_downs(character, successes)
    await note(verdict(successes))
    return successes

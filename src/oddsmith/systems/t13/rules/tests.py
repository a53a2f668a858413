"""T13's dice tests as they are played: against a difficulty, pool by pool, and against other sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from oddsmith.rules import Then, choose, note, roll, rule
from oddsmith.systems.t13.rules.levels import (
    PLAIN,
    STALEMATE,
    Circumstances,
    Level,
    LevelsTaken,
    Number,
    Rung,
    Scale,
    Verdict,
    against_opponent,
    in_crisis,
    influenced,
    net_failures,
    shifted,
    standing,
)
from oddsmith.systems.t13.rules.proficiencies import Crisis
from oddsmith.systems.t13.rules.throw import Throw

# --- a test against a difficulty -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TestTask:
    """The task of a test.

    difficulty: 1 or more (G2.6). scale: the house rules about levels. halving: the way in which the score is halved,
    "off" where it is not. retries: tries left after a Moderate Failure.
    """

    difficulty: int
    circumstances: Circumstances
    scale: Scale
    halving: str = "off"
    retries: int = 0

    def __str__(self) -> str:
        return f"difficulty {self.difficulty}"


@dataclass(frozen=True)
class TestOutcome:
    """The outcome of a test. extra, failures: extra success levels and failure levels taken, rolled or by a Crisis."""

    score: Number
    verdict: Verdict
    extra: int
    failures: int


@rule
async def test(dice: Throw, task: TestTask) -> Then[TestOutcome]:
    """R2.1: roll against a difficulty; a Moderate Failure may be tried again."""
    total = await roll(dice)
    score = halved(total.points, task.halving)
    if task.halving != "off":
        await note(f"no Proficiency applies: {total.points} is halved to {score} (R2.12)")
    taken = judged(score, total.crisis, task)
    await note(f"{score} against difficulty {task.difficulty}: {described(taken)}")
    again = ("accept", "try again") if taken.rolled.level is Level.MODERATE_FAILURE and task.retries else ("accept",)
    if await choose("player", again) == "try again":
        return test(dice, replace(task, retries=task.retries - 1))
    return TestOutcome(score, taken.verdict, taken.extra, taken.failures)


def halved(points: int, halving: str) -> Number:
    """R2.12, G2.16: the score of a character without any applicable Proficiency.

    >>> halved(7, "companion"), halved(7, "exact"), halved(7, "round-up")
    (3, Fraction(7, 2), 4)
    """
    half = Fraction(points, 2)
    if halving == "companion":
        return floor(half)
    if halving == "round-up":
        return ceil(half)
    return half if halving == "exact" and half.denominator > 1 else points if halving == "off" else int(half)


def judged(score: Number, crisis: Crisis, task: TestTask) -> LevelsTaken:
    """R2.6, R2.11: the levels that a score brings."""
    rolled = standing(score, task.difficulty, task.scale)
    return in_crisis(influenced(rolled, score, task.circumstances, task.scale), crisis, task.scale)


def described(taken: LevelsTaken) -> str:
    """Say which levels are taken."""
    text = str(taken.rolled)
    if taken.equivalent:
        return f"{text}, and {taken.equivalent} as well ({taken.crisis})"
    if taken.crisis:
        return f"{text} ({taken.crisis})"
    return text


# --- pool by pool (R2.20) --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScorePool:
    """Dice that are compared with the difficulty by themselves."""

    name: str
    throw: Throw

    def joined(self, other: ScorePool) -> ScorePool:
        """Add the dice of another pool."""
        return replace(self, throw=replace(self.throw, dice=self.throw.dice + other.throw.dice))

    def __str__(self) -> str:
        return f"{self.name}: {self.throw}"


@dataclass(frozen=True)
class Passes:
    """The pools rolled so far, by success. points: their scores added up."""

    passed: int = 0
    equal: int = 0
    failed: int = 0
    points: Number = 0
    crisis: Crisis = Crisis.NONE

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.equal} equal, {self.failed} failed"


@rule
async def arrange(pools: tuple[ScorePool, ...], bought: tuple[ScorePool, ...], task: TestTask) -> Then[TestOutcome]:
    """R2.20: every die that was bought joins a pool or is a new one."""
    if not bought:
        return compare(pools, task, Passes())
    die, rest = bought[0], bought[1:]
    joins = {f"{die.name}: join {pool.name}": place for place, pool in enumerate(pools)}
    place = await choose("player", {f"{die.name}: new pool": len(pools), **joins})
    joined = pools[place].joined(die) if place < len(pools) else die
    return arrange((*pools[:place], joined, *pools[place + 1 :]), rest, task)


@rule
async def compare(pools: tuple[ScorePool, ...], task: TestTask, so_far: Passes) -> Then[TestOutcome]:
    """R2.20: roll the pools one by one, each against the largest single difficulty."""
    if not pools:
        return await count_passes(so_far, task)
    total = await roll(pools[0].throw)
    score = halved(total.points, task.halving)
    passed, failed = score > task.difficulty, score < task.difficulty
    await note(f"{pools[0].name}: {score} {'passes' if passed else 'fails' if failed else 'equals'} {task.difficulty}")
    return compare(
        pools[1:],
        task,
        Passes(
            so_far.passed + passed,
            so_far.equal + (not passed and not failed),
            so_far.failed + failed,
            so_far.points + score,
            total.crisis or so_far.crisis,
        ),
    )


@rule
async def count_passes(passes: Passes, task: TestTask) -> TestOutcome:
    """R2.20: every pass is a level better, without any each fail one worse; beside passes, fails add failure levels."""
    taken = in_crisis(
        influenced(by_passes(passes), passes.points, task.circumstances, task.scale), passes.crisis, task.scale
    )
    beside = passes.failed if taken.rolled.level > 0 else 0
    await note(f"{passes}: {described(taken)}" + (f", and {beside} failure levels for the fails" if beside else ""))
    return TestOutcome(passes.points, taken.verdict, taken.extra, max(taken.failures, beside))


def by_passes(passes: Passes) -> Rung:
    """R2.20: the level of so many passes and fails; one of each, one of them equal, is a Stalemate."""
    if (passes.passed, passes.equal, passes.failed) == (1, 1, 1):
        return STALEMATE
    return shifted(STALEMATE, passes.passed or -passes.failed)


# --- against other sides ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contestant:
    """Somebody who rolls against somebody else."""

    throw: Throw
    circumstances: Circumstances = PLAIN
    halving: str = "off"

    def __str__(self) -> str:
        return str(self.throw)


class Scored(NamedTuple):
    """A score, and the Crisis that the Proficiency dice behind it are in."""

    score: Number
    crisis: Crisis = Crisis.NONE

    def __str__(self) -> str:
        return f"{self.score} ({self.crisis})" if self.crisis else str(self.score)


@dataclass(frozen=True)
class OpposedOutcome:
    """The outcome of an opposed test, as the first side sees it.

    margin: the own score less the opponent's. lead: 1 for the higher one, -1 for the lower, 0 for equal ones and
    where a Crisis leaves it unresolved. extra, failures: levels taken, after R2.9; `against_...` are the opponent's.
    """

    margin: Number
    lead: int
    verdict: Verdict
    extra: int
    failures: int
    against: Verdict
    against_extra: int
    against_failures: int


@rule
async def opposed(mine: Contestant, theirs: Contestant, others: tuple[Contestant, ...], scale: Scale) -> OpposedOutcome:
    """R2.1, R2.5, G2.23: both sides roll, and each score is the other's difficulty."""
    own = await score(mine)
    other = await field(theirs, others) if others else await score(theirs)
    contest, notes = contested(own, other, mine.circumstances, theirs.circumstances, scale)
    for text in notes:
        await note(text)
    return contest


@rule
async def score(side: Contestant) -> Scored:
    """R2.2, R2.3: the dice of one side, added up."""
    total = await roll(side.throw)
    return Scored(halved(total.points, side.halving), total.crisis)


@rule
async def field(theirs: Contestant, others: tuple[Contestant, ...]) -> Then[Scored]:
    """G2.23: with more than two sides, the highest of the others counts."""
    return highest(await score(theirs), others)


@rule
async def highest(so_far: Scored, others: tuple[Contestant, ...]) -> Then[Scored]:
    """G2.23: the highest score; among equals that of the side named first."""
    if not others:
        return so_far
    other = await score(others[0])
    return highest(other if other.score > so_far.score else so_far, others[1:])


def contested(
    own: Scored, other: Scored, mine: Circumstances, theirs: Circumstances, scale: Scale
) -> tuple[OpposedOutcome, tuple[str, ...]]:
    """G2.23, R2.9, R2.11: compare two scores. Returns the outcome, and what a referee would say about it."""
    lead = (own.score > other.score) - (own.score < other.score)
    ladder = influenced(against_opponent(own.score, other.score, scale), own.score, mine, scale)
    against_ladder = influenced(against_opponent(other.score, own.score, scale), other.score, theirs, scale)
    taken = in_crisis(ladder, own.crisis, scale)
    against = in_crisis(against_ladder, other.crisis, scale)
    notes: tuple[str, ...] = (
        f"{own.score} against {other.score}: {described(taken)}",
        f"the other side: {described(against)}",
    )
    if taken.rolled is STALEMATE is not ladder or against.rolled is STALEMATE is not against_ladder:
        # R2.13: one roll settles both sides, so what a Crisis leaves unresolved is unresolved for both.
        lead, taken, against = 0, LevelsTaken(STALEMATE, None, own.crisis), LevelsTaken(STALEMATE, None, other.crisis)
        notes += ("a Crisis makes it a Stalemate for both",)
    failures = net_failures(taken.failures, against.extra)
    against_failures = net_failures(against.failures, taken.extra)
    if (failures, against_failures) != (taken.failures, against.failures):
        notes += (f"failure levels beyond the other side's success levels: {failures} and {against_failures} (R2.9)",)
    contest = OpposedOutcome(
        margin=own.score - other.score,
        lead=lead,
        verdict=taken.verdict,
        extra=taken.extra,
        failures=failures,
        against=against.verdict,
        against_extra=against.extra,
        against_failures=against_failures,
    )
    return contest, notes

"""The ladder of levels, from Serious Failure to Superior Success, and the extra levels beyond either end of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from oddsmith.changed import Changed, told_parts
from oddsmith.systems.fields.field import changed, with_changed
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.proficiencies import Crisis

Number: TypeAlias = int | Fraction


class Level(IntEnum):
    """R2.6: the levels, the better the higher; opposite levels have opposite numbers (G2.12)."""

    SERIOUS_FAILURE = -3
    COMPLETE_FAILURE = -2
    MODERATE_FAILURE = -1
    STALEMATE = 0
    MODERATE = 1
    COMPLETE = 2
    SUPERIOR = 3

    def __str__(self) -> str:
        return _TITLES[self]


_TITLES = {
    Level.SERIOUS_FAILURE: "Serious Failure",
    Level.COMPLETE_FAILURE: "Complete Failure",
    Level.MODERATE_FAILURE: "Moderate Failure",
    Level.STALEMATE: "Stalemate (Borderline)",  # G2.24: both names, no effect
    Level.MODERATE: "Moderate Success",
    Level.COMPLETE: "Complete Success",
    Level.SUPERIOR: "Superior Success",
}


@dataclass(frozen=True)
class Scale:
    """The house rules about levels; see `T13Rules`. changed: numbers of the book that are other ones."""

    exact_double: str = "complete"
    exact_triple: str = "complete"
    exact_half: str = "moderate-failure"
    low_opponent: str = "superior"
    extra_levels: str = "strict"
    failure_levels: str = "multiples"
    doubles: str = "off"
    numerology: str = "off"
    crisis: str = "both"
    crisis_levels: str = "mirrored"
    changed: Changed = field(default=Changed(), repr=False)

    @property
    def book(self) -> T13Rules:
        """The numbers of the book."""
        return with_changed(T13Rules, self.changed)

    def __str__(self) -> str:
        chosen = [f"{name}={part}" for name, part in told_parts(self) if part != getattr(Scale, name, None)]
        return ", ".join(chosen) or "as printed"


def scale(rules: T13Rules) -> Scale:
    """Return the house rules about levels."""
    named = (name for name in Scale.__dataclass_fields__ if name != "changed")
    return Scale(**{name: getattr(rules, name) for name in named}, changed=changed(rules))


@dataclass(frozen=True)
class Rung:
    """A level, and the distance beyond the end of the ladder.

    extra: extra success levels; a Superior Success has at least one, other levels none. failures: failure levels.
    """

    level: Level
    extra: int = 0
    failures: int = 0

    def __str__(self) -> str:
        if self.extra:
            return f"{self.level} with {_levels(self.extra, 'extra')}"
        return f"{self.level} with {_levels(self.failures, 'failure')}" if self.failures else str(self.level)


def _levels(number: int, kind: str) -> str:
    return f"{number} {kind} level{'s' if number > 1 else ''}"


STALEMATE = Rung(Level.STALEMATE)


def standing(score: Number, difficulty: Number, scale: Scale) -> Rung:
    """R2.5, R2.6: a score against a difficulty above 0. Scores are compared with multiples, never rounded.

    >>> print(standing(31, 10, Scale()))
    Superior Success with 1 extra level
    """
    if score == difficulty:
        return STALEMATE
    if score < difficulty:
        return Rung(failed_level(score, difficulty, scale), 0, failure_levels(score, difficulty, scale))
    superior, complete = scale.book.superior_times * difficulty, scale.book.complete_times * difficulty
    if score > superior or (score == superior and scale.exact_triple == "inclusive"):
        return Rung(Level.SUPERIOR, extra_levels(score, difficulty, scale))
    if score > complete or (score == complete and scale.exact_double == "complete"):
        return Rung(Level.COMPLETE)
    return Rung(Level.MODERATE)


def extra_levels(score: Number, difficulty: Number, scale: Scale) -> int:
    """R2.7, G2.7: the extra levels of a Superior Success, 1 at least.

    >>> extra_levels(14, 2, Scale()), extra_levels(14, 2, Scale(extra_levels="inclusive"))
    (4, 5)
    """
    if scale.extra_levels == "superior-only":
        return 1
    multiples = score / Fraction(difficulty)
    reached = floor(multiples) if scale.extra_levels == "inclusive" else ceil(multiples) - 1
    return max(1, reached - scale.book.superior_times + 1)


def failed_level(score: Number, difficulty: Number, scale: Scale) -> Level:
    """R2.6, G2.3, G2.4: the level of a score below the difficulty."""
    if score < 0:
        return Level.SERIOUS_FAILURE
    part = scale.book.half * score
    if part < difficulty or (part == difficulty and scale.exact_half == "complete-failure"):
        return Level.COMPLETE_FAILURE
    return Level.MODERATE_FAILURE


def failure_levels(score: Number, difficulty: Number, scale: Scale) -> int:
    """R2.8, G2.10: the failure levels of a score below the difficulty.

    By fractions, those count that are a whole point or more, or else a score of 0 would be below infinitely many.

    >>> failure_levels(-12, 10, Scale()), failure_levels(10, 60, Scale(failure_levels="fractions"))
    (2, 4)
    """
    serious = 1 if score < 0 else 0
    if scale.failure_levels == "fractions":
        counted = floor(difficulty)
        missed = ceil(Fraction(difficulty) / score) - 1 if score > 0 else counted
        return max(serious, min(missed, counted) - 1)
    if serious and scale.failure_levels == "multiples":
        return 1 + floor(-score / Fraction(difficulty))
    return serious


def against_opponent(score: Number, opposing: Number, scale: Scale) -> Rung:
    """R2.6, G2.6: a score against an opponent's score, which may be 0 or less (or, halved exactly, a fraction)."""
    if score == opposing:
        return STALEMATE
    if opposing > 0:
        return standing(score, opposing, scale)
    if score < opposing:
        levels = failure_levels(score, 1, scale) if scale.low_opponent == "at-least-one" else 1
        return Rung(Level.SERIOUS_FAILURE, 0, levels)
    if scale.low_opponent == "superior":
        return Rung(Level.SUPERIOR, 1)
    beaten = standing(score, 1, scale)
    return beaten if beaten.level >= Level.MODERATE else Rung(Level.MODERATE)


def shifted(before: Rung, by: int) -> Rung:
    """G2.25: move a level along the ladder; positive is better. Failure levels below the ladder's end go along.

    >>> print(shifted(Rung(Level.MODERATE), 6))
    Superior Success with 5 extra levels
    """
    if not by:
        return before
    beyond = before.extra if before.level > 0 else -before.failures if before.level is Level.SERIOUS_FAILURE else 0
    step = int(before.level) + (beyond - 1 if beyond > 0 else beyond + 1 if beyond < 0 else 0) + by
    level = Level(max(-3, min(3, step)))
    # Failures by fractions come with higher levels than a Serious Failure; they are lost one by one as it gets better.
    carried = max(0, before.failures - by) if level < 0 and before.failures else 0
    return Rung(level, max(0, step - 2), max(0, -step - 2, carried))


@dataclass(frozen=True)
class Circumstances:
    """The circumstances that decide about a level, beside score, difficulty and house rules.

    shift: levels that cards, Tone or the Ref add (or take away). geometry, nemesis: the character's numbers (R2.7).
    """

    shift: int = 0
    geometry: int | None = None
    nemesis: int | None = None

    def __str__(self) -> str:
        return f"shifted by {self.shift}"


PLAIN = Circumstances()


def influenced(before: Rung, score: Number, circumstances: Circumstances, scale: Scale) -> Rung:
    """G2.7, G2.25: the level after all that moves it along the ladder: other sources, doubles and numerology."""
    by = circumstances.shift
    if scale.doubles == "on" and is_double(score):
        by += (before.level > 0) - (before.level < 0)
    if scale.numerology == "on":
        numbers = numerology(score)
        by += (circumstances.geometry in numbers) - (circumstances.nemesis in numbers)
    return shifted(before, by)


def is_double(score: Number) -> bool:
    """G2.7: the tens and the units of a score are the same digit, as in 11, 22 and 133."""
    return score >= 10 and score % 10 == score // 10 % 10


def numerology(score: Number) -> frozenset[int]:
    """G2.7: the numbers from 1 to 13 that the digits of a score add up to, added again as long as it takes.

    >>> sorted(numerology(24)), sorted(numerology(49))
    ([6], [4, 13])
    """
    number = int(score) if score > 0 and score == int(score) else 0
    numbers = {number}
    while number > 9:
        number = sum(int(digit) for digit in str(number))
        numbers.add(number)
    return frozenset(n for n in numbers if 1 <= n <= 13)


class Verdict(NamedTuple):
    """The level of a roll. also: the equivalent level that a Crisis adds on the other side, None without."""

    level: Level
    also: Level | None = None
    crisis: Crisis = Crisis.NONE


@dataclass(frozen=True)
class LevelsTaken:
    """The levels that a character takes. equivalent: the one that a Crisis adds to the one rolled, None without."""

    rolled: Rung
    equivalent: Rung | None
    crisis: Crisis

    @property
    def verdict(self) -> Verdict:
        """The same without the numbers of levels beyond the ladder."""
        return Verdict(self.rolled.level, self.equivalent.level if self.equivalent else None, self.crisis)

    @property
    def extra(self) -> int:
        """Extra success levels, rolled or by a Crisis."""
        return max(self.rolled.extra, self.equivalent.extra if self.equivalent else 0)

    @property
    def failures(self) -> int:
        """Failure levels, rolled or by a Crisis."""
        return max(self.rolled.failures, self.equivalent.failures if self.equivalent else 0)


def in_crisis(rolled: Rung, crisis: Crisis, scale: Scale) -> LevelsTaken:
    """R2.11, R2.13, G2.13: apply a Crisis to a level; a Stalemate stays a Stalemate.

    >>> boxcars = in_crisis(Rung(Level.SUPERIOR, 1), Crisis.MAXIMUM, Scale())
    >>> print(boxcars.rolled, boxcars.equivalent, sep=", ")
    Superior Success with 1 extra level, Serious Failure with 1 failure level
    """
    if not crisis or rolled.level is Level.STALEMATE:
        return LevelsTaken(rolled, None, crisis)
    if scale.crisis == "table" and (rolled.level > 0) is (crisis is Crisis.MINIMUM):
        return LevelsTaken(STALEMATE, None, crisis)
    return LevelsTaken(rolled, equivalent(rolled, scale), crisis)


def equivalent(rolled: Rung, scale: Scale) -> Rung:
    """G2.12: the level of the other side that goes with a level."""
    mirrored = Rung(Level(-rolled.level), rolled.failures, rolled.extra)
    if mirrored.level is not Level.SUPERIOR:
        mirrored = replace(mirrored, extra=0)
    if scale.crisis_levels == "mirrored":
        return mirrored
    return replace(mirrored, extra=min(1, mirrored.extra), failures=min(1, mirrored.failures))


def net_failures(failures: int, opposing: int) -> int:
    """R2.9: failure levels are only taken in excess of the opponent's success levels."""
    return max(0, failures - opposing)

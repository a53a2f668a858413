"""The reading of a die's faces: the targets of the two colours, and the rerolls of 10s (R3.3, R3.4).

>>> count(Reading(), "humanity", 1).distribution().mean
Fraction(4, 9)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from oddsmith.changed import Changed
from oddsmith.dice import Die, Expression, RolledFace
from oddsmith.systems.fields.field import changed, with_changed
from oddsmith.systems.humanity_beast.house_rules import Colour, HumanityBeastRules

#: The fate of the 10s of a colour: rerolled at once, left as they are, or waiting for a decision.
Tens: TypeAlias = Literal["rerolled", "left", "waiting"]


def die_showing(colour: str, successes: int | str) -> str:
    """Put a die in words, by the successes that it shows: a number, or a hit or a miss.

    >>> die_showing("beast", 0), die_showing("humanity", "hit")
    ('a Beast die without a success', 'a Humanity die with a success')
    """
    shown = {"0": "without a success", "miss": "without a success", "hit": "with a success", "1": "with 1 success"}
    return f"a {colour.capitalize()} die {shown.get(str(successes), f'with {successes} successes')}"


@dataclass(frozen=True)
class Reading:
    """The house rules that say how dice are read; see `HumanityBeastRules` for their meaning."""

    humanity_target: int = 7
    beast_target: int = 6
    again: Literal["chain", "once"] = "chain"
    tens: Literal["always", "ask-beast", "never-on-beast", "stop-when-met"] = "always"
    willpower_reroll: Literal["whole-chain", "last-face"] = "whole-chain"
    changed: Changed = field(default=Changed(), repr=False)

    @property
    def book(self) -> HumanityBeastRules:
        """The numbers of the book."""
        return with_changed(HumanityBeastRules, self.changed)

    @property
    def ten(self) -> int:
        """R3.4: the highest face, a 10 in the book, which may be rerolled."""
        return self.book.sides

    def __str__(self) -> str:
        return f"{self.humanity_target}+ and {self.beast_target}+"

    @property
    def waits(self) -> bool:
        """True if some 10s wait for a decision to reroll them."""
        return self.tens in ("ask-beast", "stop-when-met")

    @property
    def bounded(self) -> bool:
        """True if a throw of all dice can come to only so many successes, before 10s that wait are rerolled."""
        return self.again == "once" or self.tens == "stop-when-met"

    def target(self, colour: Colour) -> int:
        """R3.3: the lowest face that succeeds."""
        return self.humanity_target if colour == "humanity" else self.beast_target

    def tens_of(self, colour: Colour) -> Tens:
        """G3.2: the fate of the 10s of a colour."""
        if self.tens == "stop-when-met":
            return "waiting"
        if colour == "humanity" or self.tens == "always":
            return "rerolled"
        return "waiting" if self.tens == "ask-beast" else "left"


def reading(rules: HumanityBeastRules, *, difficulty: bool = True) -> Reading:
    """Return the reading of dice under these house rules. difficulty: there is one that rerolling may stop at."""
    tens = "always" if rules.tens == "stop-when-met" and not difficulty else rules.tens
    return Reading(rules.humanity_target, rules.beast_target, rules.again, tens, rules.willpower_reroll, changed(rules))


def bare(how: Reading, colour: Colour, who: str = "player") -> Die[int]:
    """Return one die of a colour, named for its owner."""
    whose = "" if who == "player" else f"{who}'s "
    return Die(Die.sided(how.ten).faces, name=f"{whose}{colour.capitalize()} die")


@cache
def die(how: Reading, colour: Colour, *, fresh: bool = True, who: str = "player") -> Die[int]:
    """Return one die of a colour with the rerolls that its 10s bring at once. fresh: it has any left (G3.1)."""
    one = bare(how, colour, who)
    if how.tens_of(colour) != "rerolled" or not fresh:
        return one
    return one.explode() if how.again == "chain" else one.explode(limit=1)


@cache
def count(how: Reading, colour: Colour, dice: int, *, fresh: bool = True, who: str = "player") -> Expression[int]:
    """R3.3, R3.4: the successes of some dice of one colour, without the 10s that wait."""
    return die(how, colour, fresh=fresh, who=who).pool(dice).count(at_least=how.target(colour))


class Chain(NamedTuple):
    """A die with the 10s rerolled on it, as far as it matters for what may still be done with it.

    successes: of all its faces together. loses: successes that go when Willpower rerolls it (G3.4). waits: it shows a
    10 that may still be rerolled. fresh: a 10 that a Willpower reroll brings may be rerolled.
    """

    successes: int
    loses: int
    waits: bool
    fresh: bool

    def cut(self, longest: int) -> Chain:
        """Return the same with `longest` successes for that many or more."""
        return self._replace(successes=min(self.successes, longest), loses=min(self.loses, longest))


def chain(how: Reading, colour: Colour, tens: int, last: int) -> Chain:
    """Read a die that has shown `tens` 10s, which were rerolled, and then `last`.

    >>> chain(Reading(), "humanity", 1, 3)
    Chain(successes=1, loses=1, waits=False, fresh=True)
    """
    hit = last >= how.target(colour)
    used_up = how.again == "once" and tens > 0
    waits = last == how.ten and how.tens_of(colour) == "waiting" and not used_up
    if how.willpower_reroll == "whole-chain":
        return Chain(tens + hit, tens + hit, waits, fresh=True)
    return Chain(tens + hit, int(hit), waits, fresh=not used_up)


def chains_rolled(how: Reading, colour: Colour, faces: Iterable[RolledFace]) -> tuple[Chain, ...]:
    """Read every die of a roll of `count`."""
    dice = [[face.face for face in one] for _, one in groupby(sorted(faces, key=_of_die), key=_of_die)]
    return tuple(chain(how, colour, len(shown) - 1, int(str(shown[-1]))) for shown in dice)


def _of_die(face: RolledFace) -> int:
    return face.chain


@lru_cache(maxsize=256)
def chain_pmf(how: Reading, colour: Colour, longest: int, *, lumped: bool) -> tuple[Mapping[Chain, int], int]:
    """Return the chance of each chain of one die, as weights and their total.

    lumped: `longest` successes stand for that many or more. Otherwise chains of more rerolled 10s than `longest` are
    left out, so that the weights fall short of the total.
    """
    pmf: dict[Chain, Fraction] = {}
    for tens, last, chance in _throws(how, colour, longest, lumped=lumped):
        found = chain(how, colour, tens, last)
        if lumped:
            found = found.cut(longest)
        pmf[found] = pmf.get(found, Fraction(0)) + chance
    total = math.lcm(*(chance.denominator for chance in pmf.values()))
    return {found: int(chance * total) for found, chance in pmf.items()}, total


def _throws(how: Reading, colour: Colour, longest: int, *, lumped: bool) -> Iterator[tuple[int, int, Fraction]]:
    """Yield every way one die may go: rerolled 10s, the last face, and the chance."""
    ten = how.ten
    if how.tens_of(colour) != "rerolled":
        for last in range(1, ten + 1):
            yield 0, last, Fraction(1, ten)
        return
    most = 1 if how.again == "once" else longest
    for tens in range(most + 1):
        for last in range(1, ten):
            yield tens, last, Fraction(1, ten ** (tens + 1))
    if how.again == "once":
        yield 1, ten, Fraction(1, ten**2)
    elif lumped:
        for last in range(1, ten):  # however many 10s came, what comes after them is one of these, each as likely
            yield most + 1, last, Fraction(1, ten ** (most + 1) * (ten - 1))

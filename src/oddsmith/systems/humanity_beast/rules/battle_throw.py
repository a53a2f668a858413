"""One round of a battle as one throw: the damage to either side, and a Humanity check for the player.

A Humanity check is due when there are more Beast successes than Willpower (R3.9) or than Humanity successes (R3.10). So
without one the Beast successes are no more than Willpower: of those there are only so many, and for each of them the
rest is a question of the other successes alone. That is why the odds are exact although nothing has a limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.distribution import Distribution
from oddsmith.systems.humanity_beast.rules.comparison import compared
from oddsmith.systems.humanity_beast.rules.reading import Reading, count

#: The greatest damage told apart: no Willpower is higher.
REACH: Final = 10


class DiceTaken(NamedTuple):
    """The dice of one side in a round. bought: the colour of a success that Willpower has bought, None without one."""

    humanity: int
    beast: int
    bought: Literal["neither", "humanity", "beast"] | None = None

    def successes(self, how: Reading, colour: Literal["humanity", "beast"]) -> Expression[int]:
        """Return the successes of one colour as dice."""
        rolled = count(how, colour, self.humanity if colour == "humanity" else self.beast)
        return rolled + how.book.assured_successes if self.bought == colour else rolled

    def extra(self, how: Reading) -> int:
        """G3.5: successes of neither colour."""
        return how.book.assured_successes if self.bought == "neither" else 0


@dataclass(frozen=True)
class Blow:
    """The blow of a round: damage to the Willpower of the other side or of the player, and a Humanity check."""

    dealt: int
    taken: int
    checked: bool

    def __str__(self) -> str:
        return f"{self.dealt} dealt, {self.taken} taken"


@dataclass(frozen=True)
class BattleThrow(Expression[Blow]):
    """R3.8: both sides roll, the player first; most successes win, and the difference is damage to the loser.

    willpower, against_willpower: what both have left when the dice fall. current: G3.6, the Willpower that the player's
    Beast successes are compared with, less the damage taken if `after_damage`. needed: G3.15, successes that who wins
    must have. looks: Humanity checks are asked for.
    """

    how: Reading
    ours: DiceTaken
    theirs: DiceTaken
    willpower: int
    against_willpower: int
    current: int
    needed: int
    after_damage: bool
    looks: bool

    def calculate(self) -> Distribution[Blow]:
        blows: defaultdict[Blow, Fraction] = defaultdict(Fraction)
        leads = partial(_leads, self.how, self.ours, self.theirs, self.needed)
        for lead, chance in leads(None).items():
            dealt, taken = self._damage(lead)
            calm = leads(self._current(taken)).get(lead, Fraction(0)) if self.looks else chance
            blows[Blow(dealt, taken, False)] += calm
            blows[Blow(dealt, taken, True)] += chance - calm
        return Distribution.from_probabilities(blows)

    def roll(self, source: Source) -> Rolled[Blow]:
        humanity, beast = (self.ours.successes(self.how, colour).roll(source) for colour in ("humanity", "beast"))
        against = [self.theirs.successes(self.how, colour).roll(source) for colour in ("humanity", "beast")]
        total = humanity.value + beast.value + self.ours.extra(self.how)
        against_total = sum(part.value for part in against) + self.theirs.extra(self.how)
        dealt, taken = self._damage(_lead(against_total, total, total - against_total, self.needed))
        checked = self.looks and (beast.value > self._current(taken) or beast.value > humanity.value)
        return Rolled(self, Blow(dealt, taken, checked), parts=(humanity, beast, *against))

    def _damage(self, lead: int) -> tuple[int, int]:
        """G3.16: damage dealt and taken, as far as there is Willpower."""
        each = self.how.book.damage_each
        return min(max(lead * each, 0), self.against_willpower), min(max(-lead * each, 0), self.willpower)

    def _current(self, taken: int) -> int:
        """G3.6: the Willpower that Beast successes are compared with."""
        return self.current - taken if self.after_damage else self.current

    def __str__(self) -> str:
        sides = (
            f"{hand.successes(self.how, 'humanity')} and {hand.successes(self.how, 'beast')}"
            for hand in (self.ours, self.theirs)
        )
        return " against ".join(sides)


def _lead(left: int, right: int, lead: int, needed: int) -> int:
    """G3.15: by how much the right side wins; 0 when the winner does not have what is needed."""
    return lead if (right if lead > 0 else left) >= needed else 0


@lru_cache(maxsize=10_000)
def _leads(how: Reading, ours: DiceTaken, theirs: DiceTaken, needed: int, calm: int | None) -> Mapping[int, Fraction]:
    """Return the chance of each lead of the player. calm: only if no check is due with so much current Willpower."""
    share, own_total = (Fraction(1), total(how, ours)) if calm is None else _calm(how, ours, calm)
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (against, own, lead), chance in compared(total(how, theirs), own_total, needed, REACH).items():
        found[_lead(against, own, lead, needed)] += share * chance
    return found


@lru_cache(maxsize=1_000)
def total(how: Reading, hand: DiceTaken) -> Distribution[int]:
    """Return all successes of one side."""
    dice = hand.successes(how, "humanity") + hand.successes(how, "beast")
    extra = hand.extra(how)
    return (dice + extra if extra else dice).distribution()


@lru_cache(maxsize=1_000)
def _calm(how: Reading, hand: DiceTaken, willpower: int) -> tuple[Fraction, Distribution[int]]:
    """R3.9, R3.10: the chance that no check is due, and all successes if none is."""
    humanity = hand.successes(how, "humanity").distribution()
    beast = hand.successes(how, "beast").distribution()
    parts = []
    for number in range(willpower + 1):
        chance = beast.pmf(number) * humanity.at_least(number)
        if chance:
            enough = humanity.given(partial(_reaches, number))
            parts.append((chance, enough + Distribution.certain(number + hand.extra(how))))
    if not parts:
        return Fraction(0), Distribution.certain(0)
    return sum((chance for chance, _ in parts), Fraction(0)), Distribution.mixture(parts)


def _reaches(least: int, successes: int) -> bool:
    return successes >= least

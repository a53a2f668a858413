"""One round of a battle as one throw: the damage to either side, and the Humanity checks of both.

A Humanity check is due when there are more Beast successes than Willpower (R3.9) or than Humanity successes (R3.10). So
without one the Beast successes are no more than Willpower: of those there are only so many, and for each of them the
rest is a question of the other successes alone. That is why the odds are exact although nothing has a limit. The check
of one side is no matter of the other's dice, so both sides are as they are with and without their checks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple

from oddsmith.dice import Expression, Rolled, Source
from oddsmith.distribution import Distribution, Finite
from oddsmith.systems.humanity_beast.house_rules import COLOURS, Colour
from oddsmith.systems.humanity_beast.rules.comparison import compared
from oddsmith.systems.humanity_beast.rules.dice_throw import Hand, hand_of, hands_dealt
from oddsmith.systems.humanity_beast.rules.reading import Reading, chains_rolled, count, die_showing
from oddsmith.systems.humanity_beast.rules.roll_task import DiceTaken

#: The greatest damage told apart: no Willpower is higher.
REACH: Final = 10
#: The greatest damage told apart where it has no limit: more comes once in 10 ** 20 times of ten dice a side.
FAR: Final = 40


class LyingDie(NamedTuple):
    """A die that Willpower may reroll, and all alike. loses: successes that go. fresh: its 10s are rerolled."""

    colour: Colour
    loses: int
    fresh: bool

    def __str__(self) -> str:
        return die_showing(self.colour, self.loses) + ("" if self.fresh else " after a reroll")


class Lying(NamedTuple):
    """The dice of both sides on the table, as far as it matters.

    lead: of the player, down to what costs all Willpower where the player rerolls nothing, up to that where the
    opponent rerolls nothing. own, against: successes, where who wins must have some. humanity, beast: the player's,
    where a Humanity check is asked for. ours, theirs: the dice that may be rerolled.
    """

    lead: int
    own: int
    against: int
    humanity: int
    beast: int
    ours: tuple[LyingDie, ...] = ()
    theirs: tuple[LyingDie, ...] = ()

    def at_risk(self, current: int) -> bool:
        """R3.9, R3.10: a Humanity check is due."""
        return self.beast > current or self.beast > self.humanity

    @property
    def told_by(self) -> Mapping[str, int | str]:
        """The lead, the successes that count, and the dice that may be rerolled."""
        return {
            "lead": self.lead,
            "successes": self.own,
            "opposing_successes": self.against,
            "Humanity_successes": self.humanity,
            "Beast_successes": self.beast,
            "the_player_could_reroll": " or ".join(map(str, self.ours)) or "nothing",
            "the_opponent_could_reroll": " or ".join(map(str, self.theirs)) or "nothing",
        }

    def __str__(self) -> str:
        return f"{self.lead} ahead" if self.lead > 0 else f"{-self.lead} behind" if self.lead else "level"


@dataclass(frozen=True)
class Blow:
    """The blow of a round: damage to the Willpower of the other side or of the player, and the Humanity checks of both.

    checked: of the player. against_checked: of the other side.
    """

    dealt: int
    taken: int
    checked: bool
    against_checked: bool = False

    def __str__(self) -> str:
        return f"{self.dealt} dealt, {self.taken} taken"


@dataclass(frozen=True)
class BattleThrow(Expression[Blow]):
    """R3.8: both sides roll, the player first; most successes win, and the difference is damage to the loser.

    willpower, against_willpower: what both have left when the dice fall. current: G3.6, the Willpower that the player's
    Beast successes are compared with, less the damage taken if `after_damage`. needed: G3.15, successes that who wins
    must have. looks: Humanity checks are asked for. far: leads that great stay unresolved; without it they stand for
    all greater ones. against_current: as current, where Humanity checks of the other side are asked for; damage is not
    taken off it.
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
    far: int | None = None
    against_current: int | None = None

    def calculate(self) -> Distribution[Blow]:
        blows: defaultdict[Blow, Fraction] = defaultdict(Fraction)
        beyond = Fraction(0)
        leads = partial(_leads, self.how, self.ours, self.theirs, self.needed, self.far or REACH)
        for lead, chance in leads(None, None).items():
            if abs(lead) == self.far:
                beyond += chance
                continue
            dealt, taken = self._damage(lead)
            calm, theirs = self._current(taken) if self.looks else None, self.against_current
            both_calm = leads(calm, theirs).get(lead, Fraction(0))
            ours_calm = both_calm if theirs is None else leads(calm, None).get(lead, Fraction(0))
            theirs_calm = chance if theirs is None else leads(None, theirs).get(lead, Fraction(0))
            blows[Blow(dealt, taken, False)] += both_calm
            blows[Blow(dealt, taken, True)] += theirs_calm - both_calm
            blows[Blow(dealt, taken, False, True)] += ours_calm - both_calm
            blows[Blow(dealt, taken, True, True)] += chance - ours_calm - theirs_calm + both_calm
        return Distribution.from_probabilities(blows, unresolved=beyond)

    def _roll(self, source: Source) -> Rolled[Blow]:
        humanity, beast = (self.ours.successes(self.how, colour).roll(source) for colour in ("humanity", "beast"))
        against = [self.theirs.successes(self.how, colour).roll(source) for colour in ("humanity", "beast")]
        total = humanity.value + beast.value + self.ours.extra(self.how)
        cool, hot = (part.value for part in against)
        against_total = cool + hot + self.theirs.extra(self.how)
        dealt, taken = self._damage(_lead(against_total, total, total - against_total, self.needed))
        checked = self.looks and (beast.value > self._current(taken) or beast.value > humanity.value)
        current = self.against_current
        against_checked = current is not None and (hot > current or hot > cool)
        return Rolled(self, Blow(dealt, taken, checked, against_checked), parts=(humanity, beast, *against))

    def struck(self, lying: Lying) -> Blow:
        """R3.8 to R3.10: what dice that lie on the table come to."""
        dealt, taken = self._damage(_lead(lying.against, lying.own, lying.lead, self.needed))
        return Blow(dealt, taken, self.looks and lying.at_risk(self._current(taken)))

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
def _leads(
    how: Reading,
    ours: DiceTaken,
    theirs: DiceTaken,
    needed: int,
    reach: int,
    calm: int | None,
    against_calm: int | None,
) -> Mapping[int, Fraction]:
    """Return the chance of each lead of the player.

    calm, against_calm: only if no check of the player, of the other side, is due with so much current Willpower.
    """
    (share, own_total), (against_share, against_total) = (
        (Fraction(1), total(how, hand)) if willpower is None else _calm(how, hand, willpower)
        for hand, willpower in ((ours, calm), (theirs, against_calm))
    )
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (against, own, lead), chance in compared(against_total, own_total, needed, reach).items():
        found[_lead(against, own, lead, needed)] += share * against_share * chance
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


# --- dice that are seen, since Willpower may reroll one of them -------------------------------------------------------

#: Dice that lie so that it happens less than once in so many times are left unresolved.
_RARE: Final = 10**9
#: Successes of one die are told apart up to this many where somebody else may still reroll a die.
_KNOWN: Final = 11


@dataclass(frozen=True)
class OpenThrow(Expression[Lying]):
    """R3.6, R3.8: both sides roll, the player first, and see all dice."""

    round: BattleThrow

    def calculate(self) -> Distribution[Lying]:
        ours, our_total = _dealt(self.round.how, self.round.ours, self.round.looks)
        theirs, their_total = _dealt(self.round.how, self.round.theirs, False)
        weights: dict[Lying, int] = {}
        total = our_total * their_total
        for mine, weight in ours.items():
            for other, times in theirs.items():
                if weight * times * _RARE >= total:
                    lying = self._lying(mine, other)
                    weights[lying] = weights.get(lying, 0) + weight * times
        return Distribution.from_weights(weights, unresolved=total - sum(weights.values()))

    def _roll(self, source: Source) -> Rolled[Lying]:
        parts, sides = [], []
        for hand, looks in ((self.round.ours, self.round.looks), (self.round.theirs, False)):
            dealt = []
            for colour in COLOURS:
                rolled = count(self.round.how, colour, getattr(hand, colour)).roll(source)
                chains = chains_rolled(self.round.how, colour, rolled.dice)
                dealt.append(hand_of(chains, "choice" if hand.held else "none"))
                parts.append(rolled)
            sides.append(_side(self.round.how, hand, dealt[0], dealt[1], looks))
        return Rolled(self, self._lying(*sides), parts=tuple(parts))

    def _lying(self, mine: _Side, other: _Side) -> Lying:
        lead = mine.total - other.total
        return bounded(
            self.round, Lying(lead, mine.total, other.total, mine.humanity, mine.beast, mine.dice, other.dice)
        )

    def __str__(self) -> str:
        return str(self.round)


@dataclass(frozen=True)
class RerolledDie(Expression[Lying]):
    """R3.6, G3.4: one die is thrown again, and what it then shows stands."""

    round: BattleThrow
    lying: Lying
    die: LyingDie
    whose: Literal["player", "opponent"]

    @property
    def _again(self) -> Expression[int]:
        return count(self.round.how, self.die.colour, 1, fresh=self.die.fresh)

    def calculate(self) -> Distribution[Lying]:
        throw, lying = self.round, self.lying
        most = throw.against_willpower - lying.lead if self.whose == "player" else throw.willpower + lying.lead
        if throw.looks or throw.needed:
            most = max(most, throw.needed, throw.current + 1 - lying.beast, lying.beast - lying.humanity)
        known = _KNOWN if self.whose == "player" and lying.theirs else max(most, 0) + self.die.loses
        law = self._again.capped(known).distribution()
        assert isinstance(law, Finite)
        weights: dict[Lying, int] = {}
        for successes, weight in law.weights.items():
            if successes < known or not lying.theirs or self.whose == "opponent":
                landed = self._landed(successes)
                weights[landed] = weights.get(landed, 0) + weight
        return Distribution.from_weights(weights, unresolved=law.total - sum(weights.values()))

    def _roll(self, source: Source) -> Rolled[Lying]:
        rolled = self._again.roll(source)
        return Rolled(self, self._landed(rolled.value), parts=(rolled,))

    def _landed(self, successes: int) -> Lying:
        lying, more = self.lying, successes - self.die.loses
        if self.whose == "opponent":
            return bounded(self.round, lying._replace(lead=lying.lead - more, against=lying.against + more, theirs=()))
        colour = {self.die.colour: getattr(lying, self.die.colour) + more} if self.round.looks else {}
        return bounded(self.round, lying._replace(lead=lying.lead + more, own=lying.own + more, ours=(), **colour))

    def __str__(self) -> str:
        return str(self._again)


def bounded(throw: BattleThrow, lying: Lying) -> Lying:
    """Return dice with all that is as good as any more as one number."""
    lead, own, against, humanity, beast = lying[:5]
    if not lying.ours:
        lead = max(lead, -throw.willpower)
        own = min(own, throw.needed)
        beast = min(beast, throw.current + 1)
        humanity = min(humanity, beast)
    if not lying.theirs:
        lead = min(lead, throw.against_willpower)
        against = min(against, throw.needed)
    if not throw.needed:
        own = against = 0
    ours, theirs = lying.ours, lying.theirs
    if not throw.looks and not throw.needed:  # a side that has won all there is to win rerolls nothing
        ours = () if not theirs and lead >= throw.against_willpower else ours
        theirs = () if not ours and lead <= -throw.willpower else theirs
    return Lying(lead, own, against, humanity, beast, ours, theirs)


class _Side(NamedTuple):
    """The dice of one side. humanity, beast: where they matter apart from their sum."""

    total: int
    humanity: int
    beast: int
    dice: tuple[LyingDie, ...]


def _side(how: Reading, hand: DiceTaken, humanity: Hand, beast: Hand, looks: bool) -> _Side:
    """Put both colours together. looks: any die may be rerolled, for the risk; else the best for the sum is enough."""
    dice = [
        LyingDie(colour, loses, fresh)
        for colour, dealt in zip(COLOURS, (humanity, beast), strict=True)
        for loses, fresh, _ in dealt.kinds
    ]
    if dice and not looks:
        dice = _foremost(how, dice)
    assured = how.book.assured_successes if hand.bought else 0
    colours = (
        humanity.successes + assured * (hand.bought == "humanity"),
        beast.successes + assured * (hand.bought == "beast"),
    )
    total = humanity.successes + beast.successes + assured
    return _Side(total, *(colours if looks else (0, 0)), tuple(dice))


def _foremost(how: Reading, dice: list[LyingDie]) -> list[LyingDie]:
    """Leave out dice than which another is the better reroll for whoever wants more successes.

    A die that loses fewer is: a success more is at least as likely with any die as two are with another. Of those that
    lose alike it is the one that succeeds on more faces. Only where the 10s of some are rerolled, and of some not, each
    kind has its own.
    """
    found: dict[tuple[bool, bool], LyingDie] = {}
    for die in sorted(dice, key=lambda die: (die.loses, how.target(die.colour))):
        found.setdefault((die.fresh, how.tens_of(die.colour) == "rerolled"), die)
    return list(found.values())


@lru_cache(maxsize=512)
def _dealt(how: Reading, hand: DiceTaken, looks: bool) -> tuple[Mapping[_Side, int], int]:
    """Return what the dice of one side may come to, as weights and the total with what is left out."""
    humanity, beast = (
        hands_dealt(
            how, colour, getattr(hand, colour), None, "choice" if hand.held else "none", None if how.bounded else _RARE
        )
        for colour in COLOURS
    )
    weights: dict[_Side, int] = {}
    for ours, weight in humanity.weights.items():
        for theirs, times in beast.weights.items():
            side = _side(how, hand, ours, theirs, looks)
            weights[side] = weights.get(side, 0) + weight * times
    return weights, humanity.total * beast.total

"""Tests for their effects, out of one purse: buy, roll, take effects, and what they give and cost (R2.4, R2.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from oddsmith.errors import BadInput
from oddsmith.rules import Then, note, rule
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.buying import Buyer, BuyOutcome, tested
from oddsmith.systems.t13.rules.components import NOTHING, Amount, in_sway, only
from oddsmith.systems.t13.rules.currencies import Rank
from oddsmith.systems.t13.rules.effect_menus import POINTS, Effects, Levels, MenuEntry, affordable, menu, take
from oddsmith.systems.t13.rules.levels import Level

#: The most that an effect may be worth.
MOST_WORTH: Final = 1_000
_NAMES: Final = {entry.name.lower(): entry for entry in MenuEntry}


def worths(field: str, texts: Iterable[str]) -> dict[MenuEntry, int]:
    """Read what entries of the menu are worth to a player. BadInput, naming the field, for anything else.

    >>> worths("worth", ["Fear: 3"])
    {<MenuEntry.FEAR: 'Fear'>: 3}
    """
    found: dict[MenuEntry, int] = {}
    for text in texts:
        name, _, worth = text.partition(":")
        entry = _NAMES.get(name.strip().lower())
        if entry is None or entry in found or not worth.strip().isdecimal() or not 0 < int(worth) <= MOST_WORTH:
            wanted = f"ENTRY:WORTH such as fear:3, each entry once, worth 1 to {MOST_WORTH}; entries: "
            raise BadInput(field, text, wanted + ", ".join(_NAMES))
        found[entry] = int(worth)
    return found


def points_worth(rank: Rank, gain: int, book: T13Rules) -> dict[MenuEntry, int]:
    """R2.16: the worth of the Sway, Chi or Yarn that one effect gives, in Sway."""
    return {entry: in_sway(only(currency, gain), book) for entry, currency in POINTS.items() if entry in menu(rank)}


@dataclass(frozen=True)
class Venture:
    """Tests in a row, all alike, out of one purse.

    purse: at first. buyer: whoever tests, with any purse. when: before or after the roll dice are bought. levels: how
    effects are chosen. price: extra levels for an effect. worth: of entries of the menu, to the player. counts: the
    names of what is added up, since somebody asks.
    """

    purse: Amount
    buyer: Buyer
    when: str
    levels: Levels
    price: int
    worth: tuple[tuple[MenuEntry, int], ...]
    counts: frozenset[str]

    def won(self, taken: Effects) -> int:
        """The worth of effects taken, less that of those suffered."""
        worth = dict(self.worth)
        gained = sum(worth.get(effect.entry, 0) for effect in taken.successes)
        return gained - sum(worth.get(effect.entry, 0) for effect in taken.failures)

    def chosen_from(self, bought: BuyOutcome, held: Amount) -> Levels:
        """R2.7, R2.8: the levels of a test, for which effects are chosen. held: by the character after it."""
        most = affordable(bought.extra, self.levels.rank, self.levels.limit, self.price, self.levels.book)
        failures = min(bought.failures, len(MenuEntry))
        all_lost = failures * self.levels.gain  # what is held beyond that is never short
        known = Amount(*(min(number, all_lost) for number in held)) if failures else NOTHING
        return replace(self.levels, effects=most, failures=failures, held=known)

    def __str__(self) -> str:
        return str(self.buyer.task)


class Tally(NamedTuple):
    """What tests have come to, as far as somebody asks. debt: in Sway (R2.10)."""

    worth: int = 0
    successes: int = 0
    debt: int = 0

    def plus(self, counts: frozenset[str], *, worth: int = 0, successes: int = 0, debt: int = 0) -> Tally:
        """Add what counts."""
        more = Tally(worth, successes, debt)._asdict()
        return Tally(*(old + more[name] * (name in counts) for name, old in self._asdict().items()))


class Invested(NamedTuple):
    """The end of tests in a row: the purse at first and at last, and what they have come to."""

    first: Amount
    left: Amount
    tally: Tally


@rule
async def invest(venture: Venture, purse: Amount, tally: Tally, tests: int) -> Then[Invested]:
    """R2.4: one test after another, for which dice may be bought out of one purse."""
    if not tests:
        return Invested(venture.purse, purse, tally)
    held = replace(venture.buyer.purse, held=purse)
    test = tested(replace(venture.buyer, purse=held), venture.when)
    return test.then(reward, venture, purse, tally, tests)


@rule
async def reward(bought: BuyOutcome, venture: Venture, purse: Amount, tally: Tally, tests: int) -> Then[Invested]:
    """R2.7, R2.8: extra levels buy effects, and failure levels have theirs."""
    left = purse.minus(bought.spent)
    tally = tally.plus(venture.counts, successes=bought.verdict.level >= Level.MODERATE)
    return take(venture.chosen_from(bought, left), Effects()).then(bank, venture, left, tally, tests)


@rule
async def bank(taken: Effects, venture: Venture, purse: Amount, tally: Tally, tests: int) -> Then[Invested]:
    """R2.7, R2.8: what effects give and cost goes into the purse and out of it."""
    left = purse.plus(taken.gained).minus(taken.lost)
    await note(f"{taken}: the purse holds {left}")
    return invest(venture, left, tally.plus(venture.counts, worth=venture.won(taken), debt=taken.debt), tests - 1)

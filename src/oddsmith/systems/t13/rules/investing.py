"""Tests for their effects, out of one purse: buy, roll, take effects, and what they give and cost (R2.4, R2.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from oddsmith.errors import BadInput
from oddsmith.rules import note, rule
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.buying import Buyer, shop, tested
from oddsmith.systems.t13.rules.components import NOTHING, Amount, only
from oddsmith.systems.t13.rules.currencies import Currency, Rank, in_chi
from oddsmith.systems.t13.rules.effect_menus import POINTS, Effects, Levels, MenuEntry, affordable, menu, take
from oddsmith.systems.t13.rules.levels import Level

#: The most that an effect may be worth.
MOST_WORTH: Final = 1_000
_NAMES: Final = {entry.name.lower(): entry for entry in MenuEntry}


def in_sway(amount: Amount, book: T13Rules) -> int:
    """R2.16: an amount in Sway; Yarn by way of Chi.

    >>> in_sway(Amount(1, 1, 8), T13Rules())
    67
    """
    chi = sum(in_chi(amount.of(currency), currency, book) for currency in (Currency.CHI, Currency.YARN))
    return amount.all_sway + book.sway_per_chi * chi


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
    """Tests in a row, all alike.

    purse: at first. buyer: whoever tests, with any purse. when: before or after the roll dice are bought. levels: how
    effects are chosen. price: extra levels for an effect. worth: of entries of the menu, to the player.
    """

    purse: Amount
    buyer: Buyer
    when: str
    levels: Levels
    price: int
    worth: tuple[tuple[MenuEntry, int], ...]

    def having(self, purse: Amount) -> Buyer:
        """Return whoever tests, with what the purse holds."""
        return replace(self.buyer, purse=replace(self.buyer.purse, held=purse))

    def won(self, taken: Effects) -> int:
        """The worth of effects taken, less that of those suffered."""
        worth = dict(self.worth)
        gained = sum(worth.get(effect.entry, 0) for effect in taken.successes)
        return gained - sum(worth.get(effect.entry, 0) for effect in taken.failures)

    def chosen_from(self, extra: int, failures: int, held: Amount) -> Levels:
        """R2.7, R2.8: the levels of a test, for which effects are chosen. held: by the character after it."""
        most = affordable(extra, self.levels.rank, self.levels.limit, self.price, self.levels.book)
        if self.levels.limit != "repeats":
            most = min(most, len(self.worth))
        failures = min(failures, len(MenuEntry))
        all_lost = failures * self.levels.gain  # what is held beyond that is never short
        known = Amount(*(min(number, all_lost) for number in held)) if failures else NOTHING
        return replace(self.levels, effects=most, failures=failures, held=known)

    def __str__(self) -> str:
        return str(self.buyer.task)


@dataclass(frozen=True)
class Invested:
    """The end of tests in a row: the purse at first and at last, and what they have come to. debt: in Sway (R2.10)."""

    first: Amount
    left: Amount
    worth: int
    successes: int
    debt: int


@rule
async def tests_in_a_row(venture: Venture, tests: int) -> Invested:
    """R2.4, R2.7, R2.8: one test after another out of one purse, which effects of their levels fill or drain."""
    purse = venture.purse
    worth = successes = debt = 0
    for _ in range(tests):
        bought = venture.buyer.nothing
        if venture.when == "before":
            bought, paid = await shop(venture.having(purse), 0, bought)
            purse = purse.minus(paid)
        reached = await tested(venture.having(purse), bought, venture.when)
        purse = purse.minus(reached.spent)
        if reached.verdict.level >= Level.MODERATE:
            successes += 1
        taken = await take(venture.chosen_from(reached.extra, reached.failures, purse), Effects())
        purse = purse.plus(taken.gained).minus(taken.lost)
        await note(f"{taken}: the purse holds {purse}")
        worth += venture.won(taken)
        debt += taken.debt
    return Invested(venture.purse, purse, worth, successes, debt)

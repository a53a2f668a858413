"""What extra success levels buy and failure levels cost: the menus of effects, and choosing from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from oddsmith.rules import Then, choose, note, rule
from oddsmith.systems.t13.rules.components import NOTHING, Amount, only
from oddsmith.systems.t13.rules.currencies import SWAY_PER_CHI, Currency, Rank, in_chi

# --- the menus (R2.7, R2.8) ------------------------------------------------------------------------------------------


class Entry(Enum):
    """R2.7: the entries of the menu."""

    TONE = "Tone"
    ORDEAL = "Ordeal card"
    FEAR = "Fear"
    SWAY = "Sway"
    TAROT = "Wyrd Tarot card"
    TERROR = "Terror"
    CHI = "Chi"
    EVENT = "Yarn event card"
    HORROR = "Horror"
    YARN = "Yarn"


#: R2.7, G2.26: who may buy an entry: this rank and those above it.
OPEN_FROM: Final[Mapping[Entry, Rank]] = {
    Entry.TONE: Rank.GRUNT,
    Entry.ORDEAL: Rank.GRUNT,
    Entry.FEAR: Rank.GRUNT,
    Entry.SWAY: Rank.GRUNT,
    Entry.TAROT: Rank.MERCARI,
    Entry.TERROR: Rank.MERCARI,
    Entry.CHI: Rank.MERCARI,
    Entry.EVENT: Rank.SOLO,
    Entry.HORROR: Rank.SOLO,
    Entry.YARN: Rank.SOLO,
}
_RANKS: Final = tuple(Rank)
_CURRENCIES: Final = {Entry.SWAY: Currency.SWAY, Entry.CHI: Currency.CHI, Entry.YARN: Currency.YARN}
_CARDS: Final = frozenset({Entry.ORDEAL, Entry.TAROT, Entry.EVENT})
_EMOTIONS: Final = frozenset({Entry.FEAR, Entry.TERROR, Entry.HORROR})


class Deed(Enum):
    """What is done with an entry; the value says it of one."""

    SET = "set the {}"
    PLAY = "play one {}"
    CAUSE = "cause {}"
    NEGATE = "negate {}"
    GAIN = "gain {}"
    SET_AGAINST = "{} set against you"
    PLAYED_AGAINST = "{} played against you"
    SUFFER = "suffer {}"
    LOSE = "lose {}"


@dataclass(frozen=True)
class Effect:
    """An effect as it is taken."""

    deed: Deed
    entry: Entry

    def __str__(self) -> str:
        return self.deed.value.format(self.entry.value)


def successes(entry: Entry) -> tuple[Effect, ...]:
    """R2.7: what an extra success level can do with an entry."""
    if entry in _EMOTIONS:
        return Effect(Deed.CAUSE, entry), Effect(Deed.NEGATE, entry)
    if entry in _CARDS:
        return (Effect(Deed.PLAY, entry),)
    return (Effect(Deed.SET if entry is Entry.TONE else Deed.GAIN, entry),)


def inversion(entry: Entry) -> Effect:
    """R2.8: what a failure level does with an entry."""
    if entry in _EMOTIONS:
        return Effect(Deed.SUFFER, entry)
    if entry in _CARDS:
        return Effect(Deed.PLAYED_AGAINST, entry)
    return Effect(Deed.SET_AGAINST if entry is Entry.TONE else Deed.LOSE, entry)


def menu(rank: Rank) -> tuple[Entry, ...]:
    """R2.7: the entries open to a rank; there are 4, 7 and 10 of them."""
    return tuple(entry for entry in Entry if _RANKS.index(OPEN_FROM[entry]) <= _RANKS.index(rank))


def affordable(extra_levels: int, rank: Rank, limit: str, price: int) -> int:
    """R2.7, G2.8, G2.9: how many effects so many extra levels buy. limit, price: the house rules.

    >>> affordable(6, Rank.GRUNT, "effects", 1), affordable(6, Rank.GRUNT, "ladder", 1)
    (4, 2)
    """
    # Counted from Moderate = 1, Superior is 3 with its first extra level, so two levels of the limit buy nothing.
    most = rank.most_effects - 2 if limit == "ladder" else rank.most_effects
    return min(extra_levels // price, most)


def tier(number: int, rank: Rank) -> Rank:
    """G2.8 tiers: from whose menu the effect of this number (from 1) comes: the 1st to 4th, 5th to 7th, 8th to 10th."""
    reached = next((step for step in Rank if number <= step.most_effects), Rank.SOLO)
    return min(reached, rank, key=_RANKS.index)


# --- taking effects --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Levels:
    """What a roll has brought, and how effects are chosen.

    effects: how many extra effects may be taken. failures: failure levels, without those that the opponent's successes
    stop (R2.9). picks: who picks the effects of failure levels. gain: how much Sway, Chi or Yarn one effect moves.
    held: what the character has.
    """

    effects: int
    failures: int
    rank: Rank
    limit: str = "effects"
    picks: str = "player"
    gain: int = 1
    held: Amount = NOTHING

    def __str__(self) -> str:
        return f"up to {self.effects} effects, {self.failures} failure levels"


@dataclass(frozen=True)
class Effects:
    """The effects of a roll.

    gained, lost: Sway, Chi and Yarn. debt: what of the losses the character cannot pay, in Sway (R2.10).
    """

    successes: tuple[Effect, ...] = ()
    failures: tuple[Effect, ...] = ()
    gained: Amount = NOTHING
    lost: Amount = NOTHING
    debt: int = 0

    def __str__(self) -> str:
        return ", ".join(map(str, (*self.successes, *self.failures))) or "nothing"


def debt(held: Amount, lost: Amount) -> int:
    """R2.10, G2.27: what cannot be paid of a loss, in Sway.

    >>> debt(Amount(5, 0, 0), Amount(2, 3, 0))
    6
    """
    short = {currency: max(0, lost.of(currency) - held.of(currency)) for currency in Currency}
    in_sway = (SWAY_PER_CHI * in_chi(short[currency], currency) for currency in (Currency.CHI, Currency.YARN))
    return short[Currency.SWAY] + sum(in_sway)


@rule
async def take(levels: Levels, taken: Effects) -> Then[Effects]:
    """R2.7: choose extra effects, one after another, as long as levels are left."""
    options = _open(levels, taken) if len(taken.successes) < levels.effects else ()
    effect = await choose("player", {"nothing more": None, **{str(effect): effect for effect in options}})
    if effect is None:
        return suffer(levels, taken)
    gained = _moved(effect, levels.gain)
    return take(levels, replace(taken, successes=_with(taken.successes, effect), gained=taken.gained.plus(gained)))


def _open(levels: Levels, taken: Effects) -> tuple[Effect, ...]:
    """R2.7, G2.8: the effects that may be taken next."""
    rank = tier(len(taken.successes) + 1, levels.rank) if levels.limit == "tiers" else levels.rank
    used: set[Entry] = set() if levels.limit == "repeats" else {effect.entry for effect in taken.successes}
    return tuple(effect for entry in menu(rank) if entry not in used for effect in successes(entry))


@rule
async def suffer(levels: Levels, taken: Effects) -> Then[Effects]:
    """R2.8: every failure level costs something, whatever the rank; R2.11: but nothing that success has just given."""
    if len(taken.failures) == levels.failures:
        return await settle_debt(levels, taken)
    used = {effect.entry for effect in taken.failures}
    given = {effect.entry for effect in taken.successes if effect.deed in (Deed.SET, Deed.NEGATE, Deed.GAIN)}
    options = [inversion(entry) for entry in Entry if entry not in used and entry not in given]
    if not options:
        await note(f"{levels.failures - len(taken.failures)} failure levels are left for the Ref to settle")
        return await settle_debt(levels, taken)
    effect = await choose(
        "player" if levels.picks == "player" else "opponent", {str(effect): effect for effect in options}
    )
    if levels.picks == "player":
        await note("the Ref may override (G2.11)")
    lost = _moved(effect, levels.gain)
    return suffer(levels, replace(taken, failures=_with(taken.failures, effect), lost=taken.lost.plus(lost)))


@rule
async def settle_debt(levels: Levels, taken: Effects) -> Effects:
    """R2.10, G2.27: what cannot be paid is flagged; the Ref takes Proficiencies, Descendants or an Annex instead."""
    owed = debt(levels.held.plus(taken.gained), taken.lost)
    if owed:
        await note(f"{owed} Sway short: the Ref takes something else for it")
    return replace(taken, debt=owed)


def _moved(effect: Effect, amount: int) -> Amount:
    """G2.9: the Sway, Chi or Yarn that an effect moves."""
    currency = _CURRENCIES.get(effect.entry)
    return only(currency, amount) if currency else NOTHING


_ORDER: Final = {entry: place for place, entry in enumerate(Entry)}


def _with(effects: tuple[Effect, ...], effect: Effect) -> tuple[Effect, ...]:
    """Effects in the order of the menu: the order in which they were chosen does not matter."""
    return tuple(sorted((*effects, effect), key=lambda e: (_ORDER[e.entry], e.deed.value)))


# --- what can be asked of them ---------------------------------------------------------------------------------------


def number_of(effects: tuple[Effect, ...], deed: Deed) -> int:
    """How many effects do this."""
    return sum(effect.deed is deed for effect in effects)

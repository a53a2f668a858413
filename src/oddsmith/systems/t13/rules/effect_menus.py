"""Extra effects, bought with extra success levels or suffered for failure levels: the menus, and choosing from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from oddsmith.changed import Changed
from oddsmith.rules import Then, choose, note, rule
from oddsmith.systems.fields.field import with_changed
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.components import NOTHING, Amount, in_sway, only
from oddsmith.systems.t13.rules.currencies import Currency, Rank

# --- the menus (R2.7, R2.8) ------------------------------------------------------------------------------------------


class MenuEntry(Enum):
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


#: R2.7, G2.26: the lowest rank that may buy an entry.
OPEN_FROM: Final[Mapping[MenuEntry, Rank]] = {
    MenuEntry.TONE: Rank.GRUNT,
    MenuEntry.ORDEAL: Rank.GRUNT,
    MenuEntry.FEAR: Rank.GRUNT,
    MenuEntry.SWAY: Rank.GRUNT,
    MenuEntry.TAROT: Rank.MERCARI,
    MenuEntry.TERROR: Rank.MERCARI,
    MenuEntry.CHI: Rank.MERCARI,
    MenuEntry.EVENT: Rank.SOLO,
    MenuEntry.HORROR: Rank.SOLO,
    MenuEntry.YARN: Rank.SOLO,
}
_RANKS: Final = tuple(Rank)
#: The kinds of Sway that effects give and take where a table keeps them apart.
YIN_AND_YANG: Final = (Currency.YIN, Currency.YANG)
#: The entries that move points.
POINTS: Final = {MenuEntry.SWAY: Currency.SWAY, MenuEntry.CHI: Currency.CHI, MenuEntry.YARN: Currency.YARN}
_CARDS: Final = frozenset({MenuEntry.ORDEAL, MenuEntry.TAROT, MenuEntry.EVENT})
_EMOTIONS: Final = frozenset({MenuEntry.FEAR, MenuEntry.TERROR, MenuEntry.HORROR})


class Deed(Enum):
    """The deed that is done with an entry; the value says it of one."""

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
    """An effect as it is taken. kind: of Sway, where Yin and Yang are kept apart."""

    deed: Deed
    entry: MenuEntry
    kind: Currency | None = None

    def __str__(self) -> str:
        return self.deed.value.format(self.kind or self.entry.value)


def successes(entry: MenuEntry, sways: tuple[Currency | None, ...]) -> tuple[Effect, ...]:
    """R2.7: the effects that an extra success level can have with an entry. sways: the kinds of Sway there are."""
    if entry in _EMOTIONS:
        return Effect(Deed.CAUSE, entry), Effect(Deed.NEGATE, entry)
    if entry in _CARDS:
        return (Effect(Deed.PLAY, entry),)
    if entry is MenuEntry.SWAY:
        return tuple(Effect(Deed.GAIN, entry, kind) for kind in sways)
    return (Effect(Deed.SET if entry is MenuEntry.TONE else Deed.GAIN, entry),)


def inversions(entry: MenuEntry, sways: tuple[Currency | None, ...]) -> tuple[Effect, ...]:
    """R2.8: the effects that a failure level can have with an entry. sways: the kinds of Sway there are."""
    if entry in _EMOTIONS:
        return (Effect(Deed.SUFFER, entry),)
    if entry in _CARDS:
        return (Effect(Deed.PLAYED_AGAINST, entry),)
    if entry is MenuEntry.SWAY:
        return tuple(Effect(Deed.LOSE, entry, kind) for kind in sways)
    return (Effect(Deed.SET_AGAINST if entry is MenuEntry.TONE else Deed.LOSE, entry),)


def menu(rank: Rank) -> tuple[MenuEntry, ...]:
    """R2.7: the entries open to a rank; there are 4, 7 and 10 of them."""
    return tuple(entry for entry in MenuEntry if _RANKS.index(OPEN_FROM[entry]) <= _RANKS.index(rank))


def affordable(extra_levels: int, rank: Rank, limit: str, price: int, book: T13Rules) -> int:
    """R2.7, G2.8, G2.9: the number of effects that so many extra levels buy. limit, price: the house rules.

    >>> [affordable(6, Rank.GRUNT, limit, 1, T13Rules()) for limit in ("effects", "ladder")]
    [4, 2]
    """
    # Counted from Moderate = 1, Superior is 3 with its first extra level, so two levels of the limit buy nothing.
    most = rank.most_effects(book) - 2 if limit == "ladder" else rank.most_effects(book)
    return min(extra_levels // price, most)


def tier(number: int, rank: Rank, book: T13Rules) -> Rank:
    """G2.8 tiers: the rank whose menu an effect comes from, by its number: the 1st to 4th, 5th to 7th, 8th to 10th."""
    reached = next((step for step in Rank if number <= step.most_effects(book)), Rank.SOLO)
    return min(reached, rank, key=_RANKS.index)


# --- taking effects --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Levels:
    """The levels of a roll, and the rules by which effects are chosen for them.

    effects: extra effects that may be taken. failures: failure levels, without those that the opponent's successes stop
    (R2.9). picks: the one who picks the effects of failure levels. gain: Sway, Chi or Yarn that one effect moves.
    held: by the character. wanted: the entries that are worth something to the player; None where nobody said. changed:
    numbers of the book that are other ones. sways: Yin and Yang, where they are kept apart (see `YIN_AND_YANG`).
    """

    effects: int
    failures: int
    rank: Rank
    limit: str = "effects"
    picks: str = "player"
    gain: int = 1
    held: Amount = NOTHING
    wanted: frozenset[MenuEntry] | None = None
    changed: Changed = field(default=Changed(), repr=False)
    sways: tuple[Currency | None, ...] = field(default=(None,), repr=False)

    @property
    def book(self) -> T13Rules:
        """The numbers of the book."""
        return with_changed(T13Rules, self.changed)

    def suffered(self, left: Sequence[MenuEntry]) -> Sequence[MenuEntry]:
        """Of entries that a failure level may take, those that differ: the first that costs nothing will do for others.

        Points differ from what costs nothing; a player loses none as long as there is that.
        """
        if self.wanted is None:
            return left
        free = next((entry for entry in left if entry not in self.wanted and entry not in POINTS), None)
        points = POINTS if free is None or self.picks == "ref" else {}
        return [entry for entry in left if entry in self.wanted or entry in points or entry is free]

    @property
    def told_by(self) -> Mapping[str, int]:
        """The numbers by which choices of effects are told apart."""
        return {"extra_effects": self.effects, "failure_levels": self.failures}

    def __str__(self) -> str:
        return f"up to {self.effects} effects, {self.failures} failure levels"


@dataclass(frozen=True)
class Effects:
    """The effects of a roll.

    gained, lost: Sway, Chi and Yarn. debt: losses that the character cannot pay, in Sway (R2.10).
    """

    successes: tuple[Effect, ...] = ()
    failures: tuple[Effect, ...] = ()
    gained: Amount = NOTHING
    lost: Amount = NOTHING
    debt: int = 0

    def __str__(self) -> str:
        return ", ".join(map(str, (*self.successes, *self.failures))) or "nothing"


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
    rank = tier(len(taken.successes) + 1, levels.rank, levels.book) if levels.limit == "tiers" else levels.rank
    used: set[MenuEntry] = set() if levels.limit == "repeats" else {effect.entry for effect in taken.successes}
    used |= set() if levels.wanted is None else set(MenuEntry) - levels.wanted
    return tuple(effect for entry in menu(rank) if entry not in used for effect in successes(entry, levels.sways))


@rule
async def suffer(levels: Levels, taken: Effects) -> Then[Effects]:
    """R2.8: every failure level costs something, whatever the rank; R2.11: but nothing that success has just given."""
    if len(taken.failures) == levels.failures:
        return await settle_debt(levels, taken)
    used = {effect.entry for effect in taken.failures}
    given = {effect.entry for effect in taken.successes if effect.deed in (Deed.SET, Deed.NEGATE, Deed.GAIN)}
    options = [
        effect
        for entry in levels.suffered([entry for entry in MenuEntry if entry not in used and entry not in given])
        for effect in inversions(entry, levels.sways)
    ]
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
    owed = in_sway(taken.lost.minus(levels.held.plus(taken.gained)), levels.book)
    if owed:
        await note(f"{owed} Sway short: the Ref takes something else for it")
    return replace(taken, debt=owed)


def _moved(effect: Effect, amount: int) -> Amount:
    """G2.9: the Sway, Chi or Yarn that an effect moves."""
    currency = effect.kind or POINTS.get(effect.entry)
    return only(currency, amount) if currency else NOTHING


_ORDER: Final = {entry: place for place, entry in enumerate(MenuEntry)}


def _with(effects: tuple[Effect, ...], effect: Effect) -> tuple[Effect, ...]:
    """Add an effect in the order of the menu: the order in which they were chosen does not matter."""
    return tuple(sorted((*effects, effect), key=lambda e: (_ORDER[e.entry], e.deed.value, e.kind or "")))


# --- what can be asked of them ---------------------------------------------------------------------------------------


def number_of(effects: tuple[Effect, ...], deed: Deed) -> int:
    """Count the effects that do this."""
    return sum(effect.deed is deed for effect in effects)

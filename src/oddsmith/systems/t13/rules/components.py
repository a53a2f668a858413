"""The components that dice belong to, Facets, Annexes and Descendants: the free ones, and the prices of the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from oddsmith.changed import told_parts
from oddsmith.errors import BadInput
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.currencies import PRICED_IN, Currency, Rank, in_chi
from oddsmith.systems.t13.rules.dice_codes import MOST_DICE, Dice, dice


class ComponentKind(StrEnum):
    """The kinds of components. Their dice depend on the component's own Boon, never on its kind."""

    FACET = "facet"
    ANNEX = "annex"
    SKILL = "skill"
    TALENT = "talent"
    POWER = "power"
    SUPERSKILL = "superskill"
    DESCENDANT = "descendant"
    TROPHY = "trophy"
    MONOLITH = "monolith"
    LOCATION = "location"
    REAL_ESTATE = "real-estate"
    PACT = "pact"
    ARTEFACT = "artefact"
    PROVINCE = "province"

    def __str__(self) -> str:
        return self.value


#: R2.2: any of these can be the free Boon die: a Facet, or an Annex (which is a Skill, Talent, Power or Superskill).
BOON: Final = frozenset(
    {
        ComponentKind.FACET,
        ComponentKind.ANNEX,
        ComponentKind.SKILL,
        ComponentKind.TALENT,
        ComponentKind.POWER,
        ComponentKind.SUPERSKILL,
    }
)
#: R2.2: any of these can be the free Descendant die, special types included (G2.18).
DESCENDANT: Final = frozenset(set(ComponentKind) - BOON)


class Amount(NamedTuple):
    """Some Sway, Chi and Yarn. yin, yang: Sway, where a table keeps them apart."""

    sway: int = 0
    chi: int = 0
    yarn: int = 0
    yin: int = 0
    yang: int = 0

    @property
    def quiet(self) -> frozenset[str]:
        """The kinds that few tables have; they are told where there is some of them."""
        return frozenset({"yin", "yang"})

    def __repr__(self) -> str:
        return f"Amount({', '.join(f'{name}={number}' for name, number in told_parts(self))})"

    @property
    def all_sway(self) -> int:
        """Sway, however it is kept."""
        return self.sway + self.yin + self.yang

    def of(self, currency: Currency) -> int:
        """Return the amount of one currency."""
        amount: int = getattr(self, currency.value)
        return amount

    def plus(self, other: Amount) -> Amount:
        """Return both together."""
        return Amount(*(mine + more for mine, more in zip(self, other, strict=True)))

    def minus(self, other: Amount) -> Amount:
        """Return what is left of this when the other is taken away; nothing where there is less of something."""
        return Amount(*(max(0, mine - less) for mine, less in zip(self, other, strict=True)))

    def within(self, other: Amount) -> bool:
        """Tell whether the other amount holds at least as much of everything."""
        return all(mine <= theirs for mine, theirs in zip(self, other, strict=True))

    def __str__(self) -> str:
        return _in_words(self)


@lru_cache(maxsize=10_000)
def _in_words(amount: Amount) -> str:
    return " + ".join(f"{amount.of(currency)} {currency}" for currency in Currency if amount.of(currency)) or "nothing"


NOTHING: Final = Amount()


def only(currency: Currency, number: int) -> Amount:
    """Return that many of one currency."""
    return Amount(**{currency.value: number})


def in_sway(amount: Amount, book: T13Rules) -> int:
    """R2.16: an amount in Sway; Yarn by way of Chi.

    >>> in_sway(Amount(1, 1, 8), T13Rules())
    67
    """
    chi = sum(in_chi(amount.of(currency), currency, book) for currency in (Currency.CHI, Currency.YARN))
    return amount.all_sway + book.sway_per_chi * chi


@lru_cache(maxsize=64)
def ways(price: Amount, rank: Rank, sway: Currency) -> tuple[Amount, ...]:
    """R2.4, R2.18: the ways in which a rank may pay one die, each in one currency. sway: the kind of Sway it pays with.

    >>> ways(Amount(4, 2, 1), Rank.MERCARI, Currency.YANG)
    (Amount(sway=0, chi=0, yarn=0, yang=4), Amount(sway=0, chi=2, yarn=0))
    """
    return tuple(only(paid_in(currency, sway), price.of(currency)) for currency in rank.spends)


def paid_in(currency: Currency, sway: Currency) -> Currency:
    """Return the currency that is paid where a price names one. sway: the kind of Sway that pays."""
    return sway if currency is Currency.SWAY else currency


#: R2.4: what dice may be bought of; a generic Annex or Descendant has no price, as it is a Skill, a Trophy, ... then.
PRICED: Final = frozenset(set(ComponentKind) - {ComponentKind.ANNEX, ComponentKind.DESCENDANT})


def price(kind: ComponentKind, book: T13Rules) -> Amount:
    """R2.4: the price of one extra die, in Sway, or in Chi, or in Yarn.

    >>> price(ComponentKind.REAL_ESTATE, T13Rules())
    Amount(sway=32, chi=16, yarn=5)
    """
    name = kind.value.replace("-", "_")
    return Amount(*(getattr(book, f"{name}_{currency.value}") for currency in PRICED_IN))


@dataclass(frozen=True)
class Component:
    """Dice of the pool and what they belong to. paid: the currency they are bought in, None where that is not said."""

    kind: ComponentKind
    dice: Dice
    paid: Currency | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.dice}" + (f"@{self.paid.value}" if self.paid else "")


_KINDS: Final = ", ".join(ComponentKind)


def components(field: str, texts: Iterable[str]) -> tuple[Component, ...]:
    """Read components as people write them: `skill:1d6+2`, or `skill:1d6+2@chi` for one that is bought with Chi.

    Raises BadInput, naming `field`, for what is not written so and for too many dice.

    >>> [str(component) for component in components("dice", ["facet:d6", "Real Estate: 2d8 @ yarn"])]
    ['facet:1d6', 'real-estate:2d8@yarn']
    """
    read = tuple(_component(field, text) for text in texts)
    if (count := sum(component.dice.count for component in read)) > MOST_DICE:
        raise BadInput(field, f"{count} dice", f"{MOST_DICE} dice in all")
    return read


def _component(field: str, text: str) -> Component:
    name, colon, rest = text.partition(":")
    written, at, currency = rest.partition("@")
    try:
        kind = ComponentKind("-".join(name.lower().replace("-", " ").split()))
        paid = Currency(currency.strip().lower()) if at else None
        if paid is not None and paid.kind is not paid:
            raise ValueError(paid)
    except ValueError:
        colon = ""
    if not colon:
        raise BadInput(
            field, text, f"KIND:DICE such as skill:1d6+2, with @sway, @chi or @yarn if bought; kinds: {_KINDS}"
        )
    return Component(kind, dice(field, written.strip()), paid)


@dataclass(frozen=True)
class Split:
    """R2.2, R2.4: the components of a roll, the free ones apart. Each of `bought` names the currency it is paid in.

    boon, descendant: the free dice, None where there is none.
    """

    boon: Component | None
    descendant: Component | None
    bought: tuple[Component, ...]

    def paid(self, book: T13Rules, sway: Currency) -> Amount:
        """The price of the bought dice. sway: the kind of Sway that pays."""
        total = NOTHING
        for component in self.bought:
            assert component.paid is not None  # told_apart has seen to it
            of = price(component.kind, book).of(component.paid)
            total = total.plus(only(paid_in(component.paid, sway), of))
        return total


def split_dice(field: str, listed: tuple[Component, ...], rank: Rank) -> Split:
    """R2.2, G2.18: the first Boon die and the first Descendant die are free, the others bought.

    A component that says what it is paid in is bought; others that are not free are bought with Sway. Raises BadInput
    for a bought Annex or Descendant whose kind is not said (it has no price), and for a currency that the rank may not
    spend (R2.18).
    """
    boon = next((c for c in listed if c.kind in BOON and c.paid is None), None)
    # The plain label says that this is the free one.
    unpaid = [c for c in listed if c.kind in DESCENDANT and c.paid is None]
    descendant = next((c for c in unpaid if c.kind is ComponentKind.DESCENDANT), unpaid[0] if unpaid else None)
    bought: list[Component] = []
    free = [c for c in (boon, descendant) if c is not None]
    for component in listed:
        if any(component is c for c in free):
            continue
        check_priced(field, component)
        paid = component.paid or Currency.SWAY
        check_spender(rank, paid, f"for {component.kind}:{component.dice} with {paid}")
        bought.append(Component(component.kind, component.dice, component.paid or Currency.SWAY))
    return Split(boon, descendant, tuple(bought))


def check_priced(field: str, component: Component) -> None:
    """Refuse a component that cannot be bought because its kind is not said. Raises BadInput, naming `field`."""
    if component.kind not in PRICED:
        others = [str(kind) for kind in (BOON if component.kind in BOON else DESCENDANT) & PRICED]
        raise BadInput(
            field,
            str(component),
            f"one free {component.kind}; a die that is bought says what it is: {', '.join(sorted(others))}",
        )


def check_spender(rank: Rank, currency: Currency, what: str) -> None:
    """R2.18: refuse a rank that may not pay in a currency. what: is paid, for the message. Raises BadInput."""
    if currency not in rank.spends:
        spends = " and ".join(str(spendable) for spendable in rank.spends)
        able = [other.value for other in Rank if currency in other.spends]
        raise BadInput("rank", rank.value, f"{' or '.join(able)}, to pay {what} (a {rank} may spend {spends}, R2.18)")

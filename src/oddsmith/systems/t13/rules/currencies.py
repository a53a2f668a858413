"""Sway (Yin and Yang), Chi and Yarn: the ranks that may spend them, and the worth of each in the others."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import count
from typing import Final

from flint import arb, fmpq

from oddsmith.systems.t13.house_rules import T13Rules


class Currency(StrEnum):
    """The currencies of extra dice. Yin and Yang are both Sway, where a table keeps them apart."""

    SWAY = "sway"
    CHI = "chi"
    YARN = "yarn"
    YIN = "yin"
    YANG = "yang"

    @property
    def kind(self) -> Currency:
        """R2.16: the currency that it is worth as much as; Sway for Yin and Yang."""
        return Currency.SWAY if self in SWAYS else self

    def __str__(self) -> str:
        return self.value.capitalize()


#: Sway, however it is kept.
SWAYS: Final = (Currency.SWAY, Currency.YIN, Currency.YANG)
#: R2.4: the currencies that have prices; Yin and Yang have that of Sway.
PRICED_IN: Final = (Currency.SWAY, Currency.CHI, Currency.YARN)


class Rank(StrEnum):
    """The type of a character, which limits what may be spent and which effects success levels buy."""

    GRUNT = "grunt"
    MERCARI = "mercari"
    SOLO = "solo"

    def __str__(self) -> str:
        return self.value.capitalize()

    @property
    def spends(self) -> tuple[Currency, ...]:
        """R2.18: the currencies that a character of this rank may pay in."""
        return PRICED_IN[: tuple(Rank).index(self) + 1]

    def most_effects(self, book: T13Rules) -> int:
        """R2.7: the limit that the rules page gives as 4, 7 and 10."""
        limit: int = getattr(book, f"{self.value}_effects")
        return limit


@lru_cache(maxsize=1024)
def value(boon: int | Fraction) -> int:
    """R2.15: the Value of a Boon, b·2^(∛b) rounded to the nearest integer.

    Calculated in intervals that surely hold the real number, so the rounding is certain.

    >>> [value(boon) for boon in (0, 1, 2, 3, 8, 13, 20)]
    [0, 2, 5, 8, 32, 66, 131]
    """
    if boon == 0:
        return 0
    number = arb(fmpq(Fraction(boon).numerator, Fraction(boon).denominator))
    nearest = (number * arb(2) ** number.root(3) + arb(1) / 2).floor().unique_fmpz()
    assert nearest is not None, boon  # only a half between two integers could be in doubt, and none is that near
    return int(nearest)


def reduced(amount: int) -> int:
    """R2.15: the largest Boon whose Value is not above an amount of 0 or more ("reducing").

    >>> reduced(131), reduced(130)
    (20, 19)
    """
    return next(boon for boon in count() if value(boon + 1) > amount)


def in_chi(amount: int, currency: Currency, book: T13Rules) -> int:
    """R2.16: turn an amount into Chi, all of it at once; the odd one of a number of Sway is lost.

    >>> in_chi(8, Currency.YARN, T13Rules())
    32
    """
    if currency in SWAYS:
        return amount // book.sway_per_chi
    return amount if currency is Currency.CHI else value(amount)


def from_chi(chi: int, currency: Currency, book: T13Rules) -> int:
    """R2.16: turn Chi into a currency, all of it at once; Chi that make no whole Yarn are lost."""
    if currency in SWAYS:
        return chi * book.sway_per_chi
    return chi if currency is Currency.CHI else reduced(chi)


def off_the_top(stock: int, yarn: int) -> int | None:
    """G2.22 off-the-top: the Chi that some Yarn costs out of a stock of Chi, None when it does not hold that much.

    >>> off_the_top(131, 1)
    10
    """
    held = reduced(stock)
    return None if yarn > held else value(held) - value(held - yarn)

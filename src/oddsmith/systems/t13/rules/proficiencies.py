"""Proficiency dice: their number, their size, and their Crises."""

from __future__ import annotations

from enum import Enum, StrEnum

from oddsmith.errors import BadInput
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.dice_codes import Dice, dice
from oddsmith.wording import Text, worded


class Being(StrEnum):
    """The kind of being that a character is, which sets the size of Proficiency dice."""

    CHILD = "child"
    MORTAL = "mortal"
    IMMORTAL = "immortal"


def sides(being: Being, book: T13Rules) -> int:
    """R2.14: the sides of a Proficiency die."""
    found: int = getattr(book, f"{being.value}_sides")
    return found


def applying(proficiencies: int, fitting: int, book: T13Rules) -> int:
    """R2.12: the Proficiencies that apply, those that fit very well counted as so many."""
    return proficiencies + fitting * (book.fitting_counts - 1)


def counted(proficiencies: int, fitting: int, book: T13Rules) -> int:
    """R2.12, G2.17: the number of Proficiencies that count: very fitting ones twice, and no more than 4 in all.

    >>> counted(1, 1, T13Rules()), counted(7, 0, T13Rules())
    (2, 4)
    """
    return min(applying(proficiencies, fitting, book), book.most_proficiencies)


def dice_of(count: int, book: T13Rules, being: Being = Being.MORTAL, *, monolith: bool = False) -> Dice:
    """R2.12, R2.14, G2.15: one die less than there are Proficiencies, and one for a Monolith, at most 4.

    >>> str(dice_of(3, T13Rules())), str(dice_of(4, T13Rules(), Being.IMMORTAL, monolith=True))
    ('2d6', '4d8')
    """
    number = min(max(count - 1, 0) + monolith * book.monolith_dice, book.most_proficiency_dice)
    return Dice(((number, sides(being, book)),) if number else ())


def dice_entered(field: str, text: str, book: T13Rules, *, any_size: bool) -> Dice:
    """G2.15: read Proficiency dice as somebody enters them. any_size: others than d4, d6 and d8 too."""
    read = dice(field, text)
    sizes = {size for _, size in read.groups}
    usual = [sides(being, book) for being in Being]
    if (
        read.plus
        or read.count > book.most_proficiency_dice
        or not (any_size or (len(sizes) == 1 and sizes <= {*usual}))
    ):
        other = (
            "of any size"
            if any_size
            else worded(
                "all d{}, all d{} or all d{}".format(*usual)
                + " (of any size with {the house rule proficiency_dice=free})"
            )
        )
        raise BadInput(field, text, Text(f"1 to {book.most_proficiency_dice} dice, ", other))
    return read


class Crisis(Enum):
    """R2.11: all Proficiency dice at their minimum, or all at their maximum, or neither."""

    NONE = "no Crisis"
    MINIMUM = "Crisis: all ones"
    MAXIMUM = "Crisis: all at maximum"

    __hash__ = object.__hash__  # each is one object: quicker than by name

    def __bool__(self) -> bool:
        return self is not Crisis.NONE

    def __str__(self) -> str:
        return self.value


def crisis_of(proficiency: Dice, total: int) -> Crisis:
    """R2.11, G2.14: the Crisis that Proficiency dice with this total are in; without dice there is none.

    The sum tells: only all ones come to the lowest, only all maxima to the highest.

    >>> crisis_of(Dice(((2, 6),)), 12).value
    'Crisis: all at maximum'
    """
    if not proficiency.count:
        return Crisis.NONE
    if total == proficiency.lowest:
        return Crisis.MINIMUM
    return Crisis.MAXIMUM if total == proficiency.highest else Crisis.NONE

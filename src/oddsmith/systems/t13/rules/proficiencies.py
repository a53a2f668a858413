"""Proficiency dice: their number, their size, and their Crises."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, StrEnum
from typing import Final

from oddsmith.errors import BadInput
from oddsmith.systems.t13.rules.dice_codes import Dice, dice
from oddsmith.wording import Text, worded

#: G2.17: more applicable Proficiencies than this are treated as this many.
MOST_PROFICIENCIES: Final = 4
#: R2.2, R2.14: Proficiency dice, those of a Monolith included.
MOST_DICE: Final = 4


class Being(StrEnum):
    """The kind of being that a character is, which sets the size of Proficiency dice."""

    CHILD = "child"
    MORTAL = "mortal"
    IMMORTAL = "immortal"


#: R2.14: sides of a Proficiency die.
SIDES: Final[Mapping[Being, int]] = {Being.CHILD: 4, Being.MORTAL: 6, Being.IMMORTAL: 8}


def counted(proficiencies: int, fitting: int) -> int:
    """R2.12, G2.17: the number of Proficiencies that count: very fitting ones twice, and no more than 4 in all.

    >>> counted(1, 1), counted(7, 0)
    (2, 4)
    """
    return min(proficiencies + fitting, MOST_PROFICIENCIES)


def dice_of(count: int, being: Being = Being.MORTAL, *, monolith: bool = False) -> Dice:
    """R2.12, R2.14, G2.15: one die less than there are Proficiencies, and one for a Monolith, at most 4.

    >>> str(dice_of(3)), str(dice_of(4, Being.IMMORTAL, monolith=True))
    ('2d6', '4d8')
    """
    number = min(max(count - 1, 0) + monolith, MOST_DICE)
    return Dice(((number, SIDES[being]),) if number else ())


def dice_entered(field: str, text: str, *, any_size: bool) -> Dice:
    """G2.15: read Proficiency dice as somebody enters them. any_size: others than d4, d6 and d8 too."""
    read = dice(field, text)
    sizes = {sides for _, sides in read.groups}
    usual = len(sizes) == 1 and sizes <= set(SIDES.values())
    if read.plus or read.count > MOST_DICE or not (any_size or usual):
        other = (
            "of any size"
            if any_size
            else worded("all d4, all d6 or all d8 (of any size with {the house rule proficiency_dice=free})")
        )
        raise BadInput(field, text, Text(f"1 to {MOST_DICE} dice, ", other))
    return read


class Crisis(Enum):
    """R2.11: all Proficiency dice at their minimum, or all at their maximum, or neither."""

    NONE = "no Crisis"
    MINIMUM = "Crisis: all ones"
    MAXIMUM = "Crisis: all at maximum"

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

"""Exchanges of Sway, Chi and Yarn, and the worth of Boons: rules that need no dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Final

from oddsmith.changed import UNCHANGED, Changed
from oddsmith.rules import note, rule
from oddsmith.systems.authoring.marks import Number
from oddsmith.systems.fields.field import with_changed
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.rules.currencies import Currency, from_chi, in_chi, off_the_top, reduced, value


@dataclass(frozen=True)
class Exchanged:
    """The result of an exchange. left_over: the part of the amount given that was too little for one more."""

    received: Annotated[int, Number("received", onto="to")]
    left_over: Annotated[int, Number("left over of what was given", onto="from")]


# `changed` has a default since sessions saved before there was any go on without it.


@rule
async def exchange(amount: int, given: Currency, wanted: Currency, changed: Changed = UNCHANGED) -> Exchanged:
    """R2.16: turn an amount of one currency into another, all of it at once."""
    book = with_changed(T13Rules, changed)
    received = from_chi(in_chi(amount, given, book), wanted, book)
    used = from_chi(in_chi(received, wanted, book), given, book)
    await note(f"{used} {given} are worth {received} {wanted}")
    return Exchanged(received, amount - used)


@rule
async def exchange_off_the_top(
    amount: int, given: Currency, wanted: Currency, stock: int, changed: Changed = UNCHANGED
) -> Exchanged:
    """G2.22 off-the-top: Yarn is Chi, and its worth depends on the stock of Chi that it is taken from or added to."""
    book = with_changed(T13Rules, changed)
    if given is Currency.YARN:
        chi = off_the_top(stock, amount)
        assert chi is not None  # the inputs have been checked
        received = from_chi(chi, wanted, book)
        await note(f"{amount} Yarn off {stock} Chi ({reduced(stock)} Yarn) are {chi} Chi")
        return Exchanged(received, 0)
    if wanted is not Currency.YARN:
        return await exchange(amount, given, wanted, changed)
    total = stock + in_chi(amount, given, book)
    received = reduced(total) - reduced(stock)
    spare = min(total - value(reduced(total)), total - stock) if received else total - stock
    await note(f"{stock} Chi become {total} Chi: {reduced(stock)} Yarn become {reduced(total)}")
    return Exchanged(received, amount - from_chi(total - stock - spare, given, book))


# --- Boons -----------------------------------------------------------------------------------------------------------

#: The author's reference dice: the Boon at which each is rolled.
REFERENCE_DICE: Final[Mapping[int, str]] = {3: "1d2", 5: "1d3", 10: "1d6", 15: "1d8", 26: "2d6", 38: "2d8", 50: "3d6"}


@dataclass(frozen=True)
class BoonWorth:
    """The worth of a Boon. skill: the Boon of a Skill made of two Facets, 0 without a second one."""

    value: Annotated[int, "Value"]
    score: Annotated[int, "average score"]
    skill: Annotated[int, "Boon of the Skill with the second Facet"]


@rule
async def appraise(boon: int, other: int | None) -> BoonWorth:
    """R2.15: the Value of a Boon, the average score that belongs to it, and the Skill that two Facets make."""
    skill = 0 if other is None else skill_boon(boon, other)
    return BoonWorth(value(boon), reduced(boon), skill)


def skill_boon(first: int, second: int) -> int:
    """R2.15: the Boon of a Skill: the Values of its two Facets added and looked back up.

    >>> skill_boon(13, 13)
    20
    """
    return reduced(value(first) + value(second))


def reference_dice(boon: int) -> str:
    """The largest of the author's reference dice that a Boon reaches; a component rolls these or smaller ones.

    >>> reference_dice(13)
    '1d6'
    """
    reached = [least for least in REFERENCE_DICE if least <= boon]
    return REFERENCE_DICE[max(reached)] if reached else "none"

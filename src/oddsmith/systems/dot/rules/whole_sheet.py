"""A whole HERO sheet: the pool of everything on it, and its odds before, on 3d6, and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, ClassVar, Final, NamedTuple

from oddsmith.dice import d6
from oddsmith.errors import BadInput
from oddsmith.rules import note, odds, rule
from oddsmith.systems.authoring.marks import Entered, Limits, Number
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.rules.convert import HERO_CRITICAL_FAILURE, HERO_EXCEPTIONAL
from oddsmith.systems.dot.rules.hero_sheet import (
    HeroSheet,
    characteristic_roll,
    combat_dots,
    own_roll_dots,
    pool_dots,
)
from oddsmith.systems.dot.rules.pasted_sheet import ROLLED, WholeSheet, read_sheet
from oddsmith.systems.dot.rules.pool import DotPool, attack_pool, dice_of, pool_of, successes_of
from oddsmith.wording import Input, Text

#: HERO: an attack hits with 11 + OCV - DCV or less on 3d6, and one of the mind with 11 + OMCV - DMCV.
TO_HIT: Final = 11
_MENTAL: Final = "R1.10 speaks of OCV and DCV; here OMCV and DMCV make a pool as these do."


@dataclass(frozen=True)
class Row:
    """A roll of a sheet: its HERO target on 3d6, and its pool. before, after: the chances of success.

    pool, after: None where the house rules make no pool of it. why: a sentence about it. misses: without a roll.
    """

    quiet: ClassVar = ("misses",)

    name: str
    target: int
    pool: int | None
    before: Fraction
    after: Fraction | None
    why: str = ""
    misses: bool = False

    @property
    def dice(self) -> int:
        """R1.9: the dice that are rolled, one at least."""
        return 0 if self.pool is None or self.misses else dice_of(self.pool)


@dataclass(frozen=True)
class PastedSheet:
    """A HERO sheet as it is pasted, and whom the character attacks. Raises BadInput for one that cannot be read."""

    sheet: Annotated[
        str,
        Limits(
            None,
            4000,
            "a HERO sheet, pasted: scores such as DEX 15 or OCV 7, and rolls such as Stealth 14- DEX",
            "HERO sheet",
        ),
        Entered(lines=True),
    ]
    target_dcv: Annotated[
        int | None,
        Limits(
            -100, 100, "DCV of whoever is attacked; the character's own if it is not given", "DCV of the target", "dcv"
        ),
        Entered(more="Whom the character attacks", whose="other"),
    ] = None
    target_dmcv: Annotated[
        int | None,
        Limits(
            -100,
            100,
            "DMCV of whoever is attacked; the character's own if it is not given",
            "DMCV of the target",
            "dmcv",
        ),
        Entered(more="Whom the character attacks", whose="other", quiet=True),
    ] = None

    def __post_init__(self) -> None:
        read = self.read
        if not read.skills and not read.rolls and not {"OCV", "OMCV", *ROLLED} & read.scores.keys():
            nothing = BadInput("sheet", self.sheet, "scores such as DEX 15 or OCV 7, and rolls such as Stealth 14- DEX")
            raise nothing.reworded(Text(Input("sheet"), " has nothing that is rolled."), "Add scores such as DEX 15.")

    @property
    def read(self) -> WholeSheet:
        """The sheet as it is read."""
        return read_sheet("sheet", self.sheet)


def rows(pasted: PastedSheet, rules: DotRules) -> tuple[Row, ...]:
    """R1.1-R1.4, R1.10: everything that a sheet rolls."""
    sheet = pasted.read
    found = [
        _row(name, characteristic_roll(score), partial(pool_dots, HeroSheet(characteristic=score), rules), rules)
        for name, score in sheet.scores.items()
        if name in ROLLED
    ]
    for name, roll, own, familiar in sheet.skills:
        characteristic = None if own is None else sheet.scores[own]
        asked = HeroSheet(familiarity=roll) if familiar else HeroSheet(characteristic=characteristic, skill=roll)
        found.append(_row(name, roll, partial(pool_dots, asked, rules), rules))
    found += [_row(name, roll, partial(own_roll_dots, roll, rules), rules) for name, roll in sheet.rolls.items()]
    if "OCV" in sheet.scores:
        ocv, dcv = sheet.scores["OCV"], sheet.scores.get("DCV") if pasted.target_dcv is None else pasted.target_dcv
        if dcv is None:
            raise BadInput("target_dcv", None, "a number, since the sheet has no DCV")
        found.append(_attack(f"Attack on DCV {dcv}", ocv, dcv, rules))
    dmcv = _dmcv(pasted, sheet)
    if "OMCV" in sheet.scores and dmcv is not None:
        attack = _attack(f"Mental attack on DMCV {dmcv}", sheet.scores["OMCV"], dmcv, rules)
        found.append(replace(attack, why=f"{_MENTAL} {attack.why}".rstrip()))
    return tuple(found)


def remarks(pasted: PastedSheet) -> Iterator[str]:
    """Yield sentences about what is passed over, and what is taken of several values."""
    sheet = pasted.read
    yield from sheet.remarks
    if "OMCV" in sheet.scores and _dmcv(pasted, sheet) is None:
        yield "OMCV is passed over: no DMCV is given."


def _dmcv(pasted: PastedSheet, sheet: WholeSheet) -> int | None:
    return sheet.scores.get("DMCV") if pasted.target_dmcv is None else pasted.target_dmcv


def _attack(name: str, offence: int, defence: int, rules: DotRules) -> Row:
    """R1.10: an attack of one combat value on another."""
    target, pool = TO_HIT + offence - defence, attack_pool(combat_dots(offence, defence, rules), rules)
    if pool.dice == 0:
        why = f"The pool is {pool.dots}: it misses without a roll (house rule)."
        return Row(name, target, pool.dots, hero_chance(target), Fraction(0), why, misses=True)
    return _of_dots(name, target, pool.dots, rules)


def _of_dots(name: str, target: int, dots: int, rules: DotRules) -> Row:
    why = "" if dots >= 1 else f"The pool is {dots}: one die, and a miss is a critical failure (R1.9)."
    return Row(name, target, dots, hero_chance(target), dot_chance(dots, rules), why)


def _row(name: str, target: int, dots: Callable[[], int], rules: DotRules) -> Row:
    try:
        return _of_dots(name, target, dots(), rules)
    except BadInput as refused:
        return Row(name, target, None, hero_chance(target), None, f"No pool: the house rules allow {refused.allowed}.")


@cache
def hero_chance(target: int) -> Fraction:
    """HERO: the chance of 3d6 at or below a target; 3 always succeeds, 18 always fails.

    >>> hero_chance(11), hero_chance(2), hero_chance(20)
    (Fraction(5, 8), Fraction(1, 216), Fraction(215, 216))
    """
    highest = min(max(target, HERO_EXCEPTIONAL), HERO_CRITICAL_FAILURE - 1)
    return d6.pool(3).sum().distribution().at_most(highest)


def dot_chance(dots: int, rules: DotRules) -> Fraction:
    """R1.5, R1.7, R1.9: the chance of a success with so many dots.

    A face that succeeds is all that anybody is ever asked about: to roll it again never changes the chance.

    >>> dot_chance(3, DotRules()), dot_chance(-1, DotRules())
    (Fraction(19, 27), Fraction(1, 3))
    """
    pool = pool_of(dots, rules)
    return _of_one_success(replace(pool, reroll="off" if pool.reroll == "ask" else pool.reroll, enough=1))


@cache
def _of_one_success(pool: DotPool) -> Fraction:
    return odds(successes_of(pool)).at_least(1)


class Compared(NamedTuple):
    """A sheet looked up: how many pools it has, and of how many the chance rises and falls."""

    pools: Annotated[int, Number("pools", one="pool")]
    kinder: Annotated[int, "better than on 3d6"]
    harsher: Annotated[int, "worse than on 3d6"]


@rule
async def look_up(found: tuple[Row, ...]) -> Compared:
    """R1.12: every roll of a sheet beside the pool that takes its place."""
    pools = [(row, row.after) for row in found if row.after is not None]
    for row, _ in pools:
        await note(f"{row.name}: {row.target}- in HERO, {row.pool} dots")
    kinder = sum(after > row.before for row, after in pools)
    harsher = sum(after < row.before for row, after in pools)
    return Compared(len(pools), kinder, harsher)

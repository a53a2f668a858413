"""A whole HERO sheet: the pool of everything on it, and its odds before, on 3d6, and after."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Annotated, Final, NamedTuple

from oddsmith.dice import d6
from oddsmith.errors import BadInput
from oddsmith.rules import note, odds, rule
from oddsmith.systems.authoring.marks import Entered, Limits, Number
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.rules.convert import HERO_CRITICAL_FAILURE, HERO_EXCEPTIONAL
from oddsmith.systems.dot.rules.hero_sheet import FAMILIARITIES, HeroSheet, characteristic_roll, combat_dots, pool_dots
from oddsmith.systems.dot.rules.pool import DotPool, pool_of, successes_of

#: HERO: an attack hits with 11 + OCV - DCV or less on 3d6.
TO_HIT: Final = 11
#: The most entries of a sheet.
MOST_ENTRIES: Final = 100

_SCORE = re.compile(r"([A-Za-z]{2,12})[ :=]+(-?\d{1,3})")
_ROLL = re.compile(r"(\D.{0,60}?)[ :=]+(\d{1,2})-(?:\s*\(?([A-Za-z]{2,12})\)?)?")


class Skill(NamedTuple):
    """A skill or familiarity of a sheet. characteristic: its name, None for none."""

    name: str
    roll: int
    characteristic: str | None


@dataclass(frozen=True)
class WholeSheet:
    """Everything on a sheet that is rolled. scores: of characteristics, OCV and DCV, by name."""

    scores: Mapping[str, int]
    skills: tuple[Skill, ...]


def read_sheet(field: str, text: str) -> WholeSheet:
    """Read a sheet as people paste it, entries apart by commas, semicolons or lines. BadInput names what is none.

    >>> read_sheet("sheet", "Dex 15, Stealth 14- (DEX); OCV 5, Acting 8-").skills
    (Skill(name='Stealth', roll=14, characteristic='DEX'), Skill(name='Acting', roll=8, characteristic=None))
    """
    scores: dict[str, int] = {}
    skills: list[Skill] = []
    entries = [entry.strip() for entry in re.split(r"[,;\n]", text) if entry.strip()]
    if not entries or len(entries) > MOST_ENTRIES:
        raise BadInput(field, f"{len(entries)} entries", f"1 to {MOST_ENTRIES}, such as DEX 15, Stealth 14- DEX, OCV 5")
    for entry in entries:
        roll = _ROLL.fullmatch(entry)
        if roll and all(skill.name != roll[1].strip() for skill in skills):
            skills.append(Skill(roll[1].strip(), int(roll[2]), roll[3].upper() if roll[3] else None))
        elif (score := _SCORE.fullmatch(entry)) and score[1].upper() not in scores:
            scores[score[1].upper()] = int(score[2])
        else:
            raise BadInput(field, entry, "scores such as DEX 15 or OCV 5, each once, and rolls such as Stealth 14- DEX")
    for skill in skills:
        if skill.characteristic is not None and skill.characteristic not in scores:
            raise BadInput(field, f"{skill.name} {skill.roll}- {skill.characteristic}", f"{skill.characteristic}, too")
    return WholeSheet(scores, tuple(skills))


class Row(NamedTuple):
    """A roll of a sheet: its HERO target on 3d6, and its pool. before, after: the chances of success.

    pool, after: None where the house rules make no pool of it; why: then the reason.
    """

    name: str
    target: int
    pool: int | None
    before: Fraction
    after: Fraction | None
    why: str = ""


@dataclass(frozen=True)
class PastedSheet:
    """A HERO sheet as it is pasted, and whom the character attacks. Raises BadInput for one that cannot be read."""

    sheet: Annotated[
        str,
        Limits(
            None,
            5000,
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

    def __post_init__(self) -> None:
        read_sheet("sheet", self.sheet)


def rows(pasted: PastedSheet, rules: DotRules) -> tuple[Row, ...]:
    """R1.1-R1.4, R1.10: everything that a sheet rolls."""
    found = []
    sheet = read_sheet("sheet", pasted.sheet)
    for name, score in sheet.scores.items():
        if name not in ("OCV", "DCV"):
            found.append(_row(name, characteristic_roll(score), HeroSheet(None, score, None, None), rules))
    for name, roll, own in sheet.skills:
        characteristic = None if own is None else sheet.scores[own]
        familiar = own is None and roll in FAMILIARITIES
        asked = HeroSheet(None, characteristic, None if familiar else roll, roll if familiar else None)
        found.append(_row(name, roll, asked, rules))
    if "OCV" in sheet.scores:
        ocv, dcv = sheet.scores["OCV"], sheet.scores.get("DCV") if pasted.target_dcv is None else pasted.target_dcv
        if dcv is None:
            raise BadInput("target_dcv", None, "a number, since the sheet has no DCV")
        dots = combat_dots(ocv, dcv, rules)
        misses = dots < 1 and rules.combat_floor == "automatic-miss"
        after = Fraction(0) if misses else dot_chance(dots, rules)
        found.append(Row(f"Attack on DCV {dcv}", TO_HIT + ocv - dcv, dots, hero_chance(TO_HIT + ocv - dcv), after))
    return tuple(found)


def _row(name: str, target: int, asked: HeroSheet, rules: DotRules) -> Row:
    before = hero_chance(target)
    try:
        dots = pool_dots(asked, rules)
    except BadInput as refused:
        return Row(name, target, None, before, None, f"no pool: the house rules allow {refused.allowed}")
    return Row(name, target, dots, before, dot_chance(dots, rules))


@cache
def hero_chance(target: int) -> Fraction:
    """HERO: the chance of 3d6 at or below a target; 3 always succeeds, 18 always fails.

    >>> hero_chance(11), hero_chance(2), hero_chance(20)
    (Fraction(5, 8), Fraction(1, 216), Fraction(215, 216))
    """
    highest = min(max(target, HERO_EXCEPTIONAL), HERO_CRITICAL_FAILURE - 1)
    return d6.pool(3).sum().distribution().at_most(highest)


def dot_chance(dots: int, rules: DotRules) -> Fraction:
    """R1.5, R1.9: the chance of a success with so many dots. To roll a six again never changes it.

    >>> dot_chance(3, DotRules()), dot_chance(-1, DotRules())
    (Fraction(19, 27), Fraction(1, 3))
    """
    return _of_one_success(replace(pool_of(dots, rules), reroll="off", enough=1))


@cache
def _of_one_success(pool: DotPool) -> Fraction:
    return odds(successes_of(pool)).at_least(1)


class Compared(NamedTuple):
    """A sheet looked up: how many pools it has, and of how many the chance rises and falls."""

    pools: Annotated[int, Number("pools", one="pool")]
    kinder: Annotated[int, "pools with a better chance than on 3d6"]
    harsher: Annotated[int, "pools with a worse chance than on 3d6"]


@rule
async def look_up(found: tuple[Row, ...]) -> Compared:
    """R1.12: every roll of a sheet beside the pool that takes its place."""
    pools = [row for row in found if row.after is not None]
    for row in pools:
        await note(f"{row.name}: {row.target}- in HERO, {row.pool} dots")
    kinder = sum(row.after > row.before for row in pools if row.after is not None)
    harsher = sum(row.after < row.before for row in pools if row.after is not None)
    return Compared(len(pools), kinder, harsher)

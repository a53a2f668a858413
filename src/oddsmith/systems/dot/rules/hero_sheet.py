"""From a HERO sheet to dots: characteristics, skills, familiarities, combat values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.wording import worded

#: HERO: a characteristic roll is 9 + CHAR/5 or less on 3d6.
HERO_BASE = 9

#: HERO: points of a characteristic for each point of its roll.
HERO_POINTS = 5

#: R1.4: the rolls that are familiarities.
FAMILIARITIES = (8, 11)


def familiarity_dots(roll: int, rules: DotRules) -> int:
    """R1.4: the dots of a familiarity; it is never combined with a characteristic.

    A roll between the two counts as the lower (G1.4).
    """
    return rules.familiarity_8 if roll < max(FAMILIARITIES) else rules.familiarity_11


def characteristic_dots(score: int, rules: DotRules) -> int:
    """R1.1, G1.1: a dot for every five points, rounded `nearest`, `floor` or `ceiling`.

    >>> [characteristic_dots(score, DotRules()) for score in (15, 13, 12, 2, -3)]
    [3, 3, 2, 0, -1]
    """
    return rounded(score, rules.points_a_dot, rules.rounding)


def rounded(score: int, points: int, rounding: str) -> int:
    """How many times so many points are in a score, rounded `nearest` (halves up), `floor` or `ceiling`."""
    if rounding == "nearest":
        return (2 * score + points) // (2 * points)
    return score // points if rounding == "floor" else -(-score // points)


def characteristic_roll(score: int) -> int:
    """HERO: the target of a characteristic, 9 + CHAR/5, to be rolled or less on 3d6.

    It stands on the HERO sheet, rounded to the nearest as HERO does, whatever a table does with dots.

    >>> [characteristic_roll(score) for score in (15, 13, 12, 11)]
    [12, 12, 11, 11]
    """
    return HERO_BASE + rounded(score, HERO_POINTS, "nearest")


def skill_dots(skill: int, score: int) -> int:
    """R1.2: a dot for every point by which a skill's roll is above that of its characteristic; negative when below.

    score: the characteristic.
    """
    return skill - characteristic_roll(score)


def target_dots(target: int, rules: DotRules) -> int:
    """R1.12: the dots of any HERO roll."""
    return target - rules.roll_at_no_dots


def combat_dots(ocv: int, dcv: int, rules: DotRules) -> int:
    """R1.10: the dots of an attack, range and other modifiers being in the values already."""
    return rules.attack_dots + ocv - dcv


def without_minus(value: Any) -> Any:
    """HERO writes a roll as 14-, "14 or less"; the number is what counts."""
    return value.strip().removesuffix("-") if isinstance(value, str) else value


FAMILIARITY: Final = "or a familiarity, " + " or ".join(f"{roll}-" for roll in FAMILIARITIES)
MODIFIER: Final = "dots that the GM adds (or takes, below 0)"

#: R1.8: a modifier of the GM.
Modifier: TypeAlias = Annotated[int, Limits(-50, 50, MODIFIER, "Dots from the GM"), Entered(more="Circumstances")]

_SHEET: Final = "From a HERO sheet"


@dataclass(frozen=True)
class HeroSheet:
    """The part of a character's sheet that a roll needs: the dots, or the scores that they follow from.

    Raises BadInput for values that do not go together.
    """

    dots: Annotated[int | None, Limits(0, 100, "dots in the pool; or leave this out and give HERO values", "Dots")] = (
        None
    )
    characteristic: Annotated[
        int | None, Limits(-100, 500, "score of the characteristic, such as 15"), Entered(more=_SHEET)
    ] = None
    skill: Annotated[
        int | None,
        Limits(-50, 100, "roll of the skill, such as 14 (or 14-)", "Skill roll"),
        Entered(more=_SHEET, read=without_minus),
    ] = None
    familiarity: Annotated[
        int | None, Limits(None, None, FAMILIARITY, "Familiarity"), Entered(more=_SHEET, read=without_minus)
    ] = None
    modifier: Modifier = 0

    def __post_init__(self) -> None:
        given = [name for name in ("dots", "characteristic", "skill", "familiarity") if getattr(self, name) is not None]
        if not given:
            raise BadInput("dots", None, "a number of dots, or a characteristic, skill or familiarity instead")
        if given[0] == "dots" and len(given) > 1:
            raise BadInput(given[1], getattr(self, given[1]), "nothing, since the dots are given")
        if self.familiarity is not None and self.familiarity not in FAMILIARITIES:
            raise BadInput("familiarity", self.familiarity, " or ".join(map(str, FAMILIARITIES)))
        if self.familiarity is not None and self.skill is not None:
            raise BadInput("familiarity", self.familiarity, "nothing beside a skill: it is one or the other")


def pool_dots(sheet: HeroSheet, rules: DotRules) -> int:
    """R1.3, R1.4: the dots of a check before modifiers; below one where the sheet makes so few.

    Raises BadInput for a skill or characteristic that forms no pool under the house rules.
    """
    if sheet.dots is not None:
        return sheet.dots
    if sheet.familiarity is not None:
        return familiarity_dots(sheet.familiarity, rules)
    if sheet.characteristic is None:
        assert sheet.skill is not None
        return _flat_skill_dots(sheet.skill, rules)
    own = characteristic_dots(sheet.characteristic, rules)
    dots = own if sheet.skill is None else own + _usable_skill_dots(sheet.skill, sheet.characteristic, rules)
    return _enough(dots, sheet.characteristic, rules)


def own_roll_dots(roll: int, rules: DotRules) -> int:
    """R1.12: the dots of a characteristic of which only the roll is known.

    Raises BadInput for one that forms no pool under the house rules.
    """
    return _enough(target_dots(roll, rules), roll, rules)


def _enough(dots: int, given: int, rules: DotRules) -> int:
    """G1.2: dots that a characteristic has a part in, below one only where a house rule does not forbid it."""
    if dots < 1 and rules.low_characteristic == "no-pool":
        allowed = worded("what makes one dot or more ({house rule low_characteristic=no-pool})")
        raise BadInput("characteristic", given, allowed)
    return dots


def _usable_skill_dots(skill: int, score: int, rules: DotRules) -> int:
    """R1.2, G1.3: the dots that a skill adds to those of its characteristic."""
    dots = skill_dots(skill, score)
    if dots >= 0 or rules.low_skill == "subtract":
        return dots
    if rules.low_skill == "refuse":
        least = characteristic_roll(score)
        allowed = f"{least} or more, the characteristic roll; or no skill: the characteristic alone, if the GM allows"
        raise BadInput("skill", skill, allowed)
    return 0


def _flat_skill_dots(skill: int, rules: DotRules) -> int:
    """G1.4: the dots of a skill that has no characteristic."""
    lowest, highest = FAMILIARITIES
    if rules.flat_skill == "target-minus-nine" or skill < lowest:
        return target_dots(skill, rules)
    return familiarity_dots(min(skill, highest), rules) + max(0, skill - highest)


def sheet_facts(sheet: HeroSheet, rules: DotRules) -> Mapping[str, int]:
    """Facts about a pool that its sheet settles, by name."""
    facts: dict[str, int] = {}
    if sheet.characteristic is not None:
        own = characteristic_dots(sheet.characteristic, rules)
        facts["characteristic_dots"] = own
        facts["characteristic_roll"] = characteristic_roll(sheet.characteristic)
        if sheet.skill is not None:
            facts["skill_dots"] = skill_dots(sheet.skill, sheet.characteristic)
    return facts


def sheet_warnings(sheet: HeroSheet, rules: DotRules) -> Iterable[str]:
    """Warn of an unusual sheet, or of the modifier on its pool."""
    dots = pool_dots(sheet, rules)
    if sheet.characteristic is not None:
        own = characteristic_dots(sheet.characteristic, rules)
        if sheet.familiarity is not None and dots < own:
            yield f"The familiarity makes {dots} dots; the characteristic alone makes {own} (G1.5)."
        least = characteristic_roll(sheet.characteristic)
        if sheet.skill is not None and rules.low_skill == "characteristic-alone" and sheet.skill < least:
            yield f"The skill is below its roll, {least}: the characteristic rolls alone (G1.3)."
    yield from pool_warnings(dots, sheet.modifier, rules)


def pool_warnings(dots: int, modifier: int, rules: DotRules) -> Iterable[str]:
    """Warn of a modifier beyond what is recommended, and of a pool below one dot."""
    if abs(modifier) > rules.usual_modifier:
        yield f"The modifier is beyond {rules.usual_modifier} dots, which is not recommended (R1.8)."
    if dots + modifier < 1:
        yield f"The pool is {dots + modifier}, below one dot (R1.9)."

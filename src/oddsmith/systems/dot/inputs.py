"""Inputs of the actions of the Dot System."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from oddsmith.systems.dot.rules.hero_sheet import FAMILIARITIES, HeroSheet
from oddsmith.systems.dot.rules.whole_sheet import read_sheet
from oddsmith.systems.fields.models import Form, Inputs, opponent
from oddsmith.systems.sheets import on_sheet

MOST_DOTS = 100


def _without_minus(value: Any) -> Any:
    """HERO writes a roll as 14-, "14 or less"; the number is what counts."""
    return value.strip().removesuffix("-") if isinstance(value, str) else value


#: A roll on a HERO sheet: `14` or `14-`.
HeroRoll: TypeAlias = Annotated[int, BeforeValidator(_without_minus)]

_FAMILIARITY = "or a familiarity, " + " or ".join(f"{roll}-" for roll in FAMILIARITIES)
_MODIFIER = "dots that the GM adds (or takes, below 0)"


class CheckInputs(Inputs):
    """Inputs of a check."""

    form: ClassVar = Form(
        more={"From a HERO sheet": ("characteristic", "skill", "familiarity"), "Circumstances": ("modifier",)}
    )

    dots: int | None = Field(
        None, ge=0, le=MOST_DOTS, title="Dots", description="dots in the pool; or leave this out and give HERO values"
    )
    characteristic: int | None = Field(None, ge=-100, le=500, description="score of the characteristic, such as 15")
    skill: HeroRoll | None = Field(
        None, ge=-50, le=100, title="Skill roll", description="roll of the skill, such as 14 (or 14-)"
    )
    familiarity: HeroRoll | None = Field(None, title="Familiarity", description=_FAMILIARITY)
    modifier: int = Field(0, ge=-50, le=50, title="Dots from the GM", description=_MODIFIER)

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        _ = self.sheet
        return self

    @property
    def sheet(self) -> HeroSheet:
        """The sheet of whoever rolls."""
        return HeroSheet(self.dots, self.characteristic, self.skill, self.familiarity)


class OpposedInputs(CheckInputs):
    """Inputs of an opposed check: those of a check for whoever acts, the same for the defender."""

    against: CheckInputs = opponent(
        dots="dots of the defender's pool",
        characteristic="the defender's characteristic",
        skill="roll of the defender's skill",
        familiarity=f"{_FAMILIARITY}, of the defender",
        modifier=f"{_MODIFIER}, for the defender",
    )


class AttackInputs(Inputs):
    """Inputs of an attack."""

    form: ClassVar = Form(more={"Circumstances": ("shots", "modifier")})

    ocv: int = Field(ge=-100, le=100, title="OCV", description="offensive combat value, with range and the like")
    dcv: int = Field(
        ge=-100,
        le=100,
        title="DCV",
        description="defensive combat value of the target",
        json_schema_extra=on_sheet("dcv", "other"),
    )
    shots: int = Field(1, ge=1, le=1000, title="Shots fired", description="shots fired; more than one with autofire")
    modifier: int = Field(0, ge=-50, le=50, title="Dots from the GM", description=_MODIFIER)


class ConvertInputs(Inputs):
    """Inputs of a conversion."""

    target: HeroRoll = Field(ge=-50, le=100, title="HERO roll", description="HERO roll, such as 12 (or 12-)")
    familiarity: bool = Field(False, title="A familiarity", description="the roll is a familiarity, 8- or 11-")


class WholeSheetInputs(Inputs):
    """Inputs of a whole sheet."""

    form: ClassVar = Form(more={"Whom the character attacks": ("target_dcv",)})

    sheet: str = Field(
        max_length=5000,
        title="HERO sheet",
        description="a HERO sheet, pasted: scores such as DEX 15 or OCV 7, and rolls such as Stealth 14- DEX",
    )
    target_dcv: int | None = Field(
        None,
        ge=-100,
        le=100,
        title="DCV of the target",
        description="DCV of whoever is attacked; the character's own if it is not given",
        json_schema_extra=on_sheet("dcv", "other"),
    )

    @model_validator(mode="after")
    def _readable(self) -> Self:
        read_sheet("sheet", self.sheet)
        return self

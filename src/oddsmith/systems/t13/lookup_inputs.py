"""Inputs of what takes no dice in T13: effects, exchanges and Boons."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import Form, Inputs
from oddsmith.systems.sheets import on_sheet
from oddsmith.systems.t13.inputs import RANK, RankName, kept
from oddsmith.systems.t13.rules.components import Amount

#: Extra or failure levels for which effects are chosen.
MOST_LEVELS: Final = 1_000


class EffectsInputs(Inputs):
    """Inputs of choosing effects."""

    form: ClassVar = Form(
        more={
            "Failures too": ("failure_levels", "against_extra_levels"),
            "What the character has": ("sway", "chi", "yarn", "yin", "yang"),
        }
    )

    extra_levels: int = Field(
        0, ge=0, le=MOST_LEVELS, title="Extra success levels", description="extra success levels of the roll"
    )
    failure_levels: int = Field(
        0, ge=0, le=MOST_LEVELS, description="failure levels of the roll; both come together in a Crisis"
    )
    against_extra_levels: int = Field(
        0,
        ge=0,
        le=MOST_LEVELS,
        title="Extra success levels",
        description="extra success levels of the opponent, if there is one",
    )
    rank: RankName = Field("solo", title="Type of character", description=RANK)
    sway: int = Field(0, ge=0, le=100_000, description="Sway that the character has", json_schema_extra=kept("sway"))
    chi: int = Field(0, ge=0, le=100_000, description="Chi that the character has")
    yarn: int = Field(0, ge=0, le=1_000, description="Yarn that the character has")
    yin: int = Field(
        0,
        ge=0,
        le=100_000,
        description="Yin that the character has (house rule yin-yang)",
        json_schema_extra=kept("yin"),
    )
    yang: int = Field(
        0,
        ge=0,
        le=100_000,
        description="Yang that the character has (house rule yin-yang)",
        json_schema_extra=kept("yang"),
    )

    @property
    def held(self) -> Amount:
        """The points that the character has."""
        return Amount(self.sway, self.chi, self.yarn, self.yin, self.yang)


CurrencyName: TypeAlias = Literal["sway", "chi", "yarn", "yin", "yang"]


class ConvertInputs(Inputs):
    """Inputs of an exchange."""

    form: ClassVar = Form(more={"Under a house rule": ("stock",)})

    amount: int = Field(ge=0, le=1_000, description="the amount to exchange")
    from_: CurrencyName = Field(title="Give", description="the currency you give")
    to: CurrencyName = Field(title="For", description="the currency you want")
    stock: int = Field(
        0,
        ge=0,
        le=100_000,
        title="Chi in stock",
        description="Chi in stock, where Yarn comes off the top (house rule conversion)",
        json_schema_extra=on_sheet("chi", under={"conversion": ("off-the-top",)}),
    )

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.from_ == self.to:
            raise BadInput("to", self.to, f"another currency than {self.from_}")
        return self


class BoonInputs(Inputs):
    """Inputs of appraising a Boon."""

    boon: int = Field(ge=1, le=1_000, title="Boon", description="the Boon")
    second: int | None = Field(
        None,
        ge=1,
        le=1_000,
        title="Boon of a second Facet",
        description="the Boon of a second Facet, for the Skill that both make",
    )

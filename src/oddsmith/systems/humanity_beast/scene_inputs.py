"""Inputs of a scene of Humanity and Beast."""

from __future__ import annotations

from typing import ClassVar, Self

from pydantic import Field, field_validator, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import Form
from oddsmith.systems.humanity_beast.house_rules import DIFFICULTIES
from oddsmith.systems.humanity_beast.inputs import MOST_DIFFICULTY, MOST_WILLPOWER, HasDice, dice
from oddsmith.systems.humanity_beast.rules.scene import SceneUse
from oddsmith.systems.sheets import on_sheet

MOST_ACTIONS = 6


class SceneInputs(HasDice):
    """Inputs of a scene: the dice and Willpower that its actions share, and their difficulties."""

    form: ClassVar = Form(more={"How Willpower is used": ("spend",)})

    humanity_dice: int = dice("Humanity dice", "Humanity dice that the character has", sheet=on_sheet("humanity"))
    beast_dice: int = dice("Beast dice", "Beast dice that the character has", sheet=on_sheet("beast"))
    difficulties: tuple[int, ...] = Field(
        title="Difficulty of each action",
        description=f"successes that each action needs, in order, such as easy,average,5; at most {MOST_ACTIONS}",
        json_schema_extra={"names": dict(DIFFICULTIES)},
    )
    willpower: int = Field(0, ge=0, le=MOST_WILLPOWER, title="Willpower", description="current Willpower")
    spend: SceneUse = Field(
        "open",
        title="The point of Willpower",
        description="a point of Willpower for each action: open (a decision, for an assured success), either (a "
        "decision, for that or a reroll after the roll; it takes longer) or none",
    )

    @field_validator("difficulties")
    @classmethod
    def _few(cls, value: tuple[int, ...]) -> tuple[int, ...]:
        if not 1 <= len(value) <= MOST_ACTIONS or not all(1 <= needed <= MOST_DIFFICULTY for needed in value):
            text = ",".join(map(str, value))
            raise BadInput("difficulties", text, f"1 to {MOST_ACTIONS} numbers from 1 to {MOST_DIFFICULTY}")
        return value

    @model_validator(mode="after")
    def _dice(self) -> Self:
        if not 1 <= self.humanity_dice + self.beast_dice <= self.all_dice:
            wanted = f"with the Humanity dice from 1 to {self.all_dice} in all (R3.1)"
            raise BadInput("beast_dice", self.beast_dice, wanted)
        return self

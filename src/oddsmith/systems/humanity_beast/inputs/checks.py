"""Inputs of what may follow a roll: checks, feeding, and the spiral."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.humanity_beast.inputs.action import (
    CURRENT_WILLPOWER,
    MOST_WILLPOWER,
    HasDice,
    number_of_dice,
)
from oddsmith.systems.humanity_beast.rules.checks import Victim
from oddsmith.systems.humanity_beast.rules.spiral import BeastTaken


@dataclass(frozen=True)
class Risking(HasDice):
    """Risky actions, one after the other."""

    humanity: Annotated[
        int, number_of_dice("Humanity dice at first; the others are Beast dice", "Humanity dice", low=1, but=1)
    ]
    willpower: Annotated[int, Limits(0, MOST_WILLPOWER, "current Willpower, the same before every action")]
    min_beast: Annotated[
        int,
        number_of_dice("Beast dice that every action demands", "Beast dice demanded", low=1, but=1),
        Entered(more="Dice of each action"),
    ] = 1
    take: Annotated[
        BeastTaken,
        "Beast dice that every action takes, beside all Humanity dice: all, least (those demanded) or open "
        "(a decision)",
        Entered(title="Beast dice taken", more="Dice of each action"),
    ] = "all"
    count: Annotated[
        Literal["all", "met"],
        "which actions are counted: all, or met (those that meet their difficulty)",
        Entered(title="Actions counted", more="What is counted"),
    ] = "all"


@dataclass(frozen=True)
class Checked(HasDice):
    """A character who makes a Humanity check or a Frenzy check."""

    humanity: Annotated[
        int, number_of_dice("Humanity dice that the character has; the others are Beast dice", "Humanity dice", low=1)
    ]
    willpower: Annotated[int, CURRENT_WILLPOWER]


@dataclass(frozen=True)
class Feeding(Checked):
    """A character who feeds."""

    full_willpower: Annotated[
        int,
        Limits(0, MOST_WILLPOWER, "Willpower when it is all there", "Full Willpower", "willpower"),
        Entered(part="max"),
    ]
    victim: Annotated[Victim, "spared, killed, or open (a decision)", Entered(title="The victim is")] = "open"

    def __post_init__(self) -> None:
        """Refuse more Willpower than there can be."""
        if self.willpower > self.full_willpower:
            raise BadInput("willpower", self.willpower, f"0 to {self.full_willpower}, the full Willpower")

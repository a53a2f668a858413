"""Inputs where dice are still to be chosen: for an action, and for those of a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered
from oddsmith.systems.humanity_beast.house_rules import difficulties as named
from oddsmith.systems.humanity_beast.inputs.action import (
    CURRENT_WILLPOWER,
    MOST_DIFFICULTY,
    POINT,
    Against,
    HasDice,
    UsedUp,
    Willed,
    check_dice,
    check_some,
    number_of_dice,
)
from oddsmith.systems.humanity_beast.rules.mix import AvailableDice
from oddsmith.systems.humanity_beast.rules.scene import SceneUse

MOST_ACTIONS = 6

_DEMANDED: Final = Entered(more="What the action demands", sheet=None)


@dataclass(frozen=True)
class Owned(HasDice):
    """Dice that a character has, and those that an action demands (R3.2)."""

    humanity_dice: Annotated[int, number_of_dice("Humanity dice that the character has", "Humanity dice", "humanity")]
    beast_dice: Annotated[int, number_of_dice("Beast dice that the character has", "Beast dice", "beast")]
    min_humanity: Annotated[
        int, number_of_dice("Humanity dice that the action demands", "Humanity dice demanded"), _DEMANDED
    ] = 0
    min_beast: Annotated[
        int, number_of_dice("Beast dice that the action demands", "Beast dice demanded"), _DEMANDED
    ] = 0


@dataclass(frozen=True)
class Mixing(UsedUp, Willed, Against, Owned):
    """An action for which dice are still to be chosen."""

    def __post_init__(self) -> None:
        """Refuse dice that are not there, or are not left."""
        super().__post_init__()
        check_dice("beast_dice", self.humanity_dice, self.beast_dice, self.all_dice)
        for colour, demanded, there, used in (
            ("humanity", self.min_humanity, self.humanity_dice, self.humanity_used),
            ("beast", self.min_beast, self.beast_dice, self.beast_used),
        ):
            if used > there:
                raise BadInput(f"{colour}_used", used, f"0 to {there}, the dice that the character has")
            if demanded > there - used:  # G3.18
                raise BadInput(
                    f"min_{colour}", demanded, f"0 to {there - used}: with fewer dice there is no such action"
                )
        left = self.humanity_dice + self.beast_dice - self.humanity_used - self.beast_used
        check_some("humanity_dice", left, self.willpower, self.spend)

    @property
    def pool(self) -> AvailableDice:
        """The dice that may be taken."""
        return AvailableDice(
            self.humanity_dice - self.humanity_used,
            self.beast_dice - self.beast_used,
            self.min_humanity,
            self.min_beast,
        )


@dataclass(frozen=True)
class Sharing(HasDice):
    """A scene: the dice and Willpower that its actions share, and their difficulties."""

    humanity_dice: Annotated[int, number_of_dice("Humanity dice that the character has", "Humanity dice", "humanity")]
    beast_dice: Annotated[int, number_of_dice("Beast dice that the character has", "Beast dice", "beast")]
    difficulties: Annotated[
        tuple[int, ...],
        f"successes that each action needs, in order, such as easy,average,5; at most {MOST_ACTIONS}",
        Entered(title="Difficulty of each action", names=named),
    ]
    willpower: Annotated[int, CURRENT_WILLPOWER] = 0
    spend: Annotated[
        SceneUse,
        "a point of Willpower for each action: open (a decision, for an assured success), either (a "
        "decision, for that or a reroll after the roll; it takes longer) or none",
        POINT,
    ] = "open"

    def __post_init__(self) -> None:
        """Refuse more actions than a scene has, or more dice than there are."""
        needed = self.difficulties
        if not 1 <= len(needed) <= MOST_ACTIONS or not all(1 <= each <= MOST_DIFFICULTY for each in needed):
            text = ",".join(map(str, needed))
            raise BadInput("difficulties", text, f"1 to {MOST_ACTIONS} numbers from 1 to {MOST_DIFFICULTY}")
        if not 1 <= self.humanity_dice + self.beast_dice <= self.all_dice:
            wanted = f"with the Humanity dice from 1 to {self.all_dice} in all (R3.1)"
            raise BadInput("beast_dice", self.beast_dice, wanted)

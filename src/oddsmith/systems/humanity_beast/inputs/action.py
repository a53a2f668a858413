"""Inputs of an action with given dice, in parts that other actions share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits, Ruled
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.house_rules import difficulties as named
from oddsmith.systems.humanity_beast.rules.action import Spend
from oddsmith.wording import worded

MOST_WILLPOWER = 10
MOST_DIFFICULTY = 20

#: The difficulty of a roll, where it says none.
USUAL: Final = 3

# --- parts -----------------------------------------------------------------------------------------------------------


def number_of_dice(text: str, title: str, sheet: str = "", *, low: int = 0, but: int = 0) -> Limits:
    """R3.1: a number of dice, from low to all but some."""
    return Limits(low, lambda rules: rules.all_dice - but, text, title, sheet)


CURRENT_WILLPOWER: Final = Limits(0, MOST_WILLPOWER, "current Willpower", "Willpower")
SUCCESSES_NEEDED: Final = Limits(1, MOST_DIFFICULTY, "successes needed")
_SCENE: Final = Entered(more="Under a house rule", under={"pool": ("per-scene",)})
POINT: Final = Entered(title="The point of Willpower", more="How Willpower is used")


@dataclass(frozen=True)
class HasDice:
    """Inputs among which are dice. all_dice: of a character (R3.1), as the house rules have it."""

    all_dice: Annotated[int, Ruled]


@dataclass(frozen=True)
class Against:
    """The difficulty of a roll."""

    difficulty: Annotated[int, SUCCESSES_NEEDED, Entered(names=named)] = USUAL


@dataclass(frozen=True)
class Willed:
    """Current Willpower and the use of the one point that a roll allows (R3.6)."""

    willpower: Annotated[int, CURRENT_WILLPOWER] = 0
    spend: Annotated[
        Spend,
        "the point of Willpower: before (an assured success), after (a reroll, by a fixed policy), none, "
        "or open (a decision)",
        POINT,
    ] = "open"

    def __post_init__(self) -> None:
        """Refuse the use of a point that is not there."""
        if self.willpower == 0 and self.spend in ("before", "after"):
            raise BadInput("spend", self.spend, "none or open, since there is no Willpower")


@dataclass(frozen=True)
class UsedUp(HasDice):
    """Dice that a scene has used up (G3.11)."""

    humanity_used: Annotated[
        int,
        number_of_dice(
            "Humanity dice used up this scene, under pool=per-scene", "Humanity dice used up", "humanity_used"
        ),
        _SCENE,
    ] = 0
    beast_used: Annotated[
        int,
        number_of_dice("Beast dice used up this scene, under pool=per-scene", "Beast dice used up", "beast_used"),
        _SCENE,
    ] = 0

    def check_scene(self, rules: HumanityBeastRules) -> None:
        """BadInput for used dice where none are ever used up."""
        for name, used in (("humanity_used", self.humanity_used), ("beast_used", self.beast_used)):
            if used and rules.pool == "each-action":
                raise BadInput(name, used, worded("0, unless {the house rule pool=per-scene} is in force"))


@dataclass(frozen=True)
class Rolled(HasDice):
    """Dice that are rolled."""

    humanity: Annotated[int, number_of_dice("Humanity dice rolled", "Humanity dice")]
    beast: Annotated[int, number_of_dice("Beast dice rolled", "Beast dice")]


# --- an action -------------------------------------------------------------------------------------------------------
# The parts are named last to first: that is the order in which a dataclass has their fields.


@dataclass(frozen=True)
class Acting(UsedUp, Willed, Against, Rolled):
    """An action with given dice."""

    def __post_init__(self) -> None:
        """Refuse more dice than there are, or none."""
        super().__post_init__()
        check_dice("beast", self.humanity, self.beast, self.all_dice)
        check_some("humanity", self.humanity + self.beast, self.willpower, self.spend)
        left = self.all_dice - self.humanity - self.beast
        if self.humanity_used + self.beast_used > left:
            wanted = f"with {{humanity_used}} at most {left} in all: {self.all_dice} dice"
            raise BadInput("beast_used", self.beast_used, worded(wanted))


# --- what goes together ----------------------------------------------------------------------------------------------


def check_dice(name: str, humanity: int, beast: int, most: int) -> None:
    """R3.1, R3.2: ten dice of both colours together."""
    if humanity + beast > most:
        raise BadInput(name, beast, f"0 to {most - humanity}: with {humanity} Humanity dice, {most} in all")


def check_some(name: str, dice: int, willpower: int, spend: Spend) -> None:
    """G3.12: no roll without dice, unless Willpower buys a success."""
    if dice == 0 and (willpower == 0 or spend in ("none", "after")):
        raise BadInput(name, 0, "at least one die of either colour, unless a point of Willpower buys a success before")

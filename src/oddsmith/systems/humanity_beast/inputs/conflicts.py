"""Inputs of conflicts and battles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.humanity_beast.house_rules import difficulties as named
from oddsmith.systems.humanity_beast.inputs.action import (
    CURRENT_WILLPOWER,
    MOST_WILLPOWER,
    POINT,
    SUCCESSES_NEEDED,
    USUAL,
    HasDice,
    Rolled,
    Willed,
    check_dice,
    check_some,
    number_of_dice,
)
from oddsmith.systems.humanity_beast.inputs.choices import Owned
from oddsmith.systems.humanity_beast.rules.action import Spend
from oddsmith.systems.humanity_beast.rules.mix import AvailableDice, PointUse
from oddsmith.wording import worded

MOST_ROUNDS = 100

_POINT_OF_SIDE: Final = Entered(title="The point of Willpower", more="How the side plays")
_TAKEN: Final = Entered(title="Dice taken", more="How the side plays")


@dataclass(frozen=True)
class Fighter(Willed, Rolled):
    """A side of a conflict."""

    def __post_init__(self) -> None:
        """Refuse more dice than there are, or none."""
        super().__post_init__()
        check_dice("beast", self.humanity, self.beast, self.all_dice)
        check_some("humanity", self.humanity + self.beast, self.willpower, self.spend)


@dataclass(frozen=True)
class OtherFighter(Fighter):
    """The other side of a conflict."""

    spend: Annotated[
        Spend,
        "the Willpower point of the other side: none, before, after or open, as for spend",
        POINT,
    ] = "none"


Takes: TypeAlias = Literal["open", "all"]


@dataclass(frozen=True)
class Chooser(Owned):
    """A side that takes dice for a conflict."""

    willpower: Annotated[int, CURRENT_WILLPOWER] = 0
    take: Annotated[Takes, "dice taken: open (a decision) or all", _TAKEN] = "open"
    spend: Annotated[
        PointUse,
        "the point of Willpower: open (a decision, for an assured success), either (a decision, for that "
        "or a reroll after the rolls; it takes longer), paid (before, in any case) or none",
        _POINT_OF_SIDE,
    ] = "open"

    def __post_init__(self) -> None:
        """Refuse dice or Willpower that are not there."""
        check_dice("beast_dice", self.humanity_dice, self.beast_dice, self.all_dice)
        check_demanded(self.min_humanity, self.humanity_dice, self.min_beast, self.beast_dice)
        check_some("humanity_dice", self.humanity_dice + self.beast_dice, 0, "none")
        if self.spend == "paid" and not self.willpower:
            raise BadInput("spend", "paid", "none, open or either, since there is no Willpower")

    @property
    def pool(self) -> AvailableDice:
        """The dice that may be taken."""
        return AvailableDice(self.humanity_dice, self.beast_dice, self.min_humanity, self.min_beast)


@dataclass(frozen=True)
class OtherChooser(Chooser):
    """The other side of a conflict for which dice are taken."""

    take: Annotated[Takes, "dice taken: open or all", _TAKEN] = "all"
    spend: Annotated[PointUse, "its use, as for spend", _POINT_OF_SIDE] = "none"


TAKES: Final = "Beast dice taken every round, beside all Humanity dice: open (a decision) or all"
SPENDS: Final = (
    "a point of Willpower every round: open (a decision, for an assured success), either (a decision, for that or for "
    "the reroll of a die after the roll; it takes longer) or none"
)
_EVERY_ROUND: Final = Entered(more="What the actions demand", sheet=None)


@dataclass(frozen=True)
class BattleSide(HasDice):
    """A side of a battle."""

    humanity: Annotated[int, number_of_dice("Humanity dice that the player has", "Humanity dice")]
    beast: Annotated[int, number_of_dice("Beast dice that the player has", "Beast dice")]
    willpower: Annotated[int, Limits(1, MOST_WILLPOWER, "Willpower of the player at first")]
    take: Annotated[Takes, Entered(TAKES, "Beast dice each round", more="How the side plays")] = "open"
    spend: Annotated[
        Literal["open", "either", "none"], Entered(SPENDS, "Willpower each round", more="How the side plays")
    ] = "open"
    min_humanity: Annotated[
        int, number_of_dice("Humanity dice that every round demands", "Humanity dice demanded"), _EVERY_ROUND
    ] = 0
    min_beast: Annotated[
        int, number_of_dice("Beast dice that every round demands", "Beast dice demanded"), _EVERY_ROUND
    ] = 0

    def __post_init__(self) -> None:
        """Refuse more dice than there are, or none."""
        if not 1 <= self.humanity + self.beast <= self.all_dice:
            wanted = f"with {{humanity}} from 1 to {self.all_dice} dice in all (R3.2)"
            raise BadInput("beast", self.beast, worded(wanted))
        check_demanded(self.min_humanity, self.humanity, self.min_beast, self.beast)


@dataclass(frozen=True)
class Contested:
    """The difficulty that who wins a conflict must also meet (G3.15)."""

    difficulty: Annotated[int, SUCCESSES_NEEDED, Entered(more="Under a house rule", whose="both", names=named)] = USUAL


@dataclass(frozen=True)
class Battled:
    """The difficulty that who wins a round of a battle must also meet (G3.15)."""

    difficulty: Annotated[int, SUCCESSES_NEEDED, Entered(more="Course of the battle", whose="both", names=named)] = (
        USUAL
    )


def check_demanded(min_humanity: int, humanity: int, min_beast: int, beast: int) -> None:
    """G3.18: there is no action that demands more dice than there are."""
    for name, demanded, there in (("min_humanity", min_humanity, humanity), ("min_beast", min_beast, beast)):
        if demanded > there:
            raise BadInput(name, demanded, f"0 to {there}: with fewer dice there is no such action")

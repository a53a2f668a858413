"""Inputs of actions of T13 that take no dice: effects and exchanges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits
from oddsmith.systems.t13.inputs import APART, RANK, TOGETHER, RankName
from oddsmith.systems.t13.rules.components import Amount

#: Extra or failure levels for which effects are chosen.
MOST_LEVELS: Final = 1_000
_FAILURES: Final = "Failures too"
_HELD: Final = "What the character has"


@dataclass(frozen=True)
class Choosing:
    """Levels for which effects are chosen, and the character who does."""

    extra_levels: Annotated[int, Limits(0, MOST_LEVELS, "extra success levels of the roll", "Extra success levels")] = 0
    failure_levels: Annotated[
        int,
        Limits(0, MOST_LEVELS, "failure levels of the roll; both come together in a Crisis"),
        Entered(more=_FAILURES),
    ] = 0
    against_extra_levels: Annotated[
        int,
        Limits(0, MOST_LEVELS, "extra success levels of the opponent, if there is one", "Extra success levels"),
        Entered(more=_FAILURES),
    ] = 0
    rank: Annotated[RankName, RANK] = "solo"
    sway: Annotated[int, Limits(0, 100_000, "Sway that the character has"), Entered(more=_HELD, under=TOGETHER)] = 0
    chi: Annotated[int, Limits(0, 100_000, "Chi that the character has"), Entered(more=_HELD)] = 0
    yarn: Annotated[int, Limits(0, 1_000, "Yarn that the character has"), Entered(more=_HELD)] = 0
    yin: Annotated[
        int,
        Limits(0, 100_000, "Yin that the character has (house rule yin-yang)"),
        Entered(more=_HELD, under=APART, quiet=True),
    ] = 0
    yang: Annotated[
        int,
        Limits(0, 100_000, "Yang that the character has (house rule yin-yang)"),
        Entered(more=_HELD, under=APART, quiet=True),
    ] = 0

    @property
    def held(self) -> Amount:
        """The points that the character has."""
        return Amount(self.sway, self.chi, self.yarn, self.yin, self.yang)


CurrencyName: TypeAlias = Literal["sway", "chi", "yarn", "yin", "yang"]


@dataclass(frozen=True)
class Exchanging:
    """An amount of one currency, to be exchanged for another."""

    amount: Annotated[int, Limits(0, 1_000, "the amount to exchange")]
    from_: Annotated[CurrencyName, Entered("the currency you give", "Give")]
    to: Annotated[CurrencyName, Entered("the currency you want", "For")]
    stock: Annotated[
        int,
        Limits(0, 100_000, "Chi in stock, where Yarn comes off the top (house rule conversion)", "Chi in stock", "chi"),
        Entered(more="Under a house rule", under={"conversion": ("off-the-top",)}),
    ] = 0

    def __post_init__(self) -> None:
        """Refuse an exchange for the same."""
        if self.from_ == self.to:
            raise BadInput("to", self.to, f"another currency than {self.from_}")

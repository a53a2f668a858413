"""Voyages: a game of winds with chances of their own, journeys without end, and what is paid for them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from oddsmith import Die, choose, roll, rule
from oddsmith.errors import BadInput
from oddsmith.games import (
    Call,
    Entered,
    Game,
    HouseRules,
    Limits,
    Number,
    Publication,
    Share,
    Spent,
    Unasked,
    house_rule,
)
from oddsmith.rules import Then


class Rules(HouseRules):
    bribes: Literal["off", "on"] = house_rule("V1", "May the harbour master be bribed?", {"off": "no", "on": "yes"})


@dataclass(frozen=True)
class Ship:
    hold: Annotated[int, Limits(0, 10, "what the hold takes")]
    cargo: Annotated[tuple[str, ...], Entered("what is in it")] = ()

    def __post_init__(self) -> None:
        if len(self.cargo) > self.hold:
            raise BadInput("cargo", ",".join(self.cargo), "what the hold takes")


@dataclass(frozen=True)
class Wind:
    fair: Annotated[Fraction, Share, Entered("chance of a fair wind", whose="both")]
    none: Annotated[Fraction, Share, Entered("chance of no wind", whose="both")]
    foul: Annotated[Fraction, Share, Entered("chance of a foul wind", more="At sea", whose="both")]

    def __post_init__(self) -> None:
        if not self.fair:
            raise BadInput("fair", "0", "more than 0, or nobody would ever arrive")


game = Game(
    "Voyages",
    source=(Publication("Of Winds"), Publication("Of Harbours", "A. Sailor")),
    retelling={"V2: sailing.": "V2: another day at sea."},
)

Days: TypeAlias = Annotated[int, Number("days at sea", one="day at sea", per_gain=1, name="days")]


@rule
async def at_sea(fair: Fraction) -> Then[Days]:
    """V2: sailing."""
    wind = await roll(Die(("fair", "other"), (fair.numerator, fair.denominator - fair.numerator)))
    return 1 if wind == "fair" else 1 + at_sea(fair)


@game.action
def sail(ship: Ship, wind: Wind) -> Call[Days]:
    """Sails until a fair wind comes."""
    return at_sea(wind.fair)


@game.event(title="there within a day", rule="V2")
def soon(days: Days) -> bool:
    return days <= 1


@game.event(title="under way at all", rule="V2", per_gain=0)
def away(days: Days) -> bool:
    return days >= 1


@dataclass(frozen=True)
class Landed:
    ashore: Annotated[bool, Unasked]
    gold: Annotated[int, Spent("gold", most=1)]


@rule
async def landing(gold: int) -> Landed:
    """V1: the harbour master looks away, or at every second ship."""
    if gold and await choose("player", ("pay nothing", "pay")) == "pay":
        return Landed(True, 1)
    return Landed(await roll(Die(("ashore", "at sea"))) == "ashore", 0)


@game.action
def land(
    rules: Rules,
    gold: Annotated[int, Limits(0, 9, "gold at hand"), Entered(sheet="gold", under={"bribes": ("on",)})] = 0,
) -> Call[Landed]:
    """Lands, with a bribe or without."""
    return landing(gold)


@game.event(title="ashore", rule="V1")
def ashore(landed: Landed) -> bool:
    return landed.ashore


@game.event(title="sent away", rule="V1")
def sent_away(landed: Landed) -> bool:
    return not landed.ashore

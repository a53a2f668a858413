"""Inputs of the actions of Humanity and Beast."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import Form, Inputs, opponent
from oddsmith.systems.humanity_beast.house_rules import ALL_DICE, DIFFICULTIES, HumanityBeastRules
from oddsmith.systems.humanity_beast.rules.action import Spend
from oddsmith.systems.humanity_beast.rules.battle import Order
from oddsmith.systems.humanity_beast.rules.checks import Victim
from oddsmith.systems.humanity_beast.rules.mix import AvailableDice, PointUse
from oddsmith.systems.humanity_beast.rules.spiral import BeastTaken
from oddsmith.systems.sheets import on_no_sheet, on_sheet
from oddsmith.wording import worded

MOST_WILLPOWER = 10
MOST_DIFFICULTY = 20
MOST_ROUNDS = 100

#: In the `json_schema_extra` of a number of dice: how many of all dice it may not have.
ALL_BUT = "all_but"


def dice(title: str, whose: str, default: Any = ..., sheet: Any = None, *, low: int = 0, but: int = 0) -> Any:
    """A number of dice, from low to all but some; `...`: it must be given. sheet: see `on_sheet`."""
    extra = {ALL_BUT: but, **(sheet or {})}
    return Field(default, ge=low, le=ALL_DICE - but, title=title, description=whose, json_schema_extra=extra)


def _willpower(whose: str, default: Any = ...) -> Any:
    return Field(default, ge=0, le=MOST_WILLPOWER, title="Willpower", description=whose)


def _used(name: str) -> dict[str, Any]:
    return on_sheet(name, under={"pool": ("per-scene",)})


# --- parts -----------------------------------------------------------------------------------------------------------


class HasDice(Inputs):
    """Inputs among which are dice. all_dice: of a character (R3.1), as the house rules have it."""

    all_dice: ClassVar[int] = ALL_DICE


class Against(Inputs):
    """The difficulty of a roll."""

    difficulty: int = Field(
        default=3,
        ge=1,
        le=MOST_DIFFICULTY,
        description="successes needed",
        json_schema_extra={"names": dict(DIFFICULTIES)},
    )


class Willed(Inputs):
    """Current Willpower and the use of the one point that a roll allows (R3.6)."""

    form: ClassVar = Form(more={"How Willpower is used": ("spend",)})

    willpower: int = _willpower("current Willpower", default=0)
    spend: Spend = Field(
        default="open",
        title="The point of Willpower",
        description="the point of Willpower: before (an assured success), after (a reroll, by a fixed policy), none, "
        "or open (a decision)",
    )

    @model_validator(mode="after")
    def _payable(self) -> Self:
        _check_payable("spend", self.spend, self.willpower)
        return self


class Scene(HasDice):
    """Dice that a scene has used up (G3.11)."""

    form: ClassVar = Form(more={"Under a house rule": ("humanity_used", "beast_used")})

    humanity_used: int = dice(
        "Humanity dice used up", "Humanity dice used up this scene, under pool=per-scene", 0, _used("humanity_used")
    )
    beast_used: int = dice(
        "Beast dice used up", "Beast dice used up this scene, under pool=per-scene", 0, _used("beast_used")
    )

    def check_scene(self, rules: HumanityBeastRules) -> None:
        """BadInput for used dice where none are ever used up."""
        for name, used in (("humanity_used", self.humanity_used), ("beast_used", self.beast_used)):
            if used and rules.pool == "each-action":
                raise BadInput(name, used, worded("0, unless {the house rule pool=per-scene} is in force"))


class Rolled(HasDice):
    """Dice that are rolled."""

    humanity: int = dice("Humanity dice", "Humanity dice rolled")
    beast: int = dice("Beast dice", "Beast dice rolled")


class Owned(HasDice):
    """Dice that a character has, and those that an action demands (R3.2)."""

    form: ClassVar = Form(more={"What the action demands": ("min_humanity", "min_beast")})

    humanity_dice: int = dice("Humanity dice", "Humanity dice that the character has", sheet=on_sheet("humanity"))
    beast_dice: int = dice("Beast dice", "Beast dice that the character has", sheet=on_sheet("beast"))
    min_humanity: int = dice("Humanity dice demanded", "Humanity dice that the action demands", 0, on_no_sheet())
    min_beast: int = dice("Beast dice demanded", "Beast dice that the action demands", 0, on_no_sheet())


class Combatant(Willed, Rolled):
    """A side of a conflict."""

    @model_validator(mode="after")
    def _dice(self) -> Self:
        _check_dice("beast", self.humanity, self.beast, self.all_dice)
        _check_some("humanity", self.humanity + self.beast, self.willpower, self.spend)
        return self


class Opponent(Combatant):
    """The other side of a conflict."""

    spend: Spend = Field(
        default="none",
        title="The point of Willpower",
        description="the Willpower point of the other side: none, before, after or open, as for spend",
    )


class Opposed(Inputs):
    """Somebody to fight with."""

    against: Opponent = opponent(
        humanity="Humanity dice of the other side",
        beast="Beast dice of the other side",
        willpower="current Willpower of the other side",
    )


# --- actions ---------------------------------------------------------------------------------------------------------
# The parts are named last to first: that is the order in which pydantic lists their fields.


class ActionInputs(Scene, Willed, Against, Rolled):
    """Inputs of an action with given dice."""

    @model_validator(mode="after")
    def _dice(self) -> Self:
        _check_dice("beast", self.humanity, self.beast, self.all_dice)
        _check_some("humanity", self.humanity + self.beast, self.willpower, self.spend)
        left = self.all_dice - self.humanity - self.beast
        if self.humanity_used + self.beast_used > left:
            wanted = f"with {{humanity_used}} at most {left} in all: {self.all_dice} dice"
            raise BadInput("beast_used", self.beast_used, worded(wanted))
        return self


class MixInputs(Scene, Willed, Against, Owned):
    """Inputs of an action for which dice are still to be chosen."""

    @model_validator(mode="after")
    def _dice(self) -> Self:
        _check_dice("beast_dice", self.humanity_dice, self.beast_dice, self.all_dice)
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
        _check_some("humanity_dice", left, self.willpower, self.spend)
        return self

    @property
    def pool(self) -> AvailableDice:
        """The dice that may be taken."""
        return AvailableDice(
            self.humanity_dice - self.humanity_used,
            self.beast_dice - self.beast_used,
            self.min_humanity,
            self.min_beast,
        )


class ConflictInputs(Against, Opposed, Combatant):
    """Inputs of a conflict."""

    form: ClassVar = Form(more={"Under a house rule": ("difficulty",)}, both=("difficulty",))


Takes: TypeAlias = Literal["open", "all"]


class Chooser(Owned):
    """A side that takes dice for a conflict."""

    form: ClassVar = Form(more={"How the side plays": ("take", "spend")})

    willpower: int = _willpower("current Willpower", default=0)
    take: Takes = Field(default="open", title="Dice taken", description="dice taken: open (a decision) or all")
    spend: PointUse = Field(
        default="open",
        title="The point of Willpower",
        description="the point of Willpower: open (a decision, for an assured success), either (a decision, for that "
        "or a reroll after the rolls; it takes longer), paid (before, in any case) or none",
    )

    @model_validator(mode="after")
    def _choice(self) -> Self:
        _check_dice("beast_dice", self.humanity_dice, self.beast_dice, self.all_dice)
        _check_demanded(self.min_humanity, self.humanity_dice, self.min_beast, self.beast_dice)
        _check_some("humanity_dice", self.humanity_dice + self.beast_dice, 0, "none")
        if self.spend == "paid" and not self.willpower:
            raise BadInput("spend", "paid", "none, open or either, since there is no Willpower")
        return self

    @property
    def pool(self) -> AvailableDice:
        """The dice that may be taken."""
        return AvailableDice(self.humanity_dice, self.beast_dice, self.min_humanity, self.min_beast)


class OtherChooser(Chooser):
    """The other side of a conflict for which dice are taken."""

    take: Takes = Field(default="all", title="Dice taken", description="dice taken: open or all")
    spend: PointUse = Field(default="none", title="The point of Willpower", description="its use, as for spend")


class ConflictMixInputs(Against, Chooser):
    """Inputs of a conflict for which dice are still to be chosen."""

    form: ClassVar = Form(
        more={"Course of the conflict": ("order",), "Under a house rule": ("difficulty",)}, both=("order", "difficulty")
    )

    against: OtherChooser = opponent(
        "the other side: {}",
        humanity_dice="Humanity dice that the other side has",
        beast_dice="Beast dice that the other side has",
        willpower="current Willpower of the other side",
    )
    order: Order = Field(
        default="at-once",
        title="Who chooses first",
        description="who chooses first, in sight of the other; at once, neither sees what the other takes",
    )


Spends: TypeAlias = Literal["open", "either", "none"]

_TAKES = "Beast dice taken every round, beside all Humanity dice: open (a decision) or all"
_SPENDS = (
    "a point of Willpower every round: open (a decision, for an assured success), either (a decision, for that or for "
    "the reroll of a die after the roll; it takes longer) or none"
)


class BattleSide(HasDice):
    """A side of a battle."""

    form: ClassVar = Form(
        more={"How the side plays": ("take", "spend"), "What the actions demand": ("min_humanity", "min_beast")}
    )

    humanity: int = dice("Humanity dice", "Humanity dice that the player has")
    beast: int = dice("Beast dice", "Beast dice that the player has")
    willpower: int = Field(ge=1, le=MOST_WILLPOWER, description="Willpower of the player at first")
    take: Takes = Field(default="open", title="Beast dice each round", description=_TAKES)
    spend: Spends = Field(default="open", title="Willpower each round", description=_SPENDS)
    min_humanity: int = dice("Humanity dice demanded", "Humanity dice that every round demands", 0, on_no_sheet())
    min_beast: int = dice("Beast dice demanded", "Beast dice that every round demands", 0, on_no_sheet())

    @model_validator(mode="after")
    def _dice(self) -> Self:
        if not 1 <= self.humanity + self.beast <= self.all_dice:
            wanted = f"with {{humanity}} from 1 to {self.all_dice} dice in all (R3.2)"
            raise BadInput("beast", self.beast, worded(wanted))
        _check_demanded(self.min_humanity, self.humanity, self.min_beast, self.beast)
        return self


class BattleInputs(BattleSide, Against):
    """Inputs of a battle."""

    form: ClassVar = Form(
        more={"Course of the battle": ("order", "rounds", "difficulty")}, both=("order", "rounds", "difficulty")
    )

    against: BattleSide = opponent(
        humanity="Humanity dice that the opponent has",
        beast="Beast dice that the opponent has",
        willpower="Willpower of the opponent at first",
        take=f"the opponent's {_TAKES}",
        spend=f"for the opponent, {_SPENDS}",
        min_humanity="Humanity dice that every round demands of the opponent",
        min_beast="Beast dice that every round demands of the opponent",
    )
    order: Order = Field(
        default="player-first",
        title="Who decides first",
        description="who decides first in every round, in sight of the other; at once, neither sees it",
    )
    rounds: int | None = Field(
        default=None,
        ge=1,
        le=MOST_ROUNDS,
        title="Rounds at most",
        description="rounds after which nobody has won; none: without a limit",
    )


class SpiralInputs(Against, HasDice):
    """Inputs of a spiral."""

    form: ClassVar = Form(more={"Dice of each action": ("min_beast", "take"), "What is counted": ("count",)})

    humanity: int = dice("Humanity dice", "Humanity dice at first; the others are Beast dice", low=1, but=1)
    willpower: int = Field(ge=0, le=MOST_WILLPOWER, description="current Willpower, the same before every action")
    min_beast: int = dice("Beast dice demanded", "Beast dice that every action demands", 1, low=1, but=1)
    take: BeastTaken = Field(
        default="all",
        title="Beast dice taken",
        description="Beast dice that every action takes, beside all Humanity dice: all, least (those demanded) or open "
        "(a decision)",
    )
    count: Literal["all", "met"] = Field(
        default="all",
        title="Actions counted",
        description="which actions are counted: all, or met (those that meet their difficulty)",
    )


class CheckInputs(HasDice):
    """Inputs of a Humanity check or a Frenzy check."""

    humanity: int = dice("Humanity dice", "Humanity dice that the character has; the others are Beast dice", low=1)
    willpower: int = _willpower("current Willpower")


class HumanityCheckInputs(CheckInputs):
    """Inputs of Humanity checks."""

    checks: int = Field(default=1, ge=1, le=2, title="Checks due", description="checks that are due (G3.7)")


class FeedInputs(CheckInputs):
    """Inputs of feeding."""

    full_willpower: int = Field(
        ge=0,
        le=MOST_WILLPOWER,
        title="Full Willpower",
        description="Willpower when it is all there",
        json_schema_extra=on_sheet("willpower", part="max"),
    )
    victim: Victim = Field(default="open", title="The victim is", description="spared, killed, or open (a decision)")

    @model_validator(mode="after")
    def _full(self) -> Self:
        if self.willpower > self.full_willpower:
            raise BadInput("willpower", self.willpower, f"0 to {self.full_willpower}, the full Willpower")
        return self


def _check_dice(name: str, humanity: int, beast: int, most: int) -> None:
    """R3.1, R3.2: ten dice of both colours together."""
    if humanity + beast > most:
        raise BadInput(name, beast, f"0 to {most - humanity}: with {humanity} Humanity dice, {most} in all")


def _check_demanded(min_humanity: int, humanity: int, min_beast: int, beast: int) -> None:
    """G3.18: there is no action that demands more dice than there are."""
    for name, demanded, there in (("min_humanity", min_humanity, humanity), ("min_beast", min_beast, beast)):
        if demanded > there:
            raise BadInput(name, demanded, f"0 to {there}: with fewer dice there is no such action")


def _check_some(name: str, dice: int, willpower: int, spend: Spend) -> None:
    """G3.12: no roll without dice, unless Willpower buys a success."""
    if dice == 0 and (willpower == 0 or spend in ("none", "after")):
        raise BadInput(name, 0, "at least one die of either colour, unless a point of Willpower buys a success before")


def _check_payable(name: str, spend: Spend, willpower: int) -> None:
    if willpower == 0 and spend in ("before", "after"):
        raise BadInput(name, spend, "none or open, since there is no Willpower")

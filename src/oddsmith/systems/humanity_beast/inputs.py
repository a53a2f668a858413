"""The inputs of Humanity and Beast, by subject, each with what goes together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from oddsmith.errors import BadInput
from oddsmith.systems.authoring.marks import Entered, Limits, Ruled
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.house_rules import difficulties as named
from oddsmith.systems.humanity_beast.rules.action import Spend
from oddsmith.systems.humanity_beast.rules.checks import Victim
from oddsmith.systems.humanity_beast.rules.mix import AvailableDice, PointUse
from oddsmith.systems.humanity_beast.rules.scene import SceneUse
from oddsmith.systems.humanity_beast.rules.spiral import BeastTaken
from oddsmith.wording import worded

MOST_WILLPOWER = 10
MOST_DIFFICULTY = 20
MOST_ROUNDS = 100
MOST_ACTIONS = 6

#: The difficulty of a roll, where it says none.
USUAL: Final = 3

# --- parts -----------------------------------------------------------------------------------------------------------


def _dice(text: str, title: str, sheet: str = "", *, low: int = 0, but: int = 0) -> Limits:
    """R3.1: a number of dice, from low to all but some."""
    return Limits(low, lambda rules: rules.all_dice - but, text, title, sheet)


_WILLPOWER: Final = Limits(0, MOST_WILLPOWER, "current Willpower", "Willpower")
_DIFFICULTY: Final = Limits(1, MOST_DIFFICULTY, "successes needed")
_SCENE: Final = Entered(more="Under a house rule", under={"pool": ("per-scene",)})
_DEMANDED: Final = Entered(more="What the action demands", sheet=None)
_POINT: Final = Entered(title="The point of Willpower", more="How Willpower is used")
_POINT_OF_SIDE: Final = Entered(title="The point of Willpower", more="How the side plays")
_TAKEN: Final = Entered(title="Dice taken", more="How the side plays")


@dataclass(frozen=True)
class HasDice:
    """Inputs among which are dice. all_dice: of a character (R3.1), as the house rules have it."""

    all_dice: Annotated[int, Ruled]


@dataclass(frozen=True)
class Against:
    """The difficulty of a roll."""

    difficulty: Annotated[int, _DIFFICULTY, Entered(names=named)] = USUAL


@dataclass(frozen=True)
class Willed:
    """Current Willpower and the use of the one point that a roll allows (R3.6)."""

    willpower: Annotated[int, _WILLPOWER] = 0
    spend: Annotated[
        Spend,
        "the point of Willpower: before (an assured success), after (a reroll, by a fixed policy), none, "
        "or open (a decision)",
        _POINT,
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
        _dice("Humanity dice used up this scene, under pool=per-scene", "Humanity dice used up", "humanity_used"),
        _SCENE,
    ] = 0
    beast_used: Annotated[
        int, _dice("Beast dice used up this scene, under pool=per-scene", "Beast dice used up", "beast_used"), _SCENE
    ] = 0

    def check_scene(self, rules: HumanityBeastRules) -> None:
        """BadInput for used dice where none are ever used up."""
        for name, used in (("humanity_used", self.humanity_used), ("beast_used", self.beast_used)):
            if used and rules.pool == "each-action":
                raise BadInput(name, used, worded("0, unless {the house rule pool=per-scene} is in force"))


@dataclass(frozen=True)
class Rolled(HasDice):
    """Dice that are rolled."""

    humanity: Annotated[int, _dice("Humanity dice rolled", "Humanity dice")]
    beast: Annotated[int, _dice("Beast dice rolled", "Beast dice")]


@dataclass(frozen=True)
class Owned(HasDice):
    """Dice that a character has, and those that an action demands (R3.2)."""

    humanity_dice: Annotated[int, _dice("Humanity dice that the character has", "Humanity dice", "humanity")]
    beast_dice: Annotated[int, _dice("Beast dice that the character has", "Beast dice", "beast")]
    min_humanity: Annotated[
        int, _dice("Humanity dice that the action demands", "Humanity dice demanded"), _DEMANDED
    ] = 0
    min_beast: Annotated[int, _dice("Beast dice that the action demands", "Beast dice demanded"), _DEMANDED] = 0


# --- an action, and several of a scene -------------------------------------------------------------------------------
# The parts are named last to first: that is the order in which a dataclass has their fields.


@dataclass(frozen=True)
class Acting(UsedUp, Willed, Against, Rolled):
    """An action with given dice."""

    def __post_init__(self) -> None:
        """Refuse more dice than there are, or none."""
        super().__post_init__()
        _check_dice("beast", self.humanity, self.beast, self.all_dice)
        _check_some("humanity", self.humanity + self.beast, self.willpower, self.spend)
        left = self.all_dice - self.humanity - self.beast
        if self.humanity_used + self.beast_used > left:
            wanted = f"with {{humanity_used}} at most {left} in all: {self.all_dice} dice"
            raise BadInput("beast_used", self.beast_used, worded(wanted))


@dataclass(frozen=True)
class Mixing(UsedUp, Willed, Against, Owned):
    """An action for which dice are still to be chosen."""

    def __post_init__(self) -> None:
        """Refuse dice that are not there, or are not left."""
        super().__post_init__()
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

    humanity_dice: Annotated[int, _dice("Humanity dice that the character has", "Humanity dice", "humanity")]
    beast_dice: Annotated[int, _dice("Beast dice that the character has", "Beast dice", "beast")]
    difficulties: Annotated[
        tuple[int, ...],
        f"successes that each action needs, in order, such as easy,average,5; at most {MOST_ACTIONS}",
        Entered(title="Difficulty of each action", names=named),
    ]
    willpower: Annotated[int, _WILLPOWER] = 0
    spend: Annotated[
        SceneUse,
        "a point of Willpower for each action: open (a decision, for an assured success), either (a "
        "decision, for that or a reroll after the roll; it takes longer) or none",
        _POINT,
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


# --- conflicts and battles -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fighter(Willed, Rolled):
    """A side of a conflict."""

    def __post_init__(self) -> None:
        """Refuse more dice than there are, or none."""
        super().__post_init__()
        _check_dice("beast", self.humanity, self.beast, self.all_dice)
        _check_some("humanity", self.humanity + self.beast, self.willpower, self.spend)


@dataclass(frozen=True)
class OtherFighter(Fighter):
    """The other side of a conflict."""

    spend: Annotated[
        Spend,
        "the Willpower point of the other side: none, before, after or open, as for spend",
        _POINT,
    ] = "none"


Takes: TypeAlias = Literal["open", "all"]


@dataclass(frozen=True)
class Chooser(Owned):
    """A side that takes dice for a conflict."""

    willpower: Annotated[int, _WILLPOWER] = 0
    take: Annotated[Takes, "dice taken: open (a decision) or all", _TAKEN] = "open"
    spend: Annotated[
        PointUse,
        "the point of Willpower: open (a decision, for an assured success), either (a decision, for that "
        "or a reroll after the rolls; it takes longer), paid (before, in any case) or none",
        _POINT_OF_SIDE,
    ] = "open"

    def __post_init__(self) -> None:
        """Refuse dice or Willpower that are not there."""
        _check_dice("beast_dice", self.humanity_dice, self.beast_dice, self.all_dice)
        _check_demanded(self.min_humanity, self.humanity_dice, self.min_beast, self.beast_dice)
        _check_some("humanity_dice", self.humanity_dice + self.beast_dice, 0, "none")
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

    humanity: Annotated[int, _dice("Humanity dice that the player has", "Humanity dice")]
    beast: Annotated[int, _dice("Beast dice that the player has", "Beast dice")]
    willpower: Annotated[int, Limits(1, MOST_WILLPOWER, "Willpower of the player at first")]
    take: Annotated[Takes, Entered(TAKES, "Beast dice each round", more="How the side plays")] = "open"
    spend: Annotated[
        Literal["open", "either", "none"], Entered(SPENDS, "Willpower each round", more="How the side plays")
    ] = "open"
    min_humanity: Annotated[
        int, _dice("Humanity dice that every round demands", "Humanity dice demanded"), _EVERY_ROUND
    ] = 0
    min_beast: Annotated[int, _dice("Beast dice that every round demands", "Beast dice demanded"), _EVERY_ROUND] = 0

    def __post_init__(self) -> None:
        """Refuse more dice than there are, or none."""
        if not 1 <= self.humanity + self.beast <= self.all_dice:
            wanted = f"with {{humanity}} from 1 to {self.all_dice} dice in all (R3.2)"
            raise BadInput("beast", self.beast, worded(wanted))
        _check_demanded(self.min_humanity, self.humanity, self.min_beast, self.beast)


@dataclass(frozen=True)
class Contested:
    """The difficulty that who wins a conflict must also meet (G3.15)."""

    difficulty: Annotated[int, _DIFFICULTY, Entered(more="Under a house rule", whose="both", names=named)] = USUAL


@dataclass(frozen=True)
class Battled:
    """The difficulty that who wins a round of a battle must also meet (G3.15)."""

    difficulty: Annotated[int, _DIFFICULTY, Entered(more="Course of the battle", whose="both", names=named)] = USUAL


# --- what may follow -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Risking(HasDice):
    """Risky actions, one after the other."""

    humanity: Annotated[int, _dice("Humanity dice at first; the others are Beast dice", "Humanity dice", low=1, but=1)]
    willpower: Annotated[int, Limits(0, MOST_WILLPOWER, "current Willpower, the same before every action")]
    min_beast: Annotated[
        int,
        _dice("Beast dice that every action demands", "Beast dice demanded", low=1, but=1),
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
        int, _dice("Humanity dice that the character has; the others are Beast dice", "Humanity dice", low=1)
    ]
    willpower: Annotated[int, _WILLPOWER]


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


# --- what goes together ----------------------------------------------------------------------------------------------


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

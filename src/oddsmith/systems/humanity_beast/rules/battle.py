"""A battle: conflicts (R3.8), round after round, until a side is out of Willpower (G3.16).

Every round both sides take dice anew, of which the pool is always there in full, and may pay a point of Willpower for
an assured success; Willpower is health as well. All Humanity dice are always taken: each only adds to the successes and
lowers the risk, for whoever wants to win; the choice is not there for whoever wants a draw, or to lose. How many Beast
dice go with them is the decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple, TypeAlias

from oddsmith.rules import Then, choose, choose_secretly, note, roll, rule
from oddsmith.systems.authoring.marks import Number, Unasked
from oddsmith.systems.humanity_beast.rules.action import assured_successes
from oddsmith.systems.humanity_beast.rules.battle_throw import (
    BattleThrow,
    Lying,
    LyingDie,
    OpenThrow,
    RerolledDie,
    bounded,
    total,
)
from oddsmith.systems.humanity_beast.rules.reading import Reading
from oddsmith.systems.humanity_beast.rules.roll_task import Assured, DiceTaken, offered

#: The side that decides first, in full view of the other; or both decide before either sees what the other takes.
Order: TypeAlias = Literal["player-first", "opponent-first", "at-once"]


@dataclass(frozen=True)
class Combatant:
    """One side of a battle. chooses: it chooses its dice; else it takes all. spends: it may pay Willpower.

    min_beast: Beast dice that every action demands. rerolls: Willpower may be paid after the roll, too.
    """

    humanity: int
    beast: int
    chooses: bool
    spends: bool
    min_beast: int = 0
    rerolls: bool = False

    def hands(self, willpower: int, colours: tuple[Assured, ...]) -> Mapping[str, DiceTaken]:
        """R3.2, R3.6: all that can be taken for a round, by name; first without Willpower, the most dice first."""
        numbers = range(self.beast, self.min_beast - 1, -1) if self.chooses else (self.beast,)
        mixes = {f"{self.humanity}H+{beast}B": (self.humanity, beast) for beast in numbers}
        return offered(mixes, colours, before=self.spends and willpower > 0, after=self.rerolls and willpower > 0)

    def reaches(self, how: Reading, needed: int) -> bool:
        """Tell whether all dice together can come to so many successes."""
        most = total(how, DiceTaken(self.humanity, self.beast)).maximum
        return most is None or most >= needed

    def __str__(self) -> str:
        return f"{self.humanity} Humanity + {self.beast} Beast"


@dataclass(frozen=True)
class Battle:
    """Both sides, and how the table plays.

    colours: of an assured success (G3.5). needed: G3.15. current: G3.6. looks: somebody asks for Humanity checks.
    """

    ours: Combatant
    theirs: Combatant
    order: Order
    how: Reading
    colours: tuple[Assured, ...]
    needed: int
    current: Literal["after-spend", "before-spend", "after-damage"]
    looks: bool

    def own(self, standing: WillpowerStanding) -> Mapping[str, DiceTaken]:
        """R3.2, R3.6: all that the player can take for a round, by name."""
        return self.ours.hands(standing.willpower, self.colours)

    def opposing(self, standing: WillpowerStanding) -> Mapping[str, DiceTaken]:
        """R3.2, R3.6: all that the opponent can take for a round, by name."""
        return self.theirs.hands(standing.against_willpower, self.colours)

    def __str__(self) -> str:
        return f"{self.ours} against {self.theirs}"


class WillpowerStanding(NamedTuple):
    """The Willpower of both sides. checked: a Humanity check has come due for the player."""

    willpower: int
    against_willpower: int
    checked: bool

    @property
    def out(self) -> bool:
        """G3.16: a side is out of Willpower."""
        return not (self.willpower and self.against_willpower)


@dataclass(frozen=True)
class BattleOutcome:
    """The end of a battle. Adding a number adds rounds."""

    willpower: Annotated[int, Number("Willpower left", name="willpower_left", per_gain=0, left_of="willpower")]
    against_willpower: Annotated[
        int,
        Number(
            "Willpower left to the opponent", name="against_willpower_left", per_gain=0, left_of="against_willpower"
        ),
    ]
    checked: Annotated[bool, Unasked]
    rounds: Annotated[int, Number("rounds", "round", per_gain=1)] = 0

    def __add__(self, more: int) -> BattleOutcome:
        return replace(self, rounds=self.rounds + more)


@rule
async def battle_round(battle: Battle, standing: WillpowerStanding, left: int | None) -> Then[BattleOutcome]:
    """R3.8: another round.

    left: how many there may be; None without a limit.
    """
    after = await clash(battle, standing)
    if await is_over(after, left):
        return BattleOutcome(*after, rounds=1)
    return 1 + battle_round(battle, after, None if left is None else left - 1)


async def is_over(standing: WillpowerStanding, left: int | None) -> bool:
    """G3.16: that was the last round."""
    for who, willpower in (("player", standing.willpower), ("opponent", standing.against_willpower)):
        if not willpower:
            await note(f"the {who} is out of Willpower")
    if standing.out:
        return True
    if left == 1:
        await note("no round is left")
    return left == 1


async def clash(battle: Battle, standing: WillpowerStanding) -> WillpowerStanding:
    """R3.2, R3.6, R3.8: both sides take dice and roll."""
    ours, theirs = await hands(battle, standing)
    willpower = standing.willpower - (ours.bought is not None)
    against_willpower = standing.against_willpower - (theirs.bought is not None)
    if ours.bought:
        await note(f"the player pays 1 Willpower for {assured_successes(battle.how)}")
    if theirs.bought:
        await note(f"the opponent pays 1 Willpower for {assured_successes(battle.how)}")
    throw = BattleThrow(
        battle.how,
        ours,
        theirs,
        willpower,
        against_willpower,
        standing.willpower if battle.current == "before-spend" else willpower,
        battle.needed,
        after_damage=battle.current == "after-damage",
        looks=battle.looks and not standing.checked,
    )
    if ours.held or theirs.held:
        lying = await roll(OpenThrow(throw))
        throw, lying = await answered("player", battle, throw, lying)
        throw, lying = await answered("opponent", battle, throw, lying)
        blow = throw.struck(lying)
    else:
        blow = await roll(throw)
    left, against_left = throw.willpower - blow.taken, throw.against_willpower - blow.dealt
    after = WillpowerStanding(left, against_left, standing.checked or blow.checked)
    await note(f"Willpower {left} against {against_left}")
    if blow.checked:
        await note("possible Humanity loss: a Humanity check is due after the battle")
    return after


async def answered(
    who: Literal["player", "opponent"], battle: Battle, throw: BattleThrow, lying: Lying
) -> tuple[BattleThrow, Lying]:
    """R3.6: with all dice in view first the player, then the opponent may pay a point for the reroll of a die."""
    ours = who == "player"
    if not (lying.ours if ours else lying.theirs):
        return throw, lying
    die = await choose(who, {"keep": None, **rerolls(lying.ours if ours else lying.theirs)})
    if die is None:
        return throw, bounded(throw, lying._replace(ours=()) if ours else lying._replace(theirs=()))
    await note(f"the {who} pays 1 Willpower for a reroll")
    if ours:
        left = throw.willpower - 1
        throw = replace(throw, willpower=left, current=throw.current if battle.current == "before-spend" else left)
    else:
        throw = replace(throw, against_willpower=throw.against_willpower - 1)
    return throw, await roll(RerolledDie(throw, lying, die, who))


def rerolls(dice: Iterable[LyingDie]) -> Mapping[str, LyingDie]:
    """R3.6: the dice that may be rerolled, by the names of the options."""
    return {f"reroll {die.colour} {die.loses}{'' if die.fresh else ' used'}": die for die in dice}


async def hands(battle: Battle, standing: WillpowerStanding) -> tuple[DiceTaken, DiceTaken]:
    """R3.2: both sides take their dice."""
    if battle.order == "at-once":
        mine, other = await choose_secretly({"player": battle.own(standing), "opponent": battle.opposing(standing)})
        return mine, other
    if battle.order == "player-first":
        mine = await choose("player", battle.own(standing))
        return mine, await choose("opponent", battle.opposing(standing))
    other = await choose("opponent", battle.opposing(standing))
    return await choose("player", battle.own(standing)), other

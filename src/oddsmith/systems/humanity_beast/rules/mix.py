"""R3.2: the choice of dice of each colour for an action, and for a conflict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from oddsmith.rules import Then, choose, choose_secretly, note, rule
from oddsmith.systems.humanity_beast.rules.action import Spend, act, assured_successes, thrown
from oddsmith.systems.humanity_beast.rules.battle import Order
from oddsmith.systems.humanity_beast.rules.conflict import met, their_throw
from oddsmith.systems.humanity_beast.rules.roll_task import RollTask, offered
from oddsmith.systems.humanity_beast.rules.sides import Conflict

#: The fineness with which a reroll is looked at: for dozens of mixes less than for one (see `RollTask.fine`).
_FINE: Final = 10**8


@dataclass(frozen=True)
class AvailableDice:
    """The dice that a character may take, and those that the action demands."""

    humanity: int
    beast: int
    min_humanity: int
    min_beast: int

    def __str__(self) -> str:
        return f"{self.humanity} Humanity + {self.beast} Beast"

    def mixes(self, *, none: bool) -> Mapping[str, tuple[int, int]]:
        """R3.2: every mix by name, the most dice first. none: no die at all may be taken (G3.12).

        >>> list(AvailableDice(2, 1, 1, 0).mixes(none=False))
        ['2H+1B', '2H+0B', '1H+1B', '1H+0B']
        """
        mixes = [
            (humanity, beast)
            for beast in range(self.min_beast, self.beast + 1)
            for humanity in range(self.min_humanity, self.humanity + 1)
            if none or humanity + beast
        ]
        mixes.sort(key=lambda mix: (-sum(mix), mix[1]))
        return {f"{humanity}H+{beast}B": (humanity, beast) for humanity, beast in mixes}


@rule
async def take(pool: AvailableDice, task: RollTask, spend: Spend) -> Then[Any]:
    """R3.2: so many Humanity dice and so many Beast dice are taken for the action."""
    none = task.willpower > 0 and spend in ("open", "before")
    humanity, beast = await choose(task.who, pool.mixes(none=none))
    return act(replace(task, humanity=humanity, beast=beast, fine=_FINE), spend)


# --- for a conflict --------------------------------------------------------------------------------------------------

#: R3.6: the use of the point where dice are chosen for a conflict: before the roll if somebody likes, before or after
#: it if somebody likes, before it in any case, or none.
PointUse: TypeAlias = Literal["open", "either", "paid", "none"]


@dataclass(frozen=True)
class ChosenSide:
    """A side that takes dice for a conflict. takes_all: no choice is left of the dice."""

    pool: AvailableDice
    takes_all: bool
    use: PointUse

    def __str__(self) -> str:
        return str(self.pool)


@lru_cache(maxsize=64)
def rolls(side: ChosenSide, task: RollTask) -> Mapping[str, RollTask]:
    """R3.2, R3.6: all that may be taken for a roll, by name; first without Willpower, the most dice first."""
    mixes = side.pool.mixes(none=True)
    if side.takes_all:
        mixes = dict([max(mixes.items(), key=lambda mix: sum(mix[1]))])
    use = side.use if task.willpower else "none"
    found = offered(mixes, task.colours, before=use != "none", after=use == "either", free=use != "paid")
    return {name: taken.of(task) for name, taken in found.items()}


@rule
async def pit(conflict: Conflict, ours: ChosenSide, theirs: ChosenSide, order: Order) -> Then[Any]:
    """R3.2, R3.6, R3.8: both sides take dice, one in view of the other or both unseen, and then they roll.

    Unless a trail tells of it, all mixes of which the same dice lie go on alike.
    """
    mine, other = rolls(ours, conflict.ours), rolls(theirs, conflict.theirs)
    if order == "at-once" and len(mine) > 1 and len(other) > 1:
        own, against = await choose_secretly({"player": mine, "opponent": other})
    elif order == "opponent-first":
        against = await chosen("opponent", other)
        own = await chosen("player", mine)
    else:
        own = await chosen("player", mine)
        against = await chosen("opponent", other)
    for who, task in (("player", own), ("opponent", against)):
        if task.bought:
            await note(f"the {who} pays 1 Willpower for {assured_successes(task.reading)}")
    fought = replace(conflict, ours=own, theirs=against)
    if fought.in_one_throw or fought.in_full or own.reading.waits or against.reading.waits:
        return await met(fought)
    fought = fought.coarsened()
    return their_throw(replace(fought, ours=fought.ours.lying), await thrown(fought.ours))


async def chosen(who: str, named: Mapping[str, RollTask]) -> RollTask:
    """R3.2: somebody takes dice; nobody is asked where there is one way alone."""
    return await choose(who, named) if len(named) > 1 else next(iter(named.values()))

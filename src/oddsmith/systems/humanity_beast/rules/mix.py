"""R3.2: the choice of dice of each colour for an action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from oddsmith.rules import Then, choose, rule
from oddsmith.systems.humanity_beast.house_rules import ALL_DICE
from oddsmith.systems.humanity_beast.rules.action import Spend, act
from oddsmith.systems.humanity_beast.rules.roll_task import RollTask

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
            if (0 if none else 1) <= humanity + beast <= ALL_DICE
        ]
        mixes.sort(key=lambda mix: (-sum(mix), mix[1]))
        return {f"{humanity}H+{beast}B": (humanity, beast) for humanity, beast in mixes}


@rule
async def take(pool: AvailableDice, task: RollTask, spend: Spend) -> Then[object]:
    """R3.2: so many Humanity dice and so many Beast dice are taken for the action."""
    none = task.willpower > 0 and spend in ("open", "before")
    humanity, beast = await choose(task.who, pool.mixes(none=none))
    return act(replace(task, humanity=humanity, beast=beast, fine=_FINE), spend)

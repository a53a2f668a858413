"""The dice as they lie after the roll, as far as somebody may still do something with them.

Dice of one colour that lose the same when they are rerolled are alike. So the successes and, for each kind of die, the
successes that would remain without one of it say all that matters. These are known even where only "three or more" is
known of the successes, since the other dice show them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from oddsmith.systems.humanity_beast.house_rules import Colour
from oddsmith.systems.humanity_beast.rules.reading import Chain, chain
from oddsmith.systems.humanity_beast.rules.roll_task import Counts, RollTask


class DieOnTable(NamedTuple):
    """A die that lies on the table, and all that are alike.

    loses: successes that go when Willpower rerolls it. fresh: a 10 that this brings may be rerolled.
    without: the successes that remain without it; () where no Willpower will reroll anything.
    """

    colour: Colour
    loses: int
    fresh: bool
    without: Counts

    def grown(self, task: RollTask, colour: Colour, successes: int) -> DieOnTable:
        """Return the same when other dice of some colour have come to more successes."""
        return self._replace(without=task.more(self.without, colour, successes)) if self.without else self


@dataclass(frozen=True)
class DiceOnTable:
    """Successes; the kinds of dice that a Willpower reroll may take, the least loss first; and the 10s that wait.

    leads: the one number of successes is the lead over somebody else's. reach: a lead that stands for any greater one,
    on either side.
    """

    counts: Counts
    kinds: tuple[DieOnTable, ...] = ()
    tens: tuple[DieOnTable, ...] = ()
    leads: bool = False
    reach: int | None = None

    def __str__(self) -> str:
        if self.leads:
            (lead,) = self.counts
            or_more = " or more" if abs(lead) == self.reach else ""
            return f"{abs(lead)}{or_more} {'ahead' if lead > 0 else 'behind'}" if lead else "level"
        if len(self.counts) == 1:
            return f"{self.counts[0]} successes"
        return f"{self.counts[0]} Humanity + {self.counts[1]} Beast"

    def landed(self, task: RollTask, colour: Colour, face: int) -> DiceOnTable:
        """Add a die that has landed on a face."""
        found = chain(task.reading, colour, 0, face)
        table = DiceOnTable(task.more(self.counts, colour, found.successes), self.kinds, self.tens)
        return table.lying(task, colour, found, self.counts)

    def rerolled(self, task: RollTask, ten: DieOnTable, face: int) -> DiceOnTable:
        """Reroll a 10 that waited: it stands, and the die has landed on another face."""
        before = max(ten.loses, 1)
        found = chain(task.reading, ten.colour, before, face)
        gained = found.successes - before
        rest = list(self.tens)
        rest.remove(ten)
        table = DiceOnTable(
            task.more(self.counts, ten.colour, gained),
            tuple([kind.grown(task, ten.colour, gained) for kind in self.kinds]),
            tuple([kind.grown(task, ten.colour, gained) for kind in rest]),
        )
        total_successes = task.reading.willpower_reroll == "whole-chain"
        return table.lying(task, ten.colour, found, ten.without if total_successes else self.counts)

    def lying(self, task: RollTask, colour: Colour, found: Chain, without: Counts) -> DiceOnTable:
        """Lay down a die whose successes are in the counts already. without: the successes that remain without it."""
        if task.reroll == "none":
            ten = DieOnTable(colour, 0, True, ())
            return DiceOnTable(self.counts, (), (*self.tens, ten)) if found.waits else self
        loses = found.loses if task.most is None else min(found.loses, task.most + 1)
        die = DieOnTable(colour, loses, found.fresh, without)
        if found.waits:
            return DiceOnTable(self.counts, self.kinds, tuple(sorted((*self.tens, die), key=_humanity_first)))
        return DiceOnTable(self.counts, alike((*self.kinds, die)), self.tens)

    def ahead_of(self, successes: int, reach: int | None = None) -> DiceOnTable:
        """Turn the one number of successes into its lead over another number.

        reach: a lead that stands for any greater one, on either side, where it does.
        """
        lead = self.counts[0] - successes
        left = [(kind, kind.without[0] - successes) for kind in self.kinds]
        if reach is None:
            kinds = tuple([kind._replace(without=(rest,)) for kind, rest in left])
            return DiceOnTable((lead,), kinds, leads=True)
        kinds = alike([kind._replace(without=(min(rest, reach),)) for kind, rest in left])
        return DiceOnTable((max(-reach, min(lead, reach)),), kinds, leads=True, reach=reach)

    def left(self) -> DiceOnTable:
        """Leave the 10s that wait as they are."""
        return DiceOnTable(self.counts, alike((*self.kinds, *(ten for ten in self.tens if ten.without))))


def alike(dice: Iterable[DieOnTable]) -> tuple[DieOnTable, ...]:
    """Return the different kinds among some dice, in the order of the fixed policy.

    Of kinds that leave the same one is enough, since it does not matter which of them is rerolled.
    """
    found: dict[tuple[Colour, bool, Counts], DieOnTable] = {}
    for die in sorted(dice, key=by_loss):
        found.setdefault((die.colour, die.fresh, die.without), die)
    return tuple(found.values())


def by_loss(die: DieOnTable) -> tuple[int, Colour, bool]:
    """The order of the fixed policy: the least loss, then Beast dice, then those whose 10s may be rerolled."""
    return die.loses, die.colour, not die.fresh


def _humanity_first(die: DieOnTable) -> tuple[bool, int]:
    """The order in which 10s that wait are rerolled: Humanity dice first, of these the ones with the fewest."""
    return die.colour == "beast", die.loses

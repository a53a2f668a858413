"""The dice as they lie after the roll, as far as somebody may still do something with them.

Dice of one colour that lose the same when they are rerolled are alike. So what lies on the table is told by the
successes and, for each kind of die, by what would remain without one of it. That is known even where "three or more" is
all that is known of the successes, since it is what the other dice show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from oddsmith.systems.humanity_beast.house_rules import Colour
from oddsmith.systems.humanity_beast.rules.reading import Chain, chain
from oddsmith.systems.humanity_beast.rules.task import Counts, Task


class Kind(NamedTuple):
    """Dice that are alike.

    loses: how many successes go when Willpower rerolls one. fresh: whether a 10 that this brings may be rerolled.
    without: the successes that remain without it; () where no Willpower will reroll anything.
    """

    colour: Colour
    loses: int
    fresh: bool
    without: Counts

    def grown(self, task: Task, colour: Colour, successes: int) -> Kind:
        """The same when other dice of some colour have come to more successes."""
        return self._replace(without=task.more(self.without, colour, successes)) if self.without else self


@dataclass(frozen=True)
class Table:
    """Successes; the kinds of dice that a Willpower reroll may take, the least loss first; and the 10s that wait.

    leads: whether the one number of successes is how far it is ahead of somebody else's.
    """

    counts: Counts
    kinds: tuple[Kind, ...] = ()
    tens: tuple[Kind, ...] = ()
    leads: bool = False

    def __str__(self) -> str:
        if self.leads:
            (lead,) = self.counts
            return f"{lead} ahead" if lead > 0 else f"{-lead} behind" if lead else "level"
        if len(self.counts) == 1:
            return f"{self.counts[0]} successes"
        return f"{self.counts[0]} Humanity + {self.counts[1]} Beast"

    def landed(self, task: Task, colour: Colour, face: int) -> Table:
        """With one die more, which has landed on a face."""
        found = chain(task.reading, colour, 0, face)
        table = Table(task.more(self.counts, colour, found.successes), self.kinds, self.tens)
        return table.lying(task, colour, found, self.counts)

    def rerolled(self, task: Task, ten: Kind, face: int) -> Table:
        """With a 10 that waited rerolled: it stands, and the die has landed on another face."""
        before = max(ten.loses, 1)
        found = chain(task.reading, ten.colour, before, face)
        gained = found.successes - before
        rest = list(self.tens)
        rest.remove(ten)
        table = Table(
            task.more(self.counts, ten.colour, gained),
            tuple([kind.grown(task, ten.colour, gained) for kind in self.kinds]),
            tuple([kind.grown(task, ten.colour, gained) for kind in rest]),
        )
        whole = task.reading.willpower_reroll == "whole-chain"
        return table.lying(task, ten.colour, found, ten.without if whole else self.counts)

    def lying(self, task: Task, colour: Colour, found: Chain, without: Counts) -> Table:
        """With a die to point at, whose successes are in the counts already; without: what remains without it."""
        if task.reroll == "none":
            ten = Kind(colour, 0, True, ())
            return Table(self.counts, (), (*self.tens, ten)) if found.waits else self
        loses = found.loses if task.most is None else min(found.loses, task.most + 1)
        die = Kind(colour, loses, found.fresh, without)
        if found.waits:
            return Table(self.counts, self.kinds, tuple(sorted((*self.tens, die), key=_humanity_first)))
        return Table(self.counts, alike((*self.kinds, die)), self.tens)

    def ahead_of(self, successes: int) -> Table:
        """The one number of successes as how far it is ahead of another number."""
        kinds = tuple([kind._replace(without=(kind.without[0] - successes,)) for kind in self.kinds])
        return Table((self.counts[0] - successes,), kinds, leads=True)

    def left(self) -> Table:
        """With the 10s that wait left as they are."""
        return Table(self.counts, alike((*self.kinds, *(ten for ten in self.tens if ten.without))))


def alike(dice: Iterable[Kind]) -> tuple[Kind, ...]:
    """The different kinds among some dice, in the order of the fixed policy.

    Kinds that leave the same remain but once, since it does not matter which of them is rerolled.
    """
    found: dict[tuple[Colour, bool, Counts], Kind] = {}
    for die in sorted(dice, key=by_loss):
        found.setdefault((die.colour, die.fresh, die.without), die)
    return tuple(found.values())


def by_loss(die: Kind) -> tuple[int, Colour, bool]:
    """The order of the fixed policy: the least loss, then Beast dice, then those whose 10s may be rerolled."""
    return die.loses, die.colour, not die.fresh


def _humanity_first(die: Kind) -> tuple[bool, int]:
    """The order in which 10s that wait are rerolled: Humanity dice first, of these the ones with the fewest."""
    return die.colour == "beast", die.loses

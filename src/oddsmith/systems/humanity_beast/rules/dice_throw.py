"""All dice of a roll, seen one by one, and the chance of every way in which they may lie on the table.

One die goes one of a few ways (`reading.chain_pmf`). The dice of a colour are dealt out to these ways one after
another, and only their numbers are followed: the work grows with the tables that differ, not with 10 ** dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from math import comb
from typing import Final, NamedTuple

from oddsmith.dice import Die, Expression, Rolled, Source
from oddsmith.distribution import Distribution
from oddsmith.systems.humanity_beast.house_rules import COLOURS, Colour
from oddsmith.systems.humanity_beast.rules.dice_on_table import DiceOnTable, DieOnTable, alike
from oddsmith.systems.humanity_beast.rules.reading import Chain, Reading, chain_pmf, chains_rolled, count
from oddsmith.systems.humanity_beast.rules.roll_task import Counts, Reroll, RollOutcome, RollTask, judged

_LONGEST: Final = 20  # rerolled 10s of one die, where all numbers of successes are told apart; more are too rare


@dataclass(frozen=True)
class DiceThrow(Expression[DiceOnTable]):
    """All dice of a task thrown, Humanity dice first, and seen one by one.

    Where every number of successes must be told apart, tables rarer than `task.rare` stay unresolved.
    """

    task: RollTask

    def calculate(self) -> Distribution[DiceOnTable]:
        task = self.task
        humanity, beast = (
            hands_dealt(task.reading, colour, task.number(colour), task.most, task.reroll, task.rare)
            for colour in COLOURS
        )
        total = humanity.total * beast.total
        tables: dict[DiceOnTable, int] = {}
        for ours, weight in humanity.weights.items():
            for theirs, other in beast.weights.items():
                both = weight * other
                if task.rare is None or both * task.rare >= total:
                    table = _laid(task, ours, theirs)
                    tables[table] = tables.get(table, 0) + both
        return Distribution.from_weights(tables, unresolved=total - sum(tables.values()))

    def _roll(self, source: Source) -> Rolled[DiceOnTable]:
        task, how = self.task, self.task.reading
        humanity = count(how, "humanity", task.humanity, who=task.who).roll(source)
        beast = count(how, "beast", task.beast, who=task.who).roll(source)
        ours = hand_of(chains_rolled(how, "humanity", humanity.dice), task.reroll, task.most)
        theirs = hand_of(chains_rolled(how, "beast", beast.dice), task.reroll, task.most)
        return Rolled(self, _laid(task, ours, theirs), parts=(humanity, beast))

    def __str__(self) -> str:
        task = self.task
        return " and ".join(
            str(count(task.reading, colour, task.number(colour))) for colour in COLOURS if task.number(colour)
        )


# --- one colour ------------------------------------------------------------------------------------------------------


class _Dealt(NamedTuple):
    """Dice of one colour: their successes, the kinds among them (loses, fresh), and the number of 10s that wait."""

    successes: int = 0
    kinds: frozenset[tuple[int, bool]] = frozenset()
    waiting: int = 0

    def more(self, chain: Chain, dice: int, reroll: Reroll) -> _Dealt:
        """Add some dice that have all gone the same way."""
        successes = self.successes + dice * chain.successes
        if chain.waits:
            return _Dealt(successes, self.kinds, self.waiting + dice)
        if reroll == "none":
            return _Dealt(successes, self.kinds, self.waiting)
        kinds = self.kinds | {(chain.loses, chain.fresh)}
        if reroll == "policy" and len(kinds) > 1:
            kinds = frozenset({min(kinds, key=_least_loss)})  # the only one that it may take
        return _Dealt(successes, kinds, self.waiting)


class Hand(NamedTuple):
    """Dealt dice as far as they matter. kinds: (loses, fresh, successes that remain without one)."""

    successes: int
    kinds: tuple[tuple[int, bool, int], ...]
    waiting: int


class HandPmf(NamedTuple):
    """Dealt dice of one colour, with weights. total: of all, also of those left out."""

    weights: Mapping[Hand, int]
    total: int


def _least_loss(kind: tuple[int, bool]) -> tuple[int, bool]:
    return kind[0], not kind[1]


def hand_of(chains: Iterable[Chain], reroll: Reroll, most: int | None = None) -> Hand:
    """Return dice of one colour as far as they matter. most: stands for that many successes or more."""
    dealt = _Dealt()
    for chain in chains:
        dealt = dealt.more(chain if most is None else chain.cut(most + 1), 1, reroll)
    return _cut(dealt, most)


def _cut(dealt: _Dealt, most: int | None) -> Hand:
    """Keep of kinds without which as much remains the one that loses least."""
    kinds: dict[tuple[bool, int], tuple[int, bool, int]] = {}
    for loses, fresh in sorted(dealt.kinds):
        remains = dealt.successes - loses
        remains = remains if most is None else min(remains, most)
        kinds.setdefault((fresh, remains), (loses, fresh, remains))
    successes = dealt.successes if most is None or dealt.waiting else min(dealt.successes, most)
    return Hand(successes, tuple(kinds.values()), dealt.waiting)


@lru_cache(maxsize=512)
def hands_dealt(how: Reading, colour: Colour, dice: int, most: int | None, reroll: Reroll, rare: int | None) -> HandPmf:
    """Weigh each hand. most: stands for that many successes or more. rare: hands rarer than one in it are left out."""
    chains, sides = chain_pmf(how, colour, _LONGEST if most is None else most + 1, lumped=most is not None)
    states: dict[tuple[int, _Dealt], int] = {(dice, _Dealt()): 1}
    for place, (chain, weight) in enumerate(chains.items(), 1):
        after: dict[tuple[int, _Dealt], int] = {}
        for (left, dealt), chance in states.items():
            for some in range(left if place == len(chains) else 0, left + 1):
                ways = chance * comb(left, some) * weight**some
                if rare is not None and ways * rare < sides ** (dice - left + some):
                    continue
                found = dealt.more(chain, some, reroll) if some else dealt
                if most is not None:  # beyond twice that and one, what remains without any die is enough, too
                    found = found._replace(successes=min(found.successes, 2 * most + 1))
                key = (left - some, found)
                after[key] = after.get(key, 0) + ways
        states = after
    weights: dict[Hand, int] = {}
    for (_, dealt), ways in states.items():
        hand = _cut(dealt, most)
        weights[hand] = weights.get(hand, 0) + ways
    return HandPmf(weights, sides**dice)


# --- both colours ----------------------------------------------------------------------------------------------------


def _laid(task: RollTask, humanity: Hand, beast: Hand) -> DiceOnTable:
    """Lay both hands on one table, as far as it matters for the task."""
    ours = humanity.successes + task.assured("humanity")
    theirs = beast.successes + task.assured("beast")
    counts = task.counts(ours, theirs)
    if task.reroll == "none":
        tens = [DieOnTable("humanity", 0, True, ())] * humanity.waiting + [
            DieOnTable("beast", 0, True, ())
        ] * beast.waiting
        return DiceOnTable(counts, (), tuple(tens))
    kinds = [DieOnTable("humanity", loses, fresh, task.counts(rest, theirs)) for loses, fresh, rest in humanity.kinds]
    kinds += [DieOnTable("beast", loses, fresh, task.counts(ours, rest)) for loses, fresh, rest in beast.kinds]
    if task.most is not None and not task.reading.waits:
        kinds = [kind._replace(without=_same(task, kind.colour, kind.fresh)[kind.without]) for kind in kinds]
    tens = [DieOnTable("humanity", 1, True, task.counts(ours - 1, theirs))] * humanity.waiting
    tens += [DieOnTable("beast", 1, True, task.counts(ours, theirs - 1))] * beast.waiting
    return DiceOnTable(counts, alike(kinds), tuple(tens))


@lru_cache(maxsize=64)
def _same(task: RollTask, colour: Colour, fresh: bool) -> Mapping[Counts, Counts]:
    """Map all that may remain without a die to the least that leads to the same outcomes when the die is rerolled."""
    assert task.most is not None  # where nothing is lumped, nothing is the same
    law = count(task.reading, colour, 1, fresh=fresh).capped(task.most).distribution()
    first: dict[Distribution[RollOutcome], Counts] = {}
    same: dict[Counts, Counts] = {}
    for without in product(range(task.most + 1), repeat=1 if task.one_number else 2):
        prospects = law.map(partial(_after, task.paid, colour, without))
        same[without] = first.setdefault(prospects, without)
    return same


def _after(task: RollTask, colour: Colour, without: Counts, more: int) -> RollOutcome:
    return judged(task, task.more(without, colour, more))


# --- 10s that wait ---------------------------------------------------------------------------------------------------

#: So many more 10s than dice have come up that more of them are too rare to follow.
_MANY_TENS: Final = 9


@dataclass(frozen=True)
class UnfollowedTen(Expression[int]):
    """A d10 whose 10s the odds follow no further: all that they lead to stays unresolved. sides: 10 in the book."""

    sides: int

    def calculate(self) -> Distribution[int]:
        return Distribution.from_weights(dict.fromkeys(range(1, self.sides), 1), unresolved=1)

    def _roll(self, source: Source) -> Rolled[int]:
        rolled = Die.sided(self.sides).roll(source)
        return Rolled(self, rolled.value, rolled.dice)

    def __str__(self) -> str:
        return str(Die.sided(self.sides))


def ten_again(task: RollTask, table: DiceOnTable) -> Expression[int]:
    """Return the throw of a rerolled 10. Where every number must be told apart, the odds give up on very many."""
    if task.most is None and table.counts[-1] >= task.humanity + task.beast + _MANY_TENS:
        return UnfollowedTen(task.reading.ten)
    return Die.sided(task.reading.ten)

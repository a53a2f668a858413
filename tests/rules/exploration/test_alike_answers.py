"""Answers of chance, and options, of which a rule reads the same when part of its outcome is asked."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from oddsmith.dice import Expression, Rolled, Source, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import best, choose, choose_secretly, note, odds, roll, rule
from oddsmith.rules.exploration.explore import explore_asked
from oddsmith.rules.graph.graph import Graph


@dataclass(frozen=True)
class Met:
    mine: int
    theirs: int
    ahead: bool


@dataclass(frozen=True)
class Duel(Expression[Met]):
    """A d6 for each side."""

    more: int

    def calculate(self) -> Distribution[Met]:
        pairs = {
            Met(mine + self.more, other, mine + self.more > other): 1 for mine in range(1, 7) for other in range(1, 7)
        }
        return Distribution.from_weights(pairs)

    def _roll(self, source: Source) -> Rolled[Met]:
        parts = (d6.roll(source), d6.roll(source))
        mine, other = parts[0].value + self.more, parts[1].value
        return Rolled(self, Met(mine, other, mine > other), parts=parts)

    def __str__(self) -> str:
        return f"{d6} + {self.more} against {d6}"


class Bought(NamedTuple):
    name: str
    more: int
    paid: int


_OFFERS = {
    bought.name: bought for bought in (Bought("nothing", 0, 0), Bought("1 for 3", 1, 3), Bought("1 for 2", 1, 2))
}


@dataclass(frozen=True)
class Ended:
    ahead: bool
    mine: int
    paid: int
    against_paid: int = 0


@rule
async def fight() -> Ended:
    bought = await choose("player", _OFFERS)
    await note(f"buys {bought.name}")
    met = await roll(Duel(bought.more))
    await note(f"{met.mine} against {met.theirs}")
    return Ended(met.ahead, met.mine, bought.paid)


@rule
async def unseen() -> Ended:
    bought, other = await choose_secretly({"player": _OFFERS, "opponent": _OFFERS})
    met = await roll(Duel(bought.more - other.more))
    return Ended(met.ahead, met.mine, bought.paid, other.paid)


def _explored(of, call=fight) -> Graph:
    graph = explore_asked(call(), of, added=False, limit=10_000, bound=Fraction(1, 10**9))
    assert graph is not None
    return graph


def test_of_options_that_differ_in_what_nobody_asks_the_first_is_offered() -> None:
    assert [each.options for each in _explored(lambda end: end.ahead).decisions.values()] == [("nothing", "1 for 3")]
    assert [each.options for each in _explored(lambda end: end.paid).decisions.values()] == [tuple(_OFFERS)]


def test_so_are_options_that_are_taken_at_once() -> None:
    (both,) = _explored(lambda end: end.ahead, unseen).simultaneous.values()
    assert [each.options for each in both] == [("nothing", "1 for 3")] * 2
    (both,) = _explored(lambda end: (end.ahead, end.paid), unseen).simultaneous.values()
    assert [each.options for each in both] == [tuple(_OFFERS), ("nothing", "1 for 3")]


def test_chances_of_answers_of_which_the_same_is_read_are_added_up() -> None:
    by_hand = sum(mine > other for mine in range(1, 7) for other in range(1, 7))
    assert odds(fight(), lambda decision: "nothing", of=lambda end: end.ahead).pmf(True) == Fraction(by_hand, 36)
    assert best(fight(), of=lambda end: end.ahead).value == Fraction(21, 36)
    assert odds(fight(), lambda decision: "1 for 2", of=lambda end: end.mine).pmf(7) == Fraction(1, 6)


@dataclass(frozen=True)
class Lot:
    dice: list[int]
    paid: int


@rule
async def deal() -> Ended:
    lot = await choose("player", {"few": Lot([1], 2), "many": Lot([1, 2], 2)})
    face = await roll(d6)
    return Ended(len(lot.dice) >= face, face, lot.paid)


def test_options_that_hold_what_can_change_are_all_offered() -> None:
    assert best(deal(), of=lambda end: end.ahead).value == Fraction(2, 6)
    assert [each.options for each in _explored(lambda end: end.ahead, deal).decisions.values()] == [("few", "many")]

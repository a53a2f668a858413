"""Guarantees against an opponent. Judged by all plans against all plans: a matrix game of its own."""

import sys
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import coin, d6
from oddsmith.errors import RuleError, TooLarge
from oddsmith.rules import (
    Call,
    Then,
    best,
    choose,
    choose_secretly,
    explore,
    frontier,
    guarantees,
    matrix_game,
    odds,
    roll,
    rule,
)

Outcome = tuple[int, int]


def gained(outcome: Outcome) -> int:
    return outcome[0]


def paid(outcome: Outcome) -> int:
    return outcome[1]


@st.composite
def games(draw: st.DrawFn) -> Call[Any]:
    """Three turns of chance, player or opponent, with drawn gains and costs."""
    who = draw(st.lists(st.sampled_from(["chance", "player", "opponent"]), min_size=3, max_size=3))
    ways = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=6, max_size=6))

    @rule
    async def game(turn: int, gain: int, cost: int) -> Then[Outcome]:
        if turn == len(who):
            return gain, cost
        way = await roll(coin) == "H" if who[turn] == "chance" else await choose(who[turn], (False, True))
        more, dearer = ways[2 * turn + int(way)]
        if turn and gain % 2:
            more, dearer = dearer, more
        return game(turn + 1, gain + more, cost + dearer)

    return game(0, 0, 0)


def sure(call: Call[Any], gain: Fraction, cost: Fraction) -> Fraction:
    """The scarcer of a gain and a cost that some mix of plans is sure to have to spare: the value of a game in
    which the other picks a plan, and which of the two to complain about.
    """
    rows = [[each for gains, costs in row for each in (gains - gain, cost - costs)] for row in means(call)]
    return matrix_game(rows).value


@cache
def means(call: Call[Any]) -> list[list[tuple[Fraction, Fraction]]]:
    """What is gained and paid in the mean, for each plan of the player's against each of the opponent's."""
    decisions = list(explore(call).decisions.values())
    mine = [decision for decision in decisions if decision.who == "player"]
    theirs = [decision for decision in decisions if decision.who == "opponent"]
    rows = []
    for ours in product(*[decision.options for decision in mine]):
        row: list[tuple[Fraction, Fraction]] = []
        for other in product(*[decision.options for decision in theirs]):
            plan = dict(zip([*mine, *theirs], [*ours, *other], strict=True))
            outcomes = odds(call, plan.__getitem__)
            row.append((outcomes.map(gained).mean, outcomes.map(paid).mean))
        rows.append(row)
    return rows


@settings(max_examples=50, deadline=None)
@given(games())
def test_what_is_guaranteed_can_be_had_and_nothing_more(call: Call[Any]) -> None:
    corners = guarantees(explore(call), gained, paid)
    for corner in corners:
        assert sure(call, corner.gain, corner.cost) == 0
    for low, high in pairwise(corners):
        assert sure(call, (low.gain + high.gain) / 2, (low.cost + high.cost) / 2) == 0
    assert sure(call, corners[-1].gain + Fraction(1, 1000), Fraction(100)) < 0
    assert sure(call, Fraction(-100), corners[0].cost - Fraction(1, 1000)) < 0


@settings(max_examples=50, deadline=None)
@given(games())
def test_either_alone_is_what_best_play_of_it_is_worth(call: Call[Any]) -> None:
    corners = guarantees(explore(call), gained, paid)
    assert corners[-1].gain == best(call, gained).value
    assert corners[0].cost == best(call, paid, players={"player": min, "opponent": max}).value


@rule
async def at_least_five(coins: int, spent: int) -> Then[Outcome]:
    """A d6 must show 5. A failure may be rolled again for 1 coin, or bought off for 4."""
    if await roll(d6) >= 5:
        return 1, spent
    match await choose("player", ("accept", *["again"] * (coins >= 1), *["buy"] * (coins >= 4))):
        case "again":
            return at_least_five(coins - 1, spent + 1)
        case "buy":
            return 1, spent + 4
    return 0, spent


def test_with_nobody_else_it_is_the_frontier() -> None:
    graph = explore(at_least_five(6, 0), at_least_five(4, 0))
    for start in (None, at_least_five(4, 0)):
        plans = [(v.gain, v.cost, v.prices) for v in frontier(graph, gained, paid, start=start)]
        assert [(v.gain, v.cost, v.prices) for v in guarantees(graph, gained, paid, start=start)] == plans


def test_gains_on_the_way_count_for_what_they_add() -> None:
    @rule
    async def toll(gates: int) -> Then[int]:
        """At every gate the opponent may ask a coin; the player may turn back, with nothing more to pay."""
        if gates == 0:
            return 0
        price = await choose("opponent", (0, 1))
        if await choose("player", ("on", "back")) == "back":
            return 10
        return price + toll(gates - 1)

    (only,) = guarantees(explore(toll(3)), lambda total: total < 10, None)
    assert only.gain == 1
    assert only.cost == 3


def test_loops_and_choices_at_once_are_refused_with_the_remedy() -> None:
    @rule
    async def again() -> Then[Outcome]:
        return again() if await roll(d6) < 3 else (1, 0)

    @rule
    async def at_once() -> Outcome:
        mine, theirs = await choose_secretly({"player": (0, 1), "opponent": (0, 1)})
        return int(mine == theirs), mine

    for call in (again(), at_once()):
        with pytest.raises(RuleError, match="loops or choices taken at once.*answered"):
            guarantees(explore(call), gained, paid)


def test_too_many_corners_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["oddsmith.rules.read.guarantees"], "MOST_CORNERS", 20)
    with pytest.raises(TooLarge, match="corners"):
        guarantees(explore(at_least_five(9, 0)), gained, paid)

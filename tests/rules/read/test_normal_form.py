"""Choices made before anything happens by chance."""

from fractions import Fraction
from itertools import product

import pytest

from oddsmith.dice import d6
from oddsmith.rules import Linear, Then, beforehand, choose, explore, frontier, hull, roll, rule

PRICES = {"knife": 3, "sword": 7}


@rule
async def fight(dice: int, sides_added: int, paid: int) -> Then[tuple[int, int]]:
    return max(await roll(d6.pool(dice)), default=0) + sides_added, paid


@rule
async def pack(dice: int, weapon: str | None, purse: int) -> Then[tuple[int, int]]:
    """Up to two more dice at 2 each, then perhaps a weapon, as far as the purse goes."""
    spent = 2 * dice
    number = await choose("player", tuple(range((purse - spent) // 2 + 1))[:3])
    spent += 2 * number
    affordable = ("none", *[name for name, price in PRICES.items() if price <= purse - spent])
    taken = await choose("player", affordable)
    paid = spent + PRICES.get(taken, 0)
    return fight(1 + number, PRICES.get(taken, 0) // 3, paid)


def wins(outcome: tuple[int, int]) -> bool:
    return outcome[0] >= 6


def spends(outcome: tuple[int, int]) -> int:
    return outcome[1]


def by_hand(purse: int) -> list[tuple[Fraction, Fraction]]:
    """Chance and cost of every way to pack, those that another one beats left out."""
    ways = []
    for number, price in product(range(3), (0, *PRICES.values())):
        cost = 2 * number + price
        if cost <= purse:
            needed = 6 - price // 3
            ways.append((1 - Fraction(needed - 1, 6) ** (1 + number), Fraction(cost)))
    return sorted(way for way in set(ways) if not any(w != way and w[0] >= way[0] and w[1] <= way[1] for w in ways))


@pytest.mark.parametrize("purse", [0, 3, 7, 11, 20])
def test_they_are_those_that_no_other_choice_beats(purse: int):
    chosen = beforehand(explore(pack(0, None, purse)), wins, spends)
    assert chosen is not None
    assert [(one.gain, one.cost) for one in chosen] == by_hand(purse)


def test_every_vertex_of_the_frontier_is_among_them():
    graph = explore(pack(0, None, 20))
    chosen = {(one.gain, one.cost) for one in beforehand(graph, wins, spends) or ()}
    vertices = {(vertex.gain, vertex.cost) for vertex in frontier(graph, wins, spends)}
    assert vertices < chosen


def test_the_options_that_lead_there_are_told():
    *_, most = beforehand(explore(pack(0, None, 20)), wins, spends) or ()
    assert [option for _, option in most.options] == [2, "sword"]
    assert most.distribution.p(wins) == most.gain


def test_their_hull_is_the_frontier():
    graph = explore(pack(0, None, 20))
    expected = [(v.gain, v.cost, v.prices) for v in frontier(graph, wins, spends)]
    assert [(v.gain, v.cost, v.prices) for v in hull(beforehand(graph, wins, spends) or ())] == expected


def test_a_decision_after_chance_has_had_its_say_is_not_for_this():
    @rule
    async def second_chance() -> Then[tuple[int, int]]:
        face = await roll(d6)
        if await choose("player", ("keep", "again")) == "again":
            face = await roll(d6)
        return face, 0

    assert beforehand(explore(second_chance()), wins, spends) is None


def test_nor_is_one_of_somebody_else():
    @rule
    async def duel() -> Then[tuple[int, int]]:
        mine = await choose("player", (1, 2))
        theirs = await choose("opponent", (1, 2))
        return fight(mine, -theirs, 0)

    assert beforehand(explore(duel()), wins, spends) is None


@rule
async def pledge(cups: int) -> Then[int]:
    """A cup more, as often as the player likes, and one that nobody counts from the third on."""
    if await choose("player", ("enough", "more")) == "enough":
        return cups
    return 1 + pledge(cups) if cups == 3 else pledge(cups + 1)


def test_a_choice_that_comes_up_without_end_is_counted_once_where_gains_do_not_matter() -> None:
    graph = explore(pledge(0))
    sober, drunk = Linear(lambda cups: cups < 2, 0), Linear(lambda cups: cups, 0)
    found = beforehand(graph, sober, drunk)
    assert found is not None
    (chosen,) = found
    assert (chosen.gain, chosen.cost) == (Fraction(1), Fraction(0))
    assert beforehand(graph, sober, Linear(lambda cups: cups, 1)) is None  # no end of choices

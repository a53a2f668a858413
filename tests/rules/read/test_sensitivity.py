"""What luck is worth, against derivatives worked out by hand and differences with fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.dice import Die, Expression, d
from oddsmith.rules import (
    Draw,
    Graph,
    Linear,
    Sensitivity,
    Solution,
    Then,
    choose,
    choose_secretly,
    explore,
    outcomes,
    roll,
    rule,
    solve,
)
from oddsmith.rules.graph.goals import Goal

F = Fraction


def chance(p: Fraction) -> Die[str]:
    return Die(("won", "lost"), (p.numerator, p.denominator - p.numerator))


@rule
async def best_of_three(p: Fraction, won: int, lost: int) -> Then[bool]:
    if won == 2 or lost == 2:
        return won == 2
    if await roll(chance(p)) == "won":
        return best_of_three(p, won + 1, lost)
    return best_of_three(p, won, lost + 1)


@rule
async def ruin(p: Fraction, coins: int, aim: int) -> Then[bool]:
    """A coin is won or lost until there are none, or as many as were aimed at."""
    if coins in (0, aim):
        return coins == aim
    if await roll(chance(p)) == "won":
        return ruin(p, coins + 1, aim)
    return ruin(p, coins - 1, aim)


@rule
async def until_it_comes(p: Fraction) -> Then[int]:
    if await roll(chance(p)) == "won":
        return 1
    return 1 + until_it_comes(p)


def draws(solution: Solution[Any], goal: Goal | None = None) -> list[Draw]:
    return list(Sensitivity(solution, goal).draws())


def all_luck(solution: Solution[Any], goal: Goal | None = None) -> Fraction:
    return sum((draw.worth for draw in draws(solution, goal)), F(0))


probabilities = st.fractions(min_value=F(1, 20), max_value=F(19, 20), max_denominator=60)


@given(p=probabilities)
def test_the_luck_of_all_rounds_is_the_derivative_of_the_chance(p: Fraction) -> None:
    # the chance is 3 p^2 - 2 p^3
    assert all_luck(solve(explore(best_of_three(p, 0, 0)))) == 6 * p * (1 - p)


@given(p=probabilities.filter(lambda p: p != F(1, 2)), coins=st.integers(1, 4), more=st.integers(1, 4))
def test_around_loops_it_is_the_derivative_too(p: Fraction, coins: int, more: int) -> None:
    # Huygens: (1 - r^coins) / (1 - r^aim) with r = (1 - p) / p
    aim = coins + more
    r, dr = (1 - p) / p, -1 / p**2
    upper, lower = 1 - r**coins, 1 - r**aim
    expected = (-coins * r ** (coins - 1) * lower + upper * aim * r ** (aim - 1)) / lower**2 * dr
    assert all_luck(solve(explore(ruin(p, coins, aim)))) == expected


@given(p=probabilities)
def test_what_is_added_on_the_way_counts(p: Fraction) -> None:
    # 1 / p throws on average; fewer of them where a throw goes well
    solution = solve(explore(until_it_comes(p)))
    assert sum((way.worth for draw in draws(solution) for way in draw.ways[-1:]), F(0)) == -1 / p**2
    assert all_luck(solution, Linear(lambda throws: -throws, -1)) == 1 / p**2


@rule
async def press(p: Fraction, left: int) -> Then[int]:
    """The sum of three-sided dice, thrown as long as the player likes and the coin falls well."""
    face = await roll(d(3))
    if left == 0 or await choose("player", ("stop", "press")) == "stop":
        return face
    if await roll(chance(p)) == "lost":
        return 0
    return press(p, left - 1)


def changed(graph: Graph, node: int, weights: tuple[fmpq, ...]) -> Fraction:
    """The mean of the outcome with other weights at a node, by the flow of probability."""
    every = list(graph.weights)
    every[node] = weights
    other = Graph(graph.targets, every, graph.gains, {}, {}, graph.ends, graph.busts, graph.labels, graph.roots)
    return F(outcomes(other).mean)


@given(p=probabilities, left=st.integers(1, 3))
def test_differences_with_fractions_say_the_same(p: Fraction, left: int) -> None:
    solution = solve(explore(press(p, left)))
    under = solution._planned.under
    found = draws(solution)
    assert found
    for draw in found:
        weights = under.weights[draw.node]
        assert weights is not None
        places = {target: place for place, target in enumerate(under.targets[draw.node])}
        for way in draw.ways:
            step = F(1, 1000)
            place = places[way.node]
            moved = [
                w + fmpq(1, 1000) if i == place else w * (1 - fmpq(1, 1000) / (1 - weights[place]))
                for i, w in enumerate(weights)
            ]
            # play comes to each draw once at most, so the value is a straight line in these weights
            difference = (changed(under, draw.node, tuple(moved)) - solution.value) / step
            assert difference == way.worth


def test_each_face_of_a_die_is_worth_what_it_shows_above_the_others() -> None:
    @rule
    async def one() -> int:
        face = await roll(d(3))
        return face * face

    (draw,) = draws(solve(explore(one())))
    # 1, 4 and 9: against the mean of the two others
    assert [way.worth for way in draw.ways] == [9 - F(5, 2), 4 - 5, 1 - F(13, 2)]
    assert (draw.good, draw.worth) == (F(1, 3), 9 - F(5, 2))


def yes(p: Fraction) -> Expression[bool]:
    return d(p.denominator) <= p.numerator


@rule
async def second_chance(p: Fraction, q: Fraction) -> Then[bool]:
    if await roll(yes(p)):
        return True
    return roll(yes(q))


def test_a_roll_that_is_returned_is_a_draw() -> None:
    first, second = Sensitivity(solve(explore(second_chance(F(1, 2), F(1, 4)))), None).draws()
    # p + (1 - p) q, by p and by q
    assert (first.good, first.worth) == (F(1, 2), 1 - F(1, 4))
    assert (second.reached, second.good, second.worth) == (F(1, 2), F(1, 4), 1 - F(1, 2))
    assert second.place == roll(yes(F(1, 4)))


def test_a_mix_of_options_is_no_luck() -> None:
    @rule
    async def matching() -> bool:
        ours, theirs = await choose_secretly({"player": ("heads", "tails"), "opponent": ("heads", "tails")})
        return ours == theirs

    assert draws(solve(explore(matching()))) == []


def test_a_plan_that_does_not_come_to_a_draw_leaves_it_out() -> None:
    @rule
    async def sure(p: Fraction) -> bool:
        if await choose("player", ("sure", "risk")) == "sure":
            return True
        return await roll(chance(p)) == "won"

    assert draws(solve(explore(sure(F(1, 2))))) == []


@pytest.mark.parametrize("face", [2, 3])
def test_several_ways_that_are_better_rise_in_proportion(face: int) -> None:
    @rule
    async def at_least(least: int) -> bool:
        return await roll(d(4)) >= least

    (draw,) = draws(solve(explore(at_least(face))))
    assert (draw.reached, draw.good, draw.worth) == (F(1), F(5 - face, 4), F(1))

"""Trade-offs of gain against cost. Judged by trying all plans one by one, and by hand."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import coin, d6, d10
from oddsmith.errors import BadInput, RuleError
from oddsmith.rules import (
    AtLeast,
    Call,
    Goal,
    Linear,
    Stall,
    Then,
    Vertex,
    answered,
    best,
    best_within,
    cheapest,
    choose,
    explore,
    frontier,
    odds,
    roll,
    rule,
    thriftiest,
)

Pair = tuple[Fraction, Fraction]


def at(vertices: Sequence[Vertex[Any]]) -> list[tuple[Any, Any]]:
    return [(vertex.gain, vertex.cost) for vertex in vertices]


def won(outcome: tuple[Any, int]) -> int:
    return int(outcome[0])


def paid(outcome: tuple[Any, int]) -> int:
    return outcome[1]


@rule
async def at_least_five(coins: int, spent: int) -> Then[tuple[bool, int]]:
    """A d6 must show 5. A failure may be rolled again for 1 coin, or bought off for 4."""
    if await roll(d6.pool(1).count(at_least=5)):
        return True, spent
    match await choose("player", ("accept", *["again"] * (coins >= 1), *["buy"] * (coins >= 4))):
        case "again":
            return at_least_five(coins - 1, spent + 1)
        case "buy":
            return True, spent + 4
    return False, spent


def all_plans(call: Call[Any]) -> Iterator[Pair]:
    """Expectations of every plan there is."""
    decisions = list(explore(call).decisions.values())
    for options in product(*[decision.options for decision in decisions]):
        plan = dict(zip(decisions, options, strict=True))
        outcomes = odds(call, plan.__getitem__)
        yield outcomes.map(won).mean, outcomes.map(paid).mean


def hull(points: set[Pair]) -> list[Pair]:
    """The points that are best for some price: there is none above a line to a point with more gain and cost."""
    undominated = [p for p in points if not any(q != p and q[0] >= p[0] and q[1] <= p[1] for q in points)]
    undominated.sort(key=lambda p: p[1])
    kept: list[Pair] = []
    for point in undominated:
        while len(kept) > 1 and slope(kept[-2], kept[-1]) <= slope(kept[-1], point):
            kept.pop()
        kept.append(point)
    return kept


def slope(low: Pair, high: Pair) -> Fraction:
    return (high[0] - low[0]) / (high[1] - low[1])


@pytest.mark.parametrize("coins", range(6))
def test_the_frontier_is_the_hull_of_all_plans(coins: int) -> None:
    vertices = frontier(explore(at_least_five(coins, 0)), won, paid)
    assert at(vertices) == hull(set(all_plans(at_least_five(coins, 0))))


def net_of(price: Fraction) -> Goal:
    return lambda outcome: won(outcome) - price * paid(outcome)


def test_every_vertex_is_best_at_the_prices_it_names_and_at_no_others() -> None:
    call = at_least_five(5, 0)
    vertices = frontier(explore(call), won, paid)
    for vertex in vertices:
        low, high = vertex.prices
        top = low + 1 if high is None else high
        for price in (low, (low + top) / 2, top):
            value = best(call, net_of(price)).value
            assert value == vertex.gain - price * vertex.cost
        beyond = low / 2 if low else top + 1
        value = best(call, net_of(beyond)).value
        assert (value > vertex.gain - beyond * vertex.cost) == (low > 0 or high is not None)


def test_the_plan_of_a_vertex_leads_to_what_it_promises() -> None:
    call = at_least_five(5, 0)
    for vertex in frontier(explore(call), won, paid):
        outcomes = odds(call, vertex.policy)
        assert outcomes == vertex.distribution
        assert (outcomes.map(won).mean, outcomes.map(paid).mean) == (vertex.gain, vertex.cost)


def test_among_plans_that_cost_as_little_the_one_that_gains_most_counts() -> None:
    gifts = {"nothing": (0, 0), "gift": (1, 0), "waste": (1, 2), "more": (2, 3), "dear": (2, 4)}

    @rule
    async def pick() -> tuple[int, int]:
        return await choose("player", gifts)

    vertices = frontier(explore(pick()), gained, paid)
    assert at(vertices) == [(1, 0), (2, 3)]
    assert [vertex.prices for vertex in vertices] == [(Fraction(1, 3), None), (0, Fraction(1, 3))]


def gained(outcome: tuple[int, int]) -> int:
    return outcome[0]


@st.composite
def games(draw: st.DrawFn) -> Call[Any]:
    """A small tree of choices and coin tosses with drawn outcomes."""
    outcomes = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=6, max_size=6))
    turns = draw(st.lists(st.booleans(), min_size=3, max_size=3))

    @rule
    async def game(step: int, gained: int, spent: int) -> Then[tuple[int, int]]:
        if step == len(turns):
            return gained, spent
        ways = outcomes[2 * step : 2 * step + 2]
        way = await roll(coin) == "H" if turns[step] else await choose("player", (False, True))
        more, cost = ways[int(way)]
        if step and gained % 2:
            more, cost = cost, more
        return game(step + 1, gained + more, spent + cost)

    return game(0, 0, 0)


@settings(max_examples=60, deadline=None)
@given(games(), st.fractions(0, 1, max_denominator=7))
def test_frontiers_and_constrained_optima_of_any_small_game_are_those_of_all_plans(
    call: Call[Any], share: Fraction
) -> None:
    decisions = list(explore(call).decisions.values())
    points = set()
    for options in product(*[decision.options for decision in decisions]):
        outcomes = odds(call, dict(zip(decisions, options, strict=True)).__getitem__)
        points.add((outcomes.map(gained).mean, outcomes.map(paid).mean))
    expected = hull(points)
    graph = explore(call)
    assert at(frontier(graph, gained, paid)) == expected
    most = expected[0][1] + share * (expected[-1][1] - expected[0][1])
    mix = best_within(graph, gained, paid, most)
    assert mix.cost <= most
    # no two plans mixed to cost that much gain more
    reachable = [low for low in points if low[1] <= most]
    ways = [low[0] for low in reachable]
    for low, high in product(reachable, points):
        if high[1] > most:
            ways.append(low[0] + (most - low[1]) * slope(low, high))
    assert mix.gain == max(ways)
    assert cheapest(graph, gained, paid, mix.gain).cost == mix.cost


def test_a_budget_is_spent_by_mixing_two_plans() -> None:
    graph = explore(at_least_five(4, 0))
    # accept all: 1/3 for nothing; buy at once: 1 for 4 x 2/3; or up to four tries
    mix = best_within(graph, won, paid, 1)
    assert mix.cost == 1
    assert sum(share for share, _ in mix.parts) == 1
    assert mix.gain == sum(share * point.gain for share, point in mix.parts)
    assert mix.distribution.map(won).mean == mix.gain
    assert mix.price == (mix.parts[1][1].gain - mix.parts[0][1].gain) / (mix.parts[1][1].cost - mix.parts[0][1].cost)


def test_a_budget_that_is_too_large_leaves_the_best_plan_alone() -> None:
    mix = best_within(explore(at_least_five(4, 0)), won, paid, 100)
    assert mix.gain == 1
    assert mix.price is None
    assert len(mix.parts) == 1


def test_the_cheapest_way_to_a_chance_is_a_mix_too() -> None:
    graph = explore(at_least_five(4, 0))
    mix = cheapest(graph, won, paid, Fraction(3, 5))
    assert mix.gain == Fraction(3, 5)
    assert best_within(graph, won, paid, mix.cost).gain == Fraction(3, 5)
    assert cheapest(graph, won, paid, 0).cost == 0


def test_what_no_plan_reaches_is_refused_with_what_can_be_had() -> None:
    graph = explore(at_least_five(2, 1))
    with pytest.raises(BadInput, match="most: '1/2'.*1 or more"):
        best_within(graph, won, paid, Fraction(1, 2))
    with pytest.raises(BadInput, match="least: '1'.*19/27 or less"):
        cheapest(graph, won, paid, 1)


def test_a_frontier_from_another_state_on() -> None:
    graph = explore(at_least_five(5, 0), at_least_five(3, 0))
    later = frontier(graph, won, paid, start=at_least_five(3, 0))
    alone = frontier(explore(at_least_five(3, 0)), won, paid)
    assert [(v.gain, v.cost, v.prices) for v in later] == [(v.gain, v.cost, v.prices) for v in alone]
    assert later[-1].distribution == alone[-1].distribution


@rule
async def patience(coins: int) -> Then[int]:
    """Throw a d10 for a 10; every throw more costs a coin. The outcome is what was paid, plus `coins` on giving up."""
    if await roll(d10) == 10:
        return 0
    if await choose("player", ("give up", "again")) == "give up":
        return coins
    return 1 + patience(coins)


def test_loops_and_gains_have_frontiers_too() -> None:
    # the coins spent, against the chance of a 10: all throws or just one, since the tenth is like the first
    graph = explore(patience(-1000))
    success, throws = Linear(lambda total: total >= 0, 0), Linear(lambda total: max(total, 0), 1)
    vertices = frontier(graph, success, throws)
    assert at(vertices) == [(Fraction(1, 10), 0), (1, 9)]
    assert vertices[0].prices == (Fraction(1, 10), None)
    reached = cheapest(
        graph, Linear(lambda total: total >= 0, 0), Linear(lambda total: max(total, 0), 1), Fraction(1, 2)
    )
    assert reached.cost == 4


def test_goals_that_do_not_know_gains_are_refused_around_a_loop() -> None:
    with pytest.raises(RuleError, match=r"Linear\(goal, k\)"):
        frontier(explore(patience(0)), AtLeast(3), lambda total: total)


def test_play_that_can_be_kept_going_for_ever_is_refused() -> None:
    @rule
    async def free_again() -> Then[tuple[int, int]]:
        face = await roll(d6)
        return free_again() if await choose("player", ("keep", "again")) == "again" else (face, 0)

    with pytest.raises(Stall):
        frontier(explore(free_again()), gained, paid)


@rule
async def haggle(spent: int) -> Then[tuple[bool, int]]:
    """Pay 0 to 3; the opponent may then make it a coin toss."""
    spent += await choose("player", (0, 1, 2, 3))
    if await choose("opponent", ("leave it", "toss")) == "toss":
        return await roll(coin) == "H", spent
    return spent >= 2, spent


def test_against_an_opponent_one_must_say_what_the_opponent_does() -> None:
    graph = explore(haggle(0))
    with pytest.raises(RuleError, match=r"'opponent' decides too.*answered"):
        frontier(graph, won, paid)
    tossing = answered(graph, {"opponent": lambda decision: "toss"})
    assert at(frontier(tossing, won, paid)) == [(Fraction(1, 2), 0)]
    leaving = answered(graph, {"opponent": lambda decision: "leave it"})
    assert at(frontier(leaving, won, paid)) == [(0, 0), (1, 2)]


def test_the_thriftiest_of_the_plans_that_gain_most_is_the_last_vertex():
    graph = explore(at_least_five(6, 0))
    last, point = frontier(graph, won, paid)[-1], thriftiest(graph, won, paid)
    assert (point.gain, point.cost) == (last.gain, last.cost)
    assert point.distribution == last.distribution

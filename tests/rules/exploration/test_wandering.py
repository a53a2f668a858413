"""Random ways show early that there are more states than the limit; what has no more is never refused."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from oddsmith.dice import coin, d, d4, d6
from oddsmith.rules import Call, StateLimit, explore, odds, roll, rule
from oddsmith.rules.exploration.explore import BOUND, build
from oddsmith.rules.exploration.limits.wandering import Wandering
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.graph.graph import Graph


@rule
async def three_counters(most: int) -> tuple[int, ...]:
    """About most * most * most states."""
    counters = [0, 0, 0]
    while max(counters) < most:
        counters[await roll(d(3)) - 1] += 1
    return tuple(counters)


@rule
async def exclusive_or(times: int) -> int:
    total = last = 0
    for _ in range(times):
        total += await roll(d4)
        last ^= total
    return last


@rule
async def faces_seen(most: int) -> int:
    """Sets of up to so many of 40 faces; a face that has come before changes nothing."""
    seen: frozenset[int] = frozenset()
    while len(seen) < most:
        seen |= {await roll(d(40))}
    return sum(seen)


@pytest.mark.parametrize(
    ("call", "limit"),
    [(three_counters(200), 1_000_000), (exclusive_or(200), 300_000), (faces_seen(25), 300_000)],
    ids=str,
)
def test_states_that_meet_are_refused_after_a_fraction_of_the_limit(call: Call[Any], limit: int) -> None:
    setting = Setting(limit, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=rf"more than {limit:,} states; the limit is {limit:,}") as caught:
        build((call,), setting)
    assert setting.nodes < limit / 3
    assert not caught.value.endless
    assert caught.value.line > 0


@rule
async def two_counters(most: int) -> int:
    one = other = 0
    while max(one, other) < most:
        if await roll(coin) == "H":
            one += 1
        else:
            other += 1
    return one


@rule
async def lanes(classes: int, length: int) -> tuple[int, int]:
    """Once a class is rolled, few states follow at a time, and none of another class."""
    kind = await roll(d(classes))
    place = 0
    for _ in range(length):
        place = (place + await roll(d(2))) % 3
    return kind, place


@pytest.mark.parametrize(
    ("call", "states"),
    [
        (two_counters(175), 175 * 175 + 175),  # from 0 to 174 each; an end for every value of the first
        (lanes(260, 40), None),
    ],
    ids=str,
)
def test_what_has_no_more_states_than_the_limit_is_never_refused(call: Call[Any], states: int | None) -> None:
    found = len(explore(call))
    assert found >= 30_000  # else nothing is looked at
    assert states is None or abs(found - states) < 300
    assert len(explore(call, limit=found)) == found


@rule
async def race(k: int) -> str:
    """Some ways are over at once, most are long."""
    start = await roll(d6)
    if start == 1:
        return "fumble"
    a = b = c = start
    while a < k and b < k and c < k:
        face = await roll(d(3))
        if face == 1:
            a += 1
        elif face == 2:
            b += 1
        else:
            c += 1
    return "a" if a >= k else "b" if b >= k else "c"


@pytest.mark.parametrize("limit", [1_000_000, 150_000, 60_000])  # other limits, other ways
def test_ways_that_are_over_at_once_are_taken_as_they_come(limit: int) -> None:
    law = odds(race(32), limit=limit)
    assert law.pmf("fumble") == Fraction(1, 6)
    assert law.pmf("a") == law.pmf("b") == law.pmf("c") == Fraction(5, 18)  # the sides are alike


@pytest.mark.parametrize("limit", [21_000, 22_000, 24_000])
def test_ways_that_are_over_at_once_end_no_look_at_the_others(limit: int) -> None:
    with pytest.raises(StateLimit, match=rf"the limit is {limit:,}"):
        explore(race(32), limit=limit)


# -- on graphs of known size


def _graph(onward: Callable[[Any], Iterator[Any]], start: Any) -> Graph:
    """A graph of all that follow one another."""
    graph, numbers, todo = Graph(roots=[0]), {start: 0}, [start]
    graph.new(start)
    for place in todo:
        targets = []
        for target in onward(place):
            if target not in numbers:
                numbers[target] = graph.new(target)
                todo.append(target)
            targets.append(numbers[target])
        graph.targets[numbers[place]] = tuple(targets)
        if not targets:
            graph.ends[numbers[place]] = place
    return graph


def _cube(side: int, axes: int) -> Graph:
    def onward(place: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for axis in range(axes):
            if place[axis] + 1 < side:
                yield (*place[:axis], place[axis] + 1, *place[axis + 1 :])

    return _graph(onward, (0,) * axes)


def _lanes(number: int, length: int, width: int) -> Graph:
    """Many lanes, of some length, in which so many states lie beside one another, and any of them leads to any."""

    def onward(place: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not place:
            yield from [(lane, 0, 0) for lane in range(number)]
        elif place[1] + 1 < length:
            yield from [(place[0], place[1] + 1, beside) for beside in range(width)]

    return _graph(onward, ())


def _tree(depth: int, branches: int) -> Graph:
    def onward(place: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(place) < depth:
            yield from [(*place, branch) for branch in range(branches)]

    return _graph(onward, ())


SHAPES: dict[str, Callable[[], Graph]] = {
    "a line": lambda: _cube(3_000, 1),
    "a square": lambda: _cube(100, 2),
    "a cube": lambda: _cube(30, 3),
    "single lanes": lambda: _lanes(400, 60, 1),
    "lanes of two": lambda: _lanes(200, 60, 2),
    "wide lanes": lambda: _lanes(3, 60, 100),
    "a tree": lambda: _tree(8, 3),
    "a bush": lambda: _tree(3, 25),
}


@cache
def shape(name: str) -> Graph:
    return SHAPES[name]()


@pytest.mark.parametrize(("name", "seed"), [*product(SHAPES, range(6))])
def test_no_more_states_are_told_than_there_are(name: str, seed: int) -> None:
    graph = shape(name)
    wandering = Wandering(graph, [], len(graph) + seed)  # the limit seeds the ways, too
    assert wandering.onward() is None
    assert wandering.least <= len(graph)
    assert wandering.left() == []


@pytest.mark.parametrize("name", ["a cube", "wide lanes"])
def test_states_are_told_to_be_more_than_far_fewer(name: str) -> None:
    graph = shape(name)
    wandering = Wandering(graph, [], len(graph) // 10)
    assert wandering.onward() is None
    assert wandering.least > len(graph) // 10

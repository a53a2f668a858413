"""Ways to states drawn at random show early that there are too many; what has no more is never refused."""

from typing import Any

import pytest

from oddsmith.dice import d, d4, d6, d10, d100
from oddsmith.rules import Call, StateLimit, Then, best, choose, explore, roll, rule
from oddsmith.rules.exploration.explore import BOUND, build
from oddsmith.rules.exploration.limits.aiming import Aiming
from oddsmith.rules.exploration.setting import Setting
from oddsmith.rules.graph.graph import Graph


@rule
async def faces_gathered(rolls: int) -> int:
    seen: frozenset[int] = frozenset()
    for _ in range(rolls):
        seen = seen | {await roll(d100)}
    return sum(seen)


@rule
async def last_alive(points: int) -> int:
    """Four fighters, each struck at random: 41 to the fourth states, nearly all of which come up."""
    hp = [points] * 4
    while sum(each > 0 for each in hp) > 1:
        who = await roll(d4) - 1
        hp[who] = max(0, hp[who] - await roll(d6))
    return hp.index(max(hp))


@rule
async def first_down(a: int, b: int, c: int, e: int) -> Then[int]:
    if min(a, b, c, e) <= 0:
        return a + 2 * b + 3 * c
    wound, who = await roll(d6), await roll(d4)
    left = [points - wound * (place == who) for place, points in enumerate((a, b, c, e), 1)]
    return first_down(*left)


@rule
async def tally(rolls: int) -> int:
    seen: dict[int, int] = {}
    for _ in range(rolls):
        face = await roll(d6)
        seen[face] = seen.get(face, 0) + 1
    return next(iter(seen)) * max(seen.values())


@rule
async def hand_of(cards: int) -> int:
    hand: list[int] = []
    while len(hand) < cards:
        face = await roll(d6)
        if await choose("player", ("keep", "throw")) == "keep":
            hand.append(face)
        elif hand and await choose("player", ("go on", "stop")) == "stop":
            break
    return hand[0] * hand[-1]


def moved(place: tuple[int, int], way: int) -> tuple[int, int]:
    """A step on a map of 11 by 11 fields, which stops at its edge."""
    x, y = place
    x, y = x + (way == 1) - (way == 2), y + (way == 3) - (way == 4)
    return min(10, max(0, x)), min(10, max(0, y))


@rule
async def three_tokens() -> int:
    """Each moves in its turn: all three awaits together have three times 121 to the third states."""
    a, b, c = (0, 0), (10, 10), (0, 10)
    while not a == b == c:
        a = moved(a, await roll(d4))
        b = moved(b, await roll(d4))
        c = moved(c, await roll(d4))
    return a[0]


@rule
async def all_struck(a: int, b: int, c: int, e: int) -> Then[int]:
    """Four fighters who lose points in each round: each state has 1,296 branches."""
    if sum(points > 0 for points in (a, b, c, e)) <= 1:
        return a + 2 * b + 3 * c
    wounds = (await roll(d6), await roll(d6), await roll(d6), await roll(d6))
    return all_struck(*[max(0, points - wound) for points, wound in zip((a, b, c, e), wounds, strict=True)])


def test_awaits_that_follow_one_another_are_aimed_at_together() -> None:
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"more than 1,000,000 states; .*Most are of rule three_tokens"):
        build((three_tokens(),), setting)
    assert setting.nodes < 60_000


def test_states_with_too_many_branches_are_refused_before_these_are_followed() -> None:
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"about \d,\d{3},\d{3} states; .*Most are of rule all_struck"):
        build((all_struck(40, 40, 40, 40),), setting)
    assert setting.work < 150_000


@rule
async def bits_flipped(sides: int, rolls: int) -> int:
    """All ways to set a bit for each face come up, in any order: two to the number of sides."""
    bits = 0
    for _ in range(rolls):
        bits ^= 1 << await roll(d(sides))
    return bits % 5


@rule
async def flipped_until_all(sides: int) -> int:
    bits = 0
    while bits.bit_count() < sides:
        bits ^= 1 << await roll(d(sides))
    return bits


TOO_MANY = [faces_gathered(60), last_alive(40), first_down(40, 40, 40, 40), tally(200), hand_of(13)]


@pytest.mark.parametrize("call", TOO_MANY, ids=str)
def test_states_that_are_far_too_many_are_refused_after_a_few(call: Call[Any]) -> None:
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"more than 1,000,000 states; .*Most are of rule \w+ \(line \d+\)") as caught:
        build((call,), setting)
    assert setting.nodes - setting.heavy < 40_000
    assert setting.work < 100_000
    assert not caught.value.endless
    assert caught.value.early == (call.rule not in (faces_gathered, hand_of))  # are there numbers that grow?


@pytest.mark.parametrize("call", [bits_flipped(30, 1_000), flipped_until_all(30)], ids=str)
def test_numbers_of_which_single_bits_are_flipped_are_aimed_at_bit_by_bit(call: Call[Any]) -> None:
    """Nearly all of two to the thirtieth come up; each state has thirty others beside it."""
    setting = Setting(1_000_000, BOUND, None, decisions_stay=True)
    with pytest.raises(StateLimit, match=r"more than 1,000,000 states; .*Most are of rule \w+ \(line \d+\)"):
        build((call,), setting)
    assert setting.nodes < 80_000


def test_best_play_says_the_same() -> None:
    with pytest.raises(StateLimit, match="hand_of"):
        best(hand_of(13))


# -- boxes of which most is never met


@rule
async def rising(most: int) -> int:
    """Three numbers of which the second is at least the first and the third at least the second: a sixth of a cube."""
    a = b = c = 0
    while c < most:
        face = await roll(d(3))
        c += face == 1
        b += face == 2 and b < c
        a += face == 3 and a < b
    return a * b


@rule
async def beside(most: int) -> int:
    """Two numbers that are never far apart, and their sum and product."""
    a = b = total = product = 0
    while a < most:
        face = await roll(d4)
        a += face < 3
        b = max(a - 2, min(b + (face > 1), a + 2))
        total, product = a + b, a * b
    return total * product % 7


@rule
async def sets_in_order(rolls: int) -> int:
    """Faces gathered from 1 on, each after the one before it: as many sets as faces."""
    seen: frozenset[int] = frozenset()
    for _ in range(rolls):
        face = await roll(d10)
        if face <= len(seen) + 1:
            seen |= {face}
    return sum(seen) % 3


@rule
async def few_bits(rolls: int) -> int:
    """A bit for each of 33 faces, of which no more than three are set."""
    bits = 0
    for _ in range(rolls):
        bits ^= 1 << await roll(d(33))
        if bits.bit_count() > 3:
            bits = 0
    return bits


NO_MORE = [rising(32), beside(1_200), sets_in_order(540), few_bits(4)]


def _within(graph: Graph, number: int) -> list[bool]:
    """For some limits, whether ways to states are followed at once, and say that there are more."""
    said = []
    for seed in range(number):
        aiming = Aiming(graph, [], len(graph) + seed)  # the limit seeds the ways, too
        assert aiming.onward() is None
        said.append(aiming.least > 0)
        assert aiming.left() == []
    return said


@pytest.mark.parametrize("call", NO_MORE, ids=str)
def test_what_has_no_more_states_is_never_refused(call: Call[Any]) -> None:
    graph = explore(call)
    found = len(graph)
    assert found >= 5_000  # else nothing is looked at
    assert len(explore(call, limit=found)) == found
    assert not any(_within(graph, 4))


def test_more_is_told_of_far_fewer() -> None:
    graph = explore(last_alive(8))
    assert len(graph) >= 5_000
    aiming = Aiming(graph, [], len(graph) // 10)
    assert aiming.onward() is None
    assert aiming.least > len(graph) // 10

"""Numbers that grow without end and are only compared: exact odds with few states; see also `test_totals`."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.totals import program
from tests.rules.games import capped
from tests.rules.states_found import at_most

from oddsmith.dice import Die, d6
from oddsmith.distribution import Distribution
from oddsmith.rules import Call, StateLimit, choose, first_option, odds, roll, rule
from oddsmith.rules.caps import Caps
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT
from oddsmith.rules.exploration.with_policy import explore_with
from oddsmith.rules.graph.graph import Graph
from oddsmith.rules.solvers.absorption import outcomes

d2 = Die.sided(2)


def graph(call: Call[Any]) -> Graph:
    return explore_with(call, None, limit=STATE_LIMIT, bound=BOUND)


def sums(most: int) -> list[Fraction]:
    """The chance that the faces before the first 6 come to 0, 1, ... most: each is 1 to 5, and then there is a 6."""
    chance = [Fraction(1)] + [Fraction(0)] * most  # that a sum is passed by
    for total in range(1, most + 1):
        chance[total] = sum((chance[total - face] for face in range(1, 6) if face <= total), Fraction(0)) / 6
    return [each / 6 for each in chance]


@rule
async def reaches(target: int) -> str:
    total = 0
    while True:
        face = await roll(d6)
        if face == 6:
            return "won" if total >= target else "lost"
        total += face


@rule
async def reached(target: int) -> bool:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return total >= target


@rule
async def at_least(least: int) -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return max(total, least)


@rule
async def falls(start: int) -> int:
    left = start
    while (face := await roll(d6)) != 6:
        left -= face
    return max(0, left)


@rule
async def with_a_bonus() -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    if total >= 10:
        total += 5
    return total


@rule
async def inside() -> int:
    """Each 5 brings as many points as there were faces before it, at most 3."""
    seen = points = 0
    while (face := await roll(d6)) != 6:
        if face == 5:
            points += min(seen, 3)
        seen += 1
    return points


def test_a_cap_on_an_endless_sum_is_exact_with_few_states() -> None:
    found, below = odds(capped(5)), sums(4)
    assert [found.pmf(k) for k in range(5)] == below
    assert found.pmf(5) == 1 - sum(below)
    assert len(graph(capped(5))) < 10


@pytest.mark.parametrize("target", [1, 5, 20, 100])
def test_a_bound_given_as_the_rule_is_called(target: int) -> None:
    below = sum(sums(target - 1))
    assert odds(reaches(target)).pmf("lost") == below
    assert odds(reached(target)).pmf(False) == below
    assert len(graph(reached(target))) < target + 6


def test_what_is_beyond_a_floor_is_a_gain() -> None:
    found, below = odds(at_least(5)), sums(40)
    assert found.pmf(5) == sum(below[:6])
    assert [found.pmf(k) for k in range(6, 41)] == below[6:]


def test_a_number_that_falls() -> None:
    found, below = odds(falls(20)), sums(19)
    assert [found.pmf(20 - k) for k in range(20)] == below
    assert found.pmf(0) == 1 - sum(below)


def test_a_bonus_from_some_number_on() -> None:
    found, below = odds(with_a_bonus()), sums(40)
    expected = dict(enumerate(below[:10])) | {k + 5: share for k, share in enumerate(below) if k >= 10}
    assert all(found.pmf(k) == expected.get(k, 0) for k in range(41))


def test_a_cap_inside_a_loop() -> None:
    # states: how many faces were seen, at most 3; each is a 5 with 1/6, ends all with 1/6
    found = odds(inside())
    spread: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    chances: dict[int, Fraction] = {}
    for _ in range(60):
        further: dict[tuple[int, int], Fraction] = {}
        for (seen, points), share in spread.items():
            chances[points] = chances.get(points, Fraction(0)) + share / 6
            for brings, part in ((min(seen, 3), Fraction(1, 6)), (0, Fraction(4, 6))):
                at = (min(seen + 1, 3), points + brings)
                further[at] = further.get(at, Fraction(0)) + share * part
        spread = further
    left = sum(spread.values())
    assert all(0 <= found.pmf(points) - chances.get(points, 0) <= left for points in range(15))


@dataclass(frozen=True)
class Score:
    total: int
    faces: int


@rule
async def scored() -> Score:
    total = faces = 0
    while (face := await roll(d6)) != 6:
        total += face
        faces += 1
    return Score(total, faces)


@rule
async def a_pair() -> tuple[int, int]:
    total = faces = 0
    while (face := await roll(d6)) != 6:
        total += face
        faces += 1
    return total, faces


def test_comparisons_that_the_question_makes() -> None:
    below, none = sums(4), Fraction(1, 6)
    assert odds(scored(), of=lambda o: o.total >= 5).pmf(False) == sum(below)
    assert odds(scored(), of=lambda o: "hit" if o.total > 4 else "miss").pmf("miss") == sum(below)
    assert odds(a_pair(), of=lambda o: o[0] >= 5).pmf(False) == sum(below)
    assert odds(a_pair(), of=lambda o: o[1] >= 2).pmf(False) == none + Fraction(5, 6) * none
    capped_there = odds(scored(), of=lambda o: min(o.total, 5))
    assert [capped_there.pmf(k) for k in range(5)] == below
    assert [odds(scored(), of=lambda o: max(o.total, 3)).pmf(k) for k in (3, 4)] == [sum(below[:4]), below[4]]


def test_several_comparisons_at_once() -> None:
    # not five, and not two faces: no face, or one of 1 to 4; five with one face: a 5
    expected = {(False, False): Fraction(1, 6) + Fraction(4, 36), (True, False): Fraction(1, 36)}
    two_below_five = Fraction(1 + 2 + 3, 216) + Fraction(1 + 3, 1296) + Fraction(1, 7776)
    expected |= {(False, True): two_below_five, (True, True): 1 - sum(expected.values()) - two_below_five}
    found = odds(scored(), of=lambda o: (o.total >= 5, o.faces >= 2))
    assert {pair: found.pmf(pair) for pair in expected} == expected


@rule
async def remainder() -> int:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return (total > 5) + total % 3


def test_what_tells_all_numbers_apart_is_refused_as_before() -> None:
    with pytest.raises(StateLimit):
        odds(remainder(), limit=3_000)


def test_a_policy_that_looks_at_all_is_shown_all() -> None:
    @rule
    async def asks(rounds: int) -> int:
        total = 0
        for _ in range(rounds):
            if await choose("player", ("on", "stop")) == "stop":
                break
            total += await roll(d2)
        return min(total, 3)

    found = odds(asks(300), lambda decision: "stop" if decision.variables["total"] > 1 else "on")
    assert found == Distribution.from_weights({2: 3, 3: 1})  # 2, or 1 and 1; or 1 and 2
    assert odds(asks(3), first_option).pmf(3) == 1


@rule
async def longest_run(cap: int) -> int:
    """The longest row of faces 4 and 5 before the first 6, up to a cap."""
    best = run = 0
    while (face := await roll(d6)) != 6:
        run = run + 1 if face > 3 else 0
        best = min(max(best, run), cap) if cap else max(best, run)
    return best


@rule
async def longest_of_capped_runs(cap: int) -> int:
    best = run = 0
    while (face := await roll(d6)) != 6:
        run = min(run + 1, cap) if face > 3 else 0
        best = max(best, run)
    return best


def test_a_longest_run_is_refused_early_and_answered_with_the_cap_that_the_error_names() -> None:
    """From no run on, one of k comes before a 6 with chance a = (1/3)^k + a/2 (1 + 1/3 + ... + (1/3)^(k-1))."""
    with (
        at_most(150_000),
        pytest.raises(StateLimit, match=r"run is a new value in each.*Cap run \(`min\(run, \.\.\.\)`\)"),
    ):
        odds(longest_run(0))
    third = Fraction(1, 3)
    reaches = [third**k / (1 - sum((third**i for i in range(k)), Fraction(0)) / 2) for k in range(21)]
    for found in (odds(longest_of_capped_runs(20)), odds(longest_run(20))):
        assert [found.p(lambda n, k=k: n >= k) for k in range(21)] == reaches  # type: ignore[misc]


@rule
async def looked_up(cap: int) -> str:
    total = 0
    while (face := await roll(d6)) != 6:
        total += face
    return {0: "none", 1: "one"}.get(min(total, cap) if cap else total, "many")


def test_a_number_without_end_is_looked_up_once_it_is_capped() -> None:
    """Nothing: a 6 at once. One: a 1 and then a 6."""
    with at_most(150_000), pytest.raises(StateLimit, match=r"total is a new value in each.*Cap total \(`min\(total, "):
        odds(looked_up(0))
    assert odds(looked_up(20)) == Distribution.from_weights({"none": 6, "one": 1, "many": 29})


@pytest.mark.examples
@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("objects", [False, True])
def test_random_totals_with_limits_at_once_have_the_odds_of_replay(
    seed: int, objects: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oddsmith.rules.caps._SAMPLED", 2)
    monkeypatch.setattr("oddsmith.rules.caps._SPAN", 1)
    monkeypatch.setattr("oddsmith.rules.exploration.nodes.WEIGHED", 1)
    text, call = program(seed, objects=objects)
    expected = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    assert found_or_raised(lambda: odds(call)) == expected, text


def test_random_totals_meet_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above tries what it says."""
    monkeypatch.setattr("oddsmith.rules.caps._SAMPLED", 2)
    monkeypatch.setattr("oddsmith.rules.caps._SPAN", 1)
    monkeypatch.setattr("oddsmith.rules.exploration.nodes.WEIGHED", 1)
    met = 0
    beyond = Caps._beyond

    def counted(self: Caps, *args: Any, **named: Any) -> Any:
        nonlocal met
        met += 1
        return beyond(self, *args, **named)

    monkeypatch.setattr(Caps, "_beyond", counted)
    for seed in range(40):
        found_or_raised(lambda seed=seed: odds(program(seed)[1]))  # type: ignore[misc]
    assert met > 20

"""Questions to parts of outcomes have the answers that the whole outcomes give."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from tests.rules.compile.fuzz import found_or_raised, replayed
from tests.rules.compile.totals import program

from oddsmith.dice import Die, d6
from oddsmith.rules import Call, Then, choose, first_option, note, odds, roll, rule, simulate
from oddsmith.rules.exploration.explore import BOUND, STATE_LIMIT, explore_of, explore_with
from oddsmith.rules.solvers.absorption import outcomes

d2, d3 = Die.sided(2), Die.sided(3)

QUESTIONS: list[Callable[[Any], Any]] = [
    lambda o: o.hits,
    lambda o: 3 * o.hits - o.cost,
    lambda o: o.cost > 2,
    lambda o: (o.cost, o.hits),
    lambda o: o.said,
    lambda o: -o.cost if o.hits else 0,
    lambda o: min(o.hits, 2),
]


def states(call: Call[Any], of: Callable[[Any], Any]) -> int:
    graph = explore_of(call, of, None, limit=STATE_LIMIT, bound=BOUND)
    return len(graph or explore_with(call, None, limit=STATE_LIMIT, bound=BOUND))


@pytest.mark.parametrize("seed", range(60))
def test_random_rules_answer_every_question_as_their_whole_outcomes_do(seed: int) -> None:
    text, call = program(seed, objects=True)
    whole = found_or_raised(lambda: outcomes(replayed(call, decisions_stay=False)))
    if isinstance(whole, str):
        return
    for of in QUESTIONS:
        assert odds(call, of=of) == whole.map(of), text


@dataclass(frozen=True)
class Fight:
    damage: int
    coins: int
    faces: tuple[int, ...] = ()

    @property
    def lucky(self) -> bool:
        return 6 in self.faces


@rule
async def fight(rounds: int) -> Fight:
    damage = coins = 0
    faces: tuple[int, ...] = ()
    for _ in range(rounds):
        face = await roll(d6)
        await note(f"{face} after {faces}")
        faces += (face,)
        if face > 4:
            damage += face
        else:
            coins += 1
    return Fight(damage, coins, faces)


def test_a_history_that_nobody_asks_for_is_no_state() -> None:
    few, many = odds(fight(4)), odds(fight(40), of=lambda o: 3 * o.damage - o.coins)
    assert odds(fight(4), of=lambda o: 3 * o.damage - o.coins) == few.map(lambda o: 3 * o.damage - o.coins)
    assert many.mean == Fraction(40 * (3 * (5 + 6) - 4), 6)  # of sums, whatever else
    assert states(fight(40), lambda o: 3 * o.damage - o.coins) < 60


def test_a_simulation_counts_what_is_asked() -> None:
    counted = simulate(fight(40), 1000, of=lambda o: o.coins, seed=5)
    assert sum(counted.counts.values()) == 1000
    assert 23 < sum(coins * n for coins, n in counted.counts.items()) / 1000 < 30  # 40 rolls, 2 in 3 of them a coin
    lucky = simulate(fight(3), 1000, of=lambda o: o.lucky, seed=5)
    assert set(lucky.counts) == {True, False}
    assert 0.37 < lucky.share(True) < 0.47  # 1 - (5/6)^3


def test_a_property_is_asked_of_the_whole_outcome() -> None:
    assert odds(fight(3), of=lambda o: o.lucky) == odds(fight(3)).map(lambda o: 6 in o.faces)


def doubled(outcome: Fight, times: int = 2) -> int:
    return outcome.coins * times


def test_a_question_that_cannot_be_read_is_asked_of_the_whole_outcome() -> None:
    whole = odds(fight(3))
    assert odds(fight(3), of=repr) == whole.map(repr)
    assert odds(fight(3), of=doubled) == whole.map(lambda o: o.coins * 2)
    bonus = 5
    assert odds(fight(3), of=lambda o: o.coins + bonus) == whole.map(lambda o: o.coins + 5)


@rule
async def opposed(rounds: int) -> int:
    mine = await fight(rounds)
    theirs = await fight(rounds)
    return mine.damage - theirs.damage


def test_a_sub_rule_is_asked_for_what_its_caller_reads() -> None:
    damage = odds(fight(3)).map(lambda o: o.damage)
    assert odds(opposed(3)) == damage - damage
    assert odds(opposed(12)).mean == 0  # 6^12 histories each, if they were followed


class Pair(NamedTuple):
    hits: int
    cost: int


@rule
async def pairs(n: int) -> Pair:
    hits = cost = 0
    for _ in range(n):
        hits += await roll(d2)
        cost += await roll(d3)
    return Pair(hits, cost)


@rule
async def either(n: int) -> Then[Fight]:
    if await roll(d2) == 1:
        return fight(n)
    return Fight(coins=await roll(d6), damage=n)


@rule
async def maybe(n: int) -> Fight | None:
    if await roll(d2) == 1:
        return None
    return await fight(n)


@rule
async def unpacks(n: int) -> tuple[int, int]:
    hits, cost = await pairs(n)
    again = await pairs(n)
    return hits - again.cost, cost


@dataclass(frozen=True)
class Checked:
    score: int
    doubled: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "doubled", 2 * self.score)


@rule
async def checked() -> Checked:
    score = await roll(d6)
    score += await roll(d6)
    return Checked(score)


@dataclass(frozen=True)
class Purse:
    coins: int
    said: str

    def __add__(self, more: int) -> "Purse":
        return Purse(self.coins + more, self.said + "+")


@rule
async def fills(n: int) -> Then[Purse]:
    found = await roll(d2) + await roll(d2)
    return found + fills(n - 1) if n else Purse(found, "")


@pytest.mark.parametrize(
    ("call", "of"),
    [
        (pairs(3), lambda o: o.hits - o.cost),
        (pairs(3), lambda o: o[0]),
        (pairs(3), lambda o: o.hits if o.cost > 5 else o),
        (either(2), lambda o: o.coins + o.damage),
        (either(2), lambda o: len(o.faces)),
        (maybe(2), lambda o: o is None or o.damage > 5),
        (unpacks(2), lambda o: o[0]),
        (unpacks(2), lambda o: o[1] - 2 * o[0]),
        (unpacks(2), lambda o: o[-1]),
        (checked(), lambda o: o.doubled),
        (checked(), lambda o: o.score),
        (fills(2), lambda o: o.coins),
        (fills(2), lambda o: o.said),
    ],
)
def test_outcomes_of_many_kinds_are_asked(call: Call[Any], of: Callable[[Any], Any]) -> None:
    assert odds(call, of=of) == outcomes(replayed(call, decisions_stay=False)).map(of)


@rule
async def spends(n: int) -> Fight:
    spent = 0
    for _ in range(n):
        if await choose("player", ("keep", "spend")) == "spend":
            spent += 1
    return Fight(await roll(d6), spent)


def test_a_policy_may_be_asked_about_parts() -> None:
    assert odds(spends(3), first_option, of=lambda o: o.coins - o.damage) == d6.distribution().map(lambda k: -k)
    assert odds(spends(3), lambda _: "spend", of=lambda o: o.coins).pmf(3) == 1

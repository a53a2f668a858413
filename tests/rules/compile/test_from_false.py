"""Totals that begin as False or True: bools are whole numbers, and one to which nothing was added stays as it is."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.distribution import Distribution
from oddsmith.errors import RuleError
from oddsmith.rules import Call, odds, roll, rule, simulate

LEAVE, HIT, MISS = Fraction(1, 6), Fraction(2, 6), Fraction(3, 6)  # a 1, a 5 or 6, and anything else
FIRST = {0: Fraction(2, 3), 1: Fraction(1, 3)}


@rule
async def first_throw_counts() -> int:
    hits: int = await roll(d6) >= 5
    while (f := await roll(d6)) != 1:
        hits += f >= 5
    return hits


@rule
async def from_false() -> int:
    hits: int = False
    while (f := await roll(d6)) != 1:
        hits += f >= 5
    return hits


@rule
async def rounds() -> int:
    rounds: int = False
    while await roll(d6) != 1:
        rounds += 1
    return rounds


@rule
async def left_from_within() -> int:
    hits: int = False
    while True:
        f = await roll(d6)
        if f == 1:
            return hits
        if f >= 5:
            hits += 1


@rule
async def twice_and_once() -> int:
    return 2 * await from_false() + await first_throw_counts()


def hits(k: int) -> Fraction:
    """The chance of k hits before the first 1: misses do not matter."""
    return (HIT / (HIT + LEAVE)) ** k * LEAVE / (HIT + LEAVE)


def from_the_first(k: int) -> Fraction:
    return sum((chance * hits(k - one) for one, chance in FIRST.items() if k >= one), Fraction(0))


def doubled(k: int) -> Fraction:
    return sum((hits(n) * from_the_first(k - 2 * n) for n in range(k // 2 + 1)), Fraction(0))


@pytest.mark.parametrize(
    ("call", "chance"),
    [
        (first_throw_counts(), from_the_first),
        (from_false(), hits),
        (rounds(), lambda k: Fraction(5, 6) ** k / 6),
        (left_from_within(), hits),
        (twice_and_once(), doubled),
    ],
    ids=lambda each: each.rule.name if isinstance(each, Call) else "",
)
def test_a_total_that_begins_as_a_bool_has_the_law_of_one_that_begins_as_a_number(call: Call[Any], chance: Any) -> None:
    law = odds(call)
    assert [law.pmf(k) for k in range(9)] == [chance(k) for k in range(9)]


def test_what_is_asked_of_such_a_total_is_answered() -> None:
    assert odds(first_throw_counts(), of=lambda o: o >= 2).p(True) == 1 - sum(map(from_the_first, range(2)))


@dataclass(frozen=True)
class Fight:
    hits: int
    rounds: int


@rule
async def fight() -> Fight:
    hits: int = False
    rounds = 0
    while (f := await roll(d6)) != 1:
        hits += f >= 5
        rounds += 1
    return Fight(hits, rounds)


@rule
async def hits_and_rounds() -> tuple[int, int]:
    hits: int = False
    rounds = 0
    while (f := await roll(d6)) != 1:
        hits += f >= 5
        rounds += 1
    return hits, rounds


def both(hits: int, rounds: int) -> Fraction:
    """The chance of so many hits and rounds: of the rounds before the 1, so many are hits and the others misses."""
    ways = [{0: Fraction(1)}]
    for _ in range(rounds):
        last = ways[-1]
        ways.append(
            {k: last.get(k, Fraction(0)) * MISS + last.get(k - 1, Fraction(0)) * HIT for k in range(len(ways) + 1)}
        )
    return ways[rounds].get(hits, Fraction(0)) * LEAVE


@pytest.mark.parametrize(("call", "made"), [(hits_and_rounds(), lambda *o: o), (fight(), Fight)], ids=["tuple", "kind"])
def test_two_totals_of_which_one_begins_as_a_bool_have_their_law(call: Call[Any], made: Any) -> None:
    law = odds(call)
    for k in range(4):
        for n in range(4):
            assert law.pmf(made(k, n)) == both(k, n)


def test_two_such_totals_can_be_drawn() -> None:
    drawn = simulate(hits_and_rounds(), 1_000, seed=1)
    assert sum(drawn.counts.values()) == 1_000
    assert all(k <= n for k, n in drawn.counts)


@rule
async def three_throws() -> int:
    hits: int = False
    for _ in range(3):
        hits += await roll(d6) >= 5
    return hits


def test_a_loop_with_an_end_counts_from_false() -> None:
    chances = {0: Fraction(8, 27), 1: Fraction(12, 27), 2: Fraction(6, 27), 3: Fraction(1, 27)}
    assert odds(three_throws()) == Distribution.from_weights({k: int(27 * chance) for k, chance in chances.items()})


@rule
async def from_none() -> int | None:
    hits = None
    while (f := await roll(d6)) != 1:
        hits = (hits or 0) + (f >= 5)
    return hits


def test_a_total_that_begins_as_no_number_is_refused_at_once() -> None:
    with pytest.raises(
        RuleError, match=r"Rule from_none \(.*\): something is added up without end, but one outcome is None"
    ):
        odds(from_none())

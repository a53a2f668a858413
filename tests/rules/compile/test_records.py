"""Objects of mutable dataclasses are kept as lists are: equal ones are one state, and two names of one stay so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from oddsmith.dice import Die, d6
from oddsmith.rules import best, choose, explain, odds, roll, rule
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.syntax.reasons import Reason

D2 = Die.sided(2)


@dataclass
class Pool:
    base: list[int]
    gear: list[int] = field(default_factory=list)

    def count(self, face: int) -> int:
        return (self.base + self.gear).count(face)


@dataclass(slots=True)
class Fighter:
    hp: int
    foe: Fighter | None = None


@dataclass(frozen=True)
class Log:
    seen: list[int]


@rule
async def pushed(base: int, gear: int) -> tuple[int, int]:
    pool = Pool(list(await roll(d6.pool(base))), list(await roll(d6.pool(gear))))
    for dice in (pool.base, pool.gear):
        for at, die in enumerate(dice):
            if 1 < die < 6:
                dice[at] = await roll(d6)
    return pool.count(6), pool.gear.count(1)


def laws_of(ways: Counter[Any]) -> dict[Any, Fraction]:
    return {outcome: Fraction(number, sum(ways.values())) for outcome, number in ways.items()}


def test_dice_in_an_object_are_thrown_again() -> None:
    ways: Counter[Any] = Counter()
    for first in product(range(1, 7), repeat=3):
        for again in product(range(1, 7), repeat=3):
            dice = [one if one in (1, 6) else other for one, other in zip(first, again, strict=True)]
            ways[dice.count(6), dice[2:].count(1)] += 1
    assert dict(odds(pushed(2, 1)).items()) == laws_of(ways)
    assert "compiled" in str(explain(pushed(2, 1)))


async def wounded(one: Fighter, times: int) -> Fighter | None:
    for _ in range(times):
        one.hp -= await roll(D2)
    return one.foe


@rule
async def in_a_ring() -> tuple[int, int, bool]:
    one = Fighter(9)
    other = Fighter(9, one)
    one.foe = other
    turn: Fighter | None = one
    for times in (1, 2, 1):
        assert turn is not None
        turn = await wounded(turn, times)
    return one.hp, other.hp, turn is other


def test_objects_that_name_each_other_stay_the_same_two_in_helpers_too() -> None:
    # One is wounded once, the other twice, one once more: two rolls each, of 1 or 2.
    ways = Counter((9 - a - b, 9 - c - d, True) for a, b, c, d in product((1, 2), repeat=4))
    assert dict(odds(in_a_ring()).items()) == laws_of(ways)


@rule
async def written_down() -> tuple[tuple[int, ...], bool]:
    log = Log([])
    same = Log(log.seen)
    for _ in range(3):
        log.seen.append(await roll(D2))
    return tuple(same.seen), log.seen is same.seen


def test_a_frozen_object_that_holds_a_list_is_kept_with_it() -> None:
    assert dict(odds(written_down()).items()) == {(faces, True): Fraction(1, 8) for faces in product((1, 2), repeat=3)}
    assert "compiled" in str(explain(written_down()))


@rule
async def taken_or_left() -> int:
    pool = Pool([])
    for _ in range(3):
        die = await roll(D2)
        if await choose("player", ("take", "leave")) == "take":
            pool.base.append(die)
        if len(pool.base) == 2:
            break
    return sum(pool.base)


def test_decisions_see_what_an_object_holds() -> None:
    # Two of three coins of 1 or 2. With one taken, the second coin is taken if it is 2 (the third is worth 1.5), which
    # comes to 1.75; with none taken, both others are. A first 2 is kept: 2 + 1.75; a first 1 is left: 3, not 1 + 1.75.
    assert best(taken_or_left()).value == Fraction(1, 2) * (2 + Fraction(7, 4)) + Fraction(1, 2) * 3


PARTY = (Fighter(3), Fighter(3))


@rule
async def one_of_the_party() -> tuple[bool, int]:
    one = PARTY[await roll(D2) - 1]
    total = await roll(D2)
    total += await roll(D2)
    return one is PARTY[0], total


def test_an_object_that_is_kept_outside_is_that_one() -> None:
    ways = Counter((which == 1, a + b) for which, a, b in product((1, 2), repeat=3))
    assert dict(odds(one_of_the_party()).items()) == laws_of(ways)


class Loose:
    def __init__(self) -> None:
        self.hp = 0


@dataclass(eq=False)
class Apart:
    hp: int = 0


@dataclass
class Watched:
    hp: int = 0

    def __setattr__(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


async def worn(kind: type[Any]) -> int:
    one: Any = kind()
    for _ in range(2):
        one.hp += await roll(D2)
    return int(one.hp)


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [
        (Loose, "Write Loose as a dataclass, or keep a tuple or a number in its place."),
        (Apart, "Leave out `eq=False` of Apart."),
        (Watched, "Keep a frozen dataclass, a tuple or a number in its place."),
    ],
)
def test_other_objects_are_run_again_with_the_change_that_would_help(kind: type[Any], remedy: str) -> None:
    asked = rule(worn)
    assert dict(odds(asked(kind)).items()) == {2: Fraction(1, 4), 3: Fraction(1, 2), 4: Fraction(1, 4)}
    reason = engine(asked)
    assert isinstance(reason, Reason)
    assert (reason, reason.remedy) == (f"a {kind.__name__} is kept while it awaits", remedy)


async def struck(foe: Fighter) -> Fighter:
    foe.hp -= await roll(D2)
    return foe


@rule
async def struck_again() -> int:
    one = Fighter(6)
    hit = await struck(one)
    if await roll(Die.sided(20)) == 7:
        one.hp -= await roll(D2)
    return hit.hp


def test_a_field_of_what_a_helper_hands_back_is_read_when_it_is_asked_for() -> None:
    assert not isinstance(engine(struck_again), Reason)
    rarely, mostly = Fraction(1, 20) / 4, Fraction(19, 20) / 2  # 5 or 4 hit points, and once in twenty fewer
    expected = {5: mostly, 4: mostly + rarely, 3: 2 * rarely, 2: rarely}
    assert dict(odds(struck_again()).items()) == expected

"""Rules that compare with `is` values of which equal ones are made again: each is the one that the rule has made.

Expected values are counted by hand: one of two equal fighters is drawn, and is that one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from oddsmith.dice import coin, d, d4
from oddsmith.rules import Call, Rule, StateLimit, best, choose, first_option, odds, roll, rule
from oddsmith.rules.compile.engines import engine
from oddsmith.rules.compile.programs import Machine


@dataclass(frozen=True)
class Fighter:
    hp: int

    def foe(self, one: Any, other: Any) -> Any:
        return other if self is one else one


class Named(NamedTuple):
    hp: int


class Side(Enum):
    OURS = "ours"
    THEIRS = "theirs"


MAKERS: list[Callable[[int], Any]] = [Fighter, Named, lambda hp: tuple(range(hp))]
PARTY = (Fighter(1), Fighter(1), Fighter(2))
HANDS = ([3], [3], [4])


@rule
async def who_is_hit(make: Callable[[int], Any], hp: int) -> tuple[bool, bool]:
    party = [make(hp), make(hp)]
    target = party[await roll(d(2)) - 1]
    await roll(d4)
    return party[0] is target, party[1] is not target


@rule
async def comprehended(make: Callable[[int], Any], hp: int) -> tuple[bool, ...]:
    party = [make(hp), make(hp)]
    target = party[await roll(d(2)) - 1]
    await roll(d4)
    return tuple([each is target for each in party])


@rule
async def by_id(make: Callable[[int], Any], hp: int) -> tuple[bool, bool]:
    one, other = make(hp), make(hp)
    names = {id(one): True, id(other): False}
    target = one if await roll(coin) == "H" else other
    await roll(d4)
    return names[id(target)], names[id(target)]


def other_of(target: Any, one: Any, other: Any) -> Any:
    return other if target is one else one


@rule
async def by_a_helper(make: Callable[[int], Any], hp: int) -> tuple[bool, bool]:
    one, other = make(hp), make(hp)
    target = one if await roll(coin) == "H" else other
    await roll(d4)
    return other_of(target, one, other) is other, target is one


@rule
async def by_a_method(hp: int) -> tuple[bool, bool]:
    one, other = Fighter(hp), Fighter(hp)
    target = one if await roll(coin) == "H" else other
    await roll(d4)
    return target.foe(one, other) is other, target is one


HALVES: list[tuple[Rule[..., Any], dict[Any, Fraction]]] = [
    (who_is_hit, {(True, True): Fraction(1, 2), (False, False): Fraction(1, 2)}),
    (comprehended, {(True, False): Fraction(1, 2), (False, True): Fraction(1, 2)}),
    (by_id, {(True, True): Fraction(1, 2), (False, False): Fraction(1, 2)}),
    (by_a_helper, {(True, True): Fraction(1, 2), (False, False): Fraction(1, 2)}),
]


@pytest.mark.parametrize("make", MAKERS, ids=["dataclass", "named", "tuple"])
@pytest.mark.parametrize(("asked", "expected"), HALVES, ids=[asked.name for asked, _ in HALVES])
def test_one_of_two_equal_values_is_that_one(make: Any, asked: Any, expected: Any) -> None:
    assert dict(odds(asked(make, 3)).items()) == expected


def test_a_method_may_ask_that_too() -> None:
    assert dict(odds(by_a_method(3)).items()) == HALVES[0][1]


@rule
async def of_the_module() -> int:
    target = PARTY[await roll(d(3)) - 1]
    await roll(d4)
    return [target is each for each in PARTY].index(True)


def test_values_of_the_module_are_those_there() -> None:
    assert dict(odds(of_the_module()).items()) == {place: Fraction(1, 3) for place in range(3)}


@rule
async def lists_of_the_module() -> tuple[int, int]:
    hand = HANDS[await roll(d(3)) - 1]
    total = await roll(d(2))
    total += await roll(d(2))
    return total, [hand is each for each in HANDS].index(True)


def test_lists_of_the_module_that_are_equal_are_those_there() -> None:
    totals = {2: Fraction(1, 4), 3: Fraction(1, 2), 4: Fraction(1, 4)}
    expected = {(total, place): share / 3 for total, share in totals.items() for place in range(3)}
    assert dict(odds(lists_of_the_module()).items()) == expected


@rule
async def decided() -> bool:
    party = [Fighter(2), Fighter(2)]
    target = party[await roll(d(2)) - 1]
    if await choose("player", ("left", "right")) == "left":
        return target is party[0]
    return target is party[1]


def test_best_play_is_worth_what_its_policy_comes_to() -> None:
    solution = best(decided())
    assert solution.value == 1
    assert odds(decided(), solution.policy).pmf(True) == 1
    assert odds(decided(), first_option).pmf(True) == Fraction(1, 2)


@rule
async def by_turns() -> str:
    me, foe = Fighter(4), Fighter(4)
    active = me
    while await roll(d4) != 4:
        active = foe if active is me else me
    return "me" if active is me else "foe"


def test_an_endless_loop_of_it_is_refused_with_the_reason() -> None:
    with pytest.raises(StateLimit) as caught:
        odds(by_turns())
    assert "two values of Fighter that are equal are compared with `is`" in str(caught.value)


@rule
async def of_a_kind(side: Side, lists: bool) -> int:
    party: Any = [[4], [4]] if lists else None
    target, turns = party[0] if lists else None, 0
    while await roll(d4) != 4:
        side = Side.THEIRS if side is Side.OURS else Side.OURS
        turns += target is party[0] if lists else target is None
    return turns if side is Side.OURS else 0


@pytest.mark.parametrize("lists", [True, False])
def test_what_states_keep_apart_is_compiled(lists: bool) -> None:
    call: Call[int] = of_a_kind(Side.OURS, lists)
    # nobody is lost before a 4: 3/4 at each of an even number of turns, and these count
    assert odds(call).pmf(2) == Fraction(3, 4) ** 2 / 4
    assert isinstance(engine(of_a_kind), Machine)

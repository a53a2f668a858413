"""Endless rules are refused within two seconds of work; long ones that end are answered."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from tests.rules.exploration.endless_rules import ENDLESS
from tests.rules.states_found import at_most

from oddsmith.dice import Die, coin, d4, d6, d10
from oddsmith.errors import RuleError
from oddsmith.rules import Call, StateLimit, Then, best, choose, explore, odds, roll, rule

MOST = 150_000  # states that are found until an endless rule is refused
sixes = Die.of({6: 1, 1: 5})  # as a d6 has them, with fewer branches to follow
_LAST = 6_000
_ENDS = {4_999, 5_000}


@pytest.mark.parametrize("call", ENDLESS, ids=lambda call: call.rule.name)
def test_endless_rules_are_refused_with_their_line_and_a_remedy(call: Call[Any]) -> None:
    with at_most(MOST), pytest.raises((StateLimit, RuleError)) as caught:
        explore(call)
    assert caught.value.remedy
    if isinstance(caught.value, StateLimit):
        assert caught.value.rule in str(caught.value)
        assert caught.value.line > 0


def parity(times: int, share: Fraction) -> Fraction:
    """The chance that something of this chance happens an even number of times."""
    return (1 + (1 - 2 * share) ** times) / 2


@rule
async def to_a_global() -> bool:
    n, even = 0, True
    while n != _LAST:
        n += 1
        even ^= await roll(sixes) == 6
    return even


@rule
async def to_a_key(n: int, even: bool) -> Then[bool]:
    if n in _ENDS:
        return even
    return to_a_key(n + 1, even ^ (await roll(sixes) == 6))


@rule
async def to_a_remainder(n: int, even: bool) -> Then[bool]:
    if n % 5_000 == 4_999:
        return even
    return to_a_remainder(n + 1, even ^ (await roll(sixes) == 6))


@rule
async def race(left: int) -> Then[bool]:
    return left == 0 if left <= 0 else race(left - await roll(d6))


@rule
async def ruin(place: int) -> Then[bool]:
    if abs(place) >= 400:
        return place > 0
    return ruin(place + 1) if await roll(coin) == "H" else ruin(place - 1)


@rule
async def first_of_three() -> int:
    a = b = c = 0
    while max(a, b, c) < 14:
        face = await roll(d6)
        a += face < 3
        b += face in (3, 4)
        c += face > 4
    return 1 if a == 14 else 2 if b == 14 else 3


@rule
async def first_row() -> int:
    row = [0, 0, 0, 0]
    while max(row) < 6:
        row[await roll(d4) - 1] += 1
    return row.index(6) + 1


@rule
async def first_tally() -> int:
    seen: dict[int, int] = {}
    while True:
        face = await roll(d4)
        seen[face] = seen.get(face, 0) + 1
        if seen[face] == 6:
            return face


@rule
async def ever_more_dice() -> bool:
    for dice in range(1, 61):
        if await roll(d6.pool(dice).count(at_least=6)):
            return False
    return True


@rule
async def pools_as_arguments(dice: int) -> Then[bool]:
    if dice > 60:
        return True
    return False if await roll(d6.pool(dice).count(at_least=6)) else pools_as_arguments(dice + 1)


@rule
async def part(n: int) -> bool:
    return await roll(sixes) == 6 and n >= 0


@rule
async def sub_rules() -> bool:
    n, even = 0, True
    while n < 400:
        even ^= await part(n)
        n += 1
    return even


async def hits(n: int) -> bool:
    return await roll(sixes) == 6 and n >= 0


@rule
async def helpers() -> bool:
    n, even = 0, True
    while n < 3_000:
        even ^= await hits(n)
        n += 1
    return even


@rule
async def hits_to_twenty() -> bool:
    points = 20
    while points > 0:
        points -= await roll(coin.pool(2).count("H"))
    return points == 0


@dataclass(frozen=True)
class Walker:
    place: int
    even: bool = True


@rule
async def walker() -> bool:
    now = Walker(0)
    while now.place < 4_000:
        now = replace(now, place=now.place + 1, even=now.even ^ (await roll(sixes) == 6))
    return now.even


@rule
async def up_and_down(n: int, up: bool, even: bool) -> Then[bool]:
    if n < 0:
        return even
    up = up and n < 2_500
    return up_and_down(n + 1 if up else n - 1, up, even ^ (await roll(sixes) == 6))


@rule
async def nested() -> bool:
    even = True
    for _ in range(60):
        for _ in range(60):
            even ^= await roll(sixes) == 6
    return even


@rule
async def capped(n: int, even: bool) -> Then[bool]:
    return even if await roll(d10) == 10 else capped(min(n + 1, 7_000), n % 2 == 1)


@rule
async def circle(hour: int) -> Then[int]:
    return hour % 2 if await roll(coin) == "H" else circle((hour * 5 + 1) % 2**12)


@rule
async def squares(n: int) -> Then[bool]:
    return n * n >= 10**7 and n == 3_163 if n * n >= 10**7 or await roll(coin) == "T" else squares(n + 1)


@rule
async def replayed(times: int) -> bool:
    even = True

    def turn() -> None:
        nonlocal even
        even = not even

    for _ in range(times):
        if await roll(d6) == 6:
            turn()
    return even


@rule
async def forty_turns() -> bool:
    mine = theirs = 0
    for _ in range(40):
        mine += await roll(coin) == "H"
        theirs += await roll(coin) == "H"
    return mine == theirs


@rule
async def stops(n: int) -> Then[int]:
    if n >= 4_000 or await choose("player", ("on", "stop")) == "stop":
        return n
    return stops(n + 1) if await roll(d10) < 10 else stops(n)


@rule
async def asked_again(last: int) -> int:
    if await choose("player", ("keep", "toss")) == "keep":
        return last
    return await roll(Die.sided(2))


@rule
async def tosses(left: int) -> int:
    """What falls waits for a rule that decides, and comes to an end."""
    last = 1
    while left:
        last = await asked_again(last)
        left -= 1
    return last


@rule
async def many_sides(left: int) -> Then[bool]:
    return left == 0 if left <= 0 else many_sides(left - await roll(Die(range(1, 61))))


def exactly(points: int, sides: list[Fraction]) -> Fraction:
    """The chance that a sum of rolls comes to exactly so many points. sides: the chances of 0, 1, 2..."""
    shares: list[Fraction] = []
    for n in range(points + 1):
        come = sum((sides[k] * shares[n - k] for k in range(1, min(n, len(sides) - 1) + 1)), Fraction(n == 0))
        shares.append(come / (1 - sides[0]))
    return shares[points] * (1 - sides[0])


SIX = Fraction(1, 6)
FINITE: list[tuple[Call[Any], Any, Fraction]] = [
    (to_a_global(), True, parity(6_000, SIX)),
    (to_a_key(0, True), True, parity(4_999, SIX)),
    (to_a_remainder(0, True), True, parity(4_999, SIX)),
    (race(300), True, exactly(300, [Fraction(0), *[SIX] * 6])),
    (many_sides(200), True, exactly(200, [Fraction(0), *[Fraction(1, 60)] * 60])),
    (ruin(0), True, Fraction(1, 2)),
    (ruin(200), True, Fraction(3, 4)),
    (first_of_three(), 2, Fraction(1, 3)),
    (first_row(), 3, Fraction(1, 4)),
    (first_tally(), 3, Fraction(1, 4)),
    (ever_more_dice(), True, Fraction(5, 6) ** (60 * 61 // 2)),
    (pools_as_arguments(1), True, Fraction(5, 6) ** (60 * 61 // 2)),
    (sub_rules(), True, parity(400, SIX)),
    (helpers(), True, parity(3_000, SIX)),
    (hits_to_twenty(), True, exactly(20, [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)])),
    (walker(), True, parity(4_000, SIX)),
    (up_and_down(0, True, True), True, parity(5_001, SIX)),
    (nested(), True, parity(3_600, SIX)),
    (squares(0), True, Fraction(1, 2**3_163)),
    (replayed(5), True, parity(5, SIX)),
    (forty_turns(), True, Fraction(comb(80, 40), 2**80)),
]


@pytest.mark.parametrize(
    ("call", "outcome", "share"), FINITE, ids=lambda value: getattr(value, "rule", None) and str(value)
)
def test_long_rules_that_end_are_answered(call: Call[Any], outcome: Any, share: Fraction) -> None:
    explore(call)
    assert odds(call).p(outcome) == share


def test_long_decisions_are_solved() -> None:
    assert best(stops(0), lambda n: n).value == 4_000
    assert best(tosses(1_500)).value == 2 - Fraction(1, 2**1_500)


def test_numbers_that_are_capped_or_go_round_come_to_an_end() -> None:
    assert len(explore(capped(0, True))) < 15_000
    assert len(explore(circle(1))) == 2**12 + 2

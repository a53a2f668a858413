"""Rules whose outcome is made of their own outcome: negated, taken from a number, or added to."""

from dataclasses import dataclass
from fractions import Fraction as F

import pytest

from oddsmith.dice import d4, d6, d10
from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import RuleError
from oddsmith.rules import Call, Then, best, choose, note, odds, roll, rule, simulate


@rule
async def opposite() -> int:
    return 1 if await roll(d6) == 6 else -(await opposite())


@rule
async def opposite_returned() -> Then[int]:
    return 1 if await roll(d6) == 6 else -opposite_returned()


@rule
async def other_side() -> int:
    if await roll(d6) == 6:
        return 1
    outcome = await other_side()
    return 1 - outcome


@rule
async def other_side_returned() -> Then[int]:
    return 1 if await roll(d6) == 6 else 1 - other_side_returned()


@rule
async def side_with_less() -> Then[int]:
    return 1 if await roll(d6) == 6 else -(side_with_less() - 1)


@pytest.mark.parametrize("call", [opposite(), opposite_returned()])
def test_a_rule_that_is_its_own_opposite_has_two_outcomes(call: Call[int]) -> None:
    # an even number of times with 1/6 + 25/36 of the same: p = 1/6 + 25/36 p, so 6/11
    assert odds(call) == Finite({1: 6, -1: 5})
    assert simulate(call, 100, seed=1).counts.keys() == {1, -1}


@pytest.mark.parametrize("call", [other_side(), other_side_returned(), side_with_less()])
def test_a_rule_that_is_one_less_itself_has_two_outcomes(call: Call[int]) -> None:
    assert odds(call) == Finite({1: 6, 0: 5})
    assert best(call).value == F(6, 11)
    assert best(call, goal=lambda outcome: outcome == 0).value == F(5, 11)


@rule
async def count() -> int:
    return 0 if await roll(d6) == 6 else 1 + await count()


@rule
async def count_down() -> int:
    return 0 if await roll(d6) == 6 else await count_down() - 1


def test_an_awaited_call_that_is_added_to_is_one_that_is_returned() -> None:
    assert odds(count()) == Distribution.generating([1], [6, -5])
    assert odds(count_down()) == -odds(count())


@rule
async def ours() -> int:
    return 2 if await roll(d6) == 6 else 3 - await theirs()


@rule
async def theirs() -> int:
    if await roll(d6) == 6:
        return 5
    await note("again")
    return await ours() + 1


@rule
async def both() -> tuple[int, int]:
    return await ours(), await other_side()


def test_rules_may_await_each_other() -> None:
    # 2 with 1/6, -2 with 5/36, else 2 - itself: p(2) = 1/6 + a p(0), p(0) = a p(2), p(-2) = 5/36 + a p(4),
    # p(4) = a p(-2), where a = 25/36
    a = F(25, 36)
    two, less = F(1, 6) / (1 - a * a), F(5, 36) / (1 - a * a)
    law = odds(ours())
    assert [law.pmf(k) for k in (2, 0, -2, 4)] == [two, a * two, less, a * less]
    assert odds(both()).pmf((4, 0)) == a * less * F(5, 11)


@rule
async def lasting() -> int:
    if await choose("player", ("stop", "on")) == "stop":
        return await roll(d6)
    return 2 if await roll(d6) == 6 else -(await lasting())


def test_who_decides_within_an_opposite_wants_the_opposite() -> None:
    assert best(lasting()).value == F(7, 2)


@rule
async def worth(value: int) -> Then[int]:
    face = await roll(d6)
    return 0 if face == 1 else 2 * worth(value) if face <= 3 else value


@rule
async def doubled() -> int:
    return 1 if await roll(d6) == 6 else 2 * await doubled() + 1


@rule
async def looked_at() -> int:
    if await roll(d6) == 6:
        return 1
    outcome = await looked_at()
    return 0 if outcome > 3 else outcome


@rule
async def told_apart() -> int | None:
    if await roll(d6) == 6:
        return None
    outcome = await told_apart()
    return 0 if outcome is None else outcome


@rule
async def rolled_after() -> int:
    return 0 if await roll(d6) == 6 else await rolled_after() + await roll(d6)


@dataclass(frozen=True)
class Hits:
    number: int


@rule
async def of_a_field() -> Hits:
    return Hits(0) if await roll(d6) == 6 else Hits((await of_a_field()).number + 1)


@pytest.mark.parametrize("call", [worth(3), doubled()])
def test_a_rule_that_is_twice_itself_is_refused(call: Call[int]) -> None:
    with pytest.raises(RuleError, match=r"takes its own outcome more and more times without end") as caught:
        odds(call)
    assert caught.value.rule == call.rule.name


@pytest.mark.parametrize("call", [looked_at(), told_apart(), rolled_after(), of_a_field()])
def test_a_rule_that_does_more_with_its_own_outcome_is_refused(call: Call[int]) -> None:
    with pytest.raises(RuleError, match="awaits its own outcome"):
        odds(call)


@rule
async def halved(n: int) -> int:
    return await roll(d6) if n == 0 else 2 * await halved(n - 1)


def test_recursion_that_ends_multiplies_as_often_as_it_says() -> None:
    assert odds(halved(40)) == odds(d6) * 2**40


@rule
async def walk() -> Then[int]:
    number = await roll(d10)
    return walk() + 1 if number <= 4 else walk() - 1 if number <= 8 else 0


def test_a_loop_with_gains_of_both_signs_is_exact_where_the_odds_are_fractions() -> None:
    # 1/5 of 1 / (1 - 2/5 (z + 1/z)) has its poles at 2 and 1/2: each step further is half as likely
    law = odds(walk())
    assert [law.pmf(k) for k in range(-3, 4)] == [F(1, 3) / 2 ** abs(k) for k in range(-3, 4)]
    assert law.mean == 0


@rule
async def low_or_again() -> Then[tuple[int, int]]:
    face = await roll(d4)
    return (0, face) if face < 3 else once_more()


@rule
async def once_more() -> tuple[int, int]:
    times, last = await low_or_again()
    return times + 1, last


def test_rules_that_await_each_other_by_turns_add_to_a_part_of_their_outcome() -> None:
    found = odds(low_or_again())
    for times in range(5):
        for last in (1, 2):
            assert found.pmf((times, last)) == F(1, 4) / 2**times
    assert dict(odds(low_or_again(), of=lambda outcome: outcome[1]).items()) == {1: F(1, 2), 2: F(1, 2)}

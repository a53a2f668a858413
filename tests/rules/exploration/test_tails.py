"""Endless rolls that a rule goes through step by step, with no await between: raises, lives, targets that rise."""

from fractions import Fraction
from itertools import count, takewhile

import pytest

from oddsmith import d4, d6
from oddsmith.rules import Call, best, explain, note, odds, roll, rule, simulate

F = Fraction
STEPS = 30  # a quarter each: 4 ** -30 is less than the rest that may be left
LIMIT = 150  # branches are far fewer than for two for each step


@rule
async def counted_down() -> int:
    total = await roll(d4.explode())
    raises = 0
    while total >= 4:
        total -= 4
        raises += 1
    return raises


@rule
async def up_to_a_bound() -> int:
    total = await roll(d4.explode())
    raises = 0
    while total >= 4 * (raises + 1):
        raises += 1
    return raises


@rule
async def target_that_rises() -> int:
    total, target, raises = await roll(d4.explode()), 4, 0
    while target <= total:
        target += 4
        raises += 1
    return raises


def _raises(total: int) -> int:
    return 0 if total < 4 else 1 + _raises(total - 4)


@rule
async def by_recursion() -> int:
    return _raises(await roll(d4.explode()))


@rule
async def by_takewhile() -> int:
    total = await roll(d4.explode())
    return sum(1 for _ in takewhile(lambda target: target <= total, count(4, 4)))


@rule
async def debt() -> int:
    owed, raises = -(await roll(d4.explode())), 0
    while owed <= -4:
        owed += 4
        raises += 1
    return raises


@rule
async def told() -> int:
    total, raises = await roll(d4.explode()), 0
    while total >= 4:
        await note("a raise")
        total -= 4
        raises += 1
    return raises


@rule
async def after_a_loop_of_rolls() -> int:
    """It is compiled, and the die before the loop counts for nothing."""
    for _ in range(2):
        await roll(d6)
    return _raises(await roll(d4.explode()))


@pytest.mark.parametrize(
    "call",
    [
        each()
        for each in (
            counted_down,
            up_to_a_bound,
            target_that_rises,
            by_recursion,
            by_takewhile,
            debt,
            told,
            after_a_loop_of_rolls,
        )
    ],
    ids=str,
)
def test_raises_of_an_endless_roll_are_answered_but_for_a_rest(call: Call[int]) -> None:
    # One raise for each 4 that is thrown in a row: 3/4 * (1/4) ** n.
    found = odds(call, limit=LIMIT)
    assert [found.pmf(n) for n in range(STEPS)] == [F(3, 4) * F(1, 4) ** n for n in range(STEPS)]
    assert found.unresolved == F(1, 4) ** STEPS


def test_whatever_is_asked_of_such_a_rule_is_answered() -> None:
    at_least_two = odds(counted_down(), of=lambda raises: raises >= 2, limit=LIMIT)
    assert at_least_two.p(False) == F(15, 16)
    assert at_least_two.unresolved == F(1, 4) ** STEPS
    # what is not resolved counts as 0: the sum of n * 3/4 * (1/4) ** n for n up to 29
    assert best(counted_down(), limit=LIMIT).value == sum(n * F(3, 4) * F(1, 4) ** n for n in range(STEPS))
    assert sum(simulate(counted_down(), 50, seed=1, limit=LIMIT).counts.values()) == 50
    assert explain(counted_down(), limit=LIMIT).states < LIMIT


@rule
async def no_more_than(most: int) -> int:
    total, raises = await roll(d4.explode()), 0
    while total >= 4 and raises < most:
        total -= 4
        raises += 1
    return raises


def test_a_loop_that_ends_by_itself_is_exact_however_unlikely_its_end_is() -> None:
    for steps in (STEPS + 10, 520):
        found = odds(no_more_than(steps))
        assert found.unresolved == 0
        assert found.p(steps) == F(1, 4) ** steps


@rule
async def both() -> bool:
    a, b = await roll(d4.explode()), await roll(d4.explode())
    while a > 4 and b > 4:
        a -= 4
        b -= 4
    return a > 4


def test_two_endless_rolls_may_go_down_together() -> None:
    # Each is above 4 so many rounds as it had fours: a is left above 4 where it had more, 1/4 * 3/4 / (1 - 1/16) = 1/5.
    found = odds(both())
    assert found.p(True) <= F(1, 5) <= found.p(True) + found.unresolved
    assert found.unresolved < F(1, 10**17)

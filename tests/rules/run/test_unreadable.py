"""Functions of outcomes that have no source, asked by a policy that was found for another question."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.rules import best, choose, odds, roll, rule

_WITHOUT_SOURCE: dict[str, Any] = {}
exec("total = lambda outcome: outcome[0]\nten = lambda outcome: outcome[0] >= 10", _WITHOUT_SOURCE)


@rule
async def up_to_three() -> tuple[int, int]:
    total = rolls = 0
    for _ in range(3):
        total += await roll(d6)
        rolls += 1
        if await choose("player", ("on", "stop")) == "stop":
            break
    return total, rolls


@pytest.mark.parametrize("of", [_WITHOUT_SOURCE["ten"], lambda outcome: outcome[0] >= 10])
@pytest.mark.parametrize("found_for", [_WITHOUT_SOURCE["ten"], lambda outcome: outcome[0] >= 10])
def test_a_policy_answers_a_function_without_source_as_one_with_source(
    of: Callable[[Any], Any], found_for: Callable[[Any], Any]
) -> None:
    # who stops with 10 or more loses nothing, and all others roll three dice: 135 of 216 ways have 10 or more
    solution = best(up_to_three(), of=found_for)
    assert solution.value == Fraction(135, 216)
    assert odds(up_to_three(), solution.policy, of=of).mean == Fraction(135, 216)


def test_a_policy_found_for_the_whole_answers_a_function_without_source() -> None:
    solution = best(up_to_three(), lambda outcome: outcome[0])
    assert odds(up_to_three(), solution.policy, of=_WITHOUT_SOURCE["total"]).mean == Fraction(21, 2)

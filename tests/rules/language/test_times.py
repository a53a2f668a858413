"""A call may be returned several times over, or negated."""

from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.errors import RuleError
from oddsmith.rules import Then, explore, odds, outcomes, play, roll, rule


@rule
async def tries() -> Then[int]:
    return 0 if await roll(d6) == 6 else 1 + tries()


@rule
async def twice(k: int) -> Then[Any]:
    return 3 + k * tries()


@rule
async def nested() -> Then[Any]:
    return -(2 * (1 + tries()))


@rule
async def low(k: int) -> Then[Any]:
    return k * two_dice() if await roll(d6) < 6 else -two_dice()


@rule
async def two_dice() -> int:
    return await roll(d6) + await roll(d6)


def test_an_unbounded_outcome_is_multiplied_exactly() -> None:
    once = odds(tries())
    assert odds(twice(2)) == 2 * once + 3
    assert odds(nested()) == -2 * (once + 1)
    assert odds(twice(0)).pmf(3) == 1


def test_a_call_times_a_number_is_the_outcome_times_it() -> None:
    dice = d6.pool(2).sum().distribution()
    found = odds(low(3))
    assert found == outcomes(explore(low(3)))
    assert found.pmf(21) == dice.pmf(7) * 5 / 6
    assert found.pmf(-7) == dice.pmf(7) / 6
    assert play(low(3)).outcome % 3 == 0 or play(low(3)).outcome < 40


def test_what_is_no_whole_number_of_times_is_refused() -> None:
    @rule
    async def halved() -> Any:
        half: Any = 0.5
        return tries() * half

    @rule
    async def rolled() -> Any:
        return 2 * roll(d6)

    for call in (halved(), rolled()):
        with pytest.raises(RuleError, match="calculated with, but not awaited"):
            odds(call)

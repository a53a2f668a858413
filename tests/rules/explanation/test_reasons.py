"""Reasons why rules are run again for every branch: each carries the change that would help, whatever its names."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.rules import explain, roll, rule
from oddsmith.rules.compile.engines import engine


@rule
async def set_while_added_to() -> int:
    """Set it in a line of its own."""
    hits = 0
    hits += (hits := await roll(d6))
    for _ in range(3):
        hits += await roll(d6)
    return hits


@rule
async def named_like_a_reason() -> int:
    """Set it in a line of its own."""
    async_hits = 0
    async_hits += (async_hits := await roll(d6))
    for _ in range(3):
        async_hits += await roll(d6)
    return async_hits


@rule
async def in_finally() -> int:
    """Move the await before or after the try statement."""
    goes = 0
    for _ in range(3):
        try:
            goes += await roll(d6)
        finally:
            goes += await roll(d6)
    return goes


@rule
async def a_loop_that_changes_what_it_goes_over() -> int:
    """Loop over a copy, made before."""
    left, total = [1, 2, 3], 0
    for each in chain(left, [0]):
        total += await roll(d6)
        if each == 2:
            left.append(total)
    return total


@rule
async def a_generator() -> int:
    """Make a list of it before the first await."""
    numbers, total = (n for n in range(3)), 0
    for _ in range(3):
        total += await roll(d6)
    return total + next(numbers)


@pytest.mark.parametrize(
    "ruled",
    [set_while_added_to, named_like_a_reason, in_finally, a_loop_that_changes_what_it_goes_over, a_generator],
    ids=lambda each: each.name,
)
def test_remedy(ruled: Callable[[], Any]) -> None:
    made: Any = ruled
    explain(made())
    assert engine(made).remedy == made.__doc__  # type: ignore[union-attr]


@rule
async def rolls_once() -> int:
    return await roll(d6)


def test_no_remedy_where_nothing_could_merge() -> None:
    reason: Any = engine(rolls_once)
    assert "at most once" in reason
    assert not reason.remedy

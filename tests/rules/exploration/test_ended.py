"""Rules that are left where they stand, though they await in `finally` or catch everything: they end without a word."""

import gc
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.distribution import Finite
from oddsmith.rules import Call, Session, best, choose, explain, first_option, odds, roll, rule, simulate

#: Python tells of coroutines that go on when they are dropped by a warning, which is an error here.
pytestmark = pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")


@rule
async def awaits_in_finally() -> int:
    total = 0
    try:
        total += await roll(d6)
        total += await roll(d6)
    finally:
        total += await roll(d6)
    return total


@rule
async def decides_before_finally() -> int:
    total = 0
    try:
        total = await roll(d6)
        if await choose("player", ("stop", "go on")) == "stop":
            return total
        return total + await roll(d6)
    finally:
        await roll(d6)


@rule
async def fails_in_finally() -> int:
    try:
        face = await roll(d6)
        if await choose("player", ("stop", "go on")) == "stop":
            return face
        more = await roll(d6)
    finally:
        await roll(d6)
    return face + more


@rule
async def catches_all() -> int:
    try:
        if await choose("player", ("stop", "go on")) == "stop":
            return 0
        return await roll(d6)
    except BaseException:  # noqa: BLE001
        return await roll(d6)


INTERPRETERS: dict[str, Callable[[Call[Any]], object]] = {
    "odds": lambda call: odds(call, first_option),
    "best": best,
    "explain": explain,
    "simulate": lambda call: simulate(call, 20, policy=first_option),
    "session": Session,
}


@pytest.mark.parametrize("interpreter", INTERPRETERS)
@pytest.mark.parametrize(
    "call", [awaits_in_finally(), decides_before_finally(), fails_in_finally(), catches_all()], ids=repr
)
def test_every_interpreter_leaves_it(call: Call[Any], interpreter: str) -> None:
    INTERPRETERS[interpreter](call)
    gc.collect()


def test_answers() -> None:
    three = odds(awaits_in_finally())
    assert isinstance(three, Finite)
    assert three.pmf(3) == Fraction(1, 216)
    assert three.pmf(10) == Fraction(27, 216)
    assert best(decides_before_finally()).value == 7
    assert best(catches_all()).value == Fraction(7, 2)

"""Errors of Python that come of a rule say where it stood, with what, and which answers led there."""

from collections.abc import Callable
from typing import Any

import pytest

from oddsmith.dice import d6
from oddsmith.rules import Call, best, choose, explain, explore, odds, roll, rule, simulate

COSTS = {"a": 1}


@rule
async def attack(level: int) -> int:
    hits = 0
    hits += await roll(d6)
    return hits + COSTS[await choose("player", ("a", "b"))]


@rule
async def replayed_attack(level: int) -> int:
    hits = 0

    def add(face: int) -> None:
        nonlocal hits
        hits += face

    add(await roll(d6))
    return hits + COSTS[await choose("player", ("a", "b"))]


def last_line(rule_asked: Any) -> int:
    return max(line for *_, line in rule_asked.function.__code__.co_lines() if line is not None)


def simulated(call: Call[Any]) -> object:
    return simulate(call, 10, seed=1, policy=lambda decision: "b")


def by_policy(call: Call[Any]) -> object:
    return odds(call, lambda decision: "b")


@pytest.mark.parametrize("ask", [best, explore, explain, simulated, by_policy])
@pytest.mark.parametrize("broken", [attack, replayed_attack])
def test_an_error_of_a_rule_has_a_note_of_where_it_stood(broken: Any, ask: Callable[[Call[Any]], object]) -> None:
    with pytest.raises(KeyError) as caught:
        ask(broken(3))
    assert caught.value.args == ("b",)
    (note,) = caught.value.__notes__
    face = note.partition("before that: ")[2][0]
    assert note == (
        f"test_raised.py, line {last_line(broken)}: "
        f"In {broken.name}(level=3), when choose('player', ('a', 'b')) came to 'b' (before that: {face})."
        f" There: level = 3, hits = {face}."
    )


@rule
async def shared_out(purse: int) -> int:
    heroes = await roll(d6) - 1
    return purse // heroes


@rule
async def treasure() -> int:
    found = await roll(d6)
    return found + await shared_out(100 * found)


def test_the_note_tells_of_the_sub_rule_that_failed() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        odds(treasure())
    (note,) = caught.value.__notes__
    purse = note.partition("purse=")[2].partition(")")[0]
    assert note == (
        f"test_raised.py, line {last_line(shared_out)}: In shared_out(purse={purse}), when roll(d6) came to 1."
        f" There: purse = {purse}, heroes = 0."
    )


class Mute:
    """Something that cannot say what it is."""

    def __repr__(self) -> str:
        raise RuntimeError


@rule
async def mute() -> int:
    held = Mute()
    return await roll(d6) // (held is None)


def test_an_error_stays_itself_where_values_cannot_be_told() -> None:
    with pytest.raises(ZeroDivisionError):
        odds(mute())

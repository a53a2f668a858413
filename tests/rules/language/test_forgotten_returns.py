"""Rules that come to their end without `return`, where that cannot be meant."""
# ruff: noqa: RET502, RET503

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from oddsmith.dice import SeededSource, d6
from oddsmith.errors import RuleError
from oddsmith.rules import Call, best, choose, explore, note, odds, play, roll, rule


@rule
async def one_way() -> bool | None:  # type: ignore[return]
    if await roll(d6) > 3:  # end
        return True


@rule
async def one_way_after_many_rolls() -> int | None:  # type: ignore[return]
    total = 0
    for _ in range(5):
        total += await roll(d6)
    if total > 18:  # end
        return total
    elif total > 17:
        return 0


@rule
async def in_a_loop() -> int | None:  # type: ignore[return]
    for turn in range(3):  # end
        if await roll(d6) == 6:
            return turn


@rule
async def returns_nothing():
    face = await roll(d6)
    face += 1  # end


@rule
async def within_another() -> object:
    return 1, await one_way()


async def adds_up(first: int):
    total = first + await roll(d6)
    total += 1


async def says_it() -> None:
    await note("nothing more")


@rule
async def of_a_helper() -> object:
    found = await adds_up(1)
    return found == 3


@rule
async def of_a_helper_at_once() -> object:
    return await adds_up(2)


@rule
async def of_helpers_that_return_nothing() -> int:
    await adds_up(3)
    await says_it()
    return await roll(d6)


@pytest.mark.parametrize("call", [of_a_helper(), of_a_helper_at_once()], ids=str)
def test_what_a_helper_does_not_return_cannot_be_used(call: Call[Any]) -> None:
    with pytest.raises(RuleError, match="adds_up returns nothing, and that is used.") as caught:
        odds(call)
    assert caught.value.line == call.rule.function.__code__.co_firstlineno + 2


def test_what_a_helper_does_not_return_need_not_be_used() -> None:
    assert odds(of_helpers_that_return_nothing()).mean == Fraction(7, 2)


SLIPS: list[tuple[Call[Any], Any]] = [
    (one_way(), one_way),
    (one_way_after_many_rolls(), one_way_after_many_rolls),
    (in_a_loop(), in_a_loop),
]
SLIPS += [(returns_nothing(), returns_nothing), (within_another(), one_way)]
INTERPRETERS: dict[str, Callable[[Call[Any]], object]] = {
    "odds": odds,
    "best": best,
    "explore": explore,
    "play": lambda call: [play(call, SeededSource(seed)) for seed in range(100)],
}


@pytest.mark.parametrize("interpret", INTERPRETERS.values(), ids=INTERPRETERS.keys())
@pytest.mark.parametrize(("call", "at"), SLIPS, ids=[call.rule.name for call, _ in SLIPS])
def test_refused(interpret: Callable[[Call[Any]], object], call: Call[Any], at: Any) -> None:
    with pytest.raises(RuleError) as caught:
        interpret(call)
    error = caught.value
    nothing = at is returns_nothing
    assert error.message.endswith("returns nothing." if nothing else "came to its end without `return`.")
    assert error.remedy.endswith("`-> None` where it has none." if nothing else "or write `return None`.")
    assert (error.rule, error.file) == (at.name, __file__)
    assert Path(__file__).read_text(encoding="utf-8").splitlines()[error.line - 1].endswith("# end")


@rule
async def says_none() -> int | None:
    face = await roll(d6)
    if face > 3:
        return face
    return None


@rule
async def says_so_early() -> int | None:  # type: ignore[return]
    if await roll(d6) < 4:
        return  # type: ignore[return-value]
    if await roll(d6) > 3:
        return 1


@rule
async def tells() -> None:
    await note(f"rolled {await roll(d6)}")


@rule
async def never_past_its_last_way() -> int | None:
    found: Any = await choose("player", (None, 3))
    if found is None:
        return found
    elif found is not None:
        return 3
    raise AssertionError


@rule
async def ways_that_are_all() -> int:  # type: ignore[return]
    face = await roll(d6)
    if face > 3:
        return 1
    elif face <= 3:
        return 0


@rule
async def asks_others() -> int:
    await tells()
    await ways_that_are_all()
    return await ways_that_are_all()


def test_answered() -> None:
    assert odds(says_none()).pmf(None) == Fraction(1, 2)
    assert odds(says_so_early()).pmf(None) == Fraction(3, 4)
    assert odds(tells()).pmf(None) == 1
    assert odds(asks_others()).pmf(1) == odds(asks_others(), of=lambda n: n).pmf(1) == Fraction(1, 2)
    assert explore(never_past_its_last_way())
    play(asks_others(), SeededSource(1))

"""What no answer needs is left out, but for what may raise: an error comes out whatever is asked."""

from dataclasses import dataclass

import pytest

from oddsmith.dice import Die, d6
from oddsmith.rules import best, choose, odds, roll, rule

d3 = Die.sided(3)


@dataclass(frozen=True)
class Shot:
    damage: int
    spread: int = 0


@rule
async def divides(by: int) -> Shot:
    """Fails on a 1 for by=1; what is divided is needed by nobody who asks for damage."""
    face = await roll(d3)
    spread = 0
    if 10 // (face - by) > 3:
        spread = 1
    return Shot(face, spread)


@rule
async def sets(by: int) -> Shot:
    face = await roll(d3)
    spread = 10 % (face - by)
    return Shot(face, spread)


@rule
async def makes(by: int) -> Shot:
    face = await roll(d3)
    return Shot(face, spread=10 // (face - by))


@rule
async def looks_up(by: int) -> Shot:
    face = await roll(d3)
    spread = (5, 6, 7)[face + by]
    return Shot(face, spread)


@rule
async def picks(by: int) -> Shot:
    face = await roll(d3)
    spread = max(range(by, face))
    return Shot(face, spread)


@rule
async def reads_numbers(by: int) -> Shot:
    face = await roll(d3)
    spread = int("12x456"[by + face])
    return Shot(face, spread)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (divides(1), ZeroDivisionError),
        (sets(2), ZeroDivisionError),
        (makes(3), ZeroDivisionError),
        (looks_up(0), IndexError),
        (picks(1), ValueError),
        (reads_numbers(0), ValueError),
    ],
)
def test_what_raises_does_so_whatever_is_asked(call, error) -> None:
    with pytest.raises(error):
        odds(call, of=lambda shot: shot.damage)


@pytest.mark.parametrize("call", [divides(0), sets(0), makes(0), looks_up(-1), picks(0), reads_numbers(2)])
def test_where_nothing_raises_the_answer_is_as_before(call) -> None:
    assert odds(call, of=lambda shot: shot.damage) == d3.distribution()


@rule
async def dead_test(by: int) -> int:
    """A loop sets what nobody reads, where a test says so; the test fails on a 1 for by=1."""
    total, _one = 0, 0
    for face in await roll(d6.pool(2)):
        if 10 // (face - by) > 3:
            _one = face
        total += 1
    return total


@rule
async def decides_after(by: int) -> int:
    face = await roll(d3)
    _one = 0
    if 6 // (face - by) == 3:
        _one = face
    return 2 if await choose("player", ("go", "stay")) == "go" else 1


@rule
async def divides_in_place(by: int) -> Shot:
    face, spread = await roll(d3), 10
    spread //= face - by
    return Shot(face, spread)


@pytest.mark.parametrize("call", [dead_test(1), decides_after(2), divides_in_place(1)])
def test_a_test_that_divides_is_made_though_nothing_comes_of_it(call) -> None:
    with pytest.raises(ZeroDivisionError):
        odds(call, lambda _: "go", of=lambda outcome: 0 if outcome == 1 else 1)
    with pytest.raises(ZeroDivisionError):
        best(call, of=lambda outcome: outcome if outcome == 1 else 1)

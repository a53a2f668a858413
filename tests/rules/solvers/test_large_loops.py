"""Numbers added up around loops of many states, and numbers that begin again: what is asked of them, by hand."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import count

import pytest

from oddsmith.dice import d4, d6
from oddsmith.errors import TooLarge
from oddsmith.rules import Call, best, odds, roll, rule

_STEPS = {1: (1, 0), 2: (-1, 0), 3: (0, 1), 4: (0, -1)}
_FAR = 144


@rule
async def lost_in_a_field() -> int:
    x = y = n = 0
    while x * x + y * y < 144:
        face = await roll(d4)
        x += (face == 1) - (face == 2)
        y += (face == 3) - (face == 4)
        n += 1
    return n


@rule
async def lost_for_so_long() -> int:
    x = y = 0
    for n in count(1):
        face = await roll(d4)
        x += (face == 1) - (face == 2)
        y += (face == 3) - (face == 4)
        if x * x + y * y >= 144:
            return n
    raise AssertionError("the loop has no other end")


@rule
async def last_run() -> int:
    """The throws of 3 to 5 in a row, just before the first 6."""
    run = 0
    while (face := await roll(d6)) != 6:
        run = run + 1 if face > 2 else 0
    return run


def still_there_after(steps: int) -> Fraction:
    """The chance that a walk of single steps is still nearer than 12 after so many."""
    there = {(0, 0): Fraction(1)}
    for _ in range(steps):
        onward: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (x, y), share in there.items():
            for right, up in _STEPS.values():
                if (x + right) ** 2 + (y + up) ** 2 < _FAR:
                    onward[x + right, y + up] += share / 4
        there = onward
    return sum(there.values(), Fraction(0))


@pytest.mark.parametrize("walk", [lost_in_a_field, lost_for_so_long], ids=lambda walk: walk.name)
def test_the_law_of_a_long_walk_is_refused_before_it_is_solved_and_a_comparison_answered(
    walk: Callable[[], Call[int]],
) -> None:
    with pytest.raises(TooLarge, match="Around a loop of many states.*comparison.*best"):
        odds(walk())
    # it is longer than 19 steps where it is still inside after these
    assert odds(walk(), of=lambda n: n >= 20).pmf(True) == still_there_after(19)
    assert odds(walk(), of=lambda n: n > 15).pmf(True) == still_there_after(15)
    # x * x + y * y grows by 1 on average each step, and ends at 144 or a little more, past 12 + 1 never
    assert 144 <= best(walk()).value < 169


def test_a_number_that_begins_again_is_compared_though_it_has_no_end() -> None:
    # backward from the 6, each throw is one of 3 to 5 with 1/2: three of them in a row
    assert odds(last_run(), of=lambda n: n >= 3).pmf(True) == Fraction(1, 8)
    assert odds(last_run(), of=lambda n: n == 2).pmf(True) == Fraction(1, 8)
    assert odds(last_run(), of=lambda n: min(n, 1)).pmf(0) == Fraction(1, 2)

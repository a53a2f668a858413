"""Best play of games of which all states are too many, and those that the goal needs are few."""

import pytest

from oddsmith.dice import d6
from oddsmith.rules import best, choose, roll, rule


@rule
async def turns_of_pig(goal: int) -> int:
    """The turns that it takes to bank so many points; a 1 loses those of the turn."""
    banked = turns = 0
    while banked < goal:
        turns += 1
        turn = 0
        while banked + turn < goal:
            face = await roll(d6)
            if face == 1:
                turn = 0
                break
            turn += face
            if await choose("player", ("roll", "hold")) == "hold":
                break
        banked += turn
    return turns


def fewest(goal: int) -> float:
    """The same, with numbers: the turns to come are bisected, total after total, from the most that is banked down."""
    worth = [0.0] * (goal + 1)  # by what is banked

    def after(total: int, banked: int, lost: float) -> float:
        """The turns after this one, which has come so far, where those after a 1 are so many."""
        if total >= goal:
            return 0.0
        rolled = (lost + sum(after(total + face, banked, lost) for face in range(2, 7))) / 6
        return rolled if total == banked else min(rolled, worth[total])

    for banked in reversed(range(goal)):
        low, high = 0.0, 100.0
        for _ in range(60):
            guess = (low + high) / 2
            low, high = (guess, high) if 1 + after(banked, banked, guess) > guess else (low, guess)
        worth[banked] = low
    return worth[0]


def test_turns_that_are_only_counted_need_no_end() -> None:
    found = best(turns_of_pig(15), lambda turns: -turns, limit=20_000).value
    assert float(-found) == pytest.approx(fewest(15), abs=1e-9)

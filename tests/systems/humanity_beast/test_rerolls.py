"""Rerolls with Willpower, against plain recursion over single dice, and what a second one would take."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest
from tests.systems.humanity_beast.questions import first_values

from oddsmith.systems.humanity_beast.rules.dice_throw import DiceThrow
from oddsmith.systems.humanity_beast.rules.reading import Reading
from oddsmith.systems.humanity_beast.rules.roll_task import RollTask

#: A die: whether it is a Beast die, and its successes.
Die = tuple[bool, int]


@cache
def law(beast: bool, enough: int) -> tuple[Fraction, ...]:
    """The chance of each number of successes of a die whose 10s are always rerolled; the last is that of so many or
    more."""
    hits = 4 if beast else 3  # faces below 10
    miss = Fraction(9 - hits, 10)
    exactly = [miss, *((Fraction(hits, 10) + miss / 10) / 10**k for k in range(enough - 1))]
    return (*exactly, 1 - sum(exactly))


@cache
def chance(dice: tuple[Die, ...], difficulty: int, rerolls: int) -> Fraction:
    """The chance to meet a difficulty with dice that lie so, when so many of them may be rerolled one by one."""
    if sum(successes for _, successes in dice) >= difficulty:
        return Fraction(1)
    if not rerolls:
        return Fraction(0)
    worth = [chance(dice, difficulty, 0)]
    for place, (beast, _) in enumerate(dice):
        others = dice[:place] + dice[place + 1 :]
        again = [
            p * chance(tuple(sorted((*others, (beast, n)))), difficulty, rerolls - 1)
            for n, p in enumerate(law(beast, difficulty))
        ]
        worth.append(sum(again, Fraction(0)))
    return max(worth)


def lying(humanity: int, beast: int, difficulty: int) -> Iterator[tuple[tuple[Die, ...], Fraction]]:
    """Every way in which dice may fall, one die after another, with its chance."""
    colours = [False] * humanity + [True] * beast
    for fallen in product(range(difficulty + 1), repeat=len(colours)):
        p = Fraction(1)
        for colour, successes in zip(colours, fallen, strict=True):
            p *= law(colour, difficulty)[successes]
        yield tuple(sorted(zip(colours, fallen, strict=True))), p


def by_hand(humanity: int, beast: int, difficulty: int, rerolls: int) -> Fraction:
    return sum((p * chance(dice, difficulty, rerolls) for dice, p in lying(humanity, beast, difficulty)), Fraction(0))


@pytest.mark.parametrize(("humanity", "beast", "difficulty"), [(2, 2, 3), (1, 3, 2), (3, 1, 4)])
def test_one_point_kept_until_after_the_roll_is_worth_what_single_dice_say(
    humanity: int, beast: int, difficulty: int
) -> None:
    inputs = {"humanity": humanity, "beast": beast, "difficulty": difficulty, "willpower": 2}
    assert first_values("action", inputs, "success")["after"] == by_hand(humanity, beast, difficulty, 1)


def test_what_the_guide_says_of_a_second_point_holds() -> None:
    said = " ".join((Path(__file__).parents[3] / "docs" / "fights.md").read_text(encoding="utf-8").split())
    one, two = (f"{float(by_hand(2, 2, 3, rerolls)):.2%}".replace("%", " %") for rerolls in (1, 2))
    assert f"meet Average in {one} with one reroll and in {two} with two" in said
    task = RollTask(7, 3, 6, 1, Reading(), "neither", False, False, frozenset({"success"}), reroll="choice")
    ways = len([*DiceThrow(task).distribution().items()])
    each = [len([*combinations_with_replacement(range(7), dice)]) for dice in (7, 3)]
    assert f"against Hard lie in {ways} ways" in said
    assert f"there are {each[0] * each[1]:,}" in said

"""The example mechanics come to the values that others have published for them."""

import runpy
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from oddsmith import best

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / f"{name}.py"))


@pytest.mark.parametrize(("bonus", "value"), [(0, Fraction(9269, 9000)), (3, Fraction(79, 48))])
def test_ironsworn_beats_as_many_challenge_dice_as_published(bonus: int, value: Fraction) -> None:
    assert best(example("ironsworn")["move"](bonus)).value == value


def test_threes_with_five_dice_has_the_published_expected_total() -> None:
    assert best(example("threes")["threes"](5), players={"player": min}).value == Fraction(504205555, 80621568)


def test_three_d10_with_two_rerolls_of_any_are_worth_447_20() -> None:
    assert best(example("rerolls")["three_dice"]()).value == Fraction(447, 20)


def test_five_of_one_kind_in_three_rolls_has_the_published_chance() -> None:
    solution = best(example("one_kind")["five_equal"](0, 3), goal=lambda won: won)
    assert solution.value == Fraction(347897, 7558272)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_is_short_and_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(path.read_text().splitlines()) < 40 or path.stem == "whole_tour"
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_the_whole_tour_is_what_it_says(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    tour = import_module("whole_tour")
    tour.dice()
    told = capsys.readouterr().out
    # Two of three dice, of which 6, 2 and 5 came up; their mean by counting all 216 throws.
    assert told.startswith("3d6kh2: [6 (2) 5] = 11 ")
    throws = [sorted((a, b, c))[1:] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    assert f" {Fraction(sum(map(sum, throws)), 216)} " in told
    assert "11/20" in told  # d20 + 5 reaches 15
    tour.rules()
    told = capsys.readouterr().out
    assert told.startswith("4/3 ")  # four dice that hit with 1 in 3, nothing thrown again
    # An even duel; and a die thrown again hits for 1/3, which is what being winded costs: from two misses on it pays.
    assert told.rstrip().splitlines()[-1].startswith("1/2 ")
    assert "  3 hits: keep  (or: reroll)" in told
    tour.elsewhere()
    # Two dice hit 2/3 on average; who misses with both (4/9) gains 2/3 - 1/3 by throwing them again.
    assert capsys.readouterr().out.split()[0] == str(Fraction(2, 3) + Fraction(4, 9) * Fraction(1, 3))

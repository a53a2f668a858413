"""The example mechanics come to the values that others have published for them."""

import runpy
from fractions import Fraction
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
    assert len(path.read_text().splitlines()) < 40
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out

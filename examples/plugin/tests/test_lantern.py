"""Chances of Lantern, against a count by hand."""

from fractions import Fraction

from oddsmith_lantern import search

from oddsmith import best, odds


def test_three_dice_without_oil_find_it_in_7_of_27_throws() -> None:
    # Two clues in 3 * 2 of 27 ways, three in one.
    assert odds(search(3, 0)).p(lambda outcome: outcome.found) == Fraction(7, 27)


def test_whoever_burns_no_oil_pays_none() -> None:
    solution = best(search(2, 1), goal=lambda outcome: outcome.oil, players={"player": min})
    assert solution.value == 0

"""Series of chances are worked out as far as is needed, and no further."""

from fractions import Fraction as F
from typing import Any

import pytest
from flint import fmpz_poly

from oddsmith.dice import parse
from oddsmith.distribution.limits import allowing
from oddsmith.distribution.unbounded.series import Direction
from oddsmith.errors import TooLarge

RARE = F(1, 10**18)


@pytest.mark.parametrize("times", [1, 2, 3, 8])
@pytest.mark.parametrize(
    ("top", "below"),
    [([1], [30, -29]), ([1], [60, -59]), ([0, 1, 1, 1, 1, 1], [6, 0, 0, 0, 0, 0, -1]), ([3, 1], [5, 0, -1])],
)
def test_a_series_is_foreseen_as_long_as_it_has_to_be_and_hardly_longer(top, below, times):
    series = Direction(0, 1, fmpz_poly(top) ** times, fmpz_poly(below) ** times)
    enough = series.enough(RARE) or 0
    assert series.rest(enough) <= RARE < series.rest(enough * 17 // 20)


def test_of_two_poles_the_nearer_one_says_how_far():
    near, far = fmpz_poly([3, -2]), fmpz_poly([6, -1])  # 3/2 and 6, each twice, so that no sign tells that one is past
    series = Direction(0, 1, fmpz_poly([25]), near**2 * far**2)
    enough = series.enough(RARE) or 0
    assert series.rest(enough) <= RARE < series.rest(enough * 17 // 20)


def test_a_long_series_is_told_once_as_long_as_it_becomes():
    with allowing(100_000) as budget:  # 374,000 where it is doubled until it holds
        listed = parse("sum(3d15!>=2)").distribution().truncated()
    assert 0 < listed.unresolved * 10**18 <= listed.total
    assert budget.at_hand + budget.spent > 5_000


def test_a_series_that_is_too_long_is_refused_before_any_of_it():
    distribution: Any = parse("sum(3d60!>=2)").distribution()
    with pytest.raises(TooLarge) as refused:
        distribution.truncated()
    assert refused.value.remedy
    assert not distribution._directions[0]._known.terms


def test_one_die_that_nearly_always_compounds_is_listed_once():
    expression = parse("set(50d50!!>=3)")
    with allowing(1_000_000) as budget, pytest.raises(TooLarge):
        expression.distribution()
    assert budget.spent + budget.at_hand < 500_000  # 2,900,000 where the list of one die is doubled until it is enough

"""Series of chances are worked out as far as is needed, and no further."""

from fractions import Fraction as F
from typing import Any

import pytest
from flint import fmpz_poly

from oddsmith.answers.documents.notation import notation_odds, odds_within
from oddsmith.dice import parse, read
from oddsmith.distribution.limits import LIMIT, allowing
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


@pytest.mark.parametrize("known", [5, 12, 30, 39])
def test_a_series_is_made_longer_by_what_the_known_places_leave(known):
    top, below = fmpz_poly([0, 1, 1, 1, 1, 1]) ** 3, fmpz_poly([6, 0, 0, 0, 0, 0, -1]) ** 3
    at_once, later = (Direction(0, 1, top, below) for _ in range(2))
    at_once._upto(40, in_advance=False)
    for count in (known, 40):
        later._upto(count, in_advance=False)
    assert later._known == at_once._known


def test_how_long_a_series_has_to_be_is_asked_once_for_all_that_a_document_says_of_it(monkeypatch):
    asked = []
    enough = Direction.enough

    def counted(self, rest):
        asked.append(rest)
        return enough(self, rest)

    monkeypatch.setattr(Direction, "enough", counted)
    notation_odds(read("60d12!>=3"))
    assert len(asked) <= 2  # one more to foresee it; 9 where every quantile asks


def test_every_series_of_a_document_counts_and_so_do_its_rows():
    with allowing(LIMIT) as budget:
        odds_within(read("6x 12d10!>=3"))
    assert (
        80_000 < budget.spent + budget.beside < 250_000
    )  # 45,000 where the longest series stands for all, and rows are free


@pytest.mark.parametrize(
    "notation", ["sum(200d999!!)", "500d300!3min2", "sum((999d100!3&15d20))", "(999d100ro<=2&30d30!)"]
)
def test_a_long_sum_is_refused_before_it_is_multiplied(notation):
    law: Any = parse(notation).distribution()
    for _ in range(2):  # also where the law is remembered
        with pytest.raises(TooLarge):
            notation_odds(read(notation))
        assert "function" not in law._product.__dict__


def test_rows_of_a_series_are_foreseen_with_it():
    law: Any = parse("500d12!>=3").distribution()
    with pytest.raises(TooLarge):
        notation_odds(read("500d12!>=3"))
    assert not law._directions[0]._known.terms

"""Distributions as tables of Polars and pandas."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from oddsmith.dice import Die, d6
from oddsmith.distribution import Distribution
from oddsmith.errors import NotInstalled, TooLarge, Undecidable


@pytest.mark.parametrize("library", ["polars", "pandas"])
@pytest.mark.parametrize(
    ("distribution", "outcomes", "exact"),
    [
        (d6.pool(2).count(at_least=5).distribution(), [0, 1, 2], ["4/9", "4/9", "1/9"]),
        (Die(["hit", "miss"], [1, 2]).distribution(), ["hit", "miss"], ["1/3", "2/3"]),
        (Distribution.uniform([Fraction(1, 2), 2]), [Fraction(1, 2), 2], ["1/2", "1/2"]),
        (Distribution.uniform([Fraction(1, 2), Fraction(2)]), [Fraction(1, 2), Fraction(2)], ["1/2", "1/2"]),
    ],
)  # fmt: skip
def test_a_table_has_outcomes_with_their_probabilities(
    library: str, distribution: Distribution[object], outcomes: list[object], exact: list[str]
) -> None:
    frame = distribution.to_polars() if library == "polars" else distribution.to_pandas()
    assert list(frame.columns) == ["outcome", "probability", "exact"]
    assert list(frame["outcome"]) == outcomes
    assert list(frame["exact"]) == exact
    assert list(frame["probability"]) == [float(Fraction(each)) for each in exact]


def test_what_has_no_end_makes_no_table() -> None:
    with pytest.raises(Undecidable):
        d6.explode().distribution().to_polars()


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(NotInstalled, match="pandas"):
        d6.distribution().to_pandas()


def test_a_table_of_polars_refuses_numbers_that_it_cannot_hold() -> None:
    with pytest.raises(TooLarge, match="about 201 digits in a number of Polars; the limit is 38"):
        (d6.distribution() * 10**200).to_polars()
    assert (d6.distribution() * 10**200).to_pandas()["outcome"][5] == 6 * 10**200


def test_words_beside_numbers_are_texts_in_a_column_of_polars() -> None:
    assert list(Distribution.uniform(["critical", 3]).to_polars()["outcome"]) == ["critical", "3"]

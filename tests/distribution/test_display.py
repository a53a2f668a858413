from fractions import Fraction as F

import pytest

from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput


def test_a_table_has_percentages_fractions_and_bars():
    made = Distribution.from_weights({"miss": 3, "hit": 1})
    assert made.table(width=8).splitlines() == [
        " hit  25.00%  1/4  ██▋",
        "miss  75.00%  3/4  ████████",
    ]


def test_bars_can_be_left_out():
    assert Distribution.uniform([1, 2]).table(width=0) == "1  50.00%  1/2\n2  50.00%  1/2"


def test_outcomes_beyond_the_limit_are_summed_up():
    lines = Distribution.uniform(range(1, 7)).repeat(2).table(rows=3, width=0).splitlines()
    assert [line.split() for line in lines] == [
        ["6", "13.89%", "5/36"],
        ["7", "16.67%", "1/6"],
        ["8", "13.89%", "5/36"],
        ["8", "others", "55.56%", "5/9"],
    ]


def test_what_is_unresolved_has_its_own_line():
    lines = Distribution.from_weights({1: 1}, unresolved=3).table(width=4).splitlines()
    assert [line.split() for line in lines] == [["1", "25.00%", "1/4", "████"], ["unresolved", "75.00%", "3/4"]]


def test_an_unbounded_outcome_shows_what_its_table_leaves_out():
    lines = Distribution.generating([1], [2, -1]).table(rows=2, width=0).splitlines()
    assert lines[0].split() == ["0", "50.00%", "1/2"]
    assert lines[1].split() == ["1", "25.00%", "1/4"]
    assert lines[2].split()[1:3] == ["others", "25.00%"]
    assert lines[3].split()[0] == "unresolved"


def test_small_probabilities_do_not_round_to_nothing():
    rare = Distribution.from_probabilities({0: 1 - F(1, 10**9), 1: F(1, 10**9)})
    assert rare.table(width=0).splitlines()[1].split()[:2] == ["1", "1.0e-07%"]


def test_the_notebook_display_is_a_table_with_escaped_outcomes():
    html = Distribution.uniform(["<b>", "&"])._repr_html_()
    assert html.startswith("<table>")
    assert "&lt;b&gt;" in html
    assert "<b>" not in html


def test_sizes_of_the_table_are_checked():
    with pytest.raises(BadInput):
        Distribution.certain(1).table(rows=-1)


def test_what_is_unresolved_is_shown_by_its_size_where_its_fraction_is_long():
    made = Distribution.from_weights({1: 10**60, 2: 3}, unresolved=7)
    assert repr(made).endswith(", unresolved about 7e-60)")
    assert repr(Distribution.from_weights({1: 1}, unresolved=3)) == "Finite({1: 1/4}, unresolved 3/4)"


def test_totals_of_many_thousand_digits_are_shown():
    sums = Distribution.uniform(range(1, 7)).repeat(7000)  # 6 ** 7000 has 5,448 digits
    assert repr(sums).startswith("Finite({7000: about 0, 7001: about 0, ")
    assert sums.table(rows=1, width=0).split()[:2] == ["24500", "0.28%"]

"""The rows of a measure."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from oddsmith.answers.format.distribution_summary import summary
from oddsmith.cli.text.chart import in_full, rows
from oddsmith.dice import d6, d10
from oddsmith.distribution import Distribution


def entry(distribution: Distribution[Any]) -> dict[str, Any]:
    return summary(distribution)


def test_a_table_that_fits_lists_every_value():
    found = rows(entry(d6.distribution()), 20, 0.01)
    assert [(row.label, row.in_full) for row in found] == [(str(face), "1/6") for face in range(1, 7)]


def test_rare_values_at_the_ends_are_gathered_exactly():
    found = rows(entry(d6.pool(10).sum().distribution()), 40, 0.001)
    assert (found[0].label, found[-1].label) == ("18 or less", "52 or more")
    assert sum(row.weight or 0 for row in found) == 1
    assert found[0].weight == d6.pool(10).sum().distribution().at_most(18)


def test_too_many_values_share_rows_of_a_round_width():
    found = rows(entry(Distribution.uniform(range(1, 101))), 20, 0.0005)
    assert [row.label for row in found][:3] == ["1 to 4", "5 to 9", "10 to 14"]
    assert len(found) <= 21


def test_rows_that_share_values_do_not_overlap_with_those_at_the_ends():
    sum_of_dice = d6.pool(20).sum().distribution()
    found = rows(entry(sum_of_dice), 10, 0.001)
    least, most = int(found[0].label.split()[0]) + 1, int(found[-1].label.split()[0]) - 1
    assert found[1].label.split()[0] == str(least)
    assert found[-2].label.split()[-1] == str(most)
    assert [found[0].weight, found[-1].weight] == [sum_of_dice.at_most(least - 1), sum_of_dice.at_least(most + 1)]


def test_values_below_zero_share_rows_too():
    found = rows(entry(Distribution.uniform(range(-50, 50))), 20, 0.0005)
    assert found[0].label == "−50 to −46"


def test_an_open_end_holds_the_whole_tail():
    distribution = d10.explode().pool(3).count(at_least=7).distribution()
    found = rows(entry(distribution), 20, 0.001)
    assert found[-1].label.endswith("or more")
    assert found[-1].weight == distribution.at_least(int(found[-1].label.split()[0]))


def test_where_both_ends_are_open_they_tell_no_exact_weight():
    chain = d10.explode().pool(1).count(at_least=7).distribution()
    found = rows(entry(chain - chain), 20, 0.001)
    assert found[0].label.startswith("−")
    assert (found[0].weight, found[-1].weight) == (None, None)
    assert abs(sum(row.share for row in found) - 1) < 1e-9


def test_values_that_are_no_whole_numbers_are_gathered_in_equal_steps():
    halves = Distribution.uniform(Fraction(k, 2) for k in range(100))  # 0 to 49.5
    found = rows(entry(halves), 20, 0.0005)
    assert [row.label for row in found[:2]] == ["from 0 to below 5", "from 5 to below 10"]
    assert [row.weight for row in found] == [Fraction(1, 10)] * 10


def test_counts_of_a_simulation_are_gathered_as_counts():
    counted = {"min": 0, "max": 99, "pmf": [[k, 10, 0.01] for k in range(100)]}
    found = rows(counted, 20, 0.0005)
    assert [row.in_full for row in found] == ["50"] * 20


@given(st.dictionaries(st.integers(-300, 300), st.integers(1, 100), min_size=1), st.integers(5, 60))
def test_the_rows_add_up_whatever_is_gathered(weights: dict[int, int], most: int):
    found = rows(entry(Distribution.from_weights(weights)), most, 0.0005)
    assert sum(row.weight or 0 for row in found) == 1


# in full


def test_in_full_every_value_has_a_row_however_rare():
    law = d6.pool(10).sum().distribution()
    found = in_full(entry(law))
    assert [row.label for row in found] == [str(total) for total in range(10, 61)]
    assert (found[0].in_full, found[-1].in_full) == (f"1/{6**10}", f"1/{6**10}")


def test_in_full_what_lies_beyond_an_unbounded_table_has_a_row_that_says_how_much_exactly():
    # A d10 that explodes on 10: each 10 above comes up a tenth as often.
    *listed, beyond = in_full(entry(d10.explode().pool(3).count(at_least=10).distribution()))
    last = int(listed[-1].label)
    assert beyond.label == f"{last + 1} or more"
    assert beyond.weight == d10.explode().pool(3).count(at_least=10).distribution().at_least(last + 1)
    assert sum(row.weight or 0 for row in (*listed, beyond)) == 1


def test_in_full_what_lies_below_a_table_that_is_open_below_comes_first():
    beyond, *listed = in_full(entry(-d10.explode().pool(1).count(at_least=10).distribution()))
    assert beyond.label == f"−{len(listed)} or less"
    assert beyond.weight == Fraction(1, 10 ** len(listed))


def test_in_full_what_lies_beyond_both_ends_is_told_together():
    below = d10.explode().pool(1).count(at_least=10).distribution()
    *listed, beyond = in_full(entry(below - below))
    assert beyond.label == f"below {listed[0].label} or above {listed[-1].label}"
    assert sum(row.weight or 0 for row in (*listed, beyond)) == 1

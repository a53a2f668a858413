from fractions import Fraction as F
from typing import Any

import pytest

from oddsmith.distribution import Distribution, Finite, Generating
from oddsmith.errors import BadInput, Undecidable

D6: Any = Distribution.uniform(range(1, 7))
MIXTURE: Any = Distribution.mixture


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        (lambda: MIXTURE([D6]), "parts"),
        (lambda: MIXTURE(5), "parts"),
        (lambda: MIXTURE([(1,)]), "parts"),
        (lambda: D6.capped([1]), "k"),
        (lambda: D6.floored((1, 2)), "k"),
        (lambda: D6.clamped(2, [3]), "high"),
        (lambda: D6.clamped([2], 3), "high"),
    ],
)
def test_what_cannot_be_mixed_or_compared_is_named(asked, field):
    with pytest.raises(BadInput) as refused:
        asked()
    assert refused.value.field == field
    assert "pairs of a weight" in refused.value.allowed or "compares with" in refused.value.allowed


def test_a_chain_that_goes_on_has_the_series_of_its_quotient():
    heads = Distribution.generating([1], [2, -1])  # heads before the first tails
    assert isinstance(heads, Generating)
    assert [heads.pmf(k) for k in range(-1, 5)] == [0, F(1, 2), F(1, 4), F(1, 8), F(1, 16), F(1, 32)]


def test_without_a_pole_it_is_finite():
    two = Distribution.generating([0, 1, 1, 1, 1, 1, 1], [6])
    assert isinstance(two, Finite)
    assert two == Distribution.uniform(range(1, 7))
    cancelled = Distribution.generating([2, 1, -1], [4, -2])  # (2 - z)(1 + z) / (2 (2 - z))
    assert cancelled == Distribution.uniform([0, 1])


def test_fractions_are_coefficients_too():
    assert Distribution.generating([F(1, 2)], [1, F(-1, 2)]) == Distribution.generating([1], [2, -1])


def test_the_shift_moves_the_start_whichever_way_it_runs():
    assert Distribution.generating([1], [2, -1], shift=5).minimum == 5
    falling = Distribution.generating([1], [2, -1], shift=5, falling=True)
    assert (falling.minimum, falling.maximum) == (None, 5)
    assert falling.pmf(3) == F(1, 8)


def test_a_factor_z_of_the_denominator_is_a_shift():
    assert Distribution.generating([1], [0, 2, -1]) == Distribution.generating([1], [2, -1], shift=-1)


def test_poles_inside_the_circle_make_it_run_down():
    # (1/2) / (1 - 1/(2z)) = z / (2z - 1)
    assert Distribution.generating([0, 1], [-1, 2]) == Distribution.generating([1], [2, -1], falling=True)


def test_poles_on_both_sides_make_it_run_both_ways():
    up, down = Distribution.generating([1], [2, -1]), Distribution.generating([2], [3, -1], falling=True)
    both = Distribution.generating([0, 2], [-2, 7, -3])  # 1/(2 - z) * 2z/(3z - 1)
    assert both == up + down
    assert (both.minimum, both.maximum) == (None, None)


@pytest.mark.parametrize(
    ("numerator", "denominator"),
    [
        ([1], [0]),
        ([1], []),
        ([1], [3, -1]),  # 1/2 at z = 1
        ([0], [1, -1]),  # 0/0 at z = 1
        ([1], [1, -1]),  # pole at 1
        ([2], [1, 1]),  # pole at -1
        ([3, -1], [2]),  # a negative probability at once
        ([3], [2, 1]),  # 3/2 - 3/4 z + ...: alternating signs
        ([9, -3, -3], [4, -1]),  # finitely many negative ones
        ([0.5], [1, -0.5]),
    ],
)
def test_what_is_no_distribution_is_refused(numerator, denominator):
    with pytest.raises(BadInput):
        Distribution.generating(numerator, denominator)


def test_probabilities_that_are_not_rational_are_refused():
    with pytest.raises(Undecidable):
        Distribution.generating([0, 1], [-1, 3, -1])

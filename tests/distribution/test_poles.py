from math import prod

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.dice import parse
from oddsmith.distribution.limits import LIMIT, allowing
from oddsmith.distribution.unbounded.poles import all_outside, reverse, split_poles
from oddsmith.errors import BadInput, TooLarge, Undecidable

# Factors whose roots are known: b - a z at b/a; (z - c)**2 + d**2 at c ± d i, whose squared modulus is c² + d².
linear = st.tuples(st.integers(-6, 6).filter(bool), st.integers(-6, 6).filter(bool))
quadratic = st.tuples(st.integers(-3, 3), st.integers(1, 3))


@given(st.lists(linear, max_size=4), st.lists(quadratic, max_size=3))
def test_the_recursion_finds_whether_all_roots_are_outside(lines, squares):
    poly, outside = fmpz_poly([1]), True
    for b, a in lines:
        poly *= fmpz_poly([b, -a])
        outside &= abs(b) > abs(a)
    for c, d in squares:
        poly *= fmpz_poly([c * c + d * d, -2 * c, 1])
        outside &= c * c + d * d > 1
    assert all_outside(poly) == outside


def test_rounding_leaves_nothing_open():
    # Roots at 1 ± 1/1000 are told apart, and a root on the circle is found, whatever else there is.
    crowd = fmpz_poly([3, 1, 1]) ** 30 * fmpz_poly([10, -9, 3]) ** 20
    assert all_outside(crowd * fmpz_poly([1001, -1000]))
    assert not all_outside(crowd * fmpz_poly([999, -1000]))
    assert not all_outside(crowd * fmpz_poly([5, -8, 5]))
    assert not all_outside(crowd * fmpz_poly([1, -3, 1]))


def test_factors_go_to_the_side_of_their_roots():
    outer, inner = fmpz_poly([10, -1]) ** 3 * fmpz_poly([6, 0, -1]), fmpz_poly([-1, 3]) * fmpz_poly([1, 0, 5])
    found = split_poles(outer * inner)
    assert found[0] * found[1] == outer * inner
    assert found[1] in (inner, -inner)
    assert split_poles(outer) == (outer, fmpz_poly([1]))
    assert split_poles(inner) == (fmpz_poly([1]), inner)


def test_roots_on_the_circle_are_refused():
    for factor in ([1, -1], [1, 1], [1, 0, 1], [1, 1, 1]):
        with pytest.raises(BadInput, match="unit circle"):
            split_poles(fmpz_poly(factor) * fmpz_poly([10, -1]))


def test_a_symmetric_walk_has_irrational_probabilities():
    # Steps of +1, -1 and a stop, a third each: P(0) = 1/sqrt(5).
    with pytest.raises(Undecidable, match="not rational"):
        split_poles(fmpz_poly([-1, 3, -1]))


def test_reversing_turns_roots_inside_out():
    assert reverse(fmpz_poly([10, -1])) == fmpz_poly([-1, 10])


def test_digits_that_are_doubled_until_nothing_is_open_count():
    crowd = prod((fmpz_poly([1000 + place, -1000]) for place in range(1, 161)), start=fmpz_poly([1]))
    with allowing(40_000), pytest.raises(TooLarge):  # a second, and no tenth of that where the last try alone counts
        all_outside(crowd)


def test_so_long_a_chain_takes_no_second_since_its_pole_is_looked_at_once():
    assert parse("sum(200d2dl1!)").distribution(limit=200_000).mean == 599  # six seconds before


def test_a_power_has_the_poles_of_what_is_raised():
    with allowing(LIMIT) as budget:
        assert all_outside(fmpz_poly([20, -19]) ** 500)
        assert not all_outside(fmpz_poly([19, -20]) ** 500)
    assert budget.spent < 10  # 7 s, where each power is a root of its own

"""Weights without the factors that all of them share."""

from math import gcd

from hypothesis import given
from hypothesis import strategies as st

from oddsmith.distribution import Distribution
from oddsmith.distribution.finite.common_factors import reduced

SMALL = st.lists(st.integers(1, 10**6), min_size=2, max_size=6)


@given(SMALL, st.integers(0, 100), st.sampled_from([1, 6**8, 30**6000, 2**20_000 + 1]))
def test_long_weights_lose_all_that_they_share(numbers: list[int], unresolved: int, factor: int):
    weights = {place: number * factor for place, number in enumerate(numbers)}
    common, left = reduced(weights, unresolved * factor)
    assert common == gcd(*numbers, unresolved) * factor
    assert left == {place: number * factor // common for place, number in enumerate(numbers)}


def test_weights_of_nothing_are_left_out_also_among_long_ones():
    long = 6**9000
    assert reduced({1: 0, 2: long, 3: 3 * long}, 0) == (long, {2: 1, 3: 3})
    assert Distribution.from_weights({1: 2 * long, 2: 4 * long}).weights == {1: 1, 2: 2}

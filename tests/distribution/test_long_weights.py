"""Weights that are too long to be listed are asked as a polynomial, with the same answers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.finite import listed_weights, sums_as_products
from oddsmith.distribution.finite.sums_as_products import Dense

SHARES = st.fractions(0, 1, max_denominator=50)
FACES = st.dictionaries(st.integers(-5, 9), st.integers(1, 3), min_size=2, max_size=4)


@given(FACES, st.integers(2, 6), SHARES)
def test_a_polynomial_answers_as_a_list(faces, dice, share):
    def asked() -> tuple[object, ...]:
        law = Distribution.from_weights(faces).repeat(dice)
        assert isinstance(law, Finite)
        return law.number, law.minimum, law.maximum, law.modes, law.quantile(share)

    listed = asked()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(listed_weights, "_MANY_BITS", 0)
        patch.setattr(sums_as_products, "_MARK", 4)  # so that few outcomes have several sums of weights
        assert asked() == listed


def test_long_weights_are_not_listed_to_be_asked():
    law = Distribution.uniform(range(1, 7)).repeat(10_000)
    assert (law.minimum, law.maximum, law.modes, law.median) == (10_000, 60_000, (35_000,), 35_000)
    assert law.quantile(Fraction(1, 4)) < 35_000
    assert isinstance(law, Finite)
    assert law.number == 50_001
    assert "weights" not in law.__dict__


def test_a_power_is_multiplied_out_once_a_weight_is_asked_for(monkeypatch):
    monkeypatch.setattr(listed_weights, "_MANY_BITS", 0)
    many = Distribution.uniform(range(1, 1000)).repeat(10)
    chain = Distribution.generating([1], [2, -1])
    summed = (many + chain, many - chain, chain - many)
    asked = [(int(one.mean), one.minimum, one.maximum) for one in summed]
    assert asked == [(5001, 10, None), (4999, None, 9990), (-4999, -9990, None)]
    assert isinstance(many._source, Dense)
    assert "poly" not in many._source.__dict__
    fewer = Distribution.uniform(range(1, 5)).repeat(3)
    listed = Distribution.from_weights(dict(fewer.weights))
    assert (fewer + chain, fewer - chain, chain - fewer) == (listed + chain, listed - chain, chain - listed)
    assert (-many).at_least(-4000) == many.at_most(4000)

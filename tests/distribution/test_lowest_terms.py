"""Shares of one total in lowest terms are the fractions that Python makes, with hardly a gcd."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.dice import d6, d20
from oddsmith.distribution.finite import lowest_terms
from oddsmith.distribution.finite.lowest_terms import LowestTerms

SMOOTH = st.builds(
    lambda twos, threes, sevens, other: 2**twos * 3**threes * 7**sevens * other,
    st.integers(0, 400),
    st.integers(0, 200),
    st.integers(0, 3),
    st.sampled_from([1, 5, 997, 1009, 2**61 - 1]),
)


@given(total=SMOOTH, data=st.data())
def test_shares_are_the_fractions_of_python(total: int, data: st.DataObject) -> None:
    lowest = LowestTerms(total)
    weights = st.one_of(
        st.integers(0, total), SMOOTH, st.integers(0, 40).map(lambda power: 2**power * 3 ** (power // 2))
    )
    for weight in data.draw(st.lists(weights, max_size=20)):
        assert lowest.pair(weight) == (weight // gcd(weight, total), total // gcd(weight, total))
        found = lowest.fraction(weight)
        assert found == Fraction(weight, total)
        assert hash(found) == hash(Fraction(weight, total))
        assert (found + 1) - found == 1


def test_outcomes_of_many_dice_are_read_with_hardly_a_gcd(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []
    settled = LowestTerms._settled

    def settled_and_counted(self: LowestTerms, shared: int) -> object:
        searched.append(shared)
        return settled(self, shared)

    monkeypatch.setattr(LowestTerms, "_settled", settled_and_counted)
    found = d6.pool(1000).sum().distribution().truncated()
    items = dict(found.items())
    assert len(items) == 5001
    assert len(searched) < 200
    assert items[3500] == Fraction(found.weights[3500], found.total)
    assert sum(items.values()) == 1


def test_totals_with_a_large_prime_are_read_as_well() -> None:
    found = d20.pool(2).sum().distribution()
    assert dict(found.items())[21] == Fraction(20, 400)
    prime = 2**127 - 1
    assert LowestTerms(prime**3).pair(prime * 5) == (5, prime**2)
    assert lowest_terms._watched(prime**3) == {}

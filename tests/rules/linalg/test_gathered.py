"""Sums of many fractions, brought to one denominator."""

import random

import pytest
from flint import fmpq, fmpz

from oddsmith.rules.linalg.gathered import Gathered, over_one


def test_fractions_are_brought_over_their_least_common_denominator() -> None:
    assert over_one((fmpq(1, 4), fmpq(1, 6), fmpq(7, 12))) == ([fmpz(3), fmpz(2), fmpz(7)], fmpz(12))
    assert over_one((fmpq(1),)) == ([fmpz(1)], fmpz(1))


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_one_addition_after_the_other(seed: int) -> None:
    random_ = random.Random(seed)
    gathered, plain = Gathered(4), [fmpq(0)] * 4
    for _ in range(60):
        top, bottom = fmpz(random_.randint(0, 9)), fmpz(random_.choice((1, 2, 6, 36, 7, 10, 2**70)))
        places = [random_.randrange(4) for _ in range(random_.randint(1, 4))]
        shares = [fmpz(random_.randint(1, 5)) for _ in places]
        gathered.spread(places, shares, top, bottom)
        for place, share in zip(places, shares, strict=True):
            plain[place] += share * fmpq(top, bottom)
    assert [gathered.sum(place) for place in range(4)] == plain


def test_a_denominator_that_is_far_too_large_is_given_up() -> None:
    gathered = Gathered(1)
    gathered.add(0, fmpz(3) ** 200, fmpz(3) ** 201)
    assert gathered.terms(0, gathered.sum(0)) == (fmpz(1), fmpz(3))
    assert Gathered(1).sum(0) == 0

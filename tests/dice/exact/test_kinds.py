"""Numbers of dice that may show a face, and what their weights take."""

import time
from math import comb
from sys import maxsize

import pytest

from oddsmith.dice.exact.kinds import Kind, splits
from oddsmith.dice.exact.throw_pmf import Pmf

DICE = Kind(Pmf(((1, 3), (2, 4))))


@pytest.mark.parametrize("dice", [0, 1, 7])
def test_the_weights_of_a_face_are_binomial(dice):
    assert list(splits([DICE], (dice,), [3], [maxsize])) == [
        ((count,), comb(dice, count) * 3**count) for count in range(dice + 1)
    ]
    assert list(splits([DICE], (dice,), [3], [0])) == [((dice,), 3**dice)]


def test_those_of_many_dice_follow_from_each_other():
    start = time.process_time()
    found = list(splits([DICE], (4_000,), [3], [maxsize]))
    assert time.process_time() - start < 0.3  # 2 s where each begins anew
    assert sum(ways for _, ways in found) == 4**4_000

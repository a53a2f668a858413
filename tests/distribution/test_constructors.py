from fractions import Fraction as F

import pytest

from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput


@pytest.mark.parametrize("weights", [{}, {1: 0}, {1: -1, 2: 3}, {1: 0.5}, {1: F(1, 2)}])
def test_weights_are_whole_numbers_of_which_one_is_above_0(weights):
    with pytest.raises(BadInput):
        Distribution.from_weights(weights)


def test_an_unresolved_weight_is_checked_like_the_others():
    with pytest.raises(BadInput, match="unresolved"):
        Distribution.from_weights({1: 1}, unresolved=-1)


def test_probabilities_total_exactly_1():
    assert Distribution.from_probabilities({1: F(1, 2), 2: F(1, 2)}) == Distribution.uniform([1, 2])
    with pytest.raises(BadInput, match="5/6"):
        Distribution.from_probabilities({1: F(1, 2), 2: F(1, 3)})
    with pytest.raises(BadInput):
        Distribution.from_probabilities({1: F(3, 2), 2: F(-1, 2)})
    with pytest.raises(BadInput):
        Distribution.from_probabilities({1: 0.5, 2: 0.5})  # type: ignore[dict-item]


def test_what_the_probabilities_lack_can_be_stated_as_unresolved():
    made = Distribution.from_probabilities({1: F(1, 2), 2: F(1, 3)}, unresolved=F(1, 6))
    assert dict(made.weights) == {1: 3, 2: 2}
    assert made.total == 6


def test_repeated_outcomes_add_up():
    assert Distribution.uniform("AAB") == Distribution.from_weights({"A": 2, "B": 1})
    with pytest.raises(BadInput):
        Distribution.uniform([])


def test_a_joint_outcome_is_a_tuple():
    coin = Distribution.from_weights({"H": 2, "T": 1})
    both = Distribution.joint(coin, Distribution.uniform([1, 2]), Distribution.certain(None))
    assert both.pmf(("H", 1, None)) == F(1, 3)
    assert Distribution.joint() == Distribution.certain(())


def test_a_joint_outcome_keeps_what_is_unresolved():
    part = Distribution.from_weights({1: 1}, unresolved=1)
    assert Distribution.joint(part, part).unresolved == F(3, 4)


def test_an_unbounded_part_cannot_be_listed_in_a_joint_outcome():
    with pytest.raises(BadInput, match="part 2"):
        Distribution.joint(Distribution.certain(1), Distribution.generating([1], [2, -1]))

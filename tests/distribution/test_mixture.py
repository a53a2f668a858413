from fractions import Fraction as F
from typing import Any

import pytest

from oddsmith.distribution import Distribution, Finite
from oddsmith.errors import BadInput

CHAIN = Distribution.generating([1], [2, -1])
D6 = Distribution.uniform(range(1, 7))


def test_weights_are_shares_of_their_sum():
    parts: list[tuple[F | int, Distribution[str]]] = [
        (1, Distribution.certain("a")),
        (F(1, 2), Distribution.uniform("ab")),
        (0, Distribution.certain("c")),
    ]
    mixed = Distribution.mixture(parts)
    assert mixed == Distribution.from_weights({"a": 5, "b": 1})


def test_unbounded_parts_stay_exact():
    mixed = Distribution.mixture([(1, CHAIN), (2, -CHAIN), (1, D6)])
    assert mixed.pmf(0) == F(1, 4) * F(1, 2) + F(1, 2) * F(1, 2)
    assert mixed.pmf(3) == F(1, 4) * F(1, 16) + F(1, 4) * F(1, 6)
    assert mixed.pmf(-2) == F(1, 2) * F(1, 8)
    assert mixed.mean == F(1, 4) - F(1, 2) + F(7, 8)


def test_a_mixture_of_equals_is_itself():
    assert Distribution.mixture([(1, CHAIN), (5, CHAIN)]) == CHAIN
    assert Distribution.mixture([(3, D6)]) == D6


def test_what_is_unresolved_in_a_part_is_unresolved_in_its_share():
    partly = Distribution.from_weights({1: 1}, unresolved=1)
    assert Distribution.mixture([(1, partly), (1, D6)]).unresolved == F(1, 4)
    with_chain = Distribution.mixture([(1, partly), (1, CHAIN)])
    assert isinstance(with_chain, Finite)
    assert F(1, 4) < with_chain.unresolved < F(1, 4) + F(1, 10**18)


@pytest.mark.parametrize("parts", [[], [(0, D6)], [(-1, D6), (2, D6)], [(0.5, D6)]])
def test_weights_are_exact_not_negative_and_not_all_0(parts):
    with pytest.raises(BadInput):
        Distribution.mixture(parts)


def test_words_do_not_mix_with_unbounded_integers():
    parts: list[Any] = [(1, CHAIN), (1, Distribution.certain("x"))]
    with pytest.raises(BadInput, match="integers"):
        Distribution.mixture(parts)

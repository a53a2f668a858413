"""Expressions at a Python prompt: they roll, know their mean, and show what makes them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from tests.dice.test_any_expression import expressions

from oddsmith.dice import Die, Expression, coin, d, d6, d10, d20, parse
from oddsmith.errors import BadInput


def test_dice_roll_without_a_source() -> None:
    assert {d6.roll().value for _ in range(300)} == {1, 2, 3, 4, 5, 6}
    assert 3 <= parse("3d6").roll().value <= 18
    assert (d20 + 5 >= 15).roll().value in (True, False)


def test_an_expression_knows_its_mean() -> None:
    assert (d6.mean, d20.mean, d(3).mean) == (Fraction(7, 2), Fraction(21, 2), Fraction(2))
    assert d6.explode().mean == Fraction(21, 5)  # m = 7/2 + m/6
    assert (d20 + 5 >= 15).mean == Fraction(11, 20)


def test_a_die_of_a_number_is_refused_with_what_makes_one() -> None:
    with pytest.raises(BadInput, match=r"d\(3\)"):
        Die(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "made",
    [
        d6,
        coin,
        d6.explode(),
        Die(["hit", "miss"], [1, 2]),
        d6.pool(3),
        d10.pool(5).keep_highest(2),
        d6.pool(3).union(d10.pool(2)),
        d10.pool(5).straight(),
        d20 + 5 >= 15,
        2 @ d6,
    ],
)
def test_the_repr_makes_the_expression(made: Expression[object]) -> None:
    assert eval(repr(made), {"parse": parse}) == made


@given(expressions())
def test_the_repr_makes_any_expression(made: Expression[object]) -> None:
    assert eval(repr(made), {"parse": parse}) == made

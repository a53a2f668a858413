"""Arithmetic between expressions: values, distributions, notation, and what is refused."""

import copy
import math
import pickle
from fractions import Fraction
from typing import Any

import pytest

from oddsmith.dice import (
    Constant,
    Die,
    ScriptedSource,
    SeededSource,
    coin,
    d4,
    d6,
    d8,
    d10,
    d20,
    fudge,
    highest,
    lowest,
    parse,
)
from oddsmith.dice.expressions.arithmetic import Function, Operator, apply_function, operate
from oddsmith.errors import BadInput, TooLarge


def outcomes(expression):
    return dict(expression.distribution().items())


def test_each_occurrence_is_rolled_by_itself():
    assert (d6 - d6).distribution().pmf(0) == Fraction(1, 6)
    assert (d6 - d6).distribution().minimum == -5


@pytest.mark.parametrize(
    "expression",
    [
        d4 + d6,
        d4 - d6,
        d4 * d6,
        3 * d6 - 2,
        10 - d6.pool(2).sum(),
        d6 // 4,
        7 // d4,
        d6 / d4,
        1 / d4,
        (d6 - 4) % d4,
        9 % d4,
        d4**2,
        2**d4,
        2 ** (d4 - 2),
        -d6,
        abs(fudge.pool(2).sum()),
        math.floor(d6 / 4),
        math.ceil(d6 / 4),
        round(d6 / 4),
        round((d6 - 4) / 4),
        highest(d6, d4, 3),
        lowest(d6, d4 + 1),
        d6.pool(2).sum().capped(7),
        d6.pool(2).sum().floored(7),
        d20 + Fraction(29, 20),
        d20 * Fraction(1, 3),
    ],
    ids=str,
)
def test_arithmetic_agrees_with_every_way_to_roll(every_roll, expression):
    assert outcomes(expression) == every_roll(expression).values


def test_a_whole_quotient_is_an_int_and_a_true_one_a_fraction():
    values = {type(value) for value in outcomes(d4 / 2)}
    assert values == {int, Fraction}


def test_rounding_takes_halves_away_from_zero():
    halves = [Fraction(half, 2) for half in (-5, -3, -1, 1, 3, 5)]
    assert [apply_function(Function.ROUND, [half]) for half in halves] == [-3, -2, -1, 1, 2, 3]


def test_a_power_may_have_a_negative_whole_exponent():
    assert operate(Operator.POWER, 2, -2) == Fraction(1, 4)
    with pytest.raises(BadInput):
        operate(Operator.POWER, 0, -1)
    with pytest.raises(BadInput):
        operate(Operator.POWER, 4, Fraction(1, 2))


def test_a_tower_of_powers_is_refused_before_it_is_computed():
    with pytest.raises(TooLarge, match="binary digits"):
        operate(Operator.POWER, 9, 9**9)
    assert operate(Operator.POWER, 1, 10**12) == 1


@pytest.mark.parametrize("expression", [d6 / (d4 - 1), d6 // (d4 - 1), d6 % (d4 - 1)])
def test_division_by_a_zero_that_may_be_rolled_is_an_error(expression):
    with pytest.raises(BadInput, match="divisor"):
        expression.distribution()


def test_words_have_no_arithmetic():
    word: Any = coin  # which a type checker would not let us add
    pool: Any = d6.pool(2)
    for make in (lambda: word + 1, lambda: d6 + pool, lambda: highest(word, 3), lambda: d6 + word, lambda: -word):
        with pytest.raises(BadInput) as error:
            make()
        assert error.value.field == "operand"


def test_pools_between_which_an_operator_stands_are_told_how_they_are_matched():
    two: Any = d6.pool(2)
    five: Any = d6.pool(5)
    for make in (lambda: five - two, lambda: two <= five):
        with pytest.raises(BadInput, match=r"matched with difference\(\) or issubset\(\)"):
            make()


def test_the_greatest_of_nothing_is_refused():
    with pytest.raises(BadInput):
        highest()


def test_a_product_of_too_many_pairs_is_refused():
    with pytest.raises(TooLarge, match="steps"):
        (Die.sided(100_000) * Die.sided(100_000)).distribution()


def test_unbounded_numbers_keep_an_exact_tail_through_sums_and_constant_bounds():
    exploding = d6.explode()
    assert (exploding + exploding).distribution().mean == Fraction(42, 5)
    assert (exploding - 2 * exploding).distribution().mean == Fraction(-21, 5)
    assert lowest(exploding, 10).distribution().is_finite
    assert highest(exploding, 3).distribution().unresolved == 0


def test_a_product_of_unbounded_numbers_states_what_it_leaves_unresolved():
    product = (d6.explode() * d6.explode()).distribution()
    assert 0 < product.unresolved < Fraction(1, 10**17)
    assert product.pmf(1) == Fraction(1, 36)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (d6 + 1, "d6+1"),
        (1 - d6, "1-d6"),
        (d6 - (d4 - 1), "d6-(d4-1)"),
        ((d6 - d4) - 1, "d6-d4-1"),
        ((d6 + 1) * 2, "(d6+1)*2"),
        (d6 / (d4 / 2), "d6/(d4/2)"),
        (d6 // 2 % 3, "d6//2%3"),
        ((d6**2) ** 2, "(d6^2)^2"),
        (d6 ** (d4**2), "d6^d4^2"),
        ((-2) ** d4, "(-2)^d4"),
        (2 ** (d4 - 1), "2^(d4-1)"),
        (d20 + -5, "d20+-5"),
        (-d6, "0-d6"),
        (d20 + Fraction(29, 20), "d20+1.45"),
        (d20 * Fraction(-1, 8), "d20*-0.125"),
        (d20 * Fraction(1, 3), "d20*(1/3)"),
        (d6.pool(2).sum().capped(7), "min(2d6, 7)"),
        (highest(d6, d8, d10), "max(d6, d8, d10)"),
        (math.floor(d6 / 2), "floor(d6/2)"),
        (round(d6 / 2) + abs(d4 - 2), "round(d6/2)+abs(d4-2)"),
    ],
)
def test_arithmetic_is_written_in_notation(expression, text):
    assert str(expression) == text


def test_equal_writings_are_equal_and_hash_alike():
    assert d6 + 1 == d6 + 1
    assert hash(d6.pool(2).sum() * 2) == hash(d6.pool(2).sum() * 2)
    assert d6 + 1 != 1 + d6


def test_a_number_that_no_decimal_writes_is_no_constant():
    with pytest.raises(BadInput):
        Constant(Fraction(1, 3))


def test_operands_are_rolled_from_left_to_right():
    rolled = (d6 - d4 * 2).roll(ScriptedSource(["6", "1"]))
    assert rolled.value == 4
    assert [part.value for part in rolled.parts] == [6, 2]


def test_what_was_rolled_can_be_copied_and_pickled():
    for text in ("4d6kh3+d8", "6x 4d6kh3", "{2d6,3d8}kh1", "max(d6,2d4)", "d6", "d20+5"):
        expression = parse(text)
        expression.roll(SeededSource(1))
        for same in (copy.copy(expression), copy.deepcopy(expression), pickle.loads(pickle.dumps(expression))):
            assert same == expression
            assert same.roll(SeededSource(1)) == expression.roll(SeededSource(1))


def test_the_dice_of_a_roll_are_held_against_each_source():
    class Few(SeededSource):
        most = 3

    expression = parse("2d6+2d8")
    expression.roll(SeededSource(1))
    with pytest.raises(TooLarge, match="4 dice in one roll"):
        expression.roll(Few(1))

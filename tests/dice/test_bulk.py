"""Rolls in columns have the distribution of rolls one by one."""

from fractions import Fraction

import numpy as np
import pytest

from oddsmith.dice import parse
from oddsmith.dice.simulation.bulk import counts_of, roll_many
from oddsmith.errors import BadInput, TooLarge

ROLLS = 20_000

# (observed - expected)^2 / expected over the outcomes expected at least 5 times: for d degrees of freedom more than
# d + 4 sqrt(2 d) + 8 comes up less than once in 10,000 tries; the seed is fixed, so that a run that passes always does.
NOTATIONS = [
    "10d10>=7",
    "4d6kh3",
    "4d6dl1+2",
    "5d6!",
    "5d6!{1}>=5",
    "10d10>=7!",
    "4d8!p",
    "4d6!!",
    "5d6!!kh2",
    "6d10!!>=15",
    "5d6!!p>=4",
    "2d6ro<=2",
    "2d6r1r2",
    "3d6r{2}<=3",
    "4d6min3max5",
    "4dF",
    "3d{1:3,6}",
    "10d{H,T}=H",
    "6d10=10:2>=8f=1",
    "(2d8&3d6)kh2",
    "2d6*1d4-3",
    "5d6%2d20",
    "5d6//1d4",
    "d6/d4",
    "max(3d6, 10)",
    "floor(4d6/3)",
    "abs(d6-d8)",
    "{4d6+5, 20/2d10, d4-1}>10f<10",
    "{2d6, d8, d10}kh2",
    "5d10>=7! vs 4d10>=6!",
    "let a = d6; a*a+a",
    "2d6[fire]+1d8[cold]",
    "4d6sd",
    # one by one
    "(d4)d6",
    "3d6u",
    "{2d4*2d6}kl2",
    "4d6!kh3",
]


@pytest.mark.parametrize("text", NOTATIONS)
def test_frequencies_agree_with_the_exact_odds(text):
    expression = parse(text)
    counts = counts_of(roll_many(expression, ROLLS, seed=20))
    distribution = expression.distribution()
    expected = {value: float(p) * ROLLS for value, p in distribution.truncated().items()}
    assert set(counts) <= set(expected)
    usual = {value: often for value, often in expected.items() if often >= 5}
    distance = sum((counts.get(value, 0) - often) ** 2 / often for value, often in usual.items())
    freedom = len(usual)
    assert distance < freedom + 4 * (2 * freedom) ** 0.5 + 8


def test_the_same_seed_gives_the_same_rolls_and_none_gives_others():
    expression = parse("3d20")
    assert (roll_many(expression, 100, seed=1) == roll_many(expression, 100, seed=1)).all()
    assert (roll_many(expression, 100) != roll_many(expression, 100)).any()


def test_numbers_that_leave_64_bits_stay_exact():
    values = roll_many(parse("(10d10+10^12)^2*10^9"), 50, seed=1)
    assert values.dtype == object
    assert all(type(value) is int and value > 10**32 for value in values)


def test_quotients_are_fractions():
    values = roll_many(parse("1/d3"), 200, seed=1)
    assert set(values.tolist()) == {1, Fraction(1, 2), Fraction(1, 3)}


def test_a_million_small_rolls_are_whole_columns_of_numbers():
    values = roll_many(parse("10d10>=7"), 1_000_000, seed=1)
    assert values.dtype == np.int64
    assert abs(values.mean() - 4) < 0.01


def test_values_that_are_no_numbers_are_rolled_too():
    counts = counts_of(roll_many(parse("2x d{H,T}"), 100, seed=1))
    assert set(counts) == {("H", "H"), ("H", "T"), ("T", "H"), ("T", "T")}


def test_dice_too_large_for_tables_are_rolled_one_by_one():
    values = roll_many(parse("2d9999999999"), 20, seed=1)
    assert all(2 <= value <= 19_999_999_998 for value in values.tolist())


def test_too_many_dice_are_refused_before_the_first_is_thrown():
    with pytest.raises(TooLarge):
        roll_many(parse("999d6"), 10**9)
    with pytest.raises(TooLarge):
        roll_many(parse("999d1000u"), 10**6)
    with pytest.raises(BadInput, match="times"):
        roll_many(parse("d6"), 0)
    with pytest.raises(BadInput, match="divisor"):
        roll_many(parse("1//(d2-1)"), 100, seed=1)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("d1000@(d1000@d1000)", 100_000),  # 250,000 dice in a roll
        ("(d999)@(999d{1..9999})", 100_000),
        ("d1000@(d1000@d1000)", 2),
        ("(d999)d6!", 100_000),  # 500 and more
        ("set((d999)d6)", 100_000),
        ("set(999d100r<=99)", 1000),  # each is thrown a hundred times
        ("set(999d1000!!>=2)", 10),  # each a thousand times, about a million together
        ("set(d2000000!!>=2)", 2),
    ],
)
def test_rolls_that_throw_many_dice_which_are_not_written_are_refused_before_all_are_rolled(text, times, monkeypatch):
    monkeypatch.setattr("oddsmith.dice.simulation.bulk._one_by_one", lambda *_: pytest.fail("they were rolled"))
    with pytest.raises(TooLarge, match=r"Roll fewer times|throw fewer dice"):
        roll_many(parse(text), times, seed=1)


@pytest.mark.parametrize("text", ["3@(2d6+1)", "2@(2@d4)", "0@d6", "5@4d6kh3", "let n = d4; 3@n"])
def test_a_fixed_number_of_rolls_is_thrown_in_columns(text, monkeypatch):
    monkeypatch.setattr("oddsmith.dice.simulation.bulk._one_by_one", lambda *_: pytest.fail("they were rolled"))
    values = roll_many(parse(text), 20_000, seed=1)
    exact = parse(text).distribution()
    assert abs(float(values.mean()) - float(exact.mean)) <= 5 * (float(exact.variance) / 20_000) ** 0.5
    assert abs(float(values.var()) - float(exact.variance)) <= float(exact.variance) / 10


def test_rolls_of_as_many_dice_as_are_rolled_first_are_told_by_their_mean():
    assert len(roll_many(parse("d6@d6"), 10_000, seed=1)) == 10_000
    with pytest.raises(TooLarge) as refused:
        roll_many(parse("d999@d6"), 1_000_000, seed=1)
    assert 0.8 < refused.value.estimate / (501 * 1_000_000) < 1.2

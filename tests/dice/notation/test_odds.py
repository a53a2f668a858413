"""The odds of whatever can be written are those of rolling it in every way in which the dice may land."""

from fractions import Fraction

import pytest

from oddsmith.dice import parse
from oddsmith.errors import BadInput, TooLarge

SMALL = [
    "{1d4, 1d6}",
    "{2d4, d6}kh1",
    "{2d4, d6, 1d3+1}kh2dl1",
    "{d4, d4, d4}kh2",
    "{d6/2, d4}kl1",
    "{1/(2d6), 1/(d4*4+11), 3}kl2",  # few ways, and a large common denominator
    "{{d4, d6}kh1, {d4, d3}kl1}dh1",
    "{d4, d6, d3*2}>=4",
    "{d6/2, d4, 5/2}>2.5f<2",
    "{d4, d6}=4:3>=3f<2:2",
    "{d4, d6, d3}kh2>=3",
    "{d4*d6}kh1",
    "{2d3*2d2}kl3",
    "{d4-d6}kh1",
    "{2*d4-d6+3}kl1",
    "{d4+2d3+1}dl1",
    "{max(d4, 2d3)}kh2",
    "{2d3!{1}*d2}kl2",
    "{2d4[fire]+1}kh1",
    "{2d4}>5",
    "{2d4+1}kh1>3",
    "2d4[fire]+d6[cold]",
    "d6 vs d8",
    "2d4>1d6",
    "d6<=2d3",
    "{2d4, d6}<>1d4",
    "2d4>=(d6+1)",
    "3d{a,b,d3}=d3",
    "2d{(0,1),(1,0)}=(0,1)",
    "2d4kh1 vs d6",
    "2x d4",
    "let a = d4; a*a-a",
    "let a = d4; let b = a+d3; a*b",
    "let a = d3; let a = a+1; a+a",
    "let a = d6; d4+1",
    "let a = d6; 2x a",
    "let a = 2d3; {a, d6}kh1 - a",
    "let a = d3; (a)d2",
    "(d3)d4",
    "(d3)d4kh1",
    "(d2)d(d3)",
    "2d(d3)!{1}",
    "d(d4+1)",
    "(d3-1)d4",
    "(d3)d4>=3",
    "(1d2)d3ro",
    "3d4sd",
    "2d6cs>=5cf",
    "2d4min2max3",
    "2d6ro<=2",
    "2d4!{2}>=3",
    "d4!p{1}",
    "2d6>=4=6:2f=1",
    "d{H,T}",
    "3d{H,T}=H",
    "(2d4&d6)kh2",
    "3d4uo",
    "d6%4+d4//2",
    "2^d3-d4^2",
    "round(d4/2)+abs(d3-2)+floor(d4/3)+ceil(d4/3)",
    "min(d4, d6, 3)",
    "set(3d4)",
    "straight(3d4)",
    "setface(2d4)",
    "classes(2d4, high>=3, one=1)",
    "faces(2d4kh1)",
]


@pytest.mark.parametrize("text", SMALL)
def test_the_odds_are_those_of_rolling_in_every_way(every_roll, text):
    expression = parse(text)
    assert dict(expression.distribution().items()) == every_roll(expression).values


@pytest.mark.parametrize("text", SMALL)
def test_the_canonical_notation_is_read_back_equal(text):
    assert parse(str(parse(text))) == parse(text)


def test_the_issue_has_these_numbers():
    assert parse("4d6kh3").distribution().mean == Fraction(15869, 1296)
    assert parse("10d10>=7!").distribution().mean == Fraction(40, 9)
    assert (parse("10-2d6").distribution().minimum, parse("10-2d6").distribution().maximum) == (-2, 8)


def test_two_occurrences_are_two_rolls_but_a_name_is_one():
    assert parse("1d6-1d6").distribution().pmf(0) == Fraction(1, 6)
    assert parse("let a = 1d6; a-a").distribution().pmf(0) == 1


def test_unbounded_opposed_rolls_are_exact():
    ahead = parse("5d10>=7! vs 4d10>=6!").distribution()
    left, right = parse("5d10>=7!").distribution(), parse("4d10>=6!").distribution()
    assert ahead.unresolved == 0
    assert (1 - ahead.at_most(0), ahead.pmf(0)) == (left.beats(right), left.ties(right))
    assert left.beats(right) + left.ties(right) + right.beats(left) == 1


def test_unbounded_members_of_a_group_that_are_added_stay_exact_and_others_say_what_is_left():
    assert parse("{2d6!, 3d8!}").distribution() == parse("2d6!+3d8!").distribution()
    higher = parse("{d6!, d6!}kh1").distribution()
    assert 0 < higher.unresolved < Fraction(1, 10**17)
    assert higher.pmf(2) == Fraction(3, 36)  # (1,2), (2,1), (2,2)


def test_plain_sums_across_pools_use_the_closed_forms_of_one_pool():
    across = parse("{4d6!+4d6!+2}kh3").distribution()
    assert across == parse("8d6!kh3").distribution() + 2
    assert across.unresolved == 0


def test_a_die_of_any_size_has_odds():
    distribution = parse("d9999999999").distribution()
    assert (distribution.minimum, distribution.maximum) == (1, 9_999_999_999)
    assert distribution.mean == 5_000_000_000
    assert parse("999d1000000>=500001").distribution().mean == Fraction(999, 2)
    assert parse("2d1000000=1").distribution().pmf(2) == Fraction(1, 10**12)


def test_a_roll_may_say_how_many_dice_only_where_that_can_be():
    with pytest.raises(BadInput, match="dice"):
        parse("(d3-2)d6").distribution()
    with pytest.raises(BadInput, match="sides"):
        parse("2d(d2-1)").distribution()
    with pytest.raises(TooLarge):
        parse("99d(99d(99d6))").distribution()

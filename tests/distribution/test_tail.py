import math
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.distribution.unbounded.tail import Parted, Tail, Undecided, settle
from oddsmith.errors import Undecidable


def spread(tail: object) -> tuple[int, int]:
    """The first integer that a tail stands for, and the way to the next."""
    assert isinstance(tail, Tail)
    return tail.offset, tail.scale


COMPARISONS = [
    lambda a, b: a < b,
    lambda a, b: a <= b,
    lambda a, b: a > b,
    lambda a, b: a >= b,
    lambda a, b: a == b,
    lambda a, b: a != b,
    lambda a, b: b < a,
    lambda a, b: b >= a,
]
scales = st.integers(-3, 3).filter(bool)
numbers = st.one_of(st.integers(-40, 40), st.fractions(-40, 40, max_denominator=4))


@pytest.mark.parametrize("compare", COMPARISONS)
@given(st.integers(-10, 10), scales, numbers)
def test_a_comparison_is_answered_exactly_when_all_the_integers_agree(compare, offset, scale, number):
    # 200 steps run past every number compared with, so they show all the answers there are.
    answers = {compare(offset + scale * j, number) for j in range(200)}
    try:
        answer = compare(Tail(offset, scale), number)
    except Undecided:
        assert len(answers) == 2
    else:
        assert answers == {answer}


@pytest.mark.parametrize("compare", COMPARISONS)
@given(st.integers(-10, 10), scales, st.integers(-10, 10), st.integers(-3, 3))
def test_two_images_of_the_same_integer_compare_place_by_place(compare, offset, scale, add, times):
    tail = Tail(offset, scale)
    answers = {compare(k, k * times + add) for k in (offset + scale * j for j in range(200))}
    try:
        answer = compare(tail, tail * times + add)
    except Undecided:
        assert len(answers) == 2
    else:
        assert answers == {answer}


def test_arithmetic_moves_the_integers():
    assert spread(3 - 2 * (Tail(5, 1) + 1)) == (-9, -2)
    assert Tail(5, 1) - Tail(5, 1) == 0
    assert spread(Tail(5, 1) + Tail(5, 1)) == (10, 2)
    assert spread(+Tail(5, 1)) == (5, 1)
    assert spread(True + Tail(5, 1)) == (6, 1)
    assert Tail(5, 1) * 0 == 0


def test_absolute_value_minimum_and_maximum_follow_from_comparisons():
    assert spread(abs(Tail(-5, -1))) == (5, 1)
    assert min(Tail(5, 1), 3) == 3
    assert spread(max(3, Tail(5, 1))) == (5, 1)
    with pytest.raises(Undecided):
        min(Tail(2, 1), 3)


def test_fractions_on_the_left_compare_as_ours_on_the_left_do():
    assert F(11, 2) - 1 < Tail(5, 1)
    assert F(1, 2) + Tail(5, 1) >= F(11, 2)
    with pytest.raises(Undecided):
        _ = F(1, 2) + Tail(5, 1) > F(11, 2)


def test_a_tail_passes_for_an_int_and_is_in_no_small_range():
    assert isinstance(Tail(5, 1), int)
    assert isinstance(Tail(5, 1), Tail)
    assert Tail(5, 1) not in (1, 2)
    assert Tail(5, 1) not in range(5)
    assert Tail(5, 1) != "5"
    assert Tail(5, 1) is not None
    assert Tail(5, 1) < math.inf
    assert Tail(5, 1) > -math.inf
    assert bool(Tail(5, 1))


@pytest.mark.parametrize(
    "use",
    [
        hash,
        str,
        repr,
        int,
        float,
        round,
        math.floor,
        lambda k: f"{k}",
        lambda k: k % 2,
        lambda k: 7 // k,
        lambda k: k**2,
        lambda k: k * k,
        lambda k: k / 2,
        lambda k: k + F(1, 2),
        lambda k: F(1, 2) * k,
        lambda k: hash(F(1, 2) + k),
        lambda k: hash(F(2) - k),
        lambda k: str(F(2) + k),
        lambda k: k - 0.5,
        lambda k: k & 1,
        lambda k: ~k,
        lambda k: divmod(k, 2),
        lambda k: list(range(k)),
        lambda k: {1: "one"}.get(k),
        lambda k: k in {1, 2},
        lambda k: [1, 2][k],
        lambda k: k.bit_length(),
        lambda k: k > float("nan"),
        lambda k: k == 6,
        lambda k: k - 6 and 1,
    ],
)
def test_what_a_tail_cannot_know_it_refuses(use):
    with pytest.raises(Undecided):
        use(Tail(5, 1))


def test_no_order_is_made_up_between_integers_and_words():
    with pytest.raises(TypeError):
        _ = Tail(5, 1) < "6"


def test_a_tail_with_one_remainder_is_divided() -> None:
    assert Tail(5, 6) % 3 == 2
    assert spread(Tail(5, 6) // 3) == (1, 2)
    assert spread(Tail(5, 6) // -3) == (-2, -2)
    rest, remainder = divmod(Tail(-7, -4), 4)
    assert (spread(rest), remainder) == ((-2, -1), 1)
    with pytest.raises(ZeroDivisionError):
        Tail(5, 1) % 0


def test_a_tail_with_several_remainders_says_how_many() -> None:
    for divided, number in ((Tail(5, 1), 4), (Tail(5, 6), 2), (Tail(5, -2), 2)):
        with pytest.raises(Parted) as caught:
            divided % 4
        assert caught.value.number == number


def test_settling_finds_how_many_must_be_asked_singly():
    assert settle(lambda k: k >= 5, 0, 1) == (8, True)
    assert settle(lambda k: k in (1, 3), 0, 1) == (4, False)
    assert settle(lambda k: k >= 5, 0, -1) == (0, False)
    count, image = settle(lambda k: 2 * k, 3, 1)
    assert (count, spread(image)) == (0, (6, 2))


@pytest.mark.parametrize("function", [lambda k: k * k % 2, str, lambda k: (k, 1), lambda k: {1: 2}.get(k, 0)])
def test_what_never_settles_is_undecidable(function):
    with pytest.raises(Undecidable, match="truncated"):
        settle(function, 0, 1)

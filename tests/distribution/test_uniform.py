"""Equally likely numbers that cannot be listed answer as listed ones would."""

import pickle
import tracemalloc
from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.distribution import Distribution, Uniform
from oddsmith.errors import BadInput, TooLarge

SMALL = [range(1, 21), range(-7, 9, 3), range(30, 0, -7)]
HUGE = Uniform(range(1, 10**12 + 1))


@pytest.mark.parametrize("numbers", SMALL)
def test_every_question_has_the_answer_of_the_listed_distribution(numbers):
    uniform, listed = Uniform(numbers), Distribution.uniform(numbers)
    assert (uniform.minimum, uniform.maximum) == (listed.minimum, listed.maximum)
    assert (uniform.mean, uniform.variance, tuple(uniform.modes)) == (listed.mean, listed.variance, listed.modes)
    assert dict(uniform.items()) == dict(listed.items())
    for k in [*range(-10, 35), F(5, 2)]:
        assert (uniform.pmf(k), uniform.at_least(k), uniform.at_most(k)) == (
            listed.pmf(k),
            listed.at_least(k),
            listed.at_most(k),
        )
    for q in (0, F(1, 3), F(1, 2), 0.9, 1):
        assert uniform.quantile(q) == listed.quantile(q)
    other = Distribution.uniform([1, 5, 9])
    assert (uniform.beats(other), uniform.ties(other)) == (listed.beats(other), listed.ties(other))
    assert (other.beats(uniform), other.ties(uniform)) == (other.beats(listed), other.ties(listed))
    assert uniform.p(lambda k: k % 2 == 0) == listed.p(lambda k: k % 2 == 0)
    assert uniform.map(abs) == listed.map(abs)
    assert uniform + other == listed + other == other + uniform
    assert uniform.repeat(2) == listed.repeat(2)


def test_shifts_and_multiples_are_not_listed_either():
    moved = (HUGE + 5) * -3
    assert (moved.minimum, moved.maximum) == (-3 * (10**12 + 5), -18)
    assert moved.mean == -3 * (HUGE.mean + 5)
    assert moved.pmf(-18) == F(1, 10**12)
    assert moved.pmf(-19) == 0
    assert (-HUGE) * -1 == HUGE == HUGE.repeat(1)
    assert Distribution.certain(0) == HUGE * 0


def test_what_is_no_whole_number_never_comes_up_and_nothing_is_searched_for_it():
    huge: Any = HUGE
    assert [huge.pmf(outcome) for outcome in (F(5, 2), 0.5, float("inf"), float("nan"), "7", None)] == [0] * 6
    assert huge.pmf(F(7)) == huge.pmf(7.0) == huge.pmf(True) == F(1, 10**12)


def test_an_unbounded_number_can_be_asked_against_small_ones_only():
    chain = Distribution.generating([1], [2, -1])
    assert isinstance(Uniform(range(1, 4)) + chain, type(chain))
    assert chain + Uniform(range(1, 4)) == Uniform(range(1, 4)) + chain
    with pytest.raises(TooLarge):
        chain + HUGE


def test_few_images_of_many_numbers_take_little_memory():
    tracemalloc.start()
    try:
        found = Uniform(range(300_000)).map(lambda number: number % 10)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert found == Distribution.uniform(range(10))


@pytest.mark.parametrize(
    "ask",
    [
        lambda: HUGE.p(lambda k: k % 2 == 0),
        lambda: HUGE.map(abs),
        lambda: HUGE.given(lambda k: k > 3),
        lambda: HUGE.truncated(),
        lambda: HUGE + HUGE,
        lambda: HUGE + Distribution.uniform([1, 2]),
        lambda: HUGE.repeat(2),
        lambda: HUGE.beats(HUGE),
        lambda: list(HUGE),
        lambda: HUGE.cdf(),
        lambda: HUGE.to_numpy(),
        lambda: HUGE.to_polars(),
        lambda: HUGE.to_pandas(),
    ],
)
def test_what_would_look_at_every_outcome_is_refused(ask):
    with pytest.raises(TooLarge):
        ask()


def test_a_draw_is_one_number_below_the_count():
    assert HUGE.sample(lambda n: n - 1) == 10**12
    assert HUGE.sample(lambda n: 0) == 1


def test_it_is_finite_and_can_be_saved():
    assert HUGE.is_finite
    assert type(HUGE) is Uniform
    assert pickle.loads(pickle.dumps(HUGE)) == HUGE
    assert repr(HUGE) == "Uniform(1, 2, 3, ..., 1000000000000)"


@given(st.integers(-50, 50), st.integers(2, 40), st.integers(1, 5), st.integers(-3, 3))
def test_a_sum_of_large_dice_is_that_of_the_same_numbers_listed(low, count, step, factor):
    numbers = range(low, low + count * step, step)
    uniform, listed = Uniform(numbers), Distribution.uniform(numbers)
    assert uniform + uniform == listed + listed
    assert (uniform + listed * factor).mean == (1 + factor) * listed.mean
    assert (uniform + uniform).variance == 2 * listed.variance
    assert uniform.repeat(3) == listed.repeat(3)


@pytest.mark.parametrize("other", [F(3, 2), 1.5, "a", None, float("inf"), F(10**12) + 1])
def test_what_is_none_of_many_numbers_has_no_chance_at_once(other):
    assert HUGE.pmf(other) == 0


@pytest.mark.parametrize("written", [7, F(7), 7.0])
def test_a_number_is_the_same_however_it_is_written(written):
    assert HUGE.pmf(written) == F(1, 10**12)


@pytest.mark.parametrize("wrong", ["a", None, float("nan")])
def test_a_threshold_that_is_no_number_is_refused(wrong):
    for ask in (HUGE.cdf, HUGE.at_least, Distribution.uniform([1, 2]).cdf):
        with pytest.raises(BadInput):
            ask(wrong)

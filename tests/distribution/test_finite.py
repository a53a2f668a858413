import copy
import math
import pickle
import time
from collections import Counter
from enum import IntEnum, StrEnum
from fractions import Fraction as F
from itertools import product
from typing import Any

import icepool
import numpy as np
import pytest
from dyce import H
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.finite.sums_as_products import Dense
from oddsmith.errors import BadInput, TooLarge, Undecidable

D6 = Distribution.uniform(range(1, 7))
D20 = Distribution.uniform(range(1, 21))

integers = st.integers(-30, 30)
weight_maps = st.dictionaries(integers, st.integers(0, 9), min_size=1, max_size=7).filter(lambda w: any(w.values()))
finites = weight_maps.map(Distribution.from_weights)
partly_resolved = st.builds(lambda w, u: Distribution.from_weights(w, unresolved=u), weight_maps, st.integers(0, 5))


def enumerated(*parts: Finite[int]) -> Counter[tuple[int, ...]]:
    """Every way the parts can fall, with the product of the weights."""
    ways: Counter[tuple[int, ...]] = Counter()
    for row in product(*(part.weights.items() for part in parts)):
        ways[tuple(outcome for outcome, _ in row)] += math.prod(weight for _, weight in row)
    return ways


# --- weights and identity -------------------------------------------------------------------------------------------


def test_weights_are_reduced_and_zero_weights_dropped():
    made = Distribution.from_weights({"a": 4, "b": 6, "c": 0}, unresolved=2)
    assert dict(made.weights) == {"a": 2, "b": 3}
    assert made.total == 6
    assert made.unresolved == F(1, 6)


def test_weights_cannot_be_changed():
    with pytest.raises(TypeError):
        D6.weights[1] = 5  # type: ignore[index]


def test_equal_probabilities_make_equal_distributions_whatever_they_were_made_from():
    two = D6 + D6
    listed = Distribution.from_weights({n: 6 - abs(7 - n) for n in range(2, 13)})
    halved = Distribution.from_probabilities({n: F(6 - abs(7 - n), 36) for n in range(2, 13)})
    assert two == listed == halved == D6.repeat(2)
    assert len({two, listed, halved, D6.repeat(2)}) == 1
    assert two != D6
    assert two != object()


def test_the_unresolved_part_counts_for_equality():
    assert Distribution.from_weights({1: 1}) != Distribution.from_weights({1: 1}, unresolved=1)


def test_true_and_one_are_one_outcome_and_keep_the_first_key():
    made = Distribution.uniform([True, False]).map(lambda hit: hit)
    assert made == Distribution.uniform([0, 1])
    assert [type(outcome) for outcome in made.outcomes] == [bool, bool]


def test_copies_and_pickles_are_equal():
    for made in (D6, D6.repeat(30), Distribution.from_weights({"x": 1}, unresolved=3)):
        assert pickle.loads(pickle.dumps(made)) == made
        assert copy.deepcopy(made) == made


def test_the_short_form_names_the_first_outcomes():
    assert repr(Distribution.from_weights({"H": 1, "T": 1})) == "Finite({'H': 1/2, 'T': 1/2})"
    assert repr(D6 * 2) == "Finite({2: 1/6, 4: 1/6, 6: 1/6, 8: 1/6, 10: 1/6, 12: 1/6})"
    assert repr(D20).endswith("... 14 more})")
    assert repr(Distribution.from_weights({1: 1}, unresolved=1)) == "Finite({1: 1/2}, unresolved 1/2)"


# --- how likely -----------------------------------------------------------------------------------------------------


def test_questions_of_a_d6_answer_as_by_counting_faces():
    assert D6.pmf(3) == F(1, 6)
    assert D6.pmf(7) == 0
    assert D6.p(3) == F(1, 6)
    assert D6.p(lambda face: face % 2 == 0) == F(1, 2)
    assert D6.at_least(5) == F(1, 3)
    assert D6.at_most(5) == F(5, 6)
    assert D6.at_least(F(9, 2)) == F(1, 3)  # type: ignore[arg-type]
    assert D6.at_most(0) == 0
    assert D6.at_least(-10) == 1
    assert (D6.minimum, D6.maximum) == (1, 6)


def test_comparing_by_enumeration():
    ways = enumerated(D6, D20)
    total = sum(ways.values())
    assert D6.beats(D20) == F(sum(w for (a, b), w in ways.items() if a > b), total)
    assert D6.ties(D20) == F(sum(w for (a, b), w in ways.items() if a == b), total)
    assert D6.loses_to(D20) == F(sum(w for (a, b), w in ways.items() if a < b), total)


class Grade(IntEnum):
    FAIL = 1
    CRIT = 2


class Size(StrEnum):
    LARGE = "large"
    SMALL = "small"


class Rank(StrEnum):
    LOW = "low"
    HIGH = "high"

    def __lt__(self, other: object) -> bool:
        return self is Rank.LOW and other is Rank.HIGH


@pytest.mark.parametrize("outcomes", [("crit", "fail"), tuple(Size), ((1, "crit"), (1, "fail"))])
@pytest.mark.parametrize(
    "asked",
    [
        lambda words, word: words.at_least(word),
        lambda words, word: words.at_most(word),
        lambda words, word: words.beats(words),
        lambda words, word: words.loses_to(words),
        lambda words, word: words.median,
        lambda words, word: words.quantile(F(1, 4)),
        lambda words, word: words.minimum,
        lambda words, word: words.maximum,
        lambda words, word: words.capped(word),
        lambda words, word: words.floored(word),
        lambda words, word: words.clamped(word, word),
    ],
)
def test_words_are_not_compared_by_alphabet(outcomes, asked):
    words = Distribution.uniform(outcomes)
    with pytest.raises(BadInput, match="words have none: map them to numbers or an IntEnum"):
        asked(words, outcomes[0])


def test_words_are_shown_by_alphabet_and_asked_for_one_by_one():
    words = Distribution.from_weights({"fail": 1, "crit": 2})
    assert words.outcomes == ("crit", "fail")
    assert (words.mode, words.pmf("fail"), words.ties(words)) == ("crit", F(1, 3), F(5, 9))
    assert words.p(lambda word: word != "crit") == F(1, 3)
    assert words.map({"fail": 0, "crit": 2}.__getitem__).at_least(1) == F(2, 3)


def test_words_with_a_declared_order_are_compared():
    grades = Distribution.uniform(Grade)
    assert (grades.at_least(Grade.CRIT), grades.maximum, grades.median) == (F(1, 2), Grade.CRIT, Grade.FAIL)
    assert Distribution.uniform(Rank).minimum is Rank.LOW


def test_tuples_have_an_order_too():
    pairs = Distribution.joint(D6, D6)
    assert pairs.at_least((6, 1)) == F(1, 6)


@given(finites, finites)
def test_beating_tying_and_losing_exhaust_what_can_happen(a: Finite[int], b: Finite[int]):
    assert a.beats(b) + a.ties(b) + a.loses_to(b) == 1
    assert a.beats(b) == (a - b).at_least(1) == (b - a).at_most(-1)


@given(partly_resolved, integers)
def test_tails_and_point_exhaust_what_is_resolved(a: Finite[int], k: int):
    assert a.at_most(k) + a.at_least(k) - a.pmf(k) + a.unresolved == 1
    assert a.p(lambda outcome: outcome >= k) == a.at_least(k)
    assert sum(probability for _, probability in a.items()) + a.unresolved == 1


# --- in numbers -----------------------------------------------------------------------------------------------------


def test_mean_and_variance_of_a_die():
    assert D6.mean == F(7, 2)
    assert D6.variance == F(35, 12)
    assert D6.sd == pytest.approx(1.7078251)


def test_fractions_and_truth_values_are_numbers():
    assert Distribution.uniform([F(1, 2), F(1, 3)]).mean == F(5, 12)
    assert Distribution.from_weights({True: 1, False: 2}).mean == F(1, 3)


def test_words_have_no_mean():
    with pytest.raises(BadInput, match="exact numbers"):
        _ = Distribution.uniform("HT").mean


def test_quantiles_by_the_definition():
    assert [D6.quantile(q) for q in (0, F(1, 6), F(1, 5), 0.5, 1)] == [1, 1, 2, 3, 6]
    assert D6.median == 3


def test_a_float_quantile_means_the_decimal_it_prints_as():
    assert Distribution.uniform(range(1, 11)).quantile(0.9) == 9


@pytest.mark.parametrize("q", [-0.1, 1.5, float("nan"), float("inf"), "half", F(-1, 9)])
def test_quantiles_outside_0_to_1_are_refused(q):
    with pytest.raises(BadInput, match="from 0 to 1"):
        D6.quantile(q)


@given(finites, st.fractions(0, 1))
def test_a_quantile_is_the_smallest_outcome_that_reaches(a: Finite[int], q: F):
    k = a.quantile(q)
    assert a.at_most(k) >= q
    assert all(a.at_most(lower) < q for lower in a.outcomes if lower < k)


def test_all_most_likely_outcomes_are_modes():
    assert (D6 + D6).modes == (7,)
    assert D6.modes == (1, 2, 3, 4, 5, 6)
    assert D6.mode == 1


# --- unresolved -----------------------------------------------------------------------------------------------------

PARTLY = Distribution.from_weights({1: 4, 2: 4, 3: 1}, unresolved=1)


def test_probabilities_beside_an_unresolved_part_are_lower_bounds():
    assert PARTLY.at_least(2) == F(1, 2)
    assert PARTLY.beats(Distribution.certain(1)) + PARTLY.ties(Distribution.certain(1)) == F(9, 10)
    assert (PARTLY + PARTLY).unresolved == 1 - F(9, 10) ** 2
    assert PARTLY.repeat(3).unresolved == 1 - F(9, 10) ** 3
    assert PARTLY.map(lambda k: k > 1).unresolved == F(1, 10)


def test_moments_of_fractions_with_equal_and_other_denominators_are_sums_over_outcomes():
    pmf: dict[Any, int] = {F(1, 3): 1, F(2, 3): 2, F(-5, 4): 3, F(7, 12): 5, 4: 7, True: 2}
    law = Distribution.from_weights(pmf)
    mean = sum(F(weight, 20) * outcome for outcome, weight in pmf.items())
    assert law.mean == mean
    assert law.variance == sum(F(weight, 20) * (outcome - mean) ** 2 for outcome, weight in pmf.items())


def test_moments_are_of_the_resolved_part():
    assert PARTLY.mean == F(4 + 8 + 3, 9)
    assert PARTLY.mean == PARTLY.resolved().mean
    assert PARTLY.variance == PARTLY.resolved().variance
    assert PARTLY.resolved().unresolved == 0
    assert D6.resolved() is D6


def test_a_quantile_is_given_only_when_the_unresolved_part_cannot_change_it():
    assert PARTLY.quantile(F(7, 10)) == 2  # at most 2 is 8/10 .. 9/10, at most 1 is 4/10 .. 5/10
    with pytest.raises(Undecidable):
        PARTLY.quantile(F(85, 100))
    with pytest.raises(Undecidable):
        PARTLY.quantile(1)


def test_a_condition_keeps_the_unresolved_part_so_that_bounds_stay_bounds():
    # The unresolved tenth may be a 2, a 3 or neither: P(3 | at least 2) is 1/5, or anything from 1/6 to 2/6.
    known = PARTLY.given(lambda k: k >= 2)
    assert known.pmf(3) == F(1, 6)
    assert known.pmf(3) + known.unresolved == F(2, 6)


def test_nothing_is_drawn_from_what_is_not_resolved():
    with pytest.raises(Undecidable, match="resolved"):
        PARTLY.sample()


def test_a_wholly_unresolved_distribution_has_no_numbers():
    nothing: Finite[int] = Distribution.from_weights({}, unresolved=1)
    assert nothing.unresolved == 1
    assert nothing.pmf(1) == 0
    for ask in (lambda: nothing.mean, lambda: nothing.modes, lambda: nothing.minimum, lambda: nothing.median):
        with pytest.raises(Undecidable):
            ask()


# --- made from it ---------------------------------------------------------------------------------------------------


def test_mapping_adds_up_what_falls_together():
    assert D6.map(lambda face: face >= 5) == Distribution.from_weights({True: 1, False: 2})
    assert D6.capped(4) == Distribution.from_weights({1: 1, 2: 1, 3: 1, 4: 3})
    assert D6.floored(4) == Distribution.from_weights({4: 4, 5: 1, 6: 1})
    assert D6.clamped(2, 3) == Distribution.from_weights({2: 2, 3: 4})
    with pytest.raises(BadInput):
        D6.clamped(3, 2)


def test_a_condition_rescales():
    assert D6.given(lambda face: face > 4) == Distribution.uniform([5, 6])
    with pytest.raises(BadInput, match="probability above 0"):
        D6.given(lambda face: face > 6)


def test_a_finite_distribution_is_its_own_truncation():
    assert D6.truncated() is D6
    assert D6.is_finite


# --- sums -----------------------------------------------------------------------------------------------------------


@given(finites, finites)
def test_sums_agree_with_enumeration(a: Finite[int], b: Finite[int]):
    ways: Counter[int] = Counter()
    for (x, y), weight in enumerated(a, b).items():
        ways[x + y] += weight
    assert a + b == Distribution.from_weights(ways)


@given(partly_resolved, partly_resolved, partly_resolved)
def test_sums_are_associative_and_commute(a: Finite[int], b: Finite[int], c: Finite[int]):
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a


@given(partly_resolved, st.integers(0, 5))
def test_repeating_is_adding_again_and_again(a: Finite[int], n: int):
    added: Distribution[int] = Distribution.certain(0)
    for _ in range(n):
        added = added + a
    assert a.repeat(n) == added


@given(finites, st.integers(-5, 5))
def test_arithmetic_moves_and_scales_mean_and_variance(a: Finite[int], k: int):
    assert (a + k).mean == (k + a).mean == a.mean + k
    assert (a - k).mean == a.mean - k
    assert (k - a).mean == k - a.mean
    assert (-a).mean == -a.mean
    assert (a * k).mean == (k * a).mean == a.mean * k
    assert (a * k).variance == a.variance * k * k
    assert a.repeat(3).variance == 3 * a.variance


def test_a_distribution_minus_itself_is_two_independent_rolls():
    assert (D6 - D6).pmf(0) == F(1, 6)


def test_the_sum_builtin_adds_distributions():
    assert sum([D6, D6, D6]) == D6.repeat(3)


def test_fractions_and_tuples_add_as_they_do():
    halves = Distribution.uniform([F(1, 2), 1])
    assert halves.repeat(2) == Distribution.from_weights({1: 1, F(3, 2): 2, 2: 1})
    assert halves.repeat(0) == Distribution.certain(0)
    words: list[tuple[str, ...]] = [("a",), ("b",)]
    letters = Distribution.uniform(words)
    assert letters.repeat(3).pmf(("b", "a", "b")) == F(1, 8)
    with pytest.raises(BadInput, match="not numbers"):
        letters.repeat(0)


def test_wide_sparse_outcomes_do_not_fill_memory():
    coins = Distribution.uniform([0, 10**30])
    assert coins.repeat(100).pmf(50 * 10**30) == F(math.comb(100, 50), 2**100)
    odd = Distribution.uniform([0, 1, 10**12])
    assert odd.repeat(3).pmf(10**12 + 1) == F(6, 27)
    assert (D6 * 10**9 + D6).pmf(3 * 10**9 + 2) == F(1, 36)


def test_sums_that_share_a_stride_keep_it():
    tens, sixes = D6 * 10, D6 * 6
    assert (tens + tens).pmf(70) == F(1, 6)
    assert (tens + sixes).pmf(16) == F(1, 36)


@pytest.mark.parametrize("n", [-1, 1.0, "2"])
def test_the_number_of_repeats_is_a_whole_number(n):
    with pytest.raises(BadInput, match="n: "):
        D6.repeat(n)


def test_a_thousand_dice_agree_with_closed_forms():
    many = D20.repeat(1000)
    assert many.mean == 10500
    assert many.variance == 1000 * F(399, 12)
    assert many.pmf(1001) == F(1000, 20**1000)
    assert many.at_least(20_000) == F(1, 20**1000)
    assert many.at_most(10_499) == many.at_least(10_501)  # symmetric about the mean


def test_sums_agree_with_icepool_and_dyce():
    ours = D6.repeat(5) + D20.repeat(2) - 3
    assert isinstance(ours, Finite)
    theirs = 5 @ icepool.d6 + 2 @ icepool.d20 - 3
    assert dict(ours.weights) == dict(theirs.items())
    again = 5 @ H(6) + 2 @ H(20) - 3
    assert dict(ours.weights) == {int(outcome): count for outcome, count in again.items()}
    assert ours.quantile(F(1, 4)) == theirs.quantile(1, 4)


def test_comparisons_agree_with_icepool():
    ours = D6.repeat(4).beats(D20.repeat(2))
    assert ours == F((4 @ icepool.d6 > 2 @ icepool.d20).probability(True))


def test_what_would_not_fit_is_refused_before_it_is_begun():
    for begin in (
        lambda: D20.repeat(10**9),
        lambda: Distribution.uniform(range(10**10)),
        lambda: Distribution.uniform(range(0, -(10**40), -3)),
        lambda: Distribution.joint(*[D20.repeat(20)] * 5),
        lambda: (
            Distribution.uniform([n * n**7 for n in range(3000)])
            + Distribution.uniform([n * n**7 + 1 for n in range(3000)])
        ),
    ):
        with pytest.raises(TooLarge):
            begin()


def test_an_endless_stream_of_new_outcomes_is_refused():
    def endless():
        k = 0
        while True:
            yield (k := k + 1)

    with pytest.raises(TooLarge):
        Distribution.uniform(endless())


def test_repeating_a_certain_outcome_costs_nothing():
    assert Distribution.certain(3).repeat(10**9) == Distribution.certain(3 * 10**9)


# --- order, arrays --------------------------------------------------------------------------------------------------


def test_outcomes_ascend_where_they_can_and_keep_their_place_where_not():
    assert Distribution.uniform([3, 1, 2]).outcomes == (1, 2, 3)
    assert Distribution.uniform([3, "x", 2]).outcomes == (3, "x", 2)
    assert Distribution.uniform([frozenset("b"), frozenset("a")]).outcomes == (frozenset("b"), frozenset("a"))


def test_order_is_not_made_up():
    mixed = Distribution.uniform([3, "x"])
    for ask in (lambda: mixed.at_least(3), lambda: mixed.minimum, lambda: mixed.median, lambda: D6.at_least("x")):  # type: ignore[arg-type]
        with pytest.raises(BadInput):
            ask()


def test_arrays_hold_the_same_numbers():
    outcomes, probabilities = D6.to_numpy()
    assert outcomes.tolist() == [1, 2, 3, 4, 5, 6]
    assert probabilities.dtype == np.float64
    assert probabilities.sum() == pytest.approx(1)
    outcomes, _ = Distribution.joint(D6, D6).to_numpy()
    assert outcomes.shape == (36,)
    assert outcomes[0] == (1, 1)


def test_floats_of_a_long_total_are_those_of_the_fractions_and_take_down_no_weight():
    sum_of_many = D6.repeat(700)  # a total of 1,810 bits; the ends are below any float
    floats = list(sum_of_many.floats())
    assert "weights" not in vars(sum_of_many)
    assert floats == [(outcome, float(chance)) for outcome, chance in sum_of_many.items()]
    assert floats[0] == (700, 0.0)


def test_a_float_between_two_is_told_by_all_digits():
    # 2 ** 53 + 1 of 2 ** 1200 lies just between two floats; one more of 3 ** 800 settles it.
    for weights in (
        [2**53 + 1, 2**1200 - 2**53 - 1],
        [2**53 + 1, 2**1300 - 2**53],
        [(2**53 + 1) * 2**200 + 1, 2**1400],
    ):
        found = Distribution.from_weights(dict(enumerate(weights))) + Distribution.certain(0)
        dense: Finite[int] = Finite(Dense(0, 1, fmpz_poly(weights)))
        assert list(dense.floats()) == [(outcome, float(chance)) for outcome, chance in found.items()]


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 10**40), min_size=1), st.integers(0, 10**40))
def test_floats_are_those_of_the_fractions(weights, unresolved):
    found = Distribution.from_weights(weights, unresolved=unresolved)
    assert list(found.floats()) == [(outcome, float(chance)) for outcome, chance in found.items()]


@given(st.integers(-5, 5), st.integers(1, 5), st.integers(1, 9), st.integers(1, 9), st.integers(0, 12), st.booleans())
def test_sums_of_two_outcomes_are_those_of_pairs(
    low: int, step: int, of_low: int, of_high: int, n: int, turned: bool
) -> None:
    weights = {low: of_low, low + step: of_high}
    one = Distribution.from_weights(dict(reversed(weights.items())) if turned else weights)
    summed: dict[int, int] = {0: 1}
    for _ in range(n):
        following: dict[int, int] = {}
        for total, ways in summed.items():
            for outcome, weight in weights.items():
                following[total + outcome] = following.get(total + outcome, 0) + ways * weight
        summed = following
    found = one.repeat(n)
    assert found == Distribution.from_weights(summed)
    assert n == 1 or list(found.truncated().weights) == sorted(summed)


def test_a_distribution_is_gone_through_outcome_by_outcome():
    two_dice = Distribution.from_weights({total: 6 - abs(7 - total) for total in range(2, 13)})
    assert list(two_dice) == list(range(2, 13))
    assert [p for _, p in two_dice.cdf()] == [F(n, 36) for n in (1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)]
    assert [two_dice.cdf(total) for total in (1, 2, 7, 12)] == [0, F(1, 36), F(21, 36), 1]


def test_only_what_can_be_listed_is_gone_through():
    geometric = Distribution.generating([0, 1], [2, -1])
    with pytest.raises(Undecidable):
        list(geometric)


def test_a_standard_deviation_is_told_where_its_square_fits_no_float() -> None:
    # A die's variance is 35/12.
    assert (Distribution.uniform(range(1, 7)) * 10**200).sd == pytest.approx((35 / 12) ** 0.5 * 1e200)
    with pytest.raises(TooLarge, match="about 401 digits in a number; the limit is 308"):
        _ = (Distribution.uniform(range(1, 7)) * 10**400).sd


@pytest.mark.parametrize("faces", [range(1, 7), [0, 1], [1, 2, 9], [5]])
@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_a_sum_of_sums_is_the_sum_of_all_with_its_moments_and_floats(faces, times):
    once = Distribution.uniform(faces)
    several = once.repeat(60).repeat(times)
    added: dict[int, int] = {0: 1}
    for _ in range(60 * times):
        longer: dict[int, int] = {}
        for outcome, weight in added.items():
            for face in faces:
                longer[outcome + face] = longer.get(outcome + face, 0) + weight
        added = longer
    total = len(list(faces)) ** (60 * times)
    assert dict(several.items()) == {outcome: F(weight, total) for outcome, weight in added.items()}
    mean = F(sum(outcome * weight for outcome, weight in added.items()), total)
    square = F(sum(outcome**2 * weight for outcome, weight in added.items()), total)
    assert (several.mean, several.variance) == (mean, square - mean**2)
    assert list(several.floats()) == [(outcome, weight / total) for outcome, weight in sorted(added.items())]


def test_a_sum_of_many_rolls_is_refused_before_any_of_it_is_worked_out():
    # Of k numbers far apart, n rolls have n (k - 1) + 1 sums at least; by doubling, half of them took ten seconds.
    far_apart = Distribution.from_weights({0: 1, 10**20: 10**20, 10**400: 1})
    start = time.process_time()
    with pytest.raises(TooLarge):
        far_apart.repeat(10**6)
    assert time.process_time() - start < 0.1
    assert far_apart.repeat(2).pmf(10**20) == far_apart.pmf(0) * far_apart.pmf(10**20) * 2


def test_sums_of_fractions_are_those_of_every_pair():
    one = Distribution.from_weights({F(1, 4): 1, F(1, 2): 2, F(3): 1})
    other = Distribution.from_weights({F(1, 6): 3, F(1): 1})
    sums: dict[F, F] = {}
    for (a, weight), (b, another) in product(one.items(), other.items()):
        sums[a + b] = sums.get(a + b, F(0)) + weight * another
    assert dict((one + other).items()) == sums
    assert dict(one.repeat(3).items()) == dict((one + one + one).items())
    words = Distribution.from_weights({"a": 1, "b": 1})  # are put together, not added over a denominator
    assert (words + words).pmf("ab") == F(1, 4)


def test_many_rolls_of_fractions_are_added_up_as_whole_numbers_are():
    rolls = Distribution.uniform([F(face, 7) for face in range(1, 7)]).repeat(1001)
    assert (rolls.mean, rolls.minimum, rolls.maximum) == (F(1001, 2), F(143), F(858))

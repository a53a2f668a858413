import pickle
from collections.abc import Mapping
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.distribution import Distribution, Finite, Generating
from oddsmith.distribution.unbounded.rational_functions import Rational
from oddsmith.errors import BadInput, TooLarge, Undecidable

HUMANITY = Distribution.generating([6, 3], [10, -1])  # d10, counts 7 and up, 10 rolls again
BEAST = Distribution.generating([5, 4], [10, -1])  # d10, counts 6 and up, 10 rolls again
D6_SUM = Distribution.generating([0, 1, 1, 1, 1, 1], [6, 0, 0, 0, 0, 0, -1])  # d6 that adds another on a 6

geometric = st.builds(
    lambda stop, more, shift, falling: Distribution.generating(
        [stop], [stop + more, -more], shift=shift, falling=falling
    ),
    st.integers(1, 5),
    st.integers(1, 5),
    st.integers(-3, 3),
    st.booleans(),
)
finites = st.dictionaries(st.integers(-4, 4), st.integers(1, 5), min_size=1, max_size=4).map(Distribution.from_weights)
unbounded = st.one_of(
    geometric,
    st.builds(lambda a, b: a + b, geometric, geometric),
    st.builds(lambda a, b: a + b, geometric, finites),
    st.builds(lambda a, b: Distribution.mixture([(1, a), (2, b)]), geometric, finites),
    st.builds(lambda a, b: Distribution.mixture([(1, a), (2, b)]), geometric, geometric),
)
anything = st.one_of(finites, unbounded)


# --- distributions worked out the slow way: dictionaries of fractions, nothing of ours ------------------------------

Table = dict[int, F]


def exploding_count(hits: int, sides: int, places: int) -> Table:
    """Successes of one die that explodes on its highest face, which counts too; `hits` faces below it count one.

    After j explosions (probability sides**-j) the next face misses, or hits: that gives j or j + 1.
    """
    table: Table = {}
    for j in range(places):
        reached = F(1, sides**j)
        for value, faces in ((j, sides - 1 - hits), (j + 1, hits)):
            table[value] = table.get(value, F(0)) + reached * F(faces, sides)
    return table


def add(first: Mapping[int, F], second: Mapping[int, F]) -> Table:
    """The sum of two independent outcomes."""
    table: Table = {}
    for a, p in first.items():
        for b, q in second.items():
            table[a + b] = table.get(a + b, F(0)) + p * q
    return table


def repeated(table: Mapping[int, F], n: int, places: int) -> Table:
    """The sum of n of them, outcomes from `places` on left out."""
    total: Table = {0: F(1)}
    for _ in range(n):
        total = {value: p for value, p in add(total, table).items() if value < places}
    return total


def both_ways() -> Distribution[int]:
    return HUMANITY.repeat(2) - BEAST


# --- against distributions worked out term by term ------------------------------------------------------------------


def test_one_exploding_die_by_its_chain_of_explosions():
    for ours, hits in ((HUMANITY, 3), (BEAST, 4)):
        table = exploding_count(hits, 10, 12)
        assert [ours.pmf(k) for k in range(11)] == [table[k] for k in range(11)]


def test_a_pool_of_exploding_dice_by_adding_die_after_die():
    table = repeated(exploding_count(3, 10, 15), 5, 12)
    pool = HUMANITY.repeat(5)
    assert [pool.pmf(k) for k in range(12)] == [table[k] for k in range(12)]
    assert pool.at_least(7) == 1 - sum(table[k] for k in range(7))
    assert pool.at_most(6) == sum(table[k] for k in range(7))


def test_an_exploding_sum_by_its_faces():
    # 1..5 are single faces, 6 + 1..5 follow one explosion, 12 + 1..5 two; multiples of 6 cannot happen.
    assert [D6_SUM.pmf(k) for k in range(13)] == [0, *[F(1, 6)] * 5, 0, *[F(1, 36)] * 5, 0]
    assert D6_SUM.mean == F(21, 5)  # x = 21/6 + x/6
    assert D6_SUM.minimum == 1


def test_opposed_pools_are_bracketed_by_sums_cut_far_out():
    # 7 Humanity and 3 Beast dice against 5 and 5. Cut at 60 successes, each side leaves less than 1e-40.
    places = 60
    humanity, beast = exploding_count(3, 10, places), exploding_count(4, 10, places)
    chances = []
    for n, m in ((7, 3), (5, 5)):
        cut = add(repeated(humanity, n, places), repeated(beast, m, places))
        chances.append([cut.get(k, F(0)) for k in range(places)])
    ours, theirs = chances
    missing = 2 - sum(ours) - sum(theirs)
    assert 0 < missing < F(1, 10**40)
    below = sum(p * sum(theirs[:k]) for k, p in enumerate(ours))
    equal = sum(p * q for p, q in zip(ours, theirs, strict=True))

    first = HUMANITY.repeat(7) + BEAST.repeat(3)
    second = HUMANITY.repeat(5) + BEAST.repeat(5)
    assert below <= first.beats(second) <= below + missing
    assert equal <= first.ties(second) <= equal + missing
    assert float(first.beats(second)) == pytest.approx(0.39178233342774, abs=1e-14)
    assert first.beats(second) + first.ties(second) + first.loses_to(second) == 1


def test_a_difference_runs_both_ways():
    # P(X - Y = k) for geometric X, Y with ratio 1/2: (1/3) 2**-|k|.
    heads = Distribution.generating([1], [2, -1])
    difference = heads - heads
    assert [difference.pmf(k) for k in range(-3, 4)] == [F(1, 3) / 2 ** abs(k) for k in range(-3, 4)]
    assert (difference.minimum, difference.maximum) == (None, None)
    assert difference.at_least(1) == difference.at_most(-1) == F(1, 3)
    assert difference.median == 0
    assert difference.mode == 0
    assert difference.mean == 0
    assert difference.variance == 4  # 2 + 2


# --- properties -----------------------------------------------------------------------------------------------------


def test_outcomes_are_listed_nearest_first() -> None:
    up = Distribution.generating([5], [6, -1])  # k with probability 5/6 * 6^-k
    assert list(up.truncated(F(1, 10**4)).weights) == [*range(6)]
    assert list((-up).truncated(F(1, 10**4)).weights) == [*range(0, -6, -1)]


@given(unbounded)
def test_a_truncation_brackets_every_probability_and_leaves_at_most_the_bound(a: Generating):
    cut = a.truncated(F(1, 10**6))
    assert isinstance(cut, Finite)
    assert 0 < cut.unresolved <= F(1, 10**6)
    assert all(a.pmf(k) == p for k, p in cut.items())
    for k in range(-6, 7):
        assert cut.at_least(k) <= a.at_least(k) <= cut.at_least(k) + cut.unresolved
        assert cut.at_most(k) <= a.at_most(k) <= cut.at_most(k) + cut.unresolved


@given(unbounded, st.integers(-6, 6))
def test_tails_and_point_add_up_to_one(a: Generating, k: int):
    assert a.at_least(k) + a.at_most(k) == 1 + a.pmf(k)
    assert a.at_least(k) == a.pmf(k) + a.at_least(k + 1)
    assert a.p(lambda outcome: outcome >= k) == a.at_least(k)
    assert a.p(lambda outcome: outcome not in (k, k + 1)) == 1 - a.pmf(k) - a.pmf(k + 1)
    assert a.p(k) == a.pmf(k)


@given(unbounded, anything)
def test_beating_tying_and_losing_exhaust_what_can_happen(a: Generating, b: Distribution[int]):
    assert a.beats(b) + a.ties(b) + a.loses_to(b) == 1
    assert b.beats(a) == a.loses_to(b)
    assert a.beats(b) == (a - b).at_least(1)
    assert b.ties(a) == (b - a).pmf(0)


@given(unbounded, anything, anything)
def test_sums_are_associative_and_commute_and_equal_sums_are_equal(
    a: Distribution[int], b: Distribution[int], c: Distribution[int]
):
    assert (a + b) + c == a + (b + c)
    assert hash(a + b) == hash(b + a)
    assert a + b == b + a


@given(unbounded, anything)
def test_means_and_variances_add_up(a: Distribution[int], b: Distribution[int]):
    assert (a + b).mean == a.mean + b.mean
    assert (a - b).mean == a.mean - b.mean
    assert (a + b).variance == (a - b).variance == a.variance + b.variance


@given(unbounded)
def test_moments_agree_with_a_truncation(a: Generating):
    cut = a.truncated(F(1, 10**40))
    assert float(a.mean) == pytest.approx(float(cut.mean), abs=1e-12)
    assert float(a.variance) == pytest.approx(float(cut.variance), rel=1e-12)


@given(unbounded, st.integers(0, 4))
def test_repeating_is_adding_again_and_again(a: Generating, n: int):
    added: Distribution[int] = Distribution.certain(0)
    for _ in range(n):
        added = added + a
    assert a.repeat(n) == added


@given(unbounded, st.fractions(F(1, 100), F(99, 100)))
def test_a_quantile_is_the_smallest_outcome_that_reaches(a: Generating, q: F):
    k = a.quantile(q)
    assert a.at_most(k) >= q
    assert a.at_most(k - 1) < q


@given(unbounded)
def test_nothing_is_likelier_than_a_mode(a: Generating):
    cut = a.truncated(F(1, 10**9))
    most = max(p for _, p in cut.items())
    assert a.modes == tuple(k for k, p in cut.items() if p == most)


@given(unbounded, st.integers(-3, 3), st.integers(-3, 3))
def test_mapping_by_a_line_is_scaling_and_shifting(a: Generating, factor: int, by: int):
    assert a.map(lambda k: factor * k + by) == a * factor + by


@given(unbounded, st.integers(-4, 4))
def test_conditions_and_their_opposites_mix_back(a: Generating, k: int):
    p = a.at_least(k)
    if 0 < p < 1:
        parts = [(p, a.given(lambda outcome: outcome >= k)), (1 - p, a.given(lambda outcome: outcome < k))]
        assert Distribution.mixture(parts) == a


@given(unbounded, st.integers(-4, 4), st.integers(0, 4))
def test_clamping_collects_the_tails(a: Generating, low: int, more: int):
    high = low + more
    clamped = a.clamped(low, high)
    assert clamped.is_finite
    assert clamped.pmf(high) == (a.at_least(high) if more else 1)
    assert clamped.pmf(low) == (a.at_most(low) if more else 1)
    assert clamped == a.capped(high).floored(low)


# --- mapping and conditions -----------------------------------------------------------------------------------------


def test_capping_what_runs_up_is_finite_and_flooring_is_not():
    assert HUMANITY.capped(1) == Distribution.from_weights({0: 3, 1: 2})
    floored = HUMANITY.floored(1)
    assert not floored.is_finite
    assert floored.pmf(1) == F(24, 25)
    assert floored.pmf(2) == HUMANITY.pmf(2)


def test_the_two_tails_may_map_differently():
    signs = both_ways().map(lambda k: "lost" if k < 0 else "won" if k > 0 else "tied")
    assert signs.is_finite
    assert signs.pmf("won") == HUMANITY.repeat(2).beats(BEAST)
    distance = both_ways().map(abs)
    assert distance.minimum == 0
    assert distance.pmf(1) == both_ways().pmf(1) + both_ways().pmf(-1)


def test_a_condition_on_one_tail_keeps_the_rest_exact():
    won = both_ways().given(lambda k: k >= 1)
    assert won.minimum == 1
    assert won.pmf(2) == both_ways().pmf(2) / both_ways().at_least(1)
    assert HUMANITY.given(lambda k: k in (1, 2)) == Distribution.from_weights({1: 10, 2: 1})


def test_a_memoryless_chain_forgets():
    heads = Distribution.generating([1], [2, -1])
    assert heads.given(lambda k: k >= 3) == heads + 3


def test_conditions_that_cannot_be_are_refused():
    with pytest.raises(BadInput, match="probability above 0"):
        HUMANITY.given(lambda k: k < 0)


def test_words_beside_an_unbounded_rest_are_refused():
    with pytest.raises(BadInput, match="integers"):
        HUMANITY.map(lambda k: "none" if k == 0 else k)


@pytest.mark.parametrize("question", [lambda k: k * k % 2 == 0, lambda k: k in {1, 2}, lambda k: str(k) == "1"])
def test_questions_that_no_look_settles_say_what_to_do(question):
    with pytest.raises(Undecidable, match="truncated"):
        HUMANITY.p(question)
    assert HUMANITY.truncated().p(question) > 0


def test_a_method_that_says_of_nothing_but_numbers_anything_is_refused() -> None:
    with pytest.raises(Undecidable):
        HUMANITY.map((3).__le__)  # NotImplemented, of what stands for all that is left


def test_what_goes_by_remainders_is_exact() -> None:
    """The chance of k is 2**-(k + 1): of every third outcome, from r on, it is 2**-(r + 1) / (1 - 1/8)."""
    halves = Distribution.generating([1], [2, -1])
    assert halves.map(lambda k: k % 3) == Finite({0: 4, 1: 2, 2: 1})
    assert halves.p(lambda k: k % 3 == 1 and k > 4) == F(2, 7) - F(1, 4) - F(1, 32)
    assert halves.p(lambda k: k // 3 > 1) == F(1, 64)
    assert halves.map(lambda k: k // 3) == Distribution.generating([7], [8, -1])
    assert halves.map(lambda k: (k % 2, k % 3 == 0)).pmf((1, True)) == F(1, 16) / (1 - F(1, 64))
    assert halves.given(lambda k: k % 2 == 1) == Distribution.generating([0, 3], [4, 0, -1])
    assert (-halves).map(lambda k: k % 3) == Finite({0: 4, 2: 2, 1: 1})


@pytest.mark.parametrize("law", [HUMANITY, both_ways(), HUMANITY.repeat(4)], ids=["up", "both ways", "repeated roots"])
@pytest.mark.parametrize("by", [2, 5, 12, -3])
def test_remainders_agree_with_outcomes_that_are_listed(law: Distribution[int], by: int) -> None:
    listed = law.truncated(F(1, 10**30))
    found = law.map(lambda k: (k % by, k // by > 1))
    told = listed.map(lambda k: (k % by, k // by > 1))
    assert isinstance(found, Finite)
    assert found.unresolved == 0
    for outcome in found.weights:
        assert 0 <= found.pmf(outcome) - told.pmf(outcome) <= F(1, 10**30)


# --- edges ----------------------------------------------------------------------------------------------------------


def test_an_unbounded_side_has_no_end_and_no_list():
    assert (HUMANITY.minimum, HUMANITY.maximum) == (0, None)
    assert ((-HUMANITY).minimum, (-HUMANITY).maximum) == (None, 0)
    assert HUMANITY.unresolved == 0
    assert not HUMANITY.is_finite
    for ask in (HUMANITY.items, HUMANITY.to_numpy):
        with pytest.raises(Undecidable, match="truncated"):
            ask()


def test_quantiles_at_the_ends_exist_only_where_an_end_does():
    assert HUMANITY.quantile(0) == 0
    assert (-HUMANITY).quantile(1) == 0
    for ask in (lambda: HUMANITY.quantile(1), lambda: (-HUMANITY).quantile(0), lambda: both_ways().quantile(0)):
        with pytest.raises(Undecidable):
            ask()


def test_a_quantile_where_the_sides_meet():
    # P(outcome <= 0) is exactly 2/3, all of the falling side and the 0.
    difference = Distribution.generating([1], [2, -1]) - Distribution.generating([1], [2, -1])
    assert difference.quantile(F(1, 3)) == -1
    assert difference.quantile(F(2, 3)) == 0
    assert difference.quantile(F(2, 3) + F(1, 10**9)) == 1


def test_questions_between_the_integers():
    assert HUMANITY.pmf(F(1, 2)) == 0  # type: ignore[arg-type]
    assert HUMANITY.pmf("1") == 0  # type: ignore[arg-type]
    assert HUMANITY.pmf(True) == HUMANITY.pmf(1)
    assert HUMANITY.at_least(F(1, 2)) == HUMANITY.at_least(1)  # type: ignore[arg-type]
    assert HUMANITY.at_most(F(1, 2)) == HUMANITY.at_most(0)  # type: ignore[arg-type]
    for wrong in ("1", float("nan"), None):
        with pytest.raises(BadInput):
            HUMANITY.at_least(wrong)  # type: ignore[arg-type]


def test_listed_fractions_compare_with_unbounded_integers_but_do_not_add():
    halves = Distribution.uniform([F(1, 2), F(3, 2)])
    assert HUMANITY.beats(halves) == (HUMANITY.at_least(1) + HUMANITY.at_least(2)) / 2  # type: ignore[arg-type]
    assert halves.beats(HUMANITY) == (HUMANITY.at_most(0) + HUMANITY.at_most(1)) / 2  # type: ignore[arg-type]
    assert halves.ties(HUMANITY) == 0  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="integers"):
        HUMANITY + halves  # type: ignore[operator]


def test_an_unresolved_partner_makes_a_finite_sum_with_an_unresolved_part():
    partly = Distribution.from_weights({0: 9}, unresolved=1)
    summed = HUMANITY + partly
    assert isinstance(summed, Finite)
    assert F(1, 10) < summed.unresolved < F(1, 10) + F(1, 10**17)
    assert partly + HUMANITY == summed
    assert HUMANITY.beats(partly) + HUMANITY.ties(partly) + HUMANITY.loses_to(partly) == F(9, 10)


def test_scaling_by_nothing_or_repeating_never_is_certain():
    assert HUMANITY * 0 == HUMANITY.repeat(0) == Distribution.certain(0)


@pytest.mark.parametrize("bound", [0, F(-1, 2), 1e-18])
def test_a_truncation_needs_an_exact_bound_above_0(bound):
    with pytest.raises(BadInput, match="bound"):
        HUMANITY.truncated(bound)


def test_far_tails_are_exact():
    heads = Distribution.generating([1], [2, -1])
    assert heads.at_least(3000) == F(1, 2**3000)
    assert heads.pmf(3000) == F(1, 2**3001)


def test_what_would_not_fit_is_refused_before_it_is_begun():
    for begin in (
        lambda: HUMANITY.repeat(10**7),
        lambda: HUMANITY.pmf(10**7),
        lambda: HUMANITY * 10**10,
        lambda: HUMANITY + Distribution.uniform([0, 10**12]),
        lambda: Distribution.mixture([(1, HUMANITY), (1, HUMANITY + 10**12)]),
    ):
        with pytest.raises(TooLarge):
            begin()


def test_a_shift_may_be_as_far_as_it_likes():
    far = HUMANITY + 10**30
    assert far.at_least(10**30 + 1) == F(2, 5)
    assert far.mean == 10**30 + F(4, 9)


def test_pickles_are_equal():
    for made in (HUMANITY, both_ways(), D6_SUM.repeat(3)):
        assert pickle.loads(pickle.dumps(made)) == made


def test_the_short_form_is_the_generating_function():
    assert repr(HUMANITY) == "Generating((6 + 3z) / (10 - z))"
    assert repr(D6_SUM) == "Generating(z^1 * (1 + z + z^2 + z^3 + z^4) / (6 - z^6))"


def test_bounds_too_small_for_a_float_are_reached_as_well():
    chain = Distribution.generating([1], [2, -1])
    assert chain.truncated(F(1, 2**5000)).maximum == 4999


def test_outcomes_are_listed_nearest_first_in_either_direction():
    rising, falling = HUMANITY.truncated(F(1, 100)), (-HUMANITY).truncated(F(1, 100))
    assert list(rising.weights) == [0, 1, 2]
    assert list(falling.weights) == [0, -1, -2]
    assert -falling == rising


def test_a_mean_that_no_float_holds_is_exact_and_a_list_that_long_is_refused():
    rare = F(1, 10**400)
    waiting = Distribution.generating([rare], [1, rare - 1])  # throws before the first success
    assert waiting.mean == 10**400 - 1
    for ask in (lambda: waiting.mode, waiting.truncated, lambda: waiting.quantile(F(1, 2))):
        with pytest.raises(TooLarge):
            ask()


def test_a_finite_distribution_times_an_unbounded_one_is_no_product():
    with pytest.raises(TypeError):
        Distribution.uniform([1, 2]) * HUMANITY  # type: ignore[operator]


@given(unbounded, unbounded, st.integers(1, 4))
def test_sums_have_the_one_reduced_form_however_they_are_made(first, second, times):
    one, other = first.function, second.function
    top, outer, inner = (getattr(one, part) ** times * getattr(other, part) for part in ("top", "outer", "inner"))
    plain = Rational(one.shift * times + other.shift, top, outer, inner).reduced()
    assert (first.repeat(times) + second).function == plain

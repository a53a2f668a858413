"""Exploding, compounding and penetrating dice, with a limit and without: nothing is cut off."""

from fractions import Fraction
from math import comb
from time import process_time

import pytest

from oddsmith.dice import Die, Reader, SystemSource, d4, d6, d10, d20, d100, fudge, parse, when
from oddsmith.dice.exact.explosion_chains import listed_run
from oddsmith.dice.exact.pool_distribution import read_distribution
from oddsmith.dice.readings.classes import Classes
from oddsmith.errors import BadInput, TooLarge


def outcomes(expression):
    return dict(expression.distribution().items())


def assert_within(expression, rolls, slack=Fraction(0)):
    """Every probability lies between what the rolls found and that plus what they gave up."""
    distribution = expression.distribution()
    for value, chance in rolls.values.items():
        assert chance <= distribution.pmf(value) + slack
        assert distribution.pmf(value) <= chance + rolls.missing


# --- closed forms from the rules page -------------------------------------------------------------------------------


def test_one_exploding_d10_counted_at_7_is_the_function_of_the_rules_page():
    # (6 + 3z) / (10 - z): P(0) = 3/5, P(k) = 36 / 10^(k+1), mean 4/9
    count = d10.explode().pool().count(at_least=7).distribution()
    assert count.pmf(0) == Fraction(3, 5)
    assert [count.pmf(k) for k in range(1, 12)] == [Fraction(36, 10 ** (k + 1)) for k in range(1, 12)]
    assert count.mean == Fraction(4, 9)


def test_ten_such_dice_have_ten_times_the_mean_and_every_die_fails_with_three_fifths():
    count = d10.explode().pool(10).count(at_least=7).distribution()
    assert count.mean == Fraction(40, 9)
    assert count.pmf(0) == Fraction(3, 5) ** 10
    assert not count.is_finite


def test_the_total_of_an_exploding_d6_is_the_known_series():
    # (z + ... + z^5) / (6 - z^6): 6k + r with chance 1 / 6^(k+1) for r from 1 to 5
    total = d6.explode().distribution()
    for k in range(6):
        assert total.pmf(6 * k + 6) == 0
        assert all(total.pmf(6 * k + r) == Fraction(1, 6 ** (k + 1)) for r in range(1, 6))
    assert total.mean == Fraction(21, 5)
    assert total == d6.explode().pool().sum().distribution() == d6.compound().distribution()


def test_penetrating_dice_have_the_mean_that_players_compute_by_hand():
    # m = 101/2 + (m - 1)/100, so m = 51 and five dice have 255
    assert d100.explode(penetrating=True).pool(5).sum().distribution().mean == 255


def test_fudge_dice_exploding_on_zero_and_plus_keep_their_mean():
    assert fudge.explode(at_least=0).pool(4).sum().distribution().mean == 0


def test_faces_that_count_up_and_down_may_explode_both():
    # 1 / (3 - z - 1/z) has irrational poles, so what remains of the chain is stated as unresolved
    swinging = fudge.explode(-1, 1).distribution()
    assert 0 < swinging.unresolved < Fraction(1, 10**18)
    assert swinging.pmf(1) == swinging.pmf(-1)


def test_a_cap_makes_an_unbounded_total_finite_and_keeps_it_exact():
    capped = d6.explode().pool(3).sum().capped(10).distribution()
    assert capped.is_finite
    assert capped.pmf(10) == d6.explode().pool(3).sum().distribution().at_least(10)


def test_a_condition_that_no_face_meets_does_not_explode():
    assert d6.explode(7).distribution() == d6.distribution()
    assert d6.explode(7).pool(3).keep_highest().sum().distribution() == d6.pool(3).keep_highest().sum().distribution()


# --- every way to roll ----------------------------------------------------------------------------------------------

WAYS = [
    ("explode", {}),
    ("explode", {"penetrating": True}),
    ("explode", {"at_most": 1}),
    ("explode", {"at_least": 3, "penetrating": True}),
    ("compound", {}),
    ("compound", {"penetrating": True}),
    ("compound", {"at_least": 3}),
]


def readings(pool):
    return [
        pool.sum(),
        pool,
        pool.count(at_least=3, worth={1: -1}),
        pool.keep_highest(2).sum(),
        pool.keep_lowest(2).sum(),
        pool.drop_highest(1).sum(),
        pool.drop_lowest(1).sum(),
        pool.keep_middle(1).sum(),
        pool.keep_highest(1).count(at_least=3),
        pool.drop_lowest(1).count(at_least=3, worth={1: -1}),
        pool.largest_set(),
        pool.largest_set_face(),
        pool.straight(),
        pool.classes(high=when(at_least=4), one=when([1])),
    ]


@pytest.mark.parametrize(("method", "arguments"), WAYS)
@pytest.mark.parametrize("limit", [1, 2])
def test_limited_explosions_agree_with_every_way_to_roll(every_roll, method, arguments, limit):
    pool = getattr(d4, method)(**arguments, limit=limit).pool(2)
    for reading in readings(pool):
        assert outcomes(reading) == every_roll(reading).values, str(reading)


@pytest.mark.parametrize(("method", "arguments"), WAYS)
def test_unlimited_explosions_agree_with_every_way_to_roll_up_to_what_was_given_up(every_roll, method, arguments):
    pool = getattr(Die.sided(4), method)(**arguments).pool(2)
    for reading in readings(pool):
        rolls = every_roll(reading, Fraction(1, 2000))
        assert rolls.missing < Fraction(1, 4)
        assert_within(reading, rolls, slack=Fraction(1, 10**18))


ONE_FACE_COMPOUNDS = [way for way in WAYS if way != ("compound", {"at_least": 3})]


@pytest.mark.parametrize(("method", "arguments"), ONE_FACE_COMPOUNDS)
@pytest.mark.parametrize("selection", ["keep_highest", "keep_lowest", "drop_highest", "drop_lowest"])
def test_keep_and_drop_among_unlimited_dice_leave_nothing_unresolved(method, arguments, selection):
    pool = getattr(getattr(d4, method)(**arguments).pool(3), selection)(2)
    unlimited = pool.sum().distribution()
    limited = getattr(getattr(d4, method)(**arguments, limit=40).pool(3), selection)(2).sum().distribution()
    assert unlimited.unresolved == 0
    # that one of three chains explodes more than 40 times has a chance of at most 3 / 2^40
    assert all(abs(unlimited.pmf(k) - limited.pmf(k)) < Fraction(3, 2**40) for k in range(30))


def test_the_highest_faces_of_an_exploding_pool_are_finite_since_faces_are():
    highest = d6.explode().pool(5).keep_highest(3).sum().distribution()
    assert highest.is_finite
    assert highest.maximum == 18


def test_the_highest_of_compounding_dice_is_a_closed_form_too():
    # the higher of two is below k when both are
    one = d6.compound().distribution()
    two = d6.compound().pool(2).keep_highest().sum().distribution()
    assert two.unresolved == 0
    for k in range(1, 40):
        assert two.at_least(k) == 1 - (1 - one.at_least(k)) ** 2


def test_what_no_closed_form_covers_states_what_it_leaves_unresolved():
    pairs: Reader[int, int, int] = Reader("pairs", 0, lambda seen, face, count: seen + count // 2, lambda seen: seen)
    reading = d6.explode().pool(3).read(pairs)
    assert 0 < reading.distribution().unresolved < Fraction(1, 10**18)
    several = d6.compound(at_least=5).pool(2).keep_highest().sum().distribution()
    assert 0 < several.unresolved < Fraction(1, 10**18)


def test_compounding_and_exploding_dice_without_limit_may_lie_in_one_pool():
    total = (d6.compound().pool(2) & d6.explode().pool(2)).drop_lowest(1).sum().distribution()
    assert 0 < total.unresolved < Fraction(1, 10**17)
    # all four dice show 1, and the one that is dropped counts nothing
    assert total.pmf(3) == Fraction(1, 6**4)


def test_a_count_over_kept_compounding_dice_is_finite_and_exact():
    one = d10.compound().distribution()
    count = d10.compound().pool(3).keep_highest(1).count(at_least=15).distribution()
    assert count.pmf(1) == 1 - (1 - one.at_least(15)) ** 3
    assert count.unresolved == 0


def test_mixed_exploding_dice_agree_with_every_way_to_roll(every_roll):
    pool = d4.explode(limit=1).pool(1) & d6.pool(1) & Die.sided(3).compound(limit=1).pool(1)
    for reading in readings(pool):
        assert outcomes(reading) == every_roll(reading).values, str(reading)


def test_rerolls_apply_to_extra_dice_and_rerolled_dice_may_explode(every_roll):
    pool = d4.reroll(1, times=1).explode(limit=1).with_maximum(4).pool(2)
    for reading in (pool.sum(), pool, pool.keep_highest(1).sum()):
        assert outcomes(reading) == every_roll(reading).values


def test_too_many_explosions_are_refused_before_they_start():
    with pytest.raises(TooLarge):
        d6.explode(limit=10**6).distribution()
    with pytest.raises(TooLarge):
        d100.explode(other_than=45).pool(40).largest_set().distribution()


@pytest.mark.parametrize("limit", [0, 1, 2, 5, 12, 13])
@pytest.mark.parametrize("penetrating", [False, True])
def test_a_chain_with_a_limit_is_what_it_is_throw_by_throw(limit, penetrating):
    die = Die([-1, 0, 2], [2, 1, 3]).explode(-1, 2, limit=limit, penetrating=penetrating)
    leading = {0: Fraction(1)}
    ended: dict[int, Fraction] = {}
    for throw in range(limit + 1):
        following: dict[int, Fraction] = {}
        for total, chance in leading.items():
            for face, weight in ((-1, 2), (0, 1), (2, 3)):
                sink = following if face != 0 and throw < limit else ended
                reached = total + face - (penetrating and throw > 0)
                sink[reached] = sink.get(reached, Fraction(0)) + chance * weight / 6
        leading = following
    assert outcomes(die) == ended


@pytest.mark.parametrize("text", ["999d10!{999}", "999d10!!{999}", "d1000!!{999}"])
def test_long_chains_with_a_limit_are_refused_at_once(text):
    before = process_time()
    with pytest.raises(TooLarge):
        parse(text).distribution()
    assert process_time() - before < 1  # a long computation in C calls few functions


def test_a_roll_that_would_throw_too_often_is_refused_at_once():
    with pytest.raises(TooLarge, match="throws"):
        Die.sided(1000).explode(other_than=45).pool(99_999).sum().roll(SystemSource())


def test_words_may_explode_in_a_count_but_not_compound():
    word = Die(["hit", "miss", "again"]).explode("again")
    count = word.pool(2).count("hit", "again").distribution()
    assert count.mean == 2 * Fraction(2, 3) / (1 - Fraction(1, 3))
    with pytest.raises(BadInput):
        Die(["hit", "miss"]).compound("hit")


@pytest.mark.parametrize(
    ("die", "dice"),
    [
        (d6.explode(at_least=5), 1),
        (d10.explode(at_least=8), 3),
        (d20.explode(at_least=3), 10),
        (d10.explode(at_least=2, penetrating=True), 5),
        (d20.explode(), 3),
        (d20.explode(penetrating=True), 1),
        (d10.explode(7), 4),
    ],
)
def test_totals_that_are_said_to_come_up_side_by_side_all_do(die, dice):
    run = listed_run(die, dice)
    assert run is not None
    listed = die.pool(dice).sum().distribution().truncated().weights
    assert len(run) > 20
    assert all(total in listed for total in run)


def test_totals_of_one_die_of_which_the_highest_face_explodes_are_told_by_its_steps():
    run = listed_run(d20.explode(), 1)  # no die comes to 20, or 40
    assert run is not None
    assert run[:3] == range(1, 61, 20)


# --- faces that are told apart no more ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "dice"),
    [
        ("classes(4d6!>=4, any>=1)", 4),
        ("classes(3d2!, any>=1)", 3),
        ("classes(8d10!p>=6, any>=-5)", 8),
        ("classes(4d{a,b}!=a, any=c)", 4),
    ],
)
def test_dice_whose_faces_are_one_class_are_counted(notation, dice):
    """Half of the faces explode: a die that is there already is followed by another as often as not."""
    odds = parse(notation).distribution()
    place = int(notation.endswith("=c)"))  # of no class
    for more in range(30):
        found = tuple([dice + more if here == place else 0 for here in (0, 1)])
        assert odds.pmf(found) == Fraction(comb(dice + more - 1, more), 2 ** (dice + more))


def test_dice_of_one_class_that_explode_once_at_most_are_counted():
    chances = {4: Fraction(1, 16), 5: Fraction(1, 4), 6: Fraction(3, 8), 7: Fraction(1, 4), 8: Fraction(1, 16)}
    assert outcomes(parse("classes(4d6!{1}>=4, any>=1)")) == {(dice, 0): chance for dice, chance in chances.items()}
    assert outcomes(parse("classes(1d{2..3}!{0}, any>=0)")) == {(1, 0): Fraction(1)}


@pytest.mark.parametrize("text", ["(2d3!2&2d4)", "(2d3!{1}&1d4!{1}&2d4&1d3)", "(1d4!p>=3&2d3)", "(2d3!!{1}&2d4!)"])
def test_classes_of_dice_that_explode_and_of_others_add_up_to_what_one_walk_finds(text):
    reading = parse(f"classes({text}, low<=1, three=3)")
    assert isinstance(reading, Classes)
    one_by_one = reading.reader
    walked = read_distribution(reading.pool, one_by_one.initial, one_by_one.step, one_by_one.final)
    assert reading.distribution() == walked


@pytest.mark.parametrize("dice", [4, 40])
def test_dice_that_penetrate_beside_others_are_counted_in_classes(dice):
    """Half of the faces of the first explode; the six others are there in any case."""
    odds = parse(f"classes(({dice}d10!p>=6&6d6), any>=-50)").distribution()
    for more in range(0, 2 * dice, 3):
        chance = Fraction(comb(dice + more - 1, more), 2 ** (dice + more))
        assert 0 <= chance - odds.pmf((dice + 6 + more, 0)) <= odds.unresolved

"""Closed forms for dice that are all alike, against the walk over faces, every combination, and icepool."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import groupby
from math import comb

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import Die, Reader, d6, d10, d20, parse, when
from oddsmith.dice.exact.equal_dice.alike import equal_pool
from oddsmith.dice.exact.equal_dice.kept_sums import kept_sum
from oddsmith.dice.readings.sets import LargestSet, LargestSetFace
from oddsmith.dice.readings.straights import Straight
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import LIMIT, allowing
from oddsmith.errors import TooLarge

d100 = Die.sided(100)


@st.composite
def alike(draw, *, fair=False):
    """A die with gaps, negative numbers and weights, and a number of them that can still be listed."""
    faces = draw(st.lists(st.integers(-3, 6), min_size=1, max_size=4, unique=True))
    weights = draw(st.lists(st.integers(1, 3), min_size=len(faces), max_size=len(faces)))
    return Die(faces, None if fair else weights), draw(st.integers(1, 4))


def known_equal(pool):
    dice = equal_pool(pool)
    assert dice is not None
    return dice


def combinations(die, count, every_combination):
    """Faces as often as their weight, so that all combinations are equally likely."""
    faces = [face for face, weight in die.weighted_faces() for _ in range(weight)]
    return lambda read: Distribution.from_probabilities(every_combination([faces] * count, read))


def largest_run(faces):
    steps = [face - place for place, face in enumerate(sorted(set(faces)))]
    return max(len(list(run)) for _, run in groupby(steps))


def largest_set(faces):
    return max((faces.count(face), face) for face in faces)


@given(alike(), st.data())
def test_the_highest_and_the_lowest_of_alike_dice_are_as_enumeration_says(every_combination, dice, data):
    die, count = dice
    keep = data.draw(st.integers(1, count))
    worth = {face: data.draw(st.integers(-2, 2)) for face in die.faces}
    listed = combinations(die, count, every_combination)
    for score in (int, worth.__getitem__):
        for highest, kept in ((True, slice(count - keep, count)), (False, slice(keep))):
            found = kept_sum(known_equal(die.pool(count)), keep, score, highest=highest)
            assert found == listed(lambda faces, kept=kept, score=score: sum(map(score, sorted(faces)[kept])))


@given(alike(), st.data())
def test_both_ends_and_the_middle_agree_with_a_reader_of_your_own(dice, data):
    die, count = dice
    total: Reader[int, int, int] = Reader("total", 0, lambda seen, face, shown: seen + face * shown, lambda seen: seen)
    low = data.draw(st.integers(0, count))
    high = data.draw(st.integers(0, count - low))
    pool = die.pool(count).drop_lowest(low).drop_highest(high)
    assert pool.sum().distribution() == pool.read(total).distribution()


def of_your_own(reader):
    """The same reader under a name of its own, so that it is walked."""
    return replace(reader, name=f"own{reader.name}")


@given(alike())
def test_the_largest_set_of_alike_dice_is_as_enumeration_and_the_walk_say(every_combination, dice):
    die, count = dice
    listed = combinations(die, count, every_combination)
    pool = die.pool(count)
    assert pool.largest_set().distribution() == listed(lambda faces: largest_set(faces)[0])
    assert pool.largest_set_face().distribution() == listed(largest_set)
    assert pool.largest_set().distribution() == pool.read(of_your_own(LargestSet.reader)).distribution()


@given(alike(fair=True), st.integers(1, 7))
def test_sets_and_straights_of_fair_dice_agree_with_the_walk(dice, count):
    pool = dice[0].pool(count)
    assert pool.largest_set_face().distribution() == pool.read(of_your_own(LargestSetFace.reader)).distribution()
    assert pool.straight().distribution() == pool.read(of_your_own(Straight.reader)).distribution()


@given(alike(), st.integers(-3, 6), st.integers(-3, 6))
def test_the_classes_of_alike_dice_are_as_enumeration_and_the_walk_say(every_combination, dice, low, face):
    die, count = dice
    reading = die.pool(count).classes(low=when(at_most=low), face=when([face]))

    def counted(faces):
        of_face = sum(shown == face > low for shown in faces)
        of_low = sum(shown <= low for shown in faces)
        return of_low, of_face, count - of_low - of_face

    assert reading.distribution() == combinations(die, count, every_combination)(counted)
    assert reading.distribution() == die.pool(count).read(of_your_own(reading.reader)).distribution()


@given(alike())
def test_straights_are_as_enumeration_says(every_combination, dice):
    die, count = dice
    assert die.pool(count).straight().distribution() == combinations(die, count, every_combination)(largest_run)


@pytest.mark.parametrize("keep", [1, 3, 5])
def test_dice_with_an_unresolved_rest_keep_it(keep):
    """Totals of compounding dice whose chains are cut: the kept sum and the rest make 1."""
    pool = Die.sided(10).compound().pool(5)
    found = kept_sum(known_equal(pool), keep, int, highest=True)
    assert 0 < found.unresolved < Fraction(1, 10**17)
    exact = pool.keep_highest(keep).sum().distribution()
    for outcome, chance in list(found.items())[:60]:
        assert chance <= exact.pmf(outcome) <= chance + found.unresolved


def test_dice_that_reroll_alike_are_alike():
    pool = d6.reroll(1).pool(3)
    assert pool.straight().distribution() == Die([2, 3, 4, 5, 6]).pool(3).straight().distribution()
    assert pool.largest_set_face().distribution() == Die([2, 3, 4, 5, 6]).pool(3).largest_set_face().distribution()


ICEPOOL = {
    "12d20kh6": (d20.pool(12).keep_highest(6).sum(), lambda: icepool.d(20).highest(12, 6)),
    "12d20kl5": (d20.pool(12).keep_lowest(5).sum(), lambda: icepool.d(20).lowest(12, 5)),
    "12d20dl2": (d20.pool(12).drop_lowest(2).sum(), lambda: icepool.d(20).pool(12).lowest(drop=2).sum()),
    "9d10dl2dh3": (d10.pool(9).drop_lowest(2).drop_highest(3).sum(), lambda: icepool.d(10).pool(9)[2:6].sum()),
    "set of 30d10": (d10.pool(30).largest_set(), lambda: icepool.d(10).pool(30).largest_count()),
    "straight of 12d20": (d20.pool(12).straight(), lambda: icepool.d(20).pool(12).largest_straight()),
}


@pytest.mark.parametrize("name", ICEPOOL)
def test_icepool_has_the_same_odds_of_alike_dice(name):
    ours, theirs = ICEPOOL[name]
    assert ours.distribution() == Distribution.from_weights({int(o): weight for o, weight in theirs().items()})


LARGE = {
    "20d100 straight": d100.pool(20).straight(),
    "50d50 straight": Die.sided(50).pool(50).straight(),
    "160d20kh80": d20.pool(160).keep_highest(80).sum(),
    "1000d20kh100": d20.pool(1000).keep_highest(100).sum(),
    "1000d6kh500": d6.pool(1000).keep_highest(500).sum(),
    "200d10 set": d10.pool(200).largest_set(),
    "100d10 set and face": d10.pool(100).largest_set_face(),
    "20d10!!kh10": d10.compound().pool(20).keep_highest(10).sum(),
}


@pytest.mark.parametrize("name", LARGE)
def test_what_was_refused_before_is_answered(name):
    assert sum(chance for _, chance in LARGE[name].distribution().items()) + LARGE[name].distribution().unresolved == 1


def test_the_mean_of_the_best_half_of_many_dice_is_that_of_order_statistics():
    """E[the j-th highest] from the chance that at least j dice reach each value."""
    n, keep = 160, 80
    reached = [
        sum(comb(n, j) * (21 - face) ** j * (face - 1) ** (n - j) for j in range(place, n + 1))
        for face in range(1, 21)
        for place in range(1, keep + 1)
    ]
    assert d20.pool(n).keep_highest(keep).sum().distribution().mean == Fraction(reduce(int.__add__, reached), 20**n)


@pytest.mark.parametrize(
    "reading",
    [
        d100.pool(900).keep_highest(400).sum(),
        d100.pool(2000).largest_set(),
        d100.pool(2000).largest_set_face(),
        Die.sided(5000).pool(5000).straight(),
    ],
    ids=str,
)
def test_the_estimate_of_what_takes_too_long_is_in_seconds(reading):
    with pytest.raises(
        TooLarge, match=r"^This needs about [\d,]+ steps \([\d,]+ (s|minutes|hours)\); the limit is 1,000,000\."
    ) as refused:
        reading.distribution()
    assert refused.value.estimate > refused.value.limit


@pytest.mark.parametrize("text", ["1d10!!>=2dl1", "3d10!!>=2dl3", "2d6dh1dl1"])
def test_where_all_dice_are_dropped_nothing_is_left_and_no_chain_is_listed(text):
    with allowing(100):
        assert parse(text).distribution() == Distribution.certain(0)


def test_of_chains_that_add_dice_some_are_kept():
    # One die that is dropped leaves the throws that followed: none with 5/6, and the lowest throw goes, not the first.
    kept = parse("1d6!dl1").distribution()
    assert kept.pmf(0) == Fraction(5, 6)
    assert kept.pmf(6) == Fraction(1, 6) * Fraction(5, 6)
    assert kept.pmf(12) == Fraction(1, 36) * Fraction(5, 6)


def test_the_closed_form_of_kept_sums_is_taken_unless_the_walk_is_much_quicker():
    with allowing(LIMIT) as budget:
        found = parse("20d1000kh5").distribution()
    assert budget.spent < 300_000  # 999,000 where the walk is taken
    assert found.maximum == 5_000


@pytest.mark.parametrize("reading", ["{}", "set({})", "setface({})", "straight({})", "classes({}, a=1, b=2)"])
@pytest.mark.parametrize("dice", ["4d6", "3d5ro1", "(2d4&2d6)", "3d{1:2,2,5}"])
def test_dice_of_which_as_many_as_there_are_are_kept_are_read_as_all_of_them(reading, dice):
    every = parse(reading.format(dice)).distribution()
    for kept in ("kh9", "kl4", "dl0"):
        assert parse(reading.format(dice + kept)).distribution() == every


@pytest.mark.parametrize("text", ["straight(100d100kh100)", "set(100d100kl200)", "classes(100d100kh200, a=1, b=2)"])
def test_closed_forms_hold_where_as_many_dice_as_there_are_are_kept(text):
    with at_most(SECOND // 10):
        parse(text).distribution()

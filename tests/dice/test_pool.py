"""Pools: sums, keep and drop, counts, sets, straights, classes and readers, against every combination of faces."""

from collections import Counter
from fractions import Fraction

import pytest

from oddsmith.dice import HEADS, Die, Pool, Reader, coin, d4, d6, d8, d10, d20, parse, when
from oddsmith.errors import BadInput, TooLarge

D4, D6, D8 = range(1, 5), range(1, 7), range(1, 9)
FOUR_D6 = [D6] * 4
MIXED = [D4, D4, D6, D8]
MIXED_POOL = d4.pool(2) & d6.pool() & d8.pool()


def outcomes(expression):
    return dict(expression.distribution().items())


def best(faces, count):
    return sorted(faces)[max(0, len(faces) - count) :]


def test_the_sum_of_the_three_highest_of_four_dice_is_that_of_the_rulebooks():
    # mean and chance of 18: 21 of the 1296 combinations hold three or more sixes
    total = d6.pool(4).keep_highest(3).sum().distribution()
    assert total.mean == Fraction(15869, 1296)
    assert total.pmf(18) == Fraction(21, 1296)


SELECTIONS = [
    ("keep_highest", lambda faces, k: best(faces, k)),
    ("keep_lowest", lambda faces, k: sorted(faces)[:k]),
    ("drop_highest", lambda faces, k: sorted(faces)[: max(0, len(faces) - k)]),
    ("drop_lowest", lambda faces, k: sorted(faces)[k:]),
]


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize(("name", "kept"), SELECTIONS)
@pytest.mark.parametrize(("pool", "dice"), [(d6.pool(4), FOUR_D6), (MIXED_POOL, MIXED)], ids=["4d6", "mixed"])
def test_keep_and_drop_agree_with_every_combination(every_combination, pool, dice, name, kept, count):
    selected = getattr(pool, name)(count)
    assert outcomes(selected.sum()) == every_combination(dice, lambda faces: sum(kept(faces, count)))
    assert outcomes(selected) == every_combination(dice, lambda faces: tuple(sorted(kept(faces, count))))


def test_the_middle_of_five_dice_leaves_as_many_on_either_side(every_combination):
    middle = d6.pool(5).keep_middle(1).sum()
    assert outcomes(middle) == every_combination([D6] * 5, lambda faces: sorted(faces)[2])


def test_an_odd_surplus_drops_one_more_above_the_middle(every_combination):
    middle = d6.pool(4).keep_middle(1).sum()
    assert outcomes(middle) == every_combination(FOUR_D6, lambda faces: sorted(faces)[1])


def test_keep_and_drop_steps_work_one_after_another(every_combination):
    steps = MIXED_POOL.drop_highest(1).keep_highest(2).sum()
    assert outcomes(steps) == every_combination(MIXED, lambda faces: sum(sorted(faces)[1:3]))


def test_kept_dice_may_count_down_and_in_large_steps(every_combination):
    die = Die([-500, 0, 1000])
    kept = die.pool(3).keep_lowest(2).sum()
    assert outcomes(kept) == every_combination([[-500, 0, 1000]] * 3, lambda faces: sum(sorted(faces)[:2]))


def test_the_highest_of_two_huge_dice_is_exact():
    highest = Die.sided(100_000).pool(2).keep_highest().sum().distribution()
    assert highest.at_most(50_000) == Fraction(1, 4)


@pytest.mark.parametrize(("pool", "dice"), [(d6.pool(4), FOUR_D6), (MIXED_POOL, MIXED)], ids=["4d6", "mixed"])
def test_readings_agree_with_every_combination(every_combination, pool, dice):
    def straight(faces):
        present = set(faces)
        return max(length for length in range(1, 9) for low in present if set(range(low, low + length)) <= present)

    assert outcomes(pool.sum()) == every_combination(dice, sum)
    assert outcomes(pool.count(at_least=4)) == every_combination(dice, lambda f: sum(face >= 4 for face in f))
    assert outcomes(pool.largest_set()) == every_combination(dice, lambda f: max(Counter(f).values()))
    assert outcomes(pool.largest_set_face()) == every_combination(
        dice, lambda f: max((f.count(face), face) for face in f)
    )
    assert outcomes(pool.straight()) == every_combination(dice, straight)
    classes = pool.classes(high=when(at_least=4), one=when([1]))
    assert outcomes(classes) == every_combination(
        dice, lambda f: (sum(x >= 4 for x in f), f.count(1), sum(1 < x < 4 for x in f))
    )
    kept = pool.keep_highest(2)
    assert outcomes(kept.straight()) == every_combination(dice, lambda f: straight(best(f, 2)))
    assert outcomes(kept.largest_set()) == every_combination(dice, lambda f: max(Counter(best(f, 2)).values()))
    assert outcomes(kept.classes(high=when(at_least=4))) == every_combination(
        dice, lambda f: (sum(x >= 4 for x in best(f, 2)), sum(x < 4 for x in best(f, 2)))
    )


def test_a_face_has_the_worth_that_is_named_for_it(every_combination):
    count = d6.pool(3).count(at_least=4, worth={6: 2, 1: -1})
    worth = {1: -1, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2}
    assert outcomes(count) == every_combination([D6] * 3, lambda faces: sum(worth[face] for face in faces))
    assert str(count) == "3d6=6:2>=4f=1"


def test_a_named_worth_goes_before_a_threshold_that_holds_too(every_combination):
    count = d6.pool(2).count(at_most=3, worth={1: -1})
    worth = {1: -1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}
    assert outcomes(count) == every_combination([D6] * 2, lambda faces: sum(worth[face] for face in faces))


def test_a_band_counts_from_its_least_to_its_most(every_combination):
    count = d6.pool(2).count(at_least=2, at_most=4)
    assert outcomes(count) == every_combination([D6] * 2, lambda faces: sum(2 <= face <= 4 for face in faces))


def test_a_worth_of_nothing_takes_a_face_out_of_a_threshold(every_combination):
    count = d6.pool(2).count(at_least=5, worth={6: 0})
    assert outcomes(count) == every_combination([D6] * 2, lambda faces: faces.count(5))


def test_coins_count_heads():
    assert coin.pool(3).count(HEADS).distribution().pmf(2) == Fraction(3, 8)


def test_an_empty_pool_has_no_faces_and_counts_nothing():
    empty = d6.pool(0)
    assert outcomes(empty) == {(): 1}
    assert empty.sum().distribution().pmf(0) == 1
    assert empty.keep_highest(2).sum().distribution().pmf(0) == 1
    assert empty.straight().distribution().pmf(0) == 1
    assert empty.largest_set_face().distribution().pmf((0, 0)) == 1
    assert empty == d8.pool(0)


def test_a_pool_value_is_the_sorted_tuple_of_its_faces():
    assert outcomes(coin.pool(2)) == {
        ("H", "H"): Fraction(1, 4),
        ("H", "T"): Fraction(1, 2),
        ("T", "T"): Fraction(1, 4),
    }


def test_a_reader_sees_faces_in_its_own_order_and_only_those_that_lie_there(every_combination):
    def take_two(seen: tuple[int, ...], face: int, count: int) -> tuple[int, ...]:
        return (*seen, *[face] * count)[:2]

    first_two: Reader[tuple[int, ...], int, int] = Reader("firsttwo", (), take_two, sum, descending=True)
    assert outcomes(d6.pool(4).read(first_two)) == every_combination(FOUR_D6, lambda faces: sum(best(faces, 2)))


def test_dice_of_one_kind_are_one_group_however_they_came_together():
    assert Pool.of([d6, d4, d6]) == d6.pool(2) & d4.pool()
    assert str(Pool.of([d6, d4, d6]).sum()) == "(2d6&1d4)"


def test_pools_of_which_some_dice_are_kept_cannot_be_joined():
    with pytest.raises(BadInput):
        d6.pool(2).keep_highest() & d6.pool(2)


@pytest.mark.parametrize(
    "selected",
    [Pool.keep_highest, Pool.keep_lowest, Pool.keep_middle, Pool.drop_highest, Pool.drop_lowest, Pool.largest_set_face],
)
@pytest.mark.parametrize("die", [coin, parse("d{1,2,star}")])
def test_words_are_neither_high_nor_low(selected, die):
    with pytest.raises(BadInput, match="faces are all numbers"):
        selected(die.pool(2))
    with pytest.raises(BadInput, match="words have no order, so name the faces"):
        die.explode()
    with pytest.raises(BadInput, match="words have no order, so name the faces"):
        die.reroll()


@pytest.mark.parametrize("text", ["3d{a,b}kh1", "3d{a,b}dl1", "d{a,b}!", "d{a,b}r"])
def test_notation_does_not_compare_words_either(text):
    with pytest.raises(BadInput, match="words have no order"):
        parse(text)


def test_words_that_are_kept_are_told_of_orders():
    with pytest.raises(BadInput, match="declare one: d{miss<hit<crit}, in Python ordered_words"):
        coin.pool(2).keep_highest()
    with pytest.raises(BadInput, match="number the faces"):  # numbers and words have no order of their own
        parse("2d{1,2,star}kh1")


def test_words_cannot_be_added_or_stand_in_a_row():
    with pytest.raises(BadInput, match="dice whose faces are all numbers"):
        coin.pool(2).sum()
    with pytest.raises(BadInput):
        coin.pool(2).straight()  # type: ignore[misc]


def test_a_count_of_nothing_and_two_worths_for_one_condition_are_refused():
    with pytest.raises(BadInput):
        d6.pool(2).count()


def test_a_billion_dice_are_refused_before_any_work():
    with pytest.raises(TooLarge, match="1,000,000,000 dice"):
        d6.pool(10**9)


def test_what_would_take_too_long_is_refused():
    with pytest.raises(TooLarge):
        d20.pool(500).distribution()
    with pytest.raises(TooLarge):
        Die.sided(1_000_000).pool(3).keep_highest(2).sum().distribution()


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (d6.pool(4).sum(), "4d6"),
        (d6.pool(4).keep_highest(3).sum(), "4d6kh3"),
        (d6.pool(4).keep_highest(3).drop_lowest(1).sum(), "4d6kh3dl1"),
        (d6.pool(5).keep_middle(3).sum(), "5d6km3"),
        (d10.pool(10).count(at_least=7), "10d10>=7"),
        (d10.explode().pool(10).count(at_least=7), "10d10>=7!"),
        (d10.explode(at_least=9).pool(6).count(at_least=8), "6d10>=8!>=9"),
        (d10.pool(6).count(at_least=8, worth={1: -1}), "6d10>=8f=1"),
        (d10.pool(6).count(worth={1: -1}), "6d10=1:-1"),
        (d10.pool(6).count(at_least=8, worth={10: 2, 1: -2}), "6d10=10:2>=8f=1:2"),
        (coin.pool(3).count(HEADS), "3d{H,T}=H"),
        (d10.reroll().pool(6).keep_highest(2).count(at_least=8), "6d10>=8rkh2"),
        (d6.pool(5).distinct().sum(), "5d6u"),
        (d6.pool(5).distinct(once=True).keep_highest(2).count(at_most=3), "5d6<=3uokh2"),
        ((d8.pool(4) & d4.pool()).keep_highest(3).sum(), "(4d8&1d4)kh3"),
        ((d8.explode().pool(4) & d4.pool()).keep_highest(3).count(at_least=3), "(4d8!&1d4)kh3>=3"),
        ((d8.pool(3) & d4.pool()).distinct().keep_highest(3).count(at_least=3), "(3d8&1d4)>=3ukh3"),
        (d6.pool(4), "faces(4d6)"),
        (d6.pool(0), "faces(())"),
        (d6.pool(4).largest_set(), "set(4d6)"),
        (d6.pool(4).largest_set_face(), "setface(4d6)"),
        (d6.pool(4).straight(), "straight(4d6)"),
        (d6.pool(4).classes(hit=when([5, 6]), miss=when([1])), "classes(4d6, hit=5=6, miss=1)"),
    ],
)
def test_a_reading_is_written_in_notation(expression, text):
    assert str(expression) == text

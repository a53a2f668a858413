"""Pools in which no value shows twice."""

from fractions import Fraction
from itertools import combinations
from typing import Any, cast

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.dice import Die, Pool, SeededSource, d4, d6, d8, d10, parse
from oddsmith.dice.exact.unique_dice import multisets, number_of_sets
from oddsmith.errors import BadInput, TooLarge


def outcomes(expression):
    return dict(expression.distribution().items())


def test_ten_different_faces_of_a_d10_are_always_all_of_them():
    assert outcomes(d10.pool(10).distinct().sum()) == {55: 1}


def test_different_faces_of_fair_dice_are_any_set_alike():
    sets = list(combinations(range(1, 9), 3))
    chances: dict[int, Fraction] = {}
    for faces in sets:
        chances[sum(faces)] = chances.get(sum(faces), Fraction(0)) + Fraction(1, len(sets))
    assert outcomes(d8.pool(3).distinct().sum()) == chances


POOLS = [
    d4.pool(3).distinct(),
    d4.pool(3).distinct(once=True),
    Die([1, 2, 3], [1, 2, 3]).pool(2).distinct(),
    (d4.pool(1) & d6.pool(2)).distinct(),
    d4.reroll(1).pool(2).distinct(once=True),
    d6.pool(3).distinct().keep_highest(2),
]


@pytest.mark.parametrize("pool", POOLS, ids=str)
def test_unique_pools_agree_with_every_way_to_roll(every_roll, pool):
    for reading in (pool, pool.sum(), pool.count(at_least=3), pool.straight()):
        rolls = every_roll(reading, Fraction(1, 20_000))
        for value, chance in rolls.values.items():
            assert chance <= reading.distribution().pmf(value) <= chance + rolls.missing


def test_more_dice_than_values_are_refused():
    with pytest.raises(BadInput, match="at most 6 dice"):
        d6.pool(7).distinct()
    with pytest.raises(BadInput):
        d6.with_maximum(3).pool(4).distinct()
    assert d6.pool(7).distinct(once=True).sum().distribution().minimum == 7


def test_exploding_dice_are_not_unique():
    with pytest.raises(BadInput, match="dice that do not explode"):
        d6.explode().pool(2).distinct()


def test_many_huge_unique_dice_are_rolled():
    rolled = Die.sided(1_000_000).pool(999).distinct().roll(SeededSource(3))
    assert len(set(rolled.value)) == 999


def test_dice_that_are_thrown_once_more_for_equal_values_are_read_together_as_every_roll_says(every_roll):
    for pool in (d4.pool(3).distinct(once=True), d6.pool(3).distinct(once=True).keep_highest(2)):
        together = pool.joint(Pool.largest_set, Pool.sum, lambda dice: dice.keep_lowest(1).sum(), Pool.straight)
        rolls = every_roll(together, Fraction(1, 20_000))
        for value, chance in rolls.values.items():
            assert chance <= together.distribution().pmf(value) <= chance + rolls.missing


@pytest.mark.parametrize("notation", ["joint(2d300uo, set, sum)", "joint(1d1000uokl2, =1, kh3, set, straight)"])
def test_many_such_sets_are_read_together_as_quickly_as_alone(notation):
    with at_most(SECOND):
        assert parse(notation).distribution().unresolved == 0


@pytest.mark.parametrize(
    "notation", ["size(difference(2d300uo, 2d6))", "faces(max_pair_lowest(2d1000uo, <, 30d8r{2}<=2))"]
)
def test_many_such_sets_beside_other_dice_are_refused_before_they_are_listed(notation):
    with at_most(SECOND // 50), pytest.raises(TooLarge):
        parse(notation).distribution()


@pytest.mark.parametrize("text", ["3d4uo", "2d3uo", "4d2uo", "5d6uo", "2d{-1,0,5}uo"])
def test_dice_left_of_sets_are_told_before_these_are_listed(text):
    pool = cast("Any", parse(f"size({text})")).pool
    told = number_of_sets(pool)
    assert told is not None
    for faces in (told[1], told[1][::-1]):
        shown = [faces[place:] for place in range(len(faces))]
        lefts = [{tuple(face for face in values if face in later) for values in multisets(pool)} for later in shown]
        assert told[0] == list(map(len, lefts))


def test_sets_that_are_read_beside_other_dice_are_refused_before_they_are_listed():
    with at_most(SECOND // 50), pytest.raises(TooLarge):
        parse("size(sort_pair(3d20kh10, >, 10d10uodh1, ascending))").distribution()

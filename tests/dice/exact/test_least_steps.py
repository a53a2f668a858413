"""Work that is known before several pools are put together, held against the pools themselves."""

import time
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.dice import d, d4, d6, d8, parse
from oddsmith.dice.exact.kinds import face_sequence, least_splits, merging, most_later, splits
from oddsmith.dice.exact.pool_model import pool_model
from oddsmith.dice.exact.several_pools.least_steps import least_of_pool, least_steps, most_multisets
from oddsmith.distribution.limits import allowing
from oddsmith.errors import TooLarge


def steps_of_a_pass(pool):
    """Splits of every number of dice left at every face, counted one by one."""
    model = pool_model(pool.dice)
    faces = face_sequence(model.kinds, descending=False)
    later = most_later(model.kinds, faces)
    steps, table = 0, set(model.shapes)
    for place, face in enumerate(faces):
        here = [dict(kind.pmf.weights).get(face, 0) for kind in model.kinds]
        after = set()
        for left in table:
            for taken, _ in splits(model.kinds, left, here, later[place]):
                steps += 1
                after.add(tuple(dice - shown for dice, shown in zip(left, taken, strict=True)))
        table = after
    return steps


@pytest.mark.parametrize(
    "pool",
    [
        d6.pool(3),
        d6.pool(2) & d8.pool(2),
        d6.explode(limit=2).pool(2),
        d6.explode(limit=3).pool(3),
        d6.explode(limit=2, penetrating=True).pool(2),
        d6.explode(1).pool(2),
    ],
    ids=str,
)
def test_no_pass_takes_fewer_steps_than_the_least(pool):
    model = pool_model(pool.dice)
    least = least_steps([[model]], face_sequence(model.kinds, descending=False)).whole
    assert 0 < least <= steps_of_a_pass(pool)


def test_the_least_is_known_soon_where_dice_have_many_faces():
    model = pool_model(d(20_000).pool(2).dice)
    start = time.process_time()
    least = least_steps([[model]], range(1, 20_001)).whole
    assert time.process_time() - start < 0.5  # 3 s where each face is looked for among all
    assert least == 19_998 * 6 + 2  # two dice may show each face but the first and the last in 3 + 2 + 1 ways


def test_the_ways_in_which_dice_may_lie_are_counted():
    assert most_multisets(pool_model(d6.pool(3).dice)) == len(list(combinations_with_replacement(range(6), 3)))
    lying = {tuple(sorted(faces)) for faces in product(range(6), range(6), range(8), range(8))}
    assert most_multisets(pool_model((d6.pool(2) & d8.pool(2)).dice)) >= len(lying)


def test_dice_of_which_every_face_explodes_lie_in_as_many_ways_as_their_last_throws_let_them():
    always = d4.explode(at_least=1, limit=2).pool(2)
    lying = set(combinations_with_replacement(range(1, 5), 6))  # three throws of each die, whatever they show
    assert most_multisets(pool_model(always.dice)) == len(lying)


@pytest.mark.parametrize(
    "text",
    [
        "size(difference(6d6!, 6d6!, 6d6!))",
        "size(difference(6d6!, 6d6!))",
        "size(difference(max_pair_highest(6d6, <, 6d6), max_pair_lowest(6d6, >, 6d6)))",
        "sum(difference(30d20, 30d20))",
        "999c10000",
    ],
)
def test_what_several_large_pools_take_is_known_before_they_are_put_together(text):
    with at_most(SECOND // 5), pytest.raises(TooLarge):
        parse(text).distribution()


def test_pools_that_begin_at_different_ends_are_answered_where_they_are_small():
    both = parse("size(difference(versus_any(1d4, >, 1d4), versus_any(1d4, <, 1d4)))").distribution()
    rolls = list(product(range(1, 5), repeat=4))
    left = [a > b and not (a == c and c < d) for a, b, c, d in rolls]
    assert both.pmf(1) * len(rolls) == sum(left)


@pytest.mark.parametrize(
    "notation",
    [
        "straight(5d30!!>=3)",  # a chain of 10,000 totals, each with a weight of 17,000 bits
        "joint(5d30!!>=3, kh1, set)",
        "set(5d30!!>=3kh2)",
        "straight(max_pair_lowest(10d20!3, =, (8d6&5d30!!>=3)))",
        "joint(200d100000, set(kh5), kh3, set)",
    ],
)
def test_a_walk_over_very_many_faces_is_refused_before_they_are_listed(notation):
    expression = parse(notation)
    with at_most(SECOND // 100), pytest.raises(TooLarge):
        expression.distribution()


@pytest.mark.parametrize("notation", ["set(3d20!!>=6kh2)", "straight(3d6!!)", "joint(3d6!!, kh1, set)"])
def test_no_chain_that_is_walked_is_thought_to_take_longer_than_it_does(notation):
    expression: Any = parse(notation)
    steps = least_of_pool(expression.pool, 1e-6) / 1e-5
    with allowing(10**6) as budget:
        assert expression.calculate().mean if expression.numeric else expression.calculate()
    assert 0 < steps <= budget.at_hand


@pytest.mark.parametrize("dice", ["9d20min3", "9d20max4", "9d20r<3", "5d6r1min3!5", "3d{1,2,3,5}r=1"])
def test_faces_that_are_raised_or_thrown_again_are_not_counted(dice):
    expression: Any = parse(f"set({dice})")
    assert least_of_pool(expression.pool, 1) <= steps_of_a_pass(expression.pool)


@pytest.mark.parametrize("notation", ["14d6!p", "20d6!p", "24d4!pro<=2"])
def test_of_dice_that_penetrate_nearly_all_steps_are_told_by_some_numbers_of_them(notation):
    read: Any = parse(notation)
    pool = read.pool
    model = pool_model(pool.dice)
    faces = face_sequence(model.kinds, descending=False)
    every = sum(least_splits(model.kinds, model.shapes, faces, merging(model.kinds, faces)))
    told = least_of_pool(pool, 1.0, descending=False)
    assert 0.8 * every < told <= every  # a tenth of them, where those in between are left out

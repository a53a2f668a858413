"""The splits that a pass is sure to take, held against passes that are gone through."""

from operator import sub
from typing import Any

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.dice import Die, d, d4, d6, d8, parse
from oddsmith.dice.exact.kinds import face_sequence, least_splits, merged, merges_downwards, merging, most_later, splits
from oddsmith.dice.exact.pool_model import pool_model, some_chains
from oddsmith.errors import TooLarge

MIXED = [
    d6.pool(3),
    d6.pool(2) & d8.pool(2),
    d4.pool(2) & d(3).pool(1) & d8.pool(1),
    d6.explode(limit=2).pool(2),
    d6.explode(3, limit=2).pool(2) & d4.pool(2),
    d6.explode(at_least=4, limit=2).pool(3),
    d6.explode(limit=2, penetrating=True).pool(2),
    d6.explode(1, limit=3).pool(2) & d6.pool(1),
    Die([1, 2, 5]).pool(2) & Die([2, 4, 5]).pool(2),
]


def splits_of_a_pass(model, faces):
    """Splits of every number of dice left at every face, counted one by one."""
    later, mergers = most_later(model.kinds, faces), merging(model.kinds, faces)
    number, table = 0, set(model.shapes)
    for place, face in enumerate(faces):
        here = [dict(kind.pmf.weights).get(face, 0) for kind in model.kinds]
        after = set()
        for left in table:
            for taken, _ in splits(model.kinds, left, here, later[place]):
                number += 1
                after.add(merged(tuple(map(sub, left, taken)), mergers[place]))
        table = after
    return number


@pytest.mark.parametrize("pool", MIXED, ids=str)
@pytest.mark.parametrize("descending", [False, True])
def test_no_pass_takes_fewer_splits_than_are_sure(pool, descending):
    model = pool_model(pool.dice)
    faces = face_sequence(model.kinds, descending=descending)
    least = sum(least_splits(model.kinds, model.shapes, faces, merging(model.kinds, faces)))
    assert 0 < least <= splits_of_a_pass(model, faces)


@pytest.mark.parametrize("pool", MIXED, ids=str)
def test_a_pass_goes_down_where_kinds_become_one_sooner(pool):
    model = pool_model(pool.dice)
    up, down = (splits_of_a_pass(model, face_sequence(model.kinds, descending=end)) for end in (False, True))
    assert not merges_downwards(model.kinds, model.shapes) or down < up
    assert merges_downwards(model.kinds, model.shapes) or pool != d6.pool(2) & d8.pool(2)


def test_all_splits_of_equal_dice_are_sure():
    model = pool_model(d6.pool(5).dice)
    faces = range(1, 7)
    assert sum(least_splits(model.kinds, model.shapes, faces, [None] * 6)) == splits_of_a_pass(model, faces)


@pytest.mark.parametrize("die", [d6.explode(limit=2), d6.explode(at_least=5, limit=3), d6.explode(penetrating=True)])
def test_some_chains_of_a_pool_are_among_all(die):
    kinds, lefts = some_chains(die, 3)
    model = pool_model(die.pool(3).dice)
    assert kinds == model.kinds
    assert set(lefts) <= set(model.shapes)


@pytest.mark.parametrize(
    "notation",
    [
        "straight(10d50!>=3)",  # chains of 1,000 throws: 10,000 numbers of dice, each with a weight of 60,000 bits
        "setface(100d6!)",
        "setface(999d10!)",
        "joint((4d4ro<=2&15d6!>=3), straight, kh2)",
    ],
)
def test_dice_that_explode_into_their_pool_are_refused_before_their_number_is_followed(notation):
    expression: Any = parse(notation)
    with at_most(SECOND // 20), pytest.raises(TooLarge):
        expression.distribution()

"""The one die that others are compared with, held against every roll and against all dice walked."""

from collections import Counter
from itertools import product
from math import prod
from typing import Any

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.dice import d4, d6, parse
from oddsmith.dice.exact.extremes import ends_that_matter, extreme_die, extreme_weights
from oddsmith.dice.exact.pool_model import pool_model
from oddsmith.dice.exact.several_pools import one_pass
from oddsmith.dice.model.selection import End
from oddsmith.errors import TooLarge


@pytest.mark.parametrize("highest", [True, False])
def test_the_highest_and_the_lowest_of_mixed_dice_are_those_of_all_rolls(highest):
    model = pool_model((d4.pool(2) & d6.pool(1)).dice)
    of = max if highest else min
    expected = Counter(of(faces) for faces in product(range(1, 5), range(1, 5), range(1, 7)))
    assert {face: weight for face, weight in extreme_weights(model, highest=highest).items() if weight} == expected
    assert extreme_die((d4.pool(2) & d6.pool(1)).dice, highest=highest).whole == 4 * 4 * 6


@pytest.mark.parametrize(
    "text",
    [
        "3d4!",
        "2d4!!",
        "2d6!p",
        "(2d6!p>=4&1d8)",
        "3d4!2",
        "(2d4!p3&2d4!)",
        "2d{-1,0,2}!",
        "2d4ro<=2!>=3",
        "(1d2!1&3d3)",
    ],
)
@pytest.mark.parametrize("highest", [True, False])
def test_the_highest_and_the_lowest_of_dice_that_explode_are_those_of_all_numbers_of_throws(text, highest):
    pool: Any = parse(f"size({text})")
    model = pool_model(pool.pool.dice)
    faces = sorted({face for kind in model.kinds for face, _ in kind.pmf.weights}, reverse=not highest)

    def upto(place: int) -> int:
        within = set(faces[: place + 1])
        reached = [sum(weight for face, weight in kind.pmf.weights if face in within) for kind in model.kinds]
        return sum(
            weight * prod(of_kind**number for of_kind, number in zip(reached, left, strict=True))
            for left, weight in model.shapes.items()
        )

    expected = {face: upto(place) - (upto(place - 1) if place else 0) for place, face in enumerate(faces)}
    found = extreme_die(pool.pool.dice, highest=highest)
    assert dict(found.kinds[0].pmf.weights) == {face: weight for face, weight in expected.items() if weight}
    assert found.whole == model.whole


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("size(versus_any(2d6, >, 2d6))", [None, End.LOWEST]),
        ("size(versus_any(2d6, <=, 2d6))", [None, End.HIGHEST]),
        ("size(versus_all(2d6, >=, 2d6!))", [None, End.HIGHEST]),
        ("size(versus_all(2d6, <, 2d6))", [None, End.LOWEST]),
        ("size(versus_all(2d6, <, 2d6kh1))", [None, End.HIGHEST]),
        ("size(sort_pair(3d6dl2, >, 2d6!kl1))", [None, End.LOWEST]),
        ("size(union(2d6kl2, 2d6dh1kh1))", [None, None]),
        ("size(versus_any(2d6, >, 2c{1..6:2}))", [None, None]),
        ("size(max_pair_highest(2d6, >, 2d6))", [None, None]),
        ("size(difference(versus_any(2d6, >, 3d6), 2d6))", [None, End.LOWEST, None]),
    ],
)
def test_only_dice_of_which_one_matters_are_one(text, ends):
    reading: Any = parse(text)
    assert ends_that_matter(reading.pool) == ends


@pytest.mark.parametrize("text", ["2d4", "3d4!{1}", "d4!", "(d4&2d6)", "2d4kl1"])
@pytest.mark.parametrize("matching", ["versus_any", "versus_all"])
@pytest.mark.parametrize("relation", [">", "<="])
@pytest.mark.parametrize("reading", ["sum", "set"])
def test_one_die_stands_for_the_pool_that_others_are_compared_with(monkeypatch, text, matching, relation, reading):
    expression = parse(f"{reading}({matching}(3d6!{{1}}, {relation}, {text}))")
    found = expression.calculate()
    monkeypatch.setattr(one_pass, "ends_that_matter", lambda data: [None] * len(data.pools))
    assert found == expression.calculate()


def test_throws_of_dice_that_explode_are_not_listed_to_compare_others_with_the_lowest():
    with at_most(SECOND):
        assert parse("sum(versus_any(5d6, >, (9d6!&99d100000!p)))").distribution().maximum == 30


def test_one_die_that_a_pool_keeps_is_read_together_with_others_as_one():
    with at_most(SECOND // 5):
        assert parse("sum(union(200d20kh1, 2d1000))").distribution().maximum == 2020


def test_what_is_compared_with_many_dice_is_answered_at_once():
    with at_most(SECOND // 10):
        assert parse("sum(versus_any((30d4&2d100), >, 3d20!))").distribution().maximum == 30 * 4 + 200


@pytest.mark.parametrize(
    "text",
    [
        "30x issubset(30d100000!!dh10, 30d10000!!)",
        "{straight(20d10!kl10), size(max_pair_highest(50d10000, >, 5d10r)), straight(200d100)}",
        "set(max_pair_lowest(20d100, <=, 5d1000!!km50, unpaired))",
        "sum(versus_all(intersection(10d8, max_pair_lowest(6d20!p, <=, 6d8)), >, (4d12!>=2ro<=2&5d12max3!!p)))",
    ],
)
def test_pools_that_are_matched_are_refused_soon(text):
    with at_most(SECOND // 2), pytest.raises(TooLarge):
        parse(text).distribution()

"""Pools matched by products of polynomials: as the walk over their faces says, as Icepool says, and in time."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import Die, d6, d8, d10
from oddsmith.dice.exact.several_pools import count_products
from oddsmith.dice.exact.several_pools.count_products import score_by_products
from oddsmith.dice.exact.several_pools.matching_steps import matching_steps
from oddsmith.dice.exact.several_pools.one_pass import combined_score
from oddsmith.dice.model.combination_data import CombinationData, Matching
from oddsmith.dice.model.relation import Relation
from oddsmith.distribution.limits import allowing
from oddsmith.errors import TooLarge

KINDS = [Die.sided(2), Die.sided(4), Die((1, 1, 2, 5)), Die((3,)), Die((0, 2, 4)), d6.reroll(1)]
ICEPOOL = {
    Matching.DIFFERENCE: "difference",
    Matching.UNION: "union",
    Matching.INTERSECTION: "intersection",
    Matching.SYMMETRIC_DIFFERENCE: "symmetric_difference",
}


@pytest.fixture
def always(monkeypatch):
    """Products also where a walk is thought to be quicker."""
    monkeypatch.setattr(count_products, "SECONDS_A_STEP", 1e9)


@st.composite
def pools(draw):
    return draw(st.sampled_from(KINDS)).pool(draw(st.integers(1, 4)))


@st.composite
def combinations(draw):
    matching = draw(st.sampled_from([*ICEPOOL, Matching.MAX_PAIR_HIGHEST]))
    operands = [draw(pools()), draw(pools())]
    if matching in (Matching.DIFFERENCE, Matching.UNION, Matching.INTERSECTION) and draw(st.booleans()):
        operands.append(draw(pools()))
    elif draw(st.booleans()):
        inner = draw(st.sampled_from(list(ICEPOOL)))
        operands[draw(st.integers(0, 1))] = CombinationData(inner, (draw(pools()), draw(pools())))
    relation = Relation.EQUAL if matching.compares else None
    words = ("unpaired",) if matching.compares and draw(st.booleans()) else ()
    return CombinationData(matching, tuple(operands), relation, words)


def by_products(data, score):
    steps = matching_steps(data)
    assert steps is not None
    return score_by_products(data, steps, score)


SCORES: dict[str, Callable[[Any], int]] = {
    "number": lambda face: 1,
    "sum": int,
    "none": lambda face: 0,
    "some": lambda face: 3 * (face >= 2),
}


@pytest.mark.usefixtures("always")
@given(combinations(), st.sampled_from(sorted(SCORES)))
@settings(max_examples=150, deadline=None)
def test_products_say_what_a_walk_over_the_faces_says(data, score):
    found = by_products(data, SCORES[score])
    assert found is not None
    assert found == combined_score(data, SCORES[score])


@pytest.mark.usefixtures("always")
@given(st.sampled_from(list(ICEPOOL)), st.integers(1, 6), st.integers(1, 6), st.sampled_from([(4, 4), (6, 4), (3, 8)]))
@settings(max_examples=40, deadline=None)
def test_products_say_what_icepool_says_in_all_orders_of_size(matching, first, second, sides):
    data = CombinationData(matching, (Die.sided(sides[0]).pool(first), Die.sided(sides[1]).pool(second)))
    left, right = icepool.d(sides[0]).pool(first), icepool.d(sides[1]).pool(second)
    theirs = getattr(left, ICEPOOL[matching])(right)
    for score, read in ((SCORES["number"], theirs.size()), (int, theirs.sum())):
        found = by_products(data, score)
        assert found is not None
        assert Counter(dict(found.items())) == {outcome: read.probability(outcome) for outcome in read.outcomes()}


def test_what_products_do_not_say_is_walked():
    left, right = d10.pool(3), d8.pool(2)
    for other in (
        CombinationData(Matching.UNION, (left.keep_highest(1), right)),
        CombinationData(Matching.UNION, (d10.explode().pool(2), right)),
    ):
        assert by_products(other, SCORES["number"]) is None
    assert by_products(CombinationData(Matching.UNION, (left, right)), lambda face: -1) is None


def test_ten_dice_and_ten_take_milliseconds_and_thirty_and_thirty_are_answered():
    with at_most(SECOND // 100):
        union = d10.pool(10).union(d10.pool(10)).size().distribution()
    # Of 10 and 10 equal fair dice every face is shared by as many as the lower of two binomial counts.
    assert 20 - union.mean == d10.pool(10).intersection(d10.pool(10)).size().distribution().mean
    shared = d10.pool(30).intersection(d10.pool(30)).size().distribution()
    counts = d10.pool(30).count(1).distribution()
    assert shared.mean == 10 * sum(counts.at_least(number) ** 2 for number in range(1, 31))


def test_products_that_take_too_long_are_refused_before_the_first():
    large = d10.pool(100).union(d10.pool(100)).size()
    with at_most(SECOND // 10), pytest.raises(TooLarge), allowing(1_000_000):
        large.distribution()

"""Limits of work: one number, in every layer, estimated before the work starts."""

from __future__ import annotations

import operator
import tracemalloc
from functools import reduce
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddsmith.answers.documents.compare import comparands
from oddsmith.answers.documents.notation import notation_odds, odds_within
from oddsmith.dice import Deck, Die, d, d6, d10, d20, parse, read
from oddsmith.dice.composed.computed import AsMany
from oddsmith.dice.expressions import operation_distributions
from oddsmith.dice.readings.sums import Sum
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import LIMIT, allowing, allowing_each, one_computation, refuse_work
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import odds, roll, rule

SUM = d10.pool(300).sum()  # 2,701 outcomes with weights of 1,000 bits


def test_an_expression_is_refused_past_the_limit_it_is_given_and_computed_within_it():
    with pytest.raises(TooLarge, match=r"steps \(.*\); the limit is 100\.") as refused:
        SUM.distribution(limit=100)
    assert refused.value.what == "steps"
    assert refused.value.estimate > 100
    assert SUM.distribution(limit=refused.value.estimate).mean == 1650


@pytest.mark.parametrize(
    ("seconds", "memory", "amount"),
    [(100, 0, "100 s"), (1e13, 0, "more years than you have"), (0, 3e6, "3 MB"), (0, 2e9, "2.0 GB"), (0, 1, "1 MB")],
)
def test_an_estimate_is_told_in_an_amount_that_says_something(seconds, memory, amount):
    with allowing(0), pytest.raises(TooLarge) as refused:
        refuse_work(seconds, memory)
    assert f"({amount})" in str(refused.value)


def test_a_single_step_is_told_as_one():
    with allowing(0), pytest.raises(TooLarge, match=r"about 1 step \(less than 1 s\); the limit is 0\."):
        refuse_work(1e-6)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("d6^1000", "about 2,585 binary digits in a power; the limit is 500."),  # 1000 log2 6 is 2584.96
        ("2^500", "about 501 binary digits in a number; the limit is 500."),
        ("1d{1..201}+1000d6", "about 1,000 dice; the limit is 999."),
    ],
)
def test_a_limit_that_no_other_moves_says_so_and_what_is_needed(text, told):
    with pytest.raises(TooLarge) as refused:
        parse(text).distribution(limit=10**8)
    assert told in str(refused.value)
    assert refused.value.remedy.endswith("This limit is fixed.")
    assert "raise" not in refused.value.remedy
    assert parse("2^499").mean == 2**499


def test_an_answer_that_is_remembered_takes_no_steps():
    pool = d20.pool(7).keep_middle(2)
    with pytest.raises(TooLarge):
        pool.distribution(limit=5)
    assert pool.distribution(limit=LIMIT) is pool.distribution(limit=5)


def test_a_limit_is_a_whole_number():
    with pytest.raises(BadInput):
        d6.distribution(limit=-1)


def test_the_document_of_a_notation_has_the_same_limit():
    with pytest.raises(TooLarge, match="the limit is 100"):
        notation_odds(read("301d10"), limit=100)
    assert notation_odds(read("301d10"), limit=LIMIT)["measures"]["total"]["min"] == 301


def test_notations_that_are_compared_have_it_too():
    with pytest.raises(TooLarge, match="the limit is 100"):
        comparands("302d10", limit=100)


def test_rolls_of_rules_may_take_as_much_as_the_rule_that_makes_them():
    large = (d10.pool(999) & d10.pool(999) & d10.pool(999)).sum()

    @rule
    async def thrown() -> int:
        return await roll(large)

    with pytest.raises(TooLarge, match="the limit is 1,000,000"):
        d10.pool(100_000).sum().distribution()
    with allowing_each(10), pytest.raises(TooLarge):
        large.distribution()
    assert odds(thrown(), limit=2 * LIMIT).mean == 999 * 3 * 11 / 2


def test_parts_of_a_computation_share_its_limit():
    with allowing(1000):
        for _ in range(2):
            with one_computation():
                refuse_work(0.004)
        with pytest.raises(TooLarge, match="about 1,200 steps"), one_computation():
            refuse_work(0.004)


def test_estimates_of_one_part_are_not_added_up():
    with allowing(1000) as budget:
        with one_computation():
            for _ in range(10):
                refuse_work(0.004)
        assert budget.spent == 400


def test_a_part_within_a_part_is_counted_once():
    with allowing(1000) as budget:
        with one_computation():
            refuse_work(0.001)
            with one_computation():
                refuse_work(0.002)
        assert budget.spent == 300


def test_a_refusal_ends_with_an_estimate_that_can_be_read():
    with pytest.raises(TooLarge) as refused:
        read("999x 3d4").expression.distribution()
    assert len(refused.value.message) < 120


@given(st.integers(1, 60), st.integers(2, 30), st.integers(1, 30))
def test_a_larger_pool_is_estimated_to_take_no_less(count: int, sides: int, more: int):
    def steps(dice: int) -> int:
        with allowing(10**9) as budget:
            Die.sided(sides).pool(dice).largest_set().calculate()
        return budget.spent + budget.at_hand

    assert steps(count + 1) <= steps(count + 1 + more)


@given(
    st.lists(st.integers(-6, 6), min_size=1, max_size=6),
    st.lists(st.integers(-6, 6), min_size=1, max_size=6),
    st.integers(0, 3),
)
def test_products_and_extremes_agree_with_pairs(first: list[int], second: list[int], unresolved: int):
    one = Die(first)
    other = Die(second)
    both = [(a, b) for a in first for b in second]
    assert (one * other).distribution() == Distribution.uniform([a * b for a, b in both])
    from oddsmith.dice import highest, lowest

    assert highest(one, other).distribution() == Distribution.uniform([max(pair) for pair in both])
    assert lowest(one, other).distribution() == Distribution.uniform([min(pair) for pair in both])


def test_products_of_large_dice_are_counted_without_a_look_at_each_pair():
    product = (Die.sided(1200) * Die(range(-3, 1000))).distribution()
    assert product.pmf(0) == Distribution.uniform(range(-3, 1000)).pmf(0)
    assert product.pmf(12) * 1200 * 1003 == 6  # by 1, 2, 3, 4, 6 and 12
    assert product.pmf(-6) * 1200 * 1003 == 3  # by -1, -2 and -3
    assert sum(product.weights.values()) == product.total  # type: ignore[attr-defined]


def test_the_greatest_of_two_with_an_unresolved_part_leaves_both_unresolved():
    from oddsmith.dice import highest

    exploding = d20.explode().pool(1).sum()
    cut = exploding.distribution().truncated()
    found = highest(exploding, d6).distribution()
    assert found.unresolved == cut.unresolved
    assert found.pmf(6) == cut.at_most(6) - cut.at_most(5) * d6.distribution().at_most(5)


def test_what_is_too_large_together_is_refused_before_a_part_is_worked_out(monkeypatch):
    def never(self):
        raise AssertionError(f"{self} was worked out")

    monkeypatch.setattr(Sum, "calculate", never)
    for notation in ("200d3000*20d30", "(50d20000)d6", "999d100-998d1000", "{900d1000, 900d999, 900d998}"):
        with pytest.raises(TooLarge) as refused:
            parse(notation).distribution()
        assert refused.value.estimate > refused.value.limit


@pytest.mark.parametrize(
    "notation",
    [
        "3d6*2d4",
        "2d6-3d8+1",
        "{2d6, 3d4}",
        "(2d6)d4",
        "4d6 vs 3d8",
        "max(3d6, 2d10)",
        "min(2d6ro<=2, 1d9+0)",
        "min(2d6, 3d4)",
        "max(2d6ro3, 2d4, 1d20)",
        "2d6!{2}",
        "3d8r<=2",
        "2d6*2d4",
    ],
)
def test_forecasts_promise_no_more_outcomes_than_there_are(notation):
    expression = parse(notation)

    def check(whole):
        parts = [check(part) for part in whole.parts]
        forecast = whole.forecast(parts)
        assert forecast.outcomes <= len(whole.distribution().truncated().outcomes)
        return forecast

    check(expression)


def test_more_rolls_than_can_be_added_up_are_refused_before_their_number_is_worked_out(monkeypatch):
    def never(*of):
        raise AssertionError("it was worked out")

    monkeypatch.setattr(operation_distributions, "by_cases", never)
    with pytest.raises(TooLarge, match="the limit is 1,000,000"):
        parse("(d100)@(d100)@(d100)").distribution()


@pytest.mark.parametrize("read", ["set({})", "setface({})", "joint({}, sum, kh2)"])
def test_readings_of_a_number_that_is_rolled_are_refused_after_small_cases(read):
    worked_out: list[int] = []
    whole = parse(read.format("(d1000)d6"))
    assert isinstance(whole, AsMany)

    class Watched(AsMany):
        def term(self, count):
            worked_out.append(count)
            return super().term(count)

    with pytest.raises(TooLarge) as refused:
        Watched(whole.count, whole.reading).distribution()
    assert refused.value.what == "steps"
    assert max(worked_out) <= 101


@pytest.mark.parametrize(
    ("cards", "told"),
    [(range(3_000_000), "3,000,000"), ((card for card in count()), "10,001"), ([1] * 20_000, "20,000")],
)
def test_a_deck_of_too_many_cards_is_refused_before_they_are_counted(cards, told):
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match=f"{told} cards"):
            Deck.of(cards)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_a_pool_of_very_many_kinds_of_dice_is_refused():
    # There are 11 to the power of 300 ways to split it at a face, for which there is no float.
    pool = reduce(operator.and_, [d(sides).pool(10) for sides in range(2, 302)])
    with allowing(20_000), pytest.raises(TooLarge):
        pool.straight().distribution()


def test_rows_of_a_document_count_but_are_not_refused():
    with allowing(300) as budget:
        odds_within(read("d400"))
    assert budget.beside > 300


def test_all_measures_of_a_repetition_are_foreseen_together():
    with pytest.raises(TooLarge) as refused:
        notation_odds(read("2x 7d20000!p"))
    assert refused.value.estimate > LIMIT
    law: Any = parse("7d20000!p").distribution()
    assert not law._directions[0]._known.terms


def test_quotients_take_longer_than_whole_numbers():
    spent = []
    for text in ("d90/d91", "d90//d91"):
        with allowing(LIMIT) as budget:
            parse(text).calculate()
        spent.append(budget.spent + budget.at_hand)
    assert spent[0] > 4 * spent[1]

"""Rolls of which the number is rolled first: `d4 @ d6`, and pools of a size that is rolled."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import Deck, Die, Pool, ScriptedSource, SeededSource, as_many, d4, d6, d8, parse, playing_cards, when
from oddsmith.dice.expressions.conditioning import sums_by_cases
from oddsmith.dice.notation import roll
from oddsmith.dice.notation.parser import read
from oddsmith.dice.simulation.bulk import roll_many
from oddsmith.distribution import Distribution, Finite
from oddsmith.distribution.limits import LIMIT, allowing
from oddsmith.errors import BadInput, NotationError, TooLarge

DICE = st.lists(st.integers(-1, 4), min_size=1, max_size=4)
NUMBERS = st.lists(st.integers(0, 3), min_size=1, max_size=3)


def enumerated(numbers, faces, value):
    """What `value` makes of as many faces, in every order, as each equally likely number says."""
    odds: dict[object, Fraction] = {}
    for number in numbers:
        for thrown in product(faces, repeat=number):
            outcome = value(tuple(sorted(thrown)))
            odds[outcome] = odds.get(outcome, Fraction(0)) + Fraction(1, len(numbers) * len(faces) ** number)
    return odds


@given(NUMBERS, DICE)
@settings(max_examples=60, deadline=None)
def test_so_many_rolls_are_added_up(numbers, faces):
    rolls = Die(numbers) @ (Die(faces) + 1)
    assert dict(rolls.distribution().items()) == enumerated(numbers, faces, lambda thrown: sum(thrown) + len(thrown))
    assert parse(str(rolls)) == rolls
    assert rolls.distribution().pmf(rolls.roll(SeededSource(2)).value) > 0


@given(NUMBERS, DICE, st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_a_pool_of_a_rolled_size_is_read_as_the_dice_say(numbers, faces, kept):
    count, one = Die(numbers), Die(faces).pool()
    cases = [
        (one.sum(), sum),
        (one.keep_highest(kept).sum(), lambda thrown: sum(thrown[max(0, len(thrown) - kept) :])),
        (one.count(at_least=2), lambda thrown: sum(face >= 2 for face in thrown)),
        (one.size(), len),
        (one.largest_set(), lambda thrown: max(Counter(thrown).values(), default=0)),
        (one.classes(high=when(at_least=2)), lambda t: (sum(f >= 2 for f in t), sum(f < 2 for f in t))),
        (one.joint(lambda p: p.keep_highest(1).sum(), Pool.sum), lambda t: (sum(t[-1:]), sum(t))),
        (one.drop_lowest(1), lambda thrown: thrown[1:]),
    ]
    for reading, value in cases:
        expression = as_many(count, reading)
        assert dict(expression.distribution().items()) == enumerated(numbers, faces, value), str(expression)
        assert parse(str(expression)) == expression
        assert expression.distribution().pmf(expression.roll(SeededSource(5)).value) > 0


@given(st.integers(1, 3), st.integers(2, 5))
@settings(max_examples=12, deadline=None)
def test_icepool_rolls_as_many(low, sides):
    theirs = icepool.Die(range(low, low + 2)) @ icepool.d(sides)
    ours = Die(range(low, low + 2)) @ Die.sided(sides)
    assert ours.distribution() == Distribution.from_weights(dict(theirs.items()))


def test_the_notation_for_dice_says_the_same():
    assert (d4 @ d6).distribution() == parse("(d4)d6").distribution() == parse("d4@d6").distribution()
    assert as_many(d4, d6.pool().keep_highest(2).sum()) == parse("(d4)d6kh2")
    assert str(3 @ d6 + 1) == "3@d6+1"
    assert (3 @ d6).distribution() == d6.pool(3).sum().distribution()
    assert str((d4 @ d6) @ d8) == "d4@d6@d8"


def test_cards_may_be_as_many_as_a_roll_says():
    deck = Deck.of([1, 1, 2, 5])
    expected = Distribution.mixture([(1, deck.hand(1).sum().distribution()), (1, deck.hand(2).sum().distribution())])
    assert as_many(Die([1, 2]), deck.hand(1).sum()).distribution() == expected
    assert parse("(d2)c{1:2,2,5}").distribution() == expected
    assert parse("(1+1)c52") == Deck.numbered(52).hand(2).sum()
    assert str(parse("(d4)cP")) == "faces((d4)cP)"
    assert parse("(d4)cP") == as_many(d4, playing_cards.hand(1))
    with pytest.raises(BadInput, match="at most 3 cards"):
        parse("(d4)c3").distribution()


def test_each_roll_is_on_the_trail():
    line = roll(read("d4@(d6+1)"), ScriptedSource([2, 3, 6])).line()
    assert line == "d4@(d6+1): d4 [2] @ (d6 [3] + 1 = 4; d6 [6] + 1 = 7) = 11"
    rolled = parse("set((d4)d6)").roll(ScriptedSource([3, 2, 2, 5]))
    assert (rolled.value, [face.face for face in rolled.faces]) == (2, [3, 2, 2, 5])


def test_a_name_on_the_right_is_one_roll():
    assert parse("let n = d4; d2@n").distribution() == parse("let n = d4; n*d2").distribution()


def test_many_rolls_agree_with_the_odds():
    expression = parse("d4@(d6+1)")
    values = Counter(roll_many(expression, 20_000, seed=3).tolist())
    for value, chance in expression.distribution().items():
        assert abs(values[value] / 20_000 - float(chance)) < 0.02


def test_a_number_that_may_have_no_end_leaves_what_it_does_not_resolve():
    expression = parse("(d6!)@d2")
    distribution = expression.distribution()
    assert 0 < distribution.unresolved < Fraction(1, 10**17)
    assert sum(chance for _, chance in distribution.items()) + distribution.unresolved == 1


@pytest.mark.parametrize(
    ("text", "error", "problem"),
    [
        ("(d4-2)@d6", BadInput, "a whole number, 0 or more"),
        ("100000@d6", TooLarge, "the limit is 1,000,000"),
        ("(d1000000)@d6", TooLarge, "the limit is 1,000,000"),
        ("2.5@d6", NotationError, "5/2 rolls"),
        ("d4@set(2d6)@faces(2d6)", BadInput, "value is a number"),
    ],
)
def test_what_cannot_be_rolled_so_often_is_refused(text, error, problem):
    with pytest.raises(error, match=problem):
        parse(text).distribution()


def test_rolls_within_rolls_have_an_end():
    with at_most(SECOND), pytest.raises(TooLarge):
        parse("1000@(1000@(1000@d6))")
    with pytest.raises(TooLarge):
        parse("d{1000}@(d{1000}@(d{1000}@d6))").roll(SeededSource(1))
    for text in ["(d999)@(999d{1..9999})", "(d1000)@(20d100!)", "d1000@(d1000@(d1000@d1000))", "set((d999)d6)"]:
        with at_most(SECOND), pytest.raises(TooLarge):
            parse(text).distribution()


@pytest.mark.parametrize(
    ("number", "die"),
    [("1d4", "6!"), ("1d4-1", "6!p"), ("d{0,3}", "10!>=9"), ("1d3", "{-1,0,3}!"), ("2d3", "{2,5}!"), ("d{0}", "6!")],
)
def test_sums_of_dice_without_limit_mix_all_numbers_of_them(number, die):
    cases = parse(number).distribution()
    assert isinstance(cases, Finite)
    mixed = Distribution.mixture(
        [
            (weight, parse(f"{dice}d{die}").distribution() if dice else Distribution.certain(0))
            for dice, weight in cases.weights.items()
        ]
    )
    assert parse(f"({number})d{die}").distribution() == mixed
    assert parse(f"({number})@(1d{die})").distribution() == mixed


def test_many_numbers_of_dice_without_limit_are_one_sum():
    with allowing(LIMIT) as budget:
        assert parse("(1d100)d100!>=5").distribution().mean == Fraction(101, 2) * Fraction(101, 2) * 25
    assert budget.spent + budget.at_hand < 50_000


@pytest.mark.parametrize(
    ("number", "die"),
    [
        ("d20@d4", "d4"),
        ("d4", "d{-3..5}"),
        ("d{0,2,7}", "d{-4,-2}"),
        ("d{0,5}", "d{6,9}"),
        ("d{3,7,9}", "d{-5,0,5}"),
        ("d{0,1}", "d{1000000,1000003}"),
        ("d{0,40}", "d{0,1000000}"),
        ("d{2,3}", "d{-4}"),
        ("d{1..4}", "d{0}"),
        ("d{1,900}", "d2"),
        ("2d3", "(2d6)"),
    ],
)
def test_rolls_of_a_rolled_number_mix_the_sums_of_all_numbers_of_them(number, die):
    numbers, one = parse(number).distribution(), parse(die).distribution()
    assert isinstance(numbers, Finite)
    mixed = Distribution.mixture([(weight, one.repeat(count)) for count, weight in numbers.weights.items()])
    assert parse(f"({number})@{die}").distribution() == mixed
    if die[0] == "d":
        assert parse(f"({number}){die}").distribution() == mixed


def test_an_unresolved_part_of_a_roll_leaves_as_much_of_the_sum():
    one = Distribution.from_weights({1: 2, 2: 3}, unresolved=1)
    found = sums_by_cases(Distribution.uniform([1, 3]), one)
    assert found is not None
    assert found.unresolved == 1 - (Fraction(5, 6) + Fraction(5, 6) ** 3) / 2
    assert found.pmf(3) == Fraction(1, 6) ** 3 * 2**3 / 2


def test_rolls_of_rolls_of_rolls_are_one_polynomial_of_another():
    with allowing(LIMIT) as budget:
        found = parse("d20@d20@d20").distribution()
    assert budget.spent + budget.at_hand < 20_000
    assert found == parse("d20@(d20@d20)").distribution()
    assert (found.mean, found.maximum) == (Fraction(21, 2) ** 3, 8000)

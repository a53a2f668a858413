"""Forecasts: what is said of expressions before they are worked out is never more than they come to."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.dice.notation.strategies import expressions
from tests.dice.work import SECOND, at_most

from oddsmith.answers.documents.notation import notation_odds
from oddsmith.dice import Deck, Reader, d, d6, expr_map, parse, read, when
from oddsmith.dice.exact.equal_dice import kept_sum_costs
from oddsmith.dice.exact.explosion_chains import chain_total, listed_size
from oddsmith.dice.expressions.forecast import forecasts
from oddsmith.dice.model.combination_data import pools_of
from oddsmith.dice.readings.sums import Sum
from oddsmith.distribution import Finite
from oddsmith.distribution.limits import LIMIT, allowing
from oddsmith.errors import OddsmithError, TooLarge


@given(expressions())
def test_no_expression_has_fewer_outcomes_than_were_foreseen(expression):
    for part in (expression, *expression.parts):
        try:
            (*_, foreseen) = forecasts(part)
            found = part.distribution(limit=20_000)
        except OddsmithError:
            continue
        if isinstance(found, Finite) and not found.unresolved:
            assert foreseen.outcomes <= len(found.weights), str(part)


SMALL = st.integers(1, 5)


@given(
    SMALL,
    SMALL,
    SMALL,
    SMALL,
    st.sampled_from(
        [
            "{0}d({1}d{2})",
            "({1}d{2})d{3}",
            "({0}d{3})d({1}d{2})",
            "set({0}d{1})",
            "straight({0}d{1})",
            "{0}d{1}kh{2}",
            "{0}d({1}d{2}dl1)",
            "{0}d{1}dl{2}",
            "{0}d(set({1}d{2}))",
        ]
    ),
)
def test_numbers_of_outcomes_are_foreseen_for_dice_that_are_rolled_first_kept_and_read(a, b, c, d, form):
    expression = parse(form.format(a, b, c, d))
    try:
        (*_, foreseen) = forecasts(expression)
        found = expression.distribution()
    except OddsmithError:  # a die without sides, or more kept than there are
        return
    assert isinstance(found, Finite)
    assert foreseen.outcomes <= len(found.weights)


@given(st.integers(2, 12), st.data(), st.booleans())
def test_chains_without_end_are_as_long_as_said_before_they_are_listed(sides, data, penetrating):
    least = data.draw(st.integers(2 + penetrating, sides)) if sides > 2 else 2
    try:
        expression = parse(f"2d{sides}{'!p' if penetrating else '!!'}>={least}")
        assert isinstance(expression, Sum)
        die = pools_of(expression.pool)[0].dice[0][0]
        listed = chain_total(die).truncated(Fraction(1, 10**18))
    except OddsmithError:
        return
    length, bits = listed_size(die, 1)
    if length:
        assert length / 1.1 - 2 * sides <= max(listed.weights) <= length * 1.1 + 2 * sides
        assert bits / 3 - 64 <= listed.total.bit_length() <= bits * 3 + 64


@pytest.mark.parametrize(
    "text",
    [
        "200d(set(200d999))",
        "100d20!!>=2dh2",
        "max(20d999dh5, 200d(5d999))",
        "max(straight(400d400), 200d(5d999))",
        "(set(200d999))d100000",
        "20d100000!3r<=3-20d3000",
        "{{3d1000u, 3d200000ro<=5, 3d999>=7}kl2, 5d6dl1, 200d6!!<=2}dh1",
        "20d(3d200000*3d10)",
        "(min(200d6, 10d100000ro))d2000",
        "(min(20d4, 5d200000))d100000",
        "max(max(2d999r<=3, 10d100000), 500d10000>=999d10km499)",
        "100d3uodl99<=2/500d6!p>=2+200d3dh2",
        "max(20d100dh1, 500d100>=2-10d100000)",
        "20/d1000/d1000/d1000",
        "999d(100d20!!>=2>=100)",
        "d3000*d3000*d3000",
        "{50d3kh49, 5d3000ro<=5/1d4!, 999d1000>=2}",
        "999d1000>=2+2d3000/d40-99d6",
        "5d3000/d4!p+999d6",
        "100d10/100d10r/200d2kl100",
    ],
)
def test_what_is_too_large_is_refused_before_any_part_is_worked_out(text):
    with allowing(LIMIT) as budget, pytest.raises(TooLarge):
        parse(text).distribution()
    assert budget.spent == 0


def test_classes_are_foreseen_by_the_ways_to_share_dice_out():
    classes = d6.pool(150).classes(six=when([6]), one=when([1]), five=when([5]))
    (forecast,) = forecasts(classes)
    assert forecast.outcomes == comb(153, 3)
    with allowing(LIMIT) as budget, pytest.raises(TooLarge):
        expr_map(lambda one, other: one, classes, d6.pool(100).classes(six=when([6]), one=when([1]))).distribution()
    assert budget.spent == 0


@pytest.mark.parametrize(
    "text",
    [
        "min(2d6kl1, 999d4!p)/100d10000",
        "20d3!!>=2=3/200d1000",
        "12d3!!3@2d12!!",
        "(20d3uo)d100000",
        "(max(10d20!>=3ro, 10d100))d999",
        "5d({50d10!p>=2, 3d20>=2, 50d1000000000000000kl2>=5f=1}kh1)",
    ],
)
def test_what_one_part_turns_out_to_be_refuses_the_other_before_it_is_worked_out(text):
    expression = parse(text)
    with at_most(SECOND), allowing(LIMIT), pytest.raises(TooLarge):
        expression.distribution()


@pytest.mark.parametrize(
    "text",
    [
        "200d999 vs 999d2!p",
        "50d2!p vs 200d999",
        "{200d999, 999d2!p}",
        "sum(sort_pair(8d100, <=, 15d100!!, ascending))",
        "sum(sort_pair(6d100, <=, 15d100!!, ascending))",
        "size(sort_pair(10d2!!, =, 3d6!p>=3, ascending))",
    ],
)
def test_odds_that_are_too_long_are_refused_before_a_large_sum_is_multiplied_out(text):
    with at_most(SECOND // 10), pytest.raises(TooLarge):
        notation_odds(read(text))


@pytest.mark.parametrize(
    "text",
    [
        *("5d6!", "4d6!p", "3d6!{2}", "3d10!!>=9", "2d6!>=3", "(3d6&2d4)", "(2d6!&3d4)", "(2d6!&2d8!)", "3d6!p{2}"),
        *("(2d6!!&3d2!)", "4d{3,4}!3", "3d6ro1!>=5"),
    ],
)
def test_classes_have_no_fewer_outcomes_than_are_foreseen(text):
    expression = parse(f"classes({text}, a=1, b=2, c>=5)")
    (foreseen,) = forecasts(expression)
    assert foreseen.outcomes <= len(expression.distribution().truncated().weights)


def test_classes_of_chains_are_foreseen_by_ways_to_share_out_what_ends_them_and_numbers_that_explode():
    # of 8 dice that show 1, 2, 3 to 5 or 6 in the end any may be so many; with up to 22 sixes before each of them
    (foreseen,) = forecasts(parse("classes(8d7!6, one=1, two=2, six>=6)"))
    chance_of_more = Fraction(8, 7**23)
    assert Fraction(1, 10**18) > chance_of_more > Fraction(1, 10**18) / 7
    assert foreseen.outcomes == comb(8 + 3, 3) * (8 * 22 + 1)


@pytest.mark.parametrize(
    "dice", ["20d3000!p", "(3d3000!p&100d100000!!p)", "(20d10!p&3d100000!!p)", "30d10!p>=3", "(90d6&5d4!p)"]
)
def test_classes_that_are_too_many_are_refused_before_a_walk_is_begun(dice):
    with at_most(SECOND), allowing(LIMIT) as budget, pytest.raises(TooLarge):
        parse(f"classes({dice}, a=1, b=2, c=5, d>=6)").distribution()
    assert budget.done < 1


def test_a_hand_and_a_walk_are_foreseen_together_before_the_first_is_worked_out():
    hand, walked = Deck.of(range(10_000)).hand(5).sum(), d(4).explode(at_least=2).pool(10).straight()
    with allowing(LIMIT) as budget, pytest.raises(TooLarge):
        expr_map(lambda one, other: (one, other), hand, walked).distribution()
    assert budget.spent == 0


@pytest.mark.parametrize("text", ["20d150dh5", "max(20d90dh5, 60d(2d20))", "(3d10)d100", "40d(1d40)", "20d6!!kh3"])
def test_what_is_long_but_within_the_limit_is_answered(text):
    assert parse(text).distribution(limit=LIMIT).mean > 0


@pytest.mark.parametrize(
    "text",
    [
        "joint(sort_pair(50d4ro1, >, 30d20, extra), set, size)",
        "joint(500d4ro<=2, kh1, set)",
        "straight(symmetric_difference(20d10, 30d1000))",
        "joint(10d100, sum, straight, set)",
        "(50d1000000000000000kh1<=2@200d200000!p>=2)d3",
        "straight(999d10!)",
    ],
)
def test_a_pass_whose_later_faces_take_too_long_is_refused_before_much_is_done(text):
    expression = parse(text)
    with at_most(SECOND), allowing(LIMIT), pytest.raises(TooLarge):
        expression.distribution()


def test_readers_of_large_dice_and_rolls_of_them_are_refused_before_totals_are_listed():
    own: Reader[int, int, int] = Reader("own", 0, lambda state, face, count: max(state, count), lambda state: state)
    for expression in (
        d(100_000).compound().pool(2).keep_highest(2).read(own),
        d(2) @ d(2_000_000),
        parse("straight(50d2!>=2)") @ d(2_000_000),
    ):
        with at_most(SECOND // 2), pytest.raises(TooLarge):
            expression.distribution()


def test_large_dice_that_are_counted_are_not_looked_at_face_by_face():
    with at_most(SECOND):
        assert 0 < parse("(1d100)d100000kh3>=20").distribution().mean < 3


def test_sums_of_so_many_rolls_are_foreseen_once_it_is_known_how_many_there_may_be(monkeypatch):
    summed = []
    monkeypatch.setattr(kept_sum_costs, "kept_sum", lambda *arguments, **named: summed.append(arguments))
    with pytest.raises(TooLarge):
        parse("500d2!!>=3@500d300kh10").distribution()
    assert not summed


@pytest.mark.parametrize(
    "text",
    [
        "12d6!>=5",
        "7d6!>=3r1>=4",
        "9d4!=1=1",
        "20d3uodl19<=2",
        "4d6uo>=3f=1",
        "8d10min3>=4",
        "5d8max6ro1>=6f=2",
        "6d6kh3>=5",
        "4d6kh2",
        "5d10r<=2dl2",
        "3d8min3",
        "2d9max7ro1",
        "d12r",
    ],
)
def test_numbers_that_counts_are_foreseen_to_come_to_all_come_up(text):
    expression = parse(text)
    (*_, foreseen) = forecasts(expression)
    found = expression.distribution().truncated()
    assert foreseen.run is not None
    assert len(foreseen.run) > 1
    assert set(foreseen.run) <= set(found.weights)


@pytest.mark.parametrize(
    "text",
    [
        *("3d6>=4/20d6", "2d6/3d8", "3d4>=2*10d6!", "6d2!=2/4d6", "d6/30d20+2d6", "20/d50", "d50*-3", "d60*d41"),
        *("d{5..60}/d{20..90}", "7/d60/d70", "d60/7*d70", "20/(7/d60)/d70", "d70*(2/d60)", "d{-60..60}*d{2..60}"),
        *("3d30/1d4!", "2d60/d5!p", "2d40/2d3!", "3d20/3d{3..12}", "d{2..90}/d{4..70}", "2d9/d4!+2d6"),
        *("3d20/2d10r", "4d12kl2/3d9min3", "3d20/d20r/4d6kh2", "2d30max20/d9ro<=2"),
    ],
)
def test_products_and_quotients_have_no_fewer_values_than_are_foreseen(text):
    expression = parse(text)
    (*_, foreseen) = forecasts(expression)
    assert 1 < foreseen.outcomes <= len(expression.distribution().truncated().weights)


def test_a_function_of_several_values_is_refused_by_all_of_them_before_the_first_is_listed():
    sums = d6.pool(3000).sum(), d6.explode().pool(1000).count(at_least=3)
    with at_most(SECOND // 10), allowing(LIMIT) as budget, pytest.raises(TooLarge):
        expr_map(max, *sums).distribution()
    assert budget.spent == 0


@pytest.mark.parametrize("text", ["{200d999,3d6,999d2!p}", "200d999+3d6+999d2!p", "999d2!p+200d999+3d6"])
def test_large_sums_with_one_without_end_are_not_multiplied_out_for_their_mean(text):
    with at_most(SECOND // 10):
        assert parse(text).distribution().mean == 200 * 500 + 3 * Fraction(7, 2) + 999 * 2


def test_the_order_of_several_parts_makes_no_difference_to_their_sum():
    texts = ("2d4+3d6+d2!p+1d8", "d2!p+(3d6+(2d4+1d8))", "{2d4,3d6,d2!p,1d8}")
    one, *others = [parse(text).distribution() for text in texts]
    assert all([other.pmf(k) for k in range(60)] == [one.pmf(k) for k in range(60)] for other in others)

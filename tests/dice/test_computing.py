"""Expressions that compute: comparisons that are chances, functions of your own."""

import operator
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import (
    AGAIN,
    Die,
    Formula,
    JointReader,
    Reader,
    ScriptedSource,
    SeededSource,
    coin,
    d4,
    d6,
    d20,
    expr_map,
    highest,
    parse,
    read_together,
    when,
)
from oddsmith.dice.composed.groups import Group
from oddsmith.dice.composed.named import check_name
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.expressions.arithmetic import Function
from oddsmith.dice.expressions.operations import Binary
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.model.selection import End, Selection
from oddsmith.dice.notation import read, roll
from oddsmith.dice.notation.pool_terms import FUNCTIONS
from oddsmith.dice.simulation.bulk import counts_of, roll_many
from oddsmith.errors import BadInput, NotationError, TooLarge


@st.composite
def numbers(draw):
    die = Die(range(draw(st.integers(-2, 1)), draw(st.integers(2, 4))))
    expression = draw(st.sampled_from([die, die.pool(2).sum(), die.pool(2).keep_highest(1).sum()]))
    return draw(st.sampled_from([expression, expression + 1, 2 - expression, expression * 2, expression / 2]))


@given(numbers(), numbers() | st.integers(-1, 5), st.sampled_from(Relation))
@settings(max_examples=80, deadline=None)
def test_a_comparison_holds_as_often_as_in_every_roll(every_roll, left, right, relation):
    right = Die([right]) + 0 if isinstance(right, int) else right
    compared = Binary(relation, left, right)
    assert dict(compared.distribution().items()) == every_roll(compared).values
    assert parse(str(compared)) == compared


def test_a_comparison_is_a_yes_or_a_no():
    hit = d20 + 5 >= 15
    assert hit.distribution().pmf(True) == Fraction(11, 20)
    assert hit.roll(SeededSource(1)).value in (True, False)
    assert (hit + (d6 + 0 > 2)).distribution().mean == Fraction(11, 20) + Fraction(2, 3)
    assert (d6 + 1 >= 3).distribution().pmf(True) == Fraction(5, 6)
    assert (d6 + d6).equals(7).distribution().pmf(True) == Fraction(1, 6)
    assert d6 == Die.sided(6)  # the same expression, and no roll


def test_a_comparison_that_is_not_rolled_is_neither_true_nor_false():
    with pytest.raises(BadInput, match="whether it holds is known once it is rolled"):
        bool(d20 + 5 >= 15)
    with pytest.raises(BadInput, match=r"^d20\+5>=15 is neither true nor false.*Ask for its \.chance"):
        bool(d20 + 5 >= 15)
    with pytest.raises(BadInput, match="value is a number"):
        _ = d6.pool(2) >= 3


def test_behind_dice_a_comparison_counts_them_and_behind_anything_else_it_compares():
    assert parse("2d6>=5") == d6.pool(2).count(at_least=5)
    assert parse("(2d6)>=5") == (d6.pool(2).sum() >= 5)
    assert parse("2d6+1>=5") == (d6.pool(2).sum() + 1 >= 5)
    assert parse("d20 + 5 > d20 + 3") == (d20 + 5 > d20 + 3)
    assert roll(read("d20+5>=15"), SeededSource(1)).line() == "d20+5>=15: d20 [19] + 5 >= 15 = yes"
    with pytest.raises(NotationError, match="One notation compares two"):
        parse("1 < d6+0 < 5")


def test_unbounded_rolls_are_compared_exactly():
    exploding = d6.explode().pool(2).sum() + 0
    assert (exploding >= 20).distribution().pmf(True) == exploding.distribution().at_least(20)


def test_dice_that_are_too_large_to_list_are_compared_with_a_number():
    huge = Die.sided(10**15)
    assert (huge + 5 >= 15).chance == 1 - Fraction(9, 10**15)
    assert (huge * 2).equals(8).chance == (huge <= 1).chance == Fraction(1, 10**15)
    assert (huge * 2).equals(7).chance == (huge > 10**15).chance == (huge < Fraction(1, 2)).chance == 0


def test_simulated_comparisons_agree_with_the_odds():
    counts = counts_of(roll_many(d20 + 5 >= 15, 4_000, seed=5))
    assert set(counts) == {True, False}
    assert abs(counts[True] / 4_000 - 0.55) < 0.03


@given(numbers(), numbers())
@settings(max_examples=40, deadline=None)
def test_a_function_of_your_own_has_the_odds_of_every_roll(every_roll, left, right):
    def further(a, b):
        return max(a, b) if a != b else "tie"

    expression = expr_map(further, left, right)
    assert dict(expression.distribution().items()) == every_roll(expression).values
    assert parse(str(expression), [Formula("further", further)]) == expression


def test_a_function_gets_whatever_the_expression_comes_to():
    most = coin.pool(3).map(lambda faces: Counter(faces).most_common(1)[0][0], name="most")
    assert str(most) == "most(faces(3d{H,T}))"
    assert most.distribution().pmf("H") == Fraction(1, 2)
    parity = d4.map(lambda face: face % 2)
    assert str(parity) == "map(d4)"
    assert (parity + 1).distribution().mean == Fraction(3, 2)


WORD: Any = d6.map(str)
PAIR: Any = d6.pool(2).read(Reader[Any, int, Any]("pair", (), lambda seen, face, count: (*seen, face), tuple))
NO_NUMBERS: list[Any] = [
    WORD + 1,
    WORD + WORD,
    PAIR + PAIR,
    2 * WORD,
    WORD >= 3,
    d6 / PAIR,
    d6 @ WORD,
    highest(WORD, 3),
    abs(PAIR),
    Versus(WORD, WORD),
    Group((WORD, d6)),
    Group((d6, WORD), (Selection(End.HIGHEST, 1),)),
]


@pytest.mark.parametrize("expression", NO_NUMBERS, ids=str)
def test_what_comes_to_no_number_is_refused_by_arithmetic_when_it_is_rolled_and_for_the_odds(expression):
    for ask in (expression.distribution, lambda: expression.roll(SeededSource(3))):
        with pytest.raises(BadInput) as refused:
            ask()
        assert refused.value.field == "operand"


# --- several numbers side by side -----------------------------------------------------------------------------------

# Genesys Core Rulebook, p. 8: successes (failures), advantages (threats) on each side of a die.
ABILITY = Die(("-", "s", "ss", "a", "sa", "aa"), (1, 2, 1, 2, 1, 1))
PROFICIENCY = Die(("-", "s", "ss", "a", "sa", "aa", "triumph"), (1, 2, 2, 1, 3, 2, 1))
DIFFICULTY = Die(("-", "f", "ff", "t", "tt", "ft"), (1, 1, 1, 3, 1, 1))
GOOD = {"s": (1, 0), "ss": (2, 0), "a": (0, 1), "sa": (1, 1), "aa": (0, 2), "triumph": (1, 0)}
BAD = {"f": (1, 0), "ff": (2, 0), "t": (0, 1), "tt": (0, 2), "ft": (1, 1)}
SIDES = {
    ABILITY: [(0, 0), (1, 0), (1, 0), (2, 0), (0, 1), (0, 1), (1, 1), (0, 2)],
    PROFICIENCY: [(0, 0), (1, 0), (1, 0), (2, 0), (2, 0), (0, 1), (1, 1), (1, 1), (1, 1), (0, 2), (0, 2), (1, 0)],
    DIFFICULTY: [(0, 0), (-1, 0), (-2, 0), (0, -1), (0, -1), (0, -1), (0, -2), (-1, -1)],
}


def test_a_genesys_pool_is_one_line():
    pool = PROFICIENCY.pool(2).vector(GOOD) + ABILITY.pool(1).vector(GOOD) - DIFFICULTY.pool(2).vector(BAD)
    dice = [SIDES[PROFICIENCY]] * 2 + [SIDES[ABILITY]] + [SIDES[DIFFICULTY]] * 2
    by_hand = Counter(tuple(map(sum, zip(*sides, strict=True))) for sides in product(*dice))
    total = sum(by_hand.values())
    assert dict(pool.distribution().items()) == {value: Fraction(ways, total) for value, ways in by_hand.items()}
    assert parse(str(pool)) == pool
    success = pool.distribution().p(lambda numbers: numbers[0] > 0)
    assert success == Fraction(sum(ways for value, ways in by_hand.items() if value[0] > 0), total)


@st.composite
def vectors(draw):
    pool = draw(st.sampled_from([d4, Die((-1, 2)), Die((1, 2), (2, 1)).explode(limit=1)])).pool(draw(st.integers(0, 2)))
    return draw(
        st.sampled_from(
            [
                pool.vector({1: (1, -1), 2: (0, 2)}),
                pool.joint(lambda p: p.keep_highest(1).sum(), lambda p: p.size()),
                pool.classes(two=when([2])),
            ]
        )
    )


@given(vectors(), vectors(), vectors(), st.booleans(), st.booleans())
@settings(max_examples=60, deadline=None)
def test_vectors_are_added_number_by_number(every_roll, first, second, third, minus, right):
    def joined(a, b):
        return a - b if minus else a + b

    expression = joined(first, joined(second, third)) if right else joined(joined(first, second), third)
    assert dict(expression.distribution().items()) == every_roll(expression).values
    assert parse(str(expression)) == expression


def test_numbers_are_not_added_to_vectors():
    pair: Any = d6.pool(2).vector({6: (1, 1)})
    for make in (lambda: pair + 1, lambda: pair + d6, lambda: pair + d6.pool(1).vector({6: (1,)}), lambda: pair * 2):
        with pytest.raises(BadInput):
            make()
    with pytest.raises(BadInput, match="as many numbers"):
        d6.pool(1).vector({6: (1, 1), 5: (1,)})
    with pytest.raises(BadInput, match=r"\+ or -"):
        parse("joint(2d6, sum, size)*joint(2d6, sum, size)")


# --- distributions as dice ------------------------------------------------------------------------------------------


def test_a_distribution_is_a_die():
    two = Die.of(d6.pool(2).sum().distribution())
    assert two.distribution() == d6.pool(2).sum().distribution()
    assert two.pool(3).sum().distribution() == d6.pool(6).sum().distribution()
    assert Die.of({1: Fraction(1, 2), 2: Fraction(1, 3), 3: 1}) == Die((1, 2, 3), (3, 2, 6))
    assert Die.of({"hit": 2, "miss": 1}) == Die(("hit", "miss"), (2, 1))
    others: list[Any] = [d6.explode().distribution(), {1: 0.5}, {1: Fraction(-1, 2)}, {}, 5]
    for chances in others:
        with pytest.raises(BadInput):
            Die.of(chances)


ABOVE_SIX = d6.explode().map(lambda face: d6 if face > 6 else face)
READER: Any = Reader("own", 0, lambda seen, face, count: seen, lambda seen: d6)
JOINT_READER: Any = JointReader("own", 0, lambda seen, face, counts: seen, lambda seen: d6)
YET_TO_ROLL: list[tuple[Any, str]] = [
    (d6.map(lambda face: d6), "d4 @ d6"),
    (d6.map(lambda face: Die.sided(face)), "mixture"),
    (expr_map(lambda a, b: d4, d6, d6), "in a rule"),
    (d6.map(lambda face: 5 + AGAIN), "die_with_again"),
    (d6.map(lambda face: d6.distribution()), "mixture"),
    (Die.sided(10**5).map(lambda face: d6), "in a rule"),
    (ABOVE_SIX, "in a rule"),
    (d6.pool(2).read(READER), "in a rule"),
    (read_together(JOINT_READER, d6.pool(), d4.pool()), "in a rule"),
    (d6.pool(2).joint(lambda pool: pool.read(READER)), "in a rule"),
]


@pytest.mark.parametrize(("expression", "instead"), YET_TO_ROLL, ids=[f"{made}-{says}" for made, says in YET_TO_ROLL])
def test_outcomes_that_are_yet_to_be_rolled_are_refused_with_what_rolls_them(expression, instead):
    with pytest.raises(BadInput, match="is no value") as caught:
        expression.distribution()
    assert instead in caught.value.remedy
    if expression != ABOVE_SIX:  # which shows it only sometimes
        with pytest.raises(BadInput, match="is no value"):
            expression.roll()


def test_a_distribution_is_not_mapped_to_dice():
    with pytest.raises(BadInput, match="is no value"):
        d6.distribution().map(lambda face: d6)


def test_what_cannot_be_hashed_is_refused_by_rolls_as_by_odds():
    for own in (d6.map(lambda face: [face]), d6.pool(2).read(replace(READER, final=lambda seen: [seen]))):
        with pytest.raises(BadInput, match="a tuple in place of a list"):
            own.distribution()
        with pytest.raises(BadInput, match="a tuple in place of a list"):
            own.roll()


@pytest.mark.parametrize(
    "reader",
    [replace(READER, step=lambda seen, face, count: [face]), replace(READER, final=lambda seen: [seen])],
    ids=["step", "final"],
)
def test_what_cannot_be_hashed_is_refused_of_a_reader_among_several(reader):
    both = d6.pool(2).joint(lambda pool: pool.sum(), lambda pool: pool.read(reader))
    for asked in (both.distribution, both.roll):
        with pytest.raises(BadInput, match="a tuple in place of a list"):
            asked()


def test_what_a_reader_begins_with_can_be_hashed():
    with pytest.raises(BadInput, match="initial"):
        d6.pool(2).read(replace(READER, initial=[]))
    with pytest.raises(BadInput, match="initial"):
        read_together(replace(JOINT_READER, initial=[]), d6.pool(2))


def test_a_reader_of_several_pools_may_read_in_either_order():
    either: Any = JointReader(
        "either", 0, lambda seen, face, counts: seen + counts[0], lambda seen: seen, descending=None
    )
    read = read_together(either, d6.pool(2), d6.pool(3))
    assert dict(read.distribution().items()) == {2: 1}
    assert read.roll().value == 2


KNOWN = ["max", "set", "joint", "difference", "let", "sum"]
UNREADABLE = ["d6", "dF", "d", "two words", "", "\N{GREEK SMALL LETTER PI}", "1st"]


@pytest.mark.parametrize("name", [*KNOWN, *UNREADABLE])
def test_names_that_notation_knows_or_cannot_read_are_refused(name):
    reader: Any = Reader(name, 0, lambda seen, face, count: seen + count, lambda seen: seen)
    both: Any = JointReader(name, 0, lambda seen, face, counts: seen + counts[0], lambda seen: seen)
    for make in (
        lambda: expr_map(operator.mul, d6, d6, name=name),
        lambda: d6.map(operator.neg, name=name),
        lambda: Formula(name, operator.neg),
        lambda: d6.pool(2).read(reader),
        lambda: read_together(both, d6.pool(2), d4.pool(2)),
    ):
        with pytest.raises(BadInput, match="name"):
            make()


@pytest.mark.parametrize("name", [*FUNCTIONS, *(function.value for function in Function)])
def test_every_function_of_the_notation_keeps_its_name(name):
    for own in (lambda: Formula(name, operator.neg), lambda: check_name(name), lambda: parse(f"let {name} = d6; d6")):
        with pytest.raises(BadInput, match=f"my_{name}"):
            own()


@pytest.mark.parametrize("name", ["double", "c", "x", "P", "kh3", "f", "e", "r", "vs_all", "D_"])
def test_other_names_are_read_again(name):
    for own in (d6.map(operator.neg, name=name), 2 * d6.map(operator.neg, name=name) + 1):
        assert parse(str(own), [Formula(name, operator.neg)]) == own


def test_a_function_whose_own_name_is_taken_is_called_map():
    assert str(expr_map(max, d6, d4)) == "map(d6, d4)"


@pytest.mark.parametrize("function", [{6: 1}, None, 3])
def test_what_is_no_function_is_refused_with_what_a_dict_has(function):
    with pytest.raises(BadInput, match=r"its get: map\("):
        d6.map(function)


def test_any_number_of_rolls_is_within_the_limit_that_is_given():
    many = parse("1001@d6")
    assert many.distribution().mean == Fraction(7007, 2)
    assert many.distribution().minimum == 1001
    with pytest.raises(TooLarge) as refused:
        parse("20000@d6").distribution(limit=100_000)
    assert refused.value.raisable
    assert parse("(d6*200)@d6").distribution(limit=10_000_000).maximum == 7200


@pytest.mark.parametrize(
    "text", ["let x = 1/(d2-1); 3", "let x = 1/(d2-1); let y = x; 3", "let x = d2; let y = 1/(x-1); x"]
)
def test_a_name_that_is_not_used_is_rolled_all_the_same(text):
    with pytest.raises(BadInput, match="divisor"):
        parse(text).distribution()
    with pytest.raises(BadInput, match="divisor"):
        parse(text).roll(ScriptedSource([1]))


def test_a_list_of_faces_given_as_odds_is_told_how_it_is_written():
    with pytest.raises(BadInput, match=r"For a list of faces write Die\(\[\.\.\.\]\)"):
        Die.of([(0, 0), (1, 0)])  # type: ignore[arg-type]
    with pytest.raises(BadInput) as caught:
        Die.of(d6.explode().distribution())
    assert "list of faces" not in str(caught.value)

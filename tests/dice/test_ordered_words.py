"""Words that have a declared order are compared by it, and by nothing else."""

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import Die, Pool, ScriptedSource, d6, highest, ordered_words, parse, when
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, NotationError

MISS, HIT, CRIT = ordered_words("miss", "hit", "crit")
DIE = Die((MISS, HIT, CRIT), (3, 2, 1))
NUMBERS = Die((0, 1, 2), (3, 2, 1))
RANK = {"miss": 0, "hit": 1, "crit": 2}


def test_the_order_is_the_declared_one_and_not_that_of_the_alphabet():
    assert sorted([CRIT, MISS, HIT]) == ["miss", "hit", "crit"]
    assert DIE.faces == ("miss", "hit", "crit")
    odds = DIE.distribution()
    assert (odds.minimum, odds.maximum) == ("miss", "crit")
    assert odds.at_least("hit") == Fraction(1, 2)
    assert odds.beats(odds) == Fraction(1 * 5 + 2 * 3, 36)
    assert odds.pmf("crit") == Fraction(1, 6)


def test_words_without_an_order_stay_without():
    with pytest.raises(BadInput, match="words have none"):
        Die(("miss", "hit")).distribution().at_least("hit")
    assert Die(("a", "b")) != Die(ordered_words("a", "b"))
    with pytest.raises(BadInput, match="words have an order"):
        Die(("miss", "hit")).pool(2).count(at_least="hit")
    with pytest.raises(NotationError, match="A word is not a number"):
        parse("3d{a<b}>a")


@st.composite
def pools(draw):
    """The same pool of words and of numbers."""
    steps = draw(st.lists(st.sampled_from([Pool.keep_highest, Pool.keep_lowest, Pool.drop_lowest]), max_size=2))
    dice = draw(st.integers(0, 3))
    explodes = draw(st.booleans())
    both = []
    for die, top in ((DIE, "crit"), (NUMBERS, 2)):
        pool = (die.explode(top, limit=1) if explodes else die).pool(dice)
        for step in steps:
            pool = step(pool, 1)
        both.append(pool)
    return both


@given(pools())
@settings(max_examples=60, deadline=None)
def test_words_are_kept_and_counted_as_their_ranks_are(both):
    words, numbers = both
    ranked = {tuple(RANK[word] for word in faces): chance for faces, chance in words.distribution().items()}
    assert ranked == dict(numbers.distribution().items())
    assert words.count(at_least=HIT).distribution() == numbers.count(at_least=1).distribution()
    assert words.count(at_most="hit").distribution() == numbers.count(at_most=1).distribution()
    assert words.classes(up=when(at_least="hit")).distribution() == numbers.classes(up=when(at_least=1)).distribution()
    for relation in (">", "<="):
        pairs = words.sort_pair(relation, DIE.pool(2)).size(), numbers.sort_pair(relation, NUMBERS.pool(2)).size()
        assert pairs[0].distribution() == pairs[1].distribution()
    for expression in (words, words.count(at_least="hit"), words.sort_pair(">", DIE.pool(2))):
        assert parse(str(expression)) == expression


def test_rolls_land_on_words_that_keep_their_order():
    rolled = DIE.pool(3).keep_highest(2).roll(ScriptedSource(["crit", "miss", "hit"]))
    assert rolled.value == ("hit", "crit")
    assert rolled.value[1] > rolled.value[0]
    assert pickle.loads(pickle.dumps(DIE)) == DIE
    assert copy.deepcopy(CRIT) > HIT


def test_a_die_need_not_show_all_words_of_its_order():
    blue = parse("d{miss<hit:2<crit:0}")
    assert blue == Die((MISS, HIT), (1, 2))
    assert str(blue) == "d{miss<hit:2<crit:0}"
    assert parse("(1d{miss<hit<crit:0}&1d{miss<hit<crit})kh1").distribution().pmf(("crit",)) == Fraction(1, 3)


def test_words_of_two_orders_and_numbers_are_not_compared():
    with pytest.raises(BadInput, match="words of one order"):
        (DIE.pool(1) & Die(ordered_words("hit", "miss")).pool(1)).keep_highest(1)
    with pytest.raises(BadInput, match="words of one order"):
        Pool[Any](((DIE, 1), (d6, 1))).keep_highest(1)
    with pytest.raises(BadInput, match="miss < hit < crit"):
        _ = CRIT > "death"
    with pytest.raises(BadInput, match="two different words"):
        ordered_words("a", "a")
    with pytest.raises(BadInput, match="without other faces"):
        Die((HIT, "other"))


@pytest.mark.parametrize("die", [Die(("a", "b")), DIE])
def test_words_are_not_compared_with_numbers(die):
    with pytest.raises(BadInput, match="by name"):
        die.pool(3).count(at_least=1)
    with pytest.raises(BadInput, match="by name"):
        die.pool(3).classes(few=when(at_most=2))
    with pytest.raises(BadInput, match="by name"):
        die.reroll(at_least=1, times=1)


def test_a_number_may_be_compared_with_dice_of_which_some_faces_are_numbers():
    assert parse("2d{1,2,star}>=2").distribution().pmf(2) == Fraction(1, 9)
    assert parse("(1d6&1d{a,b})>=5").distribution().pmf(1) == Fraction(1, 3)


WORDS: Any = DIE
UNORDERED: Any = Die(("a", "b"))


@pytest.mark.parametrize(
    "compare",
    [
        lambda: WORDS >= WORDS,
        lambda: WORDS > "hit",
        lambda: WORDS.equals("hit"),
        lambda: highest(WORDS, WORDS),
        lambda: parse("d{miss<hit<crit} > d{miss<hit<crit}"),
    ],
)
def test_what_compares_words_is_named_where_operators_do_not(compare):
    with pytest.raises(BadInput, match="no operator takes") as caught:
        compare()
    for asked in (".distribution().at_least('", ".pool().count(at_least='"):
        assert asked in caught.value.remedy
    assert DIE.distribution().at_least("hit") == DIE.pool().count(at_least="hit").distribution().mean


def test_words_without_an_order_are_refused_with_what_declares_one():
    with pytest.raises(BadInput, match="ordered_words"):
        assert UNORDERED >= UNORDERED
    with pytest.raises(BadInput, match="ordered_words"):
        Die(("a", "b")).distribution().at_least("b")


def test_a_word_behind_parentheses_is_told_where_it_goes():
    with pytest.raises(NotationError) as caught:
        parse("(d{miss<hit<crit})>=hit")
    assert "right behind its dice, d{miss<hit<crit}>=hit" in caught.value.remedy
    assert parse("d{miss<hit<crit}>=hit").distribution().mean == Fraction(2, 3)


def test_words_of_two_orders_on_one_die_are_refused_also_where_they_are_equal():
    with pytest.raises(BadInput, match="words of one order"):
        Die([*ordered_words("a", "b"), *ordered_words("b", "a")])


@pytest.mark.parametrize("other", [None, "-", 3, (HIT, None)])
def test_words_of_an_order_beside_anything_else_are_listed(other: Any) -> None:
    law = Distribution.from_weights({CRIT: 1, other: 2, MISS: 1})
    assert dict(law.items()) == {CRIT: Fraction(1, 4), other: Fraction(1, 2), MISS: Fraction(1, 4)}
    assert str(CRIT) in str(law)
    with pytest.raises(BadInput):
        law.at_least(CRIT)

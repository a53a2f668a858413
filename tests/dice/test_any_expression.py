"""Whatever can be written: its distribution is that of rolling it in every way, and chance agrees."""

from collections import Counter
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oddsmith.dice import Die, Pool, SeededSource, highest, lowest, when
from oddsmith.errors import BadInput


@st.composite
def dice(draw):
    faces = draw(st.lists(st.integers(-2, 5), min_size=1, max_size=3, unique=True))
    weights = draw(st.none() | st.lists(st.integers(1, 3), min_size=len(faces), max_size=len(faces)))
    die = Die(faces, weights)
    threshold = st.integers(-2, 5)
    try:
        if draw(st.booleans()):
            die = die.with_minimum(draw(threshold))
        if draw(st.integers(0, 3)) == 0:
            die = die.reroll(at_most=draw(threshold), times=draw(st.integers(0, 1)))
        if draw(st.integers(0, 2)) == 0:
            explode = draw(st.sampled_from([Die.explode, Die.compound]))
            die = explode(die, at_least=draw(threshold), limit=draw(st.integers(0, 1)), penetrating=draw(st.booleans()))
    except BadInput:
        assume(False)
    return die


STEPS = [Pool.keep_highest, Pool.keep_lowest, Pool.keep_middle, Pool.drop_highest, Pool.drop_lowest]


@st.composite
def pools(draw):
    pool = Pool.of(draw(st.lists(dice(), max_size=3)))
    if draw(st.integers(0, 4)) == 0:
        try:
            pool = pool.distinct(once=True)
        except BadInput:
            assume(False)
    for _ in range(draw(st.integers(0, 2))):
        step = draw(st.sampled_from(STEPS))
        pool = step(pool, draw(st.integers(0, 3)))
    return pool


def readings():
    return st.one_of(
        dice(),
        pools(),
        pools().map(Pool.sum),
        pools().map(lambda pool: pool.count(at_least=2, worth={-1: -1, 4: 2})),
        pools().map(Pool.largest_set),
        pools().map(Pool.largest_set_face),
        pools().map(Pool.straight),
        pools().map(lambda pool: pool.classes(high=when(at_least=3), low=when(at_most=0))),
    )


@st.composite
def expressions(draw):
    reading = draw(readings())
    if not reading.numeric or draw(st.booleans()):
        return reading
    constant = draw(st.integers(-3, 3))
    return draw(
        st.sampled_from(
            [reading + constant, constant - reading, reading * constant, highest(reading, constant), lowest(reading, 1)]
        )
    )


@given(expressions())
@settings(max_examples=150)
def test_the_distribution_is_that_of_rolling_in_every_way(every_roll, expression):
    rolls = every_roll(expression)
    assert rolls.missing == 0
    assert dict(expression.distribution().items()) == rolls.values


@given(expressions(), expressions())
@settings(max_examples=60)
def test_equal_notation_means_equal_expressions(first, second):
    assert (str(first) == str(second)) == (first == second)


def test_frequencies_of_seeded_rolls_agree_with_the_odds():
    expression = Die.sided(6).explode().pool(4).keep_highest(3).sum()
    source = SeededSource("frequencies of rolls")
    rolls = 20_000
    counts = Counter(expression.roll(source).value for _ in range(rolls))
    # (observed - expected)^2 / expected, summed over 16 outcomes: chi-square with 15 degrees, above 45 once in 13,000
    distribution = expression.distribution()
    expected = {value: chance * rolls for value, chance in distribution.items()}
    distance = sum((counts[value] - often) ** 2 / often for value, often in expected.items())
    assert sum(expected.values()) == rolls
    assert distance < Fraction(45)

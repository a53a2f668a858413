"""Dice with several numbers on each face, which are added up each for itself."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddsmith.dice import Die, Pool, ScriptedSource, SeededSource, d4, d6, parse, when
from oddsmith.dice.simulation.bulk import counts_of, roll_many
from oddsmith.errors import BadInput, NotationError, OddsmithError, TooLarge

# Genesys, Core Rulebook: blanks, successes and advantages of the dice; those of the difficulty die are taken away.
PROFICIENCY = Die([(0, 0), (1, 0), (2, 0), (1, 1), (0, 1), (0, 2)], [1, 3, 2, 3, 1, 2])
ABILITY = Die([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)], [1, 2, 1, 2, 1, 1])
DIFFICULTY = Die([(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1)], [1, 1, 1, 3, 1, 1])


def sides(die, sign=1):
    return [tuple(sign * number for number in face) for face, weight in die.weighted_faces() for _ in range(weight)]


def added(dice):
    """Every combination of sides, added number by number."""
    ways = Counter(tuple(map(sum, zip(*landed, strict=True))) for landed in product(*dice))
    return {value: Fraction(count, ways.total()) for value, count in ways.items()}


def test_a_genesys_roll_is_one_line():
    roll = 2 @ PROFICIENCY + ABILITY - 2 @ DIFFICULTY
    by_hand = added([sides(PROFICIENCY)] * 2 + [sides(ABILITY)] + [sides(DIFFICULTY, -1)] * 2)
    assert dict(roll.distribution().items()) == by_hand
    pools = PROFICIENCY.pool(2).sum() + ABILITY - DIFFICULTY.pool(2).sum()
    assert pools.distribution() == roll.distribution()
    assert roll.distribution().pmf((1, 0)) == by_hand[1, 0]
    net = roll.map(lambda numbers: numbers[0])
    assert net.distribution().p(lambda successes: successes > 0) == sum(p for v, p in by_hand.items() if v[0] > 0)
    for expression in (roll, pools):
        assert parse(str(expression)) == expression
        assert not expression.numeric
        assert expression.width == 2


@pytest.mark.parametrize(
    "none",
    [ABILITY.pool(0), ABILITY.pool(0) & DIFFICULTY.pool(0), Pool[tuple[int, int]](()) & ABILITY.pool(0)],
    ids=str,
)
def test_the_sum_of_no_dice_is_as_many_noughts_as_they_have_numbers(none):
    assert dict(none.sum().distribution().items()) == {(0, 0): 1}
    assert none.sum().roll(SeededSource(1)).value == (0, 0)
    assert none.sum().width == 2
    assert (none & PROFICIENCY.pool(2)) == PROFICIENCY.pool(2)
    assert parse(str(none)) == none
    assert parse(str(none.sum())) == none.sum()


def test_a_roll_shows_every_die():
    roll = PROFICIENCY.pool(2).sum() - DIFFICULTY
    rolled = roll.roll(ScriptedSource(["(1,1)", "2, 0", (0, 2)]))
    assert rolled.value == (3, -1)
    assert [face.face for face in rolled.faces] == [(1, 1), (2, 0), (0, 2)]
    document = json.loads(json.dumps(rolled.to_json()))
    assert document["value"] == [3, -1]
    assert [face["face"] for face in document["parts"][0]["faces"]] == ["(1,1)", "(2,0)"]
    with pytest.raises(BadInput, match=r"\(0,0\), \(0,1\), \(0,2\)"):
        DIFFICULTY.roll(ScriptedSource(["(3,0)"]))


def test_a_million_rolls_come_near_the_odds():
    roll = 2 @ ABILITY - DIFFICULTY
    counts = counts_of(roll_many(roll, 4_000, seed=5))
    exact = roll.distribution()
    for value, p in exact.items():
        assert abs(counts.get(value, 0) / 4_000 - p) < 0.05


FACES = st.lists(
    st.tuples(st.tuples(st.integers(-2, 2), st.integers(-9, 9)), st.integers(1, 3)), min_size=1, max_size=3
)
DICE = FACES.map(lambda faces: Die([face for face, _ in faces], [weight for _, weight in faces]))


@st.composite
def terms(draw):
    die = draw(DICE)
    pool = die.pool(draw(st.integers(1, 2)))
    return draw(
        st.sampled_from(
            [
                die,
                pool.sum(),
                die.reroll(die.faces[0], times=1).pool(2).sum(),
                (die.pool(1) & draw(DICE).pool(1)).sum(),
                d4.with_maximum(2) @ die,
                2 @ die,
                pool.difference(die.pool(1)).sum(),
                pool.vector({die.faces[0]: (1, -1)}),
            ]
        )
    )


@given(terms(), terms(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_terms_are_added_number_by_number(every_roll, first, second, minus):
    expression = first - second if minus else first + second
    assert dict(expression.distribution().items()) == every_roll(expression).values
    assert parse(str(expression)) == expression


@given(DICE, st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_readings_that_need_no_order_read_tuples(every_roll, die, count):
    pool = die.pool(count)
    face = die.faces[-1]
    readings = [
        pool.count(face),
        pool.count(other_than=face),
        pool.largest_set(),
        pool.joint(Pool.sum, lambda p: p.count(face)),
        pool,
        die.reroll(face, times=1).pool(count).count(face),
    ]
    for reading in readings:
        assert dict(reading.distribution().items()) == every_roll(reading).values
        assert parse(str(reading)) == reading


def test_a_joint_distribution_is_a_die():
    both = d6.pool(2).joint(lambda p: p.keep_highest(1).sum(), Pool.sum)
    die = Die.of(both.distribution())
    assert dict(die.distribution().items()) == dict(both.distribution().items())
    assert (2 @ die).distribution().pmf((12, 24)) == Fraction(1, 36**2)
    assert parse(str(die)) == die


def test_one_number_no_dice_and_many():
    single = Die([(3,), (4,)])
    assert (str(single), parse(str(single))) == ("d{(3,),(4,)}", single)
    assert single.find("3") == single.find((3,)) == (3,)
    assert (0 @ single).distribution().pmf((0,)) == 1
    binomial = Die([(0, 1), (1, 0)]).pool(200).sum().distribution()
    assert binomial.pmf((100, 100)) == Fraction(d4.pool(200).count(at_least=3).distribution().pmf(100))


def test_three_rolls_of_a_seed_are_what_they_are():
    roll = 3 @ ABILITY
    assert roll.roll(SeededSource(7)).value == roll.roll(SeededSource(7)).value


MIXED: list[Any] = [(1, 0), 1]
SPELT: list[Any] = [(1, "a")]
PLAIN: Any = d6.pool(1)
ROW: Any = ABILITY.pool(2)


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Die([(1, 0), (1, 0, 0)]), "as many numbers on every face"),
        (lambda: Die(MIXED), "as many numbers on every face"),
        (lambda: Die(SPELT), "tuples of whole numbers"),
        (lambda: Die([(1, True)]), "tuples of whole numbers"),
        (lambda: Die([()]), "tuples of whole numbers"),
        (lambda: ABILITY.pool(2).keep_highest(1), "none is the highest"),
        (lambda: ABILITY.pool(2).sort_pair(">", ABILITY.pool(2)), "none is the highest"),
        (lambda: ROW.straight(), "all numbers"),
        (lambda: ABILITY.pool(2).count(at_least=(1, 0)), r"by name: =\(0,0\)"),
        (lambda: ABILITY.pool(1).count(at_least=1), r"faces of .* by name: =\(0,0\)"),
        (lambda: ABILITY.pool(2).count(6, at_most=0), "by name"),
        (lambda: ABILITY.pool(2).classes(hit=when(at_least=1)), "by name"),
        (
            lambda: Pool.of([d6, ABILITY]).count(at_least=4),  # type: ignore[arg-type]
            "by name",
        ),
        (lambda: ABILITY.reroll(at_most=0), "by name"),
        (lambda: parse("d{(0,1),(1,1)}>=1"), "by name"),
        (lambda: ABILITY.explode((2, 0)), "single numbers or words"),
        (lambda: ABILITY.explode(), "none is the highest"),
        (lambda: ABILITY.with_minimum(1), "all numbers"),
        (lambda: ABILITY + 1, "comes to 2 numbers"),
        (lambda: d6 + ABILITY, "comes to 2 numbers"),
        (lambda: ABILITY + Die([(1, 2, 3)]), "comes to 2 numbers"),
        (lambda: ABILITY * 2, "2 @ die"),
        (lambda: ABILITY @ ABILITY, "2 @ die"),
        (lambda: ABILITY >= 1, "2 @ die"),
        (lambda: (ABILITY.pool(1) & PLAIN).sum(), "2 numbers on each face"),
    ],
)
def test_what_tuples_cannot_be_is_refused(make, problem):
    with pytest.raises(BadInput, match=problem):
        make()


@pytest.mark.parametrize("text", ["d{(1,a)}", "d{()}", "d{(1.5,0)}", "d{(1,0)}>=(1,0)", "d{(1,0)", "d{(1,0}"])
def test_notation_that_is_no_tuple_is_refused(text):
    with pytest.raises(NotationError):
        parse(text)


@pytest.mark.parametrize(
    "text", ["d{(1,0)} vs d6", "{d{(1,0)},d6}", "{2d{(1,0)}}kh1", "let x = d{(1,0)}; x", "d{1,(1,0)}"]
)
def test_notation_that_needs_numbers_refuses_tuples(text):
    with pytest.raises(OddsmithError):
        parse(text)


def test_spaces_labels_and_sizes_that_are_rolled():
    assert parse("2d{( 1 , -2 ),(0,1)}") == Die([(1, -2), (0, 1)]).pool(2).sum()
    labelled = parse("2d{(1,0),(0,1)}[ours] - d{(1,0),(0,1)}[theirs]")
    assert labelled.distribution() == (2 @ Die([(1, 0), (0, 1)]) - Die([(1, 0), (0, 1)])).distribution()
    rolled = parse("(1d2)d{(1,0),(0,1)} + d{(0,0),(1,1)}")
    assert parse(str(rolled)) == rolled
    assert rolled.distribution().pmf((1, 0)) == Fraction(1, 8)


def test_large_sums_are_refused_before_they_are_listed():
    with pytest.raises(TooLarge):
        Die([(0, 0, 0, 0), (1, 0, 2, 0), (0, 3, 0, 1), (1, 1, 1, 1)]).pool(999).sum().distribution()

"""Walks over the faces of a pool: estimates, held against what a walk takes in the end."""

from fractions import Fraction
from math import comb
from sys import maxsize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import parse
from oddsmith.dice.exact import multiset_dp
from oddsmith.dice.exact.kinds import Kind, face_sequence, merges_downwards, merging, most_later
from oddsmith.dice.exact.later_faces import later_alike, later_as_long
from oddsmith.dice.exact.multiset_dp import final_states
from oddsmith.dice.exact.throw_pmf import Pmf
from oddsmith.distribution import Distribution
from oddsmith.distribution.limits import LIMIT, allowing
from oddsmith.errors import TooLarge


@pytest.fixture
def estimates(monkeypatch):
    """All estimates of time that a walk made, the last of which is of all that it took."""
    found = []
    monkeypatch.setattr(multiset_dp, "refuse_work", lambda seconds, memory=0: found.append(seconds) if seconds else 0)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "straight(6d10kl4)",
        "straight(5d6!{2}kl3)",
        "straight((4d10&3d6)kl5)",
        "straight((4d{2,4,6,8}&3d{1..9})kl5)",
        "set(max_pair_lowest(5d10, <=, 3d10kl2, unpaired))",
        "set(max_pair_highest(4d{1..9:3}, >, 3d12))",
        "classes(sort_pair(5d8, >, 4d6!{1}), a>=5, b=1)",
        "straight(symmetric_difference(5d6, 4d20))",
        "set(difference(6d6, 3d6kh2))",
        "straight(sort_pair(5d6, >, 4c{1..9:2}))",
    ],
)
def test_no_walk_is_thought_longer_than_it_is(estimates, text):
    parse(text).calculate()
    assert max(estimates) <= estimates[-1]


@st.composite
def several_kinds(draw):
    faces = st.lists(st.integers(1, 6), unique=True, max_size=6).map(sorted)
    made = draw(st.lists(st.tuples(faces, st.sampled_from([0, 0, 1]), st.sampled_from([0, 1])), max_size=4))
    weight = st.sampled_from([1, 1, 2])
    kinds = [
        Kind(Pmf(tuple((face, draw(weight)) for face in shown)), deck=deck, pool=pool) for shown, deck, pool in made
    ]
    return tuple(dict.fromkeys(kinds))


@given(several_kinds(), st.booleans(), st.integers(0, 12))
@settings(max_examples=200, deadline=None)
def test_what_later_faces_show_is_as_it_is_counted_face_by_face(kinds, descending, dice):
    faces = face_sequence(kinds, descending=descending)
    tables = [dict(kind.pmf.weights) for kind in kinds]
    later, mergers = most_later(kinds, faces), merging(kinds, faces)
    names = tuple(range(len(kinds)))
    showing = []
    for place, face in enumerate(faces):
        after = [{other: table[other] for other in faces[place + 1 :] if other in table} for table in tables]
        showing.append(frozenset(names[kind] for kind, table in enumerate(tables) if face in table and after[kind]))
        for kind, rest in enumerate(after):
            copies = sum(rest.values()) if kinds[kind].deck else maxsize * bool(rest)
            assert later[place][kind] == copies
        own = [1 + number if kind.deck else 0 for number, kind in enumerate(kinds)]  # cards are never one with others
        ends = [(rest, kind.pool, deck) for rest, kind, deck in zip(after, kinds, own, strict=True)]
        alike = map(ends.index, ends)
        assert (mergers[place] or tuple(range(len(kinds)))) == tuple(alike)
        names = mergers[place] or names
    found = later_alike(faces, tables, later, mergers)
    assert found == [
        sum(kinds_here <= others for others in showing[place + 1 :]) if kinds_here else 0
        for place, kinds_here in enumerate(showing)
    ]
    assert all(
        number <= most
        for number, most in zip(later_as_long(faces, tables, later, mergers, dice)[0], found, strict=True)
    )


@pytest.mark.parametrize(
    "text",
    [
        "faces(union(2d200000min2, 5d20))",
        "setface(2d100000ro<=2)",
        "setface(2d9000ro<=2)",  # each face leaves a state more
        "setface(5d10!!>=3)",
        "size(difference(deal(c10000, 13, 13)))",  # as many cards of each face, of which none must come
        "setface(100d1000u)",
        # Of cards, too, later faces take as long as this one where no die is left beside them.
        "classes(union((1d4!!>=3&2d6), versus_any(3d6, >=, 200d3000u)), a=1, b=2)",
    ],
)
def test_a_walk_that_takes_too_long_is_refused_within_a_second(text):
    expression = parse(text)
    with at_most(SECOND), pytest.raises(TooLarge):
        expression.calculate()


def test_states_are_told_apart_once_for_each_answer_of_the_reader():
    hashed = asked = 0

    class State(int):
        def __hash__(self):
            nonlocal hashed
            hashed += 1
            return super().__hash__()

    def step(state, face, count):
        nonlocal asked
        asked += 1
        return State((state + face * count) % 40)

    dice = Kind(Pmf(tuple((face, 1) for face in range(1, 9))))
    ended = final_states([dice], {(20,): {State(0): 1}}, step)
    totals = Distribution.from_weights(ended)
    assert totals == parse("20d8").distribution().map(lambda total: total % 40)
    assert hashed < 3 * asked  # each of about 40 states is met with 1 to 20 dice left


def test_how_often_a_reader_is_asked_is_foreseen():
    expression = parse("set(sort_pair(3d2!3, >=, 500d4dh1, extra))")  # nearly every state is met once
    with at_most(SECOND), pytest.raises(TooLarge):  # 19,000,000 calls where it is known once a face is done
        expression.distribution(limit=300_000)


@pytest.mark.parametrize(
    "notation", ["setface(90d4!3)", "setface(100d6!)", "setface(versus_any(99d6!pro<=2, <=, 2d2))", "5d200000ru"]
)
def test_what_is_too_large_is_refused_soon(notation):
    with pytest.raises(TooLarge), at_most(SECOND * 3 // 4):
        parse(notation).distribution()


def test_the_largest_set_of_dice_that_explode_is_that_of_others_or_the_number_that_explode():
    """Throws that show a 4 are independent of the twelve that do not, whose sets are those of 12d3."""
    found, apart = (parse(text).distribution() for text in ("set(12d4!)", "max(set(12d3), 12d4!>=4=4)"))
    assert all(abs(found.pmf(size) - apart.pmf(size)) < Fraction(1, 10**17) for size in range(1, 30))


def test_states_are_told_by_the_bits_that_their_dice_have_together():
    with allowing(10 * LIMIT) as budget:
        parse("classes(6d3000!p, a=1, b=2, c=5, d>=6)").calculate()
    states = comb(6 + 4, 4) * (6 * 5 + 1)  # up to five of each die explode
    assert states * 2.3e-6 <= (budget.spent + budget.at_hand) * 1e-5 < states * 2e-5


def test_a_pass_begins_where_numbers_of_dice_are_told_apart():
    stops, goes = (Kind(Pmf(tuple((face, 1) for face in faces))) for faces in ((1, 2, 3), (4,)))
    assert merges_downwards([stops, goes], [(50, exploded) for exploded in range(1_000)])
    assert not merges_downwards([stops, goes], [(50, 20)])

"""Faces that are thrown again and added: by their definition, and as Icepool has them."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dice.work import SECOND, at_most

from oddsmith.dice import AGAIN, Again, ScriptedSource, SeededSource, d6, die_with_again, parse
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput, OddsmithError

FACES = st.lists(st.integers(0, 5) | st.builds(Again, st.integers(0, 3)), min_size=1, max_size=5)


def followed(faces, throws):
    """The odds of one die that may be thrown so many times more."""
    odds: dict[int, Fraction] = {}
    for face in faces:
        number = face.number if isinstance(face, Again) else face
        more = followed(faces, throws - 1) if isinstance(face, Again) and throws else {0: Fraction(1)}
        for extra, chance in more.items():
            odds[number + extra] = odds.get(number + extra, Fraction(0)) + chance / len(faces)
    return odds


@given(FACES, st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_a_limited_die_is_followed_throw_by_throw(faces, limit):
    die = die_with_again(faces, limit=limit)
    assert dict(die.distribution().items()) == followed(faces, limit)
    assert parse(str(die)) == die
    assert die.distribution().pmf(die.roll(SeededSource(1)).value) > 0


@given(FACES.filter(lambda faces: any(isinstance(face, int) for face in faces)))
@settings(max_examples=40, deadline=None)
def test_a_die_without_limit_solves_its_own_equation(faces):
    # Its mean is that of the faces, and of as many more throws as they bring.
    numbers = [face.number if isinstance(face, Again) else face for face in faces]
    stops = sum(isinstance(face, int) for face in faces)
    distribution = die_with_again(faces).distribution()
    assert distribution.mean == Fraction(sum(numbers), stops)
    assert distribution.unresolved == 0
    two = die_with_again(faces, dice=2).distribution()
    assert two == distribution + distribution


@given(FACES, st.integers(1, 4), st.none() | st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_notation_is_short_and_reads_back(faces, dice, limit):
    if limit is None and all(isinstance(face, Again) for face in faces):
        return
    die = die_with_again(faces, dice=dice, limit=limit)
    assert parse(str(die)) == die
    assert ('"' in str(die)) == (not any(isinstance(face, Again) for face in faces))


@pytest.mark.parametrize(
    ("text", "written", "mean"),
    [
        ("d{1..5,5!}", "1d{1,2,3,4,5,5!}", 4),
        ("3d{0:3, -2!{1}}", "3d{-2!{1},0:3}", Fraction(-15, 8)),  # 3 * (-2 / 4) * (1 + 1 / 4)
        ("2d{1,6!}+1", "2d{1,6!}+1", 15),  # 2 * (7 / 2) / (1 / 2), and 1
    ],
)
def test_numbers_with_a_mark_are_thrown_again(text, written, mean):
    assert parse(text).distribution().mean == mean
    assert parse(str(parse(text))) == parse(text)
    assert str(parse(text)).replace(" ", "") == written


@pytest.mark.parametrize(
    "text",
    ["d{1,2!}kh1", "d{1,2!}!", "(1d4)d{1,2!}", "d{1,a,2!}", "d{1!{1},2!{2}}", "d{1!,2!}", "3c{1,2!}", "d{1..3!}"],
)
def test_marks_stand_behind_numbers_of_dice_that_are_added(text):
    with pytest.raises(OddsmithError):
        parse(text)


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_icepool_throws_again_alike(depth):
    theirs = icepool.Die([1, 2, 3, 4, 5, 5 + icepool.Again], again_depth=depth, again_end=0)
    ours = die_with_again([1, 2, 3, 4, 5, 5 + AGAIN], limit=depth).distribution()
    assert ours == Distribution.from_weights(dict(theirs.items()))


def test_six_and_again_is_an_exploding_die():
    assert (
        die_with_again([1, 2, 3, 4, 5, 6 + AGAIN], dice=3).distribution() == d6.explode().pool(3).sum().distribution()
    )


def test_each_throw_is_on_the_trail():
    rolled = die_with_again([1, 5, 5 + AGAIN]).roll(ScriptedSource(["5!", "5!", "5"]))
    assert rolled.value == 15
    assert [(face.face, face.exploded, face.counts) for face in rolled.faces] == [
        ("5!", True, 5),
        ("5!", True, 5),
        ("5", False, 5),
    ]


def test_a_die_of_many_faces_finds_each_at_once():
    with at_most(SECOND // 10):
        die = die_with_again([*range(1_000), *(number + AGAIN for number in range(1_000))], limit=1)
        assert die.distribution().mean == Fraction(999, 2) * Fraction(3, 2)


def test_what_never_ends_is_refused():
    with pytest.raises(BadInput):
        die_with_again([AGAIN, 1 + AGAIN])
    with pytest.raises(BadInput):
        die_with_again([True])


@pytest.mark.parametrize(
    "face",
    [
        lambda: AGAIN + AGAIN,
        lambda: AGAIN - AGAIN,
        lambda: 6 - AGAIN,
        lambda: 2 * AGAIN,
        lambda: AGAIN * 2,
        lambda: -AGAIN,
        lambda: AGAIN + 0.5,
        lambda: AGAIN + "x",
        lambda: AGAIN + d6,
    ],
)
def test_a_face_is_a_number_and_again_once(face):
    with pytest.raises(BadInput, match=r"5 \+ AGAIN"):
        face()


def test_how_many_dice_is_said_where_they_are_made():
    die: Any = die_with_again([1, 2, 3, 4, 5, 6 + AGAIN])
    with pytest.raises(BadInput, match="dice=3"):
        die.pool(3)
    with pytest.raises(BadInput):
        d6.map(d6.pool(2))  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="what reads a pool"):
        d6.pool(2).joint(d6.pool(2))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["3d{1..5,6!}kh2", "3d{1..5,6!}>=3"])
def test_what_keeps_and_counts_dice_that_are_added_is_named(text):
    with pytest.raises(OddsmithError, match="3d6!!kh2"):
        parse(text)
    assert parse("3d6!!kh2").distribution().mean > parse("3d6kh2").distribution().mean


def test_a_roll_shows_numbers_that_are_added_and_no_successes():
    rolled = parse("2d{1..5,6!}").roll(ScriptedSource(["6!", "3", "5"]))
    assert str(rolled) == "2d{1,2,3,4,5,6!}: [6! 5 3] = 14"
    assert str(parse("2d{hit,miss}=hit").roll(ScriptedSource(["hit", "miss"]))) == "2d{hit,miss}=hit: [hit+ miss] = 1"

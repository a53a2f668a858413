"""Rolls of scripted dice: values, the fate of every face, and the tree as plain data."""

import json

import pytest

from oddsmith.dice import HEADS, Fate, Pool, Reader, ScriptedSource, coin, d4, d6, d8, d10, d20, when
from oddsmith.errors import MissingAnswer


def roll(expression, *faces):
    source = ScriptedSource(faces)
    rolled = expression.roll(source)
    assert source.remaining == ()
    return rolled


def test_dropped_dice_are_told_from_kept_ones():
    rolled = roll(d6.pool(4).keep_highest(3).sum(), 4, 1, 6, 1)
    assert rolled.value == 11
    assert [face.fate for face in rolled.faces] == [Fate.KEPT, Fate.DROPPED, Fate.KEPT, Fate.KEPT]
    assert [face.counts for face in rolled.faces] == [4, None, 6, 1]


def test_the_pool_is_thrown_first_then_the_rerolls():
    # rpg-dice-roller: 2d6r<=4 with 4, 5, 6 is 11
    rolled = roll(d6.reroll(at_most=4).pool(2).sum(), 4, 5, 6)
    assert rolled.value == 11
    assert [(face.face, face.fate, face.chain) for face in rolled.faces] == [
        (4, Fate.REROLLED, 0),
        (6, Fate.KEPT, 0),
        (5, Fate.KEPT, 1),
    ]


def test_extra_dice_follow_the_die_that_exploded():
    # rpg-dice-roller: 6d10>=8!>=9 with these faces is 2
    rolled = roll(d10.explode(at_least=9).pool(6).count(at_least=8), 4, 5, 6, 3, 10, 8, 6)
    assert rolled.value == 2
    assert [(face.face, face.exploded, face.extra, face.counts, face.chain) for face in rolled.faces[4:]] == [
        (10, True, False, 1, 4),
        (6, False, True, 0, 4),
        (8, False, False, 1, 5),
    ]


def test_penetrating_faces_are_read_as_one_less():
    rolled = roll(d6.explode(penetrating=True).pool(1).sum(), 6, 6, 3)
    assert rolled.value == 6 + 5 + 2
    assert [(face.face, face.value) for face in rolled.faces] == [(6, 6), (6, 5), (3, 2)]


def test_a_compounding_die_is_kept_or_dropped_as_a_whole():
    rolled = roll(d6.compound().pool(2).keep_highest(1).sum(), 6, 5, 4)
    assert rolled.value == 10
    assert [(face.face, face.fate) for face in rolled.faces] == [
        (6, Fate.KEPT),
        (4, Fate.KEPT),
        (5, Fate.DROPPED),
    ]


def test_what_faces_count_adds_up_to_the_value():
    rolled = roll(d6.compound().pool(2).count(at_least=8, worth={1: -1}), 6, 1, 4)
    assert rolled.value == 0
    assert sum(face.counts for face in rolled.faces) == 0
    assert [face.counts for face in rolled.faces] == [1, 0, -1]


def test_raised_faces_keep_what_they_show():
    rolled = roll(d20.with_minimum(10).pool(1).sum(), 3)
    assert rolled.value == 10
    assert (rolled.faces[0].face, rolled.faces[0].value) == (3, 10)


def test_a_die_that_repeats_is_thrown_again():
    rolled = roll(d6.pool(3).distinct().sum(), 3, 3, 3, 3, 5, 5, 3, 1)
    assert rolled.value == 9
    assert [(face.face, face.fate) for face in rolled.faces if face.chain == 2] == [
        (3, Fate.REROLLED),
        (5, Fate.REROLLED),
        (3, Fate.REROLLED),
        (1, Fate.KEPT),
    ]


def test_a_die_that_repeats_is_thrown_again_only_once_if_so_said():
    assert roll(d6.pool(2).distinct(once=True), 3, 3, 3).value == (3, 3)


def test_rerolls_stop_after_so_many_times():
    assert roll(d6.reroll(1, times=2).pool(1).sum(), 1, 1, 1).value == 1


def test_explosions_stop_at_their_limit():
    assert roll(d6.explode(limit=1).pool(1).sum(), 6, 6).value == 12


@pytest.mark.parametrize(
    ("expression", "faces", "value"),
    [
        (d6, ["4"], 4),
        (d6.explode(), ["6", "2"], 8),
        (coin, ["t"], "T"),
        (coin.pool(3), ["T", "H", "T"], ("H", "T", "T")),
        (coin.pool(3).count(HEADS), ["T", "H", "H"], 2),
        (d10.pool(5).largest_set(), [3, 7, 3, 3, 7], 3),
        (d10.pool(4).largest_set_face(), [3, 7, 3, 7], (2, 7)),
        (d10.pool(5).straight(), [3, 9, 4, 5, 10], 3),
        (d10.pool(3).classes(hit=when(at_least=7), one=when([1])), [1, 7, 5], (1, 1, 1)),
        (d6.pool(4).drop_lowest(1).drop_highest(1), [1, 6, 3, 2], (2, 3)),
        (Pool.of([d8, d4]).sum(), [8, 4], 12),
        (d6.pool(0).sum(), [], 0),
        (d6.pool(2).sum() + d4, [1, 2, 3], 6),
        (d6.pool(4).read(Reader("top", 0, lambda seen, face, count: face, lambda seen: seen)), [2, 6, 1, 3], 6),
        (
            d6.pool(4).read(Reader("low", 0, lambda seen, face, count: face, lambda seen: seen, descending=True)),
            [2, 6, 1, 3],
            1,
        ),
    ],
)
def test_scripted_faces_give_the_value_that_the_table_would(expression, faces, value):
    assert roll(expression, *faces).value == value


def test_a_roll_is_plain_data():
    rolled = roll(d6.pool(2).keep_highest(1).sum() + 3, 2, 5)
    document = json.loads(json.dumps(rolled.to_json()))
    assert document == {
        "expression": "2d6kh1+3",
        "value": 8,
        "parts": [
            {
                "expression": "2d6kh1",
                "value": 5,
                "faces": [
                    {
                        "die": "d6",
                        "face": 2,
                        "value": 2,
                        "fate": "dropped",
                        "exploded": False,
                        "extra": False,
                        "counts": None,
                        "chain": 0,
                    },
                    {
                        "die": "d6",
                        "face": 5,
                        "value": 5,
                        "fate": "kept",
                        "exploded": False,
                        "extra": False,
                        "counts": 5,
                        "chain": 1,
                    },
                ],
            },
            {"expression": "3", "value": 3},
        ],
    }


def test_tuples_and_fractions_are_plain_data_too():
    assert roll(d6.pool(2), 2, 1).to_json()["value"] == [1, 2]
    assert roll(d6 / 4, 3).to_json()["value"] == "3/4"


def test_a_script_that_is_too_short_says_which_die_comes_next():
    with pytest.raises(MissingAnswer, match="a face of the d8"):
        (d6 + d8).roll(ScriptedSource(["3"]))

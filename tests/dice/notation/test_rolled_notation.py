"""What a roll of a notation tells: a tree with places and sub-totals, one line, a table."""

import json

import pytest

from oddsmith.dice import ScriptedSource, SeededSource, parse, read
from oddsmith.dice.notation import roll


def rolled(text, *faces):
    source = ScriptedSource(faces)
    result = roll(read(text), source)
    assert source.remaining == ()
    return result


@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        ("4d6kh3", [6, 2, 5, 4], "4d6kh3: 4d6kh3 [6 (2) 5 4] = 15"),
        ("4d10>=7!f=1", [10, 1, 8, 3, 7], "4d10>=7!f=1: 4d10>=7!f=1 [10!+ 7+ 1- 8+ 3] = 2"),
        ("3d6ro<=2min2", [1, 4, 5, 1], "3d6ro<=2min2: 3d6ro<=2min2 [~1→2~ 1→2 4 5] = 11"),
        ("2d6!p", [6, 2, 3], "2d6!p: 2d6!p [6! 3→2 2] = 10"),
        ("3d20cs>=19cf1sd", [1, 19, 7], "3d20cs>=19cf1sd: 3d20cs>=19cf1sd [*19* 7 _1_] = 27"),
        ("d6[fire] + (d8+2)[a]*2", [6, 4], "d6[fire] + (d8+2)[a]*2: d6 [6] [fire] + (d8 [4] + 2) [a] * 2 = 18"),
        ("{2d6, 1d8+1}kh1", [6, 3, 4], "{2d6, 1d8+1}kh1: {2d6 [6 3] = 9, (1d8 [4] + 1 = 5)} = 9"),
        ("{2d6, 1d8}>=5f<2", [6, 3, 1], "{2d6, 1d8}>=5f<2: {2d6 [6 3] = 9+, 1d8 [1] = 1-} = 0"),
        ("{2d6*1d4}kl2", [6, 3, 1], "{2d6*1d4}kl2: {2d6*1d4}kl2 (2d6 [(6) 3] * 1d4 [1]) = 3"),
        ("let s = 2d6; s*s", [2, 3], "let s = 2d6; s*s: s = 2d6 [2 3] = 5; s (5) * s (5) = 25"),
        ("2x 1d6", [2, 3], "2x 1d6: 1d6 [2] = 2; 1d6 [3] = 3 = 2, 3"),
        ("d6 vs d8", [2, 3], "d6 vs d8: d6 [2] = 2 vs d8 [3] = 3 = -1"),
        ("(1d4)d6", [2, 3, 6], "(1d4)d6: (1d4)d6 (1d4 [2]; (1d4)d6 [3 6]) = 9"),
        ("floor(d6/4)", [6], "floor(d6/4): floor(d6 [6] / 4) = 1"),
        ("d6/4", [6], "d6/4: d6 [6] / 4 = 3/2"),
        ("2d{H,T}", ["H", "T"], "2d{H,T}: 2d{H,T} [H T] = H, T"),
        ("set(3d6)", [2, 3, 2], "set(3d6): set(3d6) [2 3 2] = 2"),
    ],
)  # fmt: skip
def test_a_roll_on_one_line(text, faces, line):
    assert rolled(text, *faces).line() == line


def test_many_faces_are_cut_short_in_the_line_and_complete_in_the_tree():
    result = roll(read("99d6"), SeededSource(1))
    assert "… 59 more]" in result.line()
    assert len(result.to_json()["tree"]["faces"]) == 99


def test_the_tree_tells_places_sub_totals_labels_and_the_history_of_each_die():
    result = rolled("2d6!kh2[fire] + 3 # burning", 6, 2, 4)
    document = result.to_json()
    assert json.loads(json.dumps(document)) == document
    assert document["comments"] == ["burning"]
    assert document["canonical"] == "2d6!kh2[fire]+3"
    assert document["value"] == 13
    labelled, constant = document["tree"]["parts"]
    assert (labelled["label"], labelled["notation"], labelled["span"], labelled["value"]) == (
        "fire",
        "2d6!kh2[fire]",
        [0, 13],
        10,
    )
    assert (constant["notation"], constant["span"], constant["value"]) == ("3", [16, 17], 3)
    faces = labelled["parts"][0]["faces"]
    told = ("die", "face", "fate", "exploded", "extra", "chain")
    assert [tuple(face[name] for name in told) for face in faces] == [
        ("d6", 6, "kept", True, False, 0),
        ("d6", 4, "kept", False, True, 0),
        ("d6", 2, "dropped", False, False, 1),
    ]


def test_members_of_a_group_tell_whether_they_were_kept_and_what_they_count():
    tree = rolled("{d6, d8}kh1>=5", 3, 7).to_json()["tree"]
    assert [(part["value"], part.get("fate"), part.get("counts")) for part in tree["parts"]] == [
        (3, "dropped", None),
        (7, None, 1),
    ]


def test_the_table_has_a_row_for_every_part():
    assert rolled("2d6[fire] + max(d4, 3)", 6, 2, 1).table() == [
        ("2d6[fire] + max(d4, 3)", "", "11"),
        ("  2d6[fire]", "", "8"),
        ("    2d6", "[6 2]", "8"),
        ("  max(d4, 3)", "", "3"),
        ("    d4", "[1]", "1"),
        ("    3", "", "3"),
    ]


NESTED = ["{4d6+5}kh3", "{4d6+5}kh3>10", "{2d6*2d4}kl2>3", "let a = d4; let b = (a)d6; a*b", "((d4))d(d6)"]


@pytest.mark.parametrize("text", NESTED)
def test_every_part_of_a_roll_has_the_text_that_it_came_from(text):
    def check(part):
        assert text[part.span[0] : part.span[1]] == part.notation
        for inner in part.parts:
            assert part.span[0] <= inner.span[0] <= inner.span[1] <= part.span[1]
            check(inner)

    result = roll(read(text), SeededSource(text))
    check(result.root)
    assert result.value == parse(text).roll(SeededSource(text)).value


def test_parts_stand_where_their_value_comes_from():
    (left, right) = rolled("{2d6+5}kh1", 2, 6).root.parts
    assert [(left.notation, left.value), (right.notation, right.value)] == [("2d6", 6), ("5", 5)]

"""Errors say where, what was expected, and what to write instead."""

import pytest

from oddsmith.dice import parse
from oddsmith.dice.expressions.arithmetic import Formula
from oddsmith.errors import BadInput, NotationError, OddsmithError, TooLarge


@pytest.mark.parametrize(
    ("text", "code", "marked", "suggestion"),
    [
        ("", "notation-expected", "", ""),
        ("4d6kh", "notation-expected", "", "`kh1`"),
        ("2d20kl + 1", "notation-expected", " ", "`kl1`"),
        ("4d6 +", "notation-expected", "", ""),
        ("4d6)", "notation-expected", ")", ""),
        ("(4d6", "notation-expected", "", ""),
        ("{4d6, 2", "notation-expected", "", ""),
        ("2d{(1,0),(0,1)}+(1,0)", "notation-expected", ",", "d{(1,0)} for a tuple, {4d6, 3d8} for a group"),
        ("issuperset(5d6, {6,6,5})", "notation-dice", "{6,6,5}", "(2d{6}&1d{5}) for two 6s and a 5"),
        ("issuperset(5d6, 6)", "notation-dice", "6", ""),
        ("4d6 fire", "notation-expected", "fire", "[fire] or # fire"),
        ("4d6 d1", "notation-expected", "d", ""),
        ("-4d6", "notation-expected", "-", "0-4d6"),
        ("-(2+3)", "notation-expected", "-", "0-(2+3)"),
        ("-2^2", "notation-expected", "-2^", "(-2)^2 or 0-2^2"),
        ("1d20---6", "notation-expected", "-", "0--6"),
        ("6d6 | 6d6", "notation-dialect", "6d6 | 6d6", "union(6d6, 6d6)"),
        ("2d6! || d8", "notation-dialect", "2d6! || d8", "union(2d6!, d8)"),
        ("6d6&4d8kh1", "notation-dialect", "6d6&4d8kh1", "intersection(6d6, 4d8kh1)"),
        ("6d6 & 4d8", "notation-dialect", "6d6 & 4d8", "(6d6&4d8) or intersection(6d6, 4d8)"),
        ("2d6 | fire", "notation-dialect", "2d6 | fire", "2d6 # fire"),
        ("d{1:1/3}", "notation-number", "1/", ""),
        ("2d6r!=3", "notation-expected", "!=", "`<>` for any other face"),
        ("2d6>==3", "notation-expected", "=", "one of = <> > >= < <="),
        ("2d6f=1", "notation-expected", "f", ""),
        ("2d6min1min2", "notation-expected", "min", ""),
        ("2d6!=1!!=2", "notation-expected", "!!=2", ""),
        ("d6 vs d6 vs d6", "notation-expected", "vs", ""),
        ("/* no end", "notation-expected", "/*", ""),
        ("d6; d8", "notation-expected", ";", ""),
        ("floor(1, 2)", "notation-expected", "floor(1, 2)", ""),
        ("01d6", "notation-number", "01", "1"),
        ("1.5d6", "notation-dice", "1.5d", ""),
        ("(1/2)d6", "notation-dice", "(1/2)d6", ""),
        ("0d6", "notation-dice", "0d6", ""),
        ("d0", "notation-dice", "d0", ""),
        ("2d{H,T}>H", "notation-dice", ">H", ""),
        ("{4d6*{2,3}}kh1", "notation-dice", "{4d6*{2,3}}kh1", ""),
        ("(4d6kh3&d4)", "notation-dice", "4", ""),
        ("(2d8&d6)!", "notation-dice", "!", "(2d8!&3d6!)kh2"),
        ("strength+2", "notation-name", "strength", "let strength = 2; strength+2"),
        ("let str = 4d6; st + 2", "notation-name", "st", "`str`"),
        ("flor(7/2)", "notation-name", "flor", "`floor`"),
    ],
)
def test_an_error_has_a_code_a_place_and_a_suggestion(text, code, marked, suggestion):
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert (error.code, error.suggestion) == (code, suggestion)
    assert text[error.place.start : error.place.end].startswith(marked)
    assert error.message


@pytest.mark.parametrize(
    ("text", "where", "instead"),
    [
        ("4d6e6", "d20", "`!=6`"),
        ("4d6e>4", "d20", "`!>4`"),
        ("4d6rr<3", "d20", "`r<3`"),
        ("4d6ra6", "d20", "`!{1}=6`"),
        ("4d6e", "Fantasy Grounds", "`!`"),
        ("(3d4+2d6)kl2", "Fantasy Grounds", "`{3d4+2d6}kl2`"),
        ("4d6mi2", "d20", "`min2`"),
        ("4d6pl1", "d20", "`dl1`"),
        ("4d6x>=5", "Foundry", "`!>=5`"),
        ("4d6xo", "Foundry", "`!{1}`"),
        ("4d6even", "Foundry", "`a compare point for each face, such as =2=4=6`"),
        ("[[4d6]]", "Roll20", "4d6"),
        ("/roll 4d6", "chat command", "4d6"),
        ("4d6L", "RANDSUM", "`dl1`"),
        ("4d6R{<3,>5}", "RANDSUM", "`r<3r>5`"),
        ("sum largest 3 4d6", "Troll", "4d6kh3"),
        ("count 7 =< 10d10", "Troll", "10d10>=7"),
        ("x := 4d6; x + x", "Troll", "let x = 4d6; x + x"),
        ("output [highest 3 of 4d6]", "AnyDice", "4d6kh3"),
        ("d20adv", "Avrae", "2d20kh1"),
    ],
)
def test_what_another_program_writes_is_recognized(text, where, instead):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert caught.value.code == "notation-dialect"
    assert where in caught.value.message
    assert caught.value.suggestion == instead


@pytest.mark.parametrize(
    "suggested", ["4d6!=6", "4d6!>4", "4d6r<3", "4d6!{1}=6", "4d6min2", "4d6r<3r>5", "10d10>=7", "let x = 4d6; x + x"]
)
def test_what_is_suggested_can_be_read(suggested):
    parse(suggested)


@pytest.mark.parametrize(("text", "instead"), [("4d6kx3", "`k1`"), ("4d6khx", "`kh1`"), ("4d6dle", "`dl1`")])
def test_behind_keep_or_drop_nothing_is_guessed_but_how_many(text, instead):
    with pytest.raises(NotationError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.suggestion) == ("notation-expected", instead)


def test_dice_that_cannot_be_are_errors_of_the_dice_with_the_place_of_the_term():
    with pytest.raises(OddsmithError, match="explode") as caught:
        parse("3 + {999d6!>0, 4}kh1")
    assert caught.value.code == "bad-input"
    assert caught.value.place is not None
    assert caught.value.place.excerpt().splitlines() == ["3 + {999d6!>0, 4}kh1", "     ^^^^^^^^"]


def test_the_excerpt_of_a_long_line_is_cut_around_the_place():
    with pytest.raises(NotationError) as caught:
        parse("d6+" * 40 + "?" + "+d6" * 40)
    line, mark = caught.value.place.excerpt().splitlines()
    assert len(line) <= 72
    assert line[mark.index("^")] == "?"


def test_the_excerpt_shows_the_line_that_is_wrong():
    with pytest.raises(NotationError) as caught:
        parse("let a = 4d6;\na + ?")
    assert caught.value.place.excerpt() == "a + ?\n    ^"


@pytest.mark.parametrize(
    "text",
    [
        "999999d999999",
        "1000d6kh500",
        "9" * 5000,
        "d" + "9" * 5000,
        "9^9^9^9",
        "2^(9^9000)",
        "1000x 999d6",
        "d9" + "0" * 20,
    ],
)
def test_what_is_too_large_is_refused_with_an_estimate(text):
    with pytest.raises(TooLarge) as caught:
        parse(text).distribution()
    assert caught.value.estimate > caught.value.limit


@pytest.mark.parametrize("readers", ["pairs", 3, [3], ["pairs"], Formula("pairs", max), None])
def test_readers_are_a_list_of_readers_and_formulas(readers):
    with pytest.raises(BadInput, match="a list of readers and formulas"):
        parse("pairs(d6, d6)", readers)

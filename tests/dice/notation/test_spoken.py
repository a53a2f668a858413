"""Notation as people type it means what they say, and no notation changes its meaning."""

from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given
from tests.dice.notation.strategies import expressions

from oddsmith.answers.documents.notation import notation_odds, notation_roll
from oddsmith.dice import ScriptedSource, parse, read
from oddsmith.dice.notation.dialects.reminders import reminders
from oddsmith.dice.notation.dialects.spoken import as_notation
from oddsmith.errors import NotationError


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("4d6 drop lowest", "4d6dl1"),
        ("4d6 drop the lowest", "4d6dl1"),
        ("4d6, drop lowest", "4d6dl1"),
        ("4d6 dropping the lowest die", "4d6dl1"),
        ("4d6 Drop Lowest", "4d6dl1"),
        ("4d6 keep highest 3", "4d6kh3"),
        ("4d6 keep the 3 best", "4d6kh3"),
        ("4d6 keep 3", "4d6kh3"),
        ("4d6 drop 1", "4d6dl1"),
        ("5d6 drop lowest and highest", "5d6dl1dh1"),
        ("4d6 drop lowest [strength] + 1", "4d6dl1[strength] + 1"),
        ("highest 3 of 4d6", "4d6kh3"),
        ("the best of 2d20 + 5", "2d20kh1 + 5"),
        ("lowest of 3d%", "3d%kl1"),
        ("middle of 3d20", "3d20km1"),
        ("2d20 adv", "2d20kh1"),
        ("d20 adv", "2d20kh1"),
        ("1d20 + 5 with advantage", "2d20kh1 + 5"),
        ("d20+d4+5 dis", "2d20kl1+d4+5"),
        ("d20 disadvantage", "2d20kl1"),
        ("d12 adv", "2d12kh1"),
        ("3 d 6", "3d6"),
        ("3 d6 + 2 d 8", "3d6 + 2d8"),
        ("2w6", "2d6"),
        ("2W6 + 3", "2d6 + 3"),
        ("W20", "d20"),
        ("2d6×3", "2d6*3"),
        ("2d6 − 1", "2d6 - 1"),
        ("20÷2d10", "20/2d10"),
        ("2d6 plus 3", "2d6 + 3"),
        ("2d6 minus 1", "2d6 - 1"),
        ("3d6 exploding", "3d6!"),
        ("exploding 3d6", "3d6!"),
        ("d20 + 5 vs DC 15", "(d20 + 5)>=15"),
        ("2d6 vs AC 7", "(2d6)>=7"),
        ("d20+5 vs. DC 15", "(d20+5)>=15"),
        ("d20 adv vs DC 15", "(2d20kh1)>=15"),
        ("d4 + d20 adv", "d4 + 2d20kh1"),
        ("1d6+1d20+3 dis", "1d6+2d20kl1+3"),
        ("3d6+d20 adv", "3d6+2d20kh1"),
        ("d12 adv + d8 adv", "2d12kh1 + 2d8kh1"),
        ("d20 adv - d20 dis", "2d20kh1-2d20kl1"),
        ("d20 + 5 ≥ 15", "d20 + 5 >= 15"),
        ("4d6 minus lowest", "4d6dl1"),
        ("4d6 minus the lowest + 2", "4d6dl1 + 2"),
        ("4d6-L", "4d6dl1"),
        ("4d6 ignoring the lowest", "4d6dl1"),
        ("4d6 discard lowest 2", "4d6dl2"),
        ("2d6 take highest", "2d6kh1"),
        ("2d6 use the 2 lowest", "2d6kl2"),
        ("4d6 best 3", "4d6kh3"),
        ("2d20 high", "2d20kh1"),
        ("2d20 lower", "2d20kl1"),
        ("higher of d6 and d8", "{d6, d8}kh1"),
        ("best of d6, d8 or d10", "{d6, d8, d10}kh1"),
        ("d4 + d6 take the higher", "{d4, d6}kh1"),
        ("advantage d20 + 5", "2d20kh1 + 5"),
        ("1d20+5 (adv)", "2d20kh1+5"),
        ("3d6 count 5+", "3d6>=5"),
        ("count 5+ in 3d6", "3d6>=5"),
        ("5d10 successes on 7 or more", "5d10>=7"),
        ("6d6 count sixes", "6d6=6"),
        ("how many 6s in 6d6", "6d6=6"),
        ("8d10 target 8", "8d10>=8"),
        ("10d10 difficulty 6", "10d10>=6"),
        ("3d6 explode on 5+", "3d6!>=5"),
        ("3d6 exploding 6s", "3d6!"),
        ("3d6 at least 10", "(3d6)>=10"),
        ("d100 under 45", "(d100)<45"),
        ("2d6+1 exactly 7", "(2d6+1)=7"),
        ("chance of 10 or more on 3d6", "(3d6)>=10"),
        ("odds of rolling a 7 on 2d6", "(2d6)=7"),
        ("2d6 twice", "2x 2d6"),
        ("4d6 drop lowest, 6 times", "6x 4d6dl1"),
        ("two d6", "2d6"),
        ("a d20", "d20"),
        ("2 6-sided dice", "2d6"),
        ("d00", "d100"),
        ("4dFate", "4dF"),
        ("3d6 divided by 2", "3d6 / 2"),
        ("2d6 and 1d8", "2d6 + 1d8"),
        ("2d6+1≤7", "2d6+1<=7"),
        ("2d6+1≠7", "2d6+1<>7"),
    ],
)
def test_it_is_read_as_it_is_meant(typed, meant):
    assert parse(typed) == parse(meant)
    assert parse(read(typed).text) == parse(meant)
    assert read(typed).text == as_notation(typed) != typed


@pytest.mark.parametrize("typed", ["4d6 # drop lowest × 2", "2d6[w6 adv]", '2d{"a × b",c}="a × b"', "4d6 /* 2w6 */"])
def test_what_is_written_for_people_stays(typed):
    assert as_notation(typed) == typed


@given(expressions())
def test_a_notation_is_never_written_anew(expression):
    text = str(expression)
    assert read(text).text == text


@pytest.mark.parametrize(
    ("typed", "question", "instead"),
    [
        ("4d6 reroll 1s", "once, or until", "4d6ro1 or 4d6r1"),
        ("4d6 rerolling 2", "once, or until", "4d6ro2 or 4d6r2"),
        ("4d6 drop lowest reroll 1s", "once, or until", "4d6dl1ro1 or 4d6dl1r1"),
        ("4d6 reroll 1 and 2", "once, or until", "ro<3 or r<3"),
        ("2d6 adv", "one more die", "3d6kh2 or {2d6, 2d6}kh1"),
        ("2d6 disadvantage", "one more die", "3d6kl2 or {2d6, 2d6}kl1"),
        ("3d6 x 2", "a product, or as many rolls", "3d6*2 or 2x 3d6"),
        ("d6 x3", "a product, or as many rolls", "d6*3 or 3x d6"),
        ("d20+5 x3", "a product, or as many rolls", "(d20+5)*3 or 3x d20+5"),
    ],
)
def test_what_may_be_two_things_is_asked(typed, question, instead):
    with pytest.raises(NotationError) as caught:
        parse(typed)
    assert question in caught.value.message
    assert caught.value.suggestion == instead
    for text in instead.split(" or "):
        parse(text if text[0] != "r" else f"4d6{text}")


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("roll 3d6", "3d6"),
        ("roll 4d6 drop lowest", "4d6dl1"),
        ("/r 3d6 six times", "6x 3d6"),
        ("[highest 3 of 4d6]", "4d6kh3"),
        ("repeat(4d6kh3, 6)", "6x 4d6kh3"),
        ("6 4d6", "6x 4d6"),
        ("coin", "d{heads,tails}"),
        ("flip 3 coins", "3d{heads,tails}=heads"),
        ("1d20+5 | attack", "1d20+5 # attack"),
        ("1d20+1d4 (bless)", "1d20+1d4 [bless]"),
        ("Attack roll: 1d20+7", "1d20+7 # Attack roll"),
        ("sum of 3d6", "3d6"),
        ("1d6 + STR", "let STR = 2; 1d6 + STR"),
    ],
)
def test_what_is_asked_to_be_written_can_be_read(typed, instead):
    with pytest.raises(NotationError) as caught:
        parse(typed)
    assert caught.value.suggestion == instead
    parse(instead)


@pytest.mark.parametrize("typed", ["roll under 45", "half of 8d6", "fireball", "dX"])
def test_nothing_is_suggested_that_could_not_be_read_either(typed):
    with pytest.raises(NotationError) as caught:
        parse(typed)
    assert caught.value.suggestion == ""


def test_words_behind_dice_are_offered_as_a_label():
    with pytest.raises(NotationError) as caught:
        parse("1d8+3d6 sneak attack")
    assert caught.value.suggestion == "[sneak attack] or # sneak attack"
    assert "The words sneak attack do not belong here." in caught.value.message
    parse("1d8+3d6 [sneak attack]")


def test_what_some_bots_repeat_is_told_to_be_a_comment():
    odds = notation_odds(read("6#4d6kh3"))
    assert odds["warnings"] == ["What follows # is a comment, so this rolls nothing. To roll 6 times: 6x 4d6kh3."]


@pytest.mark.parametrize(
    "typed",
    [
        *("drop lowest", "4d6 drop the ball", "2d20 advert", "w", "d20 vs DC", "\ufffc", "2d6×"),
        *("2d6+1 drop 3", "10 drop 3", "(4d6)+4 keep 1", "2d6>=5 drop 1"),  # 1d3, 10d3, ... would be other dice
        *("d8+d6 adv", "(2d6) + d8 adv", "2d20+d20 adv"),  # which of them?
    ],
)
def test_what_is_not_understood_is_refused_as_it_was_typed(typed):
    with pytest.raises(NotationError) as caught:
        parse(typed)
    assert caught.value.place.text == typed


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("d66", "d6*10+d6"),
        ("1d88 + 1", "d8*10+d8"),
        ("10d10!{10}>=7", "10d10>=7!{10}"),
        ("5d6!>=5 + 2", "5d6>=5!"),
        ("5d6!<=2", "5d6<=2!"),
        ("2d6>=7", "(2d6)>=7"),
        ("3+1d20>=15", "(3+1d20)>=15"),
        ("1d20+1d4>=15", "(1d20+1d4)>=15"),
        ("20-2d6<=12", "(20-2d6)<=12"),
    ],
)
def test_the_other_meaning_is_told(text, other):
    (reminder,) = reminders(parse(text))
    assert reminder.endswith(f" {other}.")
    parse(other)
    assert notation_odds(read(text))["warnings"] == [reminder]


@pytest.mark.parametrize(
    "text", ["d6", "2d66", "10d10>=7!", "5d6!", "5d6!6", "5d6!!>=5", "d6!>=5", "4d6kh3", "2d6>=5+1d6>=6"]
)
def test_where_nothing_is_in_doubt_nothing_is_told(text):
    assert reminders(parse(text)) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "d20=d20",
            "No die here has the face d20, so =d20 counts no die. To compare what two sides roll: 1d20 vs d20.",
        ),
        ("3d6=crit", "No die here has the face crit, so =crit counts no die."),
        ("d20=25", "No die here has the face 25, so =25 counts no die."),
        ("4d6d6", "No die is kept by dl6: the total is 0. To add another die: 4d6+d6."),
        ("3d6>=19", "No die here shows 19 or more, so >=19 counts no die."),
        ("3d6<=0", "No die here shows 0 or less, so <=0 counts no die."),
        ("2d6kh0", "No die is kept by kh0: the total is 0."),
        ("4d6kh3dl3 + 1", "No die is kept by kh3dl3: the total is 0."),
    ],
)
def test_what_can_only_give_nothing_is_said(text, told):
    assert notation_odds(read(text))["warnings"] == [told]


@pytest.mark.parametrize(
    "text",
    ["3d6=6", "d{a,b}=a", "4d6kh3dl2", "(2d8&3d6)=8", "(2d8&3d6)>=8", "4d6dl3", "3d6>=6", "3d6!!>=7", "3d6min7>=7"],
)
def test_what_can_give_something_is_not_warned_of(text):
    assert reminders(parse(text)) == ()


def test_a_comparison_is_a_chance_and_a_count_counts_successes():
    odds = notation_odds(read("1d20+5>=15"))
    assert {name: entry["p"] for name, entry in odds["events"].items()} == {"success": "11/20", "failure": "9/20"}
    assert odds["measures"] == {}
    assert odds["exact"]
    rolled = notation_roll(read("1d20+5>=15"), ScriptedSource([10]))
    assert rolled["events"] == {"success": True, "failure": False}
    counted = notation_odds(read("5d10>=7"))
    assert counted["titles"]["total"] == "successes"
    assert Fraction(counted["measures"]["total"]["mean"]["exact"]) == 2


def test_a_long_text_of_nothing_is_refused_at_once():
    began = process_time()
    for text in (" " * 500, "d20" + " " * 490, " " * 240 + "+" + " " * 240, "d20 dc" + " " * 490):
        as_notation(text)
    assert process_time() - began < 0.5  # a second for the first alone, where every split of the spaces was tried

"""The documents for dice notation."""

import json
from fractions import Fraction
from math import comb

import pytest
from tests.dice.work import SECOND, at_most

from oddsmith.answers.documents.notation import notation_odds, notation_roll
from oddsmith.answers.documents.notation_simulation import notation_rolls, notation_simulation
from oddsmith.answers.format.json_values import fraction
from oddsmith.dice import ScriptedSource, read
from oddsmith.errors import BadInput, TooLarge


def odds(text):
    document = notation_odds(read(text))
    assert json.loads(json.dumps(document)) == document
    return document


def test_odds_have_the_shape_of_those_of_a_system():
    document = odds("4D6k3 + 0")
    assert (document["schema"], document["system"], document["action"]) == ("oddsmith/odds/1", "notation", "4d6kh3+0")
    assert (document["inputs"], document["exact"], document["unresolved"]) == ({"notation": "4D6k3 + 0"}, True, "0")
    total = document["measures"]["total"]
    assert total["mean"]["exact"] == "15869/1296"
    assert (total["mode"], total["min"], total["max"]) == (13, 3, 18)
    assert total["pmf"][0] == [3, "1/1296", 1 / 1296]
    assert total["at_least"][-2:] == [[17, "25/432", 25 / 432], [18, "7/432", 7 / 432]]
    assert total["at_most"][1] == [4, "5/1296", 5 / 1296]


def test_an_unbounded_total_has_a_tail_and_is_exact():
    document = odds("10d10>=7!")
    total = document["measures"]["total"]
    assert document["exact"] is True
    assert total["mean"]["exact"] == "40/9"
    assert 0 < fraction(total["tail"]) < Fraction(1, 10**18)


def test_two_against_each_other_have_three_events():
    document = odds("d6 vs d8")
    assert {name: entry["p"] for name, entry in document["events"].items()} == {
        "win": "5/16",
        "tie": "1/8",
        "lose": "9/16",
    }
    assert document["titles"]["total"] == "lead of the left one"
    assert document["measures"]["total"]["mean"]["exact"] == "-1"


def test_a_test_of_two_pools_succeeds_or_fails():
    document = odds("isdisjoint(1d6, 2d6)")
    assert document["measures"] == {}
    assert {name: entry["p"] for name, entry in document["events"].items()} == {"success": "25/36", "failure": "11/36"}
    rolled = notation_roll(read("isdisjoint(1d6, 2d6)"), ScriptedSource([1, 2, 1]))
    assert (rolled["outcome"], rolled["verdict"]) == ({"total": False}, ["failure"])


def test_dice_that_are_thrown_again_and_added_have_a_total_and_no_successes():
    assert odds("2d{1..5,6!}")["titles"]["total"] == "total"
    assert odds("2d6>=6!")["titles"]["total"] == "successes"


def test_a_repetition_tells_of_each_and_of_all_together():
    measures = odds("3x d6")["measures"]
    assert {name: entry["mean"]["exact"] for name, entry in measures.items()} == {
        "total": "7/2",
        "sum": "21/2",
        "highest": "119/24",  # the sum over k of P(highest >= k) = 6 - (1 + 8 + 27 + 64 + 125)/216
        "lowest": "49/24",
    }


def test_values_that_are_no_numbers_are_events():
    document = odds("d{hit,miss:2}")
    assert document["measures"] == {}
    assert {name: entry["p"] for name, entry in document["events"].items()} == {"miss": "2/3", "hit": "1/3"}
    assert odds("2x d{H,T}")["events"]["H, T"]["p"] == "1/4"


def test_a_die_with_more_sides_than_can_be_listed_has_its_numbers_and_no_rows():
    total = odds("d9999999999")["measures"]["total"]
    assert (total["min"], total["mean"]["exact"], total["max"]) == (1, "5000000000", 9_999_999_999)
    assert (total["pmf"], total["tail"], total["quantiles"]["0.5"]) == ([], "1", 5_000_000_000)


def test_a_roll_has_the_line_the_tree_and_a_trail():
    document = notation_roll(read("4d6kh3 + 2"), ScriptedSource([6, 2, 5, 4]))
    assert json.loads(json.dumps(document)) == document
    assert document["schema"] == "oddsmith/roll/1"
    assert (document["outcome"], document["measures"]) == ({"total": 17}, {"total": 17})
    assert document["line"] == "4d6kh3 + 2: 4d6kh3 [6 (2) 5 4] + 2 = 17"
    assert document["tree"]["parts"][0]["value"] == 15
    (entry,) = document["trail"]
    assert (entry["kind"], entry["expression"], len(entry["faces"])) == ("roll", "4d6kh3+2", 4)


def test_an_opposed_roll_says_who_is_ahead():
    assert notation_roll(read("d6 vs d8"), ScriptedSource([5, 3]))["events"] == {
        "win": True,
        "tie": False,
        "lose": False,
    }


def test_a_simulation_has_the_shape_of_the_odds():
    document = notation_simulation(read("2d6"), 10_000, seed=3)
    total = document["measures"]["total"]
    assert (document["schema"], document["runs"], document["seed"]) == ("oddsmith/simulate/1", 10_000, 3)
    assert sum(count for _, count, _ in total["pmf"]) == 10_000
    assert abs(total["mean"]["float"] - 7) < 5 * total["se"]
    assert notation_simulation(read("2d6"), 10_000, seed=3) == document


@pytest.mark.parametrize("text", ["(d6)>=3", "issubset(1d6, (1d{3}&1d{4}&1d{5}&1d{6}))"])
def test_a_simulation_of_a_test_has_its_events(text):
    document = notation_simulation(read(text), 600, seed=3)
    assert document["measures"] == {}
    assert document["events"].keys() == {"success", "failure"}
    assert document["events"]["success"]["count"] + document["events"]["failure"]["count"] == 600
    assert abs(document["events"]["success"]["count"] - 400) < 60  # five standard errors


def test_a_simulation_answers_where_the_odds_are_refused():
    notation = read("60d100000u")
    with pytest.raises(TooLarge):
        notation_odds(notation)
    mean = notation_simulation(notation, 200, seed=1)["measures"]["total"]["mean"]["float"]
    assert 2_700_000 < mean < 3_300_000


def test_outcomes_past_the_thousand_likeliest_are_counted_and_nothing_is_called_unresolved():
    document = odds("classes(30d6,a=6,b=1,c=5)")  # (six, one, five, others): 33 over 3 ways for 30 dice
    assert (document["exact"], document["unresolved"]) == (True, "0")
    assert len(document["events"]) + document["unlisted"]["outcomes"] == comb(33, 3)
    listed = sum(Fraction(event["p"]) for event in document["events"].values())
    assert listed + Fraction(document["unlisted"]["p"]) == 1
    assert "unlisted" not in odds("classes(3d6,a=6,b=1,c=5)")


def test_many_rolls_come_in_the_order_in_which_they_were_rolled():
    document = notation_rolls(read("d6"), 1_000, seed=1)
    assert document["schema"] == "oddsmith/rolls/1"
    assert sorted(document["values"])[::200] == [1, 2, 3, 4, 5]
    assert document["values"] != sorted(document["values"])


def test_the_number_of_runs_is_checked():
    with pytest.raises(BadInput, match="runs"):
        notation_simulation(read("d6"), 0)


@pytest.mark.parametrize(
    "text",
    [
        "500d10!>=2",
        "(10d20)d(5d10)",
        "straight(999d999)",
        "classes(60d6!, a=6, b=1, c=5)",
        "straight(300d10!)",
        "(5d4&5d6&5d8&5d10&5d12&5d20)kh15",
        "900d100kh400",
    ],
)
def test_what_is_too_large_is_refused_soon(text):
    with at_most(SECOND), pytest.raises(TooLarge):
        odds(text)


def test_a_total_of_too_many_values_has_a_tail_in_place_of_rows():
    total = odds("d1000000+d1000000")["measures"]["total"]
    assert (total["pmf"], total["tail"], total["mean"]["exact"]) == ([], "1", "1000001")

"""The document of best play, against a dynamic program of a few lines."""

import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from oddsmith.answers.documents.best import best_document, best_policy
from oddsmith.answers.documents.fast import fast_document
from oddsmith.answers.format.json_values import fraction
from oddsmith.answers.question import question
from oddsmith.dice import ScriptedSource
from oddsmith.errors import BadInput, TooLarge
from oddsmith.rules import play
from oddsmith.systems import System, system

LANDS = Fraction(6, 20)  # a d20 reaches 15


def crossing(oil: int, watched: bool, price: Fraction) -> Fraction:
    """Return the worth of crossing before the roll, when one flask costs `price`."""
    again = crossing(oil, False, price) if watched else 1
    fall = max(Fraction(0), crossing(oil - 1, watched, price) - price) if oil else Fraction(0)
    return LANDS * min(Fraction(1), again) + (1 - LANDS) * fall


@pytest.mark.parametrize("oil", [0, 1, 5])
@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("price", [Fraction(0), Fraction(1, 100), Fraction(2, 5)])
def test_the_value_is_that_of_a_dynamic_program(lantern: System, oil: int, watched: bool, price: Fraction):
    asked = question(lantern, "cross", {"target": 15, "oil": oil, "warden": watched})
    document = best_document(asked, "over", {"oil-burnt": price} if price else None)
    assert fraction(document["value"]["exact"]) == crossing(oil, watched, price)


def test_the_value_is_the_chance_of_the_goal_under_best_play_and_spending_nothing_is_told_beside_it(lantern: System):
    document = best_document(question(lantern, "cross", {"target": 15, "oil": 2}), "over")
    assert document["value"]["exact"] == document["events"]["over"]["p"] == "657/1000"  # 1 - 0.7^3
    assert document["unspent"]["exact"] == "3/10"
    assert (document["goal"], document["prices"]) == ("over", {})


def test_the_plan_says_what_is_known_what_to_choose_and_what_every_option_is_worth(lantern: System):
    plan = best_document(question(lantern, "cross", {"target": 20, "oil": 1}), "over")["plan"]
    (first,) = plan  # the same for all faces below 20
    assert first["at"]["rule"] == "step"
    assert first["at"]["says"].startswith("2: roll against the target")
    assert first["at"]["arguments"]["oil"] == 1
    assert first["at"]["known"] in [[face] for face in range(1, 20)]
    assert (first["who"], first["choose"]) == ("player", "burn oil")
    assert first["values"] == {
        "turn back": {"exact": "0", "float": 0.0},
        "burn oil": {"exact": "1/20", "float": 0.05},
    }
    assert first["reached"]["exact"] == "19/20"


def test_decisions_that_best_play_comes_to_are_listed_first(lantern: System):
    document = best_document(question(lantern, "cross", {"target": 2, "oil": 2}), "over", {"oil_burnt": "99/100"})
    reached = [advice["reached"]["float"] > 0 for advice in document["plan"]]
    assert reached == sorted(reached, reverse=True)
    assert not all(reached)


def test_of_too_many_decisions_the_most_frequent_are_listed(lantern: System):
    document = best_document(question(lantern, "cross", {"target": 15, "oil": 9}), "over", most=4)
    assert document["decisions"] == {"all": 9, "reached": 9}
    assert [advice["at"]["arguments"]["oil"] for advice in document["plan"]] == [9, 8, 7, 6]


def test_prices_may_be_decimals_or_fractions_and_are_told_exactly(lantern: System):
    asked = question(lantern, "cross", {"target": 15, "oil": 2})
    assert best_document(asked, "over", {"oil-burnt": "0.001"})["prices"] == {"oil_burnt": "1/1000"}
    assert best_document(asked, "over", {"oil_burnt": "1/1000"})["prices"] == {"oil_burnt": "1/1000"}


def test_of_plans_that_are_equally_good_the_one_that_spends_least_is_told():
    document = best_document(question("edged-coins", "toss", {"rank": 0, "ec": 30}), "success")
    # With 30 coins success is certain in many ways. R4.10, R4.11: 1 for an effort, and then in half of all tosses
    # (rank 1) 10 to buy the success, costs 6; without the effort it is bought in three of four tosses, for 7.5.
    assert document["value"]["exact"] == "1"
    assert document["measures"]["ec_spent"]["mean"]["exact"] == "6"
    assert document["opening"] == ["effort"]


def test_an_event_may_have_a_price_as_well(lantern: System):
    asked = question(lantern, "cross", {"target": 15, "oil": 2})
    assert best_document(asked, "coin_paid, over worth 1/2 each")["prices"] == {"over": "1/2"}
    document = best_document(asked, "oil_burnt", {"over": 10})
    # A flask brings 1 and costs 10 * 3/10, the chance to cross with it.
    assert document["measures"]["oil_burnt"]["mean"]["exact"] == "0"
    assert document["value"]["exact"] == str(-10 * LANDS)


def test_a_measure_may_be_the_goal(lantern: System):
    document = best_document(question(lantern, "cross", {"target": 20, "oil": 2}), "oil-burnt")
    assert document["value"]["exact"] == str(Fraction(19, 20) + Fraction(19, 20) ** 2)


def test_an_unknown_goal_is_answered_with_all_there_are(lantern: System):
    with pytest.raises(BadInput, match="Allowed: over, oil_burnt, coin_paid") as error:
        best_document(question(lantern, "cross", {"target": 15}), "under")
    assert error.value.field == "goal"


@pytest.mark.parametrize(("name", "price"), [("luck", "1"), ("oil_burnt", "cheap"), ("oil_burnt", "1/0")])
def test_a_price_needs_something_that_an_outcome_tells_and_a_number(lantern: System, name: str, price: str):
    with pytest.raises(BadInput, match="price"):
        best_document(question(lantern, "cross", {"target": 15}), "over", {name: price})


def test_only_the_goal_and_the_priced_are_asked_where_groups_are_asked_apart(lantern: System):
    asked = question(lantern, "cross", {"target": 15, "oil": 1})
    asked = replace(asked, action=replace(asked.action, apart=(frozenset({"over"}),)))
    document = best_document(asked, "over", {"oil_burnt": 0})
    assert list(document["events"]) == ["over"]
    assert list(document["measures"]) == ["oil_burnt"]


def test_the_best_policy_answers_the_decisions_of_a_roll(lantern: System):
    asked = question(lantern, "cross", {"target": 15, "oil": 2})
    run = play(asked.call(), ScriptedSource([3, 3, 18]), best_policy(asked, "over"))
    assert (run.outcome.over, run.outcome.oil_burnt) == (True, 2)


@pytest.mark.parametrize(
    ("action", "inputs", "goal"),
    [
        ("duel", {"rank": 2, "hc": 20, "ec": 60, "against_rank": 2, "against_hc": 20, "against_ec": 60}, "win"),
        ("attack", {"rank": 2, "ec": 200, "opposing_ec": 200}, "damage"),
        ("fire", {"potency": 3, "hc": 100}, "free"),
    ],
)
def test_what_would_take_too_much_is_refused_before_it_starts(action, inputs, goal, monkeypatch):
    monkeypatch.setattr("oddsmith.answers.documents.best.unfold", lambda *_, **__: pytest.fail("it has started"))
    with pytest.raises(TooLarge, match="Enter less"):
        best_document(question("edged-coins", action, inputs), goal)


def test_a_game_too_large_to_be_explored_whole_is_solved_in_stages(monkeypatch: pytest.MonkeyPatch):
    sides = {"rank": 2, "hc": 3, "ec": 6, "against_rank": 1, "against_hc": 3, "rounds": 6}
    whole = best_document(question("edged-coins", "duel", sides), "win")
    monkeypatch.setattr(sys.modules["oddsmith.rules.run.best"], "_WHOLE", 50)
    in_stages = best_document(question("edged-coins", "duel", sides), "win")
    assert in_stages["value"] == whole["value"]
    assert in_stages["events"] == whole["events"]
    # Subgames know only of the decisions that best play comes to.
    assert in_stages["decisions"]["all"] == in_stages["decisions"]["reached"] < whole["decisions"]["all"]


def test_a_situation_is_told_where_only_some_know_a_name():
    # R0.5: a later test knows the successes so far, the first one does not; both offer the same hands.
    asked = question("mod-dot", "hands", {"pool": 2, "other": "chooses"})
    plan = best_document(asked, "success", {"successes": "0"})["plan"]
    told = [(entry["who"], repr(entry["situation"])) for entry in plan if entry["reached"]["float"] > 0]
    assert len(set(told)) == len(told)


# A toss of rank 2 succeeds in 3 of 4 cases, rank 3 in 13 of 16 (R4.1). 20 EC pay for an effort (1) and three re-tosses
# (5), or for four re-tosses, or for an effort and a purchase (10).
TOSSES = {
    "no effort": Fraction(3, 4),
    "effort": Fraction(13, 16),
    "re-toss": 1 - Fraction(1, 4) ** 5,
    "effort, re-toss": max(1 - Fraction(3, 16) ** 4, 1 - Fraction(1, 4) ** 5),
    "effort and buy": Fraction(1),
}


@pytest.mark.parametrize("only", TOSSES)
def test_best_play_takes_only_the_options_that_the_goal_names(only: str):
    asked = question("edged-coins", "toss", {"rank": 2, "ec": 20})
    document = best_document(asked, f"success with only {only}")
    assert fraction(document["value"]["exact"]) == max(Fraction(3, 4), TOSSES[only])
    taken = {entry["choose"] for entry in document["plan"]}
    assert taken <= {"no effort", "accept", *document["only"]}
    fast = fast_document(asked, f"success with only {only}")
    assert fast["value"]["low"] <= TOSSES[only] <= fast["value"]["high"]


def test_options_that_nobody_is_offered_are_told_with_those_that_are():
    asked = question("edged-coins", "toss", {"rank": 2, "ec": 20})
    with pytest.raises(
        BadInput, match=r"no effort, effort, accept \(let it stand\), re-toss \(re-toss for 5 EC\), buy \("
    ):
        best_document(asked, "success with only luck")
    with pytest.raises(BadInput, match="every option may be taken"):
        best_policy(asked, "success with only buy")


def test_a_goal_of_totals_without_end_is_refused_in_words_of_goals():
    hands = question(system("mod-dot"), "hands", {"pool": 4})
    with pytest.raises(BadInput) as refused:
        best_document(hands, "successes >= 3")
    told = str(refused.value)
    assert "goal: 'successes >= 3' is not allowed" in told
    assert "success, failure, botch, successes, since there is no end" in told
    assert "AtLeast" not in told
    for goal in ("success", "failure", "botch", "successes"):
        assert best_document(hands, goal)["goal"] == goal


def test_options_that_a_goal_may_name_are_told_in_words_beside_their_names() -> None:
    asked = question("humanity-beast", "action", {"humanity": 1, "beast": 1, "willpower": 1, "difficulty": 2})
    with pytest.raises(BadInput) as wrong:
        best_document(asked, "success with only reroll")
    assert str(wrong.value).startswith("goal: the player is never offered 'reroll'. There are: none (pay no Willpower)")
    assert "reroll beast 0 (reroll a Beast die without a success)" in str(wrong.value)

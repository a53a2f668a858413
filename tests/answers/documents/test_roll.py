"""The document of a roll."""

import json

import pytest

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.roll import roll_document
from oddsmith.answers.question import Question, question
from oddsmith.dice import ScriptedSource, SeededSource
from oddsmith.errors import BadInput, MissingAnswer
from oddsmith.systems import System


@pytest.fixture
def cross(lantern: System) -> Question:
    return question(lantern, "cross", {"target": 15, "oil": 2, "warden": True})


def test_the_trail_tells_rules_dice_decisions_and_notes_in_order(cross: Question):
    document = roll_document(cross, ScriptedSource([18, 3, 15]), ScriptedAnswers(["pay", "burn oil"]))
    trail = document["trail"]
    assert [entry["kind"] for entry in trail] == [
        "rule", "roll", "choice", "note", "rule", "roll", "choice", "rule", "roll",
    ]  # fmt: skip
    assert trail[0]["rule"] == "step"
    assert trail[0]["says"].startswith("2: roll against the target")
    assert trail[0]["arguments"]["oil"] == 2
    assert (trail[1]["expression"], trail[1]["value"]) == ("d20", 18)
    assert (trail[1]["faces"][0]["face"], trail[1]["faces"][0]["fate"]) == (18, "kept")
    assert (trail[2]["who"], trail[2]["options"], trail[2]["taken"]) == (
        "opponent",
        ["let pass", "pay a coin"],
        "pay a coin",
    )
    assert trail[3]["text"] == "the warden pays a coin: again"
    json.dumps(document)


def test_the_outcome_its_events_and_its_measures_are_told(cross: Question):
    document = roll_document(cross, ScriptedSource([3, 18]), ScriptedAnswers(["burn oil", "let pass"]))
    assert document["outcome"] == {"over": True, "oil_burnt": 1, "coin_paid": 0}
    assert document["events"] == {"over": True}
    assert document["measures"] == {"oil_burnt": 1, "coin_paid": 0}
    assert document["schema"] == "oddsmith/roll/1"


def test_an_outcome_that_is_a_number_has_a_value(lantern: System):
    document = roll_document(question(lantern, "search", {"pool": 2}), ScriptedSource([6, 5, 1]))
    assert document["outcome"] == {"value": 2}


def test_without_answers_the_first_option_is_taken_and_it_says_so(cross: Question):
    document = roll_document(cross, ScriptedSource([3]))
    assert document["outcome"]["over"] is False
    assert document["policy"].startswith("the option that spends nothing")


def test_there_is_no_policy_where_nothing_was_decided(lantern: System):
    assert "policy" not in roll_document(question(lantern, "cross", {"target": 15}), ScriptedSource([3]))


def test_one_seed_gives_one_document(cross: Question):
    assert roll_document(cross, SeededSource("a")) == roll_document(cross, SeededSource("a"))


def test_answers_that_run_out_are_an_error_that_names_what_was_expected(cross: Question):
    with pytest.raises(MissingAnswer, match=r"choose: answer 2 is missing.*player decides: turn back, burn oil"):
        roll_document(cross, ScriptedSource([3, 3]), ScriptedAnswers(["burn oil"]))


def test_answers_that_run_out_are_told_in_words_beside_what_is_typed() -> None:
    asked = question("humanity-beast", "action", {"humanity": 1, "beast": 1, "willpower": 1})
    answers = ScriptedAnswers(["after"], asked.action.phrase, asked.action.ruling)
    words = r"player decides: keep \(let the dice lie\), .*reroll beast 0 \(reroll a Beast die without a success\)"
    with pytest.raises(MissingAnswer, match=words):
        roll_document(asked, ScriptedSource([1, 1]), answers)


def test_a_ruling_that_is_missing_is_the_game_masters() -> None:
    asked = question("humanity-beast", "humanity-check", {"humanity": 3, "willpower": 3})
    answers = ScriptedAnswers([], asked.action.phrase, asked.action.ruling)
    with pytest.raises(MissingAnswer, match=r"game master decides: withstood, failed"):
        roll_document(asked, ScriptedSource([1]), answers)


def test_an_answer_that_is_no_option_is_an_error_that_lists_the_options(cross: Question):
    with pytest.raises(BadInput, match=r"choose\[0\]: 'swim' is not allowed. Allowed: turn back, burn oil"):
        roll_document(cross, ScriptedSource([3]), ScriptedAnswers(["swim"]))


@pytest.mark.parametrize("typed", ["burn oil", "BURN OIL", " burn ", "b"])
def test_an_option_may_be_named_by_a_beginning_that_only_it_has(cross: Question, typed: str):
    document = roll_document(cross, ScriptedSource([3, 18]), ScriptedAnswers([typed, "let pass"]))
    assert document["measures"]["oil_burnt"] == 1


def test_answers_that_nobody_asked_for_remain(cross: Question):
    answers = ScriptedAnswers(["turn back", "turn back"])
    roll_document(cross, ScriptedSource([3]), answers)
    assert answers.remaining == ("turn back",)


def test_options_are_said_in_the_words_of_the_game():
    toss = question("edged-coins", "toss", {"rank": 2, "ec": 10})
    document = roll_document(toss, ScriptedSource([*"TTTTTT"]), ScriptedAnswers(["no effort", "re-toss", "accept"]))
    said = {"re-toss": "re-toss for 5 EC", "accept": "let it stand", "buy": "buy the success for 10 EC"}
    assert document["phrases"] == said
    feed = question(
        *("humanity-beast", "feed", {"humanity": 7, "willpower": 1, "full_willpower": 5}, {"humanity_loss": "aug2010"})
    )
    said = {"killed": "kill the victim", "spared": "spare the victim"}
    assert roll_document(feed, SeededSource("a"), ScriptedAnswers(["spared"]))["phrases"] == said
    check = question("dot", "check", {"dots": 1}, {"reroll": "ask"})
    said = {"leave": "leave this 6", "reroll": "roll this 6 again"}
    assert roll_document(check, ScriptedSource([6]), ScriptedAnswers(["leave"]))["phrases"] == said
    assert "phrases" not in roll_document(question("mod-dot", "test", {"pool": 2}), SeededSource("a"))

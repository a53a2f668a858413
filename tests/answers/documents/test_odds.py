"""The document of odds."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from oddsmith.answers.documents.odds import measure_odds, odds_document
from oddsmith.answers.format.json_values import fraction
from oddsmith.answers.question import Question, question
from oddsmith.errors import Undecidable
from oddsmith.rules import StateLimit
from oddsmith.systems import System


@pytest.fixture
def search(lantern: System) -> Question:
    return question(lantern, "search", {"pool": 3})


def test_events_are_exact_fractions_beside_floats(search: Question):
    # A die finds nothing on 1 to 4, and three dice find nothing when all do: (2/3)^3.
    events = odds_document(search)["events"]
    assert events == {"found": {"p": "19/27", "float": 19 / 27}, "nothing": {"p": "8/27", "float": 8 / 27}}


def test_a_measure_without_bound_has_an_exact_mean_and_a_stated_tail(search: Question):
    # One die has the generating function G = (4 + z)/(6 - z). G'(1) = 2/5 is its mean and, since G''(1) = G'(1)^2, also
    # its variance.
    finds = odds_document(search)["measures"]["finds"]
    assert finds["mean"] == {"exact": "6/5", "float": 1.2}
    assert finds["sd"] == pytest.approx(1.2**0.5)
    assert (finds["min"], finds["max"], finds["mode"]) == (0, None, 1)
    rows = [fraction(p) for _, p, _ in finds["pmf"]]
    tail = fraction(finds["tail"])
    assert sum(rows) + tail == 1
    assert 0 < tail < Fraction(1, 10**18)
    assert finds["pmf"][0] == [0, "8/27", 8 / 27]


def test_a_finite_measure_lists_all_its_values(lantern: System):
    finds = odds_document(question(lantern, "search", {"pool": 2}, {"sixes": "stay"}))["measures"]["finds"]
    assert finds["pmf"] == [[0, "4/9", 4 / 9], [1, "4/9", 4 / 9], [2, "1/9", 1 / 9]]
    assert finds["quantiles"]["0.5"] == 1
    assert "tail" not in finds


def test_nothing_is_unresolved_here_and_the_document_says_so(search: Question):
    document = odds_document(search)
    assert document["exact"] is True
    assert document["unresolved"] == "0"
    assert "policy" not in document
    json.dumps(document)


def test_decisions_are_answered_with_the_option_that_spends_nothing_and_it_says_so(lantern: System):
    document = odds_document(question(lantern, "cross", {"target": 15, "oil": 9}))
    assert document["events"]["over"]["p"] == "3/10"
    assert document["policy"].startswith("the option that spends nothing")


def test_where_no_decision_comes_up_there_is_no_policy(lantern: System):
    assert "policy" not in odds_document(question(lantern, "cross", {"target": 15}))


def test_every_name_is_asked_once_whatever_the_groups_are(search: Question):
    action = replace(search.action, apart=(frozenset({"found"}), frozenset({"found", "nothing"})))
    groups = list(replace(search, action=action).together())
    assert groups == [{"found"}, {"nothing"}, {"finds"}]


def test_groups_that_are_asked_apart_give_the_same_answers(search: Question):
    together = odds_document(search)
    action = replace(search.action, apart=(frozenset({"found", "nothing"}), frozenset({"finds"})))
    assert odds_document(replace(search, action=action)) == together


def test_a_limit_of_states_is_kept(lantern: System):
    with pytest.raises(StateLimit):
        odds_document(question(lantern, "cross", {"target": 15, "oil": 9}), limit=1)


def test_what_hinges_on_the_game_master_is_told_for_both_rulings():
    # G3.8: the rules leave the check open. R3.1: Humanity that is lost becomes a Beast die.
    document = odds_document(question("humanity-beast", "humanity-check", {"humanity": 7, "willpower": 5}))
    assert document["ruling"]["says"] == (
        "Up to the game master. If the check is withstood: no Humanity is lost, Humanity dice left 7, "
        "Beast dice then 3, no Humanity dice lost. If it fails: Humanity is lost, Humanity dice left 6, "
        "Beast dice then 4, Humanity dice lost 1. Either way: the character stays in play."
    )
    assert document["ruling"]["sure"] == ["end_of_play"]
    assert ([*document["events"]], document["measures"], "policy" in document) == (["end_of_play"], {}, False)
    withstood, failed = document["ruling"]["options"]
    assert (withstood["option"], failed["option"]) == ("withstood", "failed")
    assert (withstood["events"]["humanity_lost"]["p"], failed["events"]["humanity_lost"]["p"]) == ("0", "1")


def test_a_last_humanity_die_that_hinges_on_the_game_master_is_told_as_staying_or_leaving():
    asked = question("humanity-beast", "humanity-check", {"humanity": 1, "willpower": 3})
    says = odds_document(asked)["ruling"]["says"]
    assert "no Humanity is lost, the character stays in play, Humanity dice left 1" in says
    assert "Humanity is lost, the character leaves play, no Humanity dice left" in says


def test_a_number_that_hinges_on_the_game_master_is_refused_alone_and_others_are_not():
    asked = question("humanity-beast", "feed", {"humanity": 7, "willpower": 1, "full_willpower": 5, "victim": "killed"})
    with pytest.raises(Undecidable, match="Up to the game master: Humanity dice left"):
        measure_odds(asked, "humanity_left")
    with pytest.raises(Undecidable, match="Up to the game master: Humanity is lost"):
        measure_odds(asked, "humanity_lost")
    assert measure_odds(asked, "willpower_left").mean == 5  # the victim dies: all Willpower is there again


def test_a_check_that_a_house_rule_rolls_for_is_nobody_s_ruling():
    # A Beast die has no success with 1/2 and one with 9/20; three have at most one with 1/8 + 3 * 1/4 * 9/20.
    asked = {"humanity": 7, "willpower": 1}
    document = odds_document(question("humanity-beast", "frenzy-check", asked, {"humanity_loss": "aug2010"}))
    assert "ruling" not in document
    assert document["events"]["frenzy"]["p"] == "37/80"


def test_what_is_fed_on_stays_a_decision_beside_the_ruling():
    asked = {"humanity": 7, "willpower": 1, "full_willpower": 5}
    document = odds_document(question("humanity-beast", "feed", asked))
    assert document["policy"] == "the option that spends nothing (the first)"
    assert document["ruling"]["says"] == (
        "Up to the game master. If the check is withstood: no frenzy. If it fails: frenzy. "
        "Either way: no Humanity is lost, the character stays in play."
    )
    assert document["measures"]["willpower_left"]["mean"]["exact"] == "3"  # sparing refreshes 2

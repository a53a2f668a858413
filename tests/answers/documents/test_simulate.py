"""The document of a simulation has the shape of the odds, and agrees with them."""

import math

import pytest

from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.documents.simulate import simulate_document
from oddsmith.answers.question import question
from oddsmith.errors import BadInput
from oddsmith.systems import System


def test_a_billion_runs_agree_with_the_odds_within_five_standard_errors(lantern: System):
    asked = question(lantern, "search", {"pool": 3})
    odds, simulated = odds_document(asked), simulate_document(asked, 10**9, seed=1)
    for name, event in simulated["events"].items():
        p = odds["events"][name]["float"]
        assert abs(event["float"] - p) <= 5 * math.sqrt(p * (1 - p) / 10**9)
        assert event["count"] == round(event["float"] * 10**9)
        assert event["se"] == pytest.approx(math.sqrt(p * (1 - p) / 10**9), rel=1e-3)
    mean = simulated["measures"]["finds"]["mean"]["float"]
    assert abs(mean - 1.2) <= 5 * simulated["measures"]["finds"]["se"]


def test_counts_add_up_to_the_runs(lantern: System):
    document = simulate_document(question(lantern, "search", {"pool": 3}), 1000, seed=1)
    assert sum(count for _, count, _ in document["measures"]["finds"]["pmf"]) + document["unresolved"] == 1000
    assert (document["runs"], document["seed"], document["schema"]) == (1000, 1, "oddsmith/simulate/1")


def test_a_seed_makes_it_repeatable(lantern: System):
    asked = question(lantern, "search", {"pool": 3})
    assert simulate_document(asked, 1000, seed=7) == simulate_document(asked, 1000, seed=7)


def test_decisions_are_answered_with_the_option_that_spends_nothing(lantern: System):
    document = simulate_document(question(lantern, "cross", {"target": 15, "oil": 5}), 1000, seed=1)
    assert document["measures"]["oil_burnt"]["pmf"] == [[0, 1000, 1.0]]
    assert document["policy"].startswith("the option that spends nothing")


def test_no_runs_at_all_are_refused(lantern: System):
    with pytest.raises(BadInput, match="runs: 0"):
        simulate_document(question(lantern, "search", {"pool": 3}), 0)


def test_what_hinges_on_the_game_master_is_not_counted():
    asked = question("humanity-beast", "humanity-check", {"humanity": 1, "willpower": 3})
    document = simulate_document(asked, 10, seed=1)
    assert document["ruling"]["says"].startswith("Up to the game master. If the check is withstood: no Humanity")
    assert (document["events"], document["measures"], "policy" in document) == ({}, {}, False)

"""Odds, best play, simulations and single rolls over HTTP."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from tests.web.browser import Site

from oddsmith.answers import best_document, odds_document, question
from oddsmith.web import Settings


def test_odds_are_the_document_of_the_command_line(site: Site) -> None:
    answer = site.browser().get("/api/odds/mod-dot/test?pool=10&option=cap=continuation")
    expected = odds_document(question("mod-dot", "test", {"pool": 10}, {"cap": "continuation"}))
    assert answer.json() == json.loads(json.dumps(expected))
    assert answer.json()["events"]["botch"]["p"] == "1/729"  # base 5: 3^-(5 + 1)


def test_odds_can_be_kept_and_are_asked_for_again_by_tag(site: Site) -> None:
    client = site.browser()
    first = client.get("/api/odds/mod-dot/test?pool=10&difficulty=6")
    other = client.get("/api/odds/mod-dot/test?difficulty=6&pool=10")
    assert first.headers["etag"] == other.headers["etag"]
    assert not first.headers["etag"].startswith("W/")
    assert "immutable" in first.headers["cache-control"]
    again = client.get("/api/odds/mod-dot/test?pool=10", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_best_play_is_the_document_of_the_command_line(site: Site) -> None:
    body = {"inputs": {"rank": 1, "ec": 10}, "goal": "success", "prices": {"ec_spent": "1/100"}}
    answer = site.browser().post("/api/best/edged-coins/toss", json=body)
    asked = question("edged-coins", "toss", {"rank": 1, "ec": 10})
    assert answer.json() == json.loads(json.dumps(best_document(asked, "success", {"ec_spent": Fraction(1, 100)})))


def test_a_roll_with_a_seed_can_be_made_again(site: Site) -> None:
    client = site.browser()
    body = {"inputs": {"pool": 10}, "seed": "7"}
    answers = [client.post("/api/roll/mod-dot/test", json=body).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["schema"] == "oddsmith/roll/1"


def test_a_simulation_says_how_often(site: Site) -> None:
    answer = site.browser().get("/api/simulate/mod-dot/test?pool=10&runs=900&seed=1").json()
    assert answer["runs"] == 900
    assert sum(row[1] for row in answer["measures"]["successes"]["pmf"]) == 900


def test_the_catalogue_names_every_system(site: Site) -> None:
    names = [system["name"] for system in site.browser().get("/api/systems").json()["systems"]]
    assert names == ["mod-dot", "dot", "t13", "humanity-beast", "edged-coins"]


def test_an_audit_is_told(site: Site) -> None:
    assert site.browser().get("/api/audit/mod-dot").json()["findings"]


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/api/odds/mod-dot/test?pool=x", "pool"),
        ("/api/odds/mod-dot/test", "pool"),
        ("/api/odds/mod-dot/test?pool=1&pool=2", "pool"),
        ("/api/odds/mod-dot/test?pool=1&luck=2", "luck"),
        ("/api/odds/mod-dot/test?pool=1&option=cap", "option"),
        ("/api/odds/mod-dot/test?pool=1&option=cap=never", "cap"),
        ("/api/odds/chess/test", "system"),
        ("/api/odds/mod-dot/castle", "action"),
        ("/api/simulate/mod-dot/test?pool=1&runs=0", "runs"),
    ],
)
def test_bad_input_is_a_problem_that_names_the_field(site: Site, path: str, field: str) -> None:
    answer = site.browser().get(path)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["field"] == field
    assert problem["status"] == 422
    assert problem["allowed"]


def test_a_computation_that_takes_too_long_is_refused_and_the_next_one_answered() -> None:
    settings = Settings(names=frozenset({"localhost"}), compute_seconds=1, compute_states=10**8, workers=1)
    with Site(settings) as site:
        client = site.browser()
        sides = "rank=3&hc=20&ec=60&against-rank=3&against-hc=20&against-ec=60"
        answer = client.get(f"/api/odds/edged-coins/duel?{sides}&rounds=60")
        assert (answer.status_code, answer.json()["code"]) == (422, "too-large")
        assert client.get("/api/odds/mod-dot/test?pool=3").status_code == 200


def test_a_computation_over_too_many_states_is_refused() -> None:
    with Site(Settings(names=frozenset({"localhost"}), compute_states=10)) as site:
        answer = site.browser().get("/api/odds/edged-coins/toss?rank=4&ec=60&opposing_ec=60")
        assert (answer.status_code, answer.json()["code"]) == (422, "state-limit")


def test_an_app_without_a_database_keeps_no_tables() -> None:
    with Site(Settings(names=frozenset({"localhost"}))) as site:
        assert site.browser().post("/api/tables", json={}).status_code in (404, 405)


@pytest.mark.parametrize("notation", ["4d6kh", "", "1d0", "hello"])
def test_notation_that_cannot_be_read_is_a_problem(site: Site, notation: str) -> None:
    answer = site.browser().get("/api/odds", params={"notation": notation})
    assert answer.status_code == 422
    assert answer.json()["detail"]

"""Odds, best play, simulations and single rolls over HTTP."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import LONG, Browser, Site, key, patient

from oddsmith.answers.documents.best import best_document
from oddsmith.answers.documents.frontier import frontier_document
from oddsmith.answers.documents.odds import odds_document
from oddsmith.answers.question import question
from oddsmith.web import Settings
from oddsmith.web.compute import jobs


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


def test_rolls_are_set_against_each_other(site: Site) -> None:
    asked = [{"notation": "d6"}, {"notation": "d8"}, {"system": "dot", "action": "check", "inputs": {"dots": 1}}]
    answer = site.browser().post("/api/compare", json={"questions": asked, "measure": None})
    pairs = {(pair["left"], pair["right"]): pair for pair in answer.json()["pairs"]}
    first = pairs[0, 1]
    assert (first["win"]["p"], first["tie"]["p"], first["lose"]["p"]) == ("5/16", "1/8", "9/16")  # 15, 6, 27 of 48
    assert (first["better"], first["overlap"]["p"]) == ("right", "3/4")  # six faces have 1/8 in common
    assert pairs[0, 2]["better"] == "neither"  # a check has no end: sixes explode, so it may exceed any number
    wrong = site.browser().post("/api/compare", json={"questions": asked[:1]})
    assert wrong.status_code == 422


def test_best_play_takes_events_put_together_prices_and_a_constraint(site: Site) -> None:
    inputs = {"humanity": 7, "beast": 3, "willpower": 5, "difficulty": "hard"}
    goal = "success but no humanity check, willpower worth 1/100 for at most 1/2 willpower"
    answer = site.browser().post("/api/best/humanity-beast/action", json={"inputs": inputs, "goal": goal, "plan": 3})
    expected = best_document(question("humanity-beast", "action", inputs), goal, most=3)
    assert answer.json() == json.loads(json.dumps(expected))
    assert answer.json()["constraint"]["most"] == "1/2"
    assert sum(Fraction(part["share"]["exact"]) for part in answer.json()["parts"]) == 1


def test_a_frontier_is_the_document_of_the_command_line_and_may_be_kept(site: Site) -> None:
    client = site.browser()
    body = {"inputs": {"rank": 0, "ec": 30}, "gain": "success", "cost": "coins"}
    answer = client.post("/api/frontier/edged-coins/toss", json=body)
    asked = question("edged-coins", "toss", {"rank": 0, "ec": 30})
    assert answer.json() == json.loads(json.dumps(frontier_document(asked, "success", "coins", most=0)))
    # R4.1: rank 0 succeeds in 1/4 of all tosses, rank 1 in 1/2; R4.10, R4.11: an effort costs 1, to buy a success 10.
    told = [(point["gain"]["exact"], point["cost"]["exact"]) for point in answer.json()["points"]]
    assert told == [("1/4", "0"), ("1/2", "1"), ("1", "6")]
    again = client.post("/api/frontier/edged-coins/toss", json=body, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    told = client.post("/api/frontier/edged-coins/toss", json=body | {"plan": 2}).json()["points"]
    assert [len(point["plan"]) for point in told] == [2, 2, 2]


@pytest.mark.parametrize(
    ("body", "field", "allowed"),
    [
        ({"gain": "sucess", "cost": "coins"}, "gain", "Did you mean success?"),
        ({"gain": "success", "cost": "coinz"}, "cost", "Did you mean ec_spent?"),
        ({"gain": "success for at most 3 coins", "cost": "coins"}, "gain", "not understood: 'for at most 3 coins'"),
        ({"gain": "success"}, "cost", "a value"),
        ({"gain": "success", "cost": "coins", "plan": 10**6}, "plan", "10000"),
    ],
)
def test_a_side_of_a_frontier_that_is_not_understood_is_named(
    site: Site, body: dict[str, object], field: str, allowed: str
) -> None:
    problem = site.browser().post("/api/frontier/edged-coins/toss", json={"inputs": {"rank": 0}} | body).json()
    assert (problem["status"], problem["field"]) == (422, field)
    assert allowed in problem.get("remedy", problem["allowed"])


def test_a_goal_that_is_not_understood_says_what_is_allowed(site: Site) -> None:
    body = {"inputs": {"rank": 0}, "goal": "success for at most 3 luck"}
    problem = site.browser().post("/api/best/edged-coins/toss", json=body).json()
    assert (problem["status"], problem["field"], problem["value"]) == (422, "goal", "luck")


def test_a_frontier_over_too_many_states_or_seconds_is_refused_and_the_next_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = {"inputs": {"rank": 0, "ec": 60}, "gain": "success", "cost": "coins"}
    with Site(patient(compute_states=10, workers=1)) as site:
        answer = site.browser().post("/api/frontier/edged-coins/toss", json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "state-limit")
    settings = patient(compute_seconds=1, workers=1)
    with Site(settings) as site:
        sides = {"humanity": 7, "beast": 3, "willpower": 5, "against_humanity": 5, "against_beast": 5}
        slow = {"inputs": sides, "gain": "win", "cost": "willpower spent"}
        answer = site.browser().post("/api/frontier/humanity-beast/conflict", json=slow)
        assert (answer.status_code, answer.json()["code"]) == (422, "too-large")
        assert answer.json()["remedy"]
        let_compute(settings, LONG, monkeypatch)
        assert site.browser().post("/api/frontier/edged-coins/toss", json=body).status_code == 200


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
        ("/api/odds/mod-dot/test?pool=1&option=cap", "cap"),
        ("/api/odds/mod-dot/test?pool=1&option=cup", "cup"),
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


def test_inputs_that_do_not_go_together_are_all_named(site: Site) -> None:
    problem = site.browser().get("/api/odds/mod-dot/test?pool=4&up=1/2&down=2/3").json()
    assert (problem["field"], problem["fields"]) == ("up, down", ["up", "down"])


def test_an_input_that_is_missing_is_asked_for(site: Site) -> None:
    problem = site.browser().get("/api/odds/edged-coins/toss").json()
    assert (problem["detail"], problem["value"], problem["field"]) == ("rank must be given.", None, "rank")


def let_compute(settings: Settings, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on answers have so many seconds, also at an app that has started."""
    monkeypatch.setitem(vars(settings), "compute_seconds", seconds)


def test_a_computation_that_takes_too_long_is_refused_and_the_next_one_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = patient(compute_seconds=1, compute_states=10**8, workers=1)
    with Site(settings) as site:
        client = site.browser()
        sides = "rank=3&hc=20&ec=60&against-rank=3&against-hc=20&against-ec=60"
        answer = client.get(f"/api/odds/edged-coins/duel?{sides}&rounds=60")
        assert (answer.status_code, answer.json()["code"]) == (422, "too-large")
        let_compute(settings, LONG, monkeypatch)
        assert client.get("/api/odds/mod-dot/test?pool=3").status_code == 200


def test_a_computation_over_too_many_states_is_refused() -> None:
    with Site(patient(compute_states=10)) as site:
        answer = site.browser().get("/api/odds/edged-coins/toss?rank=4&ec=60&opposing_ec=60")
        assert (answer.status_code, answer.json()["code"]) == (422, "state-limit")


def test_an_app_without_a_database_keeps_no_tables() -> None:
    with Site(patient()) as site:
        assert site.browser().post("/api/tables", json={}).status_code in (404, 405)


def test_more_ways_than_a_float_holds_are_too_large(site: Site) -> None:
    answer = site.browser().get("/api/odds", params={"notation": "faces(999d999!)"})
    assert answer.json()["code"] == "too-large"


@pytest.mark.parametrize("notation", ["4d6kh", "", "1d0", "hello"])
def test_notation_that_cannot_be_read_is_a_problem(site: Site, notation: str) -> None:
    answer = site.browser().get("/api/odds", params={"notation": notation})
    assert answer.status_code == 422
    assert answer.json()["detail"]


def computed_once_there_is(file: str, *question: object) -> bytes:
    """An answer that takes as long as the test wants."""
    end = time.monotonic() + LONG
    while not Path(file).exists() and time.monotonic() < end:
        time.sleep(0.01)
    return b"{}"


def test_who_asks_for_too_much_at_once_is_told_when_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = tmp_path / "enough"
    monkeypatch.setattr(jobs, "frontier", partial(computed_once_there_is, str(enough)))
    # The app has one of the two places itself while it starts its first process; the other is the asker's at once.
    with Site(patient(workers=2, workers_each=1, waiting=2, waiting_each=2, waiting_seconds=0.5)) as site:

        def ask(coins: int) -> Any:
            body = {"inputs": {"rank": 0, "ec": coins}, "gain": "success", "cost": "coins"}
            return site.unheld().post("/api/frontier/edged-coins/toss", json=body)

        with ThreadPoolExecutor(6) as pool:
            asked = [pool.submit(ask, coins) for coins in range(6)]
            answers = (answer.result() for answer in as_completed(asked, timeout=LONG / 2))
            try:
                refused = list(islice(answers, 5))  # while the sixth is still computed
            finally:
                enough.touch()
            (answered,) = answers
    assert [answer.status_code for answer in refused] == [503] * 5
    assert {(answer.json()["code"], answer.headers["retry-after"]) for answer in refused} == {("busy", "1")}
    assert answered.status_code == 200


@pytest.mark.usefixtures("no_time_passes")
def test_an_address_that_asks_without_end_is_told_to_wait() -> None:
    with Site(patient(asked_per_second=1, asked_at_once=3)) as site:
        client = site.browser()
        answers = [client.get("/api/odds?notation=1d6") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["code"] == "too-many"
        assert int(answers[-1].headers["retry-after"]) >= 1


@pytest.mark.parametrize(
    ("query", "field", "detail"),
    [
        (
            "option=cap=always&option=cap=continuation",
            "option cap",
            "option cap is given twice: always and continuation.",
        ),
        ("option=empty_pool=floor&option=empty-pool=refuse", "option empty-pool", "given twice: floor and refuse."),
        ("pool=2", "pool", "pool: '2' is not allowed."),
    ],
)
def test_what_can_be_said_once_is_not_said_twice(site: Site, query: str, field: str, detail: str) -> None:
    answer = site.browser().get(f"/api/odds/mod-dot/test?pool=1&difficulty=2&{query}")
    problem = answer.json()
    assert (answer.status_code, problem["field"], problem["allowed"]) == (422, field, "only once")
    assert problem["detail"].endswith(detail)


def test_an_input_in_two_spellings_is_said_twice(site: Site) -> None:
    answer = site.browser().get("/api/odds/t13/test?dice=facet:d6&difficulty=5&prof-dice=1d6&prof_dice=1d8")
    assert (answer.status_code, answer.json()["field"]) == (422, "prof_dice")


def test_proficiency_dice_may_be_given_instead_of_what_they_are_counted_from(site: Site) -> None:
    # 2d6 alone beat 8 with 9 or more, 10 of 36 (R2.5); that one Proficiency applies is only what holds if nobody says.
    answer = site.browser().get("/api/odds/t13/test?dice=facet:d6&difficulty=8&prof_dice=1d6")
    assert answer.json()["events"]["success"]["p"] == "5/18"


def test_nobody_is_warned_of_a_difficulty_that_they_did_not_enter(site: Site) -> None:
    path = "/api/odds/humanity-beast/conflict?humanity=7&beast=3&willpower=5&against_humanity=5&against_beast=5"
    client = site.browser()
    assert not any("difficulty" in warning for warning in client.get(path).json()["warnings"])
    assert any("difficulty" in warning for warning in client.get(f"{path}&difficulty=4").json()["warnings"])


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/api/roll", "POST"),
        ("GET", "/api/roll", "POST"),
        ("PUT", "/api/odds", "GET"),
        ("PUT", "/api/tables/t1", "GET, PATCH"),
        ("PUT", "/api/tables/t1/members/m1", "PATCH, DELETE"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/odds/mod-dot", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_all_right_ones(site: Site, method: str, path: str, allowed: str) -> None:
    answer = site.browser().request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    assert answer.json()["detail"] == f"{path} takes {allowed}, not {method}."


@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/nothing", "/api/systems/", "/api/tables/t1/nothing", "/static/nothing.js"]
)
def test_nothing_at_an_address_is_said_with_the_address(site: Site, path: str) -> None:
    answer = site.browser().get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert path.rpartition("/")[2] in answer.json()["detail"]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/odds/t13/tets", 404), ("/api/nothing", 404), ("/odds", 405), ("/", 405), ("/api/odds", 405)],
)
def test_where_nothing_is_no_method_is_allowed(site: Site, path: str, status: int) -> None:
    assert site.browser().put(path).status_code == status


@pytest.mark.parametrize(
    ("query", "detail"),
    [
        ("notation=3d6&notaton=4d6", "Unknown parameter 'notaton'."),
        ("notation=3d6&notation=4d6", "notation: '4d6' is not allowed."),
        ("runs=3", "notation must be given."),
        ("notation=3d6&runs=0", "runs: '0' is not allowed."),
        ("notation=3d6&runs=x", "runs: 'x' is not allowed."),
    ],
)
def test_a_query_about_notation_that_does_not_fit_is_refused_in_words(site: Site, query: str, detail: str) -> None:
    answer = site.browser().get(f"/api/simulate?{query}")
    assert (answer.status_code, answer.json()["detail"]) == (422, detail)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"{", "The body is no JSON: Expecting property name enclosed in double quotes (character 1)."),
        (b"[]", "The body does not fit."),
        (b"{}", "notation must be given."),
        (b'{"notation": 3}', "notation: 3 is not allowed."),
        (b'{"notation": "3d6", "sead": "1"}', "Unknown field 'sead'."),
        (b'{"notation": "3d6", "faces": ' + b"9" * 5000 + b"}", "A number in the body has too many digits."),
        (b"[" * 20_000, "The body is nested too deeply."),
    ],
)
def test_a_body_that_does_not_fit_is_refused_in_words(site: Site, body: bytes, detail: str) -> None:
    answer = site.browser().post("/api/roll", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code in (400, 422), answer.json()["detail"]) == (True, detail)


def test_a_secret_that_does_not_fit_is_not_repeated(site: Site) -> None:
    answer = site.browser().post("/api/tables", json={"title": "T", "name": "A"}, headers={"idempotency-key": "short"})
    assert answer.status_code == 422
    assert "short" not in answer.text


@pytest.mark.parametrize("body", [b'{"notation": "\xff"}', b'{"notation": "d6", "seed": "\xe9"}'])
def test_what_is_not_utf8_is_a_bad_request(site: Site, body: bytes) -> None:
    for path in ("/api/roll", "/api/verify"):
        answer = site.browser().post(path, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")
        assert answer.json()["detail"] == "The body is not UTF-8."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "utf-8-sig"])
def test_json_is_utf8_and_nothing_that_readers_would_have_to_guess(site: Site, ada: Browser, encoding: str) -> None:
    headers = {"content-type": "application/json"}
    asked = site.browser().post("/api/roll", content='{"notation": "d6"}'.encode(encoding), headers=headers)
    told = ada.client.post(f"{ada.at}/notes", content='{"text": "x"}'.encode(encoding), headers=headers | key())
    assert [asked.status_code in (400, 422), told.status_code in (400, 422)] == [True, True], (asked.text, told.text)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/roll", b'{"notation": "d20", "faces": ["\\ud800"]}'),
        ("/api/roll", b'{"notation": "\\ud800"}'),
        ("/api/roll/mod-dot/test", b'{"inputs": {"pool": "\\ud800"}}'),
        ("/api/roll/mod-dot/test", b'{"options": {"\\udfff": "x"}}'),
        ("/api/best/edged-coins/toss", b'{"inputs": {"rank": 1}, "goal": "\\ud800"}'),
    ],
)
def test_half_a_character_is_refused_as_anything_else_is(site: Site, path: str, body: bytes) -> None:
    answer = site.browser().post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("faces", [[False], [True, 2, 3], [1.0, 2, 3], [1, 2, None]])
def test_a_face_is_a_whole_number_or_a_word(site: Site, faces: list[object]) -> None:
    answer = site.browser().post("/api/roll", json={"notation": "3d6", "faces": faces})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-input")
    assert answer.json()["field"].startswith("faces.")
    assert answer.json()["allowed"] == "a text or a whole number"


@pytest.mark.parametrize("advice", [0, 1, "yes", None])
def test_whether_a_table_gives_advice_is_true_or_false(site: Site, advice: object) -> None:
    body = {"title": "Thursday", "name": "Ana", "advice": advice}
    answer = site.browser().post("/api/tables", json=body, headers=key())
    assert (answer.status_code, answer.json()["field"]) == (422, "advice")


def test_the_document_tells_that_a_log_for_people_is_text(site: Site) -> None:
    operation = site.browser().get("/openapi.json").json()["paths"]["/api/tables/{table}/log.txt"]["get"]
    assert list(operation["responses"]["200"]["content"]) == ["text/plain"]


def test_faces_that_no_die_took_are_told(site: Site) -> None:
    client = site.browser()
    rolled = client.post("/api/roll", json={"notation": "2d6", "faces": [1, 2, 5]}).json()
    assert (rolled["outcome"]["total"], rolled["warnings"]) == (3, ["Faces that nothing asked for: 5."])
    both = client.post("/api/roll", json={"notation": "2d6", "faces": [1, 2], "seed": "1"})
    assert (both.status_code, both.json()["field"]) == (422, "faces")


def test_yes_is_no_number(site: Site) -> None:
    body = {"inputs": {"rank": True}, "goal": "success"}
    problem = site.browser().post("/api/best/edged-coins/toss", json=body).json()
    assert (problem["status"], problem["field"], problem["value"]) == (422, "rank", True)


def test_nobody_is_told_to_raise_the_limit_of_a_server(site: Site) -> None:
    answer = site.browser().get("/api/odds", params={"notation": "200d(set(200d999))"})
    assert (answer.status_code, answer.json()["code"]) == (422, "too-large")
    assert "or simulate" in answer.json()["remedy"]
    assert "limit" not in answer.json()["remedy"]

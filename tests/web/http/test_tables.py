"""Tables over HTTP: seats, commands, what they answer, and who may do what."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.browser import Browser, Site, key, nonce, patient

from oddsmith.table.verify.check_log import verify


def test_a_seat_is_a_cookie_that_scripts_and_other_sites_do_not_get(site: Site) -> None:
    answer = site.browser().post("/api/tables", json={"title": "T", "name": "Ada"}, headers=key())
    cookie = answer.headers["set-cookie"]
    assert f"Path=/api/tables/{answer.json()['table']}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    secret = cookie.partition("=")[2].partition(";")[0]
    assert len(secret) == 43
    assert secret not in answer.text


def test_a_browser_may_sit_at_several_tables(site: Site) -> None:
    client = site.browser()
    tables = [
        client.post("/api/tables", json={"title": title, "name": "Ada"}, headers=key()).json()["table"]
        for title in ("one", "two")
    ]
    assert [client.get(f"/api/tables/{table}").json()["title"] for table in tables] == ["one", "two"]


def test_joining_again_with_a_seat_is_a_conflict_and_the_same_key_is_the_same_seat(ada: Browser) -> None:
    secret = ada.post("/invites", role="player")["secret"]
    client = ada.site.browser()
    body, sent = {"secret": secret, "name": "Bob"}, key()
    first = client.post(f"{ada.at}/members", json=body, headers=sent)
    again = client.post(f"{ada.at}/members", json=body, headers=sent)
    assert (first.text, first.headers["set-cookie"]) == (again.text, again.headers["set-cookie"])
    assert client.post(f"{ada.at}/members", json=body, headers=key()).status_code == 409


def test_the_same_key_with_another_body_or_path_is_refused(ada: Browser) -> None:
    sent = key()
    first = ada.send("POST", "/notes", {"text": "one"}, headers=sent)
    assert ada.send("POST", "/notes", {"text": "one"}, headers=sent).text == first.text
    for path, body in (("/notes", {"text": "two"}), ("/pledge", {"pledge": "00" * 32})):
        answer = ada.send("POST", path, body, headers=sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "key-reused")


def test_the_same_key_with_other_values_for_a_character_is_refused(ada: Browser) -> None:
    mara = ada.post("/characters", name="Mara")["character"]
    sent = key()
    first = ada.send("PATCH", f"/characters/{mara}", {"text": "tired"}, headers=sent)
    assert ada.send("PATCH", f"/characters/{mara}", {"text": "tired"}, headers=sent).text == first.text
    for body in ({"text": "awake"}, {"text": "tired", "owner": None}):
        answer = ada.send("PATCH", f"/characters/{mara}", body, headers=sent)
        assert (answer.status_code, answer.json()["code"]) == (422, "key-reused")


def test_a_command_needs_a_key(ada: Browser) -> None:
    answer = ada.send("POST", "/notes", {"text": "one"}, headers={})
    assert answer.status_code == 422
    assert answer.json()["field"] == "Idempotency-Key"
    short = {"Idempotency-Key": "short"}
    assert ada.site.browser().post("/api/tables", json={"title": "T", "name": "A"}, headers=short).status_code == 422


def test_a_name_that_is_refused_is_told_of_in_words_of_ours(ada: Browser) -> None:
    refusal = ada.send("PATCH", "/members/m1", {"name": "Ada\u200b"})
    assert refusal.status_code == 422
    assert refusal.json()["detail"] == r"name: 'Ada\u200b' is not allowed."
    assert refusal.json()["remedy"] == "Allowed: letters that can be seen."


def test_an_answer_holds_the_events_that_the_log_holds(ada: Browser) -> None:
    answer = ada.roll(label="Stealth")
    events = ada.get("/events?after=2").json()
    assert events["events"] == answer["events"]
    assert ada.get(f"/rolls/{answer['roll']}").json()["events"] == answer["events"]
    assert ada.get(f"/events?before={answer['number']}&limit=1").json()["events"] == answer["events"][:1]


def test_the_log_that_is_downloaded_verifies(ada: Browser) -> None:
    bob = ada.invited("Bob")
    ada.roll()
    bob.roll(visibility="self")
    for browser, hidden in ((ada, 1), (bob, 0)):
        answer = browser.get("/log.json")
        assert "attachment" in answer.headers["content-disposition"]
        report = verify(answer.json())
        assert (report.mismatches, report.hidden) == ([], hidden)
    assert "Bob makes a hidden roll (r2)." in ada.get("/log.txt").text


def test_advice_is_given_while_a_decision_waits_unless_the_table_plays_without(ada: Browser) -> None:
    roll = ada.roll(system="edged-coins", action="toss", inputs={"rank": 1, "ec": 10})["roll"]
    answer = ada.get(f"/rolls/{roll}/advice?goal=success").json()
    assert set(answer["values"]) == {"no effort", "effort"}
    assert answer["choose"] in answer["values"]
    assert ada.get(f"/rolls/{roll}/advice?goal=joy").json()["field"] == "goal"
    assert ada.send("PATCH", "", {"advice": False}).status_code == 200
    assert ada.get(f"/rolls/{roll}/advice?goal=success").status_code == 403


def test_what_real_dice_are_asked_for_is_told_before_they_are_entered(ada: Browser) -> None:
    roll = ada.roll(system="dot", action="check", inputs={"dots": 2}, source="faces", nonce=None)["roll"]
    number = ada.get("").json()["number"]
    d6 = {"die": "d6", "allowed": "a face of the d6: 1, 2, 3, 4, 5, 6"}
    for faces, asked in (
        ([], d6),
        (["6"], d6),  # the other die of the pool
        (["2", "6"], d6 | {"because": "6 exploded"}),  # R1.5: what shows 6 is rolled again
        (["2", "6", "1"], None),
    ):
        answer = ada.get(f"/rolls/{roll}/asked", params={"face": faces})
        assert answer.json() == {"asked": asked}, faces
    assert ada.get("").json()["number"] == number  # nothing was entered
    for faces, value in ((["7"], "7"), (["2", "2", "2"], "2")):
        refused = ada.get(f"/rolls/{roll}/asked", params={"face": faces})
        assert (refused.status_code, refused.json()["value"]) == (422, value)
    ada.send("POST", f"/rolls/{roll}/faces", {"faces": ["2", "3"]})
    assert ada.get(f"/rolls/{roll}/asked").status_code == 409


def test_luck_compares_faces_with_what_fair_dice_do(ada: Browser) -> None:
    for _ in range(20):
        ada.roll()
    table = ada.get("/luck").json()["table"]
    assert table["rolls"] == 20
    die = table["dice"][0]
    assert sum(face["count"] for face in die["faces"]) == die["thrown"]
    event = table["events"][0]
    assert event["rolls"] == 20
    assert event["expected"]["exact"] == "4840/243"  # 20 times 242/243


def test_whoever_is_removed_has_no_seat_any_more(ada: Browser) -> None:
    bob = ada.invited("Bob")
    assert ada.send("DELETE", f"/members/{bob.id}").status_code == 200
    assert bob.get().status_code == 401
    assert bob.send("POST", "/notes", {"text": "still here"}).status_code == 401


COMMANDS: list[tuple[str, str, Any]] = [
    ("PATCH", "", {"title": "Mine"}),
    ("POST", "/invites", {"role": "host"}),
    ("DELETE", "/invites/i1", None),
    ("PATCH", "/members/m1", {"name": "Fool"}),
    ("DELETE", "/members/m1", None),
    ("POST", "/pledge", {"pledge": "00" * 32}),
    ("POST", "/characters", {"name": "Mara"}),
    ("PATCH", "/characters/c1", {"name": "Mine"}),
    ("DELETE", "/characters/c1", None),
    ("POST", "/notes", {"text": "hello"}),
    ("POST", "/notes/7/show", None),
    ("POST", "/presets", {"name": "p", "request": {"system": "mod-dot", "action": "test"}}),
    ("DELETE", "/presets/p1", None),
    ("POST", "/rolls", {"system": "mod-dot", "action": "test", "nonce": "00" * 32, "character": "c1"}),
    ("POST", "/rolls/r1/repeat", {"nonce": "00" * 32}),
    ("POST", "/rolls/r1/witness", {"stretch": 0, "nonce": "00" * 32}),
    ("POST", "/rolls/r1/answers", {"step": 0, "option": "accept"}),
    ("POST", "/rolls/r1/faces", {"faces": ["up"]}),
    ("POST", "/rolls/r1/throw", {"round": 0, "commitment": "00" * 32}),
    ("POST", "/rolls/r1/bare", {"round": 0, "hand": "rock", "nonce": "00" * 32}),
    ("POST", "/rolls/r1/choose", {"round": 0, "who": "player", "commitment": "00" * 32}),
    ("POST", "/rolls/r1/disclose", {"round": 0, "who": "player", "option": "rock", "nonce": "00" * 32}),
    ("POST", "/rolls/r1/undo", {}),
    ("POST", "/rolls/r1/show", None),
]  # fmt: skip
LOOKS = ["", "/events", "/stream", "/luck", "/log.json", "/log.txt", "/rolls/r1", "/rolls/r1/advice?goal=success"]


@pytest.fixture
def hidden(ada: Browser) -> Browser:
    """A table at which the host has everything there is, and a hidden roll that waits."""
    ada.post("/invites", role="observer")
    ada.post("/characters", name="Ogre", resources={"ec": {"value": 40}})
    ada.post("/presets", name="p", request={"system": "mod-dot", "action": "test"})
    ada.roll(system="edged-coins", action="toss", inputs={"rank": 1, "ec": 10}, visibility="self", label="Whisper")
    ada.post("/notes", text="Whisper about it", roll="r1")
    ada.post("/notes", text="Whisper", visibility="self")
    return ada


@pytest.mark.parametrize(("method", "path", "body"), COMMANDS)
def test_no_command_without_a_seat(hidden: Browser, method: str, path: str, body: Any) -> None:
    stranger = Browser(hidden.site, hidden.site.browser(), hidden.table, "")
    stranger.client.cookies.set("oddsmith_seat", "x" * 43)
    assert stranger.send(method, path, body).status_code == 401


@pytest.mark.parametrize("path", LOOKS)
def test_no_look_without_a_seat_nor_at_a_table_that_is_not_there(hidden: Browser, path: str) -> None:
    stranger = Browser(hidden.site, hidden.site.browser(), hidden.table, "")
    assert stranger.get(path).status_code == 401
    nowhere = Browser(hidden.site, hidden.client, "0" * 16, "")
    assert nowhere.get(path).status_code == 404


def test_a_cookie_of_one_table_is_no_seat_at_another(site: Site) -> None:
    one, two = site.opened("Ada"), site.opened("Bob")
    seat = one.client.cookies.get("oddsmith_seat")
    thief = Browser(site, site.browser(), two.table, "")
    thief.client.cookies.set("oddsmith_seat", str(seat))
    assert thief.get().status_code == 401


@pytest.mark.parametrize(("method", "path", "body"), COMMANDS)
def test_what_is_the_hosts_is_refused_to_a_player(hidden: Browser, method: str, path: str, body: Any) -> None:
    allowed = {"/pledge", "/characters", "/notes", "/presets"}
    answer = hidden.invited("Bob").send(method, path, body)
    if path in allowed:
        assert answer.status_code in (200, 201)
    else:
        assert answer.status_code in (403, 404, 409), answer.text
        assert "Whisper" not in answer.text


@pytest.mark.parametrize(("method", "path", "body"), COMMANDS)
def test_an_observer_can_do_nothing_but_be_a_witness(hidden: Browser, method: str, path: str, body: Any) -> None:
    answer = hidden.invited("Eve", "observer").send(method, path, body)
    witness = {"/pledge": 200, "/rolls/r1/witness": 409}
    assert answer.status_code in ((witness[path],) if path in witness else (403, 404)), answer.text


def test_hidden_rolls_and_notes_show_in_no_answer_to_anybody_else(hidden: Browser) -> None:
    bob = hidden.invited("Bob")
    for path in LOOKS:
        if path != "/stream":
            assert "Whisper" not in bob.get(path).text, path
            assert "edged-coins" not in bob.get(path).text or path == "", path
    assert hidden.get("/events").text.count("Whisper") == 3


def test_a_note_is_shown_by_its_number(ada: Browser) -> None:
    bob = ada.invited("Bob")
    number = bob.post("/notes", text="Whisper", visibility="self")["note"]
    assert "Whisper" not in ada.get("/events").text
    assert ada.send("POST", f"/notes/{number}/show").status_code == 404
    answer = bob.post(f"/notes/{number}/show")
    assert [event["kind"] for event in answer["events"]] == ["note.shown"]
    assert "Whisper" in ada.get("/log.txt").text
    assert bob.send("POST", "/notes", {"text": "?", "visibility": "blind"}).json()["field"] == "visibility"


@pytest.mark.usefixtures("no_time_passes")
def test_somebody_too_fast_is_told_how_long_to_wait(tmp_path: Any) -> None:
    settings = patient(database=f"sqlite:///{tmp_path}/t.db", commands_per_second=1, commands_at_once=3)
    with Site(settings) as site:
        ada = site.opened("Ada")
        answers = [ada.send("POST", "/notes", {"text": str(n)}) for n in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].json()["code"] == "too-many"


@pytest.mark.parametrize("notation", ["700d6", "200d100!>2", "99x(500d6)", "5d1000!>1"])
def test_a_roll_that_would_fill_the_log_is_refused_before_it_is_made(ada: Browser, notation: str) -> None:
    request = {"system": "notation", "action": "roll", "inputs": {"notation": notation}, "nonce": nonce()}
    answer = ada.send("POST", "/rolls", request)
    assert (answer.status_code, answer.json()["code"], answer.json()["limit"]) == (422, "too-large", 600)
    assert ada.get().json()["open_rolls"] == []


def test_the_largest_rolls_take_up_about_64_kB(ada: Browser) -> None:
    events = ada.roll(system="notation", action="roll", inputs={"notation": "600d6"})["events"]
    assert 40_000 < len(events[-1]["body"].__repr__()) < 80_000


@pytest.mark.usefixtures("no_time_passes")
def test_long_rolls_count_as_several_commands(tmp_path: Any) -> None:
    settings = patient(
        database=f"sqlite:///{tmp_path}/t.db",
        commands_per_second=1,
        commands_at_once=20,
    )
    with Site(settings) as site:
        ada = site.opened("Ada")
        large = {"system": "notation", "action": "roll", "inputs": {"notation": "600d6"}}
        answers = [ada.send("POST", "/rolls", large | {"nonce": nonce()}) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        assert int(answers[-1].headers["retry-after"]) >= 4


@pytest.mark.usefixtures("no_time_passes")
def test_an_address_writes_no_more_than_so_much_at_however_many_tables(tmp_path: Any) -> None:
    settings = patient(
        database=f"sqlite:///{tmp_path}/t.db",
        letters_per_second=100,
        letters_at_once=9000,
    )
    with Site(settings) as site:
        statuses = [
            site.opened(name).send("POST", "/notes", {"text": "x" * 4000}).status_code
            for name in ("Ada", "Bob", "Cy", "Di")
        ]
        assert statuses == [201, 201, 201, 429]


def test_a_full_table_can_be_read_and_says_that_it_is_full(tmp_path: Any) -> None:
    settings = patient(database=f"sqlite:///{tmp_path}/t.db", table_letters=5000)
    with Site(settings) as site:
        ada = site.opened("Ada")
        assert [ada.send("POST", "/notes", {"text": "x" * 2500}).status_code for _ in range(3)] == [201, 201, 422]
        answer = ada.send("POST", "/notes", {"text": "x"})
        assert (answer.json()["code"], "new table" in answer.json()["remedy"]) == ("full", True)
        assert len(ada.get("/log.json").json()["events"]) == 4
    with Site(settings) as site:
        client = site.browser()
        client.cookies = ada.client.cookies
        again = Browser(site, client, ada.table, ada.id)
        assert again.send("POST", "/notes", {"text": "x"}).json()["code"] == "full"


@pytest.mark.usefixtures("no_time_passes")
def test_tables_cannot_be_opened_without_end(tmp_path: Any) -> None:
    settings = patient(database=f"sqlite:///{tmp_path}/t.db", entries_per_minute=3)
    with Site(settings) as site:
        body = {"title": "T", "name": "Ada"}
        statuses = [site.browser().post("/api/tables", json=body, headers=key()).status_code for _ in range(4)]
        assert statuses == [201, 201, 201, 429]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"system": "mod-dot"}, "action"),
        ({"system": "mod-dot", "action": "test", "nonce": "AB" * 32}, "nonce"),
        ({"system": "mod-dot", "action": "test", "nonce": "00" * 32, "visibility": "nobody"}, "visibility"),
        ({"system": "mod-dot", "action": "test", "nonce": "00" * 32, "luck": 3}, "luck"),
        ({"system": "mod-dot", "action": "test", "nonce": "00" * 32, "label": "\ud800"}, "label"),
        ({"system": "mod-dot", "action": "test", "nonce": "00" * 32, "inputs": {"pool": 1e400}}, ""),
    ],
)
def test_a_roll_that_cannot_be_is_a_problem_that_names_the_field(ada: Browser, body: Any, field: str) -> None:
    headers = key() | {"Content-Type": "application/json"}
    answer = ada.client.post(f"{ada.at}/rolls", content=json.dumps(body), headers=headers)
    assert answer.status_code == 422
    assert field in answer.json().get("field", "")


def test_hands_are_thrown_over_http(ada: Browser) -> None:
    from oddsmith.table.fairness import fair

    bob = ada.invited("Bob")
    ada.roll(source="hands", against=bob.id)
    nonces = {browser.id: nonce() for browser in (ada, bob)}
    hands = {ada.id: "rock", bob.id: "scissors"}
    for browser in (ada, bob):
        made = fair.thrown(ada.table, "r1", 0, browser.id, hands[browser.id], nonces[browser.id])
        browser.post("/rolls/r1/throw", round=0, commitment=made)
    for browser in (ada, bob):
        answer = browser.post("/rolls/r1/bare", round=0, hand=hands[browser.id], nonce=nonces[browser.id])
    assert [event["kind"] for event in answer["events"]] == ["roll.bared", "roll.met", "roll.waits"]
    assert answer["events"][1]["body"]["face"] == "up"

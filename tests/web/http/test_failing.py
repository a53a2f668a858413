"""What goes wrong, over HTTP: the table goes on as before, also at a server that is started anew."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.web.browser import Browser, Site, key, nonce, patient

from oddsmith.systems import registry
from oddsmith.table.commands.rolls import size
from oddsmith.web.http.tables import views

#: More faces than a roll may have.
TOO_MANY = {"system": "notation", "action": "roll", "inputs": {"notation": "98x(500d6)"}}


def test_a_refused_roll_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # As if it showed only when the dice land: the roll has been opened by then. (What is foretold is remembered, so no
    # other test asks for the same.)
    monkeypatch.setattr(size, "FACES", 10**6)
    settings = patient(database=f"sqlite:///{tmp_path}/tables.db")
    with Site(settings) as site:
        ada = site.opened("Ada")
        answer = ada.send("POST", "/rolls", TOO_MANY | {"nonce": nonce()})
        assert answer.status_code == 422, answer.text
        assert ada.post("/notes", text="after")["number"] == 3
        assert [event["number"] for event in ada.get("/events").json()["events"]] == [1, 2, 3]
    with Site(settings) as site:
        client = site.browser()
        client.cookies = ada.client.cookies
        again = Browser(site, client, ada.table, ada.id)
        assert again.get().json()["number"] == 3
        assert again.post("/notes", text="more")["number"] == 5  # the seal was renewed before


def test_a_database_that_is_locked_is_told_with_when_to_try_again(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Site(patient(database=f"sqlite:///{file}")) as site:
        ada = site.opened("Ada")
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        headers = key()
        answer = ada.send("POST", "/notes", {"text": "x"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert "same key" in answer.json()["remedy"]
        assert ada.get().json()["number"] == 2
        other.execute("ROLLBACK")
        other.close()
        assert ada.send("POST", "/notes", {"text": "x"}, headers=headers).json()["number"] == 3


def test_whoever_has_left_is_answered_the_same_when_they_ask_again(site: Site) -> None:
    ada = site.opened("Ada")
    bob = ada.invited("Bob")
    headers, cookies = key(), dict(bob.client.cookies)
    answers = []
    for _ in range(2):
        bob.client.cookies.update(cookies)
        answers.append(bob.send("DELETE", f"/members/{bob.id}", headers=headers))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert all("oddsmith_seat" in answer.headers["set-cookie"] for answer in answers)
    bob.client.cookies.update(cookies)
    assert bob.send("POST", "/notes", {"text": "x"}, headers=headers).json()["code"] == "key-reused"
    bob.client.cookies.update(cookies)
    assert bob.send("POST", "/notes", {"text": "x"}).status_code == 401
    assert ada.get().json()["number"] == answers[0].json()["number"]


def test_a_long_log_comes_in_pieces_and_whole(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "_PIECE", 7)
    ada = site.opened("Ada")
    bob = ada.invited("Bob")
    for number in range(20):
        ada.post("/notes", text=f"note {number}")
    ada.roll(visibility="host")
    log = bob.get("/log.json").json()
    assert log["events"] == bob.get("/events?limit=1000").json()["events"]
    assert (log["number"], log["digest"]) == (log["events"][-1]["number"], log["events"][-1]["digest"])
    assert "note 19" in bob.get("/log.txt").text
    assert ada.get("/luck").json()["table"]["rolls"] == 1
    assert bob.get("/luck").json()["table"]["rolls"] == 0


_RULEBOOK = """from dataclasses import dataclass
from oddsmith import d6, roll
from oddsmith.games import Game
game = Game("Failing Inside")
class Own(BaseException): pass
@dataclass(frozen=True)
class R:
    hits: int
@game.action
async def slip() -> R:
    return R(await roll(d6))
@game.event
def great(r: R) -> bool:
    return r.hit >= 3
@game.action
async def faces() -> int:
    return [][await roll(d6)]
@game.action
async def own() -> int:
    if await roll(d6): raise Own("of it")
    return 1
"""


@pytest.mark.parametrize(("action", "line"), [("slip", 12), ("faces", 17), ("own", 20)])
def test_a_mistake_in_a_rulebook_is_told_at_a_table_and_the_table_goes_on(
    action: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_rulebooks", {})
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    file = tmp_path / "inside.py"
    file.write_text(_RULEBOOK)
    registry.load_rulebook(str(file))
    with Site(patient(database=f"sqlite:///{tmp_path}/tables.db")) as site:
        ada = site.opened("Ada")
        asked = {"system": "failing-inside", "action": action, "inputs": {}, "nonce": nonce()}
        answer = ada.send("POST", "/rolls", asked)
        assert answer.status_code == 422, answer.text
        assert answer.json()["file"] == "inside.py"
        assert answer.json()["line"] == line
        assert ada.post("/notes", text="after")["number"] == 3

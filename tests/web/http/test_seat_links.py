"""Links that move a seat to another browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.web.browser import Browser, Site, key, patient

from oddsmith.cli.app import program
from oddsmith.table.verify.check_log import verify


def _link(browser: Browser, member: str) -> str:
    answer = browser.send("POST", f"/members/{member}/link", {})
    assert answer.status_code == 201, answer.text
    code: str = answer.json()["code"]
    return code


def _arrive(at: Browser, code: str, sent: dict[str, str] | None = None) -> tuple[Any, Any]:
    """A new browser, and what it was answered."""
    client = at.site.browser()
    return client, client.post(f"{at.at}/seat", json={"code": code}, headers=sent or key())


def test_a_seat_moves_to_another_browser_once(ada: Browser) -> None:
    bob = ada.invited("Bob")
    code = _link(bob, "m2")
    phone, answer = _arrive(bob, code)
    assert answer.status_code == 201
    assert answer.json()["you"] == "m2"
    assert phone.get(bob.at).json()["you"]["member"] == "m2"
    assert bob.get("").status_code == 401
    assert _arrive(bob, code)[1].status_code == 403
    event = answer.json()["events"][-1]
    assert (event["kind"], event["by"], event["body"]["member"]) == ("member.changed", "m2", "m2")
    assert code not in answer.text
    assert verify(ada.get("/log.json").json()).mismatches == []


def test_the_host_lets_somebody_back_in_who_lost_the_cookie(ada: Browser) -> None:
    ada.invited("Bob")
    phone, answer = _arrive(ada, _link(ada, "m2"))
    assert phone.get(ada.at).json()["you"]["member"] == "m2"
    assert answer.json()["events"][-1]["by"] == "m1"


def test_the_same_key_is_answered_alike(ada: Browser) -> None:
    code, sent = _link(ada, "m1"), key()
    first, again = _arrive(ada, code, sent)[1], _arrive(ada, code, sent)[1]
    assert (first.text, first.headers["set-cookie"]) == (again.text, again.headers["set-cookie"])


def test_nobody_moves_the_seat_of_another_player(ada: Browser) -> None:
    bob = ada.invited("Bob")
    assert bob.send("POST", "/members/m1/link", {}).status_code == 403
    own = _link(bob, "m2")
    for code in ("m1" + own[2:], own[:-1], "m2", "..", "m2.m2.x.y", "m2.m1." + own.split(".", 2)[2], "é" * 9):
        assert _arrive(ada, code)[1].status_code == 403
    assert _arrive(ada, own)[1].status_code == 201


def test_a_link_of_a_host_who_is_none_any_more_moves_only_their_own_seat(ada: Browser) -> None:
    bob = ada.invited("Bob")
    carol = ada.invited("Carol")
    assert ada.send("PATCH", "/members/m2", {"role": "host"}).status_code == 200
    code = _link(bob, "m3")
    assert ada.send("PATCH", "/members/m2", {"role": "player"}).status_code == 200
    assert _arrive(ada, code)[1].status_code == 403
    assert carol.get("").status_code == 200


def test_a_link_ends_by_itself(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    code = _link(ada, "m1")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 601)
    assert _arrive(ada, code)[1].status_code == 403


def test_whoever_sits_here_already_takes_no_second_seat(ada: Browser) -> None:
    bob = ada.invited("Bob")
    answer = bob.send("POST", "/seat", {"code": _link(ada, "m1")})
    assert answer.status_code == 409


def test_a_way_back_that_is_kept_lasts_until_it_is_used(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = ada.send("POST", "/members/m1/link", {"keep": True})
    assert answer.json()["seconds"] is None
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 400 * 24 * 3600)
    code = answer.json()["code"]
    phone, answer = _arrive(ada, code)
    assert answer.status_code == 201
    assert phone.get(ada.at).json()["you"]["member"] == "m1"
    assert _arrive(ada, code)[1].status_code == 403


def test_nobody_keeps_a_way_to_the_seat_of_another(ada: Browser) -> None:
    ada.invited("Bob")
    assert ada.send("POST", "/members/m2/link", {"keep": True}).status_code == 403


def test_a_link_that_moved_once_leaves_none_before_it_working(ada: Browser) -> None:
    kept = ada.send("POST", "/members/m1/link", {"keep": True}).json()["code"]
    assert _arrive(ada, _link(ada, "m1"))[1].status_code == 201
    assert _arrive(ada, kept)[1].status_code == 403


def test_a_link_works_at_a_server_that_was_started_anew(tmp_path: Path) -> None:
    settings = patient(database=str(tmp_path / "tables.db"))
    with Site(settings) as site:
        ada = site.opened("Ada")
        code = _link(ada, "m1")
    with Site(settings) as site:
        answer = site.browser().post(f"{ada.at}/seat", json={"code": code}, headers=key())
        assert answer.status_code == 201, answer.text


Command = Callable[..., Result]


@pytest.fixture
def seat(tmp_path: Path) -> Command:
    """What whoever keeps the server types: `oddsmith seat`."""

    def typed(*line: str) -> Result:
        return CliRunner().invoke(program, ["seat", *line, "--db", str(tmp_path / "tables.db")], prog_name="oddsmith")

    return typed


def test_the_only_host_is_let_back_in_by_whoever_keeps_the_server(tmp_path: Path, seat: Command) -> None:
    with Site(patient(database=str(tmp_path / "tables.db"))) as site:
        ada = site.opened("Ada")
        bob = ada.invited("Bob")
        address = f"https://dice.example/table/{ada.table}"
        typed = seat(f"{address}?game=dot", "Ada")
        assert typed.exit_code == 0, typed.stderr
        link, told = typed.stdout.split("\n", 1)
        assert link.startswith(f"{address}#seat.m1.m1.")
        assert "once, within 24 hours" in told.replace("\n", " ")
        code = link.partition("#seat.")[2]
        phone, answer = _arrive(bob, code)
        assert answer.status_code == 201, answer.text
        assert phone.get(ada.at).json()["you"]["role"] == "host"
        assert ada.get("").status_code == 401
        assert _arrive(bob, code)[1].status_code == 403
        log = bob.get("/log.json").json()
        last = log["events"][-1]
        assert (last["kind"], last["by"], last["body"]["member"]) == ("member.changed", "m1", "m1")
        assert verify(log).mismatches == []


def test_a_link_of_the_command_line_ends_after_a_day(
    tmp_path: Path, seat: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Site(patient(database=str(tmp_path / "tables.db"))) as site:
        ada = site.opened("Ada")
        code = seat(f"http://localhost:8765/table/{ada.table}/", "Ada").stdout.partition("#seat.")[2].split()[0]
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 24 * 3600 + 1)
        assert _arrive(ada, code)[1].status_code == 403


def test_a_seat_that_is_not_there_is_called_so(tmp_path: Path, seat: Command) -> None:
    with Site(patient(database=str(tmp_path / "tables.db"))) as site:
        ada = site.opened("Ada")
        bob = ada.invited("Bob")
        assert bob.send("DELETE", "/members/m2").status_code == 200
        address = f"http://localhost:8765/table/{ada.table}"
        gone = seat(address, "Bob")
        assert (gone.exit_code, "Unknown name at this table 'Bob'" in gone.stderr) == (2, True), gone.stderr
        other = seat(address[:-16] + "0" * 16, "Ada")
        assert (other.exit_code, "There is no table" in other.stderr) == (1, True), other.stderr
        wrong = seat(ada.table, "Ada")
        assert (wrong.exit_code, "the address of a table" in wrong.stderr) == (2, True), wrong.stderr

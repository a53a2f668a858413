"""Links that move a seat to another browser."""

from __future__ import annotations

import time
from typing import Any

import pytest
from tests.web.browser import Browser, key

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

"""Four people whose pages answer as browsers do, over real connections: who click together all get every witness."""

from __future__ import annotations

import http.client
import json
import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.web.serving import PATIENCE, Frames, Server

from oddsmith.table.fairness import fair
from oddsmith.table.verify.check_log import verify

NAMES = "Ada", "Bo", "Cy", "Dot"


class Page:
    """A page that listens, has pledged, and gives its nonces when it is asked."""

    def __init__(self, server: Server, path: str, answer: dict[str, Any], cookie: str) -> None:
        self.server, self.path, self.me = server, path, answer["you"]
        self.cookie = f"oddsmith_seat={cookie}"
        self.nonces: dict[str, str] = {}
        self.thread = threading.Thread(target=self._listen, daemon=True)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        connection = self.server.connect()
        headers = {"Idempotency-Key": secrets.token_hex(16), "Content-Type": "application/json", "Cookie": self.cookie}
        connection.request(method, self.path + path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text)

    def pledge(self, count: int) -> None:
        made = [fair.fresh() for _ in range(count)]
        pledges = [fair.pledge(self.path.rpartition("/")[2], self.me, nonce) for nonce in made]
        self.nonces |= dict(zip(pledges, made, strict=True))
        assert self.ask("POST", "/pledge", {"pledges": pledges})[0] == 200

    def listen(self) -> None:
        self.connection = self.server.connect()
        self.connection.request("GET", f"{self.path}/stream", headers={"Cookie": self.cookie})
        self.answer = self.connection.getresponse()
        self.thread.start()

    def close(self) -> None:
        self.thread.join()
        self.answer.close()
        self.connection.close()

    def _listen(self) -> None:
        try:
            for _, kind, event in Frames(self.answer):
                if kind == "event" and isinstance(event["body"].get("stretch"), dict):
                    self._witness(event)
        except (http.client.HTTPException, OSError, ValueError):
            return  # the server has gone

    def _witness(self, event: dict[str, Any]) -> None:
        begun = event["body"]["stretch"]
        if self.me in begun["witnesses"]:
            seen = {"number": event["number"], "digest": event["digest"]}
            body = {"stretch": begun["stretch"], "nonce": self.nonces[begun["witnesses"][self.me]], "seen": seen}
            self.ask("POST", f"/rolls/{event['roll']}/witness", body)

    def roll(self) -> tuple[int, Any]:
        return self.ask("POST", "/rolls", {"system": "notation", "action": "roll", "inputs": {"notation": "1d20"}})


@pytest.fixture
def four(tmp_path: Path) -> Iterator[list[Page]]:
    server = Server(tmp_path / "tables.db")
    status, opened = server.send("POST", "/api/tables", {"title": "Thursday", "name": NAMES[0]})
    assert status == 201, opened
    path = f"/api/tables/{opened['table']}"
    pages = [Page(server, path, opened, server.cookies["oddsmith_seat"])]
    invite = pages[0].ask("POST", "/invites", {"role": "player"})[1]
    for name in NAMES[1:]:
        server.cookies.clear()
        status, joined = server.send("POST", f"{path}/members", {"secret": invite["secret"], "name": name})
        assert status == 201, joined
        pages.append(Page(server, path, joined, server.cookies["oddsmith_seat"]))
    for page in pages:
        page.listen()
    yield pages
    server.stop()
    for page in pages:
        page.close()


def stretches(log: dict[str, Any]) -> list[dict[str, Any]]:
    return [event["body"]["stretch"] for event in log["events"] if event["kind"] == "roll.opened"]


def everything(page: Page) -> dict[str, Any]:
    """The log when all dice have landed."""
    deadline = threading.Event()
    for _ in range(PATIENCE * 10):
        log: dict[str, Any] = page.ask("GET", "/log.json")[1]
        kinds = [event["kind"] for event in log["events"]]
        if kinds.count("roll.opened") == kinds.count("roll.finished"):
            return log
        deadline.wait(0.1)
    raise AssertionError(kinds)


@pytest.mark.parametrize("times", [1, 3])
def test_four_who_click_together_get_four_full_sets_of_witnesses(four: list[Page], times: int) -> None:
    for page in four:
        page.pledge(16)
    with ThreadPoolExecutor(len(four)) as clicks:
        answers = list(clicks.map(lambda page: [page.roll()[0] for _ in range(times)], four))
    assert answers == [[201] * times] * 4
    log = everything(four[0])
    begun = stretches(log)
    assert len(begun) == 4 * times
    everybody = {page.me for page in four}
    for each in begun:
        assert {*each["nonces"], *each["witnesses"]} == everybody
        assert each["unasked"] == []
    used = [pledge for each in begun for pledge in each["witnesses"].values()]
    assert len(used) == len(set(used)) == 16 * times
    report = verify(log)
    assert (report.mismatches, report.rolls, report.alone, report.unasked) == ([], 4 * times, 0, {})


def test_who_was_present_and_not_asked_is_in_the_log(four: list[Page]) -> None:
    ada, bo, cy, dot = four
    bo.pledge(1)
    cy.pledge(2)  # Dot's page is open and has pledged nothing; Bo's one pledge is used by the first roll
    for _ in range(2):
        nonce = fair.fresh()
        ada.ask(
            "POST",
            "/rolls",
            {"system": "notation", "action": "roll", "inputs": {"notation": "1d20"}, "nonce": nonce},
        )
    log = everything(ada)
    first, second = stretches(log)
    assert (sorted(first["witnesses"]), first["unasked"]) == ([bo.me, cy.me], [dot.me])
    assert (sorted(second["witnesses"]), second["unasked"]) == ([cy.me], [bo.me, dot.me])
    report = verify(log)
    assert report.mismatches == []
    assert report.unasked == {"r1": {"m4": "Dot"}, "r2": {"m2": "Bo", "m4": "Dot"}}


def test_pledges_are_refused_that_are_too_many_or_not_new(four: list[Page]) -> None:
    bo = four[1]
    bo.pledge(64)
    for body, status in (
        ({"pledges": ["ab" * 32]}, 422),  # the 65th
        ({}, 422),
        ({"pledges": []}, 422),
        ({"pledges": ["ab" * 32] * 2, "pledge": "cd" * 32}, 422),
        ({"pledges": ["ab" * 32], "pledge": "ab" * 32}, 422),
        ({"pledges": ["AB" * 32]}, 422),
        ({"pledges": ["cd" * 32], "more": 1}, 422),
        ({"pledges": [f"{number:064x}" for number in range(65)]}, 422),
        ({"pledge": "ab" * 32, "pledges": [f"{number:064x}" for number in range(63)]}, 200),
    ):
        found, answer = bo.ask("POST", "/pledge", body)
        assert found == status, (body, answer)
    you = bo.ask("GET", "")[1]["you"]
    assert (len(you["pledges"]), you["pledges"][0], you["pledges"][-1]) == (64, "ab" * 32, f"{62:064x}")

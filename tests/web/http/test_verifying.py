"""Logs of any length, checked by the server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.web.browser import Browser, Site, patient

from oddsmith.systems import registry
from oddsmith.table.domain.event import Draft, read, written
from oddsmith.table.verify.check_log import verify

NOTE = ("Long ago, in a land of many dice, " * 100).strip()


def grown(log: dict[str, Any], letters: int) -> str:
    """A log with notes after its end, until it has so many letters."""
    last = read(log["events"][-1])
    notes = []
    for number in range(last.number + 1, last.number + 2 + letters // len(NOTE)):
        last = written(Draft("note.written", log["seen_by"], {"text": NOTE}), last.table, number, last.at, last.digest)
        notes.append(json.loads(last.public))
    return json.dumps(log | {"number": last.number, "digest": last.digest, "events": log["events"] + notes})


@pytest.mark.parametrize("letters", [200_000, 1_000_000, 15_000_000])
def test_a_log_of_any_size_is_checked_and_the_server_goes_on(ada: Browser, letters: int) -> None:
    ada.roll()
    log = ada.get("/log.json").json()
    text = grown(log, letters)
    assert len(text) > letters
    answer = ada.client.post("/api/verify", content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 200, answer.text
    report = answer.json()
    assert (report["matches"], report["rolls"], report["events"]) == (True, 1, text.count('"previous"'))
    changed = text.replace(NOTE, NOTE.replace("many", "more"), 1)
    report = ada.client.post("/api/verify", content=changed, headers={"content-type": "application/json"}).json()
    assert [each["number"] for each in report["mismatches"]] == [log["number"] + 1]
    assert ada.post("/notes", text="and on")["number"] == log["number"] + 1


def test_what_games_there_are_is_looked_up_once_however_many_rolls_there_are(
    ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes milliseconds: packages may bring games."""
    for _ in range(20):
        ada.roll()
    log, asked, found = ada.get("/log.json").json(), [], registry.system_names()

    def names() -> list[str]:
        asked.append(1)
        return found

    monkeypatch.setattr(registry, "system_names", names)
    assert verify(log).mismatches == []
    assert len(asked) == 1


def test_a_log_may_take_longer_than_a_question(ada: Browser) -> None:
    ada.roll()
    with Site(patient(compute_seconds=0)) as busy:
        assert busy.browser().get("/api/odds?notation=4d6kh3").json()["code"] == "too-large"
        answer = busy.browser().post("/api/verify", json=ada.get("/log.json").json())
        assert (answer.status_code, answer.json()["matches"]) == (200, True)


def test_a_log_that_takes_too_long_can_be_checked_elsewhere(ada: Browser) -> None:
    with Site(patient(log_seconds=0)) as busy:
        problem = busy.browser().post("/api/verify", json=ada.get("/log.json").json()).json()
    assert (problem["code"], problem["remedy"]) == (
        "too-large",
        "Run oddsmith verify on your own machine, where there is no limit of time or memory.",
    )

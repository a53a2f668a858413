"""Rolls that a table refuses, over HTTP: it goes on as before, also at a server that is started anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.browser import Browser, Site, nonce

from oddsmith.table import size
from oddsmith.web import Settings

#: More faces than a roll may have.
TOO_MANY = {"system": "notation", "action": "roll", "inputs": {"notation": "99x(500d6)"}}


def test_a_refused_roll_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        size, "FACES", 10**6
    )  # as if it showed only when the dice land: the roll has been opened by then
    settings = Settings(database=f"sqlite:///{tmp_path}/tables.db")
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
        assert again.post("/notes", text="more")["number"] == 4

"""Rolls that a table refuses, over HTTP: it goes on as before, also at a server that is started anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import Browser, Site, nonce

from oddsmith.web import Settings

CONTEST = {
    "system": "t13",
    "action": "contest",
    "inputs": {
        "dice": "facet:d6,descendant:d8",
        "offers": "skill:1d6+2,talent:2d6",
        "sway": 14,
        "against_dice": "facet:d6,descendant:2d6",
        "against_offers": "power:2d6",
        "against_sway": 14,
        "order": "at-once",
    },
}
BATTLE = {
    "system": "humanity-beast",
    "action": "battle",
    "inputs": {
        "humanity": 3,
        "beast": 2,
        "willpower": 2,
        "against_humanity": 2,
        "against_beast": 3,
        "against_willpower": 2,
        "order": "at-once",
    },
}


@pytest.mark.parametrize("asked", [CONTEST, BATTLE], ids=["t13", "humanity-beast"])
def test_a_refused_roll_leaves_the_table_as_it_was(tmp_path: Path, asked: dict[str, Any]) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/tables.db")
    with Site(settings) as site:
        ada = site.opened("Ada")
        answer = ada.send("POST", "/rolls", asked | {"nonce": nonce()})
        assert answer.status_code == 422, answer.text
        assert "at once" in answer.json()["detail"]
        assert ada.post("/notes", text="after")["number"] == 3
        assert [event["number"] for event in ada.get("/events").json()["events"]] == [1, 2, 3]
    with Site(settings) as site:
        client = site.browser()
        client.cookies = ada.client.cookies
        again = Browser(site, client, ada.table, ada.id)
        assert again.get().json()["number"] == 3
        assert again.post("/notes", text="more")["number"] == 4

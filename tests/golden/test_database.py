"""A database that earlier days wrote opens, tells the same as then, and takes new rolls.

`database/tables.sql` is a dump of it, `seat.json` the seat that Bo has at its one table (of no use anywhere else),
`seen.json` what the table and `log.txt` what the log showed him. They were written once and are never written again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.golden.http import site
from tests.golden.paths import first_difference, leaves
from tests.golden.ways import ageless
from tests.web.browser import key, nonce

FOLDER = Path(__file__).with_name("database")
SEAT = json.loads((FOLDER / "seat.json").read_text(encoding="utf-8"))
AT = f"/api/tables/{SEAT['table']}"


@pytest.fixture
def bo(tmp_path: Path) -> Iterator[TestClient]:
    """Bo's browser, which comes back to the table."""
    connection = sqlite3.connect(tmp_path / "tables.db")
    connection.executescript((FOLDER / "tables.sql").read_text(encoding="utf-8"))
    connection.close()
    with site(f"sqlite:///{tmp_path}/tables.db") as found:
        client = found.browser()
        client.cookies.update(SEAT["cookies"])
        yield client


def post(client: TestClient, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"{AT}{path}", json=body, headers=key())
    assert answer.is_success, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_a_table_looks_as_it_did(bo: TestClient) -> None:
    old = json.loads((FOLDER / "seen.json").read_text(encoding="utf-8"))
    new = json.loads(ageless(json.dumps(bo.get(AT).json())))
    assert old["you"].pop("pledge") is None  # of the nonce that whoever rolled had to give with the command
    assert new["you"].pop("pledges") == []  # told since there are rows of them
    assert new["you"].pop("sealed") > 0  # told since the seal of dice has to stand when a nonce is given
    assert first_difference(leaves(old), leaves(new)) is None
    assert bo.get(f"{AT}/log.txt").text.splitlines() == (FOLDER / "log.txt").read_text(encoding="utf-8").splitlines()


def test_a_roll_that_waited_goes_on_and_new_ones_are_made(bo: TestClient) -> None:
    for _ in range(30):
        waiting = next((roll for roll in bo.get(AT).json()["open_rolls"] if roll["roll"] == SEAT["waits"]), None)
        if waiting is None:
            break
        wait = bo.get(f"{AT}/rolls/{SEAT['waits']}").json()["events"][-1]["body"]
        answer = {"step": wait["step"], "option": wait["options"][0], "nonce": nonce()}
        post(bo, f"/rolls/{SEAT['waits']}/answers", answer)
    told = post(bo, "/rolls", {"system": "mod-dot", "action": "test", "inputs": {"pool": 4}, "nonce": nonce()})
    assert [event["kind"] for event in told["events"]] == ["roll.opened", "roll.finished"]
    post(bo, f"/rolls/{SEAT['waits']}/undo", {})
    report = bo.post("/api/verify", json=bo.get(f"{AT}/log.json").json()).json()
    assert (report["mismatches"], report["matches"]) == ([], True)

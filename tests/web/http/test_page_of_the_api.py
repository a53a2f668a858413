"""The JSON on the page about the HTTP API is what the app answers, and takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.docs.reader import blocks
from tests.web.browser import Browser, Site

PAGE = Path(__file__).parents[3] / "docs" / "http.md"
SHOWN = [json.loads(block.text) for block in blocks(PAGE) if block.kind == "json"]
PROBLEM, ANSWER, TABLE, EVENT, ROLL, LUCK = SHOWN


def unlike(shown: object, real: object, at: str = "") -> list[str]:
    """Where an answer does not look as the page shows it. `...` stands for anything, and null for what may be left."""
    if isinstance(shown, dict):
        if not isinstance(real, dict):
            return [at]
        missing = [f"{at}/{name}" for name in shown if name != "..." and name not in real]
        more = [f"{at}/{name} is not shown" for name in real if name not in shown and "..." not in shown]
        both = [each for name in shown if name in real for each in unlike(shown[name], real[name], f"{at}/{name}")]
        return missing + more + both
    if isinstance(shown, list):
        if not isinstance(real, list):
            return [at]
        rows = enumerate(real) if shown else ()
        return [each for place, row in rows for each in unlike(shown[0], row, f"{at}/{place}")]
    if shown is None or real is None or isinstance(real, str if isinstance(shown, str) else type(shown)):
        return []
    return [] if isinstance(shown, float) and isinstance(real, int) else [f"{at}: {real!r}"]


def host(site: Site) -> Browser:
    """The host of a table with the two characters of the page."""
    ada = site.opened("Ada")
    coins = {"ec": {"value": 40, "max": 60}}
    for name, resources in (("Mara", coins), ("Ogre", {"hc": {"value": 9}})):
        ada.post("/characters", name=name, system="edged-coins", inputs={"rank": 1}, resources=resources)
    ada.post("/presets", name="Parry", request={"system": "edged-coins", "action": "toss"})
    return ada


@pytest.fixture(scope="module")
def bob(site: Site) -> Browser:
    """A player, whom the host lets play both characters."""
    ada = host(site)
    bob = ada.invited("Bob")
    for character in (ROLL["character"], ROLL["opposing"]):
        assert ada.send("PATCH", f"/characters/{character}", {"owner": bob.id}).is_success
    return bob


def opened(answer: dict[str, Any]) -> dict[str, Any]:
    """The event of an answer by which its roll begins."""
    found: dict[str, Any] = next(event for event in answer["events"] if event["kind"] == "roll.opened")
    return found


def test_a_problem(site: Site) -> None:
    answer = site.browser().get("/api/odds/mod-dot/test?pool=x")
    assert (answer.status_code, answer.json()) == (PROBLEM["status"], PROBLEM)


def test_a_roll_as_it_is_asked_for_and_what_is_answered(bob: Browser) -> None:
    answer = bob.roll(**ROLL)
    assert unlike(ANSWER, answer) == []
    event = opened(answer)
    assert [event["body"][name] for name in ("label", "effects")] == [ROLL[name] for name in ("label", "effects")]
    everybody = {name: shape for name, shape in EVENT.items() if name not in ("hidden", "salt")}
    assert unlike(everybody, event) == []


def test_an_event_with_a_hidden_part(bob: Browser) -> None:
    assert unlike(EVENT, opened(bob.roll(visibility="self"))) == []


def test_a_table(site: Site) -> None:
    ada = host(site)
    ada.post("/pledge", pledges=["11" * 32, "22" * 32])
    table = ada.get().json()
    mara, ogre = table["characters"]
    assert unlike(TABLE, {**table, "characters": [mara]}) == []
    assert (mara["character"], ogre["character"]) == (ROLL["character"], ROLL["opposing"])
    assert len(table["you"]["pledges"]) == 2


def test_luck(bob: Browser) -> None:
    bob.roll()
    bob.roll(system="notation", action="roll", inputs={"notation": "3d10"})
    luck = bob.get("/luck").json()
    shown = LUCK["members"]["m2"]
    mine = luck["members"][bob.id]
    assert unlike({name: {"...": ""} if isinstance(LUCK[name], dict) else "" for name in LUCK}, luck) == []
    assert unlike({"rolls": 0, "dice": [], "events": []}, mine) == []
    numbered = [each for each in mine["dice"] if each["die"] == "d10"]
    assert len(numbered) == len(mine["events"]) == 1
    assert unlike(shown["dice"], numbered) + unlike(shown["events"], mine["events"]) == []


def test_an_answer_of_another_form_is_told() -> None:
    assert unlike({"number": 1}, {"number": "1"})
    assert unlike({"number": 1}, {})
    assert unlike({"number": 1}, {"number": 1, "more": 2})
    assert unlike({"rows": [{"a": 1}]}, {"rows": [{"a": 1}, {"b": 1}]})

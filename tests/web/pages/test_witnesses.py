"""Four pages at one table: who click together all have everybody as a witness; and what a page saw can be kept."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.seats import compose, invite, join, open_table, show
from tests.web.pages.surfing import PHONE, Person, person

from oddsmith.table.forms.reading import checked_receipt
from oddsmith.table.verify.check_log import verify

NAMES = "Ada", "Ben", "Cy", "Dot"
ROUNDS = 2

_CLICK_AT = "(button, at) => { setTimeout(() => button.click(), at - Date.now()); }"
_LOG = "async (table) => (await fetch(`/api/tables/${table}/log.json`)).json()"


@pytest.fixture(scope="module")
def four(browser: Browser, app: str) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        people = [stack.enter_context(person(browser, app, PHONE)) for _ in NAMES]
        open_table(people[0], NAMES[0])
        for guest, name in zip(people[1:], NAMES[1:], strict=True):
            join(guest, invite(people[0]), name)
        yield people


def test_who_click_together_all_have_everybody_as_a_witness(four: list[Person]) -> None:
    forms = [compose(somebody, "dot", "check") for somebody in four]
    for form in forms:
        form.get_by_label("Label", exact=True).fill("Together")
    for done in range(1, ROUNDS + 1):
        for somebody in four:
            show(somebody.page, "Roll")
        buttons = [form.get_by_role("button", name="Roll", exact=True) for form in forms]
        for button in buttons:
            expect(button).to_be_enabled()  # else a click by script is lost
        at = time.time() * 1000 + 500
        for button in buttons:  # each page clicks by its own clock, at the same moment
            button.evaluate(_CLICK_AT, at)
        show(four[0].page, "Log")
        expect(four[0].page.get_by_role("button", name="Checked")).to_have_count(done * len(NAMES))
    log = four[0].page.evaluate(_LOG, four[0].page.url.rpartition("/")[2])
    begun = [event for event in log["events"] if event["kind"] == "roll.opened"]
    gave: dict[str, set[str]] = {event["roll"]: set() for event in begun}
    for event in log["events"]:
        if event["kind"] in ("roll.opened", "roll.witnessed"):
            gave[event["roll"]].add(event["by"])
    assert len(gave) == ROUNDS * len(NAMES)
    assert all(len(members) == len(NAMES) for members in gave.values()), gave
    report = verify(log)
    assert (report.mismatches, report.unasked, report.alone, report.unpledged) == ([], {}, 0, 0)
    assert report.witnessed == len(gave)


def test_a_receipt_is_saved_and_holds_against_the_log(four: list[Person], tmp_path: Path) -> None:
    ben = four[1]
    compose(ben, "dot", "check").get_by_role("button", name="Roll", exact=True).click()
    show(ben.page, "Log")
    expect(ben.page.get_by_role("button", name="Checked").first).to_be_visible()
    with ben.page.expect_download() as saving:
        ben.page.get_by_role("button", name="Receipt").click()
    file = tmp_path / "receipt.json"
    saving.value.save_as(file)
    log = ben.page.evaluate(_LOG, ben.page.url.rpartition("/")[2])
    report = verify(log, checked_receipt(json.loads(file.read_bytes())))
    assert (report.mismatches, report.seen) == ([], log["number"])
    short = log | {"events": log["events"][:-1], "number": log["number"] - 1, "digest": log["events"][-2]["digest"]}
    assert verify(short, checked_receipt(json.loads(file.read_bytes()))).mismatches

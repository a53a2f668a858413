"""Somebody pastes a whole HERO sheet."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.seats import compose, newest, open_table, roll
from tests.web.pages.surfing import DESK, PHONE, faults, person

LINES = "DEX 15\nSTR 10\nCOM 2\nStealth (DEX) 14-\nOMCV 3\nDMCV 3\nSPD 4\nOCV 7\nDCV 5"


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_sheet_is_pasted_as_it_is_and_its_pools_are_a_table(
    browser: Browser, app: str, size: tuple[int, int]
) -> None:
    with person(browser, app, size, permissions=["clipboard-read", "clipboard-write"]) as somebody:
        page = somebody.go("/odds/dot/sheet")
        field = page.get_by_label("HERO sheet", exact=True)
        page.evaluate("(text) => navigator.clipboard.writeText(text)", LINES)
        field.press("Control+A")
        field.press("Control+V")
        expect(field).to_have_value(LINES)
        answer = page.get_by_role("table")
        # HERO's 14- is 196 of 216 faces; five dice all miss in 32 of 243 ways
        expect(answer.get_by_role("row", name="Stealth 14- 5 90.7 % 86.8 %")).to_be_visible()
        expect(
            answer.get_by_role("row", name="The pool is 0: one die, and a miss is a critical failure")
        ).to_be_visible()
        expect(page.locator(".reading")).to_have_text("Pools: 6; better than on 3d6: 0; worse than on 3d6: 6.")
        expect(page.get_by_text("HERO has no roll for SPD: passed over.")).to_be_visible()
        assert faults(page) == []
        whole = answer.evaluate("each => each.parentElement.scrollWidth <= each.parentElement.clientWidth")
        assert whole  # nothing is beside the screen
        if folder := os.environ.get("SHOTS"):
            page.screenshot(path=Path(folder) / f"sheet-{size[0]}.png", full_page=True)
        assert parse_qs(urlsplit(page.url).query)["sheet"] == [LINES]
        page.reload()
        expect(page.get_by_label("HERO sheet", exact=True)).to_have_value(LINES)
        expect(page.get_by_role("table").get_by_role("row", name="Stealth")).to_be_visible()


def test_a_sheet_is_pasted_at_a_table(browser: Browser, app: str) -> None:
    with person(browser, app) as ada:
        open_table(ada)
        form = compose(ada, "dot", "sheet")
        form.get_by_label("HERO sheet", exact=True).fill(LINES)
        expect(form.get_by_label("HERO sheet", exact=True)).to_have_value(LINES)
        roll(form)
        card = newest(ada)
        expect(card.get_by_role("button", name="Checked")).to_be_visible()
        expect(card.get_by_role("row", name="Stealth 14- 5 90.7 % 86.8 %")).to_be_visible()
        expect(card).to_contain_text("Stealth: 14- in HERO, 5 dots")
        if folder := os.environ.get("SHOTS"):
            ada.page.screenshot(path=Path(folder) / "table.png")

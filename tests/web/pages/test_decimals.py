"""How many decimals chances have is for whoever reads them to say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.surfing import PHONE, Person, person, sideways, small_targets, violations


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        yield somebody


def test_chances_have_as_many_decimals_as_somebody_wants_and_keep_them(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2&pin=dot/check?dots%3D12&v=0.1.0")
    cells = page.get_by_role("row").filter(has_text="At least one success").locator("td")
    # 5/9, and 1 - (2/3)^12 = 0.992293 (R1.5): next to 100 % there is one decimal more.
    expect(cells).to_have_text(["55.6 %", "99.23 % +43.7"])
    page.get_by_label("Chances to").select_option("0.01 %")
    expect(cells).to_have_text(["55.56 %", "99.229 % +43.67"])
    expect(page.locator(".reading")).to_contain_text("55.56 %")
    assert (violations(page), sideways(page), small_targets(page)) == ([], 0, [])
    somebody.go("/notation?d=d3&v=0.1.0")
    table = page.get_by_role("region", name="Total, exactly")
    expect(table.get_by_role("row").nth(1).locator("td").first).to_have_text("33.33 %")
    page.get_by_label("Chances to").select_option("0.0001 %")
    expect(table.get_by_role("row").nth(1).locator("td").first).to_have_text("33.3333 %")
    page.reload()
    expect(table.get_by_role("row").nth(1).locator("td").first).to_have_text("33.3333 %")

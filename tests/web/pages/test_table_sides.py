"""A roll at a table knows the sheets of both sides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.seats import bring, compose, newest, open_table, roll, show
from tests.web.pages.surfing import PHONE, Person, person


@pytest.fixture
def ada(browser: Browser, app: str) -> Iterator[Person]:
    """The host, with a phone."""
    with person(browser, app, PHONE) as ada:
        ada.expected |= {"status of 409", "status of 422"}
        open_table(ada)
        yield ada


def test_harm_is_measured_by_the_health_of_whom_it_strikes(ada: Person) -> None:
    bring(ada, "Mara", "edged-coins", ec=4, hc=9)
    bring(ada, "Kay", "edged-coins", ec=3, hc=2)
    form = compose(ada, "edged-coins", "attack", "Mara", "Kay")
    expect(form.get_by_label("HC", exact=True)).to_have_value("2")
    expect(form.get_by_label("EC", exact=True)).to_have_value("4")
    expect(form.get_by_label("Opposing EC", exact=True)).to_have_value("3")
    form = compose(ada, "edged-coins", "fall")
    expect(form.get_by_label("HC", exact=True)).to_have_value("9")


def test_a_resource_that_only_a_house_rule_uses_is_left_alone_without_it(ada: Person) -> None:
    bring(ada, "Luigi", "mod-dot", willpower=3)
    form = compose(ada, "mod-dot", "test", "Luigi")
    expect(form.get_by_label("Willpower", exact=True)).to_have_value("0")
    roll(form)
    show(ada.page, "Log")
    expect(newest(ada).locator(".verdict")).to_be_visible()
    form = compose(ada)
    form.get_by_text("More", exact=True).click()
    form.get_by_text("House rules").click()
    form.get_by_text("One success", exact=True).click()
    expect(form.get_by_label("Willpower", exact=True)).to_have_value("3")

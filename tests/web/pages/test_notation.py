"""Somebody writes dice as their group does."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.seats import compose, newest, open_table, roll
from tests.web.pages.surfing import PHONE, Person, person, sideways, small_targets, violations


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        yield somebody


def test_the_odds_follow_what_is_written_and_the_link_holds_it(somebody: Person) -> None:
    page = somebody.go("/notation")
    page.get_by_label("Notation").fill("10d10>=7!")
    # One exploding d10 counted at 7 and more is on average 4/9: (6 + 3z)/(10 - z) at z = 1 gives the slope.
    expect(page.locator(".stats dd").first).to_contain_text("40/9")
    page.reload()
    expect(page.get_by_label("Notation")).to_have_value("10d10>=7!")
    expect(page.locator(".stats dd").first).to_contain_text("40/9")


def test_what_cannot_be_read_is_marked_where_it_stands(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go("/notation?d=4d6")
    expect(page.locator(".stats")).to_be_visible()
    page.get_by_label("Notation").fill("4d6kk3")
    expect(page.locator(".wrong")).to_contain_text("k does not belong here. Expected: how many dice to keep.")
    expect(page.locator(".notation-place mark")).to_have_text("k")
    assert violations(page) == []
    assert (sideways(page), small_targets(page)) == (0, [])
    page.get_by_label("Notation").fill(300 * "k")
    expect(page.locator(".notation-place mark")).to_have_text(300 * "k")
    assert sideways(page) == 0


def test_one_against_another_tells_who_wins(somebody: Person) -> None:
    page = somebody.go("/notation?d=d6+vs+d6")
    expect(page.locator(".events .exact")).to_have_text(["5/12", "1/6", "5/12"])
    assert violations(page) == []


def test_notations_are_compared(somebody: Person) -> None:
    page = somebody.go("/notation?d=2d6")
    page.get_by_role("button", name="Pin", exact=True).click()
    page.get_by_label("Notation").fill("2d6kh1")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="6", exact=True))
    expect(row.locator("td")).to_have_text(["30.6 %", "13.9 % −16.7"])  # 11/36 and 5/36


def test_a_roll_shows_what_was_dropped_and_a_line_for_the_chat(somebody: Person) -> None:
    page = somebody.go("/notation?d=4d6kh3")
    page.get_by_role("button", name="Roll it").click()
    rolled = page.get_by_role("article", name="Roll")
    expect(rolled.locator(".landed.dropped")).to_have_count(1)
    expect(rolled.get_by_text(re.compile(r"4d6kh3 \["))).to_be_visible()


def test_a_table_rolls_notation_too(browser: Browser, app: str) -> None:
    with person(browser, app) as ada:
        open_table(ada)
        form = compose(ada, "notation")
        form.get_by_label("Notation").fill("4d6kh3+2")
        expect(form.get_by_text("On average")).to_be_visible()
        roll(form)
        card = newest(ada)
        expect(card.locator(".total")).to_have_text(re.compile(r"^\d+$"))
        expect(card.get_by_role("button", name="Checked")).to_be_visible()


def test_dice_with_several_numbers_have_odds_and_are_rolled(somebody: Person) -> None:
    page = somebody.go("/notation?d=2d%7B(0,0),(1,0),(1,1)%7D")
    expect(page.get_by_text("2/9").first).to_be_visible()
    page.get_by_role("button", name="Roll it").click()
    rolled = page.get_by_role("article", name="Roll")
    expect(rolled.locator(".landed")).to_have_count(2)
    expect(rolled.locator(".landed").first).to_contain_text(re.compile(r"\([01],[01]\)"))
    assert violations(page) == []

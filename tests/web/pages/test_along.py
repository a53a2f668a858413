"""Charts against an input: which values, which lines, and what is said where there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.web.pages.surfing import Person, person


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        yield somebody


def table(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=f"Chances against {name}")


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def test_somebody_says_which_numbers_are_to_be_reached_and_the_link_keeps_it(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2&as=at-least&across=dots&across.from=1&across.to=2")
    page.get_by_label("Lines for").select_option("successes")
    page.get_by_label("At least these numbers").fill("2, 1")
    expect(table(page, "Dots").get_by_role("columnheader").nth(1)).to_have_text("Successes: at least 2")
    # A die has two or more with 1/6 (a 6, rolled again, R1.7) times 1/3; two dice: not none (4/9), not one (10/27).
    expect(table(page, "Dots").locator("tbody tr").nth(0).locator("td")).to_have_text(["5.6 %", "33.3 %"])
    expect(table(page, "Dots").locator("tbody tr").nth(1).locator("td")).to_have_text(["18.5 %", "55.6 %"])
    assert (query(page)["show"], query(page)["reach"]) == (["successes"], ["2, 1"])
    page.reload()
    expect(table(page, "Dots").locator("tbody tr").nth(1).locator("td")).to_have_text(["18.5 %", "55.6 %"])
    expect(page.get_by_label("At least these numbers")).to_have_value("2, 1")
    page.get_by_label("At least these numbers").fill("2, many")
    expect(page.get_by_text("“many” is not a whole number.")).to_be_visible()
    expect(page.get_by_label("At least these numbers")).to_have_value("2, many")


def test_every_cell_along_an_input_has_its_exact_chance(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2&across=dots&across.from=1&across.to=3")
    cells = table(page, "Dots").locator("tbody tr td:nth-child(2)")
    expect(cells).to_have_text(["33.3 %", "55.6 %", "70.4 %"])
    cells.nth(2).hover()
    expect(cells.nth(2)).to_have_attribute("title", "19/27")
    page.get_by_role("region", name="Chart against an input").get_by_label("Exact fractions").check()
    expect(cells).to_have_text(["1/3", "5/9", "19/27"])


def test_odds_are_drawn_along_choices_in_their_order(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&across=difficulty")
    page.get_by_label("Lines for").select_option("")
    headers = table(page, "Difficulty").get_by_role("rowheader")
    expect(headers).to_have_text(["Very easy", "Easy", "Normal", "Difficult", "Very difficult"])
    # A difficulty moves the rank by up to two (R4.2): ranks 4 to 0 succeed so often (R4.1).
    column = table(page, "Difficulty").locator("tbody tr td:nth-child(2)")
    expect(column).to_have_text(["87.5 %", "81.3 %", "75.0 %", "50.0 %", "25.0 %"])
    page.get_by_label("From", exact=True).last.select_option("normal")
    expect(headers).to_have_text(["Normal", "Difficult", "Very difficult"])
    page.get_by_label("To", exact=True).last.select_option("easy")
    expect(page.get_by_text("Easy comes before normal.")).to_be_visible()
    expect(page).to_have_url(re.compile("across.to=easy"))


def test_choices_make_heat_maps_too(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&across=rank&across.from=2&across.to=3&and=difficulty")
    cells = page.get_by_role("region", name="by Rank and Difficulty")
    expect(cells.get_by_role("rowheader").first).to_have_text("Very easy")
    expect(cells.get_by_role("row").filter(has_text="Normal").locator("td")).to_have_text(["75.0 %", "81.3 %"])
    heat = page.get_by_role("application", name=re.compile("arrow keys"))
    heat.locator('[data-at="0 4"]').hover()
    expect(heat.get_by_role("status")).to_have_text("Rank bronze (2), difficulty very difficult25.0 %1/4")


def test_what_is_spent_counts_in_heat_maps(somebody: Person) -> None:
    page = somebody.go(
        "/odds/edged-coins/toss?rank=2&across=ec&across.from=0&across.to=5&across.by=5&and=rank&and.from=2&and.to=3"
    )
    cells = page.get_by_role("region", name="by EC to spend and Rank")
    # Bronze succeeds with 3/4 (R4.1), and a re-toss costs 5 EC (R4.5): 1 - 1/4 * 1/4.
    expect(cells.locator("tbody tr").first.locator("td")).to_have_text(["75.0 %", "93.8 %"])
    page.get_by_label("Colours show").select_option("success")
    expect(cells.locator("tbody tr").first.locator("td")).to_have_text(["75.0 %", "75.0 %"])
    expect(page.get_by_text("so having more to spend changes nothing")).to_be_visible()


def test_yes_and_no_are_values(somebody: Person) -> None:
    page = somebody.go("/odds/mod-dot/test?parts=strength:2&difficulty=6&across=specialty")
    rows = table(page, "A specialty applies").locator("tbody tr")
    expect(rows.get_by_role("rowheader")).to_have_text(["No", "Yes"])
    # The specialty adds a third die, and three succeed with 8/9 (the rules page's table).
    expect(rows.nth(1).locator("td").first).to_have_text("88.9 %")


@pytest.mark.parametrize(
    ("ends", "said", "drawn"),
    [
        ("across.from=9&across.to=6", "9 is above 6: begin with the smaller number", 0),
        ("across.from=4&across.to=99", "Rank goes from −1 to 6, so this ends with 6.", 3),
        ("across.from=-5&across.to=0", "Rank goes from −1 to 6, so this begins with −1.", 2),
        ("across.from=four", "“four” is not a whole number.", 8),
        ("across.by=0", "A step must be 1 or more.", 8),
    ],
)
def test_what_is_wrong_with_a_range_is_said_and_stays_as_it_was_typed(
    somebody: Person, ends: str, said: str, drawn: int
) -> None:
    page = somebody.go(f"/odds/edged-coins/toss?rank=2&across=rank&{ends}")
    expect(page.get_by_text(said)).to_be_visible()
    wrong = page.locator(".range [aria-invalid=true]")
    expect(wrong).to_have_value(re.search(r"=([^=&]+)(?:&|$)", ends[ends.index(_end(said)) :])[1])  # type: ignore[index]
    expect(table(page, "Rank").get_by_role("rowheader")).to_have_count(drawn)


def _end(said: str) -> str:
    """Which end a message is about."""
    return "across.to" if "ends" in said else "across.by" if "step" in said else "across.from"


def test_lines_grow_while_they_are_computed_and_can_be_stopped(somebody: Person) -> None:
    page = somebody.page
    held: list[Route] = []

    def slow(route: Route) -> None:
        body: dict[str, Any] = route.request.post_data_json or {}
        if len(body["along"][0]["values"]) == 2:  # what one more is worth
            route.continue_()
        elif body["first"] == 0:
            cells = [{"each": [{"p": "1/2", "float": 0.5}] * len(body["of"])}] * 3
            route.fulfill(json={"of": body["of"], "along": body["along"], "first": 0, "cells": cells, "next": 3})
        else:
            held.append(route)

    page.route("**/api/sweep/**", slow)
    somebody.go("/odds/dot/check?dots=2&across=dots&across.from=1&across.to=6")
    expect(page.get_by_text("3 of 6 values computed")).to_be_visible()
    expect(table(page, "Dots").get_by_role("rowheader")).to_have_count(3)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Stop", exact=True).click()
    assert len(held) == 1
    page.unroute("**/api/sweep/**")
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(table(page, "Dots").get_by_role("rowheader")).to_have_count(6)
    sixth = 1 - Fraction(2, 3) ** 6
    expect(table(page, "Dots").locator("tbody tr").last.locator("td").first).to_have_text(f"{float(100 * sixth):.1f} %")


def test_values_that_are_not_allowed_are_left_out_and_no_request_fails(somebody: Person) -> None:
    page = somebody.go(
        "/odds/humanity-beast/action?humanity=9&beast=1&difficulty=1&across=beast&across.from=0&across.to=3"
    )
    # Ten dice at most (R3.2).
    expect(page.get_by_text("Left out: 2 values without an answer.")).to_be_visible()
    rows = table(page, "Beast").locator("tbody tr")
    expect(rows.nth(3).locator("td").first).to_have_text("–")
    # Each of nine fails on 1 to 6 (R3.3).
    expect(rows.nth(0).locator("td").first).to_have_text(f"{float(100 * (1 - Fraction(6, 10) ** 9)):.1f} %")

"""Charts: how far they go, heat maps over two inputs."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from tests.web.pages.surfing import DESK, PHONE, Person, Theme, come_to, person, sideways, small_targets, violations

MAP = "/odds/dot/check?dots=2&across=dots&across.from=1&across.to=4&and=modifier&and.from=0&and.to=2"


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        yield somebody


def values(page: Page, table: str) -> list[str]:
    """The first column of a table."""
    return page.get_by_role("region", name=table).get_by_role("rowheader").all_inner_texts()


def a_success(dice: int) -> Fraction:
    """A die succeeds on 5 and 6 (R1.5 of the Dot System)."""
    return 1 - Fraction(2, 3) ** dice


def heat(page: Page) -> Locator:
    return page.get_by_role("application", name=re.compile("arrow keys"))


def test_a_chart_goes_as_far_as_somebody_says_and_tells_what_lies_outside(somebody: Person) -> None:
    page = somebody.go("/notation?d=3d6")
    page.get_by_label("From", exact=True).fill("5")
    page.get_by_label("to", exact=True).fill("14")
    # Of 216 throws 1 + 3 come to 3 and 4, and 10 + 6 + 3 + 1 to 15, 16, 17 and 18.
    expect(page.get_by_text("Not shown: 2 values below 5 (1.9 %) and 4 values above 14 (9.3 %).")).to_be_visible()
    assert values(page, "Total") == [str(total) for total in range(5, 15)]
    assert parse_qs(urlsplit(page.url).query)["x"] == ["5..14"]
    page.reload()
    expect(page.get_by_text("Not shown: 2 values below 5")).to_be_visible()
    page.get_by_role("button", name="Fit", exact=True).click()
    expect(page.get_by_text("Not shown")).to_have_count(0)
    assert values(page, "Total") == [str(total) for total in range(3, 19)]
    assert "x" not in parse_qs(urlsplit(page.url).query)


def test_a_bar_that_is_pointed_at_tells_its_chance_and_one_that_is_pressed_keeps_telling(somebody: Person) -> None:
    page = somebody.go("/notation?d=3d6")
    chart = page.locator(".chart svg")
    expect(chart.locator("rect").nth(15)).to_be_attached()
    # 27 of 216 throws come to 10, the eighth value from 3; a single one comes to 18.
    middle, last = chart.locator("rect").nth(7), chart.locator("rect").nth(15)
    middle.hover()
    expect(chart.locator(".tip text")).to_have_text(["exactly 10: 12.5 %", "1/8"])
    page.locator("h1").hover()
    expect(chart.locator(".tip text")).to_have_count(0)
    middle.click()
    last.hover(force=True)
    expect(chart.locator(".tip text")).to_have_text(["exactly 10: 12.5 %", "1/8"])
    middle.click(force=True)
    last.hover(force=True)
    expect(chart.locator(".tip text")).to_have_text(["exactly 18: 0.46 %", "1/216"])


def test_bars_on_a_logarithmic_scale_stand_between_powers_of_ten(somebody: Person) -> None:
    page = somebody.go("/notation?d=3d6&scale=log")
    chart = page.locator(".chart svg")
    expect(chart.get_by_text("10%", exact=True)).to_be_visible()
    expect(chart.get_by_text("1%", exact=True)).to_be_visible()
    # Each total's chance is n/216: log(27) : log(10) : log(3) above the bar of 3, which has n = 1.
    heights = [float(chart.locator("rect").nth(at).get_attribute("height") or 0) for at in (0, 1, 7)]
    one = heights[0]  # from half a 216th to one
    assert heights[1] / one == pytest.approx(math.log2(2 * 3), rel=1e-6)
    assert heights[2] / one == pytest.approx(math.log2(2 * 27), rel=1e-6)


def test_what_has_no_end_is_said_to_have_none(somebody: Person) -> None:
    page = somebody.go("/notation?d=d6!&x=..6")
    # A die shows 6 one time in six, and then goes on.
    expect(page.get_by_text("Not shown: everything above 6, without end (16.7 %).")).to_be_visible()


def test_compared_charts_have_the_same_limits_and_each_tells_what_it_leaves_out(somebody: Person) -> None:
    page = somebody.go("/notation?d=2d6&pin=d12&x=10..")
    # 30 of 36 throws of two dice come to less than 10, and 9 of 12 of the other.
    expect(page.get_by_text("Not shown of 2d6: 8 values below 10 (83.3 %).")).to_be_visible()
    expect(page.get_by_text("Not shown of d12: 9 values below 10 (75.0 %).")).to_be_visible()
    assert values(page, "Total") == ["10", "11", "12"]
    page.get_by_role("radio", name="At least").check(force=True)
    row = page.get_by_role("region", name="Total, at least").get_by_role("row").nth(1)
    expect(row.locator("td")).to_have_text(["16.7 %", "25.0 % +8.3"])  # 6 of 36, 3 of 12


def test_limits_that_hold_nothing_are_named_and_the_chart_stays(somebody: Person) -> None:
    page = somebody.go("/notation?d=3d6&x=9..4")
    expect(page.get_by_text("There is nothing between 9 and 4.")).to_be_visible()
    expect(page.get_by_label("From", exact=True)).to_have_attribute("aria-invalid", "true")
    assert len(values(page, "Total")) == 16
    page.get_by_label("to", exact=True).fill("30")
    page.get_by_label("From", exact=True).fill("20")
    expect(page.get_by_text("There is no value between 20 and 30.")).to_be_visible()


def test_numbers_too_many_to_list_are_told_in_words(somebody: Person) -> None:
    page = somebody.go("/notation?d=d10000000000")
    expect(page.get_by_text("There are too many numbers to draw or list")).to_be_visible()


def test_two_inputs_make_a_heat_map(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2")
    page.get_by_label("Draw the chance against").select_option("dots")
    page.get_by_label("and against").select_option("modifier")
    across, more = (
        page.get_by_role("group", name="Dots", exact=True),
        page.get_by_role("group", name="Dots from the GM"),
    )
    across.get_by_label("From").fill("1")
    across.get_by_label("To", exact=True).fill("4")
    more.get_by_label("From").fill("0")
    more.get_by_label("To", exact=True).fill("4")
    more.get_by_label("Step").fill("2")
    table = page.get_by_role("region", name="by Dots and Dots from the GM")
    expect(table.get_by_role("row")).to_have_count(4)
    expected = [[f"{float(100 * a_success(dots + plus)):.1f} %" for dots in range(1, 5)] for plus in (0, 2, 4)]
    for place, cells in enumerate(expected):
        expect(table.get_by_role("row").nth(place + 1).locator("td")).to_have_text(cells)
    drawn = page.get_by_role("img", name="by Dots and Dots from the GM")
    expect(drawn.locator(".heat-number")).to_have_count(12)
    # Columns from the left; in each, what is least stands at the bottom and comes first.
    assert drawn.locator(".heat-number").first.text_content() == "33.3"
    query = parse_qs(urlsplit(page.url).query)
    assert (query["across"], query["and"], query["and.by"]) == (["dots"], ["modifier"], ["2"])
    page.reload()
    expect(page.get_by_role("region", name="by Dots and Dots from the GM").get_by_role("row")).to_have_count(4)


def test_cells_are_visited_with_the_arrow_keys_and_say_their_exact_number(somebody: Person) -> None:
    page = somebody.go(MAP)
    expect(heat(page).locator(".heat-number")).to_have_count(12)
    page.get_by_label("Colours show").focus()
    page.keyboard.press("Tab")
    expect(heat(page)).to_be_focused()
    tip = heat(page).get_by_role("status")
    expect(tip).to_contain_text(f"Dots 1, dots from the GM 0{float(100 * a_success(1)):.1f} %{a_success(1)}")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    expect(tip).to_contain_text(f"Dots 3, dots from the GM 1{float(100 * a_success(4)):.1f} %{a_success(4)}")
    page.keyboard.press("End")
    expect(tip).to_contain_text("Dots 4, dots from the GM 1")
    page.keyboard.press("Escape")
    expect(tip).to_be_empty()
    heat(page).locator('[data-at="1 2"]').hover()
    expect(tip).to_contain_text(f"Dots 2, dots from the GM 2{float(100 * a_success(4)):.1f} %{a_success(4)}")


def test_a_heat_map_of_a_mean(somebody: Person) -> None:
    page = somebody.go(
        "/odds/humanity-beast/action?humanity=5&beast=3&difficulty=3&across=humanity&across.from=7&across.to=9"
        "&and=beast&and.from=0&and.to=2&show=humanity_successes"
    )
    table = page.get_by_role("region", name="by Humanity dice and Beast dice")
    # A Humanity die has 4/9 successes on average: 4/10, and 1/10 of the same again (R3.3, R3.4).
    expect(table.get_by_role("row").nth(1).locator("td")).to_have_text(["3.111", "3.556", "4"])
    # More than ten dice are not allowed (R3.2).
    expect(table.get_by_role("row").nth(3).locator("td")).to_have_text(["3.111", "3.556", "–"])
    expect(page.get_by_text("Crossed out: one cell without an answer.")).to_be_visible()


def test_a_heat_map_can_be_taken_along(somebody: Person) -> None:
    page = somebody.go(MAP)
    section = page.get_by_role("region", name="Chart against an input")
    expect(section.get_by_text("Copy or download", exact=True)).to_be_visible()

    def taken(way: str) -> bytes:
        section.get_by_text("Copy or download", exact=True).click()
        with page.expect_download() as download:
            section.get_by_role("button", name=way).click()
        return download.value.path().read_bytes()

    rows = list(csv.reader(io.StringIO(taken("Download CSV").decode())))
    assert rows[0][1:] == ["1", "2", "3", "4"]
    assert [float(cell) for cell in rows[1]] == [0, *(pytest.approx(float(a_success(dots))) for dots in range(1, 5))]
    document = json.loads(taken("Download JSON"))
    assert (document["schema"], document["next"]) == ("oddsmith/sweep/1", None)
    assert [cell["p"] for cell in document["cells"][:3]] == [str(a_success(dots)) for dots in (1, 2, 3)]
    drawn = taken("Download chart as SVG").decode()
    assert "33.3" in drawn
    assert "Dots from the GM" in drawn
    assert taken("Download chart as PNG").startswith(b"\x89PNG")
    somebody.context.grant_permissions(["clipboard-read", "clipboard-write"])
    section.get_by_text("Copy or download", exact=True).click()
    section.get_by_role("button", name="Copy as picture").click()
    expect(page.get_by_text("Picture copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.read().then(([item]) => item.types)") == ["image/png"]


def test_too_many_cells_are_not_asked_for(somebody: Person) -> None:
    asked: list[str] = []
    somebody.page.on("request", lambda request: asked.append(request.post_data or ""))
    page = somebody.go(
        "/odds/t13/test?dice=facet:1d6,descendant:1d6&difficulty=8&across=difficulty&across.from=2"
        "&across.to=42&and=modifier"
    )
    expect(page.get_by_text("That makes 533 cells; a map holds 450 at most.")).to_be_visible()  # 41 times 13
    assert not any("difficulty" in body and "along" in body and "modifier" in body for body in asked)
    page.get_by_role("group", name="Difficulty").get_by_label("Step").fill("2")
    expect(heat(page)).to_be_visible()


def test_a_map_grows_while_it_is_computed_and_can_be_stopped(somebody: Person) -> None:
    page = somebody.page
    held: list[Route] = []

    def slow(route: Route) -> None:
        body: dict[str, Any] = route.request.post_data_json or {}
        if len(body["along"]) < 2:
            route.continue_()
        elif body["first"] == 0:
            cells = [{"p": "1/2", "float": 0.5}] * 5
            route.fulfill(json={"of": "success", "along": body["along"], "first": 0, "cells": cells, "next": 5})
        else:
            held.append(route)

    page.route("**/api/sweep/**", slow)
    somebody.go(MAP)
    expect(page.get_by_text("5 of 12 cells computed")).to_be_visible()
    expect(heat(page).locator(".heat-number")).to_have_count(5)
    expect(heat(page).locator(".heat-empty")).to_have_count(7)
    with page.expect_event("requestfailed"):  # the server hears of it, and stops
        page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_text("5 of 12 cells computed")).to_have_count(0)
    expect(heat(page).locator(".heat-number")).to_have_count(5)
    assert len(held) == 1
    page.unroute("**/api/sweep/**")
    page.get_by_role("button", name="Go on", exact=True).click()
    expect(heat(page).locator(".heat-number")).to_have_count(12)
    expect(heat(page).locator(".heat-number").last).to_have_text(f"{float(100 * a_success(6)):.1f}")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "context"])
def test_everybody_can_read_a_heat_map(browser: Browser, app: str, size: str, theme: Theme) -> None:
    with person(browser, app, PHONE if size == "phone" else DESK, theme) as somebody:
        page = somebody.go("/odds/edged-coins/toss?rank=2&across=rank&and=opposing_rank")
        come_to(page, "Chart against an input")
        expect(heat(page).locator(".heat-number")).to_have_count(64)
        contrasts: list[float] = heat(page).evaluate(CONTRASTS)
        assert len(contrasts) == 64
        assert min(contrasts) >= 4.5
        lightness: list[float] = heat(page).evaluate(LIGHTNESS)
        assert len(lightness) == 24
        assert lightness == sorted(lightness, reverse=theme == "light")
        assert abs(lightness[0] - lightness[-1]) > 0.7  # lightness alone tells few from many
        heat(page).focus()
        assert (violations(page), sideways(page), small_targets(page)) == ([], 0, [])


_LUMINANCE = """(colour) => {
  const parts = colour.match(/[\\d.]+/g).map(Number).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}"""
#: Of every number in a cell, the contrast with its cell, as WCAG 2.2 defines it.
CONTRASTS = f"""(map) => {{
  const luminance = {_LUMINANCE};
  return [...map.querySelectorAll('.heat-number')].map((text) => [text, text.previousElementSibling])
    .map((pair) => pair.map((each) => luminance(getComputedStyle(each).fill)).sort((a, b) => b - a))
    .map(([light, dark]) => (light + 0.05) / (dark + 0.05));
}}"""
#: The luminance of the colours of the legend, from few to many.
LIGHTNESS = f"""(map) => [...map.querySelectorAll('.heat-legend rect')]
  .map((each) => ({_LUMINANCE})(getComputedStyle(each).fill))"""


#: What is typed into one field, ten times; how long until the chart has been drawn again, in milliseconds.
KEYSTROKES = """async ([name, values]) => {
  const field = document.querySelector(`input[name=${name}]`);
  const chart = document.querySelector('.ledger-margin .chart');
  const times = [];
  for (const value of values) {
    let drawn = false;
    const watch = new MutationObserver(() => { drawn = true; });
    watch.observe(chart, { childList: true });
    const start = performance.now();
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (!drawn) await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
    watch.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}"""


@pytest.mark.parametrize(
    ("path", "field", "values"),
    [
        ("mod-dot/test?pool=10", "pool", range(11, 21)),
        ("dot/check?dots=3", "dots", range(4, 14)),
        ("t13/test?dice=facet:1d6,descendant:1d6&difficulty=8", "modifier", range(1, 11)),
        ("humanity-beast/action?humanity=5&beast=0&difficulty=3&willpower=5", "humanity", range(1, 11)),
        ("edged-coins/attack?rank=3&opposing_rank=2&attack_power=2", "attack_power", range(3, 13)),
    ],
)
def test_a_chart_is_drawn_again_soon_after_a_keystroke(
    somebody: Person, path: str, field: str, values: Iterable[int]
) -> None:
    page = somebody.go(f"/odds/{path}")
    expect(page.locator(".ledger-margin .chart svg")).to_be_visible()
    took = page.evaluate(KEYSTROKES, [field, [str(value) for value in values]])
    assert took < 300  # 50 to 70 ms where nothing else runs; other tests do

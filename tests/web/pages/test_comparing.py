"""Variants beside each other: their differences, their exact chances, and what of them can be taken along."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.pages.surfing import DESK, PHONE, Person, person, sideways

FOUR = (
    "/odds/edged-coins/toss?rank=2&pin=edged-coins/toss?rank%3D3&pin=edged-coins/toss?rank%3D4"
    "&pin=edged-coins/toss?rank%3D1%26difficulty%3Dvery-difficult"
)


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        yield somebody


def taken(page: Page, way: str, menu: int) -> str:
    """What a way to take something along gives; the events' menu is the first, the chart's the second."""
    page.get_by_text("Copy or download", exact=True).nth(menu).click()
    with page.expect_download() as download:
        page.get_by_role("button", name=way).click()
    return download.value.path().read_text()


def test_compared_chances_and_their_differences_are_exact_where_somebody_looks(somebody: Person) -> None:
    page = somebody.go(FOUR)
    events = page.get_by_role("region", name="Events; beneath each")
    cells = events.get_by_role("row").filter(has_text="Success").locator("td")
    # Ranks 2, 3, 4 (R4.1); rank 1 under -2 is the lowest there is (R4.2).
    expect(cells).to_have_text(["75.0 %", "81.3 % +6.3", "87.5 % +12.5", "12.5 % −62.5"])
    cells.nth(1).hover()
    expect(cells.nth(1)).to_have_attribute("title", "13/16\ndifference 1/16")
    page.get_by_label("Exact fractions").first.check()
    expect(cells).to_have_text(["3/4", "13/16 1/16", "7/8 1/8", "1/8 -5/8"])


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_wide_comparison_keeps_what_its_rows_are_about_in_sight(
    browser: Browser, app: str, size: tuple[int, int]
) -> None:
    with person(browser, app, size) as somebody:
        page = somebody.go(FOUR)
        events = page.get_by_role("region", name="Events; beneath each")
        cells = events.get_by_role("row").filter(has_text="Success")
        first = cells.locator("td").nth(1)
        first.scroll_into_view_if_needed()
        box, frame = first.bounding_box(), events.bounding_box()
        assert box is not None
        assert frame is not None
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]  # the first difference needs no scrolling
        events.evaluate("each => each.scrollTo(1000, 0)")
        row = cells.get_by_role("rowheader").bounding_box()
        assert row is not None
        assert frame["x"] <= row["x"] < frame["x"] + 2
        hidden: int = events.evaluate("each => each.scrollWidth - each.clientWidth")
        assert hidden == 0 or size == PHONE
        assert sideways(page) == 0


def test_a_comparison_is_taken_along_whole(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2&pin=dot/check?dots%3D3")
    expect(page.get_by_role("region", name="Events; beneath each")).to_be_visible()
    expect(page.get_by_role("region", name="Successes, exactly; beneath each")).to_be_visible()
    events = list(csv.reader(io.StringIO(taken(page, "Download CSV", 0))))
    assert events[0] == [
        "Event", "dots 2", "dots 2, exact", "dots 3", "dots 3, exact",
        "dots 3: difference from dots 2, percentage points",
    ]  # fmt: skip
    # A die succeeds on 5 and 6 (R1.5): 1 - 4/9 and 1 - 8/27.
    assert events[1][2::2] == ["5/9", "19/27"]
    assert events[1][5] == str(float(Fraction(400, 27)))  # the decimal next to it: not that of a difference of decimals
    rows = list(csv.reader(io.StringIO(taken(page, "Download CSV", 1))))
    assert rows[1][2::2] == ["4/9", "8/27"]
    assert float(rows[1][5]) == pytest.approx(100 * (8 / 27 - 4 / 9))
    document = json.loads(taken(page, "Download JSON", 1))
    assert [variant["label"] for variant in document["variants"]] == ["dots 2", "dots 3"]
    assert [variant["odds"]["events"]["success"]["p"] for variant in document["variants"]] == ["5/9", "19/27"]
    drawn = taken(page, "Download chart as SVG", 1)
    for text in ("Dot System: ", "chance of exactly each value: successes", ">dots 2<", ">dots 3<"):
        assert text in drawn
    assert f'href="{page.url}"'.replace("&", "&amp;") in drawn


def test_a_comparison_is_drawn_as_far_as_one_of_them_gets(somebody: Person) -> None:
    page = somebody.go("/notation?d=20d10>=10&pin=5d10>=7&v=0.1.0")
    expect(page.get_by_role("region", name="Successes, exactly; beneath each")).to_be_visible()
    tails = [sum(comb(20, k) * 9 ** (20 - k) for k in range(n, 21)) / 10**20 for n in range(21)]
    last = max(n for n in range(21) if tails[n] >= 1e-4)
    assert last < 12
    expect(page.get_by_label("to", exact=True)).to_have_attribute("placeholder", str(last))
    expect(page.get_by_text(f"Not shown of 20d10>=10: {20 - last} values above {last}")).to_be_visible()


def test_of_two_rolls_each_has_its_statistics_and_how_often_it_is_ahead(somebody: Person) -> None:
    page = somebody.go("/notation?d=4d6kh3&pin=3d6&v=0.1.0")
    best = [sum(sorted(faces)[1:]) for faces in product(range(1, 7), repeat=4)]
    plain = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    numbers = page.get_by_role("region", name="In numbers").get_by_role("row")
    mean = Fraction(sum(best), len(best))
    expect(numbers.filter(has_text="Mean").locator("td")).to_have_text([f"{float(mean):.2f}", "10.5"])
    expect(numbers.filter(has_text="Mode").locator("td")).to_have_text(["13", "10"])
    against = page.get_by_role("region", name="Against each other").get_by_role("row").nth(1).locator("td")
    pairs = len(best) * len(plain)
    ahead = Fraction(sum(plain.count(v) * sum(b > v for b in best) for v in range(3, 19)), pairs)
    equal = Fraction(sum(plain.count(v) * best.count(v) for v in range(3, 19)), pairs)
    common = sum(min(Fraction(plain.count(v), 216), Fraction(best.count(v), 1296)) for v in range(3, 19))
    chances = [f"{100 * float(p):.1f} %" for p in (ahead, equal, 1 - ahead - equal, common)]
    expect(against).to_have_text([*chances, "4d6kh3"])
    expect(page.get_by_text(f"4d6kh3 beats 3d6 {chances[0]} of the time.")).to_be_visible()
    page.get_by_label("Exact fractions").nth(2).check()
    expect(against.first).to_have_text(str(ahead))


def test_a_curve_keeps_the_name_of_the_question_that_it_answers(somebody: Person) -> None:
    page = somebody.go("/notation?d=2d6&pin=d12&v=0.1.0")
    chart = page.get_by_role("region", name="Total, exactly; beneath each").get_by_role("columnheader")
    expect(chart).to_have_text(["Total", "2d6", "d12"])
    page.route(re.compile("/api/odds.*3d8"), lambda route: None)  # no answer comes
    page.get_by_label("Notation").fill("3d8")
    expect(page.get_by_text("These are still the odds of 2d6")).to_be_visible()
    expect(chart).to_have_text(["Total", "2d6", "d12"])

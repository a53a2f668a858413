"""Somebody alone looks up odds."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.pages.seats import bring, compose, invite, join, open_table, roll
from tests.web.pages.surfing import DESK, PHONE, Person, come_to, person

from oddsmith.web.http.bundles import bundled
from oddsmith.web.http.pages import STATIC


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, permissions=["clipboard-read", "clipboard-write"]) as somebody:
        yield somebody


def chance(page: Page, event: str) -> str:
    """The exact chance that the page states for an event."""
    row = page.locator(".events > li").filter(has=page.get_by_text(event, exact=False)).first
    return row.locator(".exact").inner_text()


@pytest.mark.parametrize(
    ("path", "event", "exact"),
    [  # from the rules pages: their tables of exact results
        ("/odds/mod-dot/test?pool=10&difficulty=6", "At least one success", "242/243"),
        ("/odds/mod-dot/test?pool=3&difficulty=6", "At least one success", "8/9"),
        ("/odds/dot/check?dots=1", "At least one success", "1/3"),
        ("/odds/edged-coins/toss?rank=2", "Success", "3/4"),
        ("/odds/edged-coins/toss?rank=6", "Success", "7/8"),
        ("/odds/edged-coins/toss?rank=6&rule.rank_six=fallback3", "Success", "125/128"),
        ("/odds/t13/test?dice=facet:1d6,descendant:1d6&difficulty=8", "Success", "5/18"),
        ("/odds/humanity-beast/action?humanity=1&beast=0&difficulty=1", "The difficulty is met", "2/5"),
    ],
)
def test_every_system_shows_its_exact_odds(somebody: Person, path: str, event: str, exact: str) -> None:
    page = somebody.go(path)
    expect(page.locator(".events > li").first).to_be_visible()
    assert chance(page, event) == exact


def test_odds_follow_what_is_typed_and_the_address_follows_too(somebody: Person) -> None:
    page = somebody.go("/odds")
    page.get_by_role("link", name="Toss", exact=True).click()
    expect(page.get_by_role("heading", name="Edged Coins: Toss")).to_be_visible()
    page.get_by_label("Opposing rank", exact=True).fill("")
    page.get_by_label("Rank", exact=True).fill("3")
    expect(page.locator(".events .exact").first).to_have_text("13/16")
    page.get_by_role("button", name="Rank: one less", exact=True).click()
    expect(page.locator(".events .exact").first).to_have_text("3/4")
    query = parse_qs(urlsplit(page.url).query)
    assert query["rank"] == ["2"]
    assert "v" in query


def test_a_wrong_input_is_named_where_it_stands_and_the_last_odds_stay(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go("/odds/edged-coins/toss?rank=2")
    assert chance(page, "Success") == "3/4"
    page.get_by_label("Rank", exact=True).fill("77")
    expect(page.locator(".field .wrong")).to_contain_text("'77' is not allowed. Allowed: a whole number from -1 to 6")
    expect(page.get_by_label("Rank", exact=True)).to_have_attribute("aria-invalid", "true")
    assert chance(page, "Success") == "3/4"


def test_keys_1_2_3_switch_between_exactly_at_least_and_at_most(somebody: Person) -> None:
    page = somebody.go("/odds/mod-dot/test?pool=3&difficulty=6")
    table = page.get_by_role("region", name="Successes")
    for key, expected in (("1", "1/3"), ("2", "2/3"), ("3", "2/3")):  # of 2 successes: R0.5 with base 2, by hand
        page.locator("h1").click()
        page.keyboard.press(key)
        row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="2", exact=True))
        expect(row.locator("td").last).to_have_text(expected)


def test_variants_are_compared_with_their_differences_and_the_link_holds_all(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2")
    expect(page.locator(".events")).to_be_visible()
    page.get_by_role("button", name="Pin", exact=True).click()
    page.get_by_label("Rank", exact=True).fill("3")
    row = page.get_by_role("row", name=re.compile("^Success"))
    expect(row.locator("td")).to_have_text(["81.3 %", "75.0 % −6.3"])
    page.get_by_role("button", name="Link", exact=True).click()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(link)
    expect(page.get_by_role("row", name=re.compile("^Success")).locator("td")).to_have_text(["81.3 %", "75.0 % −6.3"])
    assert "pin=edged-coins/toss?rank=2" in link.replace("%3D", "=").replace("%3F", "?")


def test_a_link_of_another_version_says_so(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&v=0.0.1")
    expect(page.get_by_text("This link was made with version 0.0.1")).to_be_visible()


def test_chances_can_be_drawn_along_an_input(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2")
    page.get_by_label("Draw the chance against").select_option("rank")
    table = page.get_by_role("region", name="Chances against Rank")
    expect(table.get_by_role("row").nth(4).locator("td")).to_have_text("75.0 %")
    expect(page.get_by_role("img", name=re.compile("Chances against Rank"))).to_be_visible()


def test_at_least_so_many_can_be_drawn_along_an_input(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2&as=at-least&across=dots&from=1&to=3")
    page.get_by_label("Lines for").select_option("successes")
    table = page.get_by_role("region", name="Chances against Dots")
    expect(table.get_by_role("columnheader").nth(1)).to_have_text("Successes: at least 1")
    # A die succeeds on 5 and 6 (R1.5), so n dice have one with 1 - (2/3)^n.
    expect(table.locator("tbody tr td:nth-child(2)")).to_have_text(["33.3 %", "55.6 %", "70.4 %"])


def test_tables_and_charts_can_be_taken_along(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=2&of=successes")
    figure = page.get_by_role("img", name=re.compile("Chance of exactly"))
    expect(figure).to_be_visible()

    def taken(way: str, menu: int = 1) -> bytes:
        page.get_by_text("Copy or download", exact=True).nth(menu).click()
        with page.expect_download() as download:
            page.get_by_role("button", name=way).click()
        return download.value.path().read_bytes()

    rows = list(csv.reader(io.StringIO(taken("Download CSV").decode())))
    assert rows[1][0] == "0"
    assert rows[1][2] == "4/9"  # both dice miss
    assert json.loads(taken("Download JSON"))["schema"] == "oddsmith/odds/1"
    drawn = taken("Download chart as SVG").decode()
    assert drawn.startswith("<svg")
    assert "each value: " in drawn
    assert page.url.replace("&", "&amp;") in drawn
    assert taken("Download chart as PNG").startswith(b"\x89PNG")
    events = list(csv.reader(io.StringIO(taken("Download CSV", 0).decode())))
    assert events[:2] == [["Event", "chance", "exact"], ["At least one success", "0.5555555555555556", "5/9"]]
    for way, begins in (("Markdown", "| Successes |"), ("TSV", "Successes\t")):
        page.get_by_text("Copy or download", exact=True).nth(1).click()
        page.get_by_role("button", name=f"Copy as {way}").click()
        expect(page.get_by_text(f"{way} copied.")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()").startswith(begins)


def test_a_roll_shows_dice_and_what_came_of_it(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=4")
    page.get_by_role("button", name="Roll it once").click()
    rolled = page.get_by_role("article", name="Roll")
    expect(rolled.locator(".landed svg").nth(3)).to_be_visible()
    expect(rolled.locator(".verdict")).not_to_be_empty()
    # The odds may have been announced by then: they have a percentage.
    said = page.get_by_role("log").locator("p").filter(has_text=re.compile("success", re.IGNORECASE), has_not_text="%")
    expect(said).to_have_count(1)


@pytest.mark.parametrize("action", ["dot/sheet", "t13/effects", "t13/convert", "t13/boon"])
def test_what_is_looked_up_offers_no_way_to_a_roll(somebody: Person, action: str) -> None:
    page = somebody.go(f"/odds/{action}")
    expect(page.get_by_role("heading", name="What comes of it")).to_be_visible()
    expect(page.get_by_role("link", name="Skip to the page")).to_have_count(1)
    expect(page.get_by_role("link", name="Skip to the roll")).to_have_count(0)
    page.get_by_label("Action", exact=True).select_option("check" if action.startswith("dot") else "test")
    expect(page.get_by_role("link", name="Skip to the roll")).to_have_count(1)


def test_a_number_of_the_book_is_changed_and_stands_in_the_address(somebody: Person) -> None:
    page = somebody.go("/odds/dot/check?dots=3")
    page.get_by_text("House rules").click()
    page.get_by_text("Numbers of the book").click()
    page.get_by_label("Lowest face that succeeds.", exact=True).fill("4")
    expect(page.locator(".odds-page").get_by_text("7/8").first).to_be_visible()
    expect(page.get_by_text("1 changed")).to_be_visible()
    assert "number.target=4" in page.url
    page = somebody.go("/odds/edged-coins/toss?rank=6&number.six_fallback=3")  # 125/128
    expect(page.locator(".odds-page").get_by_text("97.7").first).to_be_visible()


def test_scripts_in_fields_and_addresses_stay_text(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    attack = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    page = somebody.go("/odds/t13/test")
    page.get_by_label("Dice", exact=True).fill(attack)
    expect(page.locator(".field .wrong")).to_contain_text("<img src=x")
    somebody.go("/odds/edged-coins/toss?rank=%3Cscript%3Ealert(3)%3C/script%3E&v=%3Cscript%3Ealert(4)%3C/script%3E")
    expect(page.get_by_text("<script>alert(4)</script>")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/", ".systems"),
        ("/odds/mod-dot/test", ".chart svg"),
        ("/odds/t13/contest", ".chart svg"),
        ("/odds/edged-coins/toss?rank=2&across=rank&and=opposing_rank", ".heat svg"),
        ("/notation?d=4d6kh3", ".chart svg"),
        ("/tables", "form"),
        ("/verify", "input[type=file]"),
    ],
)
def test_the_first_load_is_light(browser: Browser, app: str, path: str, shown: str) -> None:
    with person(browser, app, PHONE) as somebody:
        sizes: list[int] = []
        somebody.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
        page = somebody.go(path)
        if shown == ".heat svg":  # further down, where it is fetched when somebody comes near
            come_to(page, "Chart against an input")
        expect(page.locator(shown).first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert sum(sizes) < 252_000


def test_far_from_the_server_the_typefaces_come_after_the_first_chart(browser: Browser, app: str) -> None:
    with person(browser, app, PHONE) as somebody:
        somebody.page.add_init_script("const now = performance.now(); performance.now = () => 1500 + now;")
        asked: list[str] = []
        somebody.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        with somebody.page.expect_request("**/*.woff2"):
            page = somebody.go("/odds/mod-dot/test")
        expect(page.locator(".chart svg").first).to_be_visible()
        assert any(address.startswith("test?") for address in asked[: asked.index("besley.woff2")])
        assert "plot.js" not in asked  # which only charts of several lines need


ASKED = """performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/odds'))
  .map(({ name, initiatorType }) => [name, initiatorType])"""


@pytest.mark.parametrize(
    "path",
    [
        "/odds/mod-dot",
        "/odds/edged-coins/interfere",  # whose example has inputs of several words
        "/odds/t13/contest",
        "/odds/mod-dot/test?pool=3&difficulty=+7&difficulty=6&as=at-least&v=0.1.0",
        "/odds/t13/test?dice=facet:1d6,descendant:1d6&difficulty=8",
        "/odds/edged-coins/toss?rank=6&rule.rank_six=fallback3&number.six_fallback=3",
        "/notation",
        "/notation?d=max(d20,+d12)*2",
    ],
)
def test_the_document_of_a_page_asks_for_its_odds_and_no_script_asks_again(somebody: Person, path: str) -> None:
    page = somebody.go(path)
    expect(page.locator(".reading")).to_be_visible()
    page.wait_for_load_state("networkidle")
    asked: list[tuple[str, str]] = page.evaluate(ASKED)
    assert [how for _, how in asked] == ["link"], asked


#: Adds up by how much a page moves while nobody does anything.
MOVES = """window.moved = 0;
new PerformanceObserver((list) => list.getEntries().filter((each) => !each.hadRecentInput)
  .forEach((each) => { window.moved += each.value; })).observe({ type: 'layout-shift', buffered: true });"""
LOADED = """performance.getEntriesByType('resource').map(({ name, transferSize }) => [name, transferSize])"""


@pytest.mark.parametrize(
    ("path", "before_charts"), [("/", 125_000), ("/odds/mod-dot/test", 145_000), ("/notation?d=4d6kh3", 140_000)]
)
def test_a_page_is_a_handful_of_files_that_browsers_keep_and_does_not_move(
    browser: Browser, app: str, path: str, before_charts: int
) -> None:
    with person(browser, app, PHONE) as somebody:
        somebody.context.add_init_script(MOVES)
        page = somebody.go(path)
        expect(page.locator(".curve svg, .chart svg").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        files: list[tuple[str, int]] = page.evaluate(LOADED)
        assert len(files) < 20
        assert sum(size for name, size in files if "plot" not in name) < before_charts
        assert page.evaluate("window.moved") < 0.05
        again = somebody.go(path)
        expect(again.locator(".curve svg, .chart svg").first).to_be_visible()
        again.wait_for_load_state("networkidle")
        assert sum(size for _, size in again.evaluate(LOADED)) < 5_000


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.parametrize(
    "path",
    [
        "/odds/humanity-beast/action",
        "/odds/dot/check",
        "/odds/mod-dot/test",
        "/odds/t13/test",
        "/odds/edged-coins/toss",
        "/notation",
        "/gallery",
        "/tables",
    ],
)
def test_no_page_moves_while_it_comes_to_somebody_far_away(
    browser: Browser, app: str, path: str, size: tuple[int, int]
) -> None:
    with person(browser, app, size) as somebody:
        somebody.context.add_init_script("const now = performance.now(); performance.now = () => 1500 + now;")
        somebody.context.add_init_script(MOVES)
        line = somebody.context.new_cdp_session(somebody.page)
        line.send("Network.enable")
        line.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 100, "downloadThroughput": 300_000, "uploadThroughput": 100_000},
        )
        page = somebody.go(path)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_text("About and licences")).to_be_attached()
        assert page.evaluate("window.moved") < 0.05


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_table_with_cards_stays_where_it_is_as_it_opens(browser: Browser, app: str, size: tuple[int, int]) -> None:
    with person(browser, app) as ada, person(browser, app, size) as ben:
        open_table(ada, game="dot")
        bring(ada, "Mara", "dot")
        join(ben, invite(ada), "Ben")
        for cards in range(1, 4):
            roll(compose(ada, system="mod-dot"))
            expect(ben.page.locator(".entries .outcome")).to_have_count(cards)
        ben.context.add_init_script(MOVES)
        page = ben.page
        page.reload()
        expect(page.locator(".entries .outcome")).to_have_count(3)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.moved") < 0.05


def test_every_bundle_is_read_by_browsers(browser: Browser, app: str) -> None:
    texts = {path.relative_to(STATIC).as_posix(): path.read_text("utf-8") for path in STATIC.rglob("*.js")}
    with person(browser, app) as somebody:
        page = somebody.go("/about")
        script = page.locator("script[type=module]").get_attribute("src") or ""
        root = script.removesuffix("/js/main.js")
        for path in bundled(texts, root):
            page.evaluate("(file) => import(file).then(() => undefined)", f"{root}/{path}")


def test_what_is_far_down_a_page_is_fetched_when_somebody_comes_near(browser: Browser, app: str) -> None:
    with person(browser, app, PHONE) as somebody:
        asked: list[str] = []
        somebody.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        page = somebody.go("/odds/mod-dot/test")
        expect(page.locator(".chart svg")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert not any("best" in path or "across" in path for path in asked)
        come_to(page, "Best play")
        expect(page.get_by_text("These inputs leave nothing to decide.")).to_be_visible()
        come_to(page, "Chart against an input")
        expect(page.get_by_label("Draw the chance against")).to_be_visible()


PRINTED = [
    "/odds/humanity-beast/action",
    "/odds/edged-coins/toss",
    "/odds/t13/contest",
    "/odds/dot/check?dots=2&across=dots",
    "/odds/edged-coins/toss?rank=2&across=rank&and=opposing_rank",
    "/notation?d=3d20",
    "/notation?d=2d10&pin=3d6",
]
A4: dict[str, Any] = {"format": "A4", "margin": dict.fromkeys(("top", "right", "bottom", "left"), "12mm")}
#: What a hand could use, and letters of a chart below 5 points.
UNFIT = """() => [...document.querySelectorAll('button, a.button, nav, .site-foot, .chart svg text')]
  .filter((each) => each.checkVisibility())
  .filter((each) => !each.closest('svg') || parseFloat(getComputedStyle(each).fontSize) *
    each.ownerSVGElement.getScreenCTM().a < 5 * 96 / 72)
  .map((each) => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("address", PRINTED)
def test_a_question_and_its_odds_are_printed_on_one_white_page(browser: Browser, app: str, address: str) -> None:
    with person(browser, app, theme="dark") as somebody:
        page = somebody.go(address)
        expect(page.locator(".reading").first).to_be_visible()
        if "across" in address:
            come_to(page, "Chart against an input")
            expect(page.locator("[aria-labelledby=across-title] svg[role=img]")).to_be_visible()
        page.wait_for_load_state("networkidle")
        printed = page.pdf(**A4)
        page.set_viewport_size({"width": 703, "height": 1032})  # an A4 page within these margins
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(23, 35, 31)"
        assert page.evaluate(UNFIT) == []
    assert re.findall(rb"/Count (\d+)", printed) == [b"1"]


def test_nothing_is_counted_as_no(somebody: Person) -> None:
    somebody.expected.add("status of 422")  # faces that are still missing
    page = somebody.go("/odds/dot/check?dots=1")
    page.get_by_role("button", name="Real dice").click()
    asked = page.get_by_role("region", name="Real dice")
    asked.get_by_role("group", name="Faces").get_by_role("button").first.click()  # a 1 is no success
    expect(page.get_by_role("article", name="Roll").locator(".tallies li").first).to_have_text("No successes")


def test_whose_coins_best_play_spends_is_said_where_several_pay(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/interfere?rank=2&ec=20&opponents_ec=15")
    # A failure (1 in 4) is inverted for 20 EC; the opponent then forces a re-toss for 15.
    expect(page.locator(".reading")).to_contain_text("for 5 EC spent by you and about 3.8 EC spent by opponents")
    for whose in ("you", "opponents"):
        expect(page.get_by_label(f"Price of 1 EC spent by {whose}", exact=True)).to_have_value("")


def test_what_the_game_master_rules_has_no_chance_and_no_answer_yet(browser: Browser, app: str) -> None:
    with person(browser, app, PHONE) as somebody:
        page = somebody.go("/odds/humanity-beast/humanity-check?humanity=5&willpower=3")
        expect(page.locator(".quick")).to_contain_text("Up to the game master.")
        expect(page.locator(".quick .number")).to_have_count(0)
        page.get_by_role("button", name="Roll it once").click()
        expect(page.get_by_role("article", name="Roll")).to_contain_text("The game master decides: withstood or failed")


def test_best_play_of_feeding_aims_at_what_no_ruling_hinges_on(somebody: Person) -> None:
    page = somebody.go("/odds/humanity-beast/feed?humanity=7&willpower=1&full_willpower=5")
    # R3.1's loss is the game master's to rule; killing refreshes Willpower to 5, sparing gives 1 + 2.
    expect(page.get_by_role("region", name="Best play")).to_contain_text("kill the victim")

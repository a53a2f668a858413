"""Everybody can use the pages: axe finds nothing, in both themes and widths; all by keyboard; nothing is too small."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.pages.seats import bring, compose, invite, newest, open_table, roll, show
from tests.web.pages.surfing import (
    DESK,
    PHONE,
    Person,
    come_to,
    faults,
    heard,
    listen,
    person,
)

from oddsmith.systems import system, system_names

SIZES = {"phone": PHONE, "context": DESK}
PAGES = [
    "/",
    "/odds/edged-coins/toss?rank=2&ec=10&pin=edged-coins/toss?rank=3&across=rank",
    "/odds/edged-coins/toss?rank=2&across=rank&and=opposing_rank",
    "/odds/t13/test",
    "/odds/humanity-beast/action",
    "/tables",
    "/notation?d=4d6kh3&pin=3d6",
    "/verify",
    "/about",
]


@pytest.mark.parametrize("size", SIZES)
def test_no_page_has_faults(browser: Browser, app: str, size: str) -> None:
    with person(browser, app, SIZES[size]) as somebody:
        for path in PAGES:
            page = somebody.go(path)
            page.wait_for_load_state("networkidle")
            if path.count("/") > 2:
                expect(page.locator(".reading")).to_be_visible()
                page.get_by_text("House rules").first.click()
                come_to(page, "Chart against an input")
                expect(page.get_by_label("Draw the chance against")).to_be_visible()
            assert (path, faults(page)) == (path, [])


def test_every_page_uses_all_that_it_has_fetched_beforehand(browser: Browser, app: str) -> None:
    with person(browser, app) as somebody:
        asked: list[str] = []
        somebody.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
        for path in PAGES:
            page = somebody.go(path)
            page.wait_for_load_state("networkidle")
            preloads = page.locator("link[rel=preload], link[rel=modulepreload]")
            links = [urlsplit(link).path for link in preloads.evaluate_all("each => each.map(({ href }) => href)")]
            assert sum("/catalogue/" in each for each in asked) == 1  # fetched beforehand, not once more
            assert set(links) <= set(asked), path
            unneeded = page.evaluate(UNNEEDED, links)
            assert (path, unneeded) == (path, [])
            asked.clear()


#: The modules among some files that none of those names which a page began with.
UNNEEDED = """async (files) => {
  const script = document.querySelector('script[type=module]').src;
  const texts = await Promise.all([...files.filter((file) => file.endsWith('.js')), script].map(async (file) =>
    (await fetch(file)).text()));
  return files.filter((file) => file.endsWith('.js') && !script.endsWith(file)
    && !texts.some((text) => text.includes(`'${file}'`)));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_no_part_of_a_table_has_faults(browser: Browser, app: str, size: str) -> None:
    with person(browser, app, SIZES[size]) as ada:
        open_table(ada)
        bring(ada, "Mara", "edged-coins", ec=20, hc=5)
        roll(compose(ada, "humanity-beast", "action"))
        expect(newest(ada).locator(".waiting")).to_be_visible()
        roll(compose(ada, "t13", "test"))
        expect(newest(ada).locator(".verdict")).to_be_visible()
        for part in ("Log", "Roll", "Sheets", "Table"):
            show(ada.page, part)
            assert (part, faults(ada.page)) == (part, [])
        newest(ada).get_by_role("button", name="Checked").click()
        assert faults(ada.page) == []
        ada.page.keyboard.press("Escape")


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        yield somebody


@pytest.mark.parametrize("address", ["/odds/edged-coins/toss?rank=2", "/notation?d=2d6"])
def test_two_tabs_and_two_times_enter_roll(somebody: Person, address: str) -> None:
    page = somebody.go(address)
    roll = page.get_by_role("button", name="Roll it once")
    expect(roll).to_be_enabled()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the roll")).to_be_focused()
    page.keyboard.press("Enter")
    expect(roll).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".landed").first).to_be_visible()


# What is looked up, without a die, has no roll.
ROLLED = [f"/odds/{name}/{action.name}" for name in system_names() for action in system(name).actions if action.chance]


def keys_to_the_roll(page: Page) -> int:
    """Presses until what rolls has the focus, on a page that was just loaded."""
    for pressed in range(1, 7):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Skip to the roll":
            page.keyboard.press("Enter")
            return pressed + 1
    raise AssertionError("six tabs lead to nothing that rolls")


@pytest.fixture(scope="module")
def wanderer(browser: Browser, app: str) -> Iterator[Person]:
    """Somebody who opens one page after the other: each is loaded anew, with the focus on nothing."""
    with person(browser, app) as wanderer:
        yield wanderer


@pytest.mark.parametrize("address", ROLLED)
def test_few_keys_lead_to_the_roll_of_every_action(wanderer: Person, address: str) -> None:
    page = wanderer.go(address)
    roll = page.get_by_role("button", name="Roll it once")
    expect(roll).to_be_enabled()
    assert keys_to_the_roll(page) <= 6
    expect(roll).to_be_focused()
    assert not wanderer.trouble, wanderer.trouble


def test_few_keys_lead_to_the_box_of_the_first_page_where_enter_rolls(somebody: Person) -> None:
    page = somebody.go("/")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_be_visible()
    assert keys_to_the_roll(page) <= 5
    expect(page.get_by_label("What do you roll?")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".landed").first).to_be_visible()


def test_few_keys_lead_to_the_roll_of_a_table(somebody: Person) -> None:
    open_table(somebody, game="dot")
    page = somebody.page
    page.reload()
    roll = page.get_by_role("button", name="Roll", exact=True)
    expect(roll).to_be_visible()
    assert keys_to_the_roll(page) <= 6
    expect(roll).to_be_focused()


def test_skipping_ahead_at_a_table_leaves_its_address_and_invites_alone(browser: Browser, app: str) -> None:
    with person(browser, app) as ada, person(browser, app) as ben:
        open_table(ada, game="dot")
        page = ada.page
        page.reload()
        roll = page.get_by_role("button", name="Roll", exact=True)
        expect(roll).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_be_focused()
        assert "#" not in page.url
        expect(page.get_by_role("log", name="Messages").locator("p")).to_have_count(0)
        page.reload()
        expect(roll).to_be_visible()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the roll")).to_be_focused()
        page.keyboard.press("Enter")
        expect(roll).to_be_focused()

        ben.go(invite(ada))
        expect(ben.page.get_by_label("Your name")).to_be_visible()
        ben.page.keyboard.press("Tab")
        ben.page.keyboard.press("Enter")
        ben.page.get_by_label("Your name").fill("Ben")
        ben.page.get_by_role("button", name="Take a seat").click()
        expect(ben.page.get_by_text("live", exact=True)).to_be_visible()


def test_everything_is_reached_by_keyboard_and_seen_to_be(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2")
    expect(page.locator(".reading")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Skip to the page")).not_to_be_focused()
    for label in ("System", "Action"):
        page.keyboard.press("Tab")
        expect(page.get_by_label(label, exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Rank", exact=True)).to_be_focused()
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.press("ArrowUp")
    expect(page.locator(".events .exact").first).to_have_text("13/16")


def test_a_page_that_is_still_drawing_leaves_fields_and_focus_alone(somebody: Person) -> None:
    page = somebody.page
    held: list[Route] = []
    waiting = True
    page.route(
        re.compile("/api/(odds|sweep|best)/"), lambda route: held.append(route) if waiting else route.continue_()
    )
    somebody.go("/odds/edged-coins/toss?rank=2&ec=5")
    page.get_by_label("Rank", exact=True).wait_for()
    page.evaluate("window.before = [...document.querySelectorAll('.asked input, .asked select')]")
    for key in ("Tab", "Enter", "Tab", "Tab", "Tab"):  # along the link that skips to the page
        page.keyboard.press(key)
    expect(page.get_by_label("Rank", exact=True)).to_be_focused()
    waiting = False
    for route in held:
        route.continue_()
    expect(page.get_by_role("region", name="Best play").locator(".options").first).to_be_visible()
    expect(page.locator(".reading")).to_be_visible()
    assert page.evaluate(
        "before.length > 5 && before.every((each) => each.isConnected) && document.activeElement.name === 'rank'"
    )


def test_one_more_is_never_asked_for_where_no_more_is_allowed(somebody: Person) -> None:
    refused: list[str] = []
    somebody.page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    for path in ("humanity-beast/action?humanity=7&beast=3&difficulty=3", "edged-coins/toss?rank=6"):
        page = somebody.go(f"/odds/{path}")
        expect(page.locator(".reading")).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.get_by_text(re.compile("^With (humanity|beast|rank)"))).to_have_count(0)
    assert refused == []


def test_a_result_is_said_once_typing_rests(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2")
    said = page.get_by_role("log", name="Announcements").locator("p")
    expect(said).to_have_text(["You succeed 3 times in 4 (75.0 %)."])
    listen(page)
    page.evaluate(
        """async () => {
          const field = document.querySelector('input[name=rank]');
          for (const rank of ['4', '5', '3']) {
            field.value = rank;
            field.dispatchEvent(new Event('input', { bubbles: true }));
            await new Promise((resume) => setTimeout(resume, 100));
          }
        }"""
    )
    expect(said.last).to_have_text("You succeed 13 times in 16 (81.3 %).")
    assert heard(page) == ["You succeed 13 times in 16 (81.3\N{NO-BREAK SPACE}%)."]


def test_each_message_is_said_once_also_the_same_again_and_two_at_once(somebody: Person) -> None:
    page = somebody.go("/about")
    listen(page)
    page.evaluate("""async () => {
      const bundle = await import(document.querySelector('script[type=module]').src);
      const { flash, tell } = Object.values(bundle).find((module) => 'flash' in module);
      tell('Ada: 3 successes');
      tell('Ben: 1 success');
      flash('Copied.');
      await new Promise((resume) => setTimeout(resume, 300));
      tell('Ben: 1 success');
      flash('Copied.');
    }""")
    expect(page.get_by_role("log", name="Messages").locator("p")).to_have_text(["Copied.", "Copied."])
    expect(page.get_by_role("log", name="Messages").locator("p")).to_have_count(0)
    assert heard(page) == ["Ada: 3 successes", "Ben: 1 success", "Copied.", "Ben: 1 success", "Copied."]


def test_motion_is_off_where_people_want_none_and_can_be_switched(browser: Browser, app: str) -> None:
    with person(browser, app) as calm:  # these browsers ask for reduced motion
        page = calm.go("/odds/dot/check?dots=3")
        page.get_by_role("button", name="Roll it once").click()
        die = page.locator(".roll-result .landed").first
        expect(die).to_have_css("animation-name", "none")
        page.get_by_role("button", name="Moving dice").click()
        page.get_by_role("button", name="Roll it once").click()
        expect(die).to_have_css("animation-name", "land")
        page.reload()
        expect(page.get_by_role("button", name="Moving dice")).to_have_attribute("aria-pressed", "true")


def test_light_and_dark_can_be_switched_and_are_kept(somebody: Person) -> None:
    page = somebody.go("/")
    page.get_by_role("button", name="Dark colours").click()
    page.reload()
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"

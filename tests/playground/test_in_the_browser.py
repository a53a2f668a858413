"""The playground in Chromium, with the network cut once it has loaded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect, sync_playwright
from tests.built import fault_of_playground, served
from tests.web.pages.surfing import CHROMIUM, chromium
from tools.playground.build import BUILT

from oddsmith.systems.gallery import gallery

_LONG = 60_000  # milliseconds; Python starts within seconds on a machine that has nothing else to do


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """The page, loaded, and cut off from the network."""
    why = fault_of_playground() if CHROMIUM.exists() else f"there is no {CHROMIUM}"
    if why:
        assert "ODDSMITH_NEEDS_PLAYGROUND" not in os.environ, why
        pytest.skip(why)
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        context = browser.new_context(viewport={"width": 360, "height": 780})
        page = context.new_page()
        with served(BUILT) as address:
            page.goto(address)
            expect(page.locator("#state")).to_have_text("Ready", timeout=_LONG)
            context.set_offline(True)
        yield page
        browser.close()


def _write(page: Page, code: str) -> None:
    page.get_by_role("textbox", name="Rules in Python").fill(code)


_RULE = """from oddsmith import choose, d6, roll
from oddsmith.games import Game
game = Game("Two tries")

@game.action
async def six() -> bool:
    if await roll(d6) == 6:
        return True
    if await choose("player", ("stop", "again")) == "stop":
        return False
    return await roll(d6) == 6
"""


def test_notation_has_exact_odds_without_a_network(page: Page) -> None:
    page.get_by_label("Notation").fill("3d6")
    # Three sixes alone make 18; 27 of 216 ways make 10.
    odds = page.locator("#notation-odds")
    expect(odds.get_by_role("listitem")).to_have_count(16, timeout=_LONG)
    expect(odds.get_by_role("listitem").last).to_contain_text("1/216")
    width = odds.locator(".meter > i").first.evaluate(
        "bar => bar.getBoundingClientRect().width / bar.parentElement.clientWidth"
    )
    assert width < 0.1


def test_a_rule_is_asked_for_odds_best_play_and_a_roll(page: Page) -> None:
    _write(page, _RULE)
    expect(page.locator("#rules-odds")).to_contain_text("1/6", timeout=_LONG)
    # Two tries fail together in 25 of 36 cases.
    expect(page.locator("#best")).to_contain_text("11/36", timeout=_LONG)
    expect(page.locator("#best li")).to_have_text("six: again")
    page.get_by_role("button", name="Roll it").click()
    expect(page.locator("#rules-rolled")).to_have_text(re.compile(r"(Success|Failure).*\([1-6]\)"))
    assert len(page.evaluate("location.hash")) > 100


def test_a_plan_says_in_words_what_is_chosen_where_it_comes_to(page: Page) -> None:
    page.get_by_label("Game").select_option("system:humanity-beast")
    # 7 Humanity and 3 Beast dice against 3: Willpower is paid at once, and then nothing is left to decide.
    expect(page.locator("#best li")).to_have_text("act: pay 1 Willpower now for an assured success", timeout=_LONG)
    page.get_by_label("Game").select_option("own")


def test_an_error_stands_at_its_line(page: Page) -> None:
    _write(page, _RULE.replace("roll(d6) == 6:", "roll(d7) == 6:"))
    expect(page.locator("#rules-wrong")).to_contain_text("line 7", timeout=_LONG)
    expect(page.locator(".cm-lintRange-error")).to_contain_text("d7")


def test_a_rule_without_an_end_is_stopped(page: Page) -> None:
    _write(page, _RULE.replace("    if await roll(d6)", "    while True:\n        pass\n    if await roll(d6)"))
    expect(page.locator("#state")).to_have_text("Working…", timeout=_LONG)
    expect(page.locator("#long")).to_be_hidden()
    expect(page.locator("#spent")).to_have_text(re.compile(r"[2-4] s"), timeout=_LONG)
    expect(page.locator("#long")).to_contain_text("ask for less", timeout=_LONG)
    page.locator("#best").scroll_into_view_if_needed()
    expect(page.locator("#long")).to_be_in_viewport()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#long")).to_be_hidden()
    expect(page.locator("#spent")).to_be_empty()
    expect(page.locator("#state")).to_have_text("Ready", timeout=_LONG)
    _write(page, _RULE)
    expect(page.locator("#best")).to_contain_text("11/36", timeout=_LONG)


def test_the_licences_of_what_it_is_made_of_are_there(page: Page) -> None:
    del page  # it is built
    told = {file.stem for file in (BUILT / "licences").iterdir()}
    assert {"codemirror", "codemirror-view", "codemirror-lang-python", "lezer-python", "style-mod", "README"} <= told
    assert "MPL-2.0" in (BUILT / "licences" / "README.txt").read_text(encoding="utf-8")


@pytest.fixture
def other(page: Page) -> Iterator[Page]:
    """Another page of the same browser, still without a network."""
    opened = page.context.new_page()
    yield opened
    opened.close()


def test_rules_of_a_link_run_when_somebody_says_so(page: Page, other: Page) -> None:
    _write(page, _RULE)
    expect(page.locator("#best")).to_contain_text("11/36", timeout=_LONG)
    other.goto(page.url)
    expect(other.locator("#stranger")).to_be_visible(timeout=_LONG)
    expect(other.locator("#rules-odds")).to_be_empty()
    other.get_by_role("button", name="Run these rules").click()
    expect(other.locator("#best")).to_contain_text("11/36", timeout=_LONG)


def test_a_broken_link_is_told_and_the_page_works(page: Page, other: Page) -> None:
    other.goto(page.url.partition("#")[0] + "#q1Yq")
    expect(other.locator("#link-wrong")).to_contain_text("broken", timeout=_LONG)
    expect(other.locator("#notation-odds")).to_contain_text("12.24", timeout=_LONG)  # 4d6kh3


def test_a_link_opens_a_game_of_the_gallery_to_be_changed(page: Page, other: Page) -> None:
    other.goto(page.url.partition("#")[0] + "#game=craps")
    expect(other.get_by_role("textbox", name="Rules in Python")).to_contain_text("if point in (7, 11):", timeout=_LONG)
    expect(other.locator("#rules-odds")).to_contain_text("244/495", timeout=_LONG)
    expect(other.get_by_label("Game", exact=True)).to_have_value("gallery:craps")
    games = (BUILT / "docs" / "gallery" / "index.html").read_text(encoding="utf-8")
    assert games.count('href="../../#game=') == len(gallery())


def test_a_link_to_a_game_that_the_gallery_has_not_is_told(page: Page, other: Page) -> None:
    other.goto(page.url.partition("#")[0] + "#game=chess")
    expect(other.locator("#link-wrong")).to_have_text("The gallery has no such game.", timeout=_LONG)


def test_rules_have_nothing_by_which_they_could_send_or_keep_anything(page: Page) -> None:
    names = ("fetch", "caches", "indexedDB", "XMLHttpRequest", "WebSocket", "navigator", "Worker", "importScripts")
    _write(page, f"import js\nraise ValueError([name for name in {names!r} if hasattr(js, name)])\n")
    expect(page.locator("#rules-wrong")).to_contain_text("ValueError: []", timeout=_LONG)


def test_a_box_that_was_emptied_shows_no_odds(page: Page) -> None:
    page.get_by_label("Notation").fill("2d6")
    expect(page.locator("#notation-odds")).to_contain_text("7.00 on average", timeout=_LONG)
    page.get_by_label("Notation").fill("3d6")
    page.wait_for_timeout(400)
    page.get_by_label("Notation").fill("")
    expect(page.locator("#notation-odds")).to_be_empty(timeout=_LONG)
    page.wait_for_timeout(1_500)
    expect(page.locator("#notation-odds")).to_be_empty()


def test_wrong_rules_show_no_odds_of_rules_before_them(page: Page) -> None:
    _write(page, _RULE)
    expect(page.locator("#best")).to_contain_text("11/36", timeout=_LONG)
    _write(page, _RULE.replace("d6)", "d7)"))
    expect(page.locator("#rules-wrong")).to_contain_text("d7", timeout=_LONG)
    expect(page.locator("#rules-odds")).to_be_empty()


def test_large_dice_are_shown_in_a_few_rows(page: Page) -> None:
    page.get_by_label("Notation").fill("d150000")
    expect(page.locator("#notation-odds")).to_contain_text("75000.50 on average", timeout=_LONG)
    assert page.locator("#notation-odds li").count() < 250


def _offered(page: Page, code: str) -> list[str]:
    """What the editor offers to complete, with the cursor at the end of the text."""
    _write(page, code)
    page.get_by_role("textbox", name="Rules in Python").press("Control+End")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li").first.wait_for()
    offered = page.locator(".cm-tooltip-autocomplete .cm-completionLabel").all_text_contents()
    page.keyboard.press("Escape")
    return offered


def test_names_and_what_stands_behind_a_dot_are_completed(page: Page) -> None:
    assert "choose" in _offered(page, "from oddsmith import cho")
    die = _offered(page, "from oddsmith import d6\nd6.")
    assert {"explode", "pool", "mean"} <= set(die)
    assert not {"choose", "keep_highest"} & set(die)
    assert die.index("pool") < die.index("binding")  # which is for expressions of one's own
    pool = _offered(page, "from oddsmith import d6\nthrown = d6.explode().pool(4)\nthrown.")
    assert {"keep_highest", "count", "sum"} <= set(pool)
    assert "probability" not in pool
    assert "keep_highest" in _offered(page, "from oddsmith import d6\n(d6.pool(2)).keep")
    assert "at_least" in _offered(page, "from oddsmith import parse\nparse('3d6').distribution().at")
    assert {"action", "event"} <= set(_offered(page, "from oddsmith.games import Game\ngame = Game('x')\n@game."))


def test_links_lead_to_the_documentation_beside_the_page(page: Page) -> None:
    links = page.locator("a[href^='docs/']")
    addresses = [str(link.get_attribute("href")) for link in links.all()]
    assert {"docs/", "docs/notation/", "docs/your-own-game/"} <= set(addresses)
    assert [address for address in addresses if not (BUILT / address / "index.html").exists()] == []

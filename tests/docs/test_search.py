"""Readers' questions, typed into the search of the built documentation: the page that answers is near the top."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright
from tests.built import fault_of_playground, served
from tests.web.pages.surfing import CHROMIUM, chromium
from tools.build_docs import build_docs
from tools.playground.build import BUILT

_TRIES = 50  # a tenth of a second each

ANSWERS = {
    "share table friends network": "how-to/table-on-the-lan/",
    "discord bot": "how-to/chat-bot/",
    "use my own dice": "how-to/real-dice/",
    "publish my game": "how-to/plugin-package/",
    "why not simulate": "exactness/",
    "two players decide at once": "how-best-play-is-found/",
    "can anybody cheat": "fair-rolls/",
    "house rule": "how-to/house-rules/",
    "postgres": "how-to/postgresql/",
    "first game": "tutorial/",
    "install": "install/",
    "licence": "install/#licence",
    "reroll ones": "notation/#reroll-ones-and-other-faces",
    "custom die faces": "notation/#custom-dice",
    "export csv": "sweeps/#export-as-csv-for-a-spreadsheet",
    "how do I undo a roll": "questions/#how-do-i-undo-a-roll",
    "forgot password": "questions/#i-lost-my-link",
    "advantage": "questions/#how-do-i-roll-with-advantage",
    "delete table": "questions/#how-do-i-delete-a-table",
    "docker": "questions/#is-there-a-docker-image",
    "how accurate": "questions/#how-accurate-are-the-numbers",
    "multiplayer": "questions/#how-many-players-may-join",
    "best strategy yahtzee": "questions/#what-is-the-best-strategy",
    "raspberry pi": "questions/#does-it-run-on-a-raspberry-pi",
    "keyboard shortcuts": "questions/#are-there-keyboard-shortcuts",
    "progress bar": "questions/#is-there-a-progress-bar",
    "send rules link": "questions/#how-do-i-send-rules",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the documentation is, as `make docs` builds it: beside the playground, if that is of today."""
    if not CHROMIUM.exists():
        assert "ODDSMITH_NEEDS_CHROMIUM" not in os.environ, f"there is no {CHROMIUM}"
        pytest.skip(f"there is no {CHROMIUM}")
    site = BUILT / "docs"
    if fault_of_playground():
        site = tmp_path_factory.mktemp("documentation") / "site"
        build_docs(site)
    with served(site) as address:
        yield address


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = browser.new_page()
        page.goto(address)
        page.get_by_role("button", name="Search").first.click()
        yield page
        browser.close()


@pytest.mark.parametrize("question", ANSWERS)
def test_a_question_finds_its_page_among_the_first_three(question: str, page: Page) -> None:
    page.get_by_placeholder("Search").fill(question)
    # An address of the results holds the words that it was found by.
    results = page.locator(f"a[href*='h={question.replace(' ', '+')}']")
    results.first.wait_for(timeout=60_000)
    for _ in range(_TRIES):  # the results come one by one, and those of the first letters before them
        found = [str(each) for each in results.evaluate_all("all => all.slice(0, 3).map(each => each.href)")]
        places = [re.sub(r"\?[^#]*", "", address) for address in found]
        if any(f"/{ANSWERS[question]}" in place for place in places):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the first three are {places}")

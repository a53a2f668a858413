"""Pages and answers that a browser has seen are there without a network."""

from __future__ import annotations

from playwright.sync_api import Browser, expect
from tests.web.pages.surfing import PHONE, person

KEPT = """async (path) => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) if (url.includes(path)) return true;
  return false;
}"""


def test_odds_that_were_seen_are_there_without_a_network_and_tables_are_not(browser: Browser, app: str) -> None:
    with person(browser, app, PHONE, service_workers="allow") as somebody:
        somebody.expected |= {"net::ERR", "status of 4"}  # what is not kept, and a table that is not there
        page = somebody.go("/odds/dot/check?dots=2")
        said = page.locator(".reading")
        expect(said).to_contain_text("55.6 %")  # a die succeeds on 5 and 6 (R1.5): 1 - (2/3)^2
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function(f"({KEPT})('dots=2')")
        page.get_by_label("Dots", exact=True).fill("3")
        expect(said).to_contain_text("70.4 %")
        page.wait_for_function(f"({KEPT})('dots=3')")
        page.wait_for_function(f"({KEPT})('/odds/page.js')")
        page.wait_for_function(f"({KEPT})('/js/home.js')")
        page.evaluate("fetch('/api/tables/none').then(() => true)")
        assert not page.evaluate(KEPT, "/api/tables")
        somebody.context.set_offline(True)
        page.reload()
        expect(said).to_contain_text("70.4 %")
        page.get_by_label("Dots", exact=True).fill("2")
        expect(said).to_contain_text("55.6 %")
        page.get_by_label("Dots", exact=True).fill("4")
        expect(page.get_by_text("The server cannot be reached.").first).to_be_visible()
        # An installed app opens at the first page.
        page.goto(app)
        expect(page.get_by_role("heading", name="What do you roll?")).to_be_visible()
        page.goto(f"{app}/gallery")
        expect(page.get_by_role("alert")).to_contain_text("this browser has not kept this")

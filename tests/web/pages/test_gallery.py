"""Somebody looks for a mechanic in the gallery and takes it home."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Route, expect
from tests.web.pages.surfing import PHONE, person, sideways, small_targets, violations

from oddsmith.systems.gallery import gallery


def test_a_game_is_found_read_and_taken(browser: Browser, app: str) -> None:
    with person(browser, app, PHONE) as somebody:
        page = somebody.go("/")
        page.get_by_role("link", name="Gallery").click()
        expect(page.get_by_role("heading", level=2)).to_have_count(len(gallery()))
        page.get_by_label("Find").fill("pass line")
        expect(page.get_by_role("heading", level=2)).to_have_text(["Craps craps"])
        expect(page.get_by_text("oddsmith serve --rulebook craps")).to_be_visible()
        page.get_by_role("button", name="Change it: Craps").click()
        expect(page.get_by_text('oddsmith new "My Craps" --like craps')).to_be_visible()
        page.get_by_text("The whole rulebook").click()
        expect(page.locator("pre")).to_contain_text("if point in (7, 11):")
        assert violations(page) == []
        assert (sideways(page), small_targets(page)) == (0, [])
        with page.expect_download() as taken:
            page.get_by_role("button", name="Take it: Craps").click()
        assert taken.value.suggested_filename == "craps.py"
        assert Path(taken.value.path()).read_text(encoding="utf-8") == gallery()["craps"].read_text(encoding="utf-8")
        page.get_by_label("Find").fill("no such game")
        expect(page.get_by_text("None of the")).to_be_visible()


def test_a_game_that_the_server_answers_for_leads_to_its_odds(browser: Browser, app: str) -> None:
    def loaded(route: Route) -> None:
        document = route.fetch().json()
        next(game for game in document["games"] if game["name"] == "craps")["system"] = "dot"
        route.fulfill(json=document)

    with person(browser, app, PHONE) as somebody:
        page = somebody.go("/")
        page.route("**/api/gallery", loaded)
        page.get_by_role("link", name="Gallery").click()
        page.get_by_role("link", name="Its odds: Craps").click()
        expect(page).to_have_url(f"{app}/odds/dot")

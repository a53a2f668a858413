"""A group that sits down: the game first, then invite, characters, roll; a seat that moves to a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.pages.seats import TITLE, below_site, bring, compose, invite, join, newest, open_table, roll, show
from tests.web.pages.surfing import PHONE, person, sideways


def test_a_group_sits_down_and_a_seat_moves(browser: Browser, app: str) -> None:
    with (
        person(browser, app) as ada,
        person(browser, app, PHONE, "dark") as ben,
        person(browser, app, PHONE) as other,
    ):
        open_table(ada, game="edged-coins")
        steps = ada.page.get_by_role("list", name="First steps")
        expect(steps.get_by_role("listitem")).to_have_count(3)
        steps.get_by_role("button", name="Invite").click()
        expect(ada.page.get_by_role("button", name="Invite a player", exact=True)).to_be_focused()
        link = invite(ada)
        expect(ada.page.get_by_role("img", name="QR code of the link")).to_be_visible()
        join(ben, link, "Ben")
        expect(ben.page.get_by_role("list", name="First steps").get_by_role("listitem")).to_have_count(2)
        expect(compose(ben).get_by_label("System", exact=True)).to_have_value("edged-coins")
        assert not sideways(ben.page)
        bring(ada, "Mara", "edged-coins", ec=20, hc=5)
        form = compose(ada)
        roll(form)
        # One option is the main one; each says its price (R4.13: a forced re-toss costs 15 EC).
        buttons = newest(ada).get_by_role("region", name="Decision").locator(".row .button")
        expect(buttons.first).to_be_visible()
        assert newest(ada).locator(".waiting .button.main").count() == 1

        show(ben.page, "Table")
        ben.page.get_by_role("button", name="Move my seat to a phone").click()
        moved = below_site(ben.page.get_by_label("Link to the seat of Ben").input_value())
        page = other.go(moved)
        page.get_by_role("button", name="Take the seat").click()
        expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
        expect(page.get_by_text("Ben, player")).to_be_visible()
        ben.expected.add("status of 401")
        expect(ben.page.get_by_role("heading", name="Your seat has moved")).to_be_visible()
        expect(ben.page.get_by_text("Your seat at this table is in another browser now.")).to_be_focused()
        expect(ada.page.locator(".entries").get_by_text("Ben moved to another device.")).to_be_visible()
        other.expected.add("status of 403")
        assert page.get_by_role("alert").count() == 0
        show(page, "Log")
        page.set_viewport_size({"width": 360, "height": 740})
        log = page.get_by_role("region", name="Log", exact=True)
        expect(page.get_by_role("list", name="First steps")).to_be_visible()
        assert above_tabs(page, log) >= 740 * 2 / 3
        for _ in range(2):
            roll(compose(ada))
        expect(page.get_by_role("list", name="First steps")).to_be_hidden()
        assert above_tabs(page, log.locator(".entries")) >= 740 * 2 / 3


def test_the_only_host_keeps_a_way_back_and_a_link_that_was_used_says_what_to_do(browser: Browser, app: str) -> None:
    with person(browser, app) as ada, person(browser, app, PHONE) as other, person(browser, app) as late:
        open_table(ada)
        expect(ada.page.get_by_text("You are the only host")).to_be_visible()
        ada.page.get_by_role("button", name="Keep a way back").click()
        link = below_site(ada.page.get_by_label("Way back to your seat").input_value())
        ada.context.clear_cookies()
        ada.expected.add("status of 401")
        page = other.go(link)
        page.get_by_role("button", name="Take the seat").click()
        expect(page.get_by_text("Ada, host")).to_be_visible()
        late.expected.add("status of 403")
        page = late.go(link)
        page.get_by_role("button", name="Take the seat").click()
        expect(page.get_by_role("alert")).to_contain_text("This link no longer works.")
        expect(page.get_by_role("button", name="Take the seat")).to_have_count(0)
        told = page.get_by_text("Where your seat still is, make a new link")
        expect(told).to_be_focused()
        expect(told).to_contain_text("oddsmith seat")
        late.expected.add("status of 401")
        page.reload()  # what was refused is not offered once more
        expect(page.get_by_role("heading", name="No seat here")).to_be_visible()
        expect(page.get_by_role("button", name="Take the seat")).to_have_count(0)


def above_tabs(page: Page, part: Locator) -> float:
    """The pixels between where a part of the page begins and the tabs at the foot of the screen."""
    box, tabs = part.bounding_box(), page.get_by_role("navigation", name="Parts of the table").bounding_box()
    assert box is not None
    assert tabs is not None
    return tabs["y"] - box["y"]


def test_on_a_narrow_phone_the_name_of_the_table_comes_before_that_of_a_seat(browser: Browser, app: str) -> None:
    with person(browser, app, (320, 640)) as ada:
        open_table(ada, name="Ñandú 🐉 אבג of the long and winding name that never comes to its end")
        title = ada.page.get_by_role("heading", name=TITLE)
        assert title.evaluate("(each) => each.clientWidth > 3 * each.parentElement.lastElementChild.clientWidth")
        show(ada.page, "Table")
        field = ada.page.get_by_label("Name of the table")
        field.fill("The Brass Lantern at the end of the long road to the sea")
        field.press("Enter")
        expect(ada.page.get_by_role("heading", level=1)).to_contain_text("long road")
        assert sideways(ada.page) == 0


def test_a_link_too_long_for_a_code_is_there_to_copy(browser: Browser, app: str) -> None:
    long = f"https://{'.'.join(['a' * 60] * 4)}"
    with person(browser, app) as ada:
        ada.page.route("**/addresses", lambda route: route.fulfill(json={"addresses": [long]}))
        open_table(ada)
        ada.page.get_by_role("button", name="Invite a player", exact=True).click()
        expect(ada.page.get_by_label("Invite link for a player")).to_have_value(re.compile(long))
        expect(ada.page.get_by_role("img", name="QR code of the link")).to_have_count(0)


def test_what_a_character_rolls_is_told_in_the_words_of_the_game(browser: Browser, app: str) -> None:
    with person(browser, app) as ada:
        open_table(ada, game="mod-dot")
        bring(ada, "Mara", "mod-dot")
        offers = ada.page.get_by_role("list", name="What Mara rolls")
        expect(offers).to_contain_text("more successes win")
        expect(offers).not_to_contain_text("tie-to-defender")

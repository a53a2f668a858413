"""A roll at a table knows the sheets of both sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, TimeoutError, expect
from tests.web.pages.seats import bring, compose, invite, join, newest, open_table, resource, roll, show
from tests.web.pages.surfing import PHONE, Person, person, sideways, violations


@pytest.fixture
def ada(browser: Browser, app: str) -> Iterator[Person]:
    """The host, with a phone."""
    with person(browser, app, PHONE) as ada:
        ada.expected |= {"status of 409", "status of 422"}
        open_table(ada)
        yield ada


def test_harm_is_measured_by_the_health_of_whom_it_strikes(ada: Person) -> None:
    bring(ada, "Mara", "edged-coins", ec=4, hc=9)
    bring(ada, "Kay", "edged-coins", ec=3, hc=2)
    form = compose(ada, "edged-coins", "attack", "Mara", "Kay")
    expect(form.get_by_label("HC", exact=True)).to_have_value("2")
    expect(form.get_by_role("group", name="You").get_by_label("EC to spend", exact=True)).to_have_value("4")
    expect(form.get_by_role("group", name="Opponent").get_by_label("EC to spend", exact=True)).to_have_value("3")
    form = compose(ada, "edged-coins", "fall")
    expect(form.get_by_label("HC", exact=True)).to_have_value("9")


def test_a_resource_that_only_a_house_rule_uses_is_left_alone_without_it(ada: Person) -> None:
    bring(ada, "Luigi", "mod-dot", willpower=3)
    form = compose(ada, "mod-dot", "test", "Luigi")
    expect(form.get_by_label("Willpower to spend", exact=True)).to_have_value("0")
    roll(form)
    show(ada.page, "Log")
    expect(newest(ada).locator(".verdict")).to_be_visible()
    form = compose(ada)
    form.get_by_text("More", exact=True).click()
    form.get_by_text("House rules").click()
    form.get_by_text("One success", exact=True).click()
    expect(form.get_by_label("Willpower to spend", exact=True)).to_have_value("3")


@pytest.fixture
def ben(browser: Browser, app: str, ada: Person) -> Iterator[Person]:
    """A player, at a context."""
    with person(browser, app) as ben:
        ben.expected |= {"status of 409", "status of 422"}
        join(ben, invite(ada), "Ben")
        yield ben


def test_an_attack_takes_health_off_its_victim_unless_the_group_says_otherwise(ada: Person, ben: Person) -> None:
    bring(ada, "Kay", "edged-coins", ec=0, hc=90)
    bring(ben, "Orla", "edged-coins", ec=0, hc=9)
    form = compose(ben, "edged-coins", "damage", "Orla", "Kay")
    expect(form.get_by_text("May change Kay’s HC and EC, Orla’s EC.")).to_be_visible()
    roll(form)
    expect(newest(ben).locator(".effects")).to_contain_text(re.compile(r"Kay: −\d+ HC"))
    expect(resource(ben, "Kay", "hc")).not_to_have_text("90")
    left = resource(ben, "Kay", "hc").inner_text()
    form.get_by_text("More", exact=True).click()
    form.get_by_role("button", name="Take off: Points of damage comes off Kay’s HC").click()
    expect(form.get_by_text("May change Orla’s EC, Kay’s EC.")).to_be_visible()
    roll(form)
    expect(ben.page.locator(".entries .card")).to_have_count(2)
    expect(newest(ben).locator(".effects")).to_have_count(0)
    expect(resource(ben, "Kay", "hc")).to_have_text(left)
    form.get_by_role("button", name="As the rules say").click()
    expect(form.get_by_text("May change Kay’s HC and EC, Orla’s EC.")).to_be_visible()


def test_what_somebody_else_may_spend_comes_from_their_sheet(ada: Person, ben: Person) -> None:
    bring(ada, "Kay", "edged-coins", ec=15, hc=5)
    bring(ben, "Orla", "edged-coins", ec=0, hc=5)
    form = compose(ben, "edged-coins", "toss", "Orla", "Kay")
    field = form.get_by_role("group", name="Opponent").get_by_label("EC to spend", exact=True)
    expect(field).to_have_value("15")
    expect(field).not_to_be_editable()
    expect(form.get_by_role("group", name="You").get_by_label("EC to spend", exact=True)).to_have_value("0")
    form = compose(ada, "edged-coins", "toss", "nobody", "Kay")
    expect(
        form.get_by_role("group", name="Opponent").get_by_label("EC to spend", exact=True)
    ).to_be_editable()  # the host plays her


def test_a_preset_rolls_with_what_the_sheet_has_then(ada: Person) -> None:
    bring(ada, "Mara", "edged-coins", ec=9, hc=5)
    form = compose(ada, "edged-coins", "toss", "Mara")
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Name of a preset").fill("Leap")
    form.get_by_role("button", name="Save preset").click()
    expect(form.get_by_text("Saved above.")).to_be_visible()
    show(ada.page, "Sheets")
    for left in ("8", "7"):
        ada.page.get_by_role("button", name="Mara: one EC less").click()
        expect(resource(ada, "Mara", "ec")).to_have_text(left)
    show(ada.page, "Roll")
    form.get_by_role("button", name="Leap", exact=True).click()
    show(ada.page, "Log")
    expect(newest(ada).locator(".inputs")).to_contain_text("EC to spend 7")


def test_dice_of_a_conflict_lie_apart_by_side_and_colour(ada: Person) -> None:
    form = compose(ada, "humanity-beast", "conflict")
    form.get_by_label("Willpower", exact=True).first.fill("2")
    roll(form)
    card = newest(ada)
    buttons = card.get_by_label("Decision").get_by_role("button")
    expect(buttons.first).to_have_text("Pay no Willpower")
    buttons.first.click()
    expect(card.locator(".verdict")).to_be_visible()
    throws = card.locator(".throw")
    expect(throws).to_have_count(2)
    expect(throws.nth(0)).to_contain_text("This side")
    expect(throws.nth(1)).to_contain_text("The other side")
    for place, (bone, iron) in enumerate(((7, 3), (5, 5))):  # the example of the action; 10s bring further faces
        assert throws.nth(place).locator("[aria-label*=Humanity]").count() >= bone
        assert throws.nth(place).locator("[aria-label*=Beast]").count() >= iron


def test_what_both_choose_unseen_is_told_in_the_words_of_the_game(browser: Browser, app: str, ada: Person) -> None:
    with person(browser, app, PHONE) as ben:
        ben.expected.add("status of 409")
        join(ben, invite(ada), "Ben")
        bring(ben, "Orla", "humanity-beast", humanity=3, beast=2, willpower=2)
        bring(ada, "Vex", "humanity-beast", humanity=3, beast=2, willpower=2)
        form = compose(ada, "humanity-beast", "battle", "Vex", "Orla")
        form.get_by_text("Course of the battle").click()
        form.get_by_label("Who decides first", exact=True).select_option("at-once")
        roll(form)
        for somebody in (ada, ben):
            sides = newest(somebody).get_by_role("region", name="Choose in secret")
            expect(sides.locator(".button.main")).to_have_count(1)
            expect(newest(somebody).locator(".inputs")).to_contain_text("Beast dice 2, Willpower 2")
            sides.get_by_role("button", name="3 Humanity dice", exact=True).click()
        for somebody in (ada, ben):
            shown = newest(somebody).locator(".rounds li").first
            expect(shown).to_contain_text("Ada: 3 Humanity dice")
            expect(shown).to_contain_text("Ben: 3 Humanity dice")
            assert "3H+0B" not in newest(somebody).inner_text()


def test_a_card_names_house_rules_and_numbers_of_the_book_that_were_changed(ada: Person) -> None:
    form = compose(ada, "dot", "check")
    form.get_by_text("More", exact=True).click()
    form.get_by_text("House rules").click()
    form.get_by_text("Numbers of the book").click()
    form.get_by_label("Lowest face that succeeds.", exact=True).fill("4")
    roll(form)
    expect(newest(ada).locator(".inputs")).to_contain_text("target 4")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ada.go("/odds/dot/check?dots=3&number.target=4")
    page.get_by_role("button", name="Roll it once").click()
    expect(page.get_by_role("article", name="Roll").locator(".verdict")).not_to_be_empty()
    page.get_by_role("article", name="Roll").get_by_role("button", name="Copy").click()
    assert "target 4" in page.evaluate("navigator.clipboard.readText()")


def test_a_character_rolls_with_one_tap_on_the_sheet_which_tells_the_chance(ada: Person) -> None:
    bring(ada, "Vex", "humanity-beast", willpower=3)  # the others as in the game's example: 7 and 3
    show(ada.page, "Sheets")
    offers = ada.page.get_by_role("list", name="What Vex rolls").get_by_role("button")
    expect(offers).to_have_count(3)
    expect(offers.first.locator(".number")).to_contain_text("%")
    expect(offers.nth(2)).to_contain_text("average, the actions of a scene share one pool")  # a house rule's reading
    told = offers.first.locator(".number").inner_text()
    assert (violations(ada.page), sideways(ada.page)) == ([], 0)
    offers.first.click()
    expect(newest(ada).get_by_role("heading", name="Action")).to_be_visible()
    table = ada.page.url.rpartition("/")[2]
    log = ada.context.request.get(f"{ada.site}/api/tables/{table}/log.json").json()
    asked = next(event["body"] for event in log["events"] if event["kind"] == "roll.opened")
    assert (asked["character"], asked["inputs"]["humanity"], asked["inputs"]["willpower"]) == ("c1", 7, 3)
    inputs = {name: value for name, value in asked["inputs"].items() if value is not None}
    odds = ada.context.request.get(f"{ada.site}/api/odds/humanity-beast/action", params=inputs).json()
    assert told == f"{100 * odds['events']['success']['float']:.1f}\N{NO-BREAK SPACE}%"
    show(ada.page, "Sheets")
    expect(offers.first).to_contain_text("Action")  # what was rolled last comes first


def test_a_refused_roll_names_what_is_wrong_as_the_sheet_does(ada: Person) -> None:
    ada.expected.add("status of 422")
    bring(ada, "Vex", "humanity-beast", humanity=0, beast=0, willpower=0)
    show(ada.page, "Sheets")
    offer = ada.page.get_by_role("list", name="What Vex rolls").get_by_role("button").first
    offer.click()
    sheet = ada.page.locator(".character")
    expect(sheet.get_by_role("alert")).to_contain_text("Humanity dice: 0 is not allowed.")
    expect(offer.locator("span").first).to_have_css("margin-inline-start", "0px")


def test_a_card_says_how_rare_it_was_and_what_best_play_would_have_spent(ada: Person) -> None:
    bring(ada, "Brom", "edged-coins", ec=6)
    form = compose(ada, "edged-coins", "toss", "Brom")
    form.get_by_label("Rank", exact=True).fill("1")
    form.get_by_label("Opposing rank", exact=True).fill("")
    roll(form)
    card = newest(ada)
    decision = card.get_by_role("region", name="Decision")
    rare = card.get_by_text("How rare was that?")
    while not rare.is_visible():
        expect(decision.or_(rare).first).to_be_visible()
        with suppress(TimeoutError):  # it may be over by now
            decision.get_by_role("button").first.click(timeout=2_000)
    rare.click()
    # One coin: half of all tosses, and best play has 6 EC for more (R4.3).
    expect(card).to_contain_text(re.compile(r"(Success|Failure): 1 in 2\."))
    expect(card).to_contain_text(re.compile(r"Best play makes it [5-9]\d\.\d\s%; spending nothing, 50\.0\s%\."))
    expect(card).to_contain_text(re.compile(r"It spends [\d.]+ EC on average; this roll spent none\."))

"""What a page of odds shows belongs to what is asked, or says what else it belongs to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.pages.surfing import PHONE, Person, heard, listen, person, sideways, small_targets, violations

TOSS = "/odds/edged-coins/toss?rank=2&v=0.1.0"


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, permissions=["clipboard-read", "clipboard-write"]) as somebody:
        yield somebody


@pytest.fixture
def phone(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        yield somebody


def rank(page: Page, value: str) -> None:
    page.get_by_label("Rank", exact=True).fill(value)


def odds(page: Page) -> None:
    """Wait until the odds are those of rank 2."""
    expect(page.locator(".events .exact").first).to_have_text("3/4")


def test_what_takes_long_can_be_stopped_and_is_never_shown_as_the_answer_to_something_else(somebody: Person) -> None:
    page = somebody.go(TOSS)
    odds(page)
    listen(page)
    page.route(re.compile(r"/api/odds/.*rank=3"), lambda route: None)  # no answer comes
    rank(page, "3")
    answer = page.get_by_role("region", name="The odds")
    expect(answer.get_by_text("These are still the odds of rank 2.")).to_be_visible()
    expect(answer.get_by_role("button", name="Pin", exact=True)).to_be_disabled()
    expect(answer.get_by_role("button", name="Link", exact=True)).to_be_disabled()
    answer.get_by_role("button", name="Stop").click()
    expect(answer.get_by_text("Stopped.")).to_be_visible()
    expect(answer.get_by_text("These are still the odds of rank 2.")).to_be_visible()
    expect(answer.get_by_role("button", name="Compute again")).to_be_focused()
    assert violations(page) == []
    page.unroute(re.compile(r"/api/odds/.*rank=3"))
    answer.get_by_role("button", name="Compute again").click()
    expect(page.locator(".events .exact").first).to_have_text("13/16")  # R4.1: 1 - 3/16
    expect(answer.get_by_text("These are still the odds of")).to_have_count(0)
    expect(answer.get_by_role("button", name="Pin", exact=True)).to_be_enabled()
    expect(page.get_by_role("log", name="Announcements").locator("p").last).to_contain_text("81.3 %")
    assert [said for said in heard(page) if said.startswith(("Working", "Stopped"))] == [
        "Working it out; this one takes a while…",
        "Stopped.",
        "Working it out; this one takes a while…",
    ]


def test_a_server_that_is_away_is_asked_again_until_it_is_back(somebody: Person) -> None:
    somebody.expected.add("ERR_FAILED")
    page = somebody.go(TOSS)
    odds(page)
    page.route("**/api/**", lambda route: route.abort())
    rank(page, "3")
    answer = page.get_by_role("region", name="The odds")
    expect(answer.get_by_text("The server cannot be reached.")).to_be_visible()
    expect(answer.get_by_text("These are still the odds of rank 2.")).to_be_visible()
    page.unroute("**/api/**")
    expect(page.locator(".events .exact").first).to_have_text("13/16")
    expect(page.get_by_text("The server cannot be reached.")).to_have_count(0)


def test_a_refused_value_is_said_and_the_bar_on_a_phone_leads_to_it(phone: Person) -> None:
    phone.expected.add("status of 422")
    page = phone.go(TOSS)
    odds(page)
    listen(page)
    rank(page, "77")
    bar = page.locator(".quick")
    expect(bar).to_have_text(re.compile("'77' is not allowed"))
    expect(page.get_by_text("is not allowed")).to_have_count(3)  # at the field, in the bar, and as it is said
    assert [said for said in heard(page) if "not allowed" in said] == [
        (
            "Rank: '77' is not allowed. Allowed: a whole number from -1 to 6, "
            "or iron 0, copper 1, bronze 2, silver 3, gold 4, platinum 5."
        )
    ]
    page.locator("h1").click()
    bar.click()
    expect(page.get_by_label("Rank", exact=True)).to_be_focused()


def test_the_bar_on_a_phone_leads_to_the_answer_and_leaves_the_page_as_it_is(phone: Person) -> None:
    page = phone.go(TOSS)
    odds(page)
    page.evaluate("window.before = [...document.querySelectorAll('.asked input')]")
    steps = page.evaluate("history.length")
    page.locator(".quick").click()
    expect(page.get_by_role("heading", name="The odds")).to_be_focused()
    expect(page.get_by_role("heading", name="The odds")).to_be_in_viewport()
    assert page.evaluate("before.every((each) => each.isConnected)")
    assert page.evaluate("history.length") == steps


def test_menus_are_gone_through_by_keyboard_without_a_trail(somebody: Person) -> None:
    page = somebody.go("/odds")
    page.get_by_role("link", name="Toss", exact=True).click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Edged Coins: Toss")
    steps = page.evaluate("history.length")
    menu = page.get_by_label("Action", exact=True)
    menu.focus()
    for _ in range(2):
        before = heading.inner_text()
        page.keyboard.press("ArrowDown")
        expect(heading).not_to_have_text(before)
        expect(menu).to_be_focused()
    page.get_by_label("System", exact=True).focus()
    page.keyboard.press("ArrowUp")
    expect(heading).not_to_have_text(re.compile("^Edged Coins"))
    expect(page.get_by_label("System", exact=True)).to_be_focused()
    assert page.evaluate("history.length") == steps
    page.go_back()
    expect(heading).to_have_text("Odds")


def test_a_link_says_what_was_not_understood(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rnak=5&rank=2&rule.gone=1&price.ec_spent=1&pin=toss&as=mostly&v=0.1.0")
    odds(page)
    notice = page.locator(".notice").filter(has_text="This page does not know a part of this link")
    expect(notice.locator("code")).to_have_text(["rnak=5", "rule.gone=1", "pin=toss", "as=mostly"])
    expect(page.locator(".notice").filter(has_text="version")).to_have_count(0)
    page = somebody.go("/notation?d=3d6&nothing=1")
    expect(page.locator(".notice code")).to_have_text(["nothing=1"])
    # Written by hand, it claims no version.
    expect(page.locator(".notice")).to_have_count(1)


@pytest.mark.parametrize("path", ["/odds/edged-coins/toss", "/notation"])
def test_a_page_without_a_link_has_nothing_to_say_about_it(somebody: Person, path: str) -> None:
    page = somebody.go(path)
    expect(page.get_by_role("button", name="Roll it once")).to_be_visible()
    expect(page.get_by_text("This link")).to_have_count(0)


def test_what_is_too_large_for_exact_odds_is_simulated_and_rolled(phone: Person) -> None:
    phone.expected.add("status of 422")
    page = phone.go("/notation?d=200d1000kh100&v=0.1.0")
    expect(page.get_by_role("alert")).to_contain_text("This needs about")
    page.get_by_role("button", name="Simulate 10,000 rolls").click()
    expect(page.get_by_role("button", name="Simulate again")).to_be_focused()
    expect(page.get_by_role("heading", name="The odds, simulated")).to_be_visible()
    expect(page.get_by_text("These come from 10,000 rolls made just now, not from exact odds")).to_be_visible()
    # The k-th of 200 even numbers from 0 to 1 is k/201 on average, the 100 highest 150.5/201: 749.26 on a d1000. The
    # mean of 10,000 sums has a standard error of 23.
    mean = float(page.locator(".stats dd").first.inner_text().split()[0].replace(",", ""))
    assert 74_810 < mean < 75_041
    assert violations(page) == []
    assert (sideways(page), small_targets(page)) == (0, [])
    page.get_by_role("button", name="Roll it once").click()
    expect(page.get_by_role("article", name="Roll").locator(".landed").nth(199)).to_be_visible()


@pytest.mark.parametrize("path", ["/notation?d=2d6&v=0.1.0", "/odds/dot/check?dots=2&v=0.1.0"])
def test_keys_work_on_every_page_of_odds(somebody: Person, path: str) -> None:
    page = somebody.go(path)
    expect(page.locator(".chart svg").first).to_be_visible()
    page.locator("h1").click()
    for key, way in (("2", "At least"), ("3", "At most"), ("1", "Exactly")):
        page.keyboard.press(key)
        expect(page.get_by_role("radio", name=way)).to_be_checked()
    said = page.get_by_role("log", name="Announcements").locator("p")
    expect(said).to_have_count(1)  # the odds
    for times in (1, 2):
        page.keyboard.press("r")
        expect(page.get_by_role("article", name="Roll")).to_be_visible()
        expect(said).to_have_count(1 + times)


def test_a_roll_goes_when_the_inputs_are_others_and_can_be_pasted_into_a_chat(somebody: Person) -> None:
    page = somebody.go(TOSS)
    odds(page)
    page.get_by_role("button", name="Roll it once").click()
    rolled = page.get_by_role("article", name="Roll")
    rolled.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"Toss \(rank 2\): (Success|Failure)", text), text
    rank(page, "3")
    expect(rolled).to_have_count(0)


def test_options_of_a_roll_alone_are_told_in_the_words_of_the_game(somebody: Person) -> None:
    page = somebody.go("/odds/humanity-beast/action?humanity=3&beast=2&difficulty=2&willpower=2&v=0.1.0")
    page.get_by_role("button", name="Roll it once").click()
    rolled = page.get_by_role("article", name="Roll")
    expect(rolled.locator(".choice").first).to_have_text("Pay no Willpower")
    rolled.get_by_text("Every step").click()
    expect(rolled.locator(".steps")).to_contain_text("of: pay no Willpower, pay 1 Willpower now for an assured success")


def test_numbers_below_zero_have_one_minus_sign(somebody: Person) -> None:
    page = somebody.go("/notation?d=d1-2&v=0.1.0")
    page.get_by_role("button", name="Roll it once").click()
    expect(page.locator(".total")).to_have_text("−1")
    page = somebody.go("/notation?d=d3-3&v=0.1.0")  # 0, -1 and -2: the mean is -1
    expect(page.locator(".stats dd").first).to_have_text("−1")


def test_stopping_and_pins_are_the_same_with_notation(somebody: Person) -> None:
    page = somebody.go("/notation?d=2d6&pin=d12&v=0.1.0")
    expect(page.get_by_role("list", name="Pinned").get_by_role("button", name="Unpin d12")).to_be_visible()
    page.get_by_role("button", name="Swap with first").click()
    expect(page.get_by_label("Notation")).to_have_value("d12")
    expect(page).to_have_url(re.compile(r"/notation\?d=d12&pin=2d6&v=0.1.0$"))
    expect(page.get_by_text("Total: 6.5 on average")).to_be_visible()
    page.route(re.compile("/api/odds.*3d8"), lambda route: None)
    page.get_by_label("Notation").fill("3d8")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("These are still the odds of d12.")).to_be_visible()


def test_what_is_malformed_in_a_log_is_named(somebody: Person, tmp_path: Path) -> None:
    page = somebody.go("/verify")
    begun = {"number": 1, "table": "t", "kind": "x", "visibility": "everyone", "roll": None}
    for name, events, said in (
        ("empty.json", [{}], "Event 1: the event"),
        ("half.json", [begun], "Event 1: its kind"),
        ("null.json", [None], "Event 1: the event"),
    ):
        file = tmp_path / name
        file.write_text(json.dumps({"schema": "oddsmith/log/1", "events": events}), encoding="utf-8")
        page.get_by_label("The file").set_input_files(file)
        expect(page.get_by_role("listitem").filter(has_text=said).first).to_be_visible()


def test_a_table_is_printed_in_full(somebody: Person) -> None:
    page = somebody.go("/notation?d=20d6&v=0.1.0")
    table = page.get_by_role("region", name="Total, exactly")
    expect(table.get_by_role("row").nth(30)).to_be_attached()
    page.emulate_media(media="print")
    assert table.evaluate("(each) => each.scrollHeight <= each.clientHeight")
    assert table.evaluate("(each) => getComputedStyle(each).overflowY") == "visible"


@pytest.mark.parametrize(
    ("path", "label", "said"),
    [
        (
            "/odds/edged-coins/toss?v=0.1.0",
            "Rank",
            (
                "Rank must be given. Allowed: a whole number from -1 to 6, "
                "or iron 0, copper 1, bronze 2, silver 3, gold 4, platinum 5."
            ),
        ),
        (
            "/odds/mod-dot/test?pool=4&up=1/2&down=2/3&v=0.1.0",
            "Chance to win a test",
            "Chance to win a test, Chance to lose it: '1/2, 2/3' is not allowed.",
        ),
    ],
)
def test_what_is_missing_or_does_not_fit_is_said_once_where_it_stands(
    phone: Person, path: str, label: str, said: str
) -> None:
    phone.expected.add("status of 422")
    page = phone.go(path)
    field = page.get_by_label(label, exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".field .wrong").first).to_contain_text(said)
    expect(page.get_by_text("These are still the odds")).to_have_count(0)
    expect(page.get_by_text("Correct the marked input to see the odds.")).to_be_visible()
    expect(page.locator(".quick")).to_contain_text(said.split(" Allowed")[0])


def test_chances_that_are_not_given_follow_from_the_others_and_are_shown(somebody: Person) -> None:
    page = somebody.go("/odds/mod-dot/test?pool=4&v=0.1.0")
    page.get_by_text("Odds of each test").click()
    expect(page.get_by_label("Chance to tie it", exact=True)).to_have_attribute("placeholder", "1/3")
    page.get_by_label("Chance to win a test", exact=True).fill("1/2")
    expect(page.get_by_label("Chance to tie it", exact=True)).to_have_attribute("placeholder", "1/4")
    expect(page.locator(".field .wrong")).to_have_count(0)


def test_best_play_that_takes_long_can_be_stopped_and_is_not_taken_for_another(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&ec=5&v=0.1.0")
    best = page.get_by_role("region", name="Best play")
    expect(best.locator(".stats dd").first).to_contain_text("15/16")  # one re-toss for 5 EC: 3/4 + 1/4 * 3/4
    page.route("**/api/best/**", lambda route: None)
    page.get_by_role("group", name="You").get_by_label("EC to spend", exact=True).fill("1")
    expect(best.get_by_text("This is still the best play for your last question.")).to_be_visible()
    best.get_by_role("button", name="Stop").click()
    expect(best.get_by_text("Stopped.")).to_be_visible()
    expect(best.get_by_text("This is still the best play for your last question.")).to_be_visible()
    page.unroute("**/api/best/**")
    best.get_by_role("button", name="Compute again").click()
    expect(best.locator(".stats dd").first).to_contain_text("13/16")  # an effort, to rank 3: R4.1, R4.11
    expect(best.get_by_text("This is still the best play for your last question.")).to_have_count(0)


def test_what_a_drawing_in_the_head_does_is_told_to_who_points_at_it(somebody: Person) -> None:
    page = somebody.go("/about")
    expect(page.get_by_role("button", name="Dark colours")).to_have_attribute("title", "Dark colours")
    moving = page.get_by_role("button", name="Moving dice")
    expect(moving).to_have_attribute("title", "Dice keep still; press to let them move")
    moving.click()
    expect(moving).to_have_attribute("title", "Dice move as they land; press to stop them")


def test_what_is_up_to_the_game_master_has_no_odds(somebody: Person) -> None:
    page = somebody.go("/odds/humanity-beast/frenzy-check?humanity=7&willpower=5")
    expect(page.locator(".reading").first).to_contain_text(
        "Up to the game master. If the check is withstood: no frenzy. If it fails: frenzy."
    )
    expect(page.get_by_text("0 %")).to_have_count(0)

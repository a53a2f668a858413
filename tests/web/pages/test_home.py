"""Somebody opens the first page and rolls."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.web.pages.seats import compose, invite, join, open_table, roll
from tests.web.pages.surfing import PHONE, Person, person, sideways, small_targets, violations


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        yield somebody


def test_one_tap_rolls_and_says_how_rare_it_was(somebody: Person) -> None:
    page = somebody.go("/")
    expect(page.get_by_text("7 on average")).to_be_visible()  # two dice of 3.5 each
    page.get_by_role("button", name="Roll", exact=True).click()
    rolled = page.get_by_role("article", name="Roll")
    expect(rolled.locator(".landed")).to_have_count(2)
    total = int(rolled.locator(".total").inner_text())
    chances = {2: "about 1 in 100", 3: "1 in 12", 4: "1 in 6", 5: "about 28 in 100", 6: "5 in 12"}
    less = min(total, 14 - total)  # two dice are symmetric about 7
    words = f"{total} or {'more' if total >= 7 else 'less'}: {'7 in 12' if total == 7 else chances[less]}."
    words = words.replace("about 1 in 100", "about 3 in 100")  # 1/36
    expect(page.locator(".reading")).to_have_text(words)
    expect(page.locator(".curve rect.rolled title")).to_have_text(re.compile(rf"^{total}: "))
    assert page.evaluate("document.querySelector('.curve').getBoundingClientRect().bottom <= innerHeight")
    assert violations(page) == []
    assert (sideways(page), small_targets(page)) == (0, [])


def test_what_was_meant_is_taken_with_one_tap(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go("/")
    box, instead = page.get_by_label("What do you roll?"), page.get_by_role("group", name="Read instead")
    box.fill("roll 3d6")
    expect(instead.get_by_role("button")).to_have_text(["3d6"])
    box.fill("3d6 reroll 1")
    expect(instead.get_by_role("button")).to_have_text(["3d6ro1", "3d6r1"])
    expect(page.get_by_text("The odds of your dice appear here.")).to_be_visible()
    assert (violations(page), sideways(page), small_targets(page)) == ([], 0, [])
    instead.get_by_role("button", name="3d6r1").click()
    expect(box).to_have_value("3d6r1")
    expect(page.get_by_text("12 on average")).to_be_visible()  # each die shows 2 to 6
    expect(instead).to_have_count(0)


def test_a_check_is_told_with_a_capital_and_drawn_as_a_bar(somebody: Person) -> None:
    page = somebody.go("/")
    page.get_by_label("What do you roll?").fill("d20+5>=6")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.get_by_role("article", name="Roll").locator(".total")).to_have_text("Success")
    expect(page.locator(".home .meter i")).to_have_css("width", re.compile(r"\d"))
    page.get_by_label("What do you roll?").fill("d20+5>=16")
    meter = page.locator(".home .meter")
    expect(page.locator(".reading")).to_contain_text("(50.0 %)")
    shares = meter.evaluate("each => each.firstElementChild.offsetWidth / each.clientWidth")
    assert shares == pytest.approx(0.5, abs=0.01)


def test_the_number_in_the_middle_of_a_curve_stands_under_its_bar(somebody: Person) -> None:
    page = somebody.go("/")
    page.get_by_label("What do you roll?").fill("4d6 drop lowest")  # 3 to 18: sixteen bars have none in the middle
    label, bar = page.locator(".curve figcaption span").nth(1), page.locator(".curve rect").nth(8)
    expect(label).to_have_text("11")
    expect(bar.locator("title")).to_have_text(re.compile("^11: "))
    middles = [box["x"] + box["width"] / 2 for box in (label.bounding_box(), bar.bounding_box()) if box is not None]
    assert middles[0] == pytest.approx(middles[1], abs=1)


def test_real_dice_are_asked_for_one_by_one_and_can_be_corrected(somebody: Person) -> None:
    somebody.expected.add("status of 422")  # faces that are still missing
    page = somebody.go("/")
    page.get_by_label("What do you roll?").fill("2d6!+d20")
    page.get_by_role("button", name="Real dice").click()
    asked = page.get_by_role("region", name="Real dice")
    faces = asked.get_by_role("group", name="Faces").get_by_role("button")
    expect(asked.get_by_role("status")).to_have_text("What does the first d6 show?")
    expect(faces).to_have_text(["1", "2", "3", "4", "5", "6"])
    faces.nth(5).click()
    expect(asked.get_by_role("status")).to_have_text("What does the next d6 show?")
    faces.nth(2).click()
    expect(asked.get_by_role("status")).to_have_text("The 6 exploded. What does the next d6 show?")
    asked.get_by_role("button", name="Take the last back").click()
    asked.get_by_label("Faces so far").fill("6 9")
    expect(asked.get_by_text("9 is not a face of the d6: 1, 2, 3, 4, 5, 6.")).to_be_visible()
    asked.get_by_label("Faces so far").fill("6 2 3")
    expect(asked.get_by_role("status")).to_have_text("What does the next d20 show?")
    assert (violations(page), sideways(page)) == ([], 0)
    faces.nth(16).click()
    rolled = page.get_by_role("article", name="Roll")
    expect(rolled.locator(".total")).to_have_text("28")  # 6 + 3 + 2 + 17
    expect(rolled.locator(".landed")).to_have_count(4)
    expect(asked.get_by_label("Faces so far")).to_have_value("")


_EARS = """() => {
  let heard = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) {
    document.documentElement.dataset.heard = ++heard;
    return start.apply(this, when);
  };
}"""


def test_dice_are_heard_where_somebody_wants_that(somebody: Person) -> None:
    somebody.context.add_init_script(f"({_EARS})()")
    page = somebody.go("/")
    roll, switch = (page.get_by_role("button", name=name, exact=True) for name in ("Roll", "Sound and vibration"))
    roll.click()
    expect(page.get_by_role("article", name="Roll").locator(".landed")).to_have_count(2)
    expect(page.locator("html[data-heard]")).to_have_count(0)
    switch.click()
    expect(page.locator("html")).to_have_attribute("data-heard", "1")
    roll.click()
    expect(page.locator("html")).to_have_attribute("data-heard", "3")  # two dice
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")


#: What drives the browser counts as a touch, so this does not ask the browser.
_UNTOUCHED = """(() => {
  const active = { hasBeenActive: false };
  Object.defineProperty(navigator, 'userActivation', { value: active });
  addEventListener('pointerdown', () => { active.hasBeenActive = true; }, { capture: true });
})()"""


def test_dice_of_others_are_heard_only_by_who_has_touched_the_page(browser: Browser, app: str) -> None:
    with person(browser, app) as ada, person(browser, app) as ben:
        ada.context.add_init_script(f"({_EARS})()")
        ada.context.add_init_script("localStorage.setItem('oddsmith.sound', 'on')")
        ada.context.add_init_script(_UNTOUCHED)
        open_table(ada, game="dot")
        join(ben, invite(ada), "Ben")
        ada.page.reload()
        expect(ada.page.get_by_text("live", exact=True)).to_be_visible()
        roll(compose(ben))
        cards = ada.page.locator(".entries .card .verdict")
        expect(cards).to_have_count(1)
        expect(ada.page.locator("html[data-heard]")).to_have_count(0)
        ada.page.get_by_role("heading", level=1).click()
        roll(compose(ben))
        expect(cards).to_have_count(2)
        expect(ada.page.locator("html[data-heard]")).to_have_count(1)


def test_dice_are_taken_from_the_box(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go("/")
    box = page.get_by_label("What do you roll?")
    for die, text in (("d6", "d6"), ("d6", "2d6"), ("d8", "2d6+d8"), ("d8", "2d6+2d8"), ("d6", "2d6+2d8+d6")):
        page.get_by_role("button", name=die, exact=True).click()
        expect(box).to_have_value(text)
    expect(page.get_by_text("19.5 on average")).to_be_visible()  # 3 of 3.5 and 2 of 4.5
    page.get_by_role("button", name="Clear").click()
    expect(box).to_have_value("")
    box.fill("d20 + 5 vs DC 15")
    expect(page.locator(".reading")).to_have_text("You succeed 11 times in 20 (55.0 %).")
    box.fill("4d6 reroll 1s")
    expect(page.locator(".wrong")).to_contain_text("once, or until none is left")


def test_rolls_are_kept_in_this_browser_and_forgotten_when_asked(somebody: Person) -> None:
    page = somebody.go("/")
    page.get_by_label("What do you roll?").fill("3d8")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_label("What do you roll?").press("Enter")
    expect(page.get_by_role("article", name="Roll")).to_be_visible()
    page.reload()
    expect(
        page.get_by_role("button", name="Kept", exact=True).or_(page.get_by_role("button", name="3d8"))
    ).to_be_visible()
    page.get_by_text("Your rolls").click()
    expect(page.locator(".past li").first).to_contain_text("3d8")
    page.get_by_role("button", name="Forget them").click()
    expect(page.get_by_text("Your rolls")).to_have_count(0)


def test_a_stored_state_of_another_day_does_no_harm(somebody: Person) -> None:
    page = somebody.go("/")
    page.evaluate("localStorage.setItem('oddsmith.rolls', '{\"a\": 1}')")
    page.evaluate("localStorage.setItem('oddsmith.favourites', 'nonsense')")
    page.reload()
    expect(page.get_by_label("What do you roll?")).to_have_value("2d6")


def test_what_is_won_or_lost_is_rolled_and_told(somebody: Person) -> None:
    page = somebody.go("/")
    page.get_by_label("What do you roll?").fill("d6 vs d6")
    expect(page.locator(".reading")).to_contain_text("The left one is ahead 5 times in 12")
    page.get_by_role("button", name="Roll", exact=True).click()
    expect(page.get_by_role("article", name="Roll").locator(".total")).to_have_text(
        re.compile("ahead|both are equal", re.IGNORECASE)
    )


def test_the_roll_is_in_reach_wherever_a_page_of_odds_is(somebody: Person) -> None:
    page = somebody.go("/odds/mod-dot/test")
    bar = page.locator(".quick button")
    expect(bar).to_be_in_viewport()
    page.mouse.wheel(0, 3000)
    expect(bar).to_be_in_viewport()
    bar.click()
    expect(page.get_by_role("article", name="Roll")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("r")
    expect(page.get_by_role("article", name="Roll")).to_be_in_viewport()


def test_what_may_have_been_meant_is_one_tap_away(somebody: Person) -> None:
    page = somebody.go("/")
    box = page.get_by_label("What do you roll?")
    box.fill("d66")
    page.get_by_role("button", name="d6*10+d6").click()
    expect(box).to_have_value("d6*10+d6")
    expect(page.locator(".reading")).to_contain_text("38.5 on average")  # ten times 3.5, and 3.5


def test_real_dice_are_typed_on_every_page_of_odds(somebody: Person) -> None:
    somebody.expected.add("status of 422")  # faces that are still missing
    page = somebody.go("/odds/edged-coins/toss?rank=2&v=0.1.0")
    page.get_by_role("button", name="Real dice").click()
    asked = page.get_by_role("region", name="Real dice")
    expect(asked.get_by_role("status")).to_have_text("What does the first coin show?")
    for _ in range(2):  # rank 2 is two coins (R4.1)
        asked.get_by_role("button", name="Tails").click()
    expect(page.get_by_role("article", name="Roll").locator(".verdict")).to_have_text("Failure")
    assert (violations(page), sideways(page)) == ([], 0)


def test_dice_with_too_many_sides_to_list_leave_the_page_alive(somebody: Person) -> None:
    page = somebody.go("/")
    box = page.get_by_label("What do you roll?")
    box.fill("d1000000000000")
    expect(
        page.get_by_text("500,000,000,000 on average, 9 times in 10 between 50,000,000,000 and 950,000,000,000")
    ).to_be_visible()
    box.fill("2d6")
    expect(page.get_by_text("7 on average")).to_be_visible()


def test_hindsight_of_words_fractions_and_leads_says_of_what_and_how_seldom(somebody: Person) -> None:
    page = somebody.go("/")
    box = page.get_by_label("What do you roll?")
    total = page.get_by_role("article", name="Roll").locator(".total")
    expected = {
        "d{a,b:3}": {"a": "A: 1 in 4.", "b": "B: 3 in 4."},
        "1d2/3": {"1/3": "1/3 or less: 1 in 2.", "2/3": "2/3 or more: 1 in 2."},
        "1d2>=2": {"0": "No successes: 1 in 2.", "1": "At least 1 success: 1 in 2."},
        "d2 vs 0": {"The left one is ahead": "Lead of the left one, (1 or less|2 or more): 1 in 2."},
    }
    for notation, sentences in expected.items():
        box.fill(notation)
        page.get_by_role("button", name="Roll", exact=True).click()
        expect(total).to_have_text(re.compile("|".join(sentences)))
        expect(page.locator(".reading")).to_have_text(re.compile(sentences[total.inner_text()]))


@pytest.mark.parametrize("tables", ["x", '[null, 1, {"table": {}}]'])
def test_what_another_program_stored_in_the_browser_stops_no_page(somebody: Person, tables: str) -> None:
    page = somebody.go("/about")
    page.evaluate("text => localStorage.setItem('oddsmith.tables', text)", tables)
    page.evaluate("localStorage.setItem('oddsmith.rolls', '[{\"of\": 1}, {')")
    somebody.go("/")
    expect(page.get_by_text("7 on average")).to_be_visible()
    somebody.go("/tables")
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/odds/edged-coins/toss?rank=2"])
def test_key_r_rolls_once_for_each_press_and_can_be_switched_off(somebody: Person, path: str) -> None:
    page = somebody.go(path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/roll" in request.url else None)
    expect(page.locator(".exact, .reading").first).to_be_visible()
    page.keyboard.down("r")
    page.keyboard.down("r")  # held: the browser repeats it
    page.keyboard.up("r")
    expect(page.locator(".landed").first).to_be_visible()
    page.get_by_role("button", name="Single-key shortcuts").click()
    somebody.go(path)  # and it stays so
    expect(page.get_by_role("button", name="Single-key shortcuts")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".exact, .reading").first).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("button", name=re.compile("^Roll( it once)?$")).click()
    expect(page.locator(".landed").first).to_be_visible()
    assert len(asked) == 2

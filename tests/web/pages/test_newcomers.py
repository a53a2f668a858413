"""Somebody who does not know a game yet: what its pages ask first, what they say first, and in which words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.web.pages.surfing import PHONE, Person, person, violations


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        yield somebody


@pytest.fixture
def phone(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        yield somebody


def reading(page: Page) -> str:
    """The sentence that the odds begin with."""
    expect(page.locator(".reading")).to_be_visible()
    return page.locator(".reading").inner_text().replace("\N{NO-BREAK SPACE}", " ")


def test_what_everybody_needs_is_asked_first_and_the_form_does_not_scroll_by_itself(somebody: Person) -> None:
    page = somebody.go("/odds/t13/test")
    expect(page.get_by_label("Difficulty", exact=True)).to_be_in_viewport()
    expect(page.get_by_label("Proficiency dice instead", exact=True)).not_to_be_visible()
    form = page.get_by_role("region", name="Your roll")
    assert form.evaluate("(each) => each.scrollHeight <= each.clientHeight + 2")
    fold = form.locator("details").filter(has_text="Circumstances")
    fold.locator("summary").click()
    page.get_by_label("Modifier to the score", exact=True).fill("3")
    expect(fold.locator("summary")).to_contain_text("1 set")


def test_both_sides_of_a_contest_stand_apart_and_are_not_longer_than_needed(phone: Person) -> None:
    page = phone.go("/odds/t13/contest")
    for side in ("You", "Opponent"):
        group = page.get_by_role("group", name=side, exact=True)
        expect(group.get_by_label("Dice", exact=True)).to_be_visible()
        expect(group.get_by_label("Sway to spend", exact=True)).to_be_visible()
    visible = page.locator(".asked .field:visible")
    assert visible.count() <= 9
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    assert violations(page) == []


def test_a_fold_with_a_wrong_value_opens(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go("/odds/edged-coins/toss?rank=2&modifier=99&v=0.1.0")
    expect(page.get_by_label("Other modifiers", exact=True)).to_be_visible()
    expect(page.locator(".field .wrong")).to_contain_text(
        "'99' is not allowed. Allowed: a whole number from -10 to 10."
    )


@pytest.mark.parametrize(
    ("path", "said"),
    [
        # 25 % of blows do 1 point, and so on: R4.6; 101/32 is the mean that the odds have exactly
        (
            "/odds/edged-coins/damage?attack_power=3&v=0.1.0",
            r"Points of damage: 3\.156 on average, 9 times in 10 between",
        ),
        ("/odds/edged-coins/toss?rank=2&v=0.1.0", r"You succeed 3 times in 4 \(75\.0 %\)\."),
        ("/odds/mod-dot/test?pool=10&v=0.1.0", r"At least one success: almost always, all but 1 time in 243"),
        ("/odds/t13/boon?boon=13&second=13&v=0.1.0", r"Value: 66\."),
        (
            "/odds/t13/effects?extra_levels=2&rank=mercari&v=0.1.0",
            r"Effects taken: 0 with nothing spent\. Play your best and it is 2",
        ),
        ("/odds/humanity-beast/spiral?humanity=7&willpower=5&v=0.1.0", r"Actions that are counted: [\d.]+ on average"),
    ],
)
def test_the_first_sentence_says_what_matters(somebody: Person, path: str, said: str) -> None:
    page = somebody.go(path)
    expect(page.locator(".reading")).to_have_text(re.compile(said.replace(" %", r"\s%")))


def test_what_is_looked_up_is_neither_rolled_nor_drawn(somebody: Person) -> None:
    page = somebody.go("/odds/t13/boon?boon=13&second=13&v=0.1.0")
    reading(page)
    expect(page.get_by_role("button", name="Roll it once")).to_have_count(0)
    expect(page.get_by_role("heading", name="Chart against an input")).to_have_count(0)
    expect(page.get_by_role("region", name="What comes of it").get_by_text("always")).to_have_count(0)


def test_what_spending_is_worth_is_said_where_it_is_entered(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&ec=10&v=0.1.0")
    # R4.10: a failure, 1 in 4, becomes a success for 10 EC.
    expect(page.locator(".reading")).to_have_text(
        "You succeed 3 times in 4 (75.0 %) with nothing spent. Play your best and it is 100 % for about 2.5 EC."
    )
    expect(page.get_by_text("With rank 3 it is 6.3 points more")).to_be_visible()  # R4.1: 13/16
    page.get_by_role("group", name="You").get_by_label("EC to spend", exact=True).fill("5")
    # One re-toss, 15/16; six EC allow an effort before, and then rank 3 is re-tossed: 1 - 3/16 * 3/16.
    expect(page.get_by_text("One more EC to spend would add 2.7 points.")).to_be_visible()


def test_a_rule_is_told_in_words_and_sources_by_title(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&v=0.1.0")
    reading(page)
    page.locator(".events summary").first.click()
    expect(page.locator(".events")).to_contain_text("A rank says how many coins are tossed")
    page.get_by_text("Where these rules come from").click()
    expect(page.get_by_role("link", name="Edged Coins, part III: core mechanics")).to_be_visible()


def test_levels_come_first_and_what_puts_them_together_is_folded(somebody: Person) -> None:
    page = somebody.go("/odds/t13/buy?dice=facet:d6,descendant:d8&difficulty=6&v=0.1.0")
    reading(page)
    expect(page.get_by_text("Moderate Failure or better")).not_to_be_visible()
    page.get_by_text("Several of these together").click()
    expect(page.get_by_text("Moderate Failure or better")).to_be_visible()


def test_best_play_is_told_in_sentences_with_what_is_equally_good(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&ec=10&opposing_rank=1&opposing_ec=20&v=0.1.0")
    plan = page.get_by_role("region", name="Best play")
    expect(plan).to_contain_text(
        "Opponent decides: an effort may raise the rank. The lower your result, the better for them."
    )
    expect(plan).to_contain_text("best for them")
    expect(plan).to_contain_text("buy the success for 10 EC")
    assert "tosser" not in plan.inner_text()
    aims = plan.get_by_label("Aim for").locator("option").all_inner_texts()
    assert not [aim for aim in aims if "spent" in aim]


def test_dice_are_told_in_words_and_only_the_best_options_are_listed(somebody: Person) -> None:
    page = somebody.go("/odds/humanity-beast/mix?humanity_dice=7&beast_dice=3&willpower=5&v=0.1.0")
    plan = page.get_by_role("region", name="Best play")
    expect(plan).to_contain_text("7 Humanity and 3 Beast dice", timeout=40_000)
    assert "7H+3B" not in plan.inner_text()
    assert plan.locator(".plan-step, .options").first.locator("li").count() <= 4

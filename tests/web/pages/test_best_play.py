"""Somebody looks for the best way to play: for an aim, at a price, within a limit, or for every amount spent."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.web.pages.surfing import DESK, PHONE, Person, Theme, come_to, person, sideways, small_targets, violations

TOSS = "/odds/edged-coins/toss?rank=0&ec=30"
WILLPOWER = "/odds/humanity-beast/action?humanity=7&beast=3&willpower=5&difficulty=average"
SURE = "/odds/humanity-beast/action?humanity=1&beast=0&willpower=1&difficulty=1"
SHOP = "/odds/t13/buy?dice=facet:d6&difficulty=7&offers=skill:d6,talent:2d6,power:3d6&sway=24&rule.buy_again=no"
#: Somebody else decides too, and there is much to work out.
SLOW = "/odds/humanity-beast/conflict?humanity=6&beast=4&willpower=4&against_humanity=5&against_beast=4"


@pytest.fixture
def somebody(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        yield somebody


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Best play")


def figure(page: Page, name: str) -> Locator:
    """One of the numbers that best play comes to."""
    return panel(page).locator(".stats > div").filter(has=page.get_by_text(name)).locator("dd")


def corner(page: Page, number: int) -> Locator:
    return panel(page).locator(".corners tbody tr").nth(number - 1)


def told(page: Page, column: int) -> list[str]:
    """A column of the table of plans in full; cells have their exact numbers as titles."""
    cells = panel(page).locator(f".corners tbody tr td:nth-child({column})")
    expect(cells.first).to_be_visible()
    return [cell.get_attribute("title") or "" for cell in cells.all()]


def prepared(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def test_best_play_says_what_to_spend_and_what_it_is_worth(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=2&ec=5")
    # One re-toss for 5 EC: 3/4 + 1/4 * 3/4, rules page of Edged Coins.
    expect(figure(page, "With best play")).to_contain_text("15/16")
    expect(panel(page).locator(".options .chosen").filter(has_text="Re-toss")).to_be_visible()


def test_of_equal_plans_the_cheapest_is_told_in_short_and_what_is_as_good_is_marked(somebody: Person) -> None:
    page = somebody.go(TOSS)
    # R4.1, R4.10, R4.11: an effort for 1, then every second toss fails and is mended for 10: 1 + 10/2.
    expect(figure(page, "EC spent by the player")).to_have_text("6")
    rules = panel(page).locator(".in-short")
    expect(rules).to_contain_text("Always: effort")
    expect(rules).to_contain_text("Otherwise: buy the success for 10 EC")
    first = panel(page).locator(".plan-step").first
    expect(first.locator(".chosen")).to_contain_text("best")
    expect(first.locator("li").filter(has_text="No effort")).to_contain_text("equally good")


def test_a_frontier_of_coins_is_chosen_from_by_keyboard_and_the_link_keeps_it(somebody: Person) -> None:
    page = somebody.go(TOSS)
    panel(page).get_by_role("button", name="Show what spending buys").click()
    # p(0) = 1/4, p(1) = 1/2; then 5 more EC on average (10 in half of all games) make it sure. R4.1, R4.10, R4.11.
    assert told(page, 2) == ["1/4", "1/2", "1"]
    assert told(page, 3) == ["0", "1", "6"]
    assert told(page, 4) == ["above 1/4", "1/10 to 1/4", "0 to 1/10"]
    corner(page, 3).get_by_role("radio").focus()
    page.keyboard.press("ArrowUp")
    expect(figure(page, "Success")).to_contain_text("50.0 %1/2")
    expect(figure(page, "EC spent by the player")).to_have_text("1")
    expect(corner(page, 2).get_by_role("radio")).to_be_checked()
    price = Fraction(panel(page).get_by_label("Price of 1 EC", exact=True).input_value())
    assert Fraction(1, 10) < price < Fraction(1, 4)
    expect(panel(page).locator(".plan-step").first.locator(".chosen")).to_contain_text("Effort")
    expect(panel(page).locator(".plan-step").nth(1).locator(".chosen")).to_contain_text("Let it stand")
    assert prepared(page)["frontier"] == ["shown"]
    page.reload()
    expect(corner(page, 2).get_by_role("radio")).to_be_checked()


def test_a_plan_is_chosen_by_a_tap_on_the_chart(somebody: Person) -> None:
    page = somebody.go(f"{TOSS}&frontier=shown")
    chart = panel(page).get_by_role("img", name=re.compile("^Success against EC spent"))
    expect(corner(page, 3).get_by_role("radio")).to_be_checked()  # sure success is what was asked for
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": 60, "y": box["height"] - 50})
    expect(corner(page, 1).get_by_role("radio")).to_be_checked()
    expect(figure(page, "Success")).to_contain_text("25.0 %1/4")
    price = Fraction(panel(page).get_by_label("Price of 1 EC", exact=True).input_value())
    assert price > Fraction(1, 4)


def test_a_limit_is_kept_on_average_by_drawing_one_of_two_plans(somebody: Person) -> None:
    page = somebody.go(TOSS)
    panel(page).get_by_label("For at most").fill("3")
    # Between 1/2 for 1 and 1 for 6: 1/2 + (3 - 1) * 1/10, drawn as (6 - 3)/5 and (3 - 1)/5.
    expect(figure(page, "With best play")).to_contain_text("7/10")
    expect(figure(page, "EC spent by the player")).to_have_text("3")
    expect(panel(page)).to_contain_text("plan A with chance 3/5, plan B with chance 2/5")
    plans = panel(page).get_by_role("region", name=re.compile("^Plan [AB], in"))
    expect(plans.nth(0)).to_contain_text("Plan A, in 60.0 % of all games: 50.0 % for 1")
    expect(plans.nth(0).locator(".chosen").filter(has_text="Effort")).to_contain_text("50.0 % for 1")
    expect(plans.nth(1)).to_contain_text("Plan B, in 40.0 % of all games: 100 % for 6")
    assert prepared(page)["at-most"] == ["3"]


def test_willpower_buys_what_the_rules_page_says_and_a_limit_on_it_is_kept(somebody: Person) -> None:
    page = somebody.go(f"{WILLPOWER}&frontier=shown")
    gains, costs = told(page, 2), told(page, 3)
    # 3f: 7 Humanity and 3 Beast dice have 3 successes or more in .8953, 2 or more in .9724; R3.6: a point is a success.
    assert (round(float(Fraction(gains[0])), 4), costs[0]) == (0.8953, "0")
    assert (round(float(Fraction(gains[-1])), 4), costs[-1]) == (0.9724, "1")
    corner(page, len(gains)).get_by_role("radio").check()
    expect(panel(page).locator(".plan-step").first.locator(".chosen")).to_contain_text("Pay 1 Willpower now")
    page = somebody.go(f"{SURE}&at-most=1/2&frontier=shown")
    # R3.3, R3.6: one die succeeds in 2/5, a point beforehand makes it sure, so half a point on average is worth 3/10.
    # To pay after the roll is no better: 2/5 + 3/5 * 2/5 = 16/25 for 3/5, where the draw has 2/5 + 3/5 * 3/5.
    assert list(zip(told(page, 2), told(page, 3), strict=True)) == [("2/5", "0"), ("1", "1")]
    expect(figure(page, "With best play")).to_contain_text("7/10")
    expect(panel(page)).to_contain_text("plan A with chance 1/2, plan B with chance 1/2")


def reaches(dice: int, needed: int) -> Fraction:
    """The chance that so many d6 add up to what is needed."""
    rolls = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(sum(roll) >= needed for roll in rolls), len(rolls))


@pytest.mark.parametrize(("goal", "needed"), [("moderate_or_better", 8), ("complete_or_better", 14)])
def test_purchases_are_the_hull_of_all_that_can_be_bought(somebody: Person, goal: str, needed: int) -> None:
    page = somebody.go(f"{SHOP}&goal={goal}&frontier=shown")
    # R2.4: a Skill costs 4 Sway, a Talent 10, a Power 14. Moderate is more than the difficulty of 7, Complete twice
    # as much (G2.1).
    known = {dice: reaches(dice, needed) for dice in range(1, 7)}
    bought: dict[int, Fraction] = {}
    for skill, talent, power in product((0, 1), repeat=3):
        cost = 4 * skill + 10 * talent + 14 * power
        if cost <= 24:
            bought[cost] = max(known[1 + skill + 2 * talent + 3 * power], bought.get(cost, Fraction(0)))
    corners = [0]
    while True:  # always on to what brings most for each Sway
        further = [cost for cost in bought if bought[cost] > bought[corners[-1]] and cost > corners[-1]]
        if not further:
            break
        here = corners[-1]
        corners.append(max(further, key=lambda cost: ((bought[cost] - bought[here]) / (cost - here), cost)))
    assert told(page, 3) == [str(cost) for cost in corners]
    assert told(page, 2) == [str(bought[cost]) for cost in corners]
    corner(page, 2).get_by_role("radio").check()
    expect(figure(page, "Sway spent")).to_have_text(f"{corners[1]}")
    dice = {4: "1 skill die (1d6)", 18: "1 skill die (1d6), 1 power die (3d6)"}[corners[1]]
    expect(panel(page)).to_contain_text(f"First: {dice}.")
    unbeaten = [cost for cost in bought if all(bought[other] < bought[cost] for other in bought if other < cost)]
    if len(unbeaten) > len(corners):
        page.get_by_text(f"All {len(unbeaten)} single choices").click()
        choices = panel(page).get_by_role("region", name="Choices before anything happens by chance")
        shown = choices.locator("tbody tr td:last-child").all_inner_texts()
        assert shown == [str(cost) for cost in sorted(unbeaten)]


def test_several_kinds_of_spending_are_added_up_and_each_gets_its_price(somebody: Person) -> None:
    page = somebody.go(SHOP.replace("&sway=24", "&sway=20&chi=9") + "&goal=moderate_or_better")
    panel(page).get_by_label("of this, on average").select_option(label="Several, added up…")
    panel(page).get_by_label("Added up").fill("sway + 2 chi")
    panel(page).get_by_role("button", name="Show what spending buys").click()
    expect(corner(page, 2)).to_be_visible()
    corner(page, 2).get_by_role("radio").check()
    expect(corner(page, 2).get_by_role("radio")).to_be_checked()
    sway, chi = (Fraction(panel(page).get_by_label(f"Price of 1 {name}").input_value()) for name in ("Sway", "Chi"))
    assert chi == 2 * sway > 0
    assert prepared(page)["cost"] == ["sway + 2 chi"]


def test_a_risk_is_weighed_like_anything_that_is_spent(somebody: Person) -> None:
    page = somebody.go("/odds/humanity-beast/mix?humanity_dice=2&beast_dice=1&difficulty=1&willpower=5&spend=none")
    panel(page).get_by_label("of this, on average").select_option("humanity_check")
    panel(page).get_by_role("button", name="Show what can be traded").click()
    # R3.3: dice fail with 3/5 and 1/2. R3.10: a Beast die that succeeds where no Humanity die does is a check, and so
    # is one with more successes; with Humanity dice alone there is none.
    assert told(page, 2)[0] == str(1 - Fraction(3, 5) ** 2)
    assert told(page, 3)[0] == "0"
    assert told(page, 2)[-1] == str(1 - Fraction(3, 5) ** 2 / 2)
    corner(page, 1).get_by_role("radio").check()
    expect(corner(page, 1).get_by_role("radio")).to_be_checked()
    expect(panel(page).locator(".chosen").first).to_contain_text("2 Humanity dice")
    assert "price.humanity_check" in prepared(page)


def test_where_somebody_else_decides_too_a_plan_is_chosen_by_its_limit(somebody: Person) -> None:
    page = somebody.go("/odds/edged-coins/toss?rank=0&ec=12&opposing_ec=15&frontier=shown")
    expect(panel(page).get_by_text("Others decide too. Opponent").first).to_be_visible()
    costs = told(page, 3)
    corner(page, 2).get_by_role("radio").check()
    expect(corner(page, 2).get_by_role("radio")).to_be_checked()
    expect(panel(page).get_by_label("For at most")).to_have_value(costs[1])
    expect(figure(page, "With best play")).to_contain_text(told(page, 2)[1])


def test_a_goal_is_written_in_words_and_what_is_not_understood_is_shown_in_its_place(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go(f"{TOSS}&at-most=3")
    panel(page).get_by_label("Aim for").select_option(label="A goal in your own words…")
    goal = panel(page).get_by_label("Goal", exact=True)
    expect(goal).to_have_value("success for at most 3 ec_spent")  # what the fields said so far
    expect(figure(page, "With best play")).to_contain_text("7/10")
    goal.fill("success for at most 3 coinz")
    expect(panel(page).locator(".field .wrong")).to_contain_text("Did you mean ec_spent?")
    expect(panel(page).locator(".notation-place mark")).to_have_text("coinz")
    expect(goal).to_have_attribute("aria-invalid", "true")
    goal.fill("75 % success for the least coins")
    # From 1/2 for 1 EC, one percentage point more costs 1/10: docs/best-play.md has the same.
    expect(figure(page, "EC spent by the player")).to_contain_text("7/2")
    expect(panel(page).locator(".field .wrong")).to_have_count(0)
    panel(page).get_by_role("button", name="Show what spending buys").click()
    corner(page, 2).get_by_role("radio").check()
    expect(goal).to_have_value("success")
    expect(figure(page, "Success")).to_contain_text("50.0 %1/2")


def test_a_limit_that_cannot_be_kept_is_refused_where_it_was_typed(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go(TOSS)
    panel(page).get_by_label("For at most").fill("-1")
    expect(panel(page).locator(".field .wrong")).to_be_visible()
    expect(panel(page).get_by_label("For at most")).to_have_attribute("aria-invalid", "true")
    panel(page).get_by_label("For at most").fill("")
    panel(page).get_by_label("Price of 1 EC", exact=True).fill("dear")
    expect(panel(page).locator(".field .wrong")).to_contain_text("a number such as")


def test_links_of_before_show_what_they_did(somebody: Person) -> None:
    page = somebody.go(f"{TOSS}&goal=success&price.ec_spent=1/50&v=0.1.0")
    # At a price of 1/50 the sure success for 6 is still best: 1 - 6/50.
    expect(figure(page, "Value after prices")).to_contain_text("22/25")
    expect(panel(page).get_by_label("Price of 1 EC", exact=True)).to_have_value("1/50")
    expect(panel(page).get_by_role("button", name="Show what spending buys")).to_be_visible()


def test_a_frontier_is_taken_along_in_full(somebody: Person) -> None:
    page = somebody.go(f"{TOSS}&frontier=shown")
    expect(corner(page, 3)).to_be_visible()
    trades = panel(page).get_by_role("region", name="What spending buys")
    trades.get_by_text("Copy or download").click()
    with page.expect_download() as download:
        trades.get_by_role("button", name="Download CSV").click()
    rows = list(csv.reader(io.StringIO(download.value.path().read_text())))
    assert [row[2] for row in rows[1:]] == ["1/4", "1/2", "1"]
    assert [row[5] for row in rows[1:]] == ["1/4", "1/10", "0"]
    trades.get_by_text("Copy or download").click()
    with page.expect_download() as download:
        trades.get_by_role("button", name="Download chart as SVG").click()
    assert download.value.path().read_bytes().startswith(b"<svg")


def test_a_frontier_that_takes_long_can_be_stopped(somebody: Person) -> None:
    page = somebody.go(f"{SLOW}&frontier=shown")
    stop = panel(page).get_by_role("region", name="What spending buys").get_by_role("button", name="Stop")
    expect(stop).to_be_visible()  # best play comes first
    with page.expect_event("requestfailed", lambda request: "/api/frontier/" in request.url):
        stop.click()
    expect(panel(page).get_by_role("button", name="Compute again")).to_be_focused()
    panel(page).get_by_role("button", name="Hide").click()
    expect(page).not_to_have_url(re.compile("frontier"))


def test_what_is_too_large_is_refused_with_what_to_do(somebody: Person) -> None:
    somebody.expected.add("status of 422")
    page = somebody.go("/odds/edged-coins/attack?rank=2&ec=200&opposing_ec=200&goal=damage")
    expect(panel(page).get_by_role("alert")).to_contain_text("Enter less: fewer coins")


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESK, "light")])
def test_no_part_of_the_panel_has_faults(browser: Browser, app: str, size: tuple[int, int], theme: Theme) -> None:
    with person(browser, app, size, theme) as somebody:
        for path in (f"{TOSS}&frontier=shown&at-most=3", f"{SHOP}&goal=success+for+at+most+9+sway&frontier=shown"):
            page = somebody.go(path)
            come_to(page, "Best play")
            expect(corner(page, 2)).to_be_visible()
            expect(panel(page).locator(".chart svg")).to_be_visible()
            assert (path, violations(page), sideways(page), small_targets(page)) == (path, [], 0, [])


def test_goals_and_prices_are_those_of_the_house_rules_in_force(somebody: Person) -> None:
    # G2.28: a table keeps Sway as one number, or as Yin and Yang; a test spends what its Facet is, here Yang.
    page = somebody.go(SHOP.replace("sway=24", "yang=24") + "&rule.yin_yang=apart")
    expect(figure(page, "Yang spent")).to_be_visible()
    costs = panel(page).get_by_label("of this, on average").locator("option")
    expect(costs).to_contain_text(["Yin spent", "Yang spent"])
    expect(costs.filter(has_text="Sway spent")).to_have_count(0)
    page = somebody.go(SHOP)
    expect(figure(page, "Sway spent")).to_be_visible()
    costs = panel(page).get_by_label("of this, on average").locator("option")
    expect(costs).to_contain_text(["Sway spent"])
    expect(costs.filter(has_text="Yin spent")).to_have_count(0)

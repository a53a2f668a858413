"""What people do at a table, by the names that they see."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect
from tests.web.pages.surfing import Person

TITLE = "The Brass Lantern"


def open_table(host: Person, name: str = "Ada", game: str = "") -> None:
    page = host.go("/tables")
    page.get_by_label("Game").select_option(game)
    page.get_by_label("Name of the table").fill(TITLE)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page.get_by_text("live", exact=True)).to_be_visible()


def invite(host: Person, role: str = "player") -> str:
    """An invite link; below the site's address."""
    show(host.page, "Table")
    host.page.get_by_role("button", name=f"Invite {'an' if role == 'observer' else 'a'} {role}", exact=True).click()
    link: str = host.page.get_by_label(f"Invite link for a {role}").first.input_value()
    return below_site(link)


def below_site(link: str) -> str:
    """A link without the address of the site: others find it under another one."""
    parts = urlsplit(link)
    return parts._replace(scheme="", netloc="").geturl()


def take_back(card: Locator) -> None:
    """Take a roll back, and mean it."""
    card.get_by_label("What can be done about this roll").click()
    card.get_by_role("button", name="Take back").click()
    card.page.get_by_role("button", name="Take it back").click()


def join(guest: Person, link: str, name: str) -> None:
    page = guest.go(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take a seat").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page.get_by_text("live", exact=True)).to_be_visible()


def show(page: Page, tab: str) -> None:
    """On a phone, turn to a part of the table."""
    button = page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name=tab)
    if button.is_visible():
        button.click()


def bring(person: Person, name: str, system: str, **resources: int) -> None:
    """Make a character."""
    page = person.page
    show(page, "Sheets")
    page.get_by_role("button", name="Character", exact=True).click()
    dialog = page.get_by_role("dialog", name="A new character")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_label("System").select_option(system)
    for resource, value in resources.items():
        dialog.get_by_label(f"{resource}: now").fill(str(value))
    dialog.get_by_role("button", name="Bring to the table").click()
    expect(dialog).to_be_hidden()


def compose(person: Person, system: str = "", action: str = "", character: str = "", against: str = "") -> Locator:
    """The form of a roll."""
    show(person.page, "Roll")
    form = person.page.get_by_role("region", name="Roll", exact=True)
    if character:
        form.get_by_label("Character", exact=True).select_option(label=character)
    if against:
        form.get_by_label("Against", exact=True).select_option(label=against)
    if system:
        form.get_by_label("System", exact=True).select_option(system)
    if action:
        form.get_by_label("Action", exact=True).select_option(action)
    return form


def roll(form: Locator) -> None:
    form.get_by_role("button", name="Roll", exact=True).click()


def write(person: Person, text: str) -> None:
    """A note that everybody reads."""
    show(person.page, "Log")
    person.page.get_by_label("A note for the log").fill(text)
    person.page.get_by_role("button", name="Write", exact=True).click()
    expect(person.page.get_by_label("A note for the log")).to_have_value("")


def newest(person: Person) -> Locator:
    """The newest card of the log."""
    show(person.page, "Log")
    return person.page.locator(".entries .card").first


def resource(person: Person, character: str, name: str) -> Locator:
    """Where the sheet shows a resource."""
    sheet = person.page.locator(".character").filter(has=person.page.get_by_role("heading", name=character, exact=True))
    return sheet.locator(f"[data-resource={name}]")


def settle(people: list[Person], answers: Callable[[list[str]], int], most: int = 12) -> None:
    """Let everybody decide what waits for them, until nothing does. answers: which of the options."""
    for _ in range(most):
        card = newest(people[0])
        expect(card.get_by_text("in the air")).to_have_count(0)
        if card.locator(".outcome").count() > 0:
            return
        for person in people:
            waiting = newest(person).locator(".waiting.mine")
            if waiting.count() > 0:
                options = waiting.locator(".row .button")
                before = waiting.inner_text()
                options.nth(answers(options.all_inner_texts())).click()
                expect(newest(person).locator(".waiting.mine").filter(has_text=before)).to_have_count(0)
                break
        people[0].page.wait_for_timeout(150)
    raise AssertionError("the roll did not end")

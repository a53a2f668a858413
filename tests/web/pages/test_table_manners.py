"""A table as its people use it: by keyboard and ear, over reloads, with a late network, from an old log."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.pages.seats import (
    TITLE,
    bring,
    compose,
    invite,
    join,
    newest,
    open_table,
    resource,
    roll,
    show,
    take_back,
    write,
)
from tests.web.pages.surfing import PHONE, Person, heard, listen, person, sideways


@pytest.fixture
def ada(browser: Browser, app: str) -> Iterator[Person]:
    """The host, at a context."""
    with person(browser, app) as ada:
        ada.expected |= {"status of 409", "status of 422"}
        open_table(ada)
        yield ada


@pytest.fixture
def ben(browser: Browser, app: str, ada: Person) -> Iterator[Person]:
    """A player, with a phone."""
    with person(browser, app, PHONE) as ben:
        ben.expected |= {"status of 409", "status of 422"}
        join(ben, invite(ada), "Ben")
        yield ben


#: Notes by how much a page moves while nobody does anything.
_MOVES = """new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.moved += each.value; }))
  .observe({ type: 'layout-shift' })"""


def test_the_log_that_somebody_reads_stays_where_it_is_when_others_roll(ada: Person, ben: Person) -> None:
    page = ben.page
    show(page, "Log")
    for cards in range(1, 5):
        roll(compose(ada, "mod-dot", "test"))
        expect(page.locator(".entries .outcome")).to_have_count(cards)
    page.wait_for_timeout(500)
    page.evaluate(_MOVES)
    page.evaluate("window.moved = 0")
    roll(compose(ada, "mod-dot", "test"))  # at the top of the log, where the new card comes into sight
    expect(page.locator(".entries .outcome")).to_have_count(5)
    page.wait_for_timeout(500)
    assert page.evaluate("window.moved") < 0.1
    read = page.locator(".entries .card").nth(2)
    name = read.get_attribute("id")
    read.evaluate("each => scrollBy(0, each.getBoundingClientRect().top - 200)")
    page.wait_for_timeout(500)
    before = read.bounding_box()
    page.evaluate("window.moved = 0")
    roll(compose(ada, "mod-dot", "test"))  # further down, where it comes out of sight
    expect(page.locator(".entries .outcome")).to_have_count(6)
    page.wait_for_timeout(500)
    after = page.locator(f"#{name}").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    assert page.evaluate("window.moved") < 0.1


def focused(page: Page) -> str:
    """What has the focus, in short."""
    what: str = page.evaluate(
        "(({tagName, id, ariaLabel, textContent}) => `${tagName} ${id} ${ariaLabel ?? textContent.trim()}`)"
        "(document.activeElement)"
    )
    return what


def test_a_form_that_was_open_leaves_alone_what_changed_meanwhile(ada: Person) -> None:
    bring(ada, "Mara", "edged-coins", ec=20, hc=5)
    page = ada.page
    page.get_by_role("button", name="Change Mara").click()
    dialog = page.get_by_role("dialog", name="Change the sheet")
    character = page.evaluate(
        """async () => {
          const table = `/api/tables/${location.pathname.split('/').pop()}`;
          const { characters: [{ character }] } = await (await fetch(table)).json();
          const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
          const body = JSON.stringify({ resources: { ec: { by: -7 } } });
          return (await fetch(`${table}/characters/${character}`, { method: 'PATCH', body, headers })).status;
        }"""
    )
    assert character == 200
    expect(resource(ada, "Mara", "ec")).to_have_text("13")
    dialog.get_by_label("Remarks").fill("Tired.")
    dialog.get_by_role("button", name="Save").click()
    expect(page.locator(".character").get_by_text("Tired.")).to_be_visible()
    expect(resource(ada, "Mara", "ec")).to_have_text("13")
    expect(page.get_by_text("Ada changed Mara (remarks).")).to_be_visible()


def test_every_tap_counts_over_a_slow_network(ada: Person) -> None:
    bring(ada, "Mara", "edged-coins", ec=20)
    page = ada.page

    def slowly(route: Route) -> None:
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/characters/*", slowly)
    more = page.get_by_role("button", name="Mara: one EC more")
    for _ in range(4):
        more.click()
    expect(resource(ada, "Mara", "ec")).to_have_text("24")


def test_a_roll_whose_beginning_lies_further_back_is_whole_once_that_is_read(ada: Person) -> None:
    form = compose(ada, "dot", "check")
    form.get_by_label("Label", exact=True).fill("Long ago")
    form.get_by_label("The dice").select_option("faces")
    roll(form)
    expect(newest(ada).get_by_role("region", name="Real dice")).to_be_visible()
    ada.expected.add("status of 429")
    table = ada.page.url
    ada.go("/about")  # a page that draws none of what it asks for
    ada.page.evaluate(
        """async (table) => {
          const send = async (path, body) => {
            const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
            for (;;) {
              const answer = await fetch(table + path, { method: 'POST', body: JSON.stringify(body), headers });
              if (answer.status !== 429) return answer.status;
              await new Promise((resume) => setTimeout(resume, 500));
            }
          };
          for (let note = 0; note < 90; note++) await send('/notes', { text: `Before ${note}` });
          for (let face = 0; face < 30; face++) if (await send('/rolls/r1/faces', { faces: ['5'] }) !== 200) break;
          for (let note = 0; note < 150; note++) await send('/notes', { text: `After ${note}` });
        }""",
        f"/api/tables/{urlsplit(table).path.split('/')[-1]}",
    )
    ada.page.goto(table)
    expect(ada.page.get_by_text("After 149")).to_be_visible()
    more = ada.page.get_by_role("button", name="Earlier")
    for _ in range(8):
        if more.count() == 0:
            break
        before = ada.page.locator(".entries > li").count()
        more.click()
        expect(ada.page.locator(".entries > li")).not_to_have_count(before)
    card = ada.page.get_by_role("article", name="Long ago, rolled by Ada")
    expect(card).to_have_count(1)
    expect(card.locator(".verdict")).to_be_visible()
    expect(ada.page.get_by_text("in the air")).to_have_count(0)


def test_what_others_do_is_spoken_once_each(ada: Person, ben: Person) -> None:
    listen(ben.page)
    write(ada, "The lantern goes out.")
    form = compose(ada, "dot", "check")
    form.get_by_label("Label", exact=True).fill("Parry")
    roll(form)
    expect(newest(ben).locator(".verdict")).to_be_visible()
    write(ada, "The lantern goes out.")
    card = ada.page.get_by_role("article", name="Parry, rolled by Ada")
    take_back(card)
    expect(newest(ben).get_by_text("taken back", exact=True)).to_be_visible()
    ben.page.wait_for_function("heard.includes('Ada took back Parry.')")
    ben.page.wait_for_timeout(300)  # nor is any of it said again
    said = heard(ben.page)
    assert said.count("Ada writes: The lantern goes out.") == 2
    assert sum(text.startswith("Ada: Parry: ") for text in said) == 1
    assert said.count("Ada took back Parry.") == 1
    assert not any("in the air" in text for text in said)


def test_the_focus_is_never_lost(ada: Person) -> None:
    page = ada.page
    bring(ada, "Mara", "edged-coins", ec=10, hc=5)
    form = compose(ada, "edged-coins", "toss", "Mara")
    form.get_by_label("Opposing rank", exact=True).fill("")
    form.get_by_role("group", name="You").get_by_label("EC to spend", exact=True).fill("1")
    form.get_by_role("group", name="Opponent").get_by_label("EC to spend", exact=True).fill("0")
    form.get_by_label("Rank", exact=True).fill("2")
    button = form.get_by_role("button", name="Roll", exact=True)
    button.focus()
    page.keyboard.press("Enter")
    decision = newest(ada).get_by_role("region", name="Decision")
    expect(decision).to_be_focused()
    card = newest(ada)
    verdict = card.locator(".verdict")
    option = decision.locator("button:not([aria-disabled=true])").first
    for _ in range(7):
        expect(verdict.or_(option).first).to_be_visible()
        if verdict.is_visible():
            break
        taken = option.element_handle()
        option.focus()
        page.keyboard.press("Enter")
        page.wait_for_function("(taken) => !taken.isConnected", arg=taken)
    expect(verdict).to_be_visible()
    assert not focused(page).startswith("BODY"), focused(page)

    card.get_by_label("What can be done about this roll").click()
    card.get_by_role("button", name="Add a note").click()
    expect(card.get_by_label("A note on this roll")).to_be_focused()
    page.keyboard.type("Close.")
    page.keyboard.press("Enter")
    expect(card.get_by_text("Close.")).to_be_visible()
    expect(card.get_by_label("What can be done about this roll")).to_be_focused()
    take_back(card)
    expect(card.get_by_text("taken back", exact=True)).to_be_visible()
    expect(card.get_by_label("What can be done about this roll")).to_be_focused()
    page.get_by_label("Your name").fill("Adela")
    page.keyboard.press("Enter")
    expect(page.locator(".entries").get_by_text("Ada is now called Adela.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_focused()


def test_an_invite_outlives_a_reload_and_lets_a_removed_player_back_in(browser: Browser, app: str, ada: Person) -> None:
    with person(browser, app, PHONE) as ben:
        ben.expected |= {"status of 401"}
        ben.go(invite(ada))
        ben.page.reload()
        ben.page.get_by_label("Your name").fill("Ben")
        ben.page.get_by_role("button", name="Take a seat").click()
        expect(ben.page.get_by_role("heading", name=TITLE)).to_be_visible()
        assert ben.page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('invite'))") == []
        ada.page.get_by_role("button", name="Remove Ben").click()
        ada.page.get_by_role("dialog").get_by_role("button", name="Remove Ben").click()
        expect(ben.page.get_by_role("heading", name="You were removed from this table")).to_be_visible()
        link = invite(ada)
        ben.page.evaluate("(link) => { location.href = link; }", link)
        ben.page.get_by_role("button", name="Take a seat").click()
        expect(ben.page.get_by_role("heading", name=TITLE)).to_be_visible()


def test_resources_of_a_new_character_have_the_names_of_the_game(ada: Person) -> None:
    show(ada.page, "Sheets")
    ada.page.get_by_role("button", name="Character", exact=True).click()
    dialog = ada.page.get_by_role("dialog", name="A new character")
    dialog.get_by_label("System").select_option("edged-coins")
    names = dialog.get_by_label("Resource", exact=True)
    assert [name.input_value() for name in names.all()] == ["EC", "HC"]


def test_a_link_is_replaced_in_one_step(ada: Person) -> None:
    before = invite(ada)
    ada.page.get_by_role("button", name="Replace").click()
    expect(ada.page.get_by_text("the old one no longer works")).to_be_visible()
    boxes = ada.page.get_by_label("Invite link for a player")
    expect(boxes).to_have_count(1)
    assert not boxes.input_value().endswith(before)


def test_a_host_who_decides_for_somebody_is_named(ada: Person, ben: Person) -> None:
    bring(ben, "Orla", "edged-coins", ec=3, hc=5)
    form = compose(ben, "edged-coins", "toss", "Orla")
    form.get_by_label("Opposing rank", exact=True).fill("")
    form.get_by_role("group", name="You").get_by_label("EC to spend", exact=True).fill("1")
    form.get_by_role("group", name="Opponent").get_by_label("EC to spend", exact=True).fill("0")
    form.get_by_label("Rank", exact=True).fill("2")
    roll(form)
    card = newest(ada)
    assert card.get_by_role("button", name="No effort").count() == 0
    card.get_by_role("button", name="Decide for Ben").click()
    card.get_by_role("region", name="Decision").locator(".row .button").first.click()
    expect(newest(ben).locator(".choice").first).to_contain_text("(by Ada)")


def test_the_form_is_there_again_after_a_reload(ben: Person) -> None:
    bring(ben, "Orla", "edged-coins", ec=15, hc=5)
    form = compose(ben)
    expect(form.get_by_label("Character", exact=True).locator("option:checked")).to_have_text("Orla")
    expect(form.get_by_label("System", exact=True)).to_have_value("edged-coins")
    form.get_by_label("Label", exact=True).fill("Parry")
    ben.page.reload()
    expect(form.get_by_label("Label", exact=True)).to_have_value("Parry")  # and the tab is the same


def test_typed_faces_and_who_sees_a_roll_hold_for_one_roll(ben: Person) -> None:
    form = compose(ben, "dot", "check")
    form.get_by_label("Who sees it").select_option("self")
    form.get_by_label("The dice").select_option("faces")
    form.get_by_label("Faces", exact=True).fill("5")
    form.get_by_text("From a HERO sheet").click()
    form.get_by_label("Characteristic", exact=True).fill("")
    form.get_by_label("Skill roll", exact=True).fill("")
    form.get_by_label("Dots", exact=True).fill("3")
    roll(form)
    expect(newest(ben).get_by_text("So far: 5")).to_be_visible()
    form = compose(ben)
    expect(form.get_by_label("Faces", exact=True)).to_have_value("")
    expect(form.get_by_label("Who sees it")).to_have_value("everyone")


def test_a_refusal_is_in_sight_and_its_field_has_the_focus(ben: Person) -> None:
    form = compose(ben, "dot", "check")
    form.get_by_label("Dots", exact=True).fill("many")
    roll(form)
    alert = form.get_by_role("alert")
    expect(alert).to_be_in_viewport()
    expect(form.get_by_label("Dots", exact=True)).to_be_focused()


def test_r_repeats_ones_own_blind_roll_and_can_be_switched_off(ada: Person, ben: Person) -> None:
    form = compose(ben, "dot", "check")
    form.get_by_label("Label", exact=True).fill("Listen")
    form.get_by_label("Who sees it").select_option("blind")
    roll(form)
    expect(newest(ben).get_by_text("made a hidden roll, Listen")).to_be_visible()
    ben.page.keyboard.press("r")
    expect(ada.page.get_by_role("heading", name="Listen")).to_have_count(2)
    ben.page.get_by_role("button", name="Single-key shortcuts").click()
    ben.page.keyboard.press("r")
    ben.page.wait_for_timeout(700)
    expect(ada.page.get_by_role("heading", name="Listen")).to_have_count(2)


def test_luck_fits_a_phone(ben: Person) -> None:
    form = compose(ben, "dot", "check")
    roll(form)
    expect(newest(ben).locator(".verdict")).to_be_visible()
    show(ben.page, "Table")
    ben.page.get_by_role("button", name="Show luck").click()
    expect(ben.page.get_by_role("dialog", name="Luck").get_by_role("region").first).to_be_visible()
    hidden = ben.page.evaluate(
        "[...document.querySelectorAll('dialog .scroll')].map((each) => each.scrollWidth - each.clientWidth)"
    )
    assert (max(hidden), sideways(ben.page)) == (0, 0)


def test_that_the_server_was_out_of_reach_is_said_only_until_it_is_back(ada: Person) -> None:
    ada.expected |= {"ERR_INTERNET_DISCONNECTED"}
    form = compose(ada, "dot", "check")
    form.get_by_label("The dice").select_option("faces")
    roll(form)
    dice = newest(ada).get_by_role("region", name="Real dice")
    expect(dice).to_be_visible()
    ada.context.set_offline(True)
    dice.get_by_role("button", name="2", exact=True).click()
    refused = newest(ada).get_by_role("alert")
    expect(refused).to_contain_text("cannot be reached")
    ada.context.set_offline(False)
    expect(ada.page.get_by_text("live", exact=True)).to_be_visible()
    expect(refused).to_have_count(0)


def test_an_opponent_from_another_game_is_let_go_with_the_system(ada: Person) -> None:
    bring(ada, "Mara", "edged-coins", ec=20, hc=5)
    bring(ada, "Kay", "edged-coins", ec=3, hc=2)
    form = compose(ada, "edged-coins", "attack", "Mara", "Kay")
    form.get_by_label("System", exact=True).select_option("dot")
    expect(form.get_by_label("Against", exact=True).locator("option:checked")).to_have_text("nobody")


_DRAWN = """async () => {
  const at = (file) => import(`/static/${file}`);
  const { options, render } = await at('vendor/preact.js');
  const { html } = await at('js/lib/html.js');
  const { Log } = await at('js/table/log/log.js');
  const { Table } = await at('js/table/store/store.js');
  const { catalogue } = await at('js/lib/net/api.js');
  const table = new Table(location.hash.slice(1));
  const systems = await catalogue();
  const drawn = [];
  options.vnode = ({ type, props }) => type === 'article' && drawn.push(props.id);
  const Whole = () =>
    table.state.value && html`<${Log} catalogue=${systems} table=${table} state=${table.state.value} />`;
  render(html`<${Whole} />`, document.getElementById('main').appendChild(document.createElement('div')));
  const after = async (happens) => {
    drawn.length = 0;
    await happens();
    await new Promise((resume) => setTimeout(resume, 50));
    return [...new Set(drawn)].sort();
  };
  const cards = await after(() => table.open());
  const ids = [...table.state.value.rolls.keys()];
  const me = table.state.value.you.member;
  const found = {
    cards,
    ids: ids.map((id) => `roll-${id}`),
    note: await after(() => table.command('POST', '/notes', { text: 'Rain.', roll: null, visibility: 'everyone' })),
    noted: await after(() => table.command('POST', '/notes', { text: 'Ow.', roll: ids[1], visibility: null })),
    gone: await after(() => table.present(new Set())),
    renamed: await after(() => table.command('PATCH', `/members/${me}`, { name: 'Adela' })),
    text: document.querySelector('#main > div:last-child').innerText,
  };
  table.close();
  return found;
}"""


def test_cards_are_drawn_again_only_when_they_change(ada: Person) -> None:
    form = compose(ada, "edged-coins", "toss")
    for count in range(1, 5):
        roll(form)
        expect(ada.page.locator(".entries .outcome")).to_have_count(count)
    ada.go(f"/about#{ada.page.url.split('/')[-1]}")
    found = ada.page.evaluate(_DRAWN)
    every = sorted(found["ids"])
    assert (len(every), found["cards"]) == (4, every)
    assert (found["note"], found["noted"], found["gone"]) == ([], [found["ids"][1]], [])
    assert found["renamed"] == every  # each tells who rolled
    assert found["text"].count("Adela") >= len(every)

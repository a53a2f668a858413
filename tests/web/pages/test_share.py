"""A browser notices what a log says in its name, and a history that was rewritten."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.web.pages.seats import compose, invite, join, newest, open_table, roll, show, write
from tests.web.pages.surfing import PHONE, Person, person


@pytest.fixture
def ada(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        open_table(somebody)
        yield somebody


@pytest.fixture(scope="module")
def share(browser: Browser, app: str) -> Iterator[Page]:
    """A page in which scripts make shares of their own, of tables that are not there: one for all that they ask."""
    with person(browser, app) as somebody:
        open_table(somebody)
        yield somebody.page


@pytest.fixture
def ben(browser: Browser, app: str, ada: Person) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        join(somebody, invite(ada), "Ben")
        yield somebody


_CLICK_AT = "(button, at) => { setTimeout(() => button.click(), at - Date.now()); }"
_LOG = "async (table) => (await fetch(`/api/tables/${table}/log.json`)).json()"

#: A browser with a table that is not there, which has sent a pledge, a nonce and requests, and is shown an event.
_DOUBT = """async ({ event, live, row = ['$pledge'], asked = [] }) => {
  const { Share } = await import('/static/js/table/store/randomness_share.js');
  const { digest } = await import('/static/js/lib/fair/fair_rolls.js');
  localStorage.clear();
  const you = { member: 'm2', role: 'player', seal: 'the seal', sealed: 5, pledges: [] };
  const opened = { number: 8, at: '2026-01-01T00:00:00.000Z', kind: 'roll.opened', by: 'm1', body: { stretch: {} } };
  const state = { table: 't', number: 5, digest: 'd5', you, rolls: new Map([['r1', { events: [opened] }]]) };
  const share = new Share({ id: 't', state: { value: state }, stream: { lasts: live } });
  share.begin();
  const [pledge, next] = share.fresh(2);
  const nonce = share.nonceOf(pledge);
  share.gives(nonce, 'd5');
  const requests = asked.map(([act, body], n) => ({ id: `${n}`, act, body, since: 5, at: 0 }));
  share.memory.add({ requests });
  share.taken.add('r1 0');
  const known = { $pledge: pledge, $nonce: nonce, $next: next };
  const said = (what) => JSON.stringify(what).replaceAll(/\\$(pledge|nonce|next)/g, (name) => known[name]);
  you.pledges = JSON.parse(said(row));
  const shown = { number: 9, at: '2026-01-01T00:00:02.000Z', by: null, roll: null, ...JSON.parse(said(event)) };
  return share.said(shown) || share.doubt(shown) || share.passedOver(shown) || share.withdrawn(shown);
}"""


def _rolled(by: str = "m2", **more: Any) -> dict[str, Any]:
    witnesses = {"m2": "$pledge"} | ({by: "theirs"} if by != "m2" else {})
    begun = {"unasked": [], "member": by, "seal": "the seal", "nonces": {}, "witnesses": witnesses, "wait": 1000}
    asked: dict[str, Any] = {
        "system": "notation",
        "action": "roll",
        "repeats": None,
        "label": "x",
        "comment": "",
        "source": "seed",
    }
    asked |= {"given": {"inputs": {"notation": "d20"}, "options": {}, "effects": None}}
    asked |= {"character": None, "opposing": None, "against": None, "faces": []}
    said = asked | {"stretch": begun | more.pop("stretch", {})} | more
    return {"kind": "roll.opened", "by": by, "roll": "r2", "visibility": "everyone", "sealed": None, "body": said}


#: What the browser asked for that rolled this.
ASKED = ["POST /rolls", {"system": "notation", "action": "roll", "inputs": {"notation": "d20"}, "label": " x"}]


def _over(at: str, missing: list[str]) -> dict[str, Any]:
    landed = {"stretch": 0, "missing": missing}
    return {"kind": "roll.finished", "roll": "r1", "at": at, "body": {"landed": landed}}


def _event(kind: str, by: str | None = "m2", **body: Any) -> dict[str, Any]:
    roll = "r1" if kind.startswith("roll.") else None
    return {"kind": kind, "by": by, "roll": roll, "visibility": "everyone", "sealed": None, "body": body}


LATER, AT_ONCE = "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:00.400Z"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (_rolled(), ""),
        (_rolled("m1"), ""),
        (_event("member.pledged", member="m2", pledges=["$next", "$pledge"]), ""),
        (_event("member.pledged", member="m2", pledges=["$next", "another"]), "is not its own"),
        (_event("member.pledged", member="m2", pledge="$next"), ""),
        (_event("roll.witnessed", member="m2", nonce="$nonce", pledge="$next", seen={"digest": "d5"}), ""),
        (_over(LATER, ["m3"]), ""),
        (_rolled(stretch={"nonces": {"m2": "another"}}), "is not what it gave"),
        (_rolled(given={"inputs": {"notation": "d6"}, "options": {}, "effects": None}), "did not ask"),
        (_rolled(given={"inputs": {"notation": "d20"}, "options": {"cap": "once"}, "effects": None}), "did not ask"),
        (_rolled(given={"inputs": {"notation": "d20"}, "options": {}, "effects": []}), "did not ask"),
        (_rolled(given=None), "did not ask"),
        (_rolled(label="attack"), "did not ask"),
        (_rolled(character="c1"), "did not ask"),
        (_rolled(repeats="r1"), "did not ask"),
        (_rolled() | {"visibility": "self"}, "did not ask"),
        (_rolled() | {"number": 10}, ""),
        (_rolled() | {"kind": "roll.answered"}, "did not ask"),
        (_rolled(stretch={"seal": "another"}), "by another seal"),
        (_rolled(stretch={"wait": 0}), "do not wait"),
        (_rolled(pledge="another"), "is not its own"),
        (_rolled(pledge=None), "is not its own"),
        (_rolled(seen={"number": 5, "digest": "another"}), "had seen of the log"),
        (_rolled("m1", stretch={"witnesses": {}}), "left out"),
        (_rolled("m1", stretch={"witnesses": {"m2": "another"}}), "is not its own"),
        (_rolled("m1", stretch={"witnesses": {}, "nonces": {"m1": "theirs", "m2": "another"}}), "is not what it gave"),
        (_event("member.pledged", member="m2", pledge="another"), "is not its own"),
        (_event("member.pledged", None, member="m2", pledge=None), "was withdrawn"),
        (_event("roll.witnessed", member="m2", nonce="another", pledge="$next", seen={"digest": "d5"}), "what it gave"),
        (_over(LATER, ["m2"]), "though it answered"),
        (_over(AT_ONCE, ["m3"]), "without waiting"),
    ],
)
def test_a_browser_notices_what_is_said_in_its_name(share: Page, event: dict[str, Any], said: str) -> None:
    found: str = share.evaluate(_DOUBT, {"event": event, "live": 10_000, "asked": [ASKED]})
    assert found == "" if said == "" else said in found


def test_a_decision_and_a_repetition_are_those_that_were_asked_for(share: Page) -> None:
    def said(path: str, body: dict[str, Any], event: dict[str, Any]) -> bool:
        found: str = share.evaluate(_DOUBT, {"event": event, "live": 10_000, "asked": [[f"POST {path}", body]]})
        assert found == "" or "did not ask" in found
        return found == ""

    answered = _rolled(step=1, option="stop") | {"kind": "roll.answered"}
    assert said("/rolls/r2/answers", {"step": 1, "option": "stop"}, answered)
    assert not said("/rolls/r2/answers", {"step": 1, "option": "go on"}, answered)
    assert not said("/rolls/r2/answers", {"step": 0, "option": "stop"}, answered)
    assert not said("/rolls/r1/answers", {"step": 1, "option": "stop"}, answered)
    assert said("/rolls/r1/repeat", {}, _rolled(repeats="r1"))
    assert not said("/rolls/r1/repeat", {}, _rolled(repeats="r3"))
    assert not said("/rolls/r1/repeat", {}, _rolled())


SHEET: dict[str, Any] = {"name": "Brom ", "text": "", "owner": None, "resources": {"gold": {"value": 5}}}
MADE: dict[str, Any] = {
    "name": "Brom",
    "text": "",
    "owner": "m2",
    "system": "",
    "color": "",
    "inputs": {},
    "character": "c1",
}


@pytest.mark.parametrize(
    ("act", "sent", "event"),
    [
        ("POST /notes", {"text": "I yield. ", "roll": None}, _event("note.written", text="I yield.")),
        ("POST /rolls/r1/faces", {"faces": [6, 6]}, _event("roll.typed", faces=["6", "6"])),
        ("POST /rolls/r1/undo", {}, _event("roll.undone", reason="", effects=[])),
        ("DELETE /members/m3?end_invite=true", {}, _event("roll.undone", reason="Cy left the table", effects=[])),
        ("DELETE /members/m3?end_invite=true", {}, _event("member.left", member="m3", name="Cy", role="player")),
        ("POST /rolls/r1/throw", {"round": 0, "commitment": "c"}, _event("roll.thrown", round=0, commitment="c")),
        ("POST /rolls/r1/show", {}, _event("roll.shown", events={})),
        ("POST /members/m3/link", {}, _event("member.changed", member="m3", name="Cy", role="player")),
        ("PATCH ", {"title": "Inn"}, _event("table.changed", table="t", title="Inn", advice=True)),
        ("PATCH /characters/c1", {"text": "x"}, _event("character.changed", text="x", character="c1")),
        (
            "POST /characters",
            SHEET,
            _event("character.made", **(MADE | {"owner": None, "resources": {"gold": {"value": 5, "max": None}}})),
        ),
        ("POST /presets", {"name": "Hit", "request": {"system": "dot", "effects": None}},
         _event("preset.saved", preset="p1", name="Hit", request={"system": "dot", "effects": None, "label": ""})),
    ],
)  # fmt: skip
def test_all_that_stands_in_its_name_is_what_a_browser_did(
    share: Page, act: str, sent: dict[str, Any], event: dict[str, Any]
) -> None:
    def said(act: str, sent: dict[str, Any], event: dict[str, Any]) -> str:
        found: str = share.evaluate(_DOUBT, {"event": event, "live": 10_000, "asked": [[act, sent]]})
        return found

    wrong = "it is in your name, and this browser asked for nothing like it"
    assert said(act, sent, event) == ""
    assert said("POST /nothing", {}, event) == wrong
    assert said(f"{act}/more", sent, event) == wrong or "?" in act
    for part, value in event["body"].items():
        if part in sent:
            other = {**event, "body": {**event["body"], part: ["7"] if isinstance(value, list) else "another"}}
            assert said(act, sent, other) == wrong, part
    if event["kind"] == "character.changed":
        assert said(act, sent, {**event, "body": {**event["body"], "system": "dot"}}) == wrong


def test_what_was_said_in_its_name_while_it_was_away_is_noticed(ada: Person, ben: Person) -> None:
    """Long ago, and before the part of the log that a page reads at first."""
    seat = ben.page.url
    ben.page.goto("about:blank")
    table = f"{ben.site}/api/tables/{seat.rpartition('/')[2]}"

    key = {"Idempotency-Key": "ab" * 16}
    assert ben.context.request.post(f"{table}/notes", data={"text": "I give up."}, headers=key).ok
    for number in range(6):
        write(ada, f"The candle has {6 - number} inches left.")
    ben.page.route("**/events?before=*&limit=200", lambda route: route.continue_(url=route.request.url[:-3] + "5"))
    ben.page.goto(seat)
    expect(ben.page.get_by_role("alert")).to_contain_text("this browser asked for nothing like it")


_SILENT = """() => {
  window.streams = 0;
  const Real = window.EventSource;
  window.EventSource = class extends Real {
    constructor(url) {
      super(url);
      window.streams += 1;
      if (window.streams > 1) return;
      this.addEventListener = (kind, listen) => kind === 'hello' && super.addEventListener(kind, listen);
    }
  };
}"""


def test_a_stream_that_says_nothing_any_more_is_begun_anew(ada: Person) -> None:
    """As where something on the way has forgotten a connection and tells neither end."""
    ada.page.clock.install()
    ada.page.add_init_script(f"({_SILENT})()")
    ada.page.reload()
    expect(ada.page.get_by_text("live", exact=True)).to_be_visible()
    ada.page.clock.fast_forward(30_000)
    assert ada.page.evaluate("window.streams") == 1
    ada.page.clock.fast_forward(11_000)
    expect(ada.page.get_by_text("live", exact=True)).to_be_visible()
    assert ada.page.evaluate("window.streams") == 2


def test_a_browser_that_is_there_and_not_asked_is_named(share: Page) -> None:
    def said(**more: Any) -> str:
        event = _rolled("m1", stretch={"witnesses": {}, **more})
        found: str = share.evaluate(_DOUBT, {"event": event, "live": 10_000, "row": []})
        return found

    assert said(unasked=["m2"]) == ""
    assert "the log does not say so" in said(unasked=[])


#: What a browser sends that rolls twice at a table whose server refuses with some statuses before it takes a roll.
_GIVEN = """async ({ statuses }) => {
  const { Share } = await import('/static/js/table/store/randomness_share.js');
  const { Problem } = await import('/static/js/lib/net/api.js');
  localStorage.clear();
  const you = { member: 'm2', role: 'player', seal: 'the seal', sealed: 3, pledges: [] };
  const state = { table: 't', number: 5, digest: 'd5', you, rolls: new Map() };
  const sent = [];
  const table = {
    id: 't',
    state: { value: state },
    send: async (method, path, body) => {
      if (path === '/pledge') {
        you.pledges = body.pledge ? [body.pledge, ...body.pledges] : [...you.pledges, ...body.pledges];
        return {};
      }
      sent.push([path, body, you.pledges.length > 0]);
      const status = statuses.shift();
      if (status) throw new Problem({ status, detail: 'refused' }, 0);
      you.pledges = you.pledges.slice(1);
      return { events: [] };
    },
  };
  const share = new Share(table);
  share.begin();
  for (let attempt = 0; attempt < 2; attempt++) await share.give('/rolls', { label: 'x' }).catch(() => undefined);
  return [sent, share.kept.requests.length, share.kept.gifts.length];
}"""


@pytest.mark.parametrize(("statuses", "open_requests"), [([], 2), ([409], 1), ([422, 409], 0), ([503], 2)])
def test_a_nonce_stays_with_the_browser_until_the_log_shows_the_roll(
    share: Page, statuses: list[int], open_requests: int
) -> None:
    """Who refuses a roll, or writes another, must not know what would fall. What was refused is asked for no more."""
    sent, remembered, gifts = share.evaluate(_GIVEN, {"statuses": statuses})
    assert sent == [["/rolls", {"label": "x"}, True]] * 2
    assert (remembered, gifts) == (open_requests, 0)


def test_dice_of_others_take_the_first_pledge(share: Page) -> None:
    for row, right in ((["$pledge", "$next"], True), (["$next", "$pledge"], False)):
        found = share.evaluate(_DOUBT, {"event": _rolled("m1"), "live": 10_000, "row": row})
        assert ("another pledge" not in found) is right


def test_a_pledge_may_be_withdrawn_from_a_page_that_was_away(share: Page) -> None:
    event = _event("member.pledged", None, member="m2", pledge=None)
    assert share.evaluate(_DOUBT, {"event": event, "live": 0}) == ""


def test_a_pledge_that_is_replaced_on_its_way_is_noticed(ada: Person, ben: Person) -> None:
    def replace(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(body | {"pledge": "ab" * 32}))

    ben.page.route("**/pledge", replace)
    for _ in range(6):  # until the page pledges more
        roll(compose(ben, "dot", "check"))
        expect(ben.page.locator("#pane-log")).to_be_visible()  # the page turns to the log once it has the answer
    expect(ben.page.get_by_role("alert")).to_contain_text("pledge in this browser’s name is not its own")
    show(ada.page, "Log")
    expect(newest(ada).locator(".verdict")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(0)


_OWN = """async ({ given }) => {
  const { Share } = await import('/static/js/table/store/randomness_share.js');
  localStorage.clear();
  const you = { member: 'm2', role: 'player', pledges: [] };
  const state = { table: 't', number: 5, digest: 'd5', you, rolls: new Map() };
  const share = new Share({ id: 't', state: { value: state } });
  you.pledges = share.fresh(2);
  if (given) share.gives(share.nonceOf(you.pledges[1]));
  return share.own;
}"""


def test_a_pledge_that_stands_again_for_a_nonce_that_was_given_is_noticed(ada: Person) -> None:
    """So it is after an older copy of the tables was put in their place: the page pledges anew."""
    assert ada.page.evaluate(_OWN, {"given": False}) is True
    assert ada.page.evaluate(_OWN, {"given": True}) is False


def test_pages_of_one_browser_do_not_accuse_each_other(ada: Person, ben: Person) -> None:
    """Two tabs, of which both roll at once, and both look on while somebody else rolls often."""
    first = ben.page
    second = ben.page.context.new_page()
    second.goto(first.url)
    forms = []
    for page in (first, second):
        show(page, "Roll")
        forms.append(compose(Person(ben.context, page, ben.site), "dot", "check"))
    buttons = [form.get_by_role("button", name="Roll", exact=True) for form in forms]
    for button in buttons:
        expect(button).to_be_enabled()  # else a click by script is lost
    at = time.time() * 1000 + 500
    for button in buttons:
        button.evaluate(_CLICK_AT, at)
    own = compose(ada, "dot", "check")
    for _ in range(15):
        roll(own)
        show(ada.page, "Roll")
    show(ada.page, "Log")
    expect(ada.page.locator(".verdict")).to_have_count(17)
    second.wait_for_timeout(1500)  # in which what is not yet known is looked for again
    for page in (first, second, ada.page):
        expect(page.get_by_role("alert")).to_have_count(0)
    log = ada.page.evaluate(_LOG, ada.page.url.rpartition("/")[2])
    landed = [event["body"]["landed"]["missing"] for event in log["events"] if event["kind"] == "roll.finished"]
    assert landed == [[]] * 17
    second.close()


@pytest.mark.parametrize("label", ["a\ufeff", "a\u0085", " a\u3000"])
def test_labels_are_those_that_were_asked_for_whatever_stands_at_their_ends(ada: Person, label: str) -> None:
    form = compose(ada, "dot", "check")
    form.get_by_label("Label", exact=True).fill(label)
    roll(form)
    expect(newest(ada).get_by_role("button", name="Checked")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_for_other_dice_than_were_asked_for_no_randomness_is_given(ada: Person, ben: Person) -> None:
    """What lies between page and log may write another roll; it does not learn what would have fallen."""
    given: list[str] = []

    def replace(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(body | {"label": "Another one"}))

    ben.page.on("request", lambda request: given.append(request.url) if request.url.endswith("/witness") else None)
    ben.page.route("**/rolls", replace)
    roll(compose(ben, "dot", "check"))
    expect(ben.page.get_by_role("alert")).to_contain_text("throws dice in your name that this browser did not ask for")
    show(ada.page, "Log")
    expect(newest(ada).locator(".verdict")).to_be_visible(timeout=20_000)  # they wait ten seconds for Ben
    assert given == []
    newest(ada).get_by_role("button", name=re.compile("1 late$|Only the server’s randomness")).click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Late, so their randomness is missing")
    ben.page.reload()
    expect(ben.page.get_by_role("alert")).to_contain_text("that this browser did not ask for")
    assert given == []


def test_rolls_say_how_many_others_gave_randomness(ada: Person, ben: Person) -> None:
    roll(compose(ada, "dot", "check"))
    expect(newest(ben).get_by_role("button", name="Checked, 1 witness")).to_be_visible()
    ben.page.goto("about:blank")
    ada.page.wait_for_timeout(2500)  # until nobody waits for the page that was closed
    roll(compose(ada, "dot", "check"))
    newest(ada).get_by_role("button", name="Checked, no other witness").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Besides the server, only Ada gave randomness to these dice.")
    expect(dialog).to_contain_text("Randomness of Ada")
    expect(dialog).not_to_contain_text("a witness")


def test_a_history_that_was_rewritten_is_noticed_when_it_is_read(ada: Person) -> None:
    write(ada, "Ada owes Ben 5 gold")

    def rewrite(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("5 gold", "500 gold"))

    ada.page.route("**/events?before=*", rewrite)
    ada.page.reload()
    expect(ada.page.get_by_role("alert")).to_contain_text("was changed after it was written")


def test_people_can_compare_the_digits_of_the_log_that_they_see(ada: Person, ben: Person) -> None:
    show(ben.page, "Table")
    expect(ben.page.locator(".short-digest")).to_have_text(ada.page.locator(".short-digest").inner_text())
    before = ben.page.locator(".short-digest").inner_text()
    write(ada, "The lantern flickers.")
    expect(ben.page.locator(".short-digest")).not_to_have_text(before)
    expect(ben.page.locator(".short-digest")).to_have_text(ada.page.locator(".short-digest").inner_text())

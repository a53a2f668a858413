"""A browser notices what a log says in its name, and a history that was rewritten."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect
from tests.web.pages.seats import compose, invite, join, newest, open_table, roll, show, write
from tests.web.pages.surfing import PHONE, Person, person


@pytest.fixture
def ada(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app) as somebody:
        open_table(somebody)
        yield somebody


@pytest.fixture
def ben(browser: Browser, app: str, ada: Person) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        join(somebody, invite(ada), "Ben")
        yield somebody


#: A browser with a table that is not there, which has sent a pledge and a nonce, and is shown an event.
_DOUBT = """async ({ event, live, row = ['$pledge'], sealed = 5 }) => {
  const { Share } = await import('/static/js/table/store/randomness_share.js');
  const { digest } = await import('/static/js/lib/fair/fair_rolls.js');
  localStorage.clear();
  const you = { member: 'm2', role: 'player', seal: 'the seal', sealed, pledges: [] };
  const opened = { number: 8, at: '2026-01-01T00:00:00.000Z', kind: 'roll.opened', by: 'm1', body: { stretch: {} } };
  const state = { table: 't', number: 5, digest: 'd5', you, rolls: new Map([['r1', { events: [opened] }]]) };
  const share = new Share({ id: 't', state: { value: state }, liveFor: () => live });
  share.begin();
  const [pledge, next] = share.fresh(2);
  const nonce = share.nonceOf(pledge);
  share.gives(nonce, 'd5', 'my hand');
  share.taken.add('r1 0');
  const known = { $pledge: pledge, $nonce: nonce, $next: next };
  const said = (what) => JSON.stringify(what).replaceAll(/\\$(pledge|nonce|next)/g, (name) => known[name]);
  you.pledges = JSON.parse(said(row));
  return share.doubt({ number: 9, at: '2026-01-01T00:00:02.000Z', by: null, roll: null, ...JSON.parse(said(event)) });
}"""


def _rolled(by: str = "m2", **more: Any) -> dict[str, Any]:
    nonces = {"m2": "$nonce"} if by == "m2" else {"m1": "theirs"}
    witnesses = {} if by == "m2" else {"m2": "$pledge"}
    begun = {"unasked": [], "member": by, "seal": "the seal", "nonces": nonces, "witnesses": witnesses, "wait": 1000}
    seen = {"number": 5, "digest": "d5"} if by == "m2" else None
    said = {"stretch": begun | more.pop("stretch", {}), "seen": seen} | more
    return {"kind": "roll.opened", "by": by, "roll": "r2", "body": said}


def _over(at: str, missing: list[str]) -> dict[str, Any]:
    landed = {"stretch": 0, "missing": missing}
    return {"kind": "roll.finished", "roll": "r1", "at": at, "body": {"landed": landed}}


def _event(kind: str, by: str | None = "m2", **body: Any) -> dict[str, Any]:
    return {"kind": kind, "by": by, "roll": "r1" if kind.startswith("roll.") else None, "body": body}


LATER, AT_ONCE = "2026-01-01T00:00:01.000Z", "2026-01-01T00:00:00.400Z"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (_rolled(), ""),
        (_rolled("m1"), ""),
        (_rolled(pledge="$next"), ""),
        (_event("member.pledged", member="m2", pledges=["$next", "$pledge"]), ""),
        (_event("member.pledged", member="m2", pledges=["$next", "another"]), "is not its own"),
        (_event("member.pledged", member="m2", pledge="$next"), ""),
        (_event("roll.witnessed", member="m2", nonce="$nonce", pledge="$next", seen={"digest": "d5"}), ""),
        (_event("roll.thrown", commitment="my hand"), ""),
        (_over(LATER, ["m3"]), ""),
        (_rolled(stretch={"nonces": {"m2": "another"}}), "is not what it gave"),
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
        (_event("roll.thrown", commitment="another"), "is not its own"),
        (_over(LATER, ["m2"]), "though it answered"),
        (_over(AT_ONCE, ["m3"]), "without waiting"),
    ],
)
def test_a_browser_notices_what_is_said_in_its_name(ada: Person, event: dict[str, Any], said: str) -> None:
    found: str = ada.page.evaluate(_DOUBT, {"event": event, "live": 10_000})
    assert found == "" if said == "" else said in found


def test_a_browser_that_is_there_and_not_asked_is_named(ada: Person) -> None:
    def said(**more: Any) -> str:
        event = _rolled("m1", stretch={"witnesses": {}, **more})
        found: str = ada.page.evaluate(_DOUBT, {"event": event, "live": 10_000, "row": []})
        return found

    assert said(unasked=["m2"]) == ""
    assert "the log does not say so" in said(unasked=[])


def test_a_seal_that_was_made_after_the_nonce_was_given_is_noticed(ada: Person) -> None:
    """The nonce was given when event 5 was the last one."""
    for sealed, said in ((5, ""), (6, "the seal of these dice was made after this browser had given its randomness")):
        found: str = ada.page.evaluate(_DOUBT, {"event": _rolled(), "live": 10_000, "sealed": sealed})
        assert found == "" if said == "" else said in found


#: What a browser sends that rolls at a table whose server refuses with some statuses before it takes a roll.
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
    catchUp: async () => Object.assign(state, { number: 8, digest: 'd8' }),
    command: async (method, path, body) => {
      if (path === '/pledge') {
        you.pledges = body.pledge ? [body.pledge, ...body.pledges] : [...you.pledges, ...body.pledges];
        return {};
      }
      sent.push({ nonce: body.nonce, seen: body.seen.number, last: body.nonce === share.nonceOf(you.pledges.at(-1)) });
      const status = statuses.shift();
      if (status) throw new Problem({ status, detail: 'refused' }, 0);
      you.pledges = you.pledges.slice(0, -1);
      return { events: [] };
    },
  };
  const share = new Share(table);
  share.begin();
  await share.pledge();
  for (let attempt = 0; attempt < 2; attempt++) await share.give('/rolls', () => ({})).catch(() => undefined);
  return sent;
}"""


@pytest.mark.parametrize("statuses", [[], [409], [422], [409, 409], [409, 422]])
def test_no_nonce_is_sent_with_two_commands(ada: Person, statuses: list[int]) -> None:
    """Who refuses a roll has read its nonce, and may make a seal that suits it before the next attempt."""
    sent = ada.page.evaluate(_GIVEN, {"statuses": statuses})
    again = statuses[:1] == [409]
    assert len(sent) == (3 if again else 2)
    assert len({each["nonce"] for each in sent}) == len(sent)
    assert all(each["last"] for each in sent)
    assert [each["seen"] for each in sent] == ([5, 8, 8] if again else [5, 5])


def test_dice_of_others_take_the_first_pledge(ada: Person) -> None:
    for row, right in ((["$pledge", "$next"], True), (["$next", "$pledge"], False)):
        found = ada.page.evaluate(_DOUBT, {"event": _rolled("m1"), "live": 10_000, "row": row})
        assert ("another pledge" not in found) is right


def test_a_pledge_may_be_withdrawn_from_a_page_that_was_away(ada: Person) -> None:
    event = _event("member.pledged", None, member="m2", pledge=None)
    assert ada.page.evaluate(_DOUBT, {"event": event, "live": 0}) == ""


def test_a_pledge_that_is_replaced_on_its_way_is_noticed(ada: Person, ben: Person) -> None:
    def replace(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(body | {"pledge": "ab" * 32}))

    ben.page.route("**/rolls", replace)
    roll(compose(ben, "dot", "check"))
    expect(ben.page.get_by_role("alert")).to_contain_text("pledge in this browser’s name is not its own")
    show(ada.page, "Log")
    expect(newest(ada).locator(".verdict")).to_be_visible()
    expect(ada.page.get_by_role("alert")).to_have_count(0)


def test_rolls_say_how_many_others_gave_randomness(ada: Person, ben: Person) -> None:
    roll(compose(ada, "dot", "check"))
    expect(newest(ben).get_by_role("button", name="Checked, 1 witness")).to_be_visible()
    ben.page.goto("about:blank")
    ada.page.wait_for_timeout(2500)  # until nobody waits for the page that was closed
    roll(compose(ada, "dot", "check"))
    newest(ada).get_by_role("button", name="Checked, no other witness").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nobody but Ada gave randomness to these dice.")
    expect(dialog).to_contain_text("Randomness of Ada")
    expect(dialog).not_to_contain_text("a witness")


def test_a_history_that_was_rewritten_is_noticed_when_it_is_read(ada: Person) -> None:
    write(ada, "Ada owes Ben 5 gold")

    def rewrite(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("5 gold", "500 gold"))

    ada.page.route("**/events?before=*", rewrite)
    ada.page.reload()
    expect(ada.page.get_by_role("alert")).to_contain_text("its digest is not that of what it says")


def test_people_can_compare_the_digits_of_the_log_that_they_see(ada: Person, ben: Person) -> None:
    show(ben.page, "Table")
    expect(ben.page.locator(".short-digest")).to_have_text(ada.page.locator(".short-digest").inner_text())
    before = ben.page.locator(".short-digest").inner_text()
    write(ada, "The lantern flickers.")
    expect(ben.page.locator(".short-digest")).not_to_have_text(before)
    expect(ben.page.locator(".short-digest")).to_have_text(ada.page.locator(".short-digest").inner_text())

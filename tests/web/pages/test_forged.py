"""The Verify page finds out forged logs: what needs no rules by itself, everything with its server's help."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tests.table.forgeries import FORGERIES, find, rechained
from tests.table.honest import Log, honest
from tests.table.verify.corpus.read import CORPUS
from tests.table.verify.test_receipts import MALFORMED, cut, ground, renamed
from tests.web.pages.surfing import PHONE, Person, person

import oddsmith.web
from oddsmith.cli.text.mismatches import in_words
from oddsmith.table.forms.reading import checked_receipt
from oddsmith.table.reports.receipts import receipt
from oddsmith.table.verify.check_log import verify
from oddsmith.table.verify.report import OtherVersion

VERIFY = Path(oddsmith.web.__file__).parent / "static" / "js" / "verify"
# Logs come to these as text: Playwright takes longer to hand over so many objects than the page to look at them.
_ALONE = """async (text) => {
  const schema = await (await fetch('/api/log.schema.json')).json();
  return (await import('/static/js/verify/check_log.js')).checkLog(JSON.parse(text), schema);
}"""
_READ = """async (data) => {
  const schema = await (await fetch('/api/log.schema.json')).json();
  const { checkLog } = await import('/static/js/verify/check_log.js');
  const { readLog } = await import('/static/js/verify/read_json.js');
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  try {
    const { wrong } = checkLog(readLog(bytes), schema);
    return { verdict: wrong.length > 0 ? 'fails' : 'passes', wrong };
  } catch {
    return { verdict: 'no log', wrong: [] };
  }
}"""
_AGAINST = """async ([text, receipt]) => {
  const log = JSON.parse(text);
  const { againstReceipt } = await import('/static/js/verify/receipt.js');
  try {
    return againstReceipt(log, receipt);
  } catch (error) {
    return error.message;
  }
}"""
_HELPED = """async (text) => {
  const headers = { 'content-type': 'application/json' };
  return (await fetch('/api/verify', { method: 'POST', body: text, headers })).json();
}"""


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Log, Log]:
    with ThreadPoolExecutor() as apart:  # where no browser's event loop runs
        return apart.submit(honest, tmp_path_factory.mktemp("honest")).result()


@pytest.fixture(scope="module")
def reader(browser: Browser, app: str) -> Iterator[Person]:
    with person(browser, app, PHONE) as somebody:
        somebody.go("/verify")
        yield somebody


def choose(page: Page, folder: Path, log: Log) -> None:
    file = folder / f"{log['digest'][:8]}.json"
    file.write_text(json.dumps(log))
    page.get_by_label("The file").set_input_files(file)


def test_an_honest_log_matches_whoever_exported_it(reader: Person, logs: tuple[Log, Log]) -> None:
    whole, part = (reader.page.evaluate(_ALONE, json.dumps(log)) for log in logs)
    assert (whole["wrong"], part["wrong"]) == ([], [])
    assert (whole["rolls"], whole["witnessed"], whole["alone"], whole["late"], whole["letGo"]) == (11, 9, 1, 1, 1)
    assert (part["hidden"], part["rolls"]) == (2, 9)


def test_forged_logs_are_found_out(reader: Person, logs: tuple[Log, Log]) -> None:
    for forgery in FORGERIES:
        forged = json.dumps(forgery.of(logs[0]))
        alone: dict[str, Any] = reader.page.evaluate(_ALONE, forged)
        if not forgery.rules:
            assert alone["wrong"], forgery.name
            assert forgery.roll in [finding["roll"] for finding in alone["wrong"]], forgery.name
        else:
            helped: dict[str, Any] = reader.page.evaluate(_HELPED, forged)
            assert helped["matches"] is False, forgery.name


def complaints() -> dict[str, re.Pattern[str]]:
    """What the page may name as wrong, as its scripts write it, with what such words are."""
    called = r"\b(?:same|differs|misshapen)\(\s*('[^'\n]*'|`[^`\n]*`)|\bwhat: ('[^'\n]*'|`[^`\n]*`)"
    found = [
        match[1] or match[2]
        for file in sorted(VERIFY.rglob("check_*.js"))
        for match in re.finditer(called, file.read_text(encoding="utf-8"))
    ]
    parts = {words: re.split(r"\$\{.*?\}(?!\))", words[1:-1]) for words in found}
    return {words: re.compile(".*".join(map(re.escape, each))) for words, each in parts.items()}


def test_the_page_says_of_the_published_corpus_what_must_be_said(reader: Person) -> None:
    named: set[str] = set()
    for entry, data in CORPUS:
        said: dict[str, Any] = reader.page.evaluate(_READ, base64.b64encode(data).decode())
        if entry.rules:
            assert said["verdict"] in ("passes", "fails"), entry.file
        else:
            assert said["verdict"] == entry.verdict, entry.file
        if entry.event is not None:
            about = [(finding["number"], finding["what"]) for finding in said["wrong"]]
            assert (entry.event, entry.what) in about, entry.file
        named |= {finding["what"] for finding in said["wrong"]}
    unheard = [words for words, form in complaints().items() if not any(map(form.fullmatch, named))]
    assert len(complaints()) > 70
    assert unheard == [], "each needs a forged log"


def test_the_page_says_who_found_what(reader: Person, logs: tuple[Log, Log], tmp_path: Path) -> None:
    page = reader.page
    choose(page, tmp_path, logs[0])
    expect(page.locator(".verdict")).to_have_text("Everything matches.")
    rolls = page.locator("dl.facts div").filter(has_text="Rolls worked out again").locator("dd")
    expect(rolls).to_have_text(str(verify(logs[0]).rolls))  # as the command line counts
    log = json.loads(json.dumps(logs[0]))
    right = find(log, "roll.finished", "r8")["body"]["measures"]["total"]
    find(log, "roll.finished", "r8")["body"]["measures"]["total"] = 99
    choose(page, tmp_path, rechained(log))
    expect(page.locator(".verdict")).to_have_text("The dice match; 1 result does not.")
    finding = page.locator(".notice.bad")
    expect(finding).to_contain_text("(r8): measures.total")
    assert finding.locator("dd").all_inner_texts() == ["99", str(right)]


def test_a_changed_label_is_told_in_words_and_not_in_digests(
    reader: Person, logs: tuple[Log, Log], tmp_path: Path
) -> None:
    page = reader.page
    log = json.loads(json.dumps(logs[0]))
    opened = find(log, "roll.opened", "r8")
    opened["body"]["label"] = "Forged"
    who = next(e["body"]["name"] for e in log["events"] if e["kind"] == "member.joined" and e["by"] == opened["by"])
    choose(page, tmp_path, log)
    count = len(in_words(log, verify(log).mismatches))  # as the command line counts
    expect(page.locator(".verdict")).to_have_text(f"{count} event{'s do' if count > 1 else ' does'} not match.")
    finding = page.locator(".notice.bad").first
    expect(finding).to_contain_text(re.compile(f"{who}’s roll “Forged” at .* was changed after it was written"))
    assert re.search("[0-9a-f]{64}", finding.inner_text()) is None


def test_an_event_that_was_taken_out_is_told_once(reader: Person, logs: tuple[Log, Log], tmp_path: Path) -> None:
    page = reader.page
    log = json.loads(json.dumps(logs[0]))
    del log["events"][1]
    choose(page, tmp_path, log)
    count = len(in_words(log, verify(log).mismatches))
    expect(page.locator(".verdict")).to_have_text(f"{count} event{'s do' if count > 1 else ' does'} not match.")
    expect(page.get_by_text("something was changed, left out or put in").first).to_be_visible()
    expect(page.get_by_text(re.compile("^Event .*: the number$"))).to_have_count(2)  # once here, once by the server


def test_where_the_server_does_not_help_only_the_dice_are_said_to_match(
    reader: Person, logs: tuple[Log, Log], tmp_path: Path
) -> None:
    def refuse(route: Route) -> None:
        route.fulfill(status=503, content_type="application/problem+json", body='{"detail": "Too busy."}')

    page = reader.page
    reader.expected.add("status of 503")
    page.route("**/api/verify", refuse)
    choose(page, tmp_path, logs[0])
    expect(page.locator(".verdict")).to_have_text("The dice match; results were not checked.")
    page.unroute("**/api/verify")


def test_rolls_by_another_rulebook_are_named_and_not_said_to_match(
    reader: Person, logs: tuple[Log, Log], tmp_path: Path
) -> None:
    report = verify(logs[0])
    report.others = [OtherVersion(f"r{n}", "my-game", "a" * 64, "b" * 64, same=n == 3) for n in (1, 2, 3)]

    def told(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(report.document))

    page = reader.page
    page.route("**/api/verify", told)
    choose(page, tmp_path, logs[0])
    verdict = "The dice match; results of 2 rolls need another rulebook to be checked."
    expect(page.locator(".verdict")).to_have_text(verdict)
    missing, same = page.locator(".notice").all_inner_texts()
    here = f"by the one here, {'b' * 12}"
    wanted = f"r1, r2 (my-game): results not checked. They need rulebook {'a' * 12}; {here}, they would be others."
    assert missing.strip() == wanted
    made = f"r3 (my-game): rolled by another version of the rulebook, {'a' * 12}."
    assert same.strip() == f"{made} Results are the same {here}."
    page.unroute("**/api/verify")


def test_a_receipt_tells_what_was_cut_off_rewritten_or_sealed_anew(
    reader: Person, logs: tuple[Log, Log], tmp_path: Path
) -> None:
    page, whole = reader.page, logs[0]
    seen = receipt(whole, "2026-11-23T10:42:00.000Z")
    forged = [change(json.loads(json.dumps(whole))) for change in (cut, renamed, ground)]
    for log in (whole, *forged):
        expected = {m.what for m in verify(log, checked_receipt(seen)).mismatches}
        told = page.evaluate(_AGAINST, [json.dumps(log), seen])
        assert {finding["what"] for finding in told} == expected
        assert bool(expected) is (log is not whole)
    for malformed in MALFORMED.values():
        assert "not a receipt" in page.evaluate(_AGAINST, [json.dumps(whole), malformed])
    assert "is of table" in page.evaluate(_AGAINST, [json.dumps(whole), seen | {"table": "0123456789abcdef"}])
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(seen))
    choose(page, tmp_path, forged[0])
    expect(page.locator(".verdict")).to_have_text("Everything matches.")
    page.get_by_label("A receipt").set_input_files(file)
    expect(page.locator(".verdict")).to_have_text("1 event does not match.")
    expect(page.locator(".notice.bad").first).to_contain_text("the end of the log")
    page.reload()


def test_what_cannot_be_checked_is_told_in_words(reader: Person, logs: tuple[Log, Log], tmp_path: Path) -> None:
    log = json.loads(json.dumps(logs[0]))
    del find(log, "roll.finished", "r8")["body"]["landed"]["missing"], find(log, "roll.waits", "r4")["body"]["options"]
    choose(reader.page, tmp_path, rechained(log))
    number = find(log, "roll.waits", "r4")["number"]
    expect(reader.page.locator(".notice.bad").first).to_contain_text(f"Event {number} (r4): body.options")
    expect(reader.page.get_by_text(f"What follows event {number} was not checked.").first).to_be_visible()
    assert "undefined" not in reader.page.locator("#main").inner_text()

"""The form of logs: closed, exact, and the same for whoever writes and whoever reads."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.table.forgeries import body, find, rechained, stretch

from oddsmith.errors import BadInput
from oddsmith.table.fairness import canonical
from oddsmith.table.forms.log import event_faults, head_faults
from oddsmith.table.forms.reading import read_log
from oddsmith.table.forms.schema import json_schema
from oddsmith.table.verify.check_log import verify

ROOT = Path(__file__).parents[3]
LOGS = sorted((ROOT / "tests" / "golden" / "logs").glob("*.json"))
Log = dict[str, Any]


@pytest.fixture
def log() -> Log:
    found: Log = json.loads((ROOT / "tests" / "golden" / "logs" / "everything.json").read_bytes())
    return found


@pytest.mark.parametrize("file", LOGS, ids=[file.stem for file in LOGS])
def test_logs_that_were_written_before_have_the_form(file: Path) -> None:
    log = read_log(file.read_bytes())
    assert head_faults(log) == []
    assert [fault for event in log["events"] for fault in event_faults(event)] == []


def test_the_published_schema_is_the_one_that_the_server_checks_with() -> None:
    published = ROOT / "docs" / "log.schema.json"
    assert json.loads(published.read_bytes()) == json_schema(), "run tools/write_log_schema.py"


def test_every_object_of_the_schema_is_closed() -> None:
    def objects(schema: Any) -> Any:
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                yield schema
            for part in schema.values():
                yield from objects(part)
        elif isinstance(schema, list):
            for part in schema:
                yield from objects(part)

    assert all("additionalProperties" in found for found in objects(json_schema()))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda log: log.update(comment="mine"), "its comment"),
        (lambda log: log.pop("version"), "its version"),
        (lambda log: log.update(seen_by="m99"), "whose log it is"),
        (lambda log: log.update(title="Friday"), "the title of the table"),
        (lambda log: log.update(number=True), "its number"),
        (lambda log: log["events"].clear(), "the log"),
        (lambda log: find(log, "roll.opened", "r1").update(extra=1), "extra"),
        (lambda log: stretch(log, "r1").update(extra=1), "body.stretch.extra"),
        (lambda log: stretch(log, "r1").update(stretch=False), "body.stretch.stretch"),
        (lambda log: stretch(log, "r1").update(stretch=0.0), "body.stretch.stretch"),
        (lambda log: body(log, "roll.finished", "r1")["measures"].update(total=16.9), "body.measures.total"),
        (lambda log: find(log, "roll.opened", "r1").update(at="2026-03-01T19:30:00.123"), "at"),
        (lambda log: find(log, "roll.opened", "r1").update(at="2026-02-30T19:30:00.123Z"), "at"),
        (lambda log: find(log, "roll.opened", "r1").update(at="2026-03-01T20:30:00.123+01:00"), "at"),
        (lambda log: find(log, "member.joined").update(body={"name": "Ada"}), "body.member"),
        (lambda log: find(log, "member.joined", None, 1)["body"].update(name="Bo\u200b"), "body.name"),
        (lambda log: find(log, "member.joined", None, 1)["body"].update(name=" Bo"), "body.name"),
        (lambda log: find(log, "member.joined", None, 1)["body"].update(name="Bo\u202e"), "body.name"),
        (lambda log: find(log, "table.opened")["body"].update(title="Thurs\nday"), "body.title"),
        (lambda log: find(log, "member.joined", None, 1)["body"].update(role="king"), "body.role"),
        (lambda log: find(log, "roll.undone", "r10")["body"].update(landed={}), "body.landed"),
        (lambda log: body(log, "roll.answered", "r4").update(unused=None), "body.unused"),
        (lambda log: find(log, "roll.finished", "r6").pop("salt"), "its hidden part"),
        (lambda log: find(log, "roll.finished", "r6").update(sealed=None), "sealed"),
    ],
)
def test_what_is_not_of_the_form_is_named(log: Log, change: Callable[[Log], object], what: str) -> None:
    seals = [event["sealed"] for event in log["events"]]
    change(log)
    forged = rechained(log) if log["events"] and "salt" in find(log, "roll.finished", "r6") else log
    if seals and log["events"] and "salt" in find(log, "roll.finished", "r6") and what == "sealed":
        find(forged, "roll.finished", "r6")["sealed"] = None
    if what == "its number":
        forged["number"] = True
    found = [mismatch.what for mismatch in verify(forged).mismatches]
    assert found[0] == what or what in found


@pytest.mark.parametrize(
    "change",
    [
        (b'"advice":true', b'"advice":true,"advice":true'),
        (b'"number":1,', b'"number":1.0,'),
        (b'"number":1,', b'"number":1e0,'),
        (b'"number":1,', b'"number":-0,'),
        (b'"number":1,', b'"number":9007199254740993,'),
        (b'"number":1,', b'"number":' + b"9" * 5000 + b","),
        (b'"title":"Thursday"', b'"title":"Thurs\\ud800day"'),
        (b'"title":"Thursday"', b'"title":' + b"[" * 101 + b"]" * 101),
        (b'"title":"Thursday"', b'"title":NaN'),
        (b'"title":"Thursday"', b'"title":"\xff"'),
        (b'{"advice"', b'\xef\xbb\xbf{"advice"'),
    ],
)
def test_what_may_be_read_in_two_ways_is_no_log(log: Log, change: tuple[bytes, bytes]) -> None:
    data = canonical.text(log).encode()
    assert read_log(data) == log
    before, after = change
    assert before in data
    with pytest.raises(BadInput, match="oddsmith/log/1"):
        read_log(data.replace(before, after, 1))


def test_a_roll_that_repeats_another_asks_the_same(log: Log) -> None:
    forged = copy.deepcopy(log)
    body(forged, "roll.opened", "r2")["repeats"] = "r1"
    assert "what comes of it" not in [found.what for found in verify(rechained(forged)).mismatches][:1]
    assert verify(rechained(forged)).mismatches
    nobody = copy.deepcopy(log)
    body(nobody, "roll.opened", "r2")["repeats"] = "r9"
    assert verify(rechained(nobody)).mismatches


def test_names_are_in_the_order_of_utf_16() -> None:
    # U+FF5E comes before U+1F3B2 as a number, after it as code units: d83c dfb2 < ff5e (RFC 8785, section 3.2.3).
    assert canonical.text({"\uff5e": 1, "\U0001f3b2": 2}) == '{"\U0001f3b2":2,"\uff5e":1}'


@pytest.mark.parametrize(
    ("part", "found", "allowed"),
    [
        ("at", "2026-11-19T10:00:00.000", "a time of the calendar in UTC, as 2026-11-25T18:09:00.000Z"),
        ("at", "2026-02-30T10:00:00.000Z", "a time of the calendar in UTC, as 2026-11-25T18:09:00.000Z"),
        ("number", 0, "1 or more"),
        ("body.name", "Bo\u200b", "letters that can be seen"),
        ("body.name", " Bo", "a text of one line that can be shown, without spaces around it"),
        ("body.name", "o" * 81, "a text of at most 80 characters"),
        ("body.name", 7, "a text"),
        ("body.role", "king", "'host', 'player' or 'observer'"),
        ("body.seal", "ab", "a text like ^[0-9a-f]{64}$"),
    ],
)
def test_what_is_allowed_of_a_part_is_said_in_words(log: Log, part: str, found: Any, allowed: str) -> None:
    event = find(log, "member.joined", None)
    holder = event["body"] if part.startswith("body.") else event
    holder[part.removeprefix("body.")] = found
    assert [(fault.what, fault.expected) for fault in event_faults(event)] == [(part, allowed)]

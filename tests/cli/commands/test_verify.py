"""`oddsmith verify`."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.table.group import Group
from tests.table.verify.test_tampered import find, rechained

from oddsmith.cli.text.mismatches import in_words
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database
from oddsmith.table.verify.check_log import verify
from oddsmith.table.verify.report import Mismatch


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A log with one roll."""
    with asyncio.Runner() as runner:
        tables = Tables(open_database(f"sqlite:///{tmp_path}/tables.db"))
        runner.run(tables.start())
        group = Group.opened(tables, runner)
        group.host.roll()
        log = group.host.log()
        runner.run(tables.close())
    written = tmp_path / "log.json"
    written.write_text(json.dumps(log))
    return written


def test_a_log_that_matches_ends_with_0(run: Run, file: Path) -> None:
    result = run("verify", str(file))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "4 events, 1 roll computed again: all match.",
        "1 roll with dice that had no other witness: the server and whoever rolled could choose them",
        "  together.",
        "1 roll by somebody who had not pledged their randomness.",
    ]


def test_what_does_not_match_is_told_and_ends_with_3(run: Run, file: Path) -> None:
    log = json.loads(file.read_text())
    find(log, "roll.finished", "r1")["measures"]["successes"] = 99
    file.write_text(json.dumps(rechained(log)))
    result = run("verify", str(file))
    assert result.exit_code == 3
    said = " ".join(result.stdout.split())
    assert re.search(r"'s roll at \d\d:\d\d UTC: measures.successes is 99; it should be \d \(event 4, r1\)\.", said)
    assert "4 events, 1 roll computed again: 1 event does not match." in result.stdout
    report = json.loads(run("verify", str(file), "--json").stdout)
    assert (report["matches"], report["mismatches"][0]["found"]) == (False, 99)


def test_a_changed_label_is_told_in_words(run: Run, file: Path) -> None:
    log = json.loads(file.read_text())
    find(log, "roll.opened", "r1")["label"] = "Parry"
    opened = next(event for event in log["events"] if event["kind"] == "roll.opened")
    name = next(event["body"]["name"] for event in log["events"] if event["kind"] == "member.joined")
    file.write_text(json.dumps(log))
    said = " ".join(run("verify", str(file)).stdout.split())
    about = f"{name}'s roll “Parry” at {opened['at'][11:16]} UTC"
    assert f"{about} was changed after it was written (event {opened['number']}, r1)." in said
    assert opened["digest"] not in said


def test_an_event_that_was_taken_out_is_told_in_words(run: Run, file: Path) -> None:
    log = json.loads(file.read_text())
    del log["events"][1]
    file.write_text(json.dumps(log))
    said = " ".join(run("verify", str(file)).stdout.split())
    assert "something was changed, left out or put in: the number is 3; it should be 2 (event 2, r1)." in said
    assert said.count("the number is") == 1  # and not of each that follows


@pytest.mark.parametrize(
    "event",
    [None, 7, {}, {"at": 3}, {"at": "soon", "by": []}, {"at": "9999-12-31T23:59:59-14:00", "hidden": [], "body": None}],
)
def test_an_event_of_any_form_has_some_words(event: object) -> None:
    log = {"events": [event, {"kind": "member.joined"}, {"kind": "roll.opened", "roll": "r1", "body": {"label": []}}]}
    for place in (0, 1, 9):
        (told,) = in_words(log, [Mismatch(place, None, "its digest", "a", "b")])
        assert told.endswith(f"written (event {place}).")
    (told,) = in_words(log, [Mismatch(1, "r1", "its digest", "a", "b")])
    assert told == "Somebody's roll was changed after it was written (event 1, r1)."


def test_what_was_found_of_an_event_is_told_together(run: Run, file: Path) -> None:
    log = json.loads(file.read_text())
    opened = next(event for event in log["events"] if event["kind"] == "roll.opened")
    opened["body"]["label"], opened["number"] = "Parry", 9
    told = in_words(log, verify(log).mismatches)
    assert len(told) == 1
    assert re.search(r"roll “Parry” at .* was changed after it was written: the number is 9; it should be", told[0])


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "This is no log of a table: it is not JSON in UTF-8."),
        (b"\xff", "This is no log of a table: it is not JSON in UTF-8."),
        (b"[]", "This is no log of a table: its schema is not oddsmith/log/1, or it has no list of events."),
        (b"{}", "This is no log of a table: its schema is not oddsmith/log/1, or it has no list of events."),
        (b"[" * 100_000, "100 levels at most"),
    ],
)
def test_what_is_no_log_is_wrong_input(run: Run, tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(content)
    result = run("verify", str(file))
    assert result.exit_code == 2
    said = " ".join(result.stderr.split())
    assert why in said
    assert "oddsmith/log/1" in said


def test_a_file_that_is_not_there_is_wrong_input(run: Run, tmp_path: Path) -> None:
    assert run("verify", str(tmp_path / "none.json")).exit_code == 2


def test_a_receipt_of_the_whole_log_saw_it_to_its_end(run: Run, file: Path) -> None:
    receipt = str(file.with_name("receipt.json"))
    assert run("verify", str(file), "--receipt", receipt).exit_code == 0
    assert "The receipt saw event 4: this is the same log.\n" in run("verify", str(file), "--seen", receipt).stdout

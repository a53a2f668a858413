"""`oddsmith verify`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.table.group import Group
from tests.table.verify.test_tampered import find, rechained

from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database


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
    assert "event 4 (r1): measures.successes is 99; it should be " in result.stdout
    assert "4 events, 1 roll computed again: 1 thing does not match." in result.stdout
    report = json.loads(run("verify", str(file), "--json").stdout)
    assert (report["matches"], report["mismatches"][0]["found"]) == (False, 99)


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

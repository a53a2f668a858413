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
    report = json.loads(run("verify", str(file), "--json").stdout)
    assert (report["matches"], report["mismatches"][0]["found"]) == (False, 99)


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000])
def test_what_is_no_log_is_wrong_input(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "log.json"
    file.write_bytes(content)
    result = run("verify", str(file))
    assert result.exit_code == 2
    assert "oddsmith/log/1" in result.stderr


def test_a_file_that_is_not_there_is_wrong_input(run: Run, tmp_path: Path) -> None:
    assert run("verify", str(tmp_path / "none.json")).exit_code == 2

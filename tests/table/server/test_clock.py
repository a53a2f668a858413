"""A clock that jumped ahead: the log says when it was set right, and its times are right from then on."""

from __future__ import annotations

import asyncio
import copy
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.table.forgeries import find, rechained
from tests.table.group import Group
from tests.table.verify.verifiers import by_second

from oddsmith.table.commands import notes
from oddsmith.table.fairness import canonical
from oddsmith.table.server import writer
from oddsmith.table.store.checkup import checkup
from oddsmith.table.store.copies import backup
from oddsmith.table.verify.check_log import verify

YEAR = 365 * 24 * 3600 * 1000
note = partial(notes.write_note, body=notes.WriteNote(text="here"))


class Clock:
    ahead = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(writer, "_now", clock.now)
    return clock


def jumped(group: Group, clock: Clock, ahead: int) -> dict[str, Any]:
    """The log after a clock was ahead while somebody rolled, and right again."""
    group.host.roll()
    clock.ahead = ahead
    group.host.roll()
    clock.ahead = 0
    group.host.roll()
    group.host.do(note)
    return group.host.log()


def both(log: dict[str, Any]) -> str:
    first = "fails" if verify(copy.deepcopy(log)).mismatches else "passes"
    assert by_second(canonical.text(log).encode()) == first
    return first


def test_times_are_right_again_and_the_log_says_since_when(group: Group, clock: Clock) -> None:
    log = jumped(group, clock, YEAR)
    found = [event for event in log["events"] if event["kind"] == "clock.set"]
    assert len(found) == 1
    assert YEAR - 60_000 < found[0]["body"]["back"] <= YEAR
    this = time.gmtime().tm_year
    after = [event for event in log["events"] if event["number"] >= found[0]["number"]]
    assert {int(event["at"][:4]) for event in after} <= {this, this + 1}
    assert int(log["events"][found[0]["number"] - 2]["at"][:4]) > this
    assert both(log) == "passes"
    assert any("went back by" in remark for remark in verify(log).remarks)


def test_a_clock_that_was_set_right_is_no_damage(group: Group, clock: Clock, url: str, tmp_path: Path) -> None:
    jumped(group, clock, YEAR)
    assert checkup(url).findings == []
    backup(url, tmp_path / "copy")  # which refuses what is damaged


def test_clocks_of_servers_may_differ_by_a_little(local_group: Group, clock: Clock) -> None:
    log = jumped(local_group, clock, 50_000)
    assert "clock.set" not in [event["kind"] for event in log["events"]]
    assert both(log) == "passes"


def test_commands_are_done_once_though_the_clock_jumps(local_group: Group, clock: Clock) -> None:
    for ahead in (-YEAR, YEAR, 0):
        clock.ahead = ahead
        first = local_group.host.do(note, f"key-of-{ahead}", "f")
        local_group.tables._writer._forget_at = 0.0
        clock.ahead = YEAR
        local_group.host.do(note)  # after which old answers are forgotten
        local_group.run(asyncio.sleep(0.05))
        assert local_group.host.do(note, f"key-of-{ahead}", "f") == first


def test_no_roll_that_waits_for_a_time_sees_it_go_back(local_group: Group, clock: Clock) -> None:
    local_group.join("Bo").pledge()
    clock.ahead = YEAR
    local_group.host.roll()
    clock.ahead = 0
    local_group.host.do(note)  # while the dice wait for Bo
    kinds = [event["kind"] for event in local_group.host.log()["events"]]
    assert kinds[-1] == "note.written"
    assert "clock.set" not in kinds


@pytest.mark.parametrize("back", [60_000, YEAR + 1])
def test_a_clock_that_says_it_went_back_otherwise_is_found_out(local_group: Group, clock: Clock, back: int) -> None:
    log = jumped(local_group, clock, YEAR)
    find(log, "clock.set")["body"]["back"] = back
    assert both(rechained(log)) == "fails"


def test_time_that_goes_back_without_a_word_is_found_out(local_group: Group, clock: Clock) -> None:
    log = jumped(local_group, clock, YEAR)
    log["events"].remove(find(log, "clock.set"))
    assert both(rechained(log)) == "fails"

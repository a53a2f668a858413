"""What a log does not prove, and is named all the same: what happens long after its time, and versions unknown here."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
from tests.table.every_kind import GOLDEN
from tests.table.forgeries import find, rechained
from tests.table.group import Group, Person
from tests.table.honest import Log, Witness

from oddsmith.table.verify.check_log import verify


def later(log: Log, seconds: float) -> Log:
    """The log as if the last event had happened so much later."""
    event = log["events"][-1]
    at = datetime.fromisoformat(event["at"]) + timedelta(seconds=seconds)
    event["at"] = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return rechained(log)


@pytest.fixture
def bo(local_group: Group) -> Person:
    return local_group.join("Bo")


def rolled(group: Group, bo: Person) -> Log:
    """A roll for which Bo was a witness, and gave a nonce."""
    witness = Witness(bo)
    witness.answer(group.host.roll()["roll"])
    log = group.host.log()
    assert log["events"][-1]["kind"] == "roll.finished"
    return log


@pytest.mark.parametrize(
    ("seconds", "said"), [(3.0, []), (62.0, ["r1 after 61 seconds"]), (90_000.0, ["r1 after 89,999"])]
)
def test_dice_that_land_long_after_time_was_up_are_named(
    local_group: Group, bo: Person, seconds: float, said: list[str]
) -> None:
    report = verify(later(rolled(local_group, bo), seconds))
    assert report.mismatches == []
    found = [remark for remark in report.remarks if "landed long after time was up" in remark]
    assert len(found) == len(said)
    assert all(part in remark for part, remark in zip(said, found, strict=True))


@pytest.mark.parametrize(
    ("name", "kind", "roll"),
    [
        ("choices-and-forfeits", "roll.met", "r3"),  # of hands, of which one was never opened
        ("choices-and-forfeits", "roll.revealed", "r2"),  # of options, of which none was opened
        ("every-kind", "roll.late", "r1"),  # of options, of which one was never chosen
    ],
)
def test_hands_and_options_that_are_decided_days_later_are_named(name: str, kind: str, roll: str) -> None:
    log = json.loads((GOLDEN / f"{name}.json").read_bytes())
    assert not any("were decided long after" in remark for remark in verify(log).remarks)
    decided = find(log, kind, roll)
    for event in log["events"][log["events"].index(decided) :]:
        at = datetime.fromisoformat(event["at"]) + timedelta(days=3)
        event["at"] = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    report = verify(rechained(log))
    assert report.mismatches == []
    assert [remark for remark in report.remarks if f"were decided long after time was up: {roll} after 259,2" in remark]


@pytest.mark.parametrize(
    ("version", "known"), [("0.0.9", True), ("0.1.0", True), ("0.1.0.dev3", True), ("99.0.0", False), ("mine", False)]
)
def test_a_version_that_is_later_or_none_is_remarked_upon(version: str, known: bool) -> None:
    log = json.loads((GOLDEN / "choices-and-forfeits.json").read_bytes()) | {"version": version}
    report = verify(log)
    assert report.mismatches == []
    assert any(f"Oddsmith {version} wrote it" in remark for remark in report.remarks) is not known

"""Dice that land long after their time: nobody can prove why, so it is named."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.table.forgeries import rechained
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

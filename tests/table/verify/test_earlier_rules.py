"""Logs that tell rolls by rules that are no more: they are right as long as what happened is.

`earlier_rules.json` has attacks, damage and falls of Edged Coins to somebody whose HC nobody knows, as they were told
when these had rules of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.table.forgeries import rechained

from oddsmith.table.verify.check_log import verify

LOG = Path(__file__).with_name("earlier_rules.json")
Body = dict[str, Any]


def mismatches(log: dict[str, Any]) -> set[str]:
    return {mismatch.what.partition("[")[0].partition(".")[0] for mismatch in verify(log).mismatches}


def finished(log: dict[str, Any], roll: str) -> Body:
    body: Body = next(e["body"] for e in log["events"] if (e["kind"], e["roll"]) == ("roll.finished", roll))
    return body


def test_rolls_by_rules_that_are_no_more_are_found_right() -> None:
    log = json.loads(LOG.read_bytes())
    assert [finished(log, roll)["trail"][0]["rule"] for roll in ("r1", "r2", "r3", "r4")] == [
        "strike_and_pay",
        "hurt_and_pay",
        "fall",
        "land_unhurt",
    ]
    report = verify(log)
    assert (report.mismatches, report.rolls) == ([], 5)


def _remark(body: Body) -> None:
    next(line for line in body["trail"] if line["kind"] == "note")["text"] = "the coins land on their edges"


def _coin(body: Body) -> None:
    face = next(line for line in body["trail"] if line["kind"] == "roll")["faces"][0]
    face["value"] = face["face"] = "T" if face["face"] == "H" else "H"


def _damage(body: Body) -> None:
    body["outcome"]["value" if "value" in body["outcome"] else "damage"] += 1


def _measure(body: Body) -> None:
    body["measures"]["damage"] += 1


def _rules(body: Body) -> None:
    body["trail"][0]["rule"] = "total_harm"


@pytest.mark.parametrize(
    ("forge", "roll", "found"),
    [
        (_remark, "r1", "trail"),
        (_remark, "r4", "trail"),
        (_coin, "r3", "trail"),
        (_damage, "r2", "outcome"),
        (_damage, "r3", "outcome"),
        (_damage, "r4", "outcome"),
        (_measure, "r3", "measures"),
        (_rules, "r2", "trail"),
    ],
)
def test_what_happened_is_still_compared(forge: Callable[[Body], None], roll: str, found: str) -> None:
    log = json.loads(LOG.read_bytes())
    forge(finished(log, roll))
    assert found in mismatches(rechained(log))

"""Receipts: what a log has shown up to its end, in a few lines to keep elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsmith.table.domain.event import shown_seal
from oddsmith.table.forms.receipt import RECEIPT


def receipt(log: Mapping[str, Any], made: str) -> dict[str, Any]:
    """Return the receipt of a log that matches. made: the time, as logs write it."""
    events = log["events"]
    seals: dict[str, str] = {}
    for event in events:
        shown = shown_seal(event["kind"], event["body"])
        if shown is not None:
            seals[shown[0]] = shown[1]
        if event["kind"] == "member.left":
            seals.pop(event["body"]["member"], None)
    points = [events[number - 1] for number in _numbers(len(events))]
    return {
        "schema": RECEIPT,
        "table": log["table"],
        "seen_by": log["seen_by"],
        "made": made,
        "points": [{name: event[name] for name in ("number", "digest")} for event in points],
        "seals": seals,
    }


def _numbers(last: int) -> list[int]:
    """Return the last number and those 1, 2, 4, 8, ... before it."""
    back = [last - 2**power for power in range(last.bit_length()) if 2**power < last]
    return [*reversed(back), last]

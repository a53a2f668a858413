"""A log held against a receipt: what was cut off, rewritten or sealed anew since it was seen, which no log can show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.table.domain.event import shown_seal
from oddsmith.table.forms.receipt import Receipt
from oddsmith.table.verify.comparison import BROKEN
from oddsmith.table.verify.report import Mismatch


def against_receipt(log: Mapping[str, Any], receipt: Receipt) -> Iterator[Mismatch]:
    """Yield where a log is not the one that the receipt saw; BadInput where that is of another table.

    The digests are compared as the log states them: those that are not of its events are found without a receipt.
    """
    if log.get("table") != receipt.table:
        raise BadInput(
            "receipt", f"one of table {receipt.table}", f"a receipt of the log's own table, {log.get('table')}"
        )
    events, last = log["events"], receipt.last.number
    agreed = 0
    for point in receipt.points:
        if point.number > len(events):
            break
        found = _stated(events[point.number - 1])
        if found != point.digest:
            since = f"after event {agreed}" if agreed else "from its beginning"
            what = f"the digest of the log that was rewritten {since}"
            yield Mismatch(point.number, None, what, found, point.digest)
            break
        agreed = point.number
    if len(events) < last:
        expected = f"event {last} or later, which the receipt saw: the log was cut short"
        yield Mismatch(len(events), None, "the end of the log", f"event {len(events)}", expected)
        return
    seals = set(filter(None, map(_seal, events[:last])))
    for member, seal in receipt.seals.items():
        if (member, seal) not in seals:
            what = f"the seal of {member} from before its seed was made anew"
            yield Mismatch(last, None, what, "not there", seal)


def _stated(event: Any) -> Any:
    return event.get("digest") if isinstance(event, Mapping) else None


def _seal(event: Any) -> tuple[str, str] | None:
    try:
        shown = shown_seal(event["kind"], event["body"])
    except BROKEN:  # which is told without a receipt
        return None
    return shown if shown is not None and all(isinstance(part, str) for part in shown) else None

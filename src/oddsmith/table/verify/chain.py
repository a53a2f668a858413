"""The chain of a log: its events as they are written, and the digests that hold them together."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.errors import OddsmithError
from oddsmith.table.domain.event import BEGINNING, Event, moment, read, seal
from oddsmith.table.domain.fold import KINDS
from oddsmith.table.verify.comparison import BROKEN, Comparison
from oddsmith.table.verify.revealed import revealed, secret


class Chain:
    """The events of a log, with their secrets as far as it reveals them.

    whole: False when not all of it can be read. sealed: the digest of its hidden part and its roll, by number.
    """

    def __init__(self, log: Mapping[str, Any], table: str, comparison: Comparison) -> None:
        self.events: list[Event] = []
        self.sealed: dict[int, tuple[str, str | None]] = {}
        self._table = table
        self._comparison = comparison
        self._shown = _shown_later(log["events"])
        self.whole = self._read(log)
        self.revealed = revealed([(event.kind, event.roll, event.everything) for event in self.events])
        self.events = [dataclasses.replace(event, secret=secret(self.revealed, event)) for event in self.events]

    def _read(self, log: Mapping[str, Any]) -> bool:
        comparison = self._comparison
        previous, before = BEGINNING, 0
        for number, document in enumerate(log["events"], start=1):
            comparison.at = number, document.get("roll") if isinstance(document, dict) else None
            kind = document.get("kind") if isinstance(document, dict) else None
            if isinstance(kind, str) and kind not in KINDS:
                comparison.differs("its kind", kind, "one that this version knows")
                return False
            try:
                event = self._event(document)
                stated = document["digest"]
                self._check(event, stated, number, previous, before)
            except (*BROKEN, OddsmithError):
                comparison.broken("an event has")
                return False
            self.events.append(event)
            previous, before = stated, event.at
        if self.events:
            comparison.at = len(self.events), None
            comparison.same("the digest of the whole log", log.get("digest"), previous)
            comparison.same("the number of its last event", log.get("number"), len(self.events))
        return True

    def _event(self, document: Any) -> Event:
        """Return an event, with its hidden part if that was shown later."""
        event = read(document)
        part = self._shown.get(str(event.number))
        if event.hidden is None and event.sealed is not None and part is not None:
            event = dataclasses.replace(event, hidden=part["hidden"], salt=part["salt"])
        if not isinstance(event.everything, dict):
            raise TypeError("not an event")
        return event

    def _check(self, event: Event, stated: str, number: int, previous: str, before: int) -> None:
        comparison = self._comparison
        comparison.same("the table", event.table, self._table)
        comparison.same("the number", event.number, number)
        comparison.same("the digest of the event before it", event.previous, previous)
        comparison.same("its digest", stated, event.digest)
        if event.at < before:
            comparison.differs("its time", moment(event.at), f"{moment(before)} or later")
        if event.hidden is not None:
            digest = seal(event.hidden_text or "", event.salt or "")
            comparison.same("the digest of its hidden part", event.sealed, digest)
        if event.sealed is not None:
            self.sealed[event.number] = event.sealed, event.roll


def _shown_later(events: Sequence[Any]) -> dict[str, Any]:
    """Return hidden parts of events that later events show, by number."""
    parts: dict[str, Any] = {}
    for event in events:
        if not isinstance(event, dict) or not isinstance(event.get("body"), dict):
            continue
        if event.get("kind") in ("roll.shown", "note.shown"):
            found = event["body"].get("events")
            parts |= found if isinstance(found, dict) else {}
    return parts

"""The chain of a log: its events as they are written, and the digests that hold them together."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.errors import OddsmithError
from oddsmith.table.domain.event import BEGINNING, Event, moment, read, seal
from oddsmith.table.domain.state import State
from oddsmith.table.forms.log import event_faults, head_faults
from oddsmith.table.verify.comparison import BROKEN, Comparison
from oddsmith.table.verify.readership import misread
from oddsmith.table.verify.revealed import revealed, secret


class Chain:
    """The events of a log, with their secrets as far as it reveals them.

    whole: False when not all of it can be read. sealed: the digest of its hidden part and its roll, by number.
    """

    def __init__(self, log: Mapping[str, Any], table: str, comparison: Comparison) -> None:
        self.events: list[Event] = []
        self.sealed: dict[int, tuple[str, str | None]] = {}
        self._log = log
        self._table = table
        self._comparison = comparison
        self._shown = _shown_later(log["events"])
        self.whole = self._read(log)
        self.revealed = revealed([(event.kind, event.roll, event.everything) for event in self.events])
        self.events = [dataclasses.replace(event, secret=secret(self.revealed, event)) for event in self.events]

    def _read(self, log: Mapping[str, Any]) -> bool:
        comparison = self._comparison
        previous, before = BEGINNING, 0
        for fault in head_faults(log):
            comparison.differs(f"its {fault.what}", fault.found, fault.expected)
        if not log["events"]:
            comparison.differs("the log", "empty", "with the events that opened the table")
        for number, document in enumerate(map(self._with_hidden_part, log["events"]), start=1):
            comparison.at = number, _name(document)
            if comparison.full:
                return False
            faults = event_faults(document)
            if faults:
                comparison.differs(faults[0].what, faults[0].found, faults[0].expected)
                return False
            try:
                event = read(document)
                self._check(event, document["digest"], number, previous, before)
            except (*BROKEN, OddsmithError):
                comparison.broken("an event has")
                return False
            # One with another number is told of; what comes after it is checked all the same.
            self.events.append(event if event.number == number else dataclasses.replace(event, number=number))
            previous, before = document["digest"], event.at
        if self.events:
            comparison.at = len(self.events), None
            comparison.same("the digest of the whole log", log.get("digest"), previous)
            comparison.same("the number of its last event", log.get("number"), len(self.events))
        return True

    @property
    def version(self) -> Any:
        """The version of Oddsmith that is said to have written the log."""
        return self._log.get("version")

    def whose(self, state: State) -> None:
        """Check that the log is of somebody who sits at the table in the end, and its title the table's.

        It shows them all that they may see, and no more.
        """
        member = state.members.get(self._log["seen_by"]) if isinstance(self._log.get("seen_by"), str) else None
        if self.events and (member is None or member.left):
            self._comparison.at = len(self.events), None
            self._comparison.differs("whose log it is", self._log.get("seen_by"), "somebody who has a seat")
        if self.events:
            self._comparison.same("the title of the table", self._log.get("title"), state.title)
        for event in misread(self.events, member) if member is not None else ():
            if self._comparison.full:
                return
            self._comparison.at = event.number, event.roll
            found, expected = ("not there", "there") if event.hidden is None else ("there", "not there")
            may = "may see it" if event.hidden is None else "may not see it"
            self._comparison.differs(
                "its hidden part", found, f"{expected}: {self._log['seen_by']}, whose log it is, {may}"
            )

    def _with_hidden_part(self, document: Any) -> Any:
        """Return an event with its hidden part, if that was shown later."""
        if not isinstance(document, dict) or "hidden" in document or document.get("sealed") is None:
            return document
        part = self._shown.get(str(document.get("number")))
        if not isinstance(part, dict) or "hidden" not in part or "salt" not in part:
            return document
        return document | {"hidden": part["hidden"], "salt": part["salt"]}

    def _check(self, event: Event, stated: str, number: int, previous: str, before: int) -> None:
        comparison = self._comparison
        comparison.same("the table", event.table, self._table)
        comparison.same("the number", event.number, number)
        comparison.same("the digest of the event before it", event.previous, previous)
        comparison.same("its digest", stated, event.digest)
        if event.at < before and event.kind != "clock.set":  # which says by how much, and that is checked
            comparison.differs("its time", moment(event.at), f"{moment(before)} or later")
        if event.hidden is not None:
            digest = seal(event.hidden_text or "", event.salt or "")
            comparison.same("the digest of its hidden part", event.sealed, digest)
        if event.sealed is not None:
            self.sealed[event.number] = event.sealed, event.roll


def _name(document: Any) -> str | None:
    """The roll of what may not be an event."""
    name = document.get("roll") if isinstance(document, dict) else None
    return name if isinstance(name, str) else None


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

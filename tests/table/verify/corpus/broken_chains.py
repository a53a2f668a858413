"""Forgeries whose digests nobody made right again: a part of an event was changed, left out, put in or moved.

Whoever keeps a copy of a log can do that; whoever keeps the server would make a new chain.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.table.forgeries import digest, find

Log = dict[str, Any]
Event = dict[str, Any]

OPENED, FINISHED = "roll.opened", "roll.finished"
OWN = "its digest"
BEFORE = "the digest of the event before it"
HIDDEN = "the digest of its hidden part"


@dataclass(frozen=True)
class BrokenChain:
    """A forgery, and what every verifier must name about which event."""

    forge: Callable[[Log], object]
    what: str
    event: int


def resealed(event: Event) -> None:
    """Make the digest of one event right again, and of no other."""
    event["digest"] = digest({name: part for name, part in event.items() if name not in ("digest", "hidden", "salt")})


def _changed(number: int, path: str, value: Any, *, anew: bool = False) -> Callable[[Log], None]:
    """Write a value at a path of an event; anew: with a digest of its own that is right."""

    def forge(log: Log) -> None:
        event = log["events"][number - 1]
        *way, last = path.split(".")
        holder = event
        for step in way:
            holder = holder[step]
        assert holder[last] != value
        holder[last] = value
        if anew:
            resealed(event)

    return forge


def _last_digest(log: Log) -> None:
    log["digest"] = log["events"][-1]["digest"] = "ab" * 32


def _left_out(log: Log) -> None:
    del log["events"][19]


def _put_in(log: Log) -> None:
    note = copy.deepcopy(find(log, "note.written"))
    note |= {"number": 21, "previous": log["events"][19]["digest"], "at": log["events"][19]["at"]}
    resealed(note)
    log["events"].insert(20, note)


def _swapped(log: Log) -> None:
    events = log["events"]
    events[8], events[9] = events[9], events[8]


def _shown_otherwise(log: Log) -> None:
    """The part that a note shows is another one than was hidden; its event has the right digest."""
    shown = find(log, "note.shown")
    [part] = shown["body"]["events"].values()
    part["hidden"]["text"] = "there"
    resealed(shown)


#: Of everything.json: event 11 opens r1, 20 takes back r3, 29 opens r6 (hidden from some), 69 shows note 68.
BROKEN_CHAINS: dict[str, BrokenChain] = {
    "a-label-changed": BrokenChain(_changed(11, "body.label", "Parry"), OWN, 11),
    "a-time-changed": BrokenChain(_changed(20, "at", "2026-11-19T09:00:00.000Z"), OWN, 20),
    "who-did-it-changed": BrokenChain(_changed(20, "by", "m1"), OWN, 20),
    "a-note-changed": BrokenChain(_changed(66, "body.text", "there"), OWN, 66),
    "a-digest-changed": BrokenChain(_changed(20, "digest", "ab" * 32), OWN, 20),
    "the-digest-of-the-first-event-changed": BrokenChain(_changed(1, "digest", "ab" * 32), BEFORE, 2),
    "the-last-digest-changed": BrokenChain(_last_digest, OWN, 72),
    "a-previous-digest-changed": BrokenChain(_changed(20, "previous", "ab" * 32), BEFORE, 20),
    "a-previous-digest-changed-in-a-right-event": BrokenChain(
        _changed(20, "previous", "ab" * 32, anew=True), BEFORE, 20
    ),
    "an-event-before-the-first": BrokenChain(_changed(1, "previous", "ab" * 32, anew=True), BEFORE, 1),
    "an-event-changed-and-its-own-digest-right": BrokenChain(
        _changed(11, "body.label", "Parry", anew=True), BEFORE, 12
    ),
    "a-number-changed": BrokenChain(_changed(20, "number", 21), "the number", 20),
    "a-number-changed-in-a-right-event": BrokenChain(_changed(20, "number", 19, anew=True), "the number", 20),
    "an-event-of-another-table": BrokenChain(_changed(20, "table", "0123456789abcdef"), "the table", 20),
    "a-right-event-of-another-table": BrokenChain(
        _changed(20, "table", "0123456789abcdef", anew=True), "the table", 20
    ),
    "a-hidden-part-changed": BrokenChain(_changed(29, "hidden.label", "Parry"), HIDDEN, 29),
    "a-hidden-result-changed": BrokenChain(_changed(31, "hidden.measures.total", 6), HIDDEN, 31),
    "a-salt-changed": BrokenChain(_changed(29, "salt", "ab" * 32), HIDDEN, 29),
    "the-digest-of-a-hidden-part-changed": BrokenChain(_changed(29, "sealed", "ab" * 32, anew=True), HIDDEN, 29),
    "a-part-shown-otherwise-than-it-was-hidden": BrokenChain(_shown_otherwise, "the hidden part of event 68", 69),
    "an-event-left-out": BrokenChain(_left_out, BEFORE, 20),
    "an-event-put-in": BrokenChain(_put_in, BEFORE, 22),
    "events-changed-places": BrokenChain(_swapped, "the number", 9),
}

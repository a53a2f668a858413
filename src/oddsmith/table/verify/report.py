"""The report of a check of a log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from oddsmith.table.fairness import canonical


@dataclass(frozen=True)
class Mismatch:
    """A part of an event that is not as it should be. number: of the event. what: the part, in words."""

    number: int
    roll: str | None
    what: str
    found: Any
    expected: Any

    def __str__(self) -> str:
        return f"event {self.number}{f' ({self.roll})' if self.roll else ''}: {self.difference}."

    @property
    def difference(self) -> str:
        """In words: this is there, and that should be."""
        return f"{self.what} is {short(self.found)}; it should be {short(self.expected)}"


@dataclass
class OtherVersion:
    """A roll by a version of a rulebook that is not here.

    made, here: digests of the version that rolled it, and of the one that is here, if that is of a file. same: it comes
    to the same by the one here; where not, its results are not checked.
    """

    roll: str
    system: str
    made: str
    here: str | None
    same: bool = True


@dataclass
class Report:
    """The result of a check.

    rolls: worked out again. Of these, witnessed: those with randomness of somebody else than whoever rolled in all
    their dice, and of all who were asked; alone: those with dice that only the server and whoever rolled gave
    randomness to; typed: those with real dice or hands; unpledged: those whose roller had not pledged their own nonce.
    late: rolls with dice that landed without somebody who was asked. let_go: taken back while their dice were in the
    air. hidden: rolls that this log does not show.
    unchecked: rolls and changes of sheets that only a hidden roll could explain. unfinished: rolls that were
    not over. unasked: by roll, the names of members who were present and gave no randomness to some of its dice, since
    they were not asked. stopped: the number of the event from which on nothing could be checked. seen: the number of
    the last event that the receipt saw, where there was one. others: rolls by versions of rulebooks that are not here.
    """

    table: str
    events: int = 0
    rolls: int = 0
    witnessed: int = 0
    alone: int = 0
    typed: int = 0
    late: int = 0
    unpledged: int = 0
    let_go: int = 0
    hidden: int = 0
    unchecked: int = 0
    unfinished: int = 0
    unasked: dict[str, dict[str, str]] = field(default_factory=dict)
    stopped: int | None = None
    seen: int | None = None
    others: list[OtherVersion] = field(default_factory=list)
    mismatches: list[Mismatch] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def needed(self) -> list[OtherVersion]:
        """The rolls whose results are not checked, since they need a rulebook that is not here."""
        return [other for other in self.others if not other.same]

    @property
    def document(self) -> dict[str, Any]:
        """The report as JSON data."""
        return {
            "schema": "oddsmith/verify/1",
            "table": self.table,
            "matches": not self.mismatches,
            "events": self.events,
            "rolls": self.rolls,
            "witnessed": self.witnessed,
            "alone": self.alone,
            "typed": self.typed,
            "late": self.late,
            "unpledged": self.unpledged,
            "let_go": self.let_go,
            "hidden": self.hidden,
            "unchecked": self.unchecked,
            "unfinished": self.unfinished,
            "unasked": [{"roll": roll, "members": list(members)} for roll, members in self.unasked.items()],
            "stopped": self.stopped,
            "seen": self.seen,
            "other_rulebooks": [
                {"roll": o.roll, "system": o.system, "rulebook": o.made, "here": o.here, "same": o.same}
                for o in self.others
            ],
            "mismatches": [
                {"number": m.number, "roll": m.roll, "what": m.what, "found": m.found, "expected": m.expected}
                for m in self.mismatches
            ],
            "remarks": self.remarks,
        }


def short(value: Any) -> str:
    """Write a value as a sentence needs it."""
    if value is None:
        return "nothing"
    if isinstance(value, list | tuple) and not value:
        return "none"
    text = canonical.text(value) if isinstance(value, Mapping | list | tuple | bool) else str(value)
    return text if len(text) <= 100 else f"{text[:97]}..."

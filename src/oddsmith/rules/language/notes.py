"""Requests that ask for nothing: lines for the trail."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from oddsmith.rules.language.code_slips.dropped import makes_request
from oddsmith.rules.language.requests import Request
from oddsmith.rules.language.trail import Entry


class Remark(Request[None]):
    """A request that needs no answer: it leaves an entry in the trail and changes nothing."""

    __slots__ = ()

    @abstractmethod
    def entry(self, depth: int) -> Entry:
        """The entry that it leaves."""


@dataclass(frozen=True, repr=False)
class Noted(Entry):
    """A rule remarked something: a payment, the reason why it stopped."""

    text: str
    depth: int

    def to_json(self) -> dict[str, Any]:
        return {"kind": "note", "text": self.text, "depth": self.depth}

    def in_words(self) -> str:
        return self.text


@dataclass(unsafe_hash=True, repr=False, slots=True)
class Note(Remark):
    """A line of text."""

    text: str

    def entry(self, depth: int) -> Entry:
        return Noted(self.text, depth)

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Note) else self.differs_from(other)

    def __repr__(self) -> str:
        return f"note({self.text!r})"


@makes_request
def note(text: str) -> Note:
    """`await note(text)` adds a line to the trail: a payment, a reason why something stopped. Odds are not affected."""
    return Note(text)

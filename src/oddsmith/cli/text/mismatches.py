"""Mismatches of a log in words: whose roll or note it was, when, and what happened to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from oddsmith.table.verify.report import Mismatch

#: What it means where a digest is another one, which says nothing to people.
_DIGESTS: Final = {
    "its digest": "{about} was changed after it was written",
    "the digest of the event before it": "before “{about}” something was changed, left out or put in",
    "the digest of its hidden part": "the hidden part of “{about}” was changed",
    "the digest of the whole log": "the end of the log was changed or cut off",
}


def in_words(log: Mapping[str, Any], mismatch: Mismatch) -> str:
    """Return a sentence about a mismatch. The log may be any JSON that has events."""
    said = _DIGESTS.get(mismatch.what)
    if said is None:
        return str(mismatch)
    place = f"event {mismatch.number}" + (f", {mismatch.roll}" if mismatch.roll else "")
    sentence = said.format(about=_subject(log["events"], mismatch))
    return f"{sentence[0].upper()}{sentence[1:]} ({place})."


def _subject(events: Sequence[Any], mismatch: Mismatch) -> str:
    """Name what an event is about: "Ana's roll “Parry” at 10:42 UTC"."""
    event = events[mismatch.number - 1] if 0 < mismatch.number <= len(events) else None
    opened = next((each for each in events if mismatch.roll is not None and _opens(each, mismatch.roll)), None)
    told = event if opened is None else opened
    if not isinstance(told, dict):
        return "an event of the log"
    when = _clock(told.get("at"))
    name = _name(events, told.get("by"))
    if opened is not None:
        label = _content(opened).get("label")
        quoted = f" “{label}”" if isinstance(label, str) and label else ""
        return f"{name or 'somebody'}'s roll{quoted}{when}"
    if told.get("kind") == "note.written":
        return f"{name or 'somebody'}'s note{when}"
    return f"what {f'{name} did' if name else 'happened'}{when}"


def _opens(event: Any, roll: str) -> bool:
    return isinstance(event, dict) and event.get("kind") == "roll.opened" and event.get("roll") == roll


def _content(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return all parts of an event that this log shows."""
    parts = (event.get("body"), event.get("hidden"))
    return {name: value for part in parts if isinstance(part, dict) for name, value in part.items()}


def _name(events: Sequence[Any], member: Any) -> str | None:
    """Return the last name of a member."""
    for event in reversed(events):
        if isinstance(event, dict) and event.get("kind") in ("member.joined", "member.changed"):
            content = _content(event)
            if member is not None and content.get("member") == member and isinstance(content.get("name"), str):
                return str(content["name"])
    return None


def _clock(at: Any) -> str:
    """Return a time of day as the end of a phrase; nothing for what is no time."""
    try:
        return f" at {datetime.fromisoformat(at).astimezone(UTC):%H:%M} UTC"
    except (TypeError, ValueError, OverflowError):
        return ""

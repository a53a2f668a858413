"""Mismatches of a log in words: whose roll or note it was, when, and what happened to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from oddsmith.cli.text.words import counted

if TYPE_CHECKING:
    from oddsmith.table.verify.report import Mismatch, OtherVersion

#: Rolls at most that are listed by name.
_LISTED: Final = 20

#: What it means where a digest is another one, which says nothing to people.
_DIGESTS: Final = {
    "its digest": "{about} was changed after it was written",
    "the digest of the event before it": "before “{about}” something was changed, left out or put in",
    "the digest of its hidden part": "the hidden part of “{about}” was changed",
    "the digest of the whole log": "the end of the log was changed or cut off",
}

#: What the log says of itself.
_OF_THE_LOG: Final = frozenset(
    {"the number of its last event", "whose log it is", "the title of the table", "the log", "the end of the log"}
)

#: How a mismatch begins that no table would have let happen.
_REFUSED: Final = "refused: "


def in_words(log: Mapping[str, Any], mismatches: Sequence[Mismatch]) -> list[str]:
    """Return a sentence for each event with mismatches: what happened to it, then what of it differs. Numbers that are
    off by as much as those before say nothing new. The log may be any JSON that has events.
    """
    groups: dict[tuple[int, str | None], list[Mismatch]] = {}
    off = 0
    for mismatch in mismatches:
        if mismatch.what == "the number":
            before, off = off, _off(mismatch)
            if off == before:
                continue
        groups.setdefault((mismatch.number, mismatch.roll), []).append(mismatch)
    return [_sentence(log["events"], group) for group in groups.values()]


def of_other_versions(others: Sequence[OtherVersion]) -> list[str]:
    """Return a sentence for the rolls of each version of a rulebook that is not here."""
    groups: dict[tuple[str, str, str | None, bool], list[str]] = {}
    for other in others:
        groups.setdefault((other.system, other.made, other.here, other.same), []).append(other.roll)
    return [_of_version(*version, rolls) for version, rolls in groups.items()]


def _of_version(system: str, made: str, here: str | None, same: bool, rolls: Sequence[str]) -> str:
    named = ", ".join(rolls[:_LISTED]) + (f" and {len(rolls) - _LISTED:,} more" if len(rolls) > _LISTED else "")
    one = len(rolls) == 1
    by = f"the one here, {here[:12]}" if here else "the game that is here"
    if same:
        comes = "it comes" if one else "they come"
        return (
            f"{counted(len(rolls), 'roll')} of {system} ({named}) rolled by another version of the rulebook, "
            f"{made[:12]}: {comes} out the same by {by}."
        )
    return (
        f"{counted(len(rolls), 'roll')} of {system} ({named}) not checked: {'needs' if one else 'need'} rulebook "
        f"{made[:12]}, since {by}{',' if here else ''} comes to something else. Give it as well, --rulebook FILE."
    )


def _off(mismatch: Mismatch) -> int:
    found, expected = mismatch.found, mismatch.expected
    return found - expected if isinstance(found, int) and isinstance(expected, int) else 0


def _sentence(events: Sequence[Any], group: Sequence[Mismatch]) -> str:
    first = group[0]
    about = _subject(events, first)
    said = [_DIGESTS[each.what].format(about=about) for each in group if each.what in _DIGESTS]
    details = "; ".join(_detail(events, each) for each in group if each.what not in _DIGESTS)
    place = f"event {first.number}" + (f", {first.roll}" if first.roll else "")
    sentence = ": ".join(part for part in ("; ".join(said) or about, details) if part)
    return f"{sentence[0].upper()}{sentence[1:]} ({place})."


def _detail(events: Sequence[Any], mismatch: Mismatch) -> str:
    """Tell what of an event differs."""
    if isinstance(mismatch.expected, str) and mismatch.expected.startswith(_REFUSED):
        name = _name(events, _by(events, mismatch))
        why = mismatch.expected.removeprefix(_REFUSED)
        return f"the table would have refused {f'what {name} did' if name else 'what happened'}: {why}"
    return mismatch.difference


def _by(events: Sequence[Any], mismatch: Mismatch) -> Any:
    event = _event(events, mismatch)
    return event.get("by") if isinstance(event, dict) else None


def _event(events: Sequence[Any], mismatch: Mismatch) -> Any:
    return events[mismatch.number - 1] if 0 < mismatch.number <= len(events) else None


def _subject(events: Sequence[Any], mismatch: Mismatch) -> str:
    """Name what an event is about: "Ana's roll “Parry” at 10:42 UTC"."""
    if mismatch.what in _OF_THE_LOG:
        return "the log"
    event = _event(events, mismatch)
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

"""The events of a table's log, and the chain of digests that holds them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.table.fairness import canonical, fair

#: Stands in for the digest before the first event.
BEGINNING: Final = "0" * 64


@dataclass(frozen=True)
class Draft:
    """An event that has not been written yet.

    by: the member who did it; None for what the table does by itself. body: for everybody. hidden: for
    those who may see it. secret: for the server alone, never shown: seeds that are not revealed yet, digests of cookies
    and invites.
    """

    kind: str
    by: str | None
    body: Mapping[str, Any]
    roll: str | None = None
    visibility: str = "everyone"
    hidden: Mapping[str, Any] | None = None
    secret: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Event:
    """An event of the log. `at` counts milliseconds since 1970; `sealed` is the digest of the hidden part with its
    salt.
    """

    table: str
    number: int
    at: int
    kind: str
    by: str | None
    roll: str | None
    visibility: str
    body: Mapping[str, Any]
    hidden: Mapping[str, Any] | None
    salt: str | None
    sealed: str | None
    secret: Mapping[str, str] | None
    previous: str

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of all that everybody may see, `previous` included; the next event is chained to it."""
        return canonical.sha256(core(self))

    @cached_property
    def everything(self) -> Mapping[str, Any]:
        """Body and hidden part together."""
        return self.body if self.hidden is None else {**self.body, **self.hidden}

    @property
    def gives_at_once(self) -> bool:
        """True when whoever acted gave a nonce for dice of their own together with the command."""
        begun = self.body.get("stretch")
        return "unused" in self.body or (isinstance(begun, Mapping) and self.by in begun["nonces"])

    @property
    def nonces_given(self) -> dict[str, str]:
        """The nonces that the event makes known, by member."""
        if self.kind == "roll.witnessed":
            return {self.body["member"]: self.body["nonce"]}
        if self.by is None or not self.gives_at_once:
            return {}
        return {self.by: self.body["unused"] if "unused" in self.body else self.body["stretch"]["nonces"][self.by]}

    @cached_property
    def body_text(self) -> str:
        """The body as JSON text."""
        return canonical.text(self.body)

    @cached_property
    def hidden_text(self) -> str | None:
        """The hidden part as JSON text."""
        return None if self.hidden is None else canonical.text(self.hidden)

    @cached_property
    def size(self) -> int:
        """The length of the event in letters."""
        return len(self.body_text) + len(self.hidden_text or "")

    @cached_property
    def public(self) -> str:
        """The event as everybody may see it, as JSON text."""
        return _with_digest(core(self), self.digest, "")

    @cached_property
    def full(self) -> str:
        """The event as those see it who may see its hidden part, as JSON text."""
        return _with_digest(core(self), self.digest, f',"hidden":{self.hidden_text},"salt":"{self.salt}"')

    def text(self, *, seen: bool) -> str:
        """Return the event as JSON text, with its hidden part if that is seen."""
        return self.full if seen and self.hidden is not None else self.public


def core(event: Event) -> str:
    """Return the text that is digested: all that everybody sees of an event but the digest itself, as canonical JSON.

    The body, which may be long, is not written anew.
    """
    return (
        f'{{"at":"{moment(event.at)}","body":{event.body_text},"by":{_quoted(event.by)},"kind":"{event.kind}",'
        f'"number":{event.number},"previous":"{event.previous}","roll":{_quoted(event.roll)},'
        f'"sealed":{_quoted(event.sealed)},"table":"{event.table}","visibility":"{event.visibility}"}}'
    )


def _quoted(word: str | None) -> str:
    return "null" if word is None else f'"{word}"'


def _with_digest(text: str, digest: str, more: str) -> str:
    return f'{text[:-1]},"digest":"{digest}"{more}}}'


def written(draft: Draft, table: str, number: int, at: int, previous: str) -> Event:
    """Make a draft the next event of a log."""
    body, body_text = canonical.safe(draft.body)
    hidden: Any = None
    salt = sealed = hidden_text = None
    if draft.hidden is not None:
        hidden, hidden_text = canonical.safe(draft.hidden)
        salt = fair.fresh()
        sealed = seal(hidden_text, salt)
    event = Event(
        table=table,
        number=number,
        at=at,
        kind=draft.kind,
        by=draft.by,
        roll=draft.roll,
        visibility=draft.visibility,
        body=body,
        hidden=hidden,
        salt=salt,
        sealed=sealed,
        secret=draft.secret,
        previous=previous,
    )
    event.__dict__["body_text"] = body_text
    event.__dict__["hidden_text"] = hidden_text
    return event


def read(document: Mapping[str, Any], secret: Mapping[str, str] | None = None) -> Event:
    """Read an event as it was shown, for somebody who has only that; its `digest` is computed, not taken from there.

    Raises BadInput when the document is not of an event.
    """
    try:
        at = datetime.fromisoformat(document["at"])
        event = Event(
            table=str(document["table"]),
            number=int(document["number"]),
            at=round(at.timestamp() * 1000),
            kind=str(document["kind"]),
            by=_text(document["by"]),
            roll=_text(document["roll"]),
            visibility=str(document["visibility"]),
            body=dict(document["body"]),
            hidden=document.get("hidden"),
            salt=_text(document.get("salt")),
            sealed=_text(document["sealed"]),
            secret=secret,
            previous=str(document["previous"]),
        )
    except (KeyError, OverflowError, TypeError, ValueError) as error:
        raise BadInput("event", document, f"an event of a log ({error})") from None
    return event


def _text(part: Any) -> str | None:
    """Return a part of an event that is a text or nothing."""
    if part is None or isinstance(part, str):
        return part
    raise TypeError(f"{part!r} is no text")


def shown_seal(kind: str, body: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the member and the seal of their dice to come, where an event shows one."""
    if kind in ("member.joined", "member.sealed"):
        return body["member"], body["seal"]
    begun = body.get("stretch")
    return (begun["member"], begun["next"]) if isinstance(begun, Mapping) else None


def seal(hidden_text: str, salt: str) -> str:
    """Return the digest of a hidden part. The salt keeps others from trying out texts that it might hold."""
    return canonical.sha256(f'{{"hidden":{hidden_text},"salt":"{salt}"}}')


def moment(at: int) -> str:
    """Write milliseconds since 1970 as RFC 3339 does.

    >>> moment(1_772_393_400_123)
    '2026-03-01T19:30:00.123Z'
    """
    return f"{_second(at // 1000)}.{at % 1000:03d}Z"


@lru_cache(maxsize=16)
def _second(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%S")

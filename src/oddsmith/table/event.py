"""The events of a table's log, and the chain of digests that holds them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Final

from oddsmith.table import canonical, fair

#: Who sees the hidden part of what is not for everyone: see `State.sees`.
VISIBILITIES: Final = ("everyone", "host", "blind", "self")

#: What stands in for the digest before the first event.
BEGINNING: Final = "0" * 64


@dataclass(frozen=True)
class Draft:
    """An event that has not been written yet.

    by: the member who did it; None for what the table does by itself when time is up. body: for everybody. hidden: for
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

    digest: of all that everybody may see, the digest of the event before it included.
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
    digest: str

    @cached_property
    def everything(self) -> Mapping[str, Any]:
        """Body and hidden part together."""
        return self.body if self.hidden is None else {**self.body, **self.hidden}

    @cached_property
    def public(self) -> str:
        """The event as everybody may see it, as JSON text."""
        return canonical.text(self._shown())

    @cached_property
    def full(self) -> str:
        """The event as those see it who may see its hidden part, as JSON text."""
        return canonical.text(self._shown() | {"hidden": self.hidden, "salt": self.salt})

    def text(self, *, seen: bool) -> str:
        """The event as JSON text, with its hidden part if that is seen."""
        return self.full if seen and self.hidden is not None else self.public

    def _shown(self) -> dict[str, Any]:
        document = core(self.table, self.number, self.at, self.kind, self.by, self.roll, self.visibility)
        return document | {
            "body": self.body,
            "sealed": self.sealed,
            "previous": self.previous,
            "digest": self.digest,
        }


def core(
    table: str, number: int, at: int, kind: str, by: str | None, roll: str | None, visibility: str
) -> dict[str, Any]:
    """What an event says of itself, beside what is in it."""
    return {
        "table": table,
        "number": number,
        "at": moment(at),
        "kind": kind,
        "by": by,
        "roll": roll,
        "visibility": visibility,
    }


def written(draft: Draft, table: str, number: int, at: int, previous: str) -> Event:
    """The event that a draft becomes as the next one of a log."""
    body = canonical.safe(draft.body)
    hidden = None if draft.hidden is None else canonical.safe(draft.hidden)
    salt = None if hidden is None else fair.fresh()
    sealed = None if hidden is None else seal(hidden, salt)
    document = core(table, number, at, draft.kind, draft.by, draft.roll, draft.visibility)
    digest = chained(document | {"body": body, "sealed": sealed, "previous": previous})
    return Event(
        table,
        number,
        at,
        draft.kind,
        draft.by,
        draft.roll,
        draft.visibility,
        body,
        hidden,
        salt,
        sealed,
        draft.secret,
        previous,
        digest,
    )


def seal(hidden: Any, salt: str | None) -> str:
    """The digest of a hidden part. The salt keeps others from trying out what it might say."""
    return canonical.sha256(canonical.text({"hidden": hidden, "salt": salt}))


def chained(document: Mapping[str, Any]) -> str:
    """The digest of an event: of everything that everybody sees of it but the digest itself."""
    return canonical.sha256(canonical.text(document))


def moment(at: int) -> str:
    """Milliseconds since 1970 as RFC 3339 writes them.

    >>> moment(1_772_393_400_123)
    '2026-03-01T19:30:00.123Z'
    """
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03d}Z"

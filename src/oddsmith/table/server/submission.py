"""What is to be done at a table, and what it is answered: once, and again whenever the same is sent again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from oddsmith.table.commands.context import CommandContext, secret
from oddsmith.table.commands.declaration import BoundCommand
from oddsmith.table.domain import views
from oddsmith.table.domain.errors import KeyReused
from oddsmith.table.fairness import canonical, fair
from oddsmith.table.store import Connection, StoredAnswer


@dataclass(frozen=True)
class Answer:
    """What a command is answered: the table, the body as JSON text, and what is told once, by field.

    weight: how much is written because of it, in letters.
    """

    table: str
    body: str
    minted: Mapping[str, str] = field(default_factory=dict)
    weight: int = 0

    def text(self) -> str:
        """The body with what is told once."""
        if not self.minted:
            return self.body
        return f"{self.body[:-1]},{canonical.text(self.minted)[1:]}"


@dataclass(frozen=True)
class Submission:
    """Something to do at a table.

    token: the digest of the cookie of whoever acts; None for nobody in particular. act: carries it out. done: called
    with the answer or the error, once it is settled. key: the idempotency key, "" for what the server does by itself;
    it counts within `scope`. fingerprint: the digest of what was sent. opens: the table is to be made. seated: only
    somebody with a seat may do it.
    """

    table: str
    token: str | None
    act: BoundCommand
    done: Callable[[Answer | Exception], None]
    key: str = ""
    scope: str = ""
    fingerprint: str = ""
    opens: bool = False
    seated: bool = True

    @cached_property
    def place(self) -> str:
        """Where the answer is kept."""
        return place(self.scope, self.key)


def place(scope: str, key: str) -> str:
    """Where an answer is kept: a digest, so that the database does not tell the key, nor what follows from it."""
    return fair.digest("oddsmith/answer/1", scope, key)


def answered(submission: Submission, context: CommandContext) -> tuple[StoredAnswer, Answer]:
    """What a command that was done is answered: as it is kept, without the text of its events, and as it is told."""
    assert context.actor is not None
    about: dict[str, Any] = {"number": context.state.number, **context.reply}
    told = canonical.text(about)
    seen = views.seen(context.state, context.actor, context.events)
    texts = (event.text(seen=sees) for event, sees in zip(context.events, seen, strict=True))
    kept = StoredAnswer(
        submission.place,
        submission.fingerprint,
        submission.table,
        told,
        "".join("1" if sees else "0" for sees in seen),
        context.minted,
    )
    return kept, Answer(submission.table, _body(told, texts), _secrets(submission.key, context.minted), context.weight)


def again(connection: Connection, kept: StoredAnswer, key: str, fingerprint: str) -> Answer:
    """The answer that was given before; KeyReused if it was to another submission."""
    if kept.command != fingerprint:
        raise KeyReused
    last: int = json.loads(kept.reply)["number"]
    events = connection.events(kept.table, after=last - len(kept.seen), limit=len(kept.seen))
    texts = (event.text(seen=letter == "1") for event, letter in zip(events, kept.seen, strict=True))
    return Answer(kept.table, _body(kept.reply, texts), _secrets(key, kept.minted))


def _body(told: str, texts: Iterable[str]) -> str:
    return f'{told[:-1]},"events":[{",".join(texts)}]}}'


def _secrets(key: str, salts: Mapping[str, str]) -> dict[str, str]:
    return {name: secret(key, salt) for name, salt in salts.items()}

"""Commands as they are submitted, and their answers: once, and again whenever the same is sent again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from oddsmith.table.commands.context import CommandContext, secret
from oddsmith.table.commands.declaration import BoundCommand
from oddsmith.table.domain import views
from oddsmith.table.domain.errors import KeyReused
from oddsmith.table.fairness import canonical, fair
from oddsmith.table.store import Connection, StoredAnswer


@dataclass(frozen=True)
class Answer:
    """An answer to a command.

    body: as JSON text. minted: secrets that are shown once, by field. weight: letters written because of the command.
    """

    table: str
    body: str
    minted: Mapping[str, str] = field(default_factory=dict)
    weight: int = 0

    def text(self) -> str:
        """Return the body with the secrets that are shown once."""
        if not self.minted:
            return self.body
        return f"{self.body[:-1]},{canonical.text(self.minted)[1:]}"


@dataclass(frozen=True)
class Submission:
    """A command that waits for the thread that writes.

    token: the digest of the cookie of whoever acts; None for nobody in particular. act: the command. key: the
    idempotency key, "" for what the server does by itself; it counts within `scope`. fingerprint: the digest of what
    was sent. opens: the table is to be made. seated: only somebody with a seat may do it. present: members whose pages
    were open then. done: called with the answer or the error, once it is settled.
    """

    table: str
    token: str | None
    act: BoundCommand
    key: str = ""
    scope: str = ""
    fingerprint: str = ""
    opens: bool = False
    seated: bool = True
    present: frozenset[str] = frozenset()
    done: Callable[[Answer | Exception], None] = lambda answer: None

    @cached_property
    def answer_key(self) -> str:
        """The key under which its answer is stored."""
        return answer_key(self.scope, self.key)


def answer_key(scope: str, key: str) -> str:
    """Return the key of a stored answer: a digest, so that the database shows neither the key nor secrets from it."""
    return fair.digest("oddsmith/answer/1", scope, key)


def answer(submission: Submission, context: CommandContext) -> tuple[StoredAnswer, Answer]:
    """Return the answer to a command that was done: as it is stored, without its events' text, and as it is sent."""
    assert context.actor is not None
    reply = canonical.text({"number": context.state.number, **context.reply})
    seen = views.seen(context.state, context.actor, context.events)
    texts = (event.text(seen=sees) for event, sees in zip(context.events, seen, strict=True))
    kept = StoredAnswer(
        submission.answer_key,
        submission.fingerprint,
        submission.table,
        reply,
        "".join("1" if sees else "0" for sees in seen),
        context.minted,
    )
    return kept, Answer(submission.table, _body(reply, texts), _secrets(submission.key, context.minted), context.weight)


def answer_again(connection: Connection, kept: StoredAnswer, key: str, fingerprint: str) -> Answer:
    """Return the answer that was given before; KeyReused if it was to another command."""
    if kept.command != fingerprint:
        raise KeyReused
    last: int = json.loads(kept.reply)["number"]
    events = connection.events(kept.table, after=last - len(kept.seen), limit=len(kept.seen))
    texts = (event.text(seen=letter == "1") for event, letter in zip(events, kept.seen, strict=True))
    return Answer(kept.table, _body(kept.reply, texts), _secrets(key, kept.minted))


def _body(reply: str, texts: Iterable[str]) -> str:
    return f'{reply[:-1]},"events":[{",".join(texts)}]}}'


def _secrets(key: str, salts: Mapping[str, str]) -> dict[str, str]:
    return {name: secret(key, salt) for name, salt in salts.items()}

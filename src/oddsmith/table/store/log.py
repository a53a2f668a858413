"""Logs and answers, read and written over a connection."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from oddsmith.table.domain.errors import Damaged
from oddsmith.table.domain.event import Event
from oddsmith.table.fairness import canonical
from oddsmith.table.store.availability import damage
from oddsmith.table.store.schema import ANSWERS, EVENTS, TABLES

_COLUMNS = [column for column in EVENTS.c if column.name != "table_id"]


@dataclass(frozen=True)
class StoredAnswer:
    """An answer to a command, as it is stored.

    command: its digest. reply: the answer without its events, as JSON text. seen: a letter for each of its events, the
    last of them that of the `number` in the reply: "1" if whoever acted saw its hidden part. minted: salts of secrets
    that were shown once, by field.
    """

    key: str
    command: str
    table: str
    reply: str
    seen: str
    minted: Mapping[str, str]


class Locked(Exception):
    """Another server, or somebody else, has held the lock of a table for too long."""


class Connection:
    """A connection to the database, inside a transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    # -- reading

    def numbers(self, tables: Collection[str]) -> dict[str, int]:
        """Return the number of the last event of each table that there is."""
        return self._numbers(_numbered(tables))

    def events(
        self,
        table: str,
        *,
        after: int = 0,
        before: int | None = None,
        limit: int | None = None,
        roll: str | None = None,
    ) -> list[Event]:
        """Return events of a table by number. before: the last ones before that number, not the first after `after`.

        Raises Damaged, which names the table, for one that cannot be read or is not there.
        """
        query = sa.select(*_COLUMNS).where(EVENTS.c.table_id == table, EVENTS.c.number > after)
        if roll is not None:
            query = query.where(EVENTS.c.roll == roll)
        if before is not None:
            query = query.where(EVENTS.c.number < before).order_by(EVENTS.c.number.desc())
        else:
            query = query.order_by(EVENTS.c.number)
        try:
            rows = self._connection.execute(query if limit is None else query.limit(limit)).all()
        except sa.exc.DBAPIError as error:
            reason = damage(error)
            if reason is None:
                raise
            raise Damaged(f"the log of table {table} cannot be read ({reason})") from error
        found = [_read(table, row) for row in rows]
        if before is not None:
            found.reverse()
        if roll is None:
            numbers = [event.number for event in found]
            first = numbers[0] if before is not None and numbers else after + 1
            if numbers != list(range(first, first + len(numbers))):
                raise Damaged(f"an event of table {table} after number {after} is not there")
        return found

    def in_the_air(self) -> list[str]:
        """Return the tables with rolls that wait neither for a decision nor for faces: time alone lets them go on."""
        rolls = sa.select(EVENTS.c.table_id, sa.func.max(EVENTS.c.number).label("number"))
        last = rolls.where(EVENTS.c.kind.like("roll.%")).group_by(EVENTS.c.table_id, EVENTS.c.roll).subquery()
        query = (
            sa.select(EVENTS.c.table_id)
            .distinct()
            .join(last, sa.and_(EVENTS.c.table_id == last.c.table_id, EVENTS.c.number == last.c.number))
            .where(EVENTS.c.kind.not_in(_AT_REST))
            .order_by(EVENTS.c.table_id)
        )
        return list(self._connection.scalars(query))

    def answered(self, keys: Collection[str]) -> dict[str, StoredAnswer]:
        """Return stored answers by key."""
        query = sa.select(ANSWERS).where(ANSWERS.c.key.in_(list(keys)))
        return {
            row.key: StoredAnswer(
                row.key, row.command, row.table_id, row.told, row.seen, json.loads(row.minted) if row.minted else {}
            )
            for row in self._connection.execute(query)
        }

    # -- writing

    def lock(self, tables: Collection[str], *, wait: bool) -> dict[str, int]:
        """Return `numbers` of tables to which nobody else may write until the end of the transaction.

        wait: for whoever has locked one of them; raises Locked after a while. Otherwise such tables are left out.
        """
        if not tables:
            return {}
        if self._connection.dialect.name != "postgresql":  # there one connection alone writes
            return self.numbers(tables)
        try:
            return self._numbers(_numbered(tables).with_for_update(skip_locked=not wait))
        except sa.exc.OperationalError as error:
            if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                raise Locked from error
            raise

    def _numbers(self, query: sa.Select[Any]) -> dict[str, int]:
        return {row.id: row.number for row in self._connection.execute(query)}

    def open(self, tables: Mapping[str, int]) -> None:
        """Add tables, by id with the time."""
        self._connection.execute(
            sa.insert(TABLES), [{"id": table, "opened": at, "number": 0} for table, at in tables.items()]
        )

    def append(self, events: Sequence[Event]) -> None:
        """Add events to their logs; ValueError, and nothing to be committed, if one does not follow the last of its
        table.
        """
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for event in events:
            first.setdefault(event.table, event.number)
            if event.number != last.get(event.table, event.number - 1) + 1:
                raise ValueError(f"event {event.number} cannot follow event {last[event.table]}")
            last[event.table] = event.number
        self._connection.execute(sa.insert(EVENTS), [_row(event) for event in events])
        moved = self._connection.execute(
            sa.update(TABLES)
            .where(TABLES.c.id == sa.bindparam("its"), TABLES.c.number == sa.bindparam("before"))
            .values(number=sa.bindparam("last")),
            [{"its": table, "before": first[table] - 1, "last": last[table]} for table in sorted(last)],
        )
        if moved.rowcount != len(last):
            raise ValueError(f"events {first} cannot follow those of their tables")
        if self._connection.dialect.name == "postgresql":
            for table, number in last.items():
                self._connection.execute(sa.select(sa.func.pg_notify(NEWS, f"{table} {number}")))

    def answer(self, answers: Iterable[StoredAnswer], at: int) -> None:
        """Store answers."""
        rows: list[dict[str, Any]] = [
            {
                "key": answer.key,
                "command": answer.command,
                "table_id": answer.table,
                "at": at,
                "told": answer.reply,
                "seen": answer.seen,
                "minted": json.dumps(dict(answer.minted)) if answer.minted else None,
            }
            for answer in answers
        ]
        if rows:
            self._connection.execute(sa.insert(ANSWERS), rows)

    def forget(self, before: int, most: int) -> int:
        """Forget answers that are older, so many at most; return their number."""
        old = sa.select(ANSWERS.c.key).where(ANSWERS.c.at < before).order_by(ANSWERS.c.at).limit(most)
        old = old.with_for_update(skip_locked=True)  # where several servers forget at once
        return self._connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.key.in_(old))).rowcount

    def touch(self) -> None:
        """Write what is there already: it shows whether the database takes anything."""
        self._connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def _numbered(tables: Collection[str]) -> sa.Select[Any]:
    # In an order, so that servers that lock several tables do not wait for each other in a circle.
    return sa.select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(sorted(tables))).order_by(TABLES.c.id)


#: Events after which a roll waits for somebody as long as it takes, or is over.
_AT_REST: Final = ("roll.waits", "roll.finished", "roll.undone", "roll.shown")

_LOCK_NOT_AVAILABLE: Final = "55P03"

#: Channels on which PostgreSQL tells other servers of new events, as "TABLE NUMBER", and of who listens.
NEWS: Final = "oddsmith_events"
PRESENCE: Final = "oddsmith_presence"


def _row(event: Event) -> dict[str, Any]:
    return {
        "table_id": event.table,
        "number": event.number,
        "at": event.at,
        "kind": event.kind,
        "by": event.by,
        "roll": event.roll,
        "visibility": event.visibility,
        "body": event.body_text,
        "hidden": event.hidden_text,
        "salt": event.salt,
        "sealed": event.sealed,
        "secret": None if event.secret is None else canonical.text(event.secret),
        "previous": event.previous,
        "digest": event.digest,
    }


def _read(table: str, row: sa.Row[Any]) -> Event:
    try:
        body = json.loads(row.body)
        hidden = None if row.hidden is None else json.loads(row.hidden)
        secret = None if row.secret is None else json.loads(row.secret)
        size = len(row.body) + len(row.hidden or "")
        whole = isinstance(row.at, int) and isinstance(body, dict)
        whole = whole and isinstance(hidden, dict | None) and isinstance(secret, dict | None)
    except (TypeError, ValueError, RecursionError):
        whole = False
    if not whole:
        raise Damaged(f"event {row.number} of table {table} cannot be read")
    event = Event(
        table=table,
        number=row.number,
        at=row.at,
        kind=row.kind,
        by=row.by,
        roll=row.roll,
        visibility=row.visibility,
        body=body,
        hidden=hidden,
        salt=row.salt,
        sealed=row.sealed,
        secret=secret,
        previous=row.previous,
    )
    event.__dict__["size"] = size
    event.__dict__["digest"] = row.digest  # as it was written: what reads it anew is what verifies it
    return event

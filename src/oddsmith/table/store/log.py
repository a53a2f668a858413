"""Reading and writing logs over a connection."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa

from oddsmith.table import canonical
from oddsmith.table.event import Event
from oddsmith.table.store.schema import ANSWERS, EVENTS, TABLES

_COLUMNS = [column for column in EVENTS.c if column.name != "table_id"]


@dataclass(frozen=True)
class Answered:
    """What a command was answered. command: its digest. minted: salts of what was told once, by field."""

    key: str
    command: str
    table: str
    body: str
    minted: Mapping[str, str]


class Connection:
    """A connection to the database, inside a transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    # -- reading

    def numbers(self, tables: Collection[str], *, lock: bool = False) -> dict[str, int]:
        """The number of the last event of each table that there is. lock: nobody else may write to them meanwhile."""
        query = sa.select(TABLES.c.id, TABLES.c.number).where(TABLES.c.id.in_(sorted(tables))).order_by(TABLES.c.id)
        if lock and self._connection.dialect.name == "postgresql":
            query = query.with_for_update()
        return {row.id: row.number for row in self._connection.execute(query)}

    def events(
        self,
        table: str,
        *,
        after: int = 0,
        before: int | None = None,
        limit: int | None = None,
        roll: str | None = None,
    ) -> list[Event]:
        """Events of a table by number. before: the last ones before that number, not the first after `after`."""
        query = sa.select(*_COLUMNS).where(EVENTS.c.table_id == table, EVENTS.c.number > after)
        if roll is not None:
            query = query.where(EVENTS.c.roll == roll)
        if before is not None:
            query = query.where(EVENTS.c.number < before).order_by(EVENTS.c.number.desc())
        else:
            query = query.order_by(EVENTS.c.number)
        rows = self._connection.execute(query if limit is None else query.limit(limit)).all()
        found = [_read(table, row) for row in rows]
        return found[::-1] if before is not None else found

    def answered(self, keys: Collection[str]) -> dict[str, Answered]:
        """What was answered before, by key."""
        query = sa.select(ANSWERS).where(ANSWERS.c.key.in_(list(keys)))
        return {
            row.key: Answered(
                row.key, row.command, row.table_id, row.body, json.loads(row.minted) if row.minted else {}
            )
            for row in self._connection.execute(query)
        }

    # -- writing

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

    def answer(self, answers: Iterable[Answered], at: int) -> None:
        """Remember answers."""
        rows: list[dict[str, Any]] = [
            {
                "key": answer.key,
                "command": answer.command,
                "table_id": answer.table,
                "at": at,
                "body": answer.body,
                "minted": json.dumps(dict(answer.minted)) if answer.minted else None,
            }
            for answer in answers
        ]
        if rows:
            self._connection.execute(sa.insert(ANSWERS), rows)

    def forget(self, before: int) -> None:
        """Forget answers that are older."""
        self._connection.execute(sa.delete(ANSWERS).where(ANSWERS.c.at < before))


#: Where PostgreSQL tells other servers of new events, as "TABLE NUMBER", and of who listens.
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
    event = Event(
        table=table,
        number=row.number,
        at=row.at,
        kind=row.kind,
        by=row.by,
        roll=row.roll,
        visibility=row.visibility,
        body=json.loads(row.body),
        hidden=None if row.hidden is None else json.loads(row.hidden),
        salt=row.salt,
        sealed=row.sealed,
        secret=None if row.secret is None else json.loads(row.secret),
        previous=row.previous,
    )
    event.__dict__["digest"] = row.digest  # as it was written: what reads it anew is what verifies it
    return event

"""A check of a whole database: the file itself, and every log in it as it is stored.

What rules made of the dice is not computed again: that is what `verify` does with a log.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import sqlalchemy as sa

from oddsmith.table.domain.errors import Damaged
from oddsmith.table.domain.event import Event, core, moment, seal, shown_seal
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import canonical, fair
from oddsmith.table.store.availability import damage
from oddsmith.table.store.database import looking, snapshot
from oddsmith.table.store.log import Connection
from oddsmith.table.store.schema import ANSWERS, EVENTS, TABLES

PAGE: Final = 500  # events that are read at once


@dataclass(frozen=True)
class Finding:
    """Something that is not as it was written. table, number: of the event; None where it is of no single one."""

    what: str
    table: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        place = "the database" if self.table is None else f"table {self.table}"
        return f"{place}{'' if self.number is None else f', event {self.number}'}: {self.what}"


@dataclass
class Checkup:
    """What was looked at, and what was found."""

    tables: int = 0
    events: int = 0
    findings: list[Finding] = field(default_factory=list)

    @property
    def document(self) -> Mapping[str, Any]:
        """The checkup for programs."""
        found = [{"table": each.table, "number": each.number, "what": each.what} for each in self.findings]
        return {"schema": "oddsmith/doctor/1", "tables": self.tables, "events": self.events, "findings": found}


def checkup(url: str) -> Checkup:
    """Check a database by URL, or a file of SQLite by its path, also while servers use it.

    Raises BadInput for what is no database of this version, Unreachable for one that is locked or away.
    """
    found = Checkup()
    with _noting(found, None), looking(url) as engine:
        with _noting(found, None), snapshot(engine) as connection:
            if engine.dialect.name == "sqlite":
                for (line,) in connection.exec_driver_sql("PRAGMA integrity_check").all():
                    if line != "ok":
                        found.findings += [Finding(text) for text in str(line).splitlines()]
        numbers: dict[str, int] = {}
        with _noting(found, None), snapshot(engine) as connection:
            numbers = {row.id: row.number for row in connection.execute(sa.select(TABLES.c.id, TABLES.c.number))}
            for table in connection.scalars(sa.select(EVENTS.c.table_id).distinct()):
                if table not in numbers:
                    found.findings.append(Finding("its events are there, and the table itself is not", str(table)))
        for table in sorted(numbers, key=str):
            with _noting(found, table), snapshot(engine) as connection:
                numbers |= Connection(connection).numbers([table])
                found.tables += 1
                _log(found, Connection(connection), table, numbers[table])
        with _noting(found, None), snapshot(engine) as connection:
            _answers(found, connection, Connection(connection).numbers(numbers))
    return found


@contextlib.contextmanager
def _noting(found: Checkup, table: str | None) -> Iterator[None]:
    """Note what the database itself cannot read; the rest of it is checked all the same."""
    try:
        yield
    except (Damaged, sa.exc.DBAPIError) as error:
        reason = damage(error)
        if reason is None:
            raise
        found.findings.append(Finding(reason, table))


def _log(found: Checkup, connection: Connection, table: str, number: int) -> None:
    """Check the log of a table."""
    state = State(table)
    while True:
        events = connection.events(table, after=state.number, limit=PAGE)
        for event in events:
            found.events += 1
            try:
                for what in _wrong(event, state):
                    found.findings.append(Finding(what, table, event.number))
                apply(state, event)
            except Exception as error:  # noqa: BLE001 (whatever it is that an event no longer says)
                what = f"{event.kind} cannot follow what came before ({type(error).__name__}: {error})"
                found.findings.append(Finding(what, table, event.number))
                return
        if len(events) < PAGE:
            break
    if state.number != number:
        found.findings.append(Finding(f"its last event is number {number}; the log ends at {state.number}", table))


def _wrong(event: Event, before: State) -> Iterator[str]:
    """Say what an event has that does not belong to it."""
    if canonical.sha256(core(event)) != event.digest:
        yield "its digest is not that of what it says"
    if event.previous != before.digest:
        yield "the digest of the event before it is another one"
    if (event.hidden is None) != (event.sealed is None):
        yield "its hidden part or the digest of that is not there"
    elif event.hidden is not None and seal(event.hidden_text or "", event.salt or "") != event.sealed:
        yield "its hidden part is not the one that was sealed"
    if event.at < before.at and event.kind != "clock.set":
        yield f"its time, {moment(event.at)}, is before {moment(before.at)}"
    shown = shown_seal(event.kind, event.body)
    if shown is not None and not _of_seed(event, shown[1]):
        yield "its seed is not the one that was sealed"


def _of_seed(event: Event, sealed: str) -> bool:
    """Tell whether a seal is that of the seed which an event keeps."""
    try:
        return fair.seal(event.table, (event.secret or {}).get("seed", "")) == sealed
    except (TypeError, ValueError):  # it is not even made of digits
        return False


def _answers(found: Checkup, connection: sa.Connection, numbers: Mapping[str, int]) -> None:
    """Check that the answers kept for commands that come again are of events that are there."""
    query = sa.select(ANSWERS.c.key, ANSWERS.c.table_id, ANSWERS.c.told)
    for row in connection.execute(query.execution_options(yield_per=PAGE)):
        try:
            number = int(json.loads(row.told)["number"])
            beyond = number > numbers.get(row.table_id, 0)
        except (KeyError, OverflowError, TypeError, ValueError):
            found.findings.append(Finding(f"the answer {row.key[:12]} cannot be read", row.table_id))
            continue
        if beyond:
            found.findings.append(Finding(f"the answer {row.key[:12]} is about event {number}", row.table_id))

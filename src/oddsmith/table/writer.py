"""The one thread that writes: it takes commands from a queue, many at once, and commits them together.

A command is acknowledged, and its events are told to anybody, only when they are on disk. One sync of the disk serves
all commands that came meanwhile (group commit), which is what makes it fast.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import sqlalchemy as sa

from oddsmith.errors import OddsmithError
from oddsmith.table import canonical, fair, views
from oddsmith.table.desk import Desk, secret
from oddsmith.table.errors import Busy, KeyReused, NotFound, NotSeated
from oddsmith.table.event import Event
from oddsmith.table.state import State
from oddsmith.table.store import Answered, Connection, Database

BATCH = 256
QUEUE = 4096
RETRIES = 3
TABLES_KEPT = 500
ANSWERS_KEPT = 7 * 24 * 3600 * 1000  # milliseconds

_log = logging.getLogger("oddsmith.table")


@dataclass(frozen=True)
class Answer:
    """What a command is answered: the table, the body as JSON text, and what is told once, by field."""

    table: str
    body: str
    minted: Mapping[str, str] = field(default_factory=dict)

    def told(self) -> str:
        """The body with what is told once."""
        if not self.minted:
            return self.body
        return f"{self.body[:-1]},{canonical.text(self.minted)[1:]}"


@dataclass(frozen=True)
class Command:
    """Something to do at a table.

    token: the digest of the cookie of whoever acts; None for nobody in particular. act: does it at a desk. done: called
    with the answer or the error, once it is settled. key: the idempotency key, "" for what the server does by itself;
    it counts within `scope`. fingerprint: the digest of what was sent. opens: the table is to be made. seated: only
    somebody with a seat may do it.
    """

    table: str
    token: str | None
    act: Callable[[Desk], None]
    done: Callable[[Answer | Exception], None]
    key: str = ""
    scope: str = ""
    fingerprint: str = ""
    opens: bool = False
    seated: bool = True

    @cached_property
    def place(self) -> str:
        """Where the answer is kept: a digest, so that the database does not tell the key, nor what follows from it."""
        return fair.digest("oddsmith/answer/1", self.scope, self.key)


Deliver: TypeAlias = Callable[[Sequence[Event], Sequence[tuple[Command, Answer | Exception]]], None]


@dataclass
class _Batch:
    """Commands that are committed together, and what came of them."""

    events: list[Event] = field(default_factory=list)
    opened: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Answered] = field(default_factory=dict)
    known: dict[str, Answered] = field(default_factory=dict)
    settled: list[tuple[Command, Answer | Exception]] = field(default_factory=list)


class _Spoiled(Exception):
    """A command failed after it had written something: the states are wrong, and all must be done again without it."""

    def __init__(self, command: Command, error: Exception) -> None:
        super().__init__(str(error))
        self.command = command
        self.error = error


class Writer:
    """Carries out commands, in a thread of its own.

    deliver: called in that thread with the events of a batch, once they are on disk, and what each command came to.
    """

    def __init__(self, database: Database, deliver: Deliver) -> None:
        self._database = database
        self._deliver = deliver
        self._queue: queue.Queue[Command | None] = queue.Queue(QUEUE)
        self._states: OrderedDict[str, State] = OrderedDict()
        self._thread = threading.Thread(target=self._run, name="oddsmith-writer", daemon=True)

    def start(self) -> None:
        """Begin; answers that are too old to be asked for again are forgotten."""
        with self._database.writing() as connection:
            connection.forget(_now() - ANSWERS_KEPT)
        self._thread.start()

    def submit(self, command: Command) -> None:
        """Have something done; Busy when too much is waiting already."""
        try:
            self._queue.put_nowait(command)
        except queue.Full:
            raise Busy from None

    def close(self) -> None:
        """Finish what is queued, and end."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    # -- the thread

    def _run(self) -> None:
        while True:
            commands = self._next()
            if commands is None:
                return
            try:
                self._do(commands)
            except Exception as error:  # noqa: BLE001 (the thread must go on, and those who wait be told)
                _log.exception("a batch of %d commands failed", len(commands))
                self._states.clear()
                self._deliver([], [(command, error) for command in commands])

    def _next(self) -> list[Command] | None:
        first = self._queue.get()
        if first is None:
            return None
        commands = [first]
        while len(commands) < BATCH:
            try:
                command = self._queue.get_nowait()
            except queue.Empty:
                break
            if command is None:
                self._queue.put(None)
                break
            commands.append(command)
        return commands

    def _do(self, commands: list[Command]) -> None:
        failed: list[tuple[Command, Answer | Exception]] = []
        collisions = 0
        while True:
            batch = _Batch()
            tables = {command.table for command in commands}
            try:
                with self._database.writing() as connection:
                    self._carry_out(connection, commands, batch)
                break
            except _Spoiled as spoiled:
                commands = [command for command in commands if command is not spoiled.command]
                failed.append((spoiled.command, spoiled.error))
            except sa.exc.IntegrityError:
                # Another server answered the same key meanwhile: now its answer is there to be found.
                collisions += 1
                if collisions == RETRIES:
                    raise
            for table in tables:
                self._states.pop(table, None)
        self._deliver(batch.events, [*failed, *batch.settled])
        while len(self._states) > TABLES_KEPT:
            self._states.popitem(last=False)

    def _carry_out(self, connection: Connection, commands: Sequence[Command], batch: _Batch) -> None:
        now = _now()
        numbers = connection.numbers({command.table for command in commands}, lock=True)
        keys = {command.place for command in commands if command.key}
        batch.known = connection.answered(keys) if keys else {}
        for command in commands:
            batch.settled.append((command, self._settle(connection, command, numbers, now, batch)))
        if batch.opened:
            connection.open(batch.opened)
        if batch.events:
            connection.append(batch.events)
        connection.answer(batch.answers.values(), now)

    def _settle(
        self, connection: Connection, command: Command, numbers: dict[str, int], now: int, batch: _Batch
    ) -> Answer | Exception:
        known = batch.known.get(command.place) or batch.answers.get(command.place) if command.key else None
        if known is not None:
            return _again(command, known)
        desk: Desk | None = None
        try:
            state = self._state(connection, command, numbers)
            actor = state.seated(command.token)
            if actor is None and command.seated:
                raise NotSeated
            desk = Desk(
                state,
                actor,
                max(now, state.at),
                command.key,
                lambda roll: _past(connection, batch, state.table, roll),
                lambda number: _read(connection, batch, state.table, number),
            )
            command.act(desk)
        except OddsmithError as error:
            if desk is not None and desk.events:
                raise _Spoiled(command, error) from error
            return error
        except sa.exc.SQLAlchemyError:
            raise
        except Exception as error:
            _log.exception("a command at table %s failed", command.table)
            if desk is not None and desk.events:
                raise _Spoiled(command, error) from error
            return error
        if command.opens:
            batch.opened[command.table] = now
            numbers[command.table] = 0
        batch.events.extend(desk.events)
        return self._answer(command, desk, batch)

    def _state(self, connection: Connection, command: Command, numbers: Mapping[str, int]) -> State:
        """The table as it stands, what other servers wrote included."""
        if command.opens:
            state = self._states[command.table] = State(command.table)
            return state
        if command.table not in numbers:
            raise NotFound("table", command.table)
        found = self._states.get(command.table)
        if found is None:
            found = self._states[command.table] = State(command.table)
        self._states.move_to_end(command.table)
        if found.number < numbers[command.table]:
            for event in connection.events(command.table, after=found.number):
                found.apply(event)
        return found

    def _answer(self, command: Command, desk: Desk, batch: _Batch) -> Answer:
        if not command.key:
            return Answer(command.table, "{}")
        actor = desk.actor
        assert actor is not None
        told: dict[str, Any] = {"number": desk.state.number, **desk.told}
        body = f'{canonical.text(told)[:-1]},"events":{views.listed(desk.state, actor, desk.events)}}}'
        batch.answers[command.place] = Answered(command.place, command.fingerprint, command.table, body, desk.minted)
        return Answer(command.table, body, _secrets(desk.key, desk.minted))


def _again(command: Command, known: Answered) -> Answer | Exception:
    """The stored answer, if it was the same command."""
    if known.command != command.fingerprint:
        return KeyReused()
    return Answer(known.table, known.body, _secrets(command.key, known.minted))


def _secrets(key: str, salts: Mapping[str, str]) -> dict[str, str]:
    return {name: secret(key, salt) for name, salt in salts.items()}


def _past(connection: Connection, batch: _Batch, table: str, roll: str) -> list[Event]:
    """All events of a roll, those of this batch included."""
    return connection.events(table, roll=roll) + [e for e in batch.events if e.table == table and e.roll == roll]


def _read(connection: Connection, batch: _Batch, table: str, number: int) -> Event:
    """An event by its number, one of this batch included."""
    stored = connection.events(table, after=number - 1, limit=1)
    return next(e for e in [*stored, *batch.events] if e.table == table and e.number == number)


def _now() -> int:
    return time.time_ns() // 1_000_000

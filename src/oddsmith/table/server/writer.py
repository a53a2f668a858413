"""The one thread that writes: it takes commands from a queue, many at once, and commits them together.

A command is answered, and its events are sent to anybody, only when they are on disk. One sync of the disk serves
all commands that came meanwhile (group commit), which is what makes it fast.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeAlias

import sqlalchemy as sa

from oddsmith.errors import OddsmithError
from oddsmith.systems.at_fault import at_fault
from oddsmith.table.commands import clock
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.errors import Busy, Damaged, Full, KeyReused, NotFound, NotSeated, Unreachable
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.state import State
from oddsmith.table.server.submission import Answer, Submission, answer, answer_again
from oddsmith.table.store import Connection, Database, Locked, StoredAnswer

BATCH = 256
QUEUE = 4096
RETRIES = 3
TABLES_KEPT = 500
READ_AT_ONCE = 500  # events; a log that is longer is not read by the thread that writes
FORGET_AT_ONCE = 500  # answers
FORGET_PAUSE = 1.0  # seconds, while there are more to forget
ANSWERS_KEPT = 7 * 24 * 3600 * 1000  # milliseconds

_log = logging.getLogger("oddsmith.table")


Deliver: TypeAlias = Callable[[Sequence[Event], Sequence[tuple[Submission, Answer | Exception]]], None]


@dataclass
class _Batch:
    """Commands that are committed together, and what came of them."""

    events: list[Event] = field(default_factory=list)
    opened: dict[str, int] = field(default_factory=dict)
    made: dict[str, tuple[StoredAnswer, Answer]] = field(default_factory=dict)
    known: dict[str, StoredAnswer] = field(default_factory=dict)
    locked: set[str] = field(default_factory=set)
    settled: list[tuple[Submission, Answer | Exception]] = field(default_factory=list)


class Unloaded(Exception):
    """The log of a table has to be read first (`Writer.load`), and is so long that all others would wait for it."""


class _Spoiled(Exception):
    """A command failed after it had written something: the states are wrong, and all must be done again without it."""

    def __init__(self, command: Submission, error: Exception) -> None:
        super().__init__(str(error))
        self.command = command
        self.error = error


class Writer:
    """Carries out commands, in a thread of its own.

    deliver: called in that thread with the events of a batch, once they are on disk, and the answer to each command.
    longest: letters that the log of a table may have; rolls that are under way there still come to their end.
    """

    def __init__(self, database: Database, deliver: Deliver, longest: int) -> None:
        self._database = database
        self._deliver = deliver
        self._longest = longest
        self._queue: queue.Queue[Submission | State | Future[None] | None] = queue.Queue(QUEUE)
        self._states: OrderedDict[str, State] = OrderedDict()
        self._locked: set[str] = set()  # tables that somebody else keeps locked: nobody waits for them any more
        self._forget_at = 0.0
        self._ahead = _now() - time.monotonic_ns() // 1_000_000
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="oddsmith-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, command: Submission | Future[None]) -> None:
        """Queue a command; Busy when too much is waiting already."""
        if self._closed:
            raise Busy
        try:
            self._queue.put_nowait(command)
        except queue.Full:
            raise Busy from None

    def probe(self) -> Future[None]:
        """Have something written that changes nothing; done when it is on disk, Unreachable where it cannot be."""
        probe: Future[None] = Future()
        self.submit(probe)
        return probe

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return self._queue.qsize()

    def load(self, table: str) -> None:
        """Read a long log for the commands that were answered Unloaded; in any thread but the one that writes."""
        state = State(table)
        while True:
            with self._database.reading() as connection:
                events = connection.events(table, after=state.number, limit=READ_AT_ONCE)
            for event in events:
                apply(state, event)
            if len(events) < READ_AT_ONCE:
                break
        self._queue.put(state)

    def close(self) -> None:
        """Finish what is queued, and end the thread."""
        self._closed = True
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()

    # -- the thread

    def _run(self) -> None:
        ended = False
        while not ended:
            commands, ended = self._next()
            if not commands:
                continue
            try:
                self._do(commands)
            except Exception as error:  # noqa: BLE001 (the thread must go on, and those who wait be answered)
                if not isinstance(error, Unreachable):
                    _log.exception("a batch of %d commands failed", len(commands))
                for command in commands:
                    self._states.pop(command.table, None)
                self._deliver([], [(command, error) for command in commands])
            self._forget_answers()

    def _next(self) -> tuple[list[Submission], bool]:
        """Return commands that wait, and whether they are the last."""
        commands: list[Submission] = []
        while len(commands) < BATCH:
            try:
                item = self._queue.get(block=not commands)
            except queue.Empty:
                break
            if item is None:
                return commands, True
            if isinstance(item, State):
                self._states.setdefault(item.table, item)
            elif isinstance(item, Future):
                self._probe(item)
            else:
                commands.append(item)
        return commands, False

    def _probe(self, probe: Future[None]) -> None:
        if not probe.set_running_or_notify_cancel():
            return
        try:
            with self._database.writing() as connection:
                connection.touch()
        except Exception as error:  # noqa: BLE001 (whoever asked is told, and the thread must go on)
            probe.set_exception(error)
        else:
            probe.set_result(None)

    def _steady(self) -> int:
        """Return the time by the clock as it was at the start: one that jumps must not let answers look old."""
        return self._ahead + time.monotonic_ns() // 1_000_000

    def _forget_answers(self) -> None:
        """Forget old answers now and then, a few at a time: nobody's commands wait for it long."""
        if time.monotonic() < self._forget_at:
            return
        forgotten = 0
        try:
            with self._database.writing() as connection:
                forgotten = connection.forget(self._steady() - ANSWERS_KEPT, FORGET_AT_ONCE)
        except Unreachable:
            pass  # that was said
        except Exception:  # noqa: BLE001 (the thread must go on)
            _log.exception("old answers could not be forgotten")
        self._forget_at = time.monotonic() + (FORGET_PAUSE if forgotten == FORGET_AT_ONCE else 60)

    def _do(self, commands: list[Submission]) -> None:
        failed: list[tuple[Submission, Answer | Exception]] = []
        collisions = 0
        while True:
            batch = _Batch()
            tables = {command.table for command in commands}
            try:
                with self._database.writing() as connection:
                    self._carry_out(connection, commands, batch)
                break
            except Locked:  # before anything was done
                self._locked |= tables
                continue
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

    def _carry_out(self, connection: Connection, commands: Sequence[Submission], batch: _Batch) -> None:
        now = _now()
        tables = {command.table for command in commands}
        numbers = connection.lock(tables & self._locked, wait=False)
        batch.locked = set(connection.numbers((tables & self._locked) - numbers.keys()))
        self._locked -= tables - batch.locked
        numbers |= connection.lock(tables - batch.locked - numbers.keys(), wait=True)
        keys = {command.answer_key for command in commands if command.key}
        batch.known = connection.answered(keys) if keys else {}
        for command in commands:
            batch.settled.append((command, self._settle(connection, command, numbers, now, batch)))
        if batch.opened:
            connection.open(batch.opened)
        if batch.events:
            connection.append(batch.events)
        connection.answer([kept for kept, _ in batch.made.values()], self._steady())

    def _settle(
        self, connection: Connection, command: Submission, numbers: dict[str, int], now: int, batch: _Batch
    ) -> Answer | Exception:
        context: CommandContext | None = None
        try:
            known = _known(connection, command, batch) if command.key else None
            if known is not None:
                return known
            state = self._state(connection, command, numbers, batch)
            if not command.opens and clock.is_ahead(state, now):
                batch.events.extend(_set_right(state, now))
            actor = state.seated(command.token)
            if actor is None and command.seated:
                raise NotSeated
            if command.key and state.size >= self._longest:
                raise Full(self._longest)
            context = CommandContext(
                state,
                actor,
                max(now, state.at),
                command.key,
                lambda roll: _past(connection, batch, state.table, roll),
                lambda number: _read(connection, batch, state.table, number),
                lambda: command.present,
            )
            command.act(context)
        except (OddsmithError, Unloaded) as error:
            if isinstance(error, Damaged):
                self._database.tell_damage(error)
            if context is not None and context.events:
                raise _Spoiled(command, error) from error
            return error
        except sa.exc.SQLAlchemyError:
            raise
        except BaseException as error:
            told = at_fault(error) or error  # of a rulebook, whatever its class
            if not isinstance(told, Exception):
                raise
            if told is error:
                _log.exception("a command at table %s failed", command.table)
            if context is not None and context.events:
                raise _Spoiled(command, told) from error
            return told
        if command.opens:
            batch.opened[command.table] = now
            numbers[command.table] = 0
        batch.events.extend(context.events)
        if not command.key:
            return Answer(command.table, "{}")
        made = batch.made[command.answer_key] = answer(command, context)
        return made[1]

    def _state(self, connection: Connection, command: Submission, numbers: Mapping[str, int], batch: _Batch) -> State:
        """Return the table as it stands, with what other servers wrote."""
        if command.opens:
            state = self._states[command.table] = State(command.table)
            return state
        if command.table in batch.locked:
            raise Busy
        if command.table not in numbers:
            raise NotFound("table", command.table)
        found = self._states.get(command.table)
        if found is None:
            if numbers[command.table] > READ_AT_ONCE:
                raise Unloaded
            found = self._states[command.table] = State(command.table)
        self._states.move_to_end(command.table)
        if found.number < numbers[command.table]:
            for event in connection.events(command.table, after=found.number):
                apply(found, event)
        return found


def _set_right(state: State, now: int) -> list[Event]:
    """Write in a log that the clock had been ahead."""
    context = CommandContext(state, None, now, "", lambda _: (), lambda _: _nothing(), lambda: ())
    clock.set_clock(context)
    return context.events


def _nothing() -> Event:
    raise LookupError("a clock reads no events")


def _known(connection: Connection, command: Submission, batch: _Batch) -> Answer | None:
    """Return the answer that the same command was given before; KeyReused if it was to another."""
    made = batch.made.get(command.answer_key)
    if made is not None:
        if made[0].command != command.fingerprint:
            raise KeyReused
        return made[1]
    kept = batch.known.get(command.answer_key)
    return None if kept is None else answer_again(connection, kept, command.key, command.fingerprint)


def _past(connection: Connection, batch: _Batch, table: str, roll: str) -> list[Event]:
    """Return all events of a roll, those of this batch included."""
    return connection.events(table, roll=roll) + [e for e in batch.events if e.table == table and e.roll == roll]


def _read(connection: Connection, batch: _Batch, table: str, number: int) -> Event:
    """Return an event by its number, of this batch or before."""
    stored = connection.events(table, after=number - 1, limit=1)
    return next(e for e in [*stored, *batch.events] if e.table == table and e.number == number)


def _now() -> int:
    return time.time_ns() // 1_000_000

"""Faults under load: what a server had acknowledged must be in the log afterwards, once, and the log must verify."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from unittest import mock

import sqlalchemy as sa
from tests.table import worker
from tests.table.group import Group, Person

from oddsmith.table.commands import notes
from oddsmith.table.commands.context import secret_digest
from oddsmith.table.server import writer
from oddsmith.table.server.service import Tables
from oddsmith.table.store import open_database

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.table.worker", "oddsmith.systems.edged_coins"])
_NOTE = notes.WriteNote(text="again")
_SAMPLE = 50  # commands that are sent once more after each kind of fault
_ROOM = 400_000  # bytes that a full disk still takes

Acknowledged = list[tuple[int, str, str]]


@dataclass
class Durable:
    """What came of one kind of fault. wrong: what the log does not match in."""

    fault: str
    times: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0

    @property
    def held(self) -> bool:
        """Whether nothing was lost, doubled or wrong, and something was tried at all."""
        return self.acknowledged > 0 and not (self.lost or self.doubled or self.wrong)


@dataclass
class _Place:
    """A table at a database, with somebody who plays there."""

    url: str
    table: str = ""
    token: str = ""
    character: str = ""
    acknowledged: Acknowledged = field(default_factory=list)

    def opened(self) -> _Place:
        with self.served() as group:
            self.table, self.token = group.table, group.host.token
            self.character = group.host.character("Mara", resources={"ec": {"value": 1_000_000}})
        return self

    @contextmanager
    def served(self) -> Iterator[Group]:
        """Serve the table in this process."""
        with asyncio.Runner() as runner:
            tables = Tables(open_database(self.url))
            runner.run(tables.start())
            try:
                if not self.table:
                    yield Group.opened(tables, runner)
                else:
                    group = Group(tables, runner, self.table)
                    yield group
            finally:
                runner.run(tables.close())

    def loaded(self, fault: Callable[[int], None], room: int | None = None) -> None:
        """Let a server in a process of its own play until a fault has ended or killed it. fault: gets its id."""
        ours, theirs = _CONTEXT.Pipe(duplex=False)
        arguments = (self.url, self.table, self.token, self.character, theirs, room)
        server = _CONTEXT.Process(target=_play, args=arguments)
        server.start()
        theirs.close()
        told = os.read(ours.fileno(), 1 << 16)  # something has been acknowledged
        assert server.pid is not None
        fault(server.pid)
        while more := os.read(ours.fileno(), 1 << 16):
            told += more
        server.join()
        ours.close()
        self.acknowledged += [
            (int(number), digest, key) for number, digest, key in map(str.split, told.decode().splitlines())
        ]

    def result(self, fault: str, times: int) -> Durable:
        """Hold the log against what was acknowledged, and send some commands once more."""
        found = Durable(fault, times, len(self.acknowledged))
        with self.served() as group:
            live = group.live()
            member = next(iter(live.state.members))
            host = Person(group, member, self.token)
            log = host.log()
            digests = {event["number"]: event["digest"] for event in log["events"]}
            found.lost = sum(digests.get(number) != digest for number, digest, _ in self.acknowledged)
            found.wrong = len(host.verifies().mismatches)
            for number, _, key in random.sample(self.acknowledged, min(_SAMPLE, len(self.acknowledged))):
                sent = group.tables.command(
                    self.table, secret_digest(self.token), partial(notes.write_note, body=_NOTE), key, "f"
                )
                found.doubled += json.loads(group.run(sent).text())["number"] != number
        return found


def _play(url: str, table: str, token: str, character: str, out: Connection, room: int | None) -> None:
    """Play as `worker` does. room: bytes by which files may still grow, as on a disk that is nearly full."""
    if room is not None:
        size = max(each.stat().st_size for each in Path(url.removeprefix("sqlite:///")).parent.iterdir())
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, size + room))
    with suppress(Exception):  # refused, as it must be: the process ends here
        worker.run(url, table, token, character, out)


def kills(url: str, until: float) -> Durable:
    """Kill servers under load, at any moment."""
    place, times = _Place(url).opened(), 0
    while not times or time.monotonic() < until:
        place.loaded(_kill)
        times += 1
    return place.result(f"server killed (SIGKILL), {_kind(url)}", times)


def _kill(server: int) -> None:
    time.sleep(random.uniform(0, 0.3))
    with suppress(ProcessLookupError):  # it may have ended by itself
        os.kill(server, 9)


def full_disk(url: str, until: float) -> Durable:
    """Let the disk be full under load."""
    place, times = _Place(url).opened(), 0
    while not times or time.monotonic() < until:
        place.loaded(lambda _: None, _ROOM)
        times += 1
    return place.result("disk full, SQLite", times)


def lost_connections(url: str, until: float) -> Durable:
    """End all connections to a shared database under load."""
    place, times = _Place(url).opened(), 0
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    end = sa.text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                  " AND datname = current_database()")  # fmt: skip

    def fault(server: int) -> None:
        for _ in range(5):
            time.sleep(random.uniform(0, 0.1))
            with engine.connect() as connection:
                connection.execute(end)
        _kill(server)

    while not times or time.monotonic() < until:
        place.loaded(fault)
        times += 1
    engine.dispose()
    return place.result("connections to the database ended, PostgreSQL", times)


def clocks(url: str, until: float) -> Durable:
    """Set the clock forth and back by up to a year between commands."""
    place, ahead = _Place(url).opened(), 0
    times = 0

    def now() -> int:
        return time.time_ns() // 1_000_000 + ahead

    with mock.patch.object(writer, "_now", now), place.served() as group:
        host = Person(group, next(iter(group.live().state.members)), place.token)
        while times < 20 or time.monotonic() < until:
            ahead = random.choice((0, 0, random.randint(-(10**10), 3 * 10**10)))
            key = f"{times:032x}"
            answer = host.do(partial(notes.write_note, body=_NOTE), key, "f")
            place.acknowledged.append((answer["number"], answer["events"][-1]["digest"], key))
            times += 1
            if times >= 2000:
                break
    return place.result("clock set forth and back", times)


def _kind(url: str) -> str:
    return "SQLite" if url.startswith("sqlite") else "PostgreSQL"

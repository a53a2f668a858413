"""The tables of one server: commands go in, answers and events come out."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from oddsmith.table import people
from oddsmith.table.desk import Desk
from oddsmith.table.errors import NotFound, NotSeated
from oddsmith.table.event import Event
from oddsmith.table.late import late
from oddsmith.table.presence import Presence
from oddsmith.table.requests import OpenTable
from oddsmith.table.shared import Listener, Shared, due
from oddsmith.table.state import State
from oddsmith.table.store import NEWS, PRESENCE, Database
from oddsmith.table.things import Member
from oddsmith.table.writer import Answer, Command, Writer

TABLES_KEPT = 500
PAGE = 500
GRACE = 2.0  # seconds in which a page that was closed may come back before nobody waits for its nonces any more
_LISTEN = 0.5  # seconds between two looks at whether to go on listening to the database
_RETRY = 1.0  # seconds before the database is listened to again after it failed

_log = logging.getLogger("oddsmith.table")


class Tables:
    """Start it in an event loop with `start`; all methods are called there."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._writer = Writer(database, self._deliver)
        self._shared: OrderedDict[str, Shared] = OrderedDict()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()
        self._news: threading.Thread | None = None
        self._presence = Presence(self._shared, database.tell if database.shared else None, self._left)

    async def start(self) -> None:
        """Begin to take commands."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._writer.start)
        if self._database.shared:
            listening = threading.Event()
            self._news = threading.Thread(target=self._listen, args=(listening,), name="oddsmith-news", daemon=True)
            self._news.start()
            await asyncio.to_thread(listening.wait, 10)
        self._presence.start()

    async def close(self) -> None:
        """Finish what was begun, end all streams, and let go of the database."""
        self._closing.set()
        self.end_streams()
        await self._presence.close()
        await asyncio.to_thread(self._writer.close)
        if self._news is not None:
            await asyncio.to_thread(self._news.join)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._database.close)

    def end_streams(self) -> None:
        """Let all pages go; they will come again, to this server or another."""
        for shared in self._shared.values():
            for listener in shared.listeners:
                listener.end()

    # -- commands

    async def open(self, request: OpenTable, *, key: str, scope: str, fingerprint: str) -> Answer:
        """Open a table."""
        table = secrets.token_hex(8)
        return await self._run(
            table,
            None,
            lambda desk: people.open_table(desk, request),
            key,
            scope,
            fingerprint,
            opens=True,
            seated=False,
        )

    async def join(
        self, table: str, token: str | None, act: Callable[[Desk], None], key: str, fingerprint: str
    ) -> Answer:
        """Take a seat at a table."""
        return await self._run(table, token, act, key, f"join {table}", fingerprint, seated=False)

    async def command(
        self, table: str, token: str | None, act: Callable[[Desk], None], key: str, fingerprint: str
    ) -> Answer:
        """Do something at a table; answered when it is on disk.

        Raises what the command raises; NotFound for a table that is not there, NotSeated, KeyReused, Busy.
        """
        return await self._run(table, token, act, key, f"{table} {token}", fingerprint)

    async def _run(
        self,
        table: str,
        token: str | None,
        act: Callable[[Desk], None],
        key: str = "",
        scope: str = "",
        fingerprint: str = "",
        *,
        opens: bool = False,
        seated: bool = True,
    ) -> Answer:
        assert self._loop is not None
        future: asyncio.Future[Answer] = self._loop.create_future()

        def done(answer: Answer | Exception) -> None:
            if future.done():
                return
            if isinstance(answer, Answer):
                future.set_result(answer)
            else:
                future.set_exception(answer)

        self._writer.submit(Command(table, token, act, done, key, scope, fingerprint, opens, seated))
        return await future

    def _deliver(self, events: Sequence[Event], settled: Sequence[tuple[Command, Answer | Exception]]) -> None:
        """Called by the writer's thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._delivered, events, settled)

    def _delivered(self, events: Sequence[Event], settled: Sequence[tuple[Command, Answer | Exception]]) -> None:
        behind: dict[str, Shared] = {}
        for event in events:
            shared = self._shared.get(event.table)
            if shared is None:
                continue
            if shared.loaded and event.number == shared.state.number + 1:
                shared.apply(event)
                self._watch(shared, event)
            elif event.number > shared.state.number:
                shared.target = max(shared.target, event.number)
                behind[event.table] = shared
        for command, answer in settled:
            if command.table not in behind:
                command.done(answer)
        for table, shared in behind.items():  # another server wrote in between, and whoever is answered must see that
            mine = [(command, answer) for command, answer in settled if command.table == table]
            self._spawn(self._caught_up(shared, mine))

    async def _caught_up(self, shared: Shared, settled: Sequence[tuple[Command, Answer | Exception]]) -> None:
        try:
            await self._catch_up(shared)
        finally:
            for command, answer in settled:
                command.done(answer)

    # -- looking

    async def table(self, table: str) -> Shared:
        """The table as it stands; NotFound when there is none."""
        shared = self._shared.get(table)
        if shared is not None and shared.loaded:
            self._shared.move_to_end(table)
            return shared
        if shared is None:
            shared = self._shared[table] = Shared(table)
        await self._catch_up(shared)
        if not shared.state.number:
            self._shared.pop(table, None)
            raise NotFound("table", table)
        self._presence.ask(table)
        self._forget()
        return shared

    async def seat(self, table: str, token: str | None) -> tuple[Shared, Member]:
        """The table, and the member to whom a cookie (its digest) belongs.

        Raises NotFound when there is no such table, NotSeated when nobody has that cookie (any more).
        """
        shared = await self.table(table)
        member = shared.state.seated(token)
        if member is None and token is not None and self._database.shared:
            await self._catch_up(shared)  # they may have joined at another server a moment ago
            member = shared.state.seated(token)
        if member is None:
            raise NotSeated
        return shared, member

    async def events(
        self,
        table: str,
        *,
        after: int = 0,
        before: int | None = None,
        limit: int | None = None,
        roll: str | None = None,
    ) -> list[Event]:
        """Events that are on disk; see `Connection.events`."""
        return await asyncio.to_thread(self._read, table, after, before, limit, roll)

    def _read(self, table: str, after: int, before: int | None, limit: int | None, roll: str | None) -> list[Event]:
        with self._database.reading() as connection:
            return connection.events(table, after=after, before=before, limit=limit, roll=roll)

    async def _catch_up(self, shared: Shared) -> None:
        """Read what is on disk and has not been told yet; ValueError when events are missing."""
        async with shared.lock:
            while True:
                target = shared.target
                events = await self.events(shared.state.table, after=shared.state.number, limit=PAGE)
                for event in events:
                    if event.number > shared.state.number:  # the others have been told meanwhile
                        shared.apply(event)
                        if shared.loaded:
                            self._watch(shared, event)
                if len(events) == PAGE:
                    continue
                if shared.state.number < target:
                    raise ValueError(f"event {target} cannot follow event {shared.state.number}")
                if shared.state.number >= shared.target:
                    break
            if not shared.loaded:
                shared.loaded = True
                for name in list(shared.state.open_rolls):
                    self._remind(shared.state, name)

    def _behind(self, shared: Shared, number: int) -> None:
        """Somebody else wrote too: what they wrote has to be read first."""
        shared.target = max(shared.target, number)
        if shared.loaded:
            self._spawn(self._catch_up(shared))

    def _forget(self) -> None:
        """Let go of tables that nobody looks at."""
        if len(self._shared) <= TABLES_KEPT:
            return
        for table, shared in list(self._shared.items()):
            if shared.loaded and not shared.listeners and not shared.state.open_rolls:
                del self._shared[table]
            if len(self._shared) <= TABLES_KEPT:
                return

    # -- listening

    def listen(self, shared: Shared, member: str) -> Listener:
        """A page is open from now on."""
        listener = Listener(member)
        self._presence.come(shared, listener)
        return listener

    def leave(self, shared: Shared, listener: Listener) -> None:
        """A page was closed."""
        self._presence.go(shared, listener)

    def _left(self, shared: Shared, member: str) -> None:
        if self._loop is not None and not self._closing.is_set():
            self._loop.call_later(GRACE, self._gone, shared, member)

    def _gone(self, shared: Shared, member: str) -> None:
        found = shared.state.members.get(member)
        if member not in shared.present and found is not None and found.pledge is not None:
            self._by_itself(shared.state.table, lambda desk: people.withdraw_pledge(desk, member))

    # -- what happens by itself

    def _watch(self, shared: Shared, event: Event) -> None:
        waits = event.kind in ("roll.thrown", "roll.chosen", "roll.late") or "stretch" in event.everything
        if event.roll is not None and waits:
            self._remind(shared.state, event.roll)

    def _remind(self, state: State, name: str) -> None:
        """Look at a roll again when it is due."""
        at = due(state.rolls[name])
        if at is not None and self._loop is not None:
            wait = max(0.0, at / 1000 - time.time())
            self._loop.call_later(wait + 0.005, self._late, state, name)

    def _late(self, state: State, name: str) -> None:
        at = due(state.rolls[name])
        if at is not None and at <= time.time() * 1000:
            self._by_itself(state.table, lambda desk: late(desk, name))

    def _by_itself(self, table: str, act: Callable[[Desk], None]) -> None:
        if not self._closing.is_set():
            self._spawn(self._quietly(table, act))

    async def _quietly(self, table: str, act: Callable[[Desk], None]) -> None:
        try:
            await self._run(table, None, act, seated=False)
        except Exception:  # noqa: BLE001 (nobody waits for it who could be told)
            _log.exception("what table %s does by itself failed", table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        assert self._loop is not None
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- other servers

    def _listen(self, listening: threading.Event) -> None:
        """In a thread of its own: hear from the database what other servers write."""
        while not self._closing.is_set():
            try:
                for channel, text in self._database.news(_LISTEN):
                    if self._closing.is_set():
                        return
                    listening.set()
                    if channel == NEWS:
                        table, _, number = text.partition(" ")
                        self._call(self._heard, table, int(number))
                    elif channel == PRESENCE:
                        self._call(self._presence.heard, text)
            except Exception:  # noqa: BLE001 (whatever it is, the next try may do better)
                _log.exception("the database is no longer heard; trying again")
                self._closing.wait(_RETRY)
                self._call(self._look_everywhere)

    def _call(self, function: Callable[..., None], *arguments: object) -> None:
        assert self._loop is not None
        if not self._closing.is_set():
            self._loop.call_soon_threadsafe(function, *arguments)

    def _heard(self, table: str, number: int) -> None:
        shared = self._shared.get(table)
        if shared is not None and number > shared.state.number:
            self._behind(shared, number)

    def _look_everywhere(self) -> None:
        """Something may have been missed."""
        for table, shared in self._shared.items():
            if shared.loaded:
                self._presence.ask(table)
                self._spawn(self._catch_up(shared))

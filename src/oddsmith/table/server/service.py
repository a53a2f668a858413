"""The tables of one server: commands go in, answers and events come out."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from typing import Any
from weakref import WeakValueDictionary

from oddsmith.table.commands import people
from oddsmith.table.commands.context import Desk
from oddsmith.table.commands.requests import OpenTable
from oddsmith.table.commands.timeouts import late
from oddsmith.table.domain.errors import Busy, NotFound, NotSeated
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Member
from oddsmith.table.server.envelope import Answer, Command, again, place
from oddsmith.table.server.news import News
from oddsmith.table.server.presence import Presence
from oddsmith.table.server.shared import Listener, Shared, due
from oddsmith.table.server.writer import Unloaded, Writer
from oddsmith.table.store import Database

TABLES_KEPT = 500  # those at which nobody listens, beside the others
PAGE = 500
LONGEST = 64_000_000  # letters that the log of a table may have
GRACE = 2.0  # seconds in which a page that was closed may come back before nobody waits for its nonces any more
_RETRY = 1.0  # seconds before what failed because of the database is tried again

_log = logging.getLogger("oddsmith.table")


class Tables:
    """Start it in an event loop with `start`; all methods are called there."""

    def __init__(self, database: Database, longest: int = LONGEST) -> None:
        self._database = database
        self._writer = Writer(database, self._deliver, longest)
        # A table is here as long as anybody holds it: a page that listens, a request, a roll that is due. So whoever
        # looks at it always looks at the same, and it is let go of by itself. Those asked for lately are held here.
        self._shared: WeakValueDictionary[str, Shared] = WeakValueDictionary()
        self._lately: OrderedDict[str, Shared] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._presence = Presence(self._shared, database.tell if database.shared else None, self._left)
        self._news = News(database, self._heard, self._presence.heard, self._look_everywhere)

    async def start(self) -> None:
        """Begin to take commands."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        if self._database.shared:
            await self._news.start()
        self._presence.start()

    async def close(self) -> None:
        """Finish what was begun, end all streams, and let go of the database."""
        self._closing = True
        self.end_streams()
        await self._presence.close()
        await asyncio.to_thread(self._writer.close)
        await self._news.close()
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
        return await self._run(table, token, act, key, _scope(table, token), fingerprint)

    async def answered(self, table: str, token: str | None, key: str, fingerprint: str) -> Answer | None:
        """What a command was answered before, also if whoever sent it has left since; raises KeyReused."""
        return await asyncio.to_thread(self._answered, place(_scope(table, token), key), key, fingerprint)

    def _answered(self, where: str, key: str, fingerprint: str) -> Answer | None:
        with self._database.reading() as connection:
            kept = connection.answered({where}).get(where)
            return None if kept is None else again(connection, kept, key, fingerprint)

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
        while True:
            try:
                return await self._submitted(table, token, act, key, scope, fingerprint, opens, seated)
            except Unloaded:
                await self._load(table)

    async def _submitted(
        self,
        table: str,
        token: str | None,
        act: Callable[[Desk], None],
        key: str,
        scope: str,
        fingerprint: str,
        opens: bool,
        seated: bool,
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

    async def _load(self, table: str) -> None:
        """Have a long log read, once for all commands that wait for it."""
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(asyncio.to_thread(self._writer.load, table))
            loading.add_done_callback(lambda _: self._loading.pop(table))
        await asyncio.shield(loading)

    def _deliver(self, events: Sequence[Event], settled: Sequence[tuple[Command, Answer | Exception]]) -> None:
        """Called by the writer's thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._delivered, events, settled)

    def _delivered(self, events: Sequence[Event], settled: Sequence[tuple[Command, Answer | Exception]]) -> None:
        behind: dict[str, Shared] = {}
        for event in events:
            shared = self._shared.get(event.table)
            if shared is None:
                if _waits(event):  # whoever sent it has looked at the table, but others too many since
                    self._spawn(self._look(event.table))
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
        except Busy:
            self._spawn(self._follow(shared))
        finally:
            for command, answer in settled:
                command.done(answer)

    # -- looking

    async def table(self, table: str) -> Shared:
        """The table as it stands; NotFound when there is none."""
        shared = self._shared.get(table)
        if shared is None:
            shared = self._shared[table] = Shared(table)
        if not shared.loaded:
            await self._catch_up(shared)
            self._presence.ask(table)
        if not shared.state.number:
            raise NotFound("table", table)
        self._lately[table] = shared
        self._lately.move_to_end(table)
        if len(self._lately) > TABLES_KEPT:
            self._lately.popitem(last=False)
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
                    self._remind(shared, name)

    def _behind(self, shared: Shared, number: int) -> None:
        """Somebody else wrote too: what they wrote has to be read first."""
        shared.target = max(shared.target, number)
        if shared.loaded:
            self._spawn(self._follow(shared))

    async def _follow(self, shared: Shared) -> None:
        """Catch up, as soon as the database can be reached."""
        while not self._closing:
            try:
                await self._catch_up(shared)
            except Busy:
                await asyncio.sleep(_RETRY)
            else:
                return

    async def _look(self, table: str) -> None:
        """Have a table here, and what is due at it happen."""
        await self._follow(self._shared.setdefault(table, Shared(table)))

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
        if self._loop is not None and not self._closing:
            self._loop.call_later(GRACE, self._gone, shared, member)

    def _gone(self, shared: Shared, member: str) -> None:
        found = shared.state.members.get(member)
        if found is not None and found.pledge is not None:
            self._by_itself(
                shared,
                lambda desk: people.withdraw_pledge(desk, member),
                lambda: member not in shared.present,
            )

    # -- what happens by itself

    def _watch(self, shared: Shared, event: Event) -> None:
        if event.roll is not None and _waits(event):
            self._remind(shared, event.roll)

    def _remind(self, shared: Shared, name: str) -> None:
        """Look at a roll again when it is due."""
        at = due(shared.state.rolls[name])
        if at is not None and self._loop is not None:
            # Clocks are set, and those of servers differ: it is never longer than it was when the log said so.
            wait = min(at - time.time() * 1000, at - shared.state.at)
            self._loop.call_later(max(0.0, wait / 1000) + 0.005, self._late, shared, name, at)

    def _late(self, shared: Shared, name: str, at: int) -> None:
        self._by_itself(shared, lambda desk: _time_is_up(desk, name, at), lambda: due(shared.state.rolls[name]) == at)

    def _by_itself(self, shared: Shared, act: Callable[[Desk], None], still: Callable[[], bool]) -> None:
        if not self._closing:
            self._spawn(self._quietly(shared.state.table, act, still))

    async def _quietly(self, table: str, act: Callable[[Desk], None], still: Callable[[], bool]) -> None:
        """Do something as soon as the database can be reached, if it is then still to be done."""
        while still() and not self._closing:
            try:
                await self._run(table, None, act, seated=False)
            except Busy:
                await asyncio.sleep(_RETRY)
            else:
                return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        assert self._loop is not None
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("what a table does by itself failed", exc_info=task.exception())

    # -- other servers

    def _heard(self, table: str, number: int) -> None:
        shared = self._shared.get(table)
        if shared is not None and number > shared.state.number:
            self._behind(shared, number)

    def _look_everywhere(self) -> None:
        """Something may have been missed."""
        for table, shared in self._shared.items():
            if shared.loaded:
                self._presence.ask(table)
                self._spawn(self._follow(shared))


def _scope(table: str, token: str | None) -> str:
    return f"{table} {token}"


def _waits(event: Event) -> bool:
    """Whether a roll waits from here on for somebody who may be late."""
    return event.kind in ("roll.thrown", "roll.chosen", "roll.late") or "stretch" in event.everything


def _time_is_up(desk: Desk, name: str, at: int) -> None:
    """What a roll waited for until then did not come. So much time has passed, whatever the clock says."""
    roll = desk.state.rolls.get(name)
    if roll is not None and due(roll) == at:
        desk.now = max(desk.now, at)
        late(desk, name)

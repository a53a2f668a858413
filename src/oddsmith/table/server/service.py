"""The tables of one server: commands go in, answers and events come out."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from oddsmith.table.commands import people
from oddsmith.table.commands.declaration import BoundCommand
from oddsmith.table.commands.rolls.timeouts import it_is_due
from oddsmith.table.domain.errors import Busy, NotFound, NotSeated
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Member, due
from oddsmith.table.server.live_table import Listener, LiveTable
from oddsmith.table.server.news import News
from oddsmith.table.server.presence import Presence
from oddsmith.table.server.settling import settle
from oddsmith.table.server.submission import Answer, Submission, answer_again, answer_key
from oddsmith.table.server.writer import Unloaded, Writer
from oddsmith.table.store import Database

TABLES_KEPT = 500  # those at which nobody listens, beside the others
PAGE = 500
LONGEST = 64_000_000  # letters that the log of a table may have
GRACE = 2.0  # seconds in which a page that was closed may come back before nobody waits for its nonces any more
_RETRY = 1.0  # seconds before what failed because of the database is tried again

_log = logging.getLogger("oddsmith.table")


class Tables:
    """All tables of one server. Start it in an event loop with `start`; all methods are called there."""

    def __init__(self, database: Database, longest: int = LONGEST) -> None:
        self._database = database
        self._writer = Writer(database, self._deliver, longest)
        # A table is here as long as anybody holds it: a page that listens, a request, a roll that is due. So whoever
        # looks at it always looks at the same, and it is let go of by itself. Those asked for lately are held here.
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._lately: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        self._sealed: set[str] = set()  # tables whose seals are this server's own
        self._sealing: dict[str, asyncio.Task[None]] = {}
        self._presence = Presence(self._live, database.tell if database.shared else None, self._left)
        self._news = News(database, self._heard, self._presence.heard, self._look_everywhere)
        self.written: Counter[str] = Counter()  # events that this server has put on disk, by kind

    async def start(self) -> None:
        """Begin to take commands."""
        self._loop = asyncio.get_running_loop()
        self._writer.start()
        if self._database.shared:
            await self._news.start()
        self._presence.start()
        self._spawn(settle(self._database, self._look, _RETRY))

    async def close(self) -> None:
        """Finish what was begun, end all streams, and close the database."""
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
        for live in self._live.values():
            for listener in live.listeners:
                listener.end()

    # -- how it stands

    async def probe(self) -> None:
        """Have the database read and written; Unreachable where it cannot be, Busy where too much waits for it."""
        await self.events("", limit=1)
        await asyncio.wrap_future(self._writer.probe())

    @property
    def figures(self) -> dict[str, int]:
        """How much there is now: tables in memory, pages that listen, commands that wait to be written."""
        listeners = sum(len(live.listeners) for live in self._live.values())
        return {"tables": len(self._live), "listeners": listeners, "waiting": self._writer.waiting}

    # -- commands

    async def open(self, body: people.OpenTable, *, key: str, scope: str, fingerprint: str) -> Answer:
        """Open a table."""
        act = partial(people.open_table, body=body)
        table = secrets.token_hex(8)
        self._sealed.add(table)
        return await self._run(Submission(table, None, act, key, scope, fingerprint, opens=True, seated=False))

    async def join(self, table: str, token: str | None, act: BoundCommand, key: str, fingerprint: str) -> Answer:
        """Take a seat at a table."""
        return await self._run(Submission(table, token, act, key, f"join {table}", fingerprint, seated=False))

    async def command(self, table: str, token: str | None, act: BoundCommand, key: str, fingerprint: str) -> Answer:
        """Carry out a command at a table; answered when it is on disk.

        Raises what the command raises; NotFound for a table that is not there, NotSeated, KeyReused, Busy.
        """
        return await self._by_own_seals(Submission(table, token, act, key, _scope(table, token), fingerprint))

    async def answered(self, table: str, token: str | None, key: str, fingerprint: str) -> Answer | None:
        """Return the answer that a command had before, also if its sender has left since; raises KeyReused."""
        return await asyncio.to_thread(self._answered, answer_key(_scope(table, token), key), key, fingerprint)

    def _answered(self, where: str, key: str, fingerprint: str) -> Answer | None:
        with self._database.reading() as connection:
            kept = connection.answered({where}).get(where)
            return None if kept is None else answer_again(connection, kept, key, fingerprint)

    async def _by_own_seals(self, submission: Submission) -> Answer:
        """Carry out what dice may fall by, once the seals of the table are this server's own."""
        await self._renew_seals(submission.table)
        return await self._run(submission)

    async def _run(self, submission: Submission) -> Answer:
        while True:
            try:
                return await self._submitted(submission)
            except Unloaded:
                await self._load(submission.table)

    async def _submitted(self, submission: Submission) -> Answer:
        assert self._loop is not None
        future: asyncio.Future[Answer] = self._loop.create_future()

        def done(answer: Answer | Exception) -> None:
            if future.done():
                return
            if isinstance(answer, Answer):
                future.set_result(answer)
            else:
                future.set_exception(answer)

        self._writer.submit(replace(submission, done=done, present=self._present(submission.table)))
        return await future

    def _present(self, table: str) -> frozenset[str]:
        live = self._live.get(table)
        return frozenset() if live is None else live.present

    async def _load(self, table: str) -> None:
        """Have a long log read, once for all commands that wait for it."""
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.ensure_future(asyncio.to_thread(self._writer.load, table))
            loading.add_done_callback(lambda _: self._loading.pop(table))
        await asyncio.shield(loading)

    def _deliver(self, events: Sequence[Event], settled: Sequence[tuple[Submission, Answer | Exception]]) -> None:
        """Take what the writer's thread has put on disk; called there."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._delivered, events, settled)

    def _delivered(self, events: Sequence[Event], settled: Sequence[tuple[Submission, Answer | Exception]]) -> None:
        behind: dict[str, LiveTable] = {}
        for event in events:
            self.written[event.kind] += 1
            live = self._live.get(event.table)
            if live is None:
                if _waits(event):  # whoever sent it has looked at the table, but others too many since
                    self._spawn(self._look(event.table))
                continue
            if live.loaded and event.number == live.state.number + 1:
                live.apply(event)
                self._watch(live, event)
            elif event.number > live.state.number:
                live.target = max(live.target, event.number)
                behind[event.table] = live
        for command, answer in settled:
            if command.table not in behind:
                command.done(answer)
        for table, live in behind.items():  # another server wrote in between, and whoever is answered must see that
            mine = [(command, answer) for command, answer in settled if command.table == table]
            self._spawn(self._caught_up(live, mine))

    async def _caught_up(self, live: LiveTable, settled: Sequence[tuple[Submission, Answer | Exception]]) -> None:
        try:
            await self._catch_up(live)
        except Busy:
            self._spawn(self._follow(live))
        finally:
            for command, answer in settled:
                command.done(answer)

    # -- looking

    async def table(self, table: str) -> LiveTable:
        """Return the table as it stands; NotFound when there is none."""
        live = self._live.setdefault(table, LiveTable(table))
        if not live.loaded:
            await self._catch_up(live)
            self._presence.ask(table)
        if not live.state.number:
            raise NotFound("table", table)
        return self._keep(live)

    def _keep(self, live: LiveTable) -> LiveTable:
        """Keep a table for whoever asks of it next, so that its log is not read again."""
        self._lately[live.state.table] = live
        self._lately.move_to_end(live.state.table)
        if len(self._lately) > TABLES_KEPT:
            self._lately.popitem(last=False)
        return live

    async def _renew_seals(self, table: str) -> None:
        """Renew the seals of a table that this server meets for the first time: what it was started with may be an
        older copy of the database, and then somebody may know the seeds from rolls that the copy does not have.
        """
        if table not in self._sealed:
            sealing = self._sealing.get(table)
            if sealing is None:
                sealing = self._sealing[table] = asyncio.ensure_future(self._sealed_anew(table))
                sealing.add_done_callback(lambda _: self._sealing.pop(table))
            await asyncio.shield(sealing)

    async def _sealed_anew(self, table: str) -> None:
        await self._run(Submission(table, None, people.renew_seals, seated=False))
        self._sealed.add(table)

    async def seat(self, table: str, token: str | None) -> tuple[LiveTable, Member]:
        """Return the table, and the member to whom a cookie (its digest) belongs.

        Raises NotFound when there is no such table, NotSeated when nobody has that cookie (any more).
        """
        live = await self.table(table)
        member = live.state.seated(token)
        if member is None and token is not None and self._database.shared:
            await self._catch_up(live)  # they may have joined at another server a moment ago
            member = live.state.seated(token)
        if member is None:
            raise NotSeated
        return live, member

    async def events(
        self, table: str, *, after: int = 0, limit: int | None = None, roll: str | None = None
    ) -> list[Event]:
        """Return events that are on disk; see `Connection.events`."""
        return await asyncio.to_thread(self._read, table, after, limit, roll)

    def _read(self, table: str, after: int, limit: int | None, roll: str | None) -> list[Event]:
        with self._database.reading() as connection:
            return connection.events(table, after=after, limit=limit, roll=roll)

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply events that are on disk and not yet known here; ValueError when some are missing."""
        async with live.lock:
            while True:
                target = live.target
                events = await self.events(live.state.table, after=live.state.number, limit=PAGE)
                for event in events:
                    if event.number > live.state.number:  # the others came meanwhile
                        live.apply(event)
                        if live.loaded:
                            self._watch(live, event)
                if len(events) == PAGE:
                    continue
                if live.state.number < target:
                    raise ValueError(f"event {target} cannot follow event {live.state.number}")
                if live.state.number >= live.target:
                    break
            if not live.loaded:
                live.loaded = True
                for name in list(live.state.open_rolls):
                    self._remind(live, name)

    async def reach(self, live: LiveTable, number: int) -> None:
        """Read what another server wrote up to an event that somebody has seen there, as far as it is on disk."""
        if number > live.state.number:
            await self._catch_up(live)

    def _behind(self, live: LiveTable, number: int) -> None:
        """Have events read that another server wrote."""
        live.target = max(live.target, number)
        if live.loaded:
            self._spawn(self._follow(live))

    async def _follow(self, live: LiveTable) -> None:
        """Catch up, as soon as the database can be reached."""
        await self._patiently(partial(self._catch_up, live))

    async def _look(self, table: str) -> None:
        """Hold a table, so that what is due at it happens."""
        await self._follow(self._keep(self._live.setdefault(table, LiveTable(table))))

    # -- listening

    def listen(self, live: LiveTable, member: str) -> Listener:
        """Add a page that is open from now on."""
        listener = Listener(member)
        self._presence.come(live, listener)
        if live.state.table not in self._sealed:
            self._spawn(self._patiently(partial(self._renew_seals, live.state.table)))  # before anybody rolls
        return listener

    def leave(self, live: LiveTable, listener: Listener) -> None:
        """Remove a page that was closed."""
        self._presence.go(live, listener)

    def _left(self, live: LiveTable, member: str) -> None:
        if self._loop is not None and not self._closing:
            self._loop.call_later(GRACE, self._gone, live, member)

    def _gone(self, live: LiveTable, member: str) -> None:
        found = live.state.members.get(member)
        if found is not None and found.present:
            self._by_itself(live, partial(people.withdraw_pledge, name=member), lambda: member not in live.present)

    # -- what happens by itself

    def _watch(self, live: LiveTable, event: Event) -> None:
        if event.roll is not None and _waits(event):
            self._remind(live, event.roll)

    def _remind(self, live: LiveTable, name: str) -> None:
        """Look at a roll again when it is due."""
        at = due(live.state.rolls[name])
        if at is not None and self._loop is not None:
            # Clocks are set, and those of servers differ: it is never longer than it was when the log said so.
            wait = min(at - time.time() * 1000, at - live.state.at)
            self._loop.call_later(max(0.0, wait / 1000) + 0.005, self._late, live, name, at)

    def _late(self, live: LiveTable, name: str, at: int) -> None:
        self._by_itself(live, partial(it_is_due, name=name, at=at), lambda: due(live.state.rolls[name]) == at)

    def _by_itself(self, live: LiveTable, act: BoundCommand, still: Callable[[], bool]) -> None:
        if not self._closing:
            command = Submission(live.state.table, None, act, seated=False)
            self._spawn(self._patiently(partial(self._by_own_seals, command), still))

    async def _patiently(self, act: Callable[[], Awaitable[Any]], still: Callable[[], bool] = lambda: True) -> None:
        """Do something as soon as the database can be reached, if it is then still to be done."""
        while still() and not self._closing:
            try:
                await act()
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
        live = self._live.get(table)
        if live is not None and number > live.state.number:
            self._behind(live, number)

    def _look_everywhere(self) -> None:
        """Look at all tables: news may have been missed."""
        for table, live in self._live.items():
            if live.loaded:
                self._presence.ask(table)
                self._spawn(self._follow(live))


def _scope(table: str, token: str | None) -> str:
    return f"{table} {token}"


def _waits(event: Event) -> bool:
    """Return whether a roll waits from here on for somebody who may be late."""
    kinds = ("roll.thrown", "roll.chosen", "roll.late", "roll.witnessed")
    return event.kind in kinds or "stretch" in event.everything

"""Presence: the members who listen at a table, at whichever of the servers that share it.

Servers tell each other who listens with them when that changes, and again every few seconds. Another server is believed
for a while only, so the listeners of one that was killed fade. Presence is not stored, and it is sent beside the thread
that writes: no roll waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from oddsmith.table.domain.errors import Unreachable
from oddsmith.table.server.live_table import Listener, LiveTable

BEAT = 3.0  # seconds between two times that all is sent again
LEASE = 10.0  # seconds for which another server is believed
_PAUSE: Final = 0.05  # seconds at least between two messages: many who come at once are sent together
_ASK: Final = "?"

_log = logging.getLogger("oddsmith.table")


class Presence:
    """Keeps `present` of the tables of one server up to date, and tells their pages.

    A message is a text, "SERVER TABLE MEMBER,MEMBER", "SERVER TABLE ?" (who listens there?) or "SERVER" (nobody listens
    here any more). tell: sends messages to all servers, this one included; it may take a while, and is called in a
    thread. None where there are no others. left: called for members who listen nowhere any more.
    """

    def __init__(
        self,
        tables: Mapping[str, LiveTable],
        tell: Callable[[Sequence[str]], None] | None,
        left: Callable[[LiveTable, str], None],
    ) -> None:
        self._tables = tables
        self._tell = tell
        self._left = left
        self._server = secrets.token_hex(8)
        self._unsaid: dict[str, None] = {}  # messages without the server; a table alone stands for its listeners
        self._wake = asyncio.Event()
        self._closed = False
        self._telling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell other servers, if there may be any."""
        if self._tell is not None:
            self._telling = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Let the other servers know that nobody listens here any more."""
        self._closed = True
        self._wake.set()
        if self._telling is not None:
            await self._telling

    # -- here

    def come(self, live: LiveTable, listener: Listener) -> None:
        """Add a page that was opened."""
        live.listeners.add(listener)
        if not self._show(live):
            listener.push(_frame(live.shown))
        self._say(live.state.table)

    def go(self, live: LiveTable, listener: Listener) -> None:
        """Remove a page that was closed."""
        live.listeners.discard(listener)
        self._say(live.state.table)
        if self._show(live) and listener.member not in live.shown:
            self._left(live, listener.member)

    def ask(self, table: str) -> None:
        """Have the other servers tell who listens at a table there."""
        self._say(f"{table} {_ASK}")

    # -- elsewhere

    def heard(self, message: str) -> None:
        """Take a message of some server."""
        server, _, rest = message.partition(" ")
        if server == self._server:
            return
        if not rest:
            for each in self._tables.values():
                self._forget(each, lambda sender, until: sender == server)
            return
        table, _, members = rest.partition(" ")
        live = self._tables.get(table)
        if live is None:
            return
        if members == _ASK:
            if live.listeners:
                self._say(table)
            return
        if members:
            until = asyncio.get_running_loop().time() + LEASE
            live.elsewhere[server] = frozenset(members.split(",")), until
        else:
            live.elsewhere.pop(server, None)
        self._show(live)

    def _forget(self, live: LiveTable, ended: Callable[[str, float], bool]) -> None:
        """Believe some servers no longer. Members who listened there alone are gone; only this server may notice."""
        before = live.shown
        for server in [server for server, (_, until) in live.elsewhere.items() if ended(server, until)]:
            del live.elsewhere[server]
        if self._show(live):
            for member in before - live.shown:
                self._left(live, member)

    # -- telling

    def _show(self, live: LiveTable) -> bool:
        """Tell the pages here who is present, and return whether they did not know."""
        present = live.present
        if present == live.shown:
            return False
        live.shown = present
        frame = _frame(present)
        for listener in live.listeners:
            listener.push(frame)
        return True

    def _say(self, what: str) -> None:
        if self._tell is not None:
            self._unsaid[what] = None
            self._wake.set()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        beat = loop.time()
        while not self._closed:
            if loop.time() >= beat:
                beat = loop.time() + BEAT
                self._beat(loop.time())
            messages = [self._message(what) for what in self._unsaid]
            self._unsaid.clear()
            self._wake.clear()
            await self._send(messages)
            await asyncio.sleep(_PAUSE)
            try:
                await asyncio.wait_for(self._wake.wait(), max(0.0, beat - loop.time()))
            except TimeoutError:
                continue
        await self._send([self._server])

    def _beat(self, now: float) -> None:
        for table, live in list(self._tables.items()):
            self._forget(live, lambda server, until: until <= now)
            if live.listeners:
                self._unsaid[table] = None

    def _message(self, what: str) -> str:
        if what.endswith(_ASK):
            return f"{self._server} {what}"
        live = self._tables.get(what)
        members = sorted({listener.member for listener in live.listeners}) if live is not None else []
        return f"{self._server} {what} {','.join(members)}"

    async def _send(self, messages: Sequence[str]) -> None:
        assert self._tell is not None
        if not messages:
            return
        try:
            await asyncio.to_thread(self._tell, messages)
        except Unreachable:
            pass  # all is sent again at the next beat
        except Exception:  # noqa: BLE001 (whatever it is: all is sent again at the next beat)
            _log.exception("other servers could not be told who listens")


def _frame(members: frozenset[str]) -> str:
    listed = ",".join(f'"{member}"' for member in sorted(members))
    return f'event: presence\ndata: {{"members":[{listed}]}}\n\n'

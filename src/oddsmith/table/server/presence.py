"""Who listens at a table, at whichever of the servers that share it.

Servers tell each other who listens with them when that changes, and again every few seconds. What another server told
is believed for a while only, so the listeners of one that was killed fade. Nothing of it is written down, and it is
told beside the thread that writes: no roll waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from oddsmith.table.domain.errors import Unreachable
from oddsmith.table.server.shared import Listener, Shared

BEAT = 3.0  # seconds between two times that all is told again
LEASE = 10.0  # seconds for which another server is believed
_PAUSE: Final = 0.05  # seconds at least between two messages: many who come at once are told of together
_ASK: Final = "?"

_log = logging.getLogger("oddsmith.table")


class Presence:
    """Keeps `present` of the tables of one server true, and tells their pages.

    A message is a text, "SERVER TABLE MEMBER,MEMBER", "SERVER TABLE ?" (who listens there?) or "SERVER" (nobody listens
    here any more). tell: gives messages to all servers, this one included; it may take a while, and is called in a
    thread. None where there are no others. left: called for members who listen nowhere any more.
    """

    def __init__(
        self,
        tables: Mapping[str, Shared],
        tell: Callable[[Sequence[str]], None] | None,
        left: Callable[[Shared, str], None],
    ) -> None:
        self._tables = tables
        self._tell = tell
        self._left = left
        self._server = secrets.token_hex(8)
        self._unsaid: dict[str, None] = {}  # messages without the server; of tables alone who listens is told
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

    def come(self, shared: Shared, listener: Listener) -> None:
        """A page was opened."""
        shared.listeners.add(listener)
        if not self._show(shared):
            listener.push(_frame(shared.shown))
        self._say(shared.state.table)

    def go(self, shared: Shared, listener: Listener) -> None:
        """A page was closed."""
        shared.listeners.discard(listener)
        self._say(shared.state.table)
        if self._show(shared) and listener.member not in shared.shown:
            self._left(shared, listener.member)

    def ask(self, table: str) -> None:
        """Have the other servers tell who listens at a table there."""
        self._say(f"{table} {_ASK}")

    # -- elsewhere

    def heard(self, message: str) -> None:
        """What some server tells."""
        server, _, rest = message.partition(" ")
        if server == self._server:
            return
        if not rest:
            for each in self._tables.values():
                self._forget(each, lambda told_by, until: told_by == server)
            return
        table, _, members = rest.partition(" ")
        shared = self._tables.get(table)
        if shared is None:
            return
        if members == _ASK:
            if shared.listeners:
                self._say(table)
            return
        if members:
            until = asyncio.get_running_loop().time() + LEASE
            shared.elsewhere[server] = frozenset(members.split(",")), until
        else:
            shared.elsewhere.pop(server, None)
        self._show(shared)

    def _forget(self, shared: Shared, ended: Callable[[str, float], bool]) -> None:
        """Believe some servers no longer; whoever listened there alone is gone, and no server but this may notice."""
        before = shared.shown
        for server in [server for server, (_, until) in shared.elsewhere.items() if ended(server, until)]:
            del shared.elsewhere[server]
        if self._show(shared):
            for member in before - shared.shown:
                self._left(shared, member)

    # -- telling

    def _show(self, shared: Shared) -> bool:
        """Tell the pages here who is present, if that is not what they know; whether it was not."""
        present = shared.present
        if present == shared.shown:
            return False
        shared.shown = present
        frame = _frame(present)
        for listener in shared.listeners:
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
        for table, shared in list(self._tables.items()):
            self._forget(shared, lambda server, until: until <= now)
            if shared.listeners:
                self._unsaid[table] = None

    def _message(self, what: str) -> str:
        if what.endswith(_ASK):
            return f"{self._server} {what}"
        shared = self._tables.get(what)
        members = sorted({listener.member for listener in shared.listeners}) if shared is not None else []
        return f"{self._server} {what} {','.join(members)}"

    async def _send(self, messages: Sequence[str]) -> None:
        assert self._tell is not None
        if not messages:
            return
        try:
            await asyncio.to_thread(self._tell, messages)
        except Unreachable:
            pass  # all is told again at the next beat
        except Exception:  # noqa: BLE001 (whatever it is: all is told again at the next beat)
            _log.exception("other servers could not be told who listens")


def _frame(members: frozenset[str]) -> str:
    listed = ",".join(f'"{member}"' for member in sorted(members))
    return f'event: presence\ndata: {{"members":[{listed}]}}\n\n'

"""News from other servers, which the database passes on."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable

from oddsmith.table.domain.errors import Unreachable
from oddsmith.table.store import NEWS, PRESENCE, Database

_LOOK = 0.5  # seconds between two looks at whether to go on
_RETRY = 1.0  # seconds before the database is listened to again after it failed

_log = logging.getLogger("oddsmith.table")


class News:
    """Listens in a thread of its own, for an event loop.

    written: called with a table and the number of its last event. heard: called with messages of `Presence`. missed:
    called whenever a message may have come while nobody listened, once nothing is missed any more.
    """

    def __init__(
        self,
        database: Database,
        written: Callable[[str, int], None],
        heard: Callable[[str], None],
        missed: Callable[[], None],
    ) -> None:
        self._database = database
        self._written = written
        self._heard = heard
        self._missed = missed
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    async def start(self) -> None:
        """Begin, and return when nothing is missed any more, or it takes long."""
        listening = threading.Event()
        run = (asyncio.get_running_loop(), listening)
        self._thread = threading.Thread(target=self._run, args=run, name="oddsmith-news", daemon=True)
        self._thread.start()
        await asyncio.to_thread(listening.wait, 10)

    async def close(self) -> None:
        """Stop listening."""
        self._closing.set()
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def _run(self, loop: asyncio.AbstractEventLoop, listening: threading.Event) -> None:
        while not self._closing.is_set():
            try:
                self._listen(loop, listening)
            except Unreachable:
                self._closing.wait(_RETRY)
            except Exception:  # noqa: BLE001 (whatever it is, the next try may do better)
                _log.exception("other servers are no longer heard; trying again")
                self._closing.wait(_RETRY)

    def _listen(self, loop: asyncio.AbstractEventLoop, listening: threading.Event) -> None:
        """Hear until the connection ends."""
        fresh = True
        for channel, text in self._database.news(_LOOK):
            if self._closing.is_set():
                return
            if fresh:
                fresh = False
                loop.call_soon_threadsafe(self._missed)
                listening.set()
            if channel == NEWS:
                table, _, number = text.partition(" ")
                loop.call_soon_threadsafe(self._written, table, int(number))
            elif channel == PRESENCE:
                loop.call_soon_threadsafe(self._heard, text)

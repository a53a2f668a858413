"""Answers that are long and not read: how much of them may wait together, and how slowly they may be read."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from oddsmith.answers.format.problem import of_error
from oddsmith.table.domain.errors import Busy
from oddsmith.web import problems
from oddsmith.web.limits.request_guard import HEADERS
from oddsmith.web.settings import Settings

_PIECE: Final = 64 * 1024  # bytes that are handed to a connection at once, and answers that are not counted
#: Bytes a second that an answer has to be read at, after the time that every piece has.
_BYTES_PER_SECOND: Final = 20_000


class UnreadAnswers:
    """The answers of a server that are under way. held: bytes of those that are long."""

    def __init__(self, settings: Settings) -> None:
        self._limit = settings.unread_bytes
        self._seconds = settings.read_seconds
        self.held = 0
        self._of: Counter[str] = Counter()

    def has_room(self, address: str | None, size: int) -> bool:
        """Tell whether so many bytes may wait as well; of one address, unless it is None, no more than half."""
        own = self._of[address] if address is not None else 0
        return self.held + size <= self._limit and (own + size <= self._limit // 2)

    def hold(self, address: str | None, size: int) -> None:
        """Count bytes that wait, or with a size below 0 do so no more."""
        self.held += size
        if address is not None:
            self._of[address] += size
            if not self._of[address]:
                del self._of[address]

    def time_for(self, size: int) -> float:
        """Return the seconds in which so much of an answer has to be read."""
        return self._seconds + size / _BYTES_PER_SECOND


class Answer:
    """One answer on its way: in pieces, each of which waits until the ones before are read.

    address: whose it is, None of a proxy, which has those of many. abort: ends a connection that does not read.
    """

    def __init__(self, unread: UnreadAnswers, address: str | None, abort: Callable[[], None]) -> None:
        self._unread = unread
        self._address = address
        self._abort = abort
        self._size = 0
        self._refused = False

    async def send(self, message: Message, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a message of the answer; in place of one for which there is no room, that this is so."""
        if self._refused:
            return
        if message["type"] == "http.response.start":
            length = Headers(raw=message["headers"]).get("content-length", "0")
            size = int(length) if length.isdigit() else 0
            if size > _PIECE and scope["method"] != "HEAD":
                if not self._unread.has_room(self._address, size):
                    self._refused = True
                    busy = problems.response(of_error(Busy()))
                    busy.headers.update(HEADERS)
                    await busy(scope, receive, send)
                    return
                self._size = size
                self._unread.hold(self._address, size)
        body = message.get("body", b"")
        if len(body) <= _PIECE:
            await self._in_time(message, send)
            return
        for at in range(0, len(body), _PIECE):
            last = at + _PIECE >= len(body)
            more = message.get("more_body", False) if last else True
            await self._in_time({**message, "body": body[at : at + _PIECE], "more_body": more}, send)

    async def _in_time(self, message: Message, send: Send) -> None:
        try:
            async with asyncio.timeout(self._unread.time_for(len(message.get("body", b"")))):
                await send(message)
        except TimeoutError:
            self._abort()

    def end(self) -> None:
        """Give back the room: the answer is sent, or nobody waits for it any more."""
        if self._size:
            self._unread.hold(self._address, -self._size)
            self._size = 0

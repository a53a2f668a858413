"""Connections, before there is a request: how many there may be, how long a head may become, how slow they may be.

uvicorn's parser reads heads of any length and waits for the rest of a request for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from oddsmith.web import problems
from oddsmith.web.limits.guard import HEADERS
from oddsmith.web.seats import network
from oddsmith.web.settings import Settings

#: How fast a long body has to come at least, after the time that every body has.
_BYTES_PER_SECOND: Final = 20_000


class Connection(HttpToolsProtocol):
    """A connection with limits. addresses: how many connections each address has."""

    def __init__(self, settings: Settings, addresses: Counter[str], **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._settings = settings
        self._addresses = addresses
        self._address: str | None = None  # while it counts
        self._head: int | None = settings.head_bytes  # what may still come of a head; None while a body comes
        self._reading: float | None = None  # since when the present part of a request is under way

    # -- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = network(self.client[0]) if self.client is not None else ""
        self._addresses[self._address] += 1
        self._reading = self.loop.time()
        settings = self._settings
        if len(self.connections) > settings.connections or self._addresses[self._address] > settings.connections_each:
            self._refuse(503, "busy", "Too many connections are open.", "Close other pages, or try again later.")

    def connection_lost(self, exc: Exception | None) -> None:
        if self._address is not None:
            self._addresses[self._address] -= 1
            if not self._addresses[self._address]:
                del self._addresses[self._address]
            self._address = None
        super().connection_lost(exc)

    # -- reading

    def data_received(self, data: bytes) -> None:
        if self._head is not None:
            part, data = data[: self._head], data[self._head :]
            self._head -= len(part)
            super().data_received(part)
            if self._head == 0:
                limit = self._settings.head_bytes
                self._refuse(431, "too-large", f"The head of a request may hold {limit:,} bytes.")
        if data and not self.transport.is_closing():
            super().data_received(data)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading = self.loop.time()

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._head = None
        self._reading = self.loop.time()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if self._reading is not None:
            self._reading = min(self._reading + len(body) / _BYTES_PER_SECOND, self.loop.time())

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head = self._settings.head_bytes
        self._reading = None

    # -- limits

    def look(self, now: float) -> None:
        """Let it go if a request is too slow to come. That of an event stream has come, however long it stays."""
        if self._reading is not None and now - self._reading > self._settings.read_seconds:
            self._refuse(408, "too-slow", f"A request has to come within {self._settings.read_seconds:g} seconds.")

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "bad-request", "This is no HTTP request.")

    def _refuse(self, status: int, code: str, detail: str, remedy: str = "") -> None:
        """Answer, unless another answer is under way, and end the connection."""
        if self.transport.is_closing():
            return
        if self._may_answer():
            more = {"remedy": remedy} if remedy else {}
            answer = problems.response(problems.problem(status, code, detail, **more))
            headers = [*answer.raw_headers, *((name.encode(), value.encode()) for name, value in HEADERS.items())]
            head = b"".join(b"%s: %s\r\n" % header for header in [*headers, (b"connection", b"close")])
            self.transport.write(STATUS_LINE[status] + head + b"\r\n" + bytes(answer.body))
        self.transport.close()

    def _may_answer(self) -> bool:
        cycle = cast(RequestResponseCycle | None, self.cycle)  # of the last request whose head has come
        if self._head is not None:
            return cycle is None or cycle.response_complete
        return cycle is not None and not cycle.response_started and not self.pipeline


def limited(settings: Settings) -> type[asyncio.Protocol]:
    """What makes the connections of one server."""
    return cast(type[asyncio.Protocol], partial(Connection, settings, Counter()))

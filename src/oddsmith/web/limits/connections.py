"""Limits on connections: how many may be open, how long a head may become, how slowly a request may come.

uvicorn reads heads of any length and waits for the rest of a request for ever. So its protocol is put into one of ours,
which measures what comes in before it hands it on. Of uvicorn this needs only that `Config.http_protocol_class` makes
an `asyncio.Protocol`; what is answered, it sees as ASGI messages. docs/design.md compares this with other servers.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast

import httptools
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddsmith.answers.format.problem import problem
from oddsmith.web import problems
from oddsmith.web.limits.addresses import is_proxy, network
from oddsmith.web.limits.request_guard import HEADERS
from oddsmith.web.limits.unread_answers import Answer, UnreadAnswers
from oddsmith.web.settings import Settings

#: Bytes a second that a long body has to come at, after the time that every body has.
_BYTES_PER_SECOND: Final = 20_000
#: Requests of a connection that may wait for their answers. Browsers and proxies send one after another.
_IN_A_ROW: Final = 16


class Connections:
    """The open connections of one server, and their limits."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.unread = UnreadAnswers(settings)
        self.open: dict[tuple[str, int], Connection] = {}
        self.addresses: Counter[str] = Counter()

    def proxied(self, host: str) -> bool:
        """Tell whether connections from there are those of a proxy, which has them from many."""
        return is_proxy(host, self.settings.proxies)

    def limited(self, protocol: Callable[..., asyncio.Protocol]) -> type[asyncio.Protocol]:
        """Put what makes a server's protocols within limits."""
        return cast(type[asyncio.Protocol], lambda **given: Connection(self, protocol(**given)))

    def watched(self, app: ASGIApp) -> ASGIApp:
        """Note of an app's responses when they begin and end: no refusal may come in between. Long ones are limited."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            connection = self.open.get(tuple(scope.get("client") or ()))
            if connection is None or scope["type"] != "http":
                await app(scope, receive, send)
                return

            async def noted(message: Message) -> None:
                connection.answering = True
                await send(message)
                if message["type"] == "http.response.body" and not message.get("more_body", False):
                    connection.answering = False
                    connection.answered += 1
                    connection.answered_one()

            answer = connection.answer()

            async def limited(message: Message) -> None:
                await answer.send(message, scope, receive, noted)

            try:
                await app(scope, receive, limited)
            finally:
                answer.end()

        return watched


class _Forgiving:
    """A transport that drops what is written after its end, as asyncio's own do; those of uvloop raise RuntimeError.

    Of several requests in a row, uvicorn tells only the last that its connection has ended.
    """

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, where somebody may still read."""
        if not self._transport.is_closing():
            self._transport.write(data)


class Connection(asyncio.Protocol):
    """A connection within limits. inner: the protocol that answers its requests."""

    def __init__(self, connections: Connections, inner: asyncio.Protocol) -> None:
        self.answered = 0  # requests
        self.answering = False  # the next, in part
        self._connections = connections
        self._settings = connections.settings
        self._inner = inner
        self._loop = asyncio.get_running_loop()
        self._parser = httptools.HttpRequestParser(self)
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        self._asked = 0  # requests whose head has come
        self._handed = 0  # of these, requests that were handed on before what comes now
        self._over = False  # too many have come, and no more are read
        self._url = b""
        self._head: int | None = self._settings.head_bytes  # what may still come of a head; None while a body comes
        self._beside = 0  # bytes since the body last went on that are none of it: lengths of chunks, trailers
        self._body = 0  # bytes of the body
        self._since: float | None = None  # the present part of a request is under way
        self._timer: asyncio.TimerHandle | None = None

    def answer(self) -> Answer:
        """Return the limits of the next answer."""
        address = None if self._connections.proxied(self._client[0]) else self._address
        return Answer(self._connections.unread, address, self._transport.abort)

    # -- coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport
        peer = transport.get_extra_info("peername") or ("", id(self))
        self._client = str(peer[0]), int(peer[1])
        self._address = network(self._client[0])
        self._connections.open[self._client] = self
        self._connections.addresses[self._address] += 1
        self._inner.connection_made(cast(asyncio.Transport, _Forgiving(transport)))
        self._begin()
        of_all, of_one = len(self._connections.open), self._connections.addresses[self._address]
        most = (
            self._settings.connections
            if self._connections.proxied(self._client[0])
            else self._settings.connections_each
        )
        if of_all > self._settings.connections or of_one > most:
            self._refuse(503, "busy", "Too many connections are open.", "Close other pages, or try again later.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.open.pop(self._client, None)
        self._connections.addresses[self._address] -= 1
        if not self._connections.addresses[self._address]:
            del self._connections.addresses[self._address]
        if self._timer is not None:
            self._timer.cancel()
        del self._parser  # which refers to this
        self._inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()

    # -- reading

    def data_received(self, data: bytes) -> None:
        if self._over:
            return
        if self._head is not None:
            part, data = data[: self._head], data[self._head :]
            self._head -= len(part)
            self._hand_on(part)
            if self._head == 0:
                limit = self._settings.head_bytes
                self._refuse(431, "too-large", f"The head of a request may hold {limit:,} bytes.")
        if data and not self._transport.is_closing():
            before, asked = self._body, self._asked
            self._hand_on(data)
            if self._head is None and self._asked == asked:
                self._beside = self._beside + len(data) if self._body == before else 0
                if self._beside > self._settings.head_bytes:
                    limit = self._settings.head_bytes
                    self._refuse(431, "too-large", f"What follows a body may hold {limit:,} bytes.")

    def _hand_on(self, data: bytes) -> None:
        self._handed = self._asked
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            pass  # nothing here can be upgraded to, and uvicorn answers as if nobody had asked
        except httptools.HttpParserError:
            if self._over:
                self.answered_one()
            else:
                self._refuse(400, "bad-request", "This is no HTTP request.")
            return
        self._inner.data_received(data)

    def on_message_begin(self) -> None:
        """Called by the parser, as are the other methods named so."""
        self._url = b""
        self._begin()

    def on_url(self, url: bytes) -> None:
        self._url += url

    def on_headers_complete(self) -> None:
        httptools.parse_url(self._url).path.decode("ascii")  # an error here makes it no HTTP request
        self._asked += 1
        if self._asked - self.answered > _IN_A_ROW:
            self._over = True
            raise ValueError("too many requests in a row")  # the parser stops
        self._head = None
        self._beside = 0
        self._begin()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        if self._since is not None:
            self._since = min(self._since + len(body) / _BYTES_PER_SECOND, self._loop.time())

    def on_message_complete(self) -> None:
        self._head = self._settings.head_bytes
        self._since = None

    # -- limits

    def _begin(self) -> None:
        """Give the part of a request that comes now its time."""
        self._since = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(self._settings.read_seconds, self._look)

    def _look(self) -> None:
        """Refuse a request that has not come in time. That of an event stream has come, however long it stays."""
        self._timer = None
        if self._since is None or self._transport.is_closing():
            return
        left = self._since + self._settings.read_seconds - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self._refuse(408, "too-slow", f"A request has to come within {self._settings.read_seconds:g} seconds.")

    def answered_one(self) -> None:
        """Refuse requests that were too many, once those before them are answered."""
        if self._over and self.answered == self._handed and not self.answering:
            remedy = "Ask again when you have the answers."
            self._refuse(503, "busy", f"More than {_IN_A_ROW} requests came in a row.", remedy)

    def _refuse(self, status: int, code: str, detail: str, remedy: str = "") -> None:
        """Answer, unless another answer is under way, and end the connection."""
        if self._transport.is_closing():
            return
        if self._may_answer():
            more: dict[str, Any] = {"remedy": remedy} if remedy else {}
            answer = problems.response(problem(status, code, detail, **more))
            headers = [*answer.raw_headers, *((name.encode(), value.encode()) for name, value in HEADERS.items())]
            head = b"".join(b"%s: %s\r\n" % header for header in [*headers, (b"connection", b"close")])
            line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n".encode()
            self._transport.write(line + head + b"\r\n" + bytes(answer.body))
        self._transport.close()

    def _may_answer(self) -> bool:
        """Tell whether the next answer that the other side expects is that of the request which comes now."""
        if self._over:
            return self.answered == self._handed and not self.answering
        complete = self._asked if self._head is not None else self._asked - 1
        return self.answered == complete and not self.answering

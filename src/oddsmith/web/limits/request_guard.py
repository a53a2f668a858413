"""Checks before every request: its host, its origin and its size; and the security headers of every response.

A large body (only a log that is to be checked may be one) is not read before it has a place, so that those under way
together take no more memory than the places are worth.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddsmith.answers.format.problem import of_error, problem
from oddsmith.table.domain.errors import Busy
from oddsmith.web import problems
from oddsmith.web.limits.addresses import network
from oddsmith.web.limits.fair_queue import FairQueue, QueueLimits
from oddsmith.web.limits.other_pages import is_stateless
from oddsmith.web.settings import Settings

#: Scripts and styles come from the app's own files, and nothing is loaded from or sent to anywhere else.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_HOST: Final = re.compile(r"(?:\[([^\[\]]+)\]|([^:\[\]]+))(?::([0-9]{0,5}))?")
_LAST_PORT: Final = 65535
#: Bytes a second below which a body gives way to others that wait for its place; it has some seconds to begin.
_YIELDING: Final = 1_000_000
_YIELDS_AFTER: Final = 2.0
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


def large_bodies(settings: Settings) -> FairQueue:
    """Return the line of bodies that may be large."""
    # Whoever waits does so for a part of the time in which a body has to come, since it does not come meanwhile.
    seconds = min(settings.waiting_seconds, settings.read_seconds / 2)
    return FairQueue(QueueLimits(settings.logs, settings.logs_each, settings.waiting, settings.waiting_each, seconds))


class RequestGuard:
    """ASGI middleware: refuses foreign hosts and origins and requests that are too large; adds the headers.

    large: the line of bodies that may be large.
    """

    def __init__(self, app: ASGIApp, settings: Settings, large: FairQueue) -> None:
        self.app = app
        self.settings = settings
        pages = [urlsplit(origin) for origin in settings.origins]
        self._names = settings.names | {page.hostname or "" for page in pages}
        # By which scheme pages of a host are found, whichever a proxy uses; a host may be found by both.
        schemes = {page.netloc: {other.scheme for other in pages if other.netloc == page.netloc} for page in pages}
        self._schemes = {host: found.pop() for host, found in schemes.items() if len(found) == 1}
        self.large = large

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await problems.response(refusal)(scope, receive, with_headers)
            return
        length = headers.get("content-length")
        limit, small = self.settings.largest(scope["path"]), self.settings.body_bytes
        if length is not None and length.isdigit() and int(length) > limit:
            await problems.response(_too_large(limit))(scope, receive, with_headers)
            return
        if scope["method"] in _SAFE or (length is not None and (not length.isdigit() or int(length) <= small)):
            await self.app(scope, receive, with_headers)
        elif limit <= small:
            await self._read(scope, receive, with_headers, limit, self.settings.read_seconds)
        else:
            await self._in_line(scope, receive, with_headers, limit)

    async def _in_line(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        """Read a body that may be large once it has a place, and keep the place until it is answered."""
        who = network((scope.get("client") or ("",))[0])
        try:
            async with self.large.place(who):
                await self._read(scope, receive, send, limit, self.settings.log_seconds, self.large)
        except Busy as busy:
            await problems.response(of_error(busy))(scope, receive, send)

    async def _read(
        self, scope: Scope, receive: Receive, send: Send, limit: int, seconds: float, line: FairQueue | None = None
    ) -> None:
        """Read a body before it is handed on, and no further than the limit. line: of those who wait for its place."""
        body = bytearray()
        began = asyncio.get_running_loop().time()
        more = True
        try:
            async with asyncio.timeout(seconds):
                while more:
                    message = await receive()
                    if message["type"] != "http.request":
                        return
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > limit:
                        await problems.response(_too_large(limit))(scope, receive, send)
                        return
                    if more and line is not None and line.waiting and _slow(len(body), began):
                        raise Busy
        except TimeoutError:
            late = f"A request has to come within {seconds:g} seconds."
            await problems.response(problem(408, "too-slow", late))(scope, receive, send)
            return
        whole: bytes | None = bytes(body)
        del body

        async def handed() -> Message:
            nonlocal whole
            if whole is None:
                return await receive()
            message: Message = {"type": "http.request", "body": whole, "more_body": False}
            whole = None
            return message

        await self.app(scope, handed, send)

    def _refusal(self, scope: Scope, headers: Headers) -> dict[str, object] | None:
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not host:
            return problem(400, "bad-request", "A request names one host.")
        if not known_host(host, self._names):
            allowed = ", ".join(f"[{name}]" if ":" in name else name for name in sorted(self._names))
            asked = (scope.get("server") or ("127.0.0.1",))[0]  # the address of this machine that was found
            remedy = f"It answers to: {allowed}, and to addresses in numbers, such as {asked}."
            return problem(421, "host", f"This server does not answer to the name {host!r}.", remedy=remedy)
        scope["scheme"] = self._schemes.get(host.lower(), scope["scheme"])
        if scope["method"] in _SAFE:
            return None
        origin = headers.get("origin")
        if is_stateless(scope["path"]) and ("*" in self.settings.readers or origin in self.settings.readers):
            return None
        if origin in self.settings.origins:
            scope["scheme"] = origin.partition(":")[0]
        own = origin is None or origin in self.settings.origins or origin == f"{scope['scheme']}://{host}"
        site = headers.get("sec-fetch-site")
        if own and site in (None, "same-origin", "none"):
            return None
        # A browser says so of no foreign page: a proxy has asked by another name or scheme.
        hint = {"remedy": f"Start the server with --origin {origin}, where its pages are found."}
        told = hint if site == "same-origin" else {}
        return problem(403, "origin", "Commands are taken only from the app's own pages.", **told)


def _slow(come: int, began: float) -> bool:
    """Tell whether a body comes so slowly that others who wait for its place should have it."""
    passed = asyncio.get_running_loop().time() - began
    return passed > _YIELDS_AFTER and come < _YIELDING * passed


def _too_large(limit: int) -> dict[str, object]:
    return problem(413, "too-large", f"A request may hold {limit:,} bytes.", limit=limit)


def known_host(host: str, names: frozenset[str]) -> bool:
    """Tell whether a Host header names this app: one of its names, or an address made of numbers.

    A foreign page that has its own name resolve to this machine still sends that name, and is refused.

    >>> [known_host(host, frozenset({"localhost"})) for host in ("localhost:8765", "[::1]:80", "[::1", "evil.test")]
    [True, True, False, False]
    >>> known_host("localhost:99999", frozenset({"localhost"}))
    False
    """
    found = _HOST.fullmatch(host)
    if found is None or int(found[3] or 0) > _LAST_PORT:
        return False
    six, name, _ = found.groups()
    try:
        if six is not None:
            ipaddress.IPv6Address(six)
        elif name.lower().rstrip(".") not in names:
            ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True

"""Checks before every request: its host, its origin and its size; and the security headers of every response."""

from __future__ import annotations

import ipaddress
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddsmith.web import problems
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
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class RequestGuard:
    """ASGI middleware: refuses foreign hosts and origins and requests that are too large; adds the headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

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
        limit = self.settings.largest(scope["path"])
        if length is not None and length.isdigit() and int(length) > limit:
            await problems.response(_too_large(limit))(scope, receive, with_headers)
            return
        if length is not None or scope["method"] in _SAFE:
            await self.app(scope, receive, with_headers)
            return
        await self._counted(scope, receive, with_headers, limit)

    async def _counted(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        """Read a body of unstated length before it is handed on, and no further than the limit."""
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > limit:
                await problems.response(_too_large(limit))(scope, receive, send)
                return
        handed = False

        async def whole() -> Message:
            nonlocal handed
            if handed:
                return await receive()
            handed = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, whole, send)

    def _refusal(self, scope: Scope, headers: Headers) -> dict[str, object] | None:
        host = headers.get("host", "")
        if not known_host(host, self.settings.names):
            allowed = ", ".join(sorted(self.settings.names))
            return problems.problem(
                421, "host", f"This server does not answer to the name {host!r}.", remedy=f"It answers to: {allowed}."
            )
        if scope["method"] in _SAFE:
            return None
        origin = headers.get("origin")
        site = headers.get("sec-fetch-site", "same-origin")
        if (origin is not None and origin != f"{scope['scheme']}://{host}") or site not in ("same-origin", "none"):
            return problems.problem(403, "origin", "Commands are taken only from the app's own pages.")
        return None


def _too_large(limit: int) -> dict[str, object]:
    return problems.problem(413, "too-large", f"A request may hold {limit:,} bytes.", limit=limit)


def known_host(host: str, names: frozenset[str]) -> bool:
    """Tell whether a Host header names this app: one of its names, or an address made of numbers.

    A foreign page that has its own name resolve to this machine still sends that name, and is refused.

    >>> [known_host(host, frozenset({"localhost"})) for host in ("localhost:8765", "[::1]:80", "evil.test")]
    [True, True, False]
    """
    if host.startswith("["):
        name, _, port = host[1:].partition("]")
        port = port.removeprefix(":")
    else:
        name, _, port = host.partition(":")
    if port and not port.isdigit():
        return False
    if name.lower().rstrip(".") in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

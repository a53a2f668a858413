"""Pages of other sites, which may ask for odds where whoever runs the server says so."""

from __future__ import annotations

from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_DAY = 86_400  # seconds


def is_stateless(path: str) -> bool:
    """Tell whether a path is that of a question, which needs no seat and changes nothing.

    >>> [is_stateless(path) for path in ("/api/odds/dot/check", "/api/tables", "/api/tables/1", "/odds", "/metrics")]
    [True, False, False, False, False]
    """
    return path.startswith("/api/") and path != "/api/tables" and not path.startswith("/api/tables/")


class OtherPages:
    """ASGI middleware: lets scripts of some other sites read the answers to questions (CORS), without cookies.

    origins: of these sites, as `https://blog.example`; `*` for all.
    """

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        self.app = app
        self._answered = CORSMiddleware(
            app,
            allow_origins=sorted(origins),
            allow_methods=["GET", "POST"],
            allow_headers=["content-type"],
            expose_headers=["retry-after", "x-request-id"],
            max_age=_DAY,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] == "http" and is_stateless(scope["path"]) and "origin" in Headers(scope=scope)
        await (self._answered if asks else self.app)(scope, receive, send)

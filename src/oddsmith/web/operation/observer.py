"""Observation of every request: its id, how long it took, what came of it."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oddsmith.answers.format.problem import of_error
from oddsmith.table.domain.errors import Unreachable
from oddsmith.web import problems
from oddsmith.web.operation import log_lines
from oddsmith.web.operation.figures import Figures

_FAILED: Final = 500
_GONE: Final = 499  # as ClientGone is answered


class Observer:
    """ASGI middleware: gives each request an id, counts it, and writes it into the log."""

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self.app = app
        self.figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        name = secrets.token_hex(8)
        log_lines.REQUEST.set(name)
        scope.setdefault("state", {})["request"] = name
        started = time.monotonic()
        status, waited = 0, 0.0

        async def observed(message: Message) -> None:
            nonlocal status, waited
            if message["type"] == "http.response.start":
                status, waited = message["status"], time.monotonic() - started
                MutableHeaders(scope=message)[problems.REQUEST_ID] = name
            await send(message)

        self.figures.under_way += 1
        try:
            await self.app(scope, receive, observed)
        except asyncio.CancelledError:
            if status:
                raise
            # The server stops, and waits for nobody any longer.
            await problems.response(of_error(Unreachable()))(scope, receive, observed)
        except Exception:
            status = status or _FAILED
            raise
        finally:
            self.figures.under_way -= 1
            self._tell(scope, status or _GONE, waited or time.monotonic() - started)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "")
        self.figures.answered(scope["method"], route, status, seconds)
        level = logging.WARNING if status == _FAILED else logging.INFO  # whoever is sent away must not fill the log
        if log_lines.requests.isEnabledFor(level):
            log_lines.requests.log(
                level,
                "%s %s: %d after %.3f s",
                scope["method"],
                _on_one_line(scope["path"]),
                status,
                seconds,
                extra={
                    "method": scope["method"],
                    "path": scope["path"],
                    "route": route or None,
                    "status": status,
                    "seconds": round(seconds, 6),
                    "client": (scope.get("client") or (None,))[0],
                },
            )


def _on_one_line(path: str) -> str:
    r"""Return a path without what makes lines, or tells terminals what to do.

    >>> _on_one_line("/a\n2026 ERROR")
    '/a\\n2026 ERROR'
    """
    return path.encode("unicode_escape").decode("ascii")

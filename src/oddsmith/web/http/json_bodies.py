"""JSON in the bodies of requests: in UTF-8 and nothing else, so that every program reads the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute


class _Utf8Request(Request):
    async def json(self) -> Any:
        """Return the body, as JSON; other readers guess at UTF-16 and UTF-32, and pass over a byte order mark."""
        try:
            text = (await self.body()).decode()
        except UnicodeDecodeError:
            raise HTTPException(400, "The body is not UTF-8.") from None
        try:
            return json.loads(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            raise HTTPException(400, "A number in the body has too many digits.") from None
        except RecursionError:
            raise HTTPException(400, "The body is nested too deeply.") from None


class JsonRoute(APIRoute):
    """A route whose body is JSON in UTF-8; refuses others as it refuses what is no JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        answer = super().get_route_handler()

        async def read_strictly(request: Request) -> Response:
            return await answer(_Utf8Request(request.scope, request.receive))

        return read_strictly

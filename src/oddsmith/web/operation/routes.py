"""Routes for whoever keeps the server: is it well, and how much has it to do?"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Sequence
from typing import Final

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

import oddsmith
from oddsmith.table.domain.errors import NotAllowed, Unreachable
from oddsmith.table.server.service import Tables
from oddsmith.web.answers.catalogue import Health
from oddsmith.web.limits.addresses import is_proxy
from oddsmith.web.operation.figures import Figures
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.settings import Settings

_PRIVATE: Final = {"cache-control": "no-store"}
#: A request with one of these was handed on by a proxy, and comes from elsewhere although the proxy is here.
_HANDED_ON: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
_PATIENCE: Final = 5.0  # seconds in which the database has to take something


def router(settings: Settings, figures: Figures, tables: Tables | None) -> APIRouter:
    """Return the routes, which answer this machine alone, or whoever has the token of the settings."""
    routes = APIRouter(tags=["operation"])

    @routes.get(
        "/healthz",
        summary="Whether the server can do its work",
        responses=problem_responses(401, 403, 503) | answered(Health),
    )
    async def healthz(request: Request) -> Response:
        _admit(request, settings)
        if tables is not None:
            try:
                async with asyncio.timeout(_PATIENCE):
                    await tables.probe()
            except TimeoutError:
                raise Unreachable from None
        return JSONResponse({"status": "ok", "version": oddsmith.__version__}, headers=_PRIVATE)

    @routes.get(
        "/metrics",
        summary="Figures for Prometheus",
        response_class=Response,
        responses=problem_responses(401, 403) | {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics(request: Request) -> Response:
        _admit(request, settings)
        return Response(figures.text(), headers={**_PRIVATE, "content-type": CONTENT_TYPE_LATEST})

    for path, answer in (("/healthz", healthz), ("/metrics", metrics)):
        routes.head(path, include_in_schema=False)(answer)
    return routes


def _admit(request: Request, settings: Settings) -> None:
    """Refuse whoever may not see this."""
    token = settings.token
    if token is None:
        if not _here(request, settings.proxies):
            raise NotAllowed(
                "This is answered only to the machine that the server runs on.",
                remedy="Ask on that machine, or start the server with --token-file.",
            )
        return
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(given.encode(), token.encode()):
        told = "This is answered only to those who send the server's token."
        raise HTTPException(401, told, {"www-authenticate": "Bearer"})


def _here(request: Request, proxies: Sequence[str]) -> bool:
    """Tell whether a request was made on this machine, and by no proxy."""
    if request.client is None or any(name in request.headers for name in _HANDED_ON):
        return False
    if is_proxy(request.client.host, proxies):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback

"""Seats at tables as HTTP has them: their cookie, and the keys of their commands."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Header, Path, Request
from starlette.responses import Response

from oddsmith.table.commands.bodies import CommandBody
from oddsmith.table.commands.context import secret_digest

COOKIE = "oddsmith_seat"
_YEAR = 365 * 24 * 3600

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=r"^[\x21-\x7e]+$",
        description="Made anew for every command: the same key and body give the stored answer again.",
    ),
]
LongKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=16,
        max_length=200,
        pattern=r"^[\x21-\x7e]+$",
        description="Random, and at least 16 characters long: the seat's secret follows from it.",
    ),
]
TableId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="The table.")]
Name = Annotated[str, Path(pattern=r"^[a-z][1-9][0-9]{0,9}$")]


def token(request: Request) -> str | None:
    """Return the digest of the cookie that came with a request."""
    value = request.cookies.get(COOKIE)
    return secret_digest(value) if value else None


def give(response: Response, request: Request, table: str, secret: str) -> None:
    """Let the browser have a seat, for that table alone."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=_YEAR,
        path=f"/api/tables/{table}",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def take(response: Response, request: Request, table: str) -> None:
    """Let the browser forget a seat."""
    secure = request.url.scheme == "https"
    response.delete_cookie(COOKIE, path=f"/api/tables/{table}", secure=secure, httponly=True, samesite="strict")


def fingerprint(request: Request, body: CommandBody | None) -> str:
    """Return a digest that tells a command from any other."""
    text = "" if body is None else body.identity
    return hashlib.sha256(f"{request.method} {request.url.path}\n{text}".encode()).hexdigest()

"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import PurePath
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from oddsmith.answers.format.json_values import plain
from oddsmith.errors import BadInput, MissingAnswer, NotationError, OddsmithError, RulebookError, RuleError, TooLarge

MEDIA_TYPE = "application/problem+json"

_STATUS = {
    "not-found": 404,
    "not-allowed": 403,
    "not-seated": 401,
    "conflict": 409,
    "key-reused": 422,
    "too-many": 429,
    "busy": 503,
    "unavailable": 503,
}

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

#: How the OpenAPI document describes every error.
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "remedy": {"type": "string"},
        "field": {"type": "string"},
        "fields": {"type": "array", "items": {"type": "string"}},
        "value": {},
        "allowed": {"type": "string"},
        "start": {"type": "integer"},
        "end": {"type": "integer"},
        "suggestion": {"type": "string"},
        "file": {"type": "string"},
        "line": {"type": "integer"},
        "rule": {"type": "string"},
        "call": {"type": "string"},
        "awaited": {"type": "string"},
        "answers": {"type": "array", "items": {"type": "string"}},
    },
}


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that may answer with problems of these statuses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


def problem(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Make a problem document."""
    return {
        "type": f"urn:oddsmith:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    } | more


def of_error(error: OddsmithError) -> dict[str, Any]:
    """Make the problem document of one of our own errors: with field, value and what is allowed, where it has them."""
    more: dict[str, Any] = {"remedy": error.remedy} if error.remedy else {}
    detail = error.message
    if error.place is not None:
        more |= {"start": error.place.start, "end": error.place.end}
    if isinstance(error, NotationError):
        more |= {"suggestion": error.suggestion}
    if isinstance(error, BadInput):
        more |= {"field": error.field, "value": plain(error.value), "allowed": error.allowed}
        if len(error.fields) > 1:
            more |= {"fields": list(error.fields)}
    elif isinstance(error, MissingAnswer):
        more |= {"field": error.field, "number": error.number, "allowed": error.expected}
    elif isinstance(error, RulebookError | RuleError) and error.file:
        more |= _of_rulebook(error)
        detail = detail.replace(error.file, more["file"])  # where it lies is nobody's business
    elif isinstance(error, TooLarge):
        more |= {"what": error.what, "estimate": error.estimate, "limit": error.limit}
    return problem(status_of(error), error.code, detail, **more)


def _of_rulebook(error: RulebookError | RuleError) -> dict[str, Any]:
    """Return what is told of an error in a rulebook: its place, and the call and the answers that led there."""
    more: dict[str, Any] = {"file": PurePath(error.file).name}
    if error.line:
        more["line"] = error.line
    if isinstance(error, RuleError):
        return more | {"rule": error.rule}
    if error.moment is not None:
        moment = error.moment
        more |= {"rule": moment.rule, "call": moment.call, "awaited": moment.awaited, "answers": list(moment.answers)}
    return more


def status_of(error: OddsmithError) -> int:
    """Return the HTTP status of one of our own errors: 422 unless its code says otherwise."""
    return _STATUS.get(error.code, HTTPStatus.UNPROCESSABLE_ENTITY)


def response(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Return a problem document as a response that nobody keeps."""
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    headers = {"cache-control": "no-store", **(headers or {})}
    return Response(body, document["status"], headers, MEDIA_TYPE)


def install(app: FastAPI) -> None:
    """Let every error of an app become a problem document."""

    @app.exception_handler(OddsmithError)
    async def ours(request: Request, error: OddsmithError) -> Response:
        wait = getattr(error, "seconds", None)
        return response(of_error(error), {"retry-after": str(wait)} if wait is not None else None)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
        name = ".".join(place) or str(first["loc"][0])
        return response(problem(422, "bad-input", f"{name}: {first['msg']}.", field=name, allowed=first["msg"]))

    @app.exception_handler(HTTPException)
    async def generic(request: Request, error: HTTPException) -> Response:
        code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        detail, headers = str(error.detail), error.headers
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = ", ".join(_methods(app, request))
            detail, headers = f"{request.url.path} takes {allowed}, not {request.method}.", {"allow": allowed}
        elif detail == HTTPStatus.NOT_FOUND.phrase:
            detail = f"There is nothing at {request.url.path}."
        return response(problem(error.status_code, code, detail), headers)

    @app.exception_handler(Exception)
    async def unforeseen(request: Request, error: Exception) -> Response:
        return response(problem(500, "internal", "Something went wrong in the server. It was written to its log."))


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return every method that the path of a request is served by."""
    scopes = {method: {**request.scope, "method": method} for method in _METHODS}
    return [name for name, scope in scopes.items() if any(r.matches(scope)[0] == Match.FULL for r in app.routes)]

"""Errors as responses with problem documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from oddsmith.answers.format.problem import of_error, problem
from oddsmith.errors import OddsmithError
from oddsmith.web.answers.problems import Problem

MEDIA_TYPE = "application/problem+json"
#: The header of every answer with the id by which the server's log speaks of the request.
REQUEST_ID = "x-request-id"

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that may answer with problems of these statuses."""
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": HTTPStatus(status).phrase, "content": content} for status in statuses}


def answered(form: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route that answers with a document of this form. The document is sent as it is."""
    return {status: {"model": form}}


def response(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Return a problem document as a response that nobody keeps."""
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    headers = {"cache-control": "no-store", **(headers or {})}
    # What was sent may have halves of characters, and is told as it was.
    return Response(body.encode("utf-8", "backslashreplace"), document["status"], headers, MEDIA_TYPE)


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
        said = first["msg"].removeprefix("Value error, ")
        return response(problem(422, "bad-input", f"{name}: {said}.", field=name, allowed=said))

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
        name = request.state.request
        told = f"Something went wrong in the server. Its log tells more, under request {name}."
        return response(problem(500, "internal", told, request=name), {REQUEST_ID: name})


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return every method that the path of a request is served by."""
    scopes = {method: {**request.scope, "method": method} for method in _METHODS}
    return [name for name, scope in scopes.items() if any(r.matches(scope)[0] == Match.FULL for r in app.routes)]


def schema() -> dict[str, Any]:
    """Return how the OpenAPI document describes every error."""
    return Problem.model_json_schema(mode="serialization")

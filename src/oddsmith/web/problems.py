"""Errors as responses with problem documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from oddsmith import misfits
from oddsmith.answers.format.problem import of_error, problem
from oddsmith.errors import BadInput, OddsmithError, TooLarge
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


def of_computation(error: OddsmithError) -> dict[str, Any]:
    """Make the problem document of an error of a computation, whose limit is the server's: askers cannot raise it."""
    if isinstance(error, TooLarge):
        error.remedy = error.within
    return of_error(error)


def response(document: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    """Return a problem document as a response that nobody keeps."""
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    headers = {"cache-control": "no-store", **(headers or {})}
    # What was sent may have halves of characters, and is told as it was.
    return Response(body.encode("utf-8", "backslashreplace"), document["status"], headers, MEDIA_TYPE)


def install(app: FastAPI, page_at: Callable[[str], str | None]) -> None:
    """Let every error of an app become a problem document. page_at: the page of an address outside `/api`, if any."""

    @app.exception_handler(OddsmithError)
    async def ours(request: Request, error: OddsmithError) -> Response:
        wait = getattr(error, "seconds", None)
        return response(of_error(error), {"retry-after": str(wait)} if wait is not None else None)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> Response:
        faults = error.errors()
        if faults[0]["loc"][0] == "path":
            return await generic(request, HTTPException(HTTPStatus.NOT_FOUND))
        return response(of_error(_misfit(faults)))

    @app.exception_handler(HTTPException)
    async def generic(request: Request, error: HTTPException) -> Response:
        code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
        detail, headers = str(error.detail), error.headers
        address = request.path_params.get("address")
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED and address is not None and page_at(address) is None:
            return await generic(request, HTTPException(HTTPStatus.NOT_FOUND))
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


def _misfit(faults: Sequence[Mapping[str, Any]]) -> BadInput:
    """Return the error about the first part of a request that is missing, unknown or of another kind."""
    fault = faults[0]
    kind, found, context = fault["type"], fault["input"], fault.get("ctx", {})
    where, *parts = fault["loc"]
    place = [str(part) for part in parts if part not in misfits.SIMPLE]
    name = ".".join(place) or where
    secret = where == "header" or not isinstance(found, str | int | float | None) or len(str(found)) > _LONGEST_TOLD
    error = BadInput(name, None if kind == "missing" or secret else found, misfits.allowed(faults))
    if kind == "json_invalid":
        told = f"The body is no JSON: {context['error']} (character {place[-1]})."
        return BadInput("body", None, "JSON").reworded(told)
    if kind == "missing":
        return error.reworded(error.message)
    if kind == "extra_forbidden":
        return error.reworded(f"Unknown field {place[-1]!r}.")
    if secret:
        return error.reworded(f"{name if parts else f'The {where}'} does not fit.", error.remedy)
    return error


_LONGEST_TOLD: Final = 200


def _methods(app: FastAPI, request: Request) -> list[str]:
    """Return every method that the path of a request is served by."""
    scopes = {method: {**request.scope, "method": method} for method in _METHODS}
    return [name for name, scope in scopes.items() if any(r.matches(scope)[0] == Match.FULL for r in app.routes)]


def schema() -> dict[str, Any]:
    """Return how the OpenAPI document describes every error."""
    return Problem.model_json_schema(mode="serialization")

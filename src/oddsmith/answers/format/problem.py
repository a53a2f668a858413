"""Errors as problem documents (RFC 9457), over HTTP and on the command line alike."""

from __future__ import annotations

from http import HTTPStatus
from pathlib import PurePath
from typing import Any

from oddsmith.answers.format.json_values import plain
from oddsmith.errors import BadInput, MissingAnswer, NotationError, OddsmithError, RulebookError, RuleError, TooLarge

_STATUS = {
    "not-found": 404,
    "not-allowed": 403,
    "not-seated": 401,
    "conflict": 409,
    "rulebook-changed": 409,
    "key-reused": 422,
    "too-many": 429,
    "busy": 503,
    "unavailable": 503,
}


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
        if error.because:
            more |= {"because": error.because}
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

"""The check of a log over HTTP: its form, and the rules of its rolls, run again on this server."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from oddsmith.errors import TooLarge
from oddsmith.table.forms.schema import json_schema
from oddsmith.web.answers.tables import Verified
from oddsmith.web.compute import jobs
from oddsmith.web.http.questions import POSTED, Questions
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.settings import VERIFY

_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": 'A log as `log.json` of a table gives it; or `{"log": ..., "seen": ...}`, with a receipt.',
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}
_ELSEWHERE = "Run oddsmith verify on your own machine, where there is no limit of time or memory."


def router(questions: Questions) -> APIRouter:
    """Return the route by which a log is checked."""
    routes = APIRouter(tags=["questions"], dependencies=[Depends(questions.paced)])

    @routes.post(
        VERIFY,
        summary="What does not match in a log",
        openapi_extra=_BODY,
        responses=problem_responses(413) | POSTED | answered(Verified),
    )
    async def verify(request: Request) -> Response:
        body = await request.body()
        try:
            body.decode()
        except UnicodeDecodeError:
            raise HTTPException(400, "The body is not UTF-8.") from None
        try:
            answer = await questions.computed(request, (jobs.verified, (body,)), questions.settings.log_seconds)
        except TooLarge as error:
            raise error.reworded(error.message, _ELSEWHERE) from None
        return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")

    @routes.get(
        "/api/log.schema.json",
        summary="What a log must look like, as JSON Schema",
        response_class=Response,
        responses={200: {"content": {"application/schema+json": {"schema": {"type": "object"}}}}},
    )
    def log_schema() -> Response:
        return Response(_schema_text(), media_type="application/schema+json")

    return routes


@cache
def _schema_text() -> str:
    return json.dumps(json_schema())  # takes 50 ms

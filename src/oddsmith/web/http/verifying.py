"""The check of a log over HTTP: the rules of its rolls, run again on this server."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from oddsmith.web.compute import jobs
from oddsmith.web.http.questions import ANSWERS, Questions
from oddsmith.web.problems import problem_responses
from oddsmith.web.settings import VERIFY

_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "A log as `log.json` of a table gives it.",
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


def router(questions: Questions) -> APIRouter:
    """Return the route by which a log is checked."""
    routes = APIRouter(tags=["questions"], dependencies=[Depends(questions.paced)])

    @routes.post(
        VERIFY, summary="What does not match in a log", openapi_extra=_BODY, responses=problem_responses(413) | ANSWERS
    )
    async def verify(request: Request) -> Response:
        answer = await questions.computed(request, (jobs.verified, (await request.body(),)))
        return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")

    return routes

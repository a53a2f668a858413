"""Route for odds along one or two inputs: each answer holds the cells that were soon computed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from oddsmith.web.answers import questions as asked
from oddsmith.web.compute import jobs
from oddsmith.web.http.json_bodies import JsonRoute
from oddsmith.web.http.questions import POSTED, QuestionBody, Questions
from oddsmith.web.problems import answered
from oddsmith.workbench.document import MOST_CELLS, MOST_QUANTITIES

#: An answer is sent after so many seconds, with the cells that there are: whoever waits sees a chart grow.
_SECONDS = 0.3

Wanted = Annotated[str, Field(max_length=500)]


class Along(BaseModel):
    """An input, and the values that it takes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    input: str = Field(max_length=100)
    values: list[int | str] = Field(min_length=1, max_length=MOST_CELLS)


class SweepBody(QuestionBody):
    """A quantity or several, and the inputs along which they are computed."""

    along: list[Along] = Field(description="One input or two.", min_length=1, max_length=2)
    of: Wanted | list[Wanted] = Field(
        description="What is wanted, as in a goal without prices: an event, a measure, `successes >= 3`. A list of "
        f"these, {MOST_QUANTITIES} at most, makes a list in every cell."
    )
    best: bool = Field(
        default=False, description="Whether every cell is what best play for the quantity is worth, at no price."
    )
    first: int = Field(default=0, description="The cell to begin with.", ge=0, le=MOST_CELLS)


def router(questions: Questions) -> APIRouter:
    """Make the route of this module."""
    routes = APIRouter(
        route_class=JsonRoute, prefix="/api", tags=["questions"], dependencies=[Depends(questions.paced)]
    )
    limit = questions.settings.compute_states

    @routes.post(
        "/sweep/{name}/{action}", summary="Odds along one or two inputs", responses=POSTED | answered(asked.Sweep)
    )
    async def sweep(request: Request, name: str, action: str, body: Annotated[SweepBody, Body()]) -> Response:
        along: dict[str, Any] = {each.input: each.values for each in body.along}
        asked = (name, action, body.inputs, body.options, along, body.of, body.best, body.first)
        job = (jobs.swept, (*asked, _SECONDS, limit))
        answer = await questions.computed(request, job)
        # Which cells an answer holds depends on how busy the machine was.
        return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")

    return routes

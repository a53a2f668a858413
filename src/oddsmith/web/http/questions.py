"""Routes without a table: the systems, exact odds, best play, simulations, single rolls."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from oddsmith.answers.documents.catalogue import numbers_document, systems_document
from oddsmith.answers.documents.compare import MOST_COMPARED
from oddsmith.answers.documents.gallery import gallery_document
from oddsmith.answers.documents.rules import rules_document
from oddsmith.answers.format.plan import MOST_LISTED
from oddsmith.answers.question import house_rules, question, values
from oddsmith.dice import read
from oddsmith.errors import BadInput, Unknown
from oddsmith.systems import system, systems
from oddsmith.systems.fields.validation import given_house_rules, given_once
from oddsmith.systems.registry import rulebook_digest
from oddsmith.web.answers import catalogue, play
from oddsmith.web.answers import questions as asked
from oddsmith.web.compute import jobs
from oddsmith.web.compute.worker_pool import Job, WorkerPool
from oddsmith.web.http.json_bodies import JsonRoute
from oddsmith.web.limits.addresses import client_address
from oddsmith.web.limits.rate_limit import RateLimit
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.rulebooks import Rulebooks
from oddsmith.web.settings import Settings

#: A question always has the same answer, whoever asks: it may be kept for an hour, and asked for again by its tag.
_KEPT = "public, max-age=3600, immutable"
_REMEMBERED = 256
_REMEMBERED_BYTES = 1 << 20

#: Inputs as query parameters: `pool=10&difficulty=6`. They are checked against the action, whatever they are called.
_INPUTS: dict[str, Any] = {
    "parameters": [
        {
            "name": "inputs",
            "in": "query",
            "description": "The inputs of the action, each a parameter of its own; lists with commas.",
            "style": "form",
            "explode": True,
            "schema": {"title": "Given", "type": "object", "additionalProperties": {"type": "string"}},
        }
    ]
}
ANSWERS = problem_responses(422, 429, 500, 503)
#: What a question in the body of a request may be answered with besides: what is no JSON in UTF-8.
POSTED = ANSWERS | problem_responses(400)
Options = Annotated[list[str], Query(description="House rules, each as `name=reading`.", max_length=100)]
NotationText = Annotated[str, Query(description="Dice notation, such as 4d6kh3.", min_length=1, max_length=1000)]


class QuestionBody(BaseModel):
    """An action's inputs and house rules, in the body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    inputs: dict[str, Any] = Field(default={}, description="Inputs by name.", max_length=100)
    options: dict[str, Any] = Field(default={}, description="House rules by name.", max_length=100)


class BestPlayBody(QuestionBody):
    """The goal of best play, and what it may cost."""

    goal: str = Field(description="What is wanted: an event, a measure, or several put together.", max_length=500)
    prices: dict[str, str | int] = Field(
        default={}, description="What one unit of a measure costs, in units of the goal.", max_length=100
    )
    plan: int = Field(default=MOST_LISTED, ge=1, le=MOST_LISTED, description="How many decisions to list at most.")


class FrontierBody(QuestionBody):
    """A gain, and what it costs."""

    gain: str = Field(description="What is wanted, as in a goal, without prices.", max_length=500)
    cost: str = Field(description="What it costs: a measure, measures added up, or an event.", max_length=500)
    beside: list[str] = Field(default=[], description="What else is told of every plan.", max_length=10)
    plan: int = Field(
        default=0, ge=0, le=MOST_LISTED, description="How many decisions of each plan to list at most, and its rules."
    )


class ComparedQuestion(QuestionBody):
    """A question to compare: of an action, or a notation."""

    system: str | None = Field(default=None, max_length=100)
    action: str | None = Field(default=None, max_length=100)
    notation: str | None = Field(default=None, min_length=1, max_length=1000)


class CompareBody(BaseModel):
    """Several questions, and which number of theirs is compared."""

    model_config = ConfigDict(extra="forbid", strict=True)

    questions: list[ComparedQuestion] = Field(min_length=2, max_length=MOST_COMPARED)
    measure: str | None = Field(default=None, description="By default the first of an action.", max_length=100)


class RollBody(QuestionBody):
    """One roll, with what is known about it beforehand."""

    faces: list[str | int] | None = Field(default=None, description="Faces of real dice, in order.", max_length=2000)
    seed: str | None = Field(default=None, description="The same seed gives the same faces.", max_length=200)
    choose: list[str] | None = Field(default=None, description="Answers to decisions, in order.", max_length=1000)


class NotationRollBody(BaseModel):
    """One roll of dice notation, with what is known about it beforehand."""

    model_config = ConfigDict(extra="forbid", strict=True)

    notation: str = Field(min_length=1, max_length=1000)
    faces: list[str | int] | None = Field(default=None, description="Faces of real dice, in order.", max_length=2000)
    seed: str | None = Field(default=None, description="The same seed gives the same faces.", max_length=200)


@dataclass(frozen=True)
class Catalogue:
    """The document of all systems as it is sent. Every page begins with it, so it is as small as gzip makes it."""

    body: bytes
    compressed: bytes
    tag: str

    def response(self, request: Request, kept: str) -> Response:
        """Send it, or the news that the browser has it already; `kept` says how browsers keep it."""
        compressed = "gzip" in request.headers.get("accept-encoding", "")
        tag = f'"{self.tag}{"-gzip" if compressed else ""}"'
        headers = {"cache-control": kept, "etag": tag, "vary": "accept-encoding"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if compressed:
            headers["content-encoding"] = "gzip"
        return Response(self.compressed if compressed else self.body, headers=headers, media_type="application/json")


class Questions:
    """Answers what can be asked without a table, and remembers its answers."""

    def __init__(self, settings: Settings, workers: WorkerPool) -> None:
        self.settings = settings
        self.workers = workers
        self._pace = RateLimit("questions", rate=settings.asked_per_second, burst=settings.asked_at_once)
        self._known: OrderedDict[str, tuple[bytes, str]] = OrderedDict()
        self._catalogue: Catalogue | None = None
        self._version = 0

    def forget(self) -> None:
        """Forget all answers: a rulebook has changed."""
        self._version += 1
        self._known.clear()
        self._catalogue = None

    async def catalogue(self) -> Catalogue:
        """Return the document of all systems, made when it is first asked for: their modules import slowly."""
        while self._catalogue is None:
            version = self._version
            made = await asyncio.to_thread(_catalogue)
            if version == self._version:
                self._catalogue = made
        return self._catalogue

    async def paced(self, request: Request) -> None:
        """Count one more question of somebody; TooMany when that is too fast."""
        self._pace.step(client_address(request))

    async def fixed(self, request: Request, key: object, job: Job, game: str = "") -> Response:
        """Answer a question whose answer never changes, from memory or computed; not again to who has it.

        game: by whose rules. Those of a rulebook may change, so browsers ask again.
        """
        body, tag = await self.known(request, key, job)
        headers = {"cache-control": _KEPT if rulebook_digest(game) is None else "no-cache", "etag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type="application/json")

    async def known(self, request: Request, key: object, job: Job) -> tuple[bytes, str]:
        """Return the answer to such a question and its tag, from memory or computed."""
        name = json.dumps(key, sort_keys=True)
        known = self._known.get(name)
        if known is None:
            version = self._version
            body = await self.computed(request, job)
            known = body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
            if version == self._version:
                self._remember(name, known)
        else:
            self._known.move_to_end(name)
        return known

    async def computed(self, request: Request, job: Job, seconds: float | None = None) -> bytes:
        """Have a job done; stopped when the asker goes away. seconds: it may take, if not those of any question."""
        seconds = self.settings.compute_seconds if seconds is None else seconds
        return await self.workers.run(job, seconds, client_address(request), request.is_disconnected)

    def _remember(self, name: str, answer: tuple[bytes, str]) -> None:
        if len(answer[0]) <= _REMEMBERED_BYTES:
            self._known[name] = answer
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)


def _catalogue() -> Catalogue:
    body = jobs.encoded(systems_document(systems()))
    return Catalogue(body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:32])


def _given_inputs(request: Request, *reserved: str) -> dict[str, str]:
    pairs = request.query_params.multi_items()
    return given_once(
        ((name, value) for name, value in pairs if name not in ("option", *reserved)),
        lambda name, values: BadInput(name, values[-1], "only once"),
    )


def _refuse_others(request: Request, *names: str) -> None:
    """Refuse parameters that are not among the names, which would be passed over, and those given twice."""
    for name in _given_inputs(request):
        if name not in names:
            raise Unknown("parameter", name, names)


def checked(name: str, action: str, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the question in full: system, action, all inputs, all house rules."""
    subject = question(name, action, inputs, options)
    return subject.system.name, subject.action.name, values(subject.inputs), values(subject.rules)


def router(questions: Questions, books: Rulebooks) -> APIRouter:
    """Make the routes of this module."""
    routes = APIRouter(
        route_class=JsonRoute, prefix="/api", tags=["questions"], dependencies=[Depends(questions.paced)]
    )
    limit = questions.settings.compute_states

    @routes.get(
        "/systems",
        summary="Systems, actions, inputs, house rules, events and measures",
        responses=answered(catalogue.Systems),
    )
    async def systems(request: Request) -> Response:
        return (await questions.catalogue()).response(request, "no-cache")

    @routes.get(
        "/systems/{name}/rules",
        summary="What the rules of a system say, by their ids",
        responses=ANSWERS | answered(catalogue.Rules),
    )
    async def rules(name: str) -> Response:
        body = jobs.encoded(rules_document([system(name)]))
        return Response(body, headers={"cache-control": "no-cache"}, media_type="application/json")

    @routes.get(
        "/systems/{name}/numbers",
        summary="Numbers of a book that may be changed",
        responses=ANSWERS | answered(catalogue.Numbers),
    )
    async def numbers(name: str) -> Response:
        body = jobs.encoded(numbers_document(system(name)))
        return Response(body, headers={"cache-control": "no-cache"}, media_type="application/json")

    @routes.get(
        "/gallery", summary="Mechanics in print as rulebooks, with their code", responses=answered(catalogue.Gallery)
    )
    async def gallery() -> Response:
        headers = {"cache-control": "public, max-age=3600"}
        return Response(jobs.encoded(gallery_document()), headers=headers, media_type="application/json")

    @routes.get(
        "/rulebooks",
        summary="Files with games, and what is wrong with what was saved last",
        responses=answered(catalogue.RulebookFiles),
    )
    async def rulebooks() -> Response:
        body = jobs.encoded(books.document())
        return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")

    @routes.get("/odds", summary="The exact odds of dice notation", responses=ANSWERS | answered(asked.Odds))
    async def notation_odds(request: Request, notation: NotationText) -> Response:
        _refuse_others(request, "notation")
        key = str(read(notation).expression), notation  # what is wrong with it is told at once
        return await questions.fixed(request, ["notation", *key], (jobs.odds_of_notation, (notation, limit)))

    @routes.get("/simulate", summary="Many rolls of dice notation", responses=ANSWERS | answered(asked.Simulation))
    async def notation_simulate(
        request: Request,
        notation: NotationText,
        runs: Annotated[int, Query(ge=1, le=10**9)] = 10_000,
        seed: Annotated[int, Query(ge=0, le=2**53)] | None = None,
    ) -> Response:
        _refuse_others(request, "notation", "runs", "seed")
        read(notation)
        body = await questions.computed(request, (jobs.simulation_of_notation, (notation, runs, seed)))
        return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")

    @routes.post(
        "/roll", summary="One roll of dice notation, without a table", responses=POSTED | answered(asked.NotationRoll)
    )
    async def notation_roll(request: Request, body: Annotated[NotationRollBody, Body()]) -> Response:
        read(body.notation)
        job = (jobs.notation_rolled, (body.notation, body.faces, body.seed))
        answer = await questions.computed(request, job)
        return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")

    @routes.get(
        "/odds/{name}/{action}",
        summary="The exact odds of an action",
        openapi_extra=_INPUTS,
        responses=ANSWERS | answered(asked.Odds),
    )
    async def odds(request: Request, name: str, action: str, option: Options = []) -> Response:  # noqa: B006
        subject = checked(name, action, _given_inputs(request), given_house_rules(system(name).house_rules, option))
        return await questions.fixed(request, ["odds", *subject], (jobs.odds, (*subject, limit)), name)

    @routes.get(
        "/simulate/{name}/{action}",
        summary="Many runs of an action",
        openapi_extra=_INPUTS,
        responses=ANSWERS | answered(asked.Simulation),
    )
    async def simulate(
        request: Request,
        name: str,
        action: str,
        runs: Annotated[int, Query(ge=1, le=10**15)] = 10_000,
        seed: Annotated[int, Query(ge=0, le=2**53)] | None = None,
        option: Options = [],  # noqa: B006
    ) -> Response:
        subject = checked(
            name, action, _given_inputs(request, "runs", "seed"), given_house_rules(system(name).house_rules, option)
        )
        body = await questions.computed(request, (jobs.simulation, (*subject, runs, seed, limit)))
        return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")

    @routes.get(
        "/audit/{name}", summary="What is odd in a system's numbers", responses=ANSWERS | answered(catalogue.Audit)
    )
    async def audit(request: Request, name: str, option: Options = []) -> Response:  # noqa: B006
        found = system(name)
        rules = values(house_rules(found, given_house_rules(found.house_rules, option)))
        return await questions.fixed(request, ["audit", found.name, rules], (jobs.audit, (found.name, rules)), name)

    @routes.post(
        "/best/{name}/{action}", summary="The best way to play an action", responses=POSTED | answered(play.Best)
    )
    async def best(request: Request, name: str, action: str, body: Annotated[BestPlayBody, Body()]) -> Response:
        subject = checked(name, action, body.inputs, body.options)
        prices = {measure: str(price) for measure, price in body.prices.items()}
        job = (jobs.best, (*subject, body.goal, prices, body.plan, limit))
        return await questions.fixed(request, ["best", *subject, body.goal, prices, body.plan], job, name)

    @routes.post(
        "/frontier/{name}/{action}",
        summary="What a gain costs, at every price",
        responses=POSTED | answered(play.Frontier),
    )
    async def frontier(request: Request, name: str, action: str, body: Annotated[FrontierBody, Body()]) -> Response:
        subject = checked(name, action, body.inputs, body.options)
        asked = (body.gain, body.cost, body.beside, body.plan)
        job = (jobs.frontier, (*subject, *asked, limit))
        return await questions.fixed(request, ["frontier", *subject, *asked], job, name)

    @routes.post("/compare", summary="Several rolls against each other", responses=POSTED | answered(asked.Comparison))
    async def compare(request: Request, body: Annotated[CompareBody, Body()]) -> Response:
        asked = [each.model_dump() for each in body.questions]
        answer = await questions.computed(request, (jobs.compared, (asked, body.measure, limit)))
        return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")

    @routes.post(
        "/roll/{name}/{action}",
        summary="One run of an action, without a table",
        responses=POSTED | answered(asked.Roll),
    )
    async def roll(request: Request, name: str, action: str, body: Annotated[RollBody, Body()]) -> Response:
        subject = checked(name, action, body.inputs, body.options)
        job = (jobs.rolled, (*subject, body.faces, body.seed, body.choose))
        answer = await questions.computed(request, job)
        return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")

    return routes

"""Views of a table: the table itself, its events, its rolls, statistics, and its log to keep."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from oddsmith.table.commands.rolls.progress import waiting
from oddsmith.table.domain import views
from oddsmith.table.domain.errors import NotAllowed, NotFound, TooMany
from oddsmith.table.domain.models import Member, Roll
from oddsmith.table.reports import export
from oddsmith.table.server.live_table import LiveTable
from oddsmith.web.answers import questions as asked
from oddsmith.web.answers import tables
from oddsmith.web.compute import jobs
from oddsmith.web.http.tables.room import PRIVATE, Room
from oddsmith.web.http.tables.stream import EventStream, frames
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.seats import Name, TableId

_LISTENERS_EACH = 8
_JSON: Final = "application/json"
_PIECE = 50  # events of a log that are made into text at once
_LOOK = problem_responses(401, 404, 422, 503)
_LONG_LOOK = problem_responses(401, 404, 422, 429, 503)


def add_views(routes: APIRouter, room: Room) -> None:
    """Add the routes by which a table is looked at."""
    _rolls(routes, room)
    _table(routes, room)
    _logs(routes, room)


def _rolls(routes: APIRouter, room: Room) -> None:
    @routes.get(
        "/{table}/rolls/{name}", summary="The events of a roll", responses=_LOOK | answered(tables.EventsOfRoll)
    )
    async def roll_events(request: Request, table: TableId, name: Name) -> Response:
        live, member = await room.seat(request, table)
        if name not in live.state.rolls:
            raise NotFound("roll", name)
        pieces = _texts(room, live, member, 0, live.state.number, name)
        return await _listed(f'{{"roll":"{name}","events":[', pieces, "]}")

    @routes.get(
        "/{table}/rolls/{name}/advice",
        summary="What each option of the pending decision is worth",
        responses=problem_responses(401, 403, 404, 409, 422, 429, 500, 503) | answered(asked.Advice),
    )
    async def advice(
        request: Request,
        table: TableId,
        name: Name,
        goal: Annotated[str | None, Query(max_length=200, description="What is wanted; without it what leads.")] = None,
    ) -> Response:
        live, member = await room.seat(request, table)
        found = _seen(live, member, name)
        if not live.state.advice:
            raise NotAllowed("This table plays without advice.")
        played = _played(found, "decision")
        room.questions_asked.step(member.token)
        return Response(await room.computed(request, table, (jobs.advice, (played, goal))), 200, PRIVATE, _JSON)

    @routes.get(
        "/{table}/rolls/{name}/asked",
        summary="Which real die is asked for after further faces, and why",
        responses=problem_responses(401, 404, 409, 422, 429, 500, 503) | answered(tables.FacesAhead),
    )
    async def asked_for(
        request: Request,
        table: TableId,
        name: Name,
        face: Annotated[
            list[Annotated[str, Query(max_length=200)]],
            Query(max_length=2000, description="Faces that lie there and are not entered yet, in order."),
        ] = [],  # noqa: B006 (FastAPI copies it)
    ) -> Response:
        live, member = await room.seat(request, table)
        played = _played(_seen(live, member, name), "faces")
        room.questions_asked.step(member.token)
        return Response(await room.computed(request, table, (jobs.die_asked, (played, face))), 200, PRIVATE, _JSON)


def _seen(live: LiveTable, member: Member, name: str) -> Roll:
    """Return a roll, if the member may see it."""
    found = live.state.rolls.get(name)
    if found is None or not live.state.sees_roll(member, found):
        raise NotFound("roll", name)
    return found


def _played(roll: Roll, awaited: str) -> jobs.Played:
    """Return a roll as far as it has been played, as jobs take it; Conflict where it does not wait for this."""
    waiting(roll, awaited)
    assert roll.open is not None
    spec = roll.open.spec
    asked = spec["system"], spec["action"], dict(spec["inputs"]), dict(spec["options"])
    return jobs.Played(*asked, spec.get("rulebook"), spec["source"], list(roll.open.acts))


def _table(routes: APIRouter, room: Room) -> None:
    @routes.get("/{table}", summary="The table as you may see it", responses=_LOOK | answered(tables.Table))
    async def table_now(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        return Response(views.snapshot(live.state, member, live.present), 200, PRIVATE, _JSON)

    @routes.get(
        "/{table}/addresses", summary="Where others find this server", responses=_LOOK | answered(tables.Addresses)
    )
    async def addresses(request: Request, table: TableId) -> Response:
        await room.seat(request, table)
        return JSONResponse({"addresses": room.settings.addresses}, headers=PRIVATE)

    @routes.get("/{table}/events", summary="Events of the log", responses=_LOOK | answered(tables.Events))
    async def events(
        request: Request,
        table: TableId,
        after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        before: Annotated[int, Query(ge=1, le=2**31 - 1)] | None = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> Response:
        live, member = await room.seat(request, table)
        number = live.state.number
        last = number if before is None else min(number, before - 1)
        first = after if before is None else max(after, last - limit)
        pieces = _texts(room, live, member, first, min(last, first + limit))
        return await _listed(f'{{"number":{number},"events":[', pieces, "]}")

    @routes.get(
        "/{table}/stream",
        summary="Events as they happen (server-sent events)",
        responses=problem_responses(401, 404, 422, 429, 503) | {200: {"content": {"text/event-stream": {}}}},
        status_code=200,  # said here, since FastAPI looks for it in the constructor of the class
        response_class=EventStream,
    )
    async def stream(
        request: Request,
        table: TableId,
        after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        last: Annotated[str, Header(alias="Last-Event-ID", max_length=20)] = "",
    ) -> Response:
        live, member = await room.seat(request, table)
        own = sum(1 for listener in live.listeners if listener.member == member.id)
        if len(live.listeners) >= room.settings.listeners or own >= _LISTENERS_EACH:
            raise TooMany("open pages", 5)
        if last.isascii() and last.isdigit():
            after = int(last)
        await room.tables.reach(live, after)
        return EventStream(frames(room.tables, live, member.id, after))


def _logs(routes: APIRouter, room: Room) -> None:
    @routes.get(
        "/{table}/luck",
        summary="Statistics of the rolls you may see",
        responses=_LONG_LOOK | answered(tables.TableLuck),
    )
    async def luck(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        room.questions_asked.step(member.token)
        body = await room.computed(request, table, (jobs.luck, _log(room, live, member)))
        return Response(body, 200, PRIVATE, _JSON)

    @routes.get(
        "/{table}/log.json",
        summary="The log you may see, for `oddsmith verify`",
        responses=_LONG_LOOK | answered(tables.Log),
    )
    async def log_json(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        room.questions_asked.step(member.token)
        pieces = _texts(room, live, member, 0, live.state.number)
        headers = _download(f"oddsmith-{table}.json")
        return await _listed(export.head(live.state, member), pieces, export.END, headers)

    @routes.get(
        "/{table}/log.txt",
        summary="The log you may see, for people",
        responses=_LONG_LOOK,
        response_class=PlainTextResponse,
    )
    async def log_txt(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        room.questions_asked.step(member.token)
        text = await room.computed(request, table, (jobs.story, _log(room, live, member)))
        return Response(text, 200, _download(f"oddsmith-{table}.txt"), "text/plain; charset=utf-8")


async def _listed(head: str, pieces: AsyncIterator[str], end: str, headers: dict[str, str] = PRIVATE) -> Response:
    """Answer with a list of events, a piece at a time: who reads slowly holds no more of it than that.

    The first piece is read before anything is sent, so that a database that cannot be read is told.
    """
    first = await anext(pieces, "")

    async def sent() -> AsyncIterator[str]:
        yield head + first
        async for piece in pieces:
            yield f",{piece}"
        yield end

    return StreamingResponse(sent(), 200, headers, _JSON)


async def _texts(
    room: Room, live: LiveTable, member: Member, after: int, last: int, roll: str | None = None
) -> AsyncIterator[str]:
    """Yield the events after a number and up to another as a member may see them, joined by commas, piece by piece.

    roll: of this roll alone.
    """
    while after < last:
        found = await room.tables.events(live.state.table, after=after, limit=_PIECE, roll=roll)
        found = [event for event in found if event.number <= last]
        if not found:
            return
        yield ",".join(views.texts(live.state, member, found))
        after = found[-1].number


def _log(room: Room, live: LiveTable, member: Member) -> tuple[str, str, str, int]:
    """Return the place at which a computing process finds the log as a member may see it."""
    assert room.settings.database is not None
    return room.settings.database, live.state.table, member.id, live.state.number


def _download(name: str) -> dict[str, str]:
    return {**PRIVATE, "content-disposition": f'attachment; filename="{name}"'}

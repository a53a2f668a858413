"""The tables over HTTP: commands, and what can be looked at."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Body, Header, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from oddsmith.table.commands import bodies, choices, hands, people, rolls, sheets
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain import views
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound, NotSeated, TooMany
from oddsmith.table.domain.models import Member
from oddsmith.table.reports import export
from oddsmith.table.server.live_table import LiveTable
from oddsmith.table.server.service import Tables
from oddsmith.web import seats
from oddsmith.web.compute import jobs
from oddsmith.web.compute.workers import Work, Workers
from oddsmith.web.http.stream import EventStream, frames
from oddsmith.web.limits.rates import Pace
from oddsmith.web.problems import described
from oddsmith.web.seats import Key, LongKey, Name, TableId
from oddsmith.web.settings import Settings

_PRIVATE = {"cache-control": "no-store"}
_LISTENERS_EACH = 8
_PIECE = 100  # events of a log that are made into text at once
_COMMAND = described(401, 403, 404, 409, 413, 422, 429, 503)
_LOOK = described(401, 404, 422, 503)
_LONG_LOOK = described(401, 404, 422, 429, 503)


class Room:
    """What the routes share: the tables, and how fast everybody may go."""

    def __init__(self, tables: Tables, workers: Workers, settings: Settings) -> None:
        self.tables = tables
        self.workers = workers
        self.settings = settings
        per_minute = settings.entries_per_minute
        self.entries = Pace("attempts to open or join tables", rate=per_minute / 60, burst=per_minute)
        self.commands = Pace("commands", rate=settings.commands_per_second, burst=settings.commands_at_once)
        self.written = Pace("long rolls and notes", rate=settings.letters_per_second, burst=settings.letters_at_once)
        self.questions_asked = Pace("questions", rate=settings.questions_per_second, burst=10)

    async def seat(self, request: Request, table: str) -> tuple[LiveTable, Member]:
        """The table, and who asks."""
        return await self.tables.seat(table, seats.token(request))

    async def do(
        self,
        request: Request,
        table: str,
        key: str,
        act: Callable[[CommandContext], None],
        body: BaseModel | None = None,
        status: int = 200,
    ) -> Response:
        """Carry out a command; answered when it is on disk."""
        token = seats.token(request)
        fingerprint = seats.fingerprint(request, body)
        try:
            await self.tables.seat(table, token)
        except NotSeated:
            if token is None:
                raise
            # Whoever has left may still ask what became of it.
            self.commands.step(token)
            before = await self.tables.answered(table, token, key, fingerprint)
            if before is None:
                raise
            return Response(before.text(), status, _PRIVATE, "application/json")
        self.commands.step(token or "")
        address = seats.address(request)
        self.written.step(address)
        answer = await self.tables.command(table, token, act, key, fingerprint)
        self.written.charge(address, answer.weight)
        if answer.weight > self.settings.command_letters:
            self.commands.charge(token or "", answer.weight / self.settings.command_letters - 1)
        return Response(answer.text(), status, _PRIVATE, "application/json")

    async def computed(self, request: Request, table: str, work: Work) -> bytes:
        """What some work for a table comes to; stopped when the asker goes away."""
        return await self.workers.run(work, self.settings.compute_seconds, table, request.is_disconnected)


def router(room: Room) -> APIRouter:
    """All routes of tables."""
    routes = APIRouter(prefix="/api/tables", tags=["tables"])
    _rolls(routes, room)  # first, since routes are tried one after another and most commands are these
    _entry(routes, room)
    _people(routes, room)
    _sheets(routes, room)
    _looking(routes, room)
    return routes


def _entry(routes: APIRouter, room: Room) -> None:
    @routes.post("", summary="Open a table", status_code=201, responses=described(413, 422, 429, 503))
    async def open_table(request: Request, key: LongKey, body: Annotated[bodies.OpenTable, Body()]) -> Response:
        address = seats.address(request)
        room.entries.step(address)
        answer = await room.tables.open(
            body, key=key, scope=f"open {address}", fingerprint=seats.fingerprint(request, body)
        )
        response = Response(answer.body, 201, _PRIVATE, "application/json")
        seats.give(response, request, answer.table, answer.minted["token"])
        return response

    @routes.post(
        "/{table}/members",
        summary="Take a seat",
        status_code=201,
        responses=described(403, 404, 409, 413, 422, 429, 503),
    )
    async def join(request: Request, table: TableId, key: LongKey, body: Annotated[bodies.Join, Body()]) -> Response:
        room.entries.step(seats.address(request))
        await room.tables.table(table)
        act = partial(people.join, request=body)
        answer = await room.tables.join(table, seats.token(request), act, key, seats.fingerprint(request, body))
        response = Response(answer.body, 201, _PRIVATE, "application/json")
        seats.give(response, request, table, answer.minted["token"])
        return response


def _people(routes: APIRouter, room: Room) -> None:
    @routes.patch("/{table}", summary="Change what is set about a table", responses=_COMMAND)
    async def change_table(
        request: Request, table: TableId, key: Key, body: Annotated[bodies.ChangeTable, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(people.change_table, request=body), body)

    @routes.post("/{table}/invites", summary="Make an invite link", status_code=201, responses=_COMMAND)
    async def make_invite(
        request: Request, table: TableId, key: Key, body: Annotated[bodies.MakeInvite, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(people.make_invite, request=body), body, 201)

    @routes.delete("/{table}/invites/{name}", summary="End an invite link", responses=_COMMAND)
    async def revoke_invite(request: Request, table: TableId, key: Key, name: Name) -> Response:
        return await room.do(request, table, key, partial(people.revoke_invite, name=name))

    @routes.patch("/{table}/members/{name}", summary="Change a name or role", responses=_COMMAND)
    async def change_member(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.ChangeMember, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(people.change_member, name=name, request=body), body)

    @routes.delete("/{table}/members/{name}", summary="Leave, or take a seat away", responses=_COMMAND)
    async def remove_member(
        request: Request,
        table: TableId,
        key: Key,
        name: Name,
        end_invite: Annotated[bool, Query(description="Whether the link that they came by ends with it.")] = False,
    ) -> Response:
        body = bodies.RemoveMember(end_invite=end_invite)
        response = await room.do(request, table, key, partial(people.remove_member, name=name, request=body), body)
        live = await room.tables.table(table)
        if live.state.seated(seats.token(request)) is None:
            seats.take(response, table)
        return response

    @routes.post("/{table}/pledge", summary="Be a witness of the next roll", responses=_COMMAND)
    async def pledge(request: Request, table: TableId, key: Key, body: Annotated[bodies.Pledge, Body()]) -> Response:
        return await room.do(request, table, key, partial(people.give_pledge, request=body), body)


def _sheets(routes: APIRouter, room: Room) -> None:
    @routes.post("/{table}/characters", summary="Make a character", status_code=201, responses=_COMMAND)
    async def make_character(
        request: Request, table: TableId, key: Key, body: Annotated[bodies.MakeCharacter, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(sheets.make_character, request=body), body, 201)

    @routes.patch("/{table}/characters/{name}", summary="Change a character", responses=_COMMAND)
    async def change_character(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.ChangeCharacter, Body()]
    ) -> Response:
        # What was left out is part of what was said, so two commands differ that would leave the same.
        act = partial(sheets.change_character, name=name, request=body)
        return await room.do(request, table, key, act, _Given(given=sorted(body.model_fields_set), body=body))

    @routes.delete("/{table}/characters/{name}", summary="Remove a character", responses=_COMMAND)
    async def remove_character(request: Request, table: TableId, key: Key, name: Name) -> Response:
        return await room.do(request, table, key, partial(sheets.remove_character, name=name))

    @routes.post("/{table}/notes", summary="Write into the log", status_code=201, responses=_COMMAND)
    async def note(request: Request, table: TableId, key: Key, body: Annotated[bodies.WriteNote, Body()]) -> Response:
        return await room.do(request, table, key, partial(sheets.write_note, request=body), body, 201)

    @routes.post("/{table}/notes/{number}/show", summary="Show a hidden note to everybody", responses=_COMMAND)
    async def show_note(
        request: Request, table: TableId, key: Key, number: Annotated[int, Path(ge=1, le=2**31 - 1)]
    ) -> Response:
        return await room.do(request, table, key, partial(sheets.show_note, number=number))

    @routes.post("/{table}/presets", summary="Keep a roll under a name", status_code=201, responses=_COMMAND)
    async def save_preset(
        request: Request, table: TableId, key: Key, body: Annotated[bodies.SavePreset, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(sheets.save_preset, request=body), body, 201)

    @routes.delete("/{table}/presets/{name}", summary="Forget a preset", responses=_COMMAND)
    async def remove_preset(request: Request, table: TableId, key: Key, name: Name) -> Response:
        return await room.do(request, table, key, partial(sheets.remove_preset, name=name))


class _Given(BaseModel):
    """A body with the names of what was given in it."""

    given: list[str]
    body: BaseModel


def _rolls(routes: APIRouter, room: Room) -> None:
    @routes.post("/{table}/rolls", summary="Roll", status_code=201, responses=_COMMAND)
    async def open_roll(
        request: Request, table: TableId, key: Key, body: Annotated[bodies.OpenRoll, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(rolls.open_roll, request=body), body, 201)

    @routes.post(
        "/{table}/rolls/{name}/repeat", summary="Make the same roll again", status_code=201, responses=_COMMAND
    )
    async def repeat(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Repeat, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(rolls.repeat_roll, name=name, request=body), body, 201)

    @routes.post("/{table}/rolls/{name}/witness", summary="Give a nonce to a roll", responses=_COMMAND)
    async def witness(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Witness, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(rolls.witness, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/answers", summary="Take an option", responses=_COMMAND)
    async def answer(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Answer, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(rolls.answer, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/faces", summary="Type faces of real dice", responses=_COMMAND)
    async def faces(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.TypeFaces, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(rolls.type_faces, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/throw", summary="Throw a hidden hand", responses=_COMMAND)
    async def throw(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Throw, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(hands.throw, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/bare", summary="Open one's hand", responses=_COMMAND)
    async def bare(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Bare, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(hands.bare, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/choose", summary="Take an option unseen", responses=_COMMAND)
    async def choose(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Choose, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(choices.choose, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/disclose", summary="Open the option that one took", responses=_COMMAND)
    async def disclose(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Disclose, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(choices.disclose, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/undo", summary="Take a roll back", responses=_COMMAND)
    async def undo(
        request: Request, table: TableId, key: Key, name: Name, body: Annotated[bodies.Undo, Body()]
    ) -> Response:
        return await room.do(request, table, key, partial(rolls.undo, name=name, request=body), body)

    @routes.post("/{table}/rolls/{name}/show", summary="Show a hidden roll to everybody", responses=_COMMAND)
    async def show(request: Request, table: TableId, key: Key, name: Name) -> Response:
        return await room.do(request, table, key, partial(rolls.show, name=name))

    @routes.get("/{table}/rolls/{name}", summary="The events of a roll", responses=_LOOK)
    async def roll(request: Request, table: TableId, name: Name) -> Response:
        live, member = await room.seat(request, table)
        if name not in live.state.rolls:
            raise NotFound("roll", name)
        events = await room.tables.events(table, roll=name)
        events = [event for event in events if event.number <= live.state.number]
        body = f'{{"roll":"{name}","events":{views.listed(live.state, member, events)}}}'
        return Response(body, 200, _PRIVATE, "application/json")

    @routes.get(
        "/{table}/rolls/{name}/advice",
        summary="What each option of the pending decision is worth",
        responses=described(401, 403, 404, 409, 422, 429, 500, 503),
    )
    async def advice(
        request: Request,
        table: TableId,
        name: Name,
        goal: Annotated[str | None, Query(max_length=200, description="What is wanted; without it what leads.")] = None,
    ) -> Response:
        live, member = await room.seat(request, table)
        found = live.state.rolls.get(name)
        if found is None or not live.state.sees_roll(member, found):
            raise NotFound("roll", name)
        if not live.state.advice:
            raise NotAllowed("This table plays without advice.")
        if found.open is None or found.open.waits is None or found.open.waits["for"] != "decision":
            raise Conflict(f"Roll {name} does not wait for a decision.")
        room.questions_asked.step(member.token)
        asked = found.open.request
        work = (
            jobs.advice,
            (
                asked["system"],
                asked["action"],
                dict(asked["inputs"]),
                dict(asked["options"]),
                asked["source"],
                list(found.open.acts),
                goal,
            ),
        )
        body = await room.computed(request, table, work)
        return Response(body, 200, _PRIVATE, "application/json")


def _looking(routes: APIRouter, room: Room) -> None:
    @routes.get("/{table}", summary="The table as you may see it", responses=_LOOK)
    async def table_now(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        return Response(views.snapshot(live.state, member, live.present), 200, _PRIVATE, "application/json")

    @routes.get("/{table}/events", summary="Events of the log", responses=_LOOK)
    async def events(
        request: Request,
        table: TableId,
        after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        before: Annotated[int, Query(ge=1, le=2**31 - 1)] | None = None,
        limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    ) -> Response:
        live, member = await room.seat(request, table)
        found = await room.tables.events(table, after=after, before=before, limit=limit)
        found = [event for event in found if event.number <= live.state.number]
        body = f'{{"number":{live.state.number},"events":{views.listed(live.state, member, found)}}}'
        return Response(body, 200, _PRIVATE, "application/json")

    @routes.get(
        "/{table}/stream",
        summary="Events as they happen (server-sent events)",
        responses=described(401, 404, 422, 429, 503) | {200: {"content": {"text/event-stream": {}}}},
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
        return EventStream(frames(room.tables, live, member.id, after))

    @routes.get("/{table}/luck", summary="Statistics of the rolls you may see", responses=_LONG_LOOK)
    async def fortunes(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        room.questions_asked.step(member.token)
        body = await room.computed(request, table, (jobs.luck, _log(room, live, member)))
        return Response(body, 200, _PRIVATE, "application/json")

    @routes.get("/{table}/log.json", summary="The log you may see, for `oddsmith verify`", responses=_LONG_LOOK)
    async def log_json(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        room.questions_asked.step(member.token)
        pieces = _pieces(room, live, member)
        return StreamingResponse(pieces, 200, _download(f"oddsmith-{table}.json"), "application/json")

    @routes.get("/{table}/log.txt", summary="The log you may see, for people", responses=_LONG_LOOK)
    async def log_txt(request: Request, table: TableId) -> Response:
        live, member = await room.seat(request, table)
        room.questions_asked.step(member.token)
        text = await room.computed(request, table, (jobs.story, _log(room, live, member)))
        return Response(text, 200, _download(f"oddsmith-{table}.txt"), "text/plain; charset=utf-8")


async def _pieces(room: Room, live: LiveTable, member: Member) -> AsyncIterator[str]:
    """The whole log as a member may see it, in the form that can be verified: a long one in pieces."""
    state, last = live.state, live.state.number
    yield export.head(state, member)
    told = 0
    while told < last:
        found = await room.tables.events(state.table, after=told, limit=min(_PIECE, last - told))
        yield ("," if told else "") + ",".join(views.texts(state, member, found))
        told = found[-1].number
    yield export.END


def _log(room: Room, live: LiveTable, member: Member) -> tuple[str, str, str, int]:
    """Where a computing process finds the log as a member may see it."""
    assert room.settings.database is not None
    return room.settings.database, live.state.table, member.id, live.state.number


def _download(name: str) -> dict[str, str]:
    return {**_PRIVATE, "content-disposition": f'attachment; filename="{name}"'}

"""Links by which a seat moves to another browser: to a phone, or back to somebody whose cookie is lost."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Body, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from oddsmith.table.commands import people
from oddsmith.table.commands.bodies import CommandBody
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.errors import NotAllowed, NotFound
from oddsmith.web import seat_codes, seats
from oddsmith.web.answers.tables import Done, SeatLink
from oddsmith.web.http.tables.room import PRIVATE, Room
from oddsmith.web.limits.addresses import client_address
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.seats import LongKey, Name, TableId

LASTS = 600  # seconds that a link works


class Departure(CommandBody):
    """Make a link that moves a seat."""

    keep: bool = Field(default=False, description="A link to your own seat that works until it is used.")


_MOVES_NOW = Departure()


class Arrival(CommandBody):
    """Take a seat that was somebody's in another browser."""

    code: str = Field(min_length=1, max_length=200, description="What follows `#seat.` in the link.")


def add_seat_links(routes: APIRouter, room: Room) -> None:
    """Add the routes that make links, and that take a seat by one."""

    @routes.post(
        "/{table}/members/{name}/link",
        summary="Make a link that moves a seat to another browser",
        status_code=201,
        responses=problem_responses(401, 403, 404, 422, 429, 503) | answered(SeatLink, 201),
    )
    async def make_link(
        request: Request, table: TableId, name: Name, body: Annotated[Departure, Body()] = _MOVES_NOW
    ) -> Response:
        live, maker = await room.seat(request, table)
        room.commands.step(maker.token)
        member = live.state.members.get(name)
        if member is None or member.left:
            raise NotFound("member", name)
        if maker.role != "host" and maker.id != member.id:
            raise NotAllowed("Only the host can move other people's seats.")
        if body.keep and maker.id != member.id:
            raise NotAllowed("Only the link to your own seat can be kept.")
        until = seat_codes.ALWAYS if body.keep else int(time.time()) + LASTS
        code = seat_codes.code(table, member, maker, until)
        return JSONResponse({"code": code, "seconds": None if body.keep else LASTS}, 201, PRIVATE)

    @routes.post(
        "/{table}/seat",
        summary="Take a seat that was somebody's in another browser",
        status_code=201,
        responses=problem_responses(400, 403, 404, 409, 413, 422, 429, 503) | answered(Done, 201),
    )
    async def arrive(
        request: Request, table: TableId, idempotency: LongKey, body: Annotated[Arrival, Body()]
    ) -> Response:
        room.entries.step(client_address(request))
        await room.tables.table(table)

        def take(context: CommandContext, code: str) -> None:
            seat = seat_codes.moved_by(context.state, code)
            if seat is None:
                raise NotAllowed("This link no longer works.", remedy="Make a new one; each works once.")
            people.move_seat(context, *seat)

        command = partial(take, code=body.code)
        fingerprint = seats.fingerprint(request, body)
        answer = await room.tables.join(table, seats.token(request), command, idempotency, fingerprint)
        response = Response(answer.body, 201, PRIVATE, "application/json")
        seats.give(response, request, table, answer.minted["token"])
        return response

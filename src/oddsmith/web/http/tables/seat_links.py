"""Links by which a seat moves to another browser: to a phone, or back to somebody whose cookie is lost.

A link says whose seat it is, who made it and until when it works, signed with a key that only this process has. The
digest of the seat's cookie is signed as well, so a link works once: the cookie is another afterwards.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
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
from oddsmith.table.domain.models import Member
from oddsmith.web import seats
from oddsmith.web.answers.tables import Done, SeatLink
from oddsmith.web.http.tables.room import PRIVATE, Room
from oddsmith.web.limits.addresses import client_address
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.seats import LongKey, Name, TableId

LASTS = 600  # seconds that a link works


class Arrival(CommandBody):
    """Take a seat that was somebody's in another browser."""

    code: str = Field(min_length=1, max_length=200, description="What follows `#seat.` in the link.")


def add_seat_links(routes: APIRouter, room: Room) -> None:
    """Add the routes that make links, and that take a seat by one."""
    key = secrets.token_bytes(32)

    def signed(table: str, member: Member, maker: str, until: int) -> str:
        told = f"{member.id}.{maker}.{until}"
        signature = hmac.new(key, f"{table} {told} {member.token}".encode(), hashlib.sha256).hexdigest()
        return f"{told}.{signature}"

    @routes.post(
        "/{table}/members/{name}/link",
        summary="Make a link that moves a seat to another browser",
        status_code=201,
        responses=problem_responses(401, 403, 404, 422, 429, 503) | answered(SeatLink, 201),
    )
    async def make_link(request: Request, table: TableId, name: Name) -> Response:
        live, maker = await room.seat(request, table)
        room.commands.step(maker.token)
        member = live.state.members.get(name)
        if member is None or member.left:
            raise NotFound("member", name)
        if maker.role != "host" and maker.id != member.id:
            raise NotAllowed("Only the host can move other people's seats.")
        code = signed(table, member, maker.id, int(time.time()) + LASTS)
        return JSONResponse({"code": code, "seconds": LASTS}, 201, PRIVATE)

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
            name, maker, until = (*code.split("."), "", "", "")[:3]
            member = context.state.members.get(name)
            works = (
                member is not None
                and until.isascii()
                and until.isdigit()
                and len(until) < 12
                and int(until) >= time.time()
                and hmac.compare_digest(code.encode(), signed(table, member, maker, int(until)).encode())
            )
            if not works:
                raise NotAllowed("This link no longer works.", remedy="Make a new one; each works once.")
            people.move_seat(context, name, maker)

        command = partial(take, code=body.code)
        fingerprint = seats.fingerprint(request, body)
        answer = await room.tables.join(table, seats.token(request), command, idempotency, fingerprint)
        response = Response(answer.body, 201, PRIVATE, "application/json")
        seats.give(response, request, table, answer.minted["token"])
        return response

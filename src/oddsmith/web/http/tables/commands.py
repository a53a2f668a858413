"""Routes of the commands at a table, made of their declarations.

Three are written out, since they give a browser its seat or take it away: opening a table, joining, leaving.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Any, Final

from fastapi import APIRouter, Body, Path, Query, Request
from starlette.responses import Response

from oddsmith.table.commands import people
from oddsmith.table.commands.declaration import Command
from oddsmith.table.commands.registry import COMMANDS
from oddsmith.web import seats
from oddsmith.web.answers.tables import Done
from oddsmith.web.http.tables.room import PRIVATE, Room
from oddsmith.web.limits.addresses import client_address
from oddsmith.web.problems import answered, problem_responses
from oddsmith.web.seats import Key, LongKey, Name, TableId

Endpoint = Callable[..., Coroutine[Any, Any, Response]]

#: Statuses of problems that any command may be answered with.
_PROBLEMS: Final = (400, 401, 403, 404, 409, 413, 422, 429, 503)

#: Parameters of a path that say what a command is about.
_TARGETS: Final[dict[str, Any]] = {"name": Name, "number": Annotated[int, Path(ge=1, le=2**31 - 1)]}


def add_commands(routes: APIRouter, room: Room) -> None:
    """Add the routes of all commands."""
    written = {people.open_table: _opening(room), people.join: _joining(room), people.remove_member: _leaving(room)}
    problems = {people.open_table: (400, 413, 422, 429, 503), people.join: (400, 403, 404, 409, 413, 422, 429, 503)}
    for command in COMMANDS:
        route = command.route
        if route is not None:
            routes.add_api_route(
                route.path,
                written.get(command) or _endpoint(room, command, route.status),
                methods=[route.method],
                summary=route.summary,
                name=route.operation,
                status_code=route.status,
                responses=problem_responses(*problems.get(command, _PROBLEMS)) | answered(Done, route.status),
            )


def _endpoint(room: Room, command: Command[Any], status: int) -> Endpoint:
    async def endpoint(request: Request, table: str, key: str, **given: Any) -> Response:
        fingerprint = seats.fingerprint(request, given.get("body"))
        return await room.do(request, table, key, command.bound(given), fingerprint, status)

    types: dict[str, Any] = {"request": Request, "table": TableId, "key": Key}
    if command.target is not None:
        types[command.target] = _TARGETS[command.target]
    if command.body is not None:
        types["body"] = Annotated[command.body, Body()]
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=hint) for name, hint in types.items()]
    endpoint.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return endpoint


# --- those that give a seat or take it away --------------------------------------------------------------------------


def _opening(room: Room) -> Endpoint:
    async def open_table(request: Request, key: LongKey, body: Annotated[people.OpenTable, Body()]) -> Response:
        address = client_address(request)
        room.entries.step(address)
        fingerprint = seats.fingerprint(request, body)
        answer = await room.tables.open(body, key=key, scope=f"open {address}", fingerprint=fingerprint)
        response = Response(answer.body, 201, PRIVATE, "application/json")
        seats.give(response, request, answer.table, answer.minted["token"])
        return response

    return open_table


def _joining(room: Room) -> Endpoint:
    async def join(request: Request, table: TableId, key: LongKey, body: Annotated[people.Join, Body()]) -> Response:
        room.entries.step(client_address(request))
        await room.tables.table(table)
        command = partial(people.join, body=body)
        answer = await room.tables.join(table, seats.token(request), command, key, seats.fingerprint(request, body))
        response = Response(answer.body, 201, PRIVATE, "application/json")
        seats.give(response, request, table, answer.minted["token"])
        return response

    return join


def _leaving(room: Room) -> Endpoint:
    async def remove_member(
        request: Request,
        table: TableId,
        key: Key,
        name: Name,
        end_invite: Annotated[bool, Query(description="Whether the link that they came by ends with it.")] = False,
    ) -> Response:
        body = people.RemoveMember(end_invite=end_invite)
        command = partial(people.remove_member, name=name, body=body)
        response = await room.do(request, table, key, command, seats.fingerprint(request, body))
        live = await room.tables.table(table)
        if live.state.seated(seats.token(request)) is None:
            seats.take(response, request, table)
        return response

    return remove_member

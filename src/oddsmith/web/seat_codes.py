"""Codes of links that move a seat to another browser.

A code says whose seat it is, who made it and until when it works. It is signed with the digests of the cookies of both,
which only the server and its database hold: so it works at every server of a database, and once, since the cookie of
the seat is another afterwards. Nobody but the owner of a seat can sign as its owner, and they may have such a code.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Final

from oddsmith.errors import Unknown
from oddsmith.table.domain.errors import NotFound
from oddsmith.table.domain.fold import apply
from oddsmith.table.domain.models import Member
from oddsmith.table.domain.state import State
from oddsmith.table.store import Connection
from oddsmith.table.store.database import looking, snapshot

#: In the place of a time: until it is used, or another link has moved the seat.
ALWAYS: Final = 0

_PAGE: Final = 500  # events read at once


def code(table: str, member: Member, maker: Member, until: int) -> str:
    """Return the code that moves the seat of `member`, as `maker` allows; until: seconds since 1970, or ALWAYS."""
    told = f"{member.id}.{maker.id}.{until}"
    key = f"{member.token} {maker.token}".encode()
    return f"{told}.{hmac.new(key, f'{table} {told}'.encode(), hashlib.sha256).hexdigest()}"


def moved_by(state: State, given: str) -> tuple[str, str] | None:
    """Return whose seat a code moves, and who made it; None for a code that does not work, or no longer does."""
    name, maker_name, until = (*given.split("."), "", "", "")[:3]
    member, maker = state.members.get(name), state.members.get(maker_name)
    if member is None or maker is None or not (until.isascii() and until.isdigit() and len(until) < 12):
        return None
    works = int(until) == ALWAYS or int(until) >= time.time()
    signed = code(state.table, member, maker, int(until))
    return (name, maker_name) if works and hmac.compare_digest(given.encode(), signed.encode()) else None


def code_from_database(url: str, table: str, name: str, seconds: int) -> str:
    """Return a code with which somebody takes their seat again, also while servers use the database.

    Raises NotFound for a table that is not there, Unknown for somebody who has no seat, and what `looking` does.
    """
    state = State(table)
    with looking(url) as engine, snapshot(engine) as connection:
        while events := Connection(connection).events(table, after=state.number, limit=_PAGE):
            for event in events:
                apply(state, event)
    if not state.number:
        raise NotFound("table", table)
    seated = {member.name: member for member in state.members.values() if not member.left}
    if name not in seated:
        raise Unknown("name at this table", name, seated)
    return code(table, seated[name], seated[name], int(time.time()) + seconds)

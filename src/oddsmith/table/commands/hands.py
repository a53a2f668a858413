"""Commands about rock-paper-scissors thrown for real: two hidden throws, opened together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.table.commands.commit_reveal import saw
from oddsmith.table.commands.context import Desk
from oddsmith.table.commands.requests import Bare, Opened, Throw
from oddsmith.table.commands.rolls import go_on_after
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Member, Roll, Round
from oddsmith.table.fairness import fair

THROW_WAIT: Final = 60_000  # milliseconds, for the second throw after the first
BARE_WAIT: Final = 20_000  # milliseconds, for both to open after the second throw


def throw(desk: Desk, name: str, request: Throw) -> None:
    """Commit to a hand."""
    member, roll, round_ = _round(desk, name, request.round)
    if member.id in round_.thrown:
        raise Conflict("You have thrown already.")
    if request.commitment in round_.thrown.values():
        raise BadInput("commitment", request.commitment, "one of your own")
    body = {
        "round": round_.number,
        "member": member.id,
        "commitment": request.commitment,
        "wait": BARE_WAIT if round_.thrown else THROW_WAIT,
    }
    desk.emit(Draft("roll.thrown", member.id, body, roll.id, roll.visibility))


def bare(desk: Desk, name: str, request: Bare) -> None:
    """Open one's hand. What it is shows when both have, or time is up."""
    member, roll, round_ = _round(desk, name, request.round)
    committed = round_.thrown.get(member.id)
    if fair.thrown(desk.state.table, roll.id, round_.number, member.id, request.hand, request.nonce) != committed:
        raise BadInput("hand", request.hand, "the hand and nonce that you committed to")
    opening(desk, name, request, {"hand": request.hand, "nonce": request.nonce})
    if len(round_.bared) == 2:
        _meet(desk, roll, round_)


def opening(desk: Desk, name: str, request: Opened, secret: Mapping[str, str] | None = None) -> None:
    """A hand is open; what it is, the server alone knows yet."""
    member, roll, round_ = _round(desk, name, request.round)
    if len(round_.thrown) < 2:
        raise Conflict("Not both have thrown yet.")
    if member.id in round_.bared:
        raise Conflict("Your hand is open already.")
    body = {"round": round_.number, "member": member.id, "seen": saw(desk, request.seen)}
    desk.emit(Draft("roll.bared", member.id, body, roll.id, roll.visibility, secret=secret))


def forfeit_late(desk: Desk, roll: Roll) -> None:
    """Time is up: whoever has not thrown or not opened loses the round."""
    round_ = roll.open.round if roll.open is not None else None
    if round_ is not None and round_.until is not None and round_.until <= desk.now:
        _meet(desk, roll, round_)


def _meet(desk: Desk, roll: Roll, round_: Round) -> None:
    # With one throw alone nobody was asked to open: who threw wins without showing a hand.
    kept = {member: round_.bared.get(member) for member in round_.between}
    if len(round_.thrown) < 2:
        forfeit = [m for m in round_.between if m not in round_.thrown]
    else:
        forfeit = [m for m in round_.between if m not in round_.bared]
    mine, theirs = round_.between
    if forfeit:
        face = fair.forfeited(mine in forfeit, theirs in forfeit)
    else:
        face = fair.met(round_.bared[mine][0], round_.bared[theirs][0])
    nonces = {member: opened[1] for member, opened in kept.items() if opened is not None}
    body: dict[str, Any] = {
        "round": round_.number,
        "hands": {member: opened and opened[0] for member, opened in kept.items()},
        "nonces": nonces,
        "face": face,
        "forfeit": forfeit,
    }
    go_on_after(desk, roll, "roll.met", None, body, [("hand", face)], nonces)


def _round(desk: Desk, name: str, number: int) -> tuple[Member, Roll, Round]:
    member = desk.need("player", "host")
    roll = desk.roll(name)
    round_ = roll.open.round if roll.open is not None else None
    if round_ is None or round_.number != number:
        raise Conflict(f"Roll {name} does not wait for round {number}.")
    if member.id not in round_.between:
        raise NotAllowed("You do not throw in this round.")
    if round_.until is not None and round_.until <= desk.now:
        raise Conflict("Time is up for this round.")
    return member, roll, round_

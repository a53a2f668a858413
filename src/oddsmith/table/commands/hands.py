"""Commands about rock-paper-scissors thrown for real: two hidden throws, opened together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from oddsmith.errors import BadInput
from oddsmith.table.commands.bodies import Bare, Opened, Throw
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolling.commit_reveal import saw
from oddsmith.table.commands.rolls import go_on_after
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import HiddenThrows, Member, Roll
from oddsmith.table.fairness import fair

THROW_WAIT: Final = 60_000  # milliseconds, for the second throw after the first
BARE_WAIT: Final = 20_000  # milliseconds, for both to open after the second throw


def throw(context: CommandContext, name: str, request: Throw) -> None:
    """Commit to a hand."""
    member, roll, throws = _round(context, name, request.round)
    if member.id in throws.thrown:
        raise Conflict("You have thrown already.")
    if request.commitment in throws.thrown.values():
        raise BadInput("commitment", request.commitment, "one of your own")
    body = {
        "round": throws.number,
        "member": member.id,
        "commitment": request.commitment,
        "wait": BARE_WAIT if throws.thrown else THROW_WAIT,
    }
    context.emit(Draft("roll.thrown", member.id, body, roll.id, roll.visibility))


def bare(context: CommandContext, name: str, request: Bare) -> None:
    """Open one's hand. What it is shows when both have, or time is up."""
    member, roll, throws = _round(context, name, request.round)
    committed = throws.thrown.get(member.id)
    if fair.thrown(context.state.table, roll.id, throws.number, member.id, request.hand, request.nonce) != committed:
        raise BadInput("hand", request.hand, "the hand and nonce that you committed to")
    opening(context, name, request, {"hand": request.hand, "nonce": request.nonce})
    if len(throws.bared) == 2:
        _meet(context, roll, throws)


def opening(context: CommandContext, name: str, request: Opened, secret: Mapping[str, str] | None = None) -> None:
    """A hand is open; what it is, the server alone knows yet."""
    member, roll, throws = _round(context, name, request.round)
    if len(throws.thrown) < 2:
        raise Conflict("Not both have thrown yet.")
    if member.id in throws.bared:
        raise Conflict("Your hand is open already.")
    body = {"round": throws.number, "member": member.id, "seen": saw(context, request.seen)}
    context.emit(Draft("roll.bared", member.id, body, roll.id, roll.visibility, secret=secret))


def forfeit_late(context: CommandContext, roll: Roll) -> None:
    """Time is up: whoever has not thrown or not opened loses the round."""
    throws = roll.open.throws if roll.open is not None else None
    if throws is not None and throws.until is not None and throws.until <= context.now:
        _meet(context, roll, throws)


def _meet(context: CommandContext, roll: Roll, throws: HiddenThrows) -> None:
    # With one throw alone nobody was asked to open: who threw wins without showing a hand.
    kept = {member: throws.bared.get(member) for member in throws.between}
    if len(throws.thrown) < 2:
        forfeit = [m for m in throws.between if m not in throws.thrown]
    else:
        forfeit = [m for m in throws.between if m not in throws.bared]
    mine, theirs = throws.between
    if forfeit:
        face = fair.forfeited(mine in forfeit, theirs in forfeit)
    else:
        face = fair.met(throws.bared[mine][0], throws.bared[theirs][0])
    nonces = {member: opened[1] for member, opened in kept.items() if opened is not None}
    body: dict[str, Any] = {
        "round": throws.number,
        "hands": {member: opened and opened[0] for member, opened in kept.items()},
        "nonces": nonces,
        "face": face,
        "forfeit": forfeit,
    }
    go_on_after(context, roll, "roll.met", None, body, [("hand", face)], nonces)


def _round(context: CommandContext, name: str, number: int) -> tuple[Member, Roll, HiddenThrows]:
    member = context.need("player", "host")
    roll = context.roll(name)
    throws = roll.open.throws if roll.open is not None else None
    if throws is None or throws.number != number:
        raise Conflict(f"Roll {name} does not wait for round {number}.")
    if member.id not in throws.between:
        raise NotAllowed("You do not throw in this round.")
    if throws.until is not None and throws.until <= context.now:
        raise Conflict("Time is up for this round.")
    return member, roll, throws

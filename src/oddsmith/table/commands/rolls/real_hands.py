"""Commands about rock-paper-scissors thrown for real: two hidden throws, opened together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal

from pydantic import Field

from oddsmith.errors import BadInput
from oddsmith.table.commands.bodies import SEEN, CommandBody, Hex, RoundNumber, Seen
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, BoundCommand, Logged, command
from oddsmith.table.commands.rolls.commit_reveal import checked_seen
from oddsmith.table.commands.rolls.progress import go_on_after
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import HiddenThrows, Member, Roll
from oddsmith.table.fairness import fair

THROW_WAIT: Final = 60_000  # milliseconds, for the second throw after the first
BARE_WAIT: Final = 20_000  # milliseconds, for both to open after the second throw


class Throw(CommandBody):
    """Throw a hidden hand."""

    round: RoundNumber
    commitment: Hex


@command("POST", "/{table}/rolls/{name}/throw", "Throw a hidden hand", event="roll.thrown", by=PLAYERS)
def throw(context: CommandContext, name: str, body: Throw) -> None:
    """Commit to a hand."""
    member, roll, throws = _throws(context, name, body.round)
    if member.id in throws.thrown:
        raise Conflict("You have already thrown.")
    if body.commitment in throws.thrown.values():
        raise BadInput("commitment", body.commitment, "one of your own")
    fields = {
        "round": throws.number,
        "member": member.id,
        "commitment": body.commitment,
        "wait": BARE_WAIT if throws.thrown else THROW_WAIT,
    }
    context.emit(Draft("roll.thrown", member.id, fields, roll.id, roll.visibility))


class Opened(CommandBody):
    """The opening of a hand, with nothing of what it is."""

    round: RoundNumber
    seen: Seen | None = Field(default=None, description=SEEN)


class Bare(Opened):
    """Open one's hand."""

    hand: Literal["rock", "paper", "scissors"]
    nonce: Hex


def _bare_from_event(logged: Logged) -> BoundCommand:
    """Return the opening of a hand; which one, only if both were opened in the end."""
    event = logged.event
    shown = logged.revealed.hands.get((str(event.roll), event.body["round"], event.body["member"]))
    if shown is None:
        return partial(open_hand, name=str(event.roll), body=logged.body(Opened))
    return partial(bare, name=str(event.roll), body=logged.body(Bare, hand=shown[0], nonce=shown[1]))


@command(
    "POST", "/{table}/rolls/{name}/bare", "Open one's hand", event="roll.bared", by=PLAYERS, recover=_bare_from_event
)
def bare(context: CommandContext, name: str, body: Bare) -> None:
    """Open one's hand. It shows when both have, or time is up."""
    member, roll, throws = _throws(context, name, body.round)
    committed = throws.thrown.get(member.id)
    if fair.thrown(context.state.table, roll.id, throws.number, member.id, body.hand, body.nonce) != committed:
        raise BadInput("hand", body.hand, "the hand and nonce that you committed to")
    open_hand(context, name, body, {"hand": body.hand, "nonce": body.nonce})
    if len(throws.bared) == 2:
        _meet(context, roll, throws)


def open_hand(context: CommandContext, name: str, body: Opened, secret: Mapping[str, str] | None = None) -> None:
    """Write that a hand is open; which one is kept secret."""
    context.need(*PLAYERS)
    member, roll, throws = _throws(context, name, body.round)
    if len(throws.thrown) < 2:
        raise Conflict("You have not both thrown yet.")
    if member.id in throws.bared:
        raise Conflict("Your hand is already open.")
    fields = {"round": throws.number, "member": member.id, "seen": checked_seen(context, body.seen)}
    context.emit(Draft("roll.bared", member.id, fields, roll.id, roll.visibility, secret=secret))


def forfeit_late(context: CommandContext, roll: Roll) -> None:
    """End a round whose time is up: whoever has not thrown or not opened loses it."""
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
    fields: dict[str, Any] = {
        "round": throws.number,
        "hands": {member: opened and opened[0] for member, opened in kept.items()},
        "nonces": nonces,
        "face": face,
        "forfeit": forfeit,
    }
    go_on_after(context, roll, "roll.met", None, fields, [("hand", face)], nonces)


def _throws(context: CommandContext, name: str, number: int) -> tuple[Member, Roll, HiddenThrows]:
    member = context.member()
    roll = context.roll(name)
    throws = roll.open.throws if roll.open is not None else None
    if throws is None or throws.number != number:
        raise Conflict(f"Roll {name} is not waiting for round {number}.")
    if member.id not in throws.between:
        raise NotAllowed("You are not throwing in this round.")
    if throws.until is not None and throws.until <= context.now:
        raise Conflict("Time is up for this round.")
    return member, roll, throws

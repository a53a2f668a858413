"""Commands about a roll as a whole: taking it back, and showing a hidden one."""

from __future__ import annotations

from typing import Any

from oddsmith.table.commands.bodies import CommandBody, Line
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, command
from oddsmith.table.commands.rolls import commit_reveal, effects
from oddsmith.table.commands.rolls.progress import roll_draft
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Roll


class Undo(CommandBody):
    """Take a roll back."""

    reason: Line = ""


@command("POST", "/{table}/rolls/{name}/undo", "Take a roll back", event="roll.undone", by=PLAYERS)
def undo(context: CommandContext, name: str, body: Undo) -> None:
    """Take a roll back: what it did to sheets is undone. The roll stays in the log.

    A host may do so without seeing it: else what somebody holds back or spends in secret could be ended by nobody.
    """
    member = context.member()
    found = context.state.rolls.get(name) if member.role == "host" else None
    roll = found or context.roll(name)
    if member.role != "host" and member.id != roll.member:
        raise NotAllowed("Only the roller or the host can take a roll back.")
    if roll.undone:
        raise Conflict(f"Roll {name} was already taken back.")
    end(context, roll, member.id, body.reason)


def end(context: CommandContext, roll: Roll, by: str, reason: str) -> None:
    """Make a roll count no more, and end it if it was not over."""
    fields: dict[str, Any] = {"reason": reason, "effects": effects.opposite(roll.effects)}
    if roll.open is not None and roll.open.pending_dice is not None:
        # Else a server that knows the seed could let go of one roll after another until it likes what would fall.
        fields["let_go"] = commit_reveal.let_go(roll.open.pending_dice)
    context.emit(roll_draft("roll.undone", by, roll.id, roll.visibility, {}, fields))


@command("POST", "/{table}/rolls/{name}/show", "Show a hidden roll to everybody", event="roll.shown", by=PLAYERS)
def show(context: CommandContext, name: str) -> None:
    """Let everybody see a hidden roll."""
    roll = context.roll(name)
    if not roll.hidden:
        raise Conflict(f"Everyone already sees roll {name}.")
    if roll.open is not None:
        raise Conflict(f"Roll {name} is not over yet.")
    hidden = {
        str(event.number): {"hidden": event.hidden, "salt": event.salt}
        for event in context.past(name)
        if event.hidden is not None
    }
    context.emit(Draft("roll.shown", context.member().id, {"events": hidden}, roll.id, roll.visibility))

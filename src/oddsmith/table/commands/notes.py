"""Commands about notes: lines in the log that somebody writes, for everyone or not."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from oddsmith.errors import BadInput
from oddsmith.table.commands.bodies import CommandBody, Id, Text
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, BoundCommand, Logged, command
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import NoteVisibility, Visibility


class WriteNote(CommandBody):
    """Write something into the log."""

    text: Annotated[Text, StringConstraints(min_length=1)]
    roll: Id | None = None
    visibility: NoteVisibility | None = Field(
        default=None, description="Everyone, if left out; about a hidden roll, whoever sees that."
    )


def _note_from_event(logged: Logged) -> BoundCommand:
    """Return the writing of a note; of one about a hidden roll nobody says who sees it."""
    event = logged.event

    def write(context: CommandContext) -> None:
        about = context.state.rolls.get(event.roll) if event.roll is not None else None
        visibility = None if about is not None and about.hidden else event.visibility
        body = {"text": event.everything["text"], "roll": event.roll, "visibility": visibility}
        write_note(context, WriteNote.model_validate(body))

    return write


@command(
    "POST",
    "/{table}/notes",
    "Write into the log",
    event="note.written",
    by=PLAYERS,
    recover=_note_from_event,
    operation="note",
    status=201,
)
def write_note(context: CommandContext, body: WriteNote) -> None:
    """Write a line into the log, maybe about a roll, maybe not for everyone. About a hidden roll it goes with that."""
    member = context.member()
    roll = context.roll(body.roll) if body.roll is not None else None
    visibility: Visibility = body.visibility or "everyone"
    if roll is not None and roll.hidden:
        if body.visibility is not None:
            raise BadInput("visibility", body.visibility, "left out: whoever sees the hidden roll sees the note")
        visibility = roll.visibility
    text = {"text": body.text}
    if visibility == "everyone":
        event = context.emit(Draft("note.written", member.id, text, body.roll))
    else:
        event = context.emit(Draft("note.written", member.id, {}, body.roll, visibility, hidden=text))
    context.reply["note"] = event.number


@command("POST", "/{table}/notes/{number}/show", "Show a hidden note to everybody", event="note.shown", by=PLAYERS)
def show_note(context: CommandContext, number: int) -> None:
    """Let everybody read a note of one's own."""
    member = context.member()
    note = context.state.notes.get(number)
    if note is None or not context.state.sees_note(member, note):
        raise NotFound("hidden note", str(number))
    if note.roll is not None:
        raise Conflict(f"Whoever sees roll {note.roll} sees note {number}.", remedy="Show the roll.")
    if note.by != member.id:
        raise NotAllowed("Only the writer of a note can show it.")
    if note.shown:
        raise Conflict(f"Everyone already sees note {number}.")
    event = context.read(number)
    part = {str(number): {"hidden": event.hidden, "salt": event.salt}}
    context.emit(Draft("note.shown", member.id, {"note": number, "events": part}))

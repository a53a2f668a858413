"""Commands that give a roll what it waits for: a witness's nonce, an option, faces of real dice."""

from __future__ import annotations

from functools import partial
from typing import Any

from pydantic import Field

from oddsmith.answers.choices import label
from oddsmith.table.commands.bodies import OWN_NONCE, CommandBody, Face, Hex, Line, Promise
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, SEATED, BoundCommand, Logged, command
from oddsmith.table.commands.rolls import commit_reveal
from oddsmith.table.commands.rolls.progress import deciders, go_on, go_on_after, prepared_roll, waiting
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Act
from oddsmith.table.domain.replay import option_place, replay


class Witness(Promise):
    """Give a nonce to a roll."""

    stretch: int = Field(ge=0, le=100_000)
    nonce: Hex


@command("POST", "/{table}/rolls/{name}/witness", "Give a nonce to a roll", event="roll.witnessed", by=SEATED)
def witness(context: CommandContext, name: str, body: Witness) -> None:
    """Give the nonce that one pledged, for one's own roll or another's. With the last one the dice land."""
    member = context.member()
    roll = context.state.rolls.get(name)
    dice = roll.open.pending_dice if roll is not None and roll.open is not None else None
    if roll is None or dice is None or dice.number != body.stretch or member.id not in dice.witnesses:
        raise Conflict("No roll is waiting for this nonce.")
    given = commit_reveal.checked_witness(context, dice, body.nonce, body)
    fields = {"stretch": body.stretch, "member": member.id, "nonce": body.nonce, **given}
    context.emit(Draft("roll.witnessed", member.id, fields, roll.id, roll.visibility))
    # Others are not waited for any longer when the roller alone was.
    go_on(context, roll, prepared_roll(context, roll), late=member.id == dice.roller and dice.until <= context.now)


class Answer(Promise):
    """Take an option."""

    step: int = Field(ge=0, le=100_000)
    option: Line
    nonce: Hex | None = Field(default=None, description=OWN_NONCE)


def _answer_from_event(logged: Logged) -> BoundCommand:
    return partial(answer, name=str(logged.event.roll), body=logged.body(Answer, **logged.nonce))


@command(
    "POST",
    "/{table}/rolls/{name}/answers",
    "Take an option",
    event="roll.answered",
    by=PLAYERS,
    recover=_answer_from_event,
)
def answer(context: CommandContext, name: str, body: Answer) -> None:
    """Take an option."""
    member = context.member()
    roll = context.roll(name)
    waits = waiting(roll, "decision")
    assert roll.open is not None
    if waits["step"] != body.step:
        raise Conflict(f"Decision {body.step} is over.", remedy=f"Now decision {waits['step']} waits.")
    if member.role != "host" and member.id not in deciders(context.state, roll, waits["who"]):
        raise NotAllowed("This decision is not yours.")
    decision = replay(prepared_roll(context, roll), roll.open.spec["source"], roll.open.acts).decisions[0]
    option = label(decision.options[option_place(decision, body.option)])
    nonces: dict[str, str] = {}
    given: dict[str, Any] = {}
    if body.nonce is not None:
        nonces = {member.id: body.nonce}
        given = commit_reveal.checked_nonce(context, body.nonce, body)
    fields = {"step": body.step, "option": option}
    go_on_after(context, roll, "roll.answered", member.id, fields, [("option", option)], nonces, given)


class TypeFaces(CommandBody):
    """Faces of real dice, in the order in which they are asked for."""

    faces: list[Face] = Field(min_length=1, max_length=2000)


@command(
    "POST", "/{table}/rolls/{name}/faces", "Type faces of real dice", event="roll.typed", by=PLAYERS, operation="faces"
)
def type_faces(context: CommandContext, name: str, body: TypeFaces) -> None:
    """Type the faces on which real dice have landed."""
    member = context.member()
    roll = context.roll(name)
    waiting(roll, "faces")
    if member.role != "host" and member.id != roll.member:
        raise NotAllowed("Only the roller types the faces.")
    faces = [str(face) for face in body.faces]
    acts: list[Act] = [("face", face) for face in faces]
    go_on_after(context, roll, "roll.typed", member.id, {"faces": faces}, acts, {})

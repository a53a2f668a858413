"""Commands that open a roll, or open one like it again.

A roll is opened with its dice already sealed: the server has committed to a seed, and the roller and all witnesses to
their nonces, before there is a roll. They give these when it is in the log, and the dice land when all are known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import Field

import oddsmith
from oddsmith.errors import BadInput, TooLarge
from oddsmith.table.commands.bodies import OWN_NONCE, Face, Hex, Promise, RollGiven
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, BoundCommand, Logged, command
from oddsmith.table.commands.rolls import commit_reveal, effects, size
from oddsmith.table.commands.rolls.progress import go_on, roll_draft
from oddsmith.table.commands.rolls.sheet_inputs import inputs_from_sheets, sources
from oddsmith.table.domain.errors import Conflict
from oddsmith.table.domain.models import Act
from oddsmith.table.domain.prepared_roll import prepared
from oddsmith.table.domain.replay import replay

OPEN_ROLLS: Final = 200


class OpenRoll(Promise, RollGiven):
    """Roll."""

    nonce: Hex | None = Field(default=None, description=OWN_NONCE)
    seal: Hex | None = Field(default=None, description="The server's commitment that you saw.")
    faces: list[Face] = Field(default=[], max_length=2000)


def _roll_from_event(logged: Logged) -> BoundCommand:
    """Return the opening of a roll; inputs came from sheets, and some of those from what the log does not show."""
    fields = logged.event.everything
    own = {name: value for name, value in fields["inputs"].items() if name not in fields["filled"]}
    asked = fields.get("given", {"inputs": own})  # old versions did not write down what was given
    body = logged.body(OpenRoll, **asked, visibility=logged.event.visibility, **logged.nonce)
    of = fields.get("repeats")

    def again(context: CommandContext) -> None:
        """Repeat the roll, where the log shows it; else it is known only that there was one."""
        taken = {
            name: fields["inputs"][name] if name in fields["filled"] else None
            for name, source in sources(body, context.rulebook(body.system)).items()
            if source in logged.revealed.unsure and (name in fields["filled"] or fields["inputs"][name] is None)
        }
        hidden = of is not None and of[0] == "r" and int(of[1:]) <= context.state.counts.get("r", 0)
        if of is None or (of not in context.state.rolls and hidden):
            open_roll(context, body, of=of, taken=taken)
        else:
            repeat(context, of, Repeat.model_validate({"faces": body.faces, **logged.nonce}), taken)

    return again


@command("POST", "/{table}/rolls", "Roll", event="roll.opened", by=PLAYERS, recover=_roll_from_event, status=201)
def open_roll(
    context: CommandContext, body: OpenRoll, of: str | None = None, taken: Mapping[str, int | None] | None = None
) -> None:
    """Roll.

    of: the roll that this one repeats. taken: values of inputs that came from sheets (None: nothing), where whoever
    verifies a log cannot know them.
    """
    member, state = context.member(), context.state
    if len(state.open_rolls) >= OPEN_ROLLS:
        raise TooLarge("open rolls", OPEN_ROLLS + 1, OPEN_ROLLS, remedy="Finish or undo some.")
    if body.character is not None:
        context.may_play(context.character(body.character))
    if body.opposing is not None:
        context.character(body.opposing)
    if body.seal is not None and body.seal != member.seal:
        raise Conflict("The seal that you saw is out of date.", remedy="Reload the table, and roll again.")
    _check_source(context, body)
    digest = context.rulebook(body.system)
    known = inputs_from_sheets(context, body, digest) | dict(taken or {})
    known = {name: value for name, value in known.items() if value is not None}
    given = {name: value for name, value in body.inputs.items() if value is not None or name not in known}
    roll = prepared(body.system, body.action, given | known, body.options, digest)
    context.foreseen = size.LETTERS * size.expected_faces(roll)
    changes = effects.plan(context, roll.question, body)
    fields = {
        "system": roll.question.system.name,
        "action": roll.question.action.name,
        "inputs": roll.inputs,
        "filled": sorted(known),
        "options": roll.options,
        "label": body.label,
        "comment": body.comment,
        "character": body.character,
        "opposing": body.opposing,
        "source": body.source,
        "against": body.against,
        "faces": [str(face) for face in body.faces],
        "effects": changes,
        "holds": effects.holds(context, roll.question, body, changes),
        "repeats": of,
        "given": body.model_dump(mode="json", include={"inputs", "options", "effects"}),
        "version": oddsmith.__version__,
    }
    if digest is not None:
        fields["rulebook"] = digest
    standing = None
    begun: dict[str, Any] = {}
    secret = None
    if body.source != "seed":
        acts: list[Act] = [("face", str(face)) for face in body.faces]
        standing = replay(roll, body.source, acts)
    if standing is None or (standing.needed is not None and standing.needed.kind == "seed"):
        nonces = {} if body.nonce is None else {member.id: body.nonce}
        given = {} if body.nonce is None else commit_reveal.checked_nonce(context, body.nonce, body)
        roller = commit_reveal.roller(context, member.id, nonces)
        begun, secret = commit_reveal.begin(context, 0, member, nonces, given, roller)
        begun |= given
        standing = None
    name = state.next_id("r")
    context.emit(roll_draft("roll.opened", member.id, name, body.visibility, begun, fields, secret))
    context.reply["roll"] = name
    go_on(context, state.rolls[name], roll, standing)


class Repeat(Promise):
    """Make the same roll again."""

    nonce: Hex | None = Field(default=None, description=OWN_NONCE)
    seal: Hex | None = None
    faces: list[Face] = Field(default=[], max_length=2000)


@command(
    "POST",
    "/{table}/rolls/{name}/repeat",
    "Make the same roll again",
    event="roll.opened",
    by=PLAYERS,
    recover=None,  # as opening a roll that repeats another one
    operation="repeat",
    status=201,
)
def repeat_roll(context: CommandContext, name: str, body: Repeat) -> None:
    """Make the same roll again, as one's own."""
    repeat(context, name, body)


def repeat(context: CommandContext, name: str, body: Repeat, taken: Mapping[str, int | None] | None = None) -> None:
    """Open a roll that asks what another one asked; see `open_roll` for taken."""
    context.need(*PLAYERS)
    roll = context.roll(name)
    before = (roll.open.events if roll.open is not None else context.past(name))[0].everything
    given = {key: before[key] for key in RollGiven.model_fields if key in before}
    given["inputs"] = {name: value for name, value in before["inputs"].items() if name not in before["filled"]}
    given["visibility"] = roll.visibility
    asked = OpenRoll.model_validate(given | body.model_dump(exclude_unset=True))
    open_roll(context, asked, of=name, taken=taken)


def _check_source(context: CommandContext, body: OpenRoll) -> None:
    if body.source != "faces" and body.faces:
        raise BadInput("faces", list(body.faces), "none, unless source is faces")
    if body.source == "hands":
        if body.against is None or body.against == context.member().id:
            raise BadInput("against", body.against, "another member, who throws against you")
        other = context.other(body.against)
        if other.role == "observer":
            raise BadInput("against", body.against, "a player or host")
        if body.visibility != "everyone":
            raise BadInput("visibility", body.visibility, "everyone: two throw, so it is no secret")
    elif body.against is not None:
        raise BadInput("against", body.against, "nobody, unless source is hands")

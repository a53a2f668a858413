"""Commands about what lies on the table beside dice: characters, notes, presets."""

from __future__ import annotations

from typing import Any

from oddsmith.errors import BadInput, TooLarge
from oddsmith.table.commands.bodies import (
    ChangeCharacter,
    MakeCharacter,
    ResourceChanged,
    SavePreset,
    WriteNote,
    stored,
)
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.errors import Conflict, NotAllowed, NotFound
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Character, Visibility

CHARACTERS = 300
PRESETS = 500


def make_character(context: CommandContext, request: MakeCharacter) -> None:
    """A character of one's own, or as host of anybody's."""
    member = context.need("player", "host")
    if len(context.state.characters) >= CHARACTERS:
        raise TooLarge("characters at one table", CHARACTERS + 1, CHARACTERS, remedy="Remove some.")
    owner = request.owner
    if member.role != "host":
        if owner not in (None, member.id):
            raise NotAllowed("Players make characters of their own.", remedy="Leave out the owner.")
        owner = member.id
    elif owner is not None:
        context.other(owner)
    name = context.state.next_id("c")
    for resource, new in request.resources.items():
        _within(resource, new.value, new.max)
    body = stored(request) | {"character": name, "owner": owner}
    context.emit(Draft("character.made", member.id, body))
    context.reply["character"] = name


def change_character(context: CommandContext, name: str, request: ChangeCharacter) -> None:
    """Whoever plays a character changes its sheet; the host also who plays it."""
    character = context.character(name)
    context.may_play(character)
    member = context.member()
    given = stored(request)
    body: dict[str, Any] = {
        key: given[key] for key in request.model_fields_set if key == "owner" or given[key] is not None
    }
    if "owner" in body and body["owner"] != character.owner:
        if member.role != "host":
            raise NotAllowed("Only the host says who plays a character.")
        if body["owner"] is not None:
            context.other(body["owner"])
    if "resources" in body:
        body["resources"] = {
            resource: _changed(context, character, resource, new) for resource, new in (request.resources or {}).items()
        }
    context.emit(Draft("character.changed", member.id, body | {"character": name}))


def remove_character(context: CommandContext, name: str) -> None:
    """Whoever plays a character takes it off the table. A hidden roll that it takes part in goes on without it."""
    character = context.character(name)
    context.may_play(character)
    for roll in context.state.open_rolls.values():
        if roll.open is None or not context.state.sees_roll(context.member(), roll):
            continue
        if name in (roll.open.request["character"], roll.open.request["opposing"]):
            raise Conflict(f"{character.name} takes part in a roll.", remedy="Finish or undo that roll first.")
    context.emit(Draft("character.removed", context.member().id, {"character": name, "name": character.name}))


def write_note(context: CommandContext, request: WriteNote) -> None:
    """A line in the log, maybe about a roll, maybe not for everyone. About a hidden roll it goes with that."""
    member = context.need("player", "host")
    roll = context.roll(request.roll) if request.roll is not None else None
    visibility: Visibility = request.visibility or "everyone"
    if roll is not None and roll.hidden:
        if request.visibility is not None:
            raise BadInput("visibility", request.visibility, "left out: whoever sees the hidden roll sees the note")
        visibility = roll.visibility
    text = {"text": request.text}
    if visibility == "everyone":
        event = context.emit(Draft("note.written", member.id, text, request.roll))
    else:
        event = context.emit(Draft("note.written", member.id, {}, request.roll, visibility, hidden=text))
    context.reply["note"] = event.number


def show_note(context: CommandContext, number: int) -> None:
    """Let everybody read a note of one's own."""
    member = context.need("player", "host")
    note = context.state.notes.get(number)
    if note is None or not context.state.sees_note(member, note):
        raise NotFound("hidden note", str(number))
    if note.roll is not None:
        raise Conflict(f"Note {number} is seen by whoever sees roll {note.roll}.", remedy="Show the roll.")
    if note.by != member.id:
        raise NotAllowed("Only whoever wrote a note shows it.")
    if note.shown:
        raise Conflict(f"Everybody sees note {number} already.")
    event = context.read(number)
    part = {str(number): {"hidden": event.hidden, "salt": event.salt}}
    context.emit(Draft("note.shown", member.id, {"note": number, "events": part}))


def save_preset(context: CommandContext, request: SavePreset) -> None:
    """Keep a roll under a name; the same name again replaces it."""
    member = context.need("player", "host")
    own = [preset for preset in context.state.presets.values() if preset.owner == member.id]
    name = next((preset.id for preset in own if preset.name == request.name), None)
    if name is None:
        if len(context.state.presets) >= PRESETS:
            raise TooLarge("presets at one table", PRESETS + 1, PRESETS, remedy="Remove some.")
        name = context.state.next_id("p")
    body = {"preset": name, "name": request.name, "request": stored(request.request)}
    context.emit(Draft("preset.saved", member.id, body))
    context.reply["preset"] = name


def remove_preset(context: CommandContext, name: str) -> None:
    """Forget a preset of one's own; the host anybody's."""
    member = context.need("player", "host")
    preset = context.state.presets.get(name)
    if preset is None:
        raise NotFound("preset", name)
    if member.role != "host" and preset.owner != member.id:
        raise NotAllowed("That is somebody else's preset.")
    context.emit(Draft("preset.removed", member.id, {"preset": name, "name": preset.name, "request": None}))


def _changed(
    context: CommandContext, character: Character, name: str, change: ResourceChanged | None
) -> dict[str, int | None] | None:
    """What is written of a change to a resource: None when it goes, and nothing of what stays as it is.

    All that is looked at is what whoever asks may know: a refusal must not tell what hidden rolls did, or may still do.
    """
    member = context.member()
    held = context.state.held(member, character.id, name)
    before = character.resources.get(name)
    written: dict[str, int | None] | None
    if change is None:
        value, written = 0, None
    elif change.value is not None:
        _within(name, change.value, change.max)
        value, written = change.value, {"value": change.value, "max": change.max}
    elif before is None:
        raise BadInput(f"resources.{name}", stored(change), f"a value: {character.name} has no {name} yet")
    else:
        known = context.state.value(member, character, name)
        value = known + (change.by or 0)
        written = {} if change.by is None else {"by": change.by}
        maximum = before.maximum
        if "max" in change.model_fields_set:
            maximum = written["max"] = change.max
        if change.by is None:
            _within(name, known, maximum)
        else:
            _stepped(name, change.by, known, maximum)
    if held > value:
        raise Conflict(
            f"{held} {name} of {character.name} may still be spent by a roll.", remedy="Finish or undo that roll first."
        )
    return written


def _within(name: str, value: int, maximum: int | None) -> None:
    if maximum is not None and value > maximum:
        raise BadInput(f"resources.{name}", value, f"{maximum} at most (its max)")


def _stepped(name: str, by: int, value: int, maximum: int | None) -> None:
    least = min(-value, 0)
    most = None if maximum is None else max(maximum - value, 0)
    if by >= least and (most is None or by <= most):
        return
    room = f"{least} or more" if most is None else f"{least} to {most}"
    raise BadInput(f"resources.{name}.by", by, f"{room}: {name} is {value}" + (f" of {maximum}" if maximum else ""))

"""Commands about characters and their sheets."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from oddsmith.errors import BadInput, TooLarge
from oddsmith.table.commands.bodies import Amount, CommandBody, Given, Id, Line, Name, Text, Word
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.declaration import PLAYERS, SEATED, BoundCommand, Logged, command
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.event import Draft
from oddsmith.table.domain.models import Character

CHARACTERS = 300


class ResourceGiven(CommandBody):
    """A resource of a character."""

    value: Amount
    max: Amount | None = None


Resources = Annotated[dict[Word, ResourceGiven], Field(max_length=40)]


class MakeCharacter(CommandBody):
    """Make a character."""

    name: Name
    owner: Id | None = Field(default=None, description="Who plays it; left out by a player, they do themselves.")
    system: Line = ""
    color: Line = ""
    text: Text = ""
    inputs: Given = Field(default={}, max_length=100)
    resources: Resources = Field(default={})


@command("POST", "/{table}/characters", "Make a character", event="character.made", by=PLAYERS, status=201)
def make_character(context: CommandContext, body: MakeCharacter) -> None:
    """Make a character of one's own, or as host anybody's."""
    member = context.member()
    if len(context.state.characters) >= CHARACTERS:
        raise TooLarge("characters at one table", CHARACTERS + 1, CHARACTERS, remedy="Remove some.")
    owner = body.owner
    if member.role != "host":
        if owner not in (None, member.id):
            raise NotAllowed("Players can make only their own characters.", remedy="Leave out the owner.")
        owner = member.id
    elif owner is not None:
        context.other(owner)
    name = context.state.next_id("c")
    for resource, new in body.resources.items():
        _within(resource, new.value, new.max)
    context.emit(Draft("character.made", member.id, body.stored | {"character": name, "owner": owner}))
    context.reply["character"] = name


class ResourceChanged(CommandBody):
    """What changes about a resource: its value, or that by so much; its maximum."""

    value: Amount | None = None
    by: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] | None = None
    max: Amount | None = None

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        if self.value is not None and self.by is not None:
            raise ValueError("value or by, not both")
        if self.value is None and self.by is None and "max" not in self.model_fields_set:
            raise ValueError("value, by or max")
        return self


class ChangeCharacter(CommandBody):
    """Change a character; what is left out stays."""

    name: Name | None = None
    owner: Id | None = None
    system: Line | None = None
    color: Line | None = None
    text: Text | None = None
    inputs: Annotated[Given, Field(max_length=100)] | None = None
    resources: Annotated[dict[Word, ResourceChanged | None], Field(max_length=40)] | None = None

    @property
    def identity(self) -> str:
        """The fields that are given: a field that is left out says something else than null."""
        return self.model_dump_json(exclude_unset=True)


def _change_from_event(logged: Logged) -> BoundCommand:
    """Return the change of a sheet; a change of a resource whose value nobody knows is taken as it is."""
    event = logged.event
    name = event.body["character"]
    resources: dict[str, Any] = {}
    if "resources" in event.body:
        resources["resources"] = {
            resource: change
            for resource, change in event.body["resources"].items()
            if not relative(change) or (name, resource) not in logged.revealed.unsure
        }
    return partial(change_character, name=name, body=logged.body(ChangeCharacter, **resources))


def relative(change: Any) -> bool:
    """Return whether a logged change of a resource builds on what it was before."""
    return isinstance(change, Mapping) and "value" not in change


@command(
    "PATCH",
    "/{table}/characters/{name}",
    "Change a character",
    event="character.changed",
    by=SEATED,  # an observer is told of a character that is not there before anything else
    recover=_change_from_event,
)
def change_character(context: CommandContext, name: str, body: ChangeCharacter) -> None:
    """Change the sheet of a character that one plays; as host also who plays it."""
    character = context.character(name)
    context.may_play(character)
    member = context.member()
    given = body.stored
    fields: dict[str, Any] = {
        key: given[key] for key in body.model_fields_set if key == "owner" or given[key] is not None
    }
    if "owner" in fields and fields["owner"] != character.owner:
        if member.role != "host":
            raise NotAllowed("Only the host can say who plays a character.")
        if fields["owner"] is not None:
            context.other(fields["owner"])
    if "resources" in fields:
        fields["resources"] = {
            resource: _changed(context, character, resource, new) for resource, new in (body.resources or {}).items()
        }
    context.emit(Draft("character.changed", member.id, fields | {"character": name}))


@command("DELETE", "/{table}/characters/{name}", "Remove a character", event="character.removed", by=SEATED)
def remove_character(context: CommandContext, name: str) -> None:
    """Take a character that one plays off the table. A hidden roll that it takes part in goes on without it."""
    character = context.character(name)
    context.may_play(character)
    for roll in context.state.open_rolls.values():
        if roll.open is None or not context.state.sees_roll(context.member(), roll):
            continue
        if name in (roll.open.spec["character"], roll.open.spec["opposing"]):
            raise Conflict(f"{character.name} takes part in a roll.", remedy="Finish or undo that roll first.")
    context.emit(Draft("character.removed", context.member().id, {"character": name, "name": character.name}))


def _changed(
    context: CommandContext, character: Character, name: str, change: ResourceChanged | None
) -> dict[str, int | None] | None:
    """Return a change of a resource as it is written: None when it goes, and nothing of what stays as it is.

    Only what whoever asks may know is looked at: a refusal must not tell what hidden rolls did, or may still do.
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
        raise BadInput(f"resources.{name}", change.stored, f"a value: {character.name} has no {name} yet")
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
            f"A roll may still spend {held} {name} of {character.name}.", remedy="Finish or undo that roll first."
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

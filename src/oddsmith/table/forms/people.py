"""The parts of events about a table, who sits there, their characters, notes and presets.

Everybody sees all of them, but for notes that are not for everyone.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from oddsmith.table.commands.bodies import Hex, Id, Word
from oddsmith.table.domain.models import Role
from oddsmith.table.fairness import canonical, fair
from oddsmith.table.forms.fields import (
    ABSENT,
    Form,
    Given,
    HiddenPart,
    Line,
    Name,
    Number,
    NumberText,
    Request,
    Resource,
    ResourceStep,
    Table,
    Text,
)


class TableDescribed(Form):
    """The settings of a table."""

    table: Table
    title: Name
    advice: bool


class ClockSet(Form):
    """A clock that is set back. back: by so many milliseconds."""

    back: Annotated[int, Field(ge=60_000, le=canonical.SAFE)]


class Invite(Form):
    """A link that lets people in."""

    invite: Id
    role: Role


class Joined(Form):
    """A seat that somebody takes."""

    member: Id
    name: Name
    role: Role
    invite: Id | None
    seal: Hex


class Member(Form):
    """The name and the role of a member."""

    member: Id
    name: Name
    role: Role


class Pledged(Form):
    """Pledges: one in place of all that stood (null: none stands any more), and further ones."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 2})

    member: Id
    pledge: Hex | None = ABSENT
    pledges: Annotated[list[Hex], Field(min_length=1, max_length=fair.PLEDGES)] = ABSENT

    @model_validator(mode="after")
    def _something(self) -> Self:
        if len(self.model_fields_set) == 1:
            raise ValueError("pledge or pledges, or both")
        return self


class Sealed(Form):
    """A seal that is renewed."""

    member: Id
    seal: Hex


class CharacterMade(Form):
    """A character with its sheet."""

    character: Id
    name: Name
    owner: Id | None
    system: Line
    color: Line
    text: Text
    inputs: Given
    resources: Annotated[dict[Word, Resource], Field(max_length=40)]


class CharacterChanged(Form):
    """A change of a character."""

    character: Id
    name: Name = ABSENT
    owner: Id | None = ABSENT
    system: Line = ABSENT
    color: Line = ABSENT
    text: Text = ABSENT
    inputs: Given = ABSENT
    resources: Annotated[dict[Word, Resource | ResourceStep | None], Field(max_length=40)] = ABSENT


class CharacterRemoved(Form):
    """A character that is there no more."""

    character: Id
    name: Name


class Written(Form):
    """The text of a note."""

    text: Annotated[Text, StringConstraints(min_length=1)]


class NoteShown(Form):
    """A hidden note that everybody may read now."""

    note: Number
    events: Annotated[dict[NumberText, HiddenPart], Field(min_length=1, max_length=1)]


class PresetSaved(Form):
    """A roll under a name."""

    preset: Id
    name: Name
    request: Request


class PresetRemoved(Form):
    """A roll that is kept no more."""

    preset: Id
    name: Name
    request: Literal[None]

"""Forms of what tables answer: commands, views, logs, luck, and the check of a log."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from oddsmith.web.answers.parts import ABSENT, Number, Plain


class TableEvent(BaseModel):
    """An event of a log. `/api/log.schema.json` has what each kind tells."""

    number: int
    table: str
    at: str
    kind: str
    by: str | None
    roll: str | None
    visibility: Literal["everyone", "host", "blind", "self"]
    body: dict[str, Any]
    sealed: str | None
    previous: str
    digest: str
    hidden: dict[str, Any] = ABSENT
    salt: str = ABSENT


class Done(BaseModel):
    """A command that was carried out: the number of the log's last event, what was made, and the events written."""

    number: int
    events: list[TableEvent]
    table: str = ABSENT
    you: str = ABSENT
    roll: str = ABSENT
    character: str = ABSENT
    preset: str = ABSENT
    note: int = ABSENT
    invite: str = ABSENT
    secret: str = ABSENT


class SeatLink(BaseModel):
    """The code that follows `#seat.` in a link, and how long that works; null: until it is used."""

    code: str
    seconds: int | None


class DieAsked(BaseModel):
    """A real die that is to be thrown next. because: what it is thrown once more for."""

    die: str
    allowed: str
    because: str = ABSENT


class FacesAhead(BaseModel):
    """What a roll would wait for after further faces: null where they are all."""

    asked: DieAsked | None


class EventsOfRoll(BaseModel):
    """The events of a roll."""

    roll: str
    events: list[TableEvent]


class Events(BaseModel):
    """Events of a log, and the number of its last one."""

    number: int
    events: list[TableEvent]


class Log(BaseModel):
    """A log as somebody may see it."""

    schema_: str = Field(alias="schema")
    version: str
    table: str
    title: str
    seen_by: str
    number: int
    digest: str
    events: list[TableEvent]


class You(BaseModel):
    """Whoever asks."""

    member: str
    role: str
    seal: Plain
    sealed: Plain
    pledges: Plain


class Member(BaseModel):
    """Somebody at the table."""

    member: str
    name: str
    role: str
    left: bool
    invite: str | None
    present: bool


class Resource(BaseModel):
    """What there is of a resource, its maximum, and what rolls that are not over hold of it."""

    value: int
    max: int | None
    held: int


class Character(BaseModel):
    """A character with its sheet."""

    character: str
    name: str
    owner: str | None
    resources: dict[str, Resource]
    system: str | None = None
    color: str | None = None
    text: str = ABSENT
    inputs: dict[str, Any] = ABSENT


class Preset(BaseModel):
    """A roll under a name."""

    preset: str
    owner: str
    name: str
    request: dict[str, Any]


class Invite(BaseModel):
    """A link that lets people in, without its secret."""

    invite: str
    role: str
    revoked: bool


class Table(BaseModel):
    """A table as one of its members may see it; hosts see its invites."""

    schema_: str = Field(alias="schema")
    table: str
    title: str
    advice: bool
    number: int
    digest: str
    version: str
    you: You
    members: list[Member]
    characters: list[Character]
    presets: list[Preset]
    invites: list[Invite] = ABSENT
    open_rolls: list[EventsOfRoll]


class Addresses(BaseModel):
    """Where others find the server."""

    addresses: list[str]


class FaceCount(BaseModel):
    """How often a face came up; `band` holds 95 of 100 fair counts."""

    face: int | str
    count: int
    expected: Number
    band: tuple[int, int]
    within: bool


class DieLuck(BaseModel):
    """The faces of a die, and their average where they are numbers."""

    die: str
    name: str
    thrown: int
    faces: list[FaceCount]
    mean: float = ABSENT
    expected: Number = ABSENT
    band: tuple[float, float] = ABSENT
    within: bool = ABSENT


class EventLuck(BaseModel):
    """How often an event happened, and how often it was to be expected."""

    system: str
    action: str
    event: str
    title: str
    rolls: int
    happened: int
    expected: Number
    band: tuple[int, int]
    within: bool


class Luck(BaseModel):
    """Dice and events of a member, or of all."""

    rolls: int
    dice: list[DieLuck]
    events: list[EventLuck]


class TableLuck(BaseModel):
    """Statistics of the rolls that somebody may see, by member and for all."""

    schema_: str = Field(alias="schema")
    members: dict[str, Luck]
    table: Luck


class Unasked(BaseModel):
    """Members who were present at a roll and not asked for randomness."""

    roll: str
    members: list[str]


class Mismatch(BaseModel):
    """A part of an event that is not as it should be."""

    number: int
    roll: str | None
    what: str
    found: Plain
    expected: Plain


class OtherRulebook(BaseModel):
    """A roll by a version of a rulebook that is not here. same: it comes to the same by the one here."""

    roll: str
    system: str
    rulebook: str
    here: str | None
    same: bool


class Verified(BaseModel):
    """What the check of a log found."""

    schema_: str = Field(alias="schema")
    table: str
    matches: bool
    events: int
    rolls: int
    witnessed: int
    alone: int
    typed: int
    late: int
    unpledged: int
    let_go: int
    hidden: int
    unchecked: int
    unfinished: int
    unasked: list[Unasked]
    stopped: int | None
    seen: int | None
    other_rulebooks: list[OtherRulebook]
    mismatches: list[Mismatch]
    remarks: list[str]

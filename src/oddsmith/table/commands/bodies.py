"""What may be commanded at a table, as the bodies of requests."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StringConstraints, model_validator

from oddsmith.table.domain.lettering import one_line, printable, visible
from oddsmith.table.domain.models import NoteVisibility, Role, Visibility
from oddsmith.table.domain.replay import Origin


def _plain(value: JsonValue, depth: int = 0) -> JsonValue:
    """Values of inputs: texts that can be shown, numbers, and lists and objects that are not deep."""
    if depth > 4:
        raise ValueError("Only a few levels are allowed")
    if isinstance(value, str):
        if len(value) > 1000:
            raise ValueError("Only 1000 characters are allowed")
        return one_line(printable(value))
    if isinstance(value, int) and abs(value) > 2**53:
        raise ValueError("Only numbers up to 2^53 are allowed")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("Only finite numbers are allowed")
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {one_line(printable(name)): _plain(item, depth + 1) for name, item in value.items()}
    return value


Line = Annotated[
    str, StringConstraints(max_length=200, strip_whitespace=True), AfterValidator(printable), AfterValidator(one_line)
]
Name = Annotated[Line, StringConstraints(min_length=1, max_length=80), AfterValidator(visible)]
Text = Annotated[str, StringConstraints(max_length=4000, strip_whitespace=True), AfterValidator(printable)]
Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z][1-9][0-9]{0,9}$")]
Word = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Amount = Annotated[int, Field(ge=0, le=1_000_000)]
Given = dict[
    Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,59}$")],
    Annotated[JsonValue, AfterValidator(_plain)],
]
Face = Annotated[int, Field(ge=-(2**53), le=2**53)] | Name
Hand = Literal["rock", "paper", "scissors"]


class Request(BaseModel):
    """The body of a command."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Seen(Request):
    """How much of the log somebody had seen."""

    number: int = Field(ge=1, le=2**31 - 1)
    digest: Hex


_NEXT = "The digest of your next nonce, if you are there for the next roll."
_SEEN = "The last event that you had seen, with its digest: written down, so that nobody is shown another log."


class OpenTable(Request):
    """Open a table."""

    title: Name = Field(description="What the table is called.")
    name: Name = Field(description="What you are called at it.")
    advice: bool = Field(default=True, description="Whether decisions are shown with what each option is worth.")


class ChangeTable(Request):
    """Change what is set about a table."""

    title: Name | None = None
    advice: bool | None = None


class MakeInvite(Request):
    """Make a link that lets people in."""

    role: Role = "player"


class Join(Request):
    """Take a seat."""

    secret: str = Field(min_length=1, max_length=200, description="What follows the # of the invite link.")
    name: Name


class ChangeMember(Request):
    """Change a name or a role."""

    name: Name | None = None
    role: Role | None = None


class RemoveMember(Request):
    """Leave, or take a seat away."""

    end_invite: bool = False


class Pledge(Request):
    """Be a witness of the next roll."""

    pledge: Hex = Field(description="The digest of the nonce that you will give.")


class ResourceGiven(Request):
    """A resource of a character."""

    value: Amount
    max: Amount | None = None


class ResourceChanged(Request):
    """What changes about a resource: its value, or that by so much; its maximum."""

    value: Amount | None = None
    by: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] | None = None
    max: Amount | None = None

    @model_validator(mode="after")
    def _one_change(self) -> Self:
        if self.value is not None and self.by is not None:
            raise ValueError("Give value or by, not both")
        if self.value is None and self.by is None and "max" not in self.model_fields_set:
            raise ValueError("Give value, by or max")
        return self


Resources = Annotated[dict[Word, ResourceGiven], Field(max_length=40)]
Changes = Annotated[dict[Word, ResourceChanged | None], Field(max_length=40)]


class MakeCharacter(Request):
    """Make a character."""

    name: Name
    owner: Id | None = Field(default=None, description="Who plays it; left out by a player, they do themselves.")
    system: Line = ""
    color: Line = ""
    text: Text = ""
    inputs: Given = Field(default={}, max_length=100)
    resources: Resources = {}


class ChangeCharacter(Request):
    """Change a character; what is left out stays."""

    name: Name | None = None
    owner: Id | None = None
    system: Line | None = None
    color: Line | None = None
    text: Text | None = None
    inputs: Annotated[Given, Field(max_length=100)] | None = None
    resources: Changes | None = None


class WriteNote(Request):
    """Write something into the log."""

    text: Annotated[Text, StringConstraints(min_length=1)]
    roll: Id | None = None
    visibility: NoteVisibility | None = Field(
        default=None, description="Everyone, if left out; about a hidden roll, whoever sees that."
    )


class EffectGiven(Request):
    """What a measure of the outcome (or a cost of the action) does to a resource: it is added `times` over.

    since: an input; then that counts by which the measure differs from it.
    """

    measure: Word
    character: Id
    resource: Word
    times: Literal[-1, 1] = -1
    since: Word | None = None


class RollGiven(Request):
    """What is rolled; presets hold the same."""

    system: Line
    action: Line
    inputs: Given = Field(default={}, max_length=100)
    options: Given = Field(default={}, max_length=100)
    character: Id | None = None
    opposing: Id | None = None
    label: Line = ""
    comment: Text = ""
    visibility: Visibility = "everyone"
    source: Origin = "seed"
    against: Id | None = Field(default=None, description="Who throws hands against the roller.")
    effects: Annotated[list[EffectGiven], Field(max_length=20)] | None = None


class OpenRoll(RollGiven):
    """Roll."""

    nonce: Hex | None = Field(default=None, description="Your own randomness; needed unless faces are typed.")
    pledge: Hex | None = Field(default=None, description=_NEXT)
    seen: Seen | None = Field(default=None, description=_SEEN)
    seal: Hex | None = Field(default=None, description="The server's commitment that you saw.")
    faces: list[Face] = Field(default=[], max_length=2000)


class SavePreset(Request):
    """Keep a roll under a name."""

    name: Name
    request: RollGiven


class Witness(Request):
    """Give a nonce to a roll."""

    stretch: int = Field(ge=0, le=100_000)
    nonce: Hex
    pledge: Hex | None = Field(default=None, description=_NEXT)
    seen: Seen | None = Field(default=None, description=_SEEN)


class Answer(Request):
    """Take an option."""

    step: int = Field(ge=0, le=100_000)
    option: Line
    nonce: Hex | None = None
    pledge: Hex | None = Field(default=None, description=_NEXT)
    seen: Seen | None = Field(default=None, description=_SEEN)


class TypeFaces(Request):
    """Faces of real dice, in the order in which they are asked for."""

    faces: list[Face] = Field(min_length=1, max_length=2000)


class Throw(Request):
    """Throw a hidden hand."""

    round: int = Field(ge=0, le=100_000)
    commitment: Hex


class Opened(Request):
    """That a hand is open, and nothing of what it is."""

    round: int = Field(ge=0, le=100_000)
    seen: Seen | None = Field(default=None, description=_SEEN)


class Bare(Opened):
    """Open one's hand."""

    hand: Hand
    nonce: Hex


class Choose(Request):
    """Take an option unseen."""

    round: int = Field(ge=0, le=100_000)
    who: Name = Field(description="As whom: one of the sides that the roll waits for.")
    commitment: Hex


class Disclosed(Request):
    """That an option is open, and nothing of which it is."""

    round: int = Field(ge=0, le=100_000)
    who: Name
    seen: Seen | None = Field(default=None, description=_SEEN)


class Disclose(Disclosed):
    """Open the option that one has taken."""

    option: Line
    nonce: Hex


class Undo(Request):
    """Take a roll back."""

    reason: Line = ""


class Repeat(Request):
    """Make the same roll again."""

    nonce: Hex | None = None
    pledge: Hex | None = Field(default=None, description=_NEXT)
    seen: Seen | None = Field(default=None, description=_SEEN)
    seal: Hex | None = None
    faces: list[Face] = Field(default=[], max_length=2000)


class Nothing(Request):
    """A command without a body of its own."""


def stored(request: BaseModel) -> dict[str, Any]:
    """A request as JSON data, as it is kept in the log."""
    return request.model_dump(mode="json")

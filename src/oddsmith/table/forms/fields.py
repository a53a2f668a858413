"""Types of the fields of a log. Each says in a pattern what commands say of what they are given, so that a schema can
say it too.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator
from typing_extensions import TypeAliasType

from oddsmith.table.commands.bodies import Hex, Id, Word
from oddsmith.table.domain.allowed_letters import visible
from oddsmith.table.fairness import canonical

#: Stands for a field that may be left out; the schema has no default for it, and nobody may write null there.
ABSENT: Final[Any] = None

# As `allowed_letters` has it: no control characters, no marks that turn the direction of other texts.
_NEVER: Final = r"\p{Cc}\u202a-\u202e\u2066-\u2069"
_ENDS: Final = rf"[^\p{{White_Space}}{_NEVER}]"
_LINE: Final = rf"[^\u2028\u2029{_NEVER}]"
_TEXT: Final = rf"(?:\n|[^{_NEVER}])"


def _pattern(letter: str) -> str:
    return f"^(?:{_ENDS}(?:{letter}*{_ENDS})?)?$"


_OF_LINE: Final = _pattern(_LINE)
_OF_TEXT: Final = _pattern(_TEXT)
_OF_TIME: Final = (
    r"^(?:19[7-9][0-9]|[2-9][0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}\.[0-9]{3}Z$"
)
_TIME_IN_WORDS: Final = "a time of the calendar in UTC, as 2026-11-25T18:09:00.000Z"
#: Patterns that are hard to read, in words.
PATTERNS: Final = {
    _OF_LINE: "a text of one line that can be shown, without spaces around it",
    _OF_TEXT: "a text that can be shown, without spaces around it",
    _OF_TIME: _TIME_IN_WORDS,
}


def _moment(written: str) -> str:
    """Check that a time is one of the calendar."""
    try:
        datetime.fromisoformat(written).astimezone(UTC)
    except ValueError:
        raise ValueError(_TIME_IN_WORDS) from None
    return written


Whole = Annotated[int, Field(strict=True, ge=-canonical.SAFE, le=canonical.SAFE)]
#: Anything that a log may hold: there are no floats, and no whole numbers that a browser could not read exactly.
Value = TypeAliasType("Value", "str | Whole | bool | list[Value] | dict[str, Value] | None")
Values = dict[str, Value]

Line = Annotated[str, StringConstraints(max_length=200, pattern=_OF_LINE)]
Text = Annotated[str, StringConstraints(max_length=4000, pattern=_OF_TEXT)]
#: A name has no letters that nobody sees, either: `format` stands for that (docs/fair-rolls.md).
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=80, pattern=_OF_LINE),
    AfterValidator(visible),
    Field(json_schema_extra={"format": "name"}),
]
Time = Annotated[
    str,
    StringConstraints(pattern=_OF_TIME),
    AfterValidator(_moment),
    Field(json_schema_extra={"format": "date-time"}),
]
Table = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
System = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,79}$")]
Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
NumberText = Annotated[str, StringConstraints(pattern=r"^[1-9][0-9]{0,9}$")]
Count = Annotated[int, Field(ge=0, le=100_000)]
Wait = Annotated[int, Field(ge=0, le=86_400_000)]
Change = Annotated[int, Field(ge=-canonical.SAFE, le=canonical.SAFE)]
InputName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,59}$")]
Given = Annotated[dict[InputName, Value], Field(max_length=100)]
Nonces = dict[Id, Hex]
Hand = Literal["rock", "paper", "scissors"]


class Form(BaseModel):
    """A part of a log: these fields, of these types, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Seen(Form):
    """The last event that somebody had seen."""

    number: Number
    digest: Hex


class HiddenPart(Form):
    """A hidden part that is shown later; its own event says what its form must be."""

    hidden: Values
    salt: Hex


class Resource(Form):
    """The value of a resource."""

    value: Annotated[int, Field(ge=0, le=1_000_000)]
    max: Annotated[int, Field(ge=0, le=1_000_000)] | None


class ResourceStep(Form):
    """A change of a resource that builds on what it was."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    by: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] = ABSENT
    max: Annotated[int, Field(ge=0, le=1_000_000)] | None = ABSENT

    @model_validator(mode="after")
    def _some_change(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("by or max, or both")
        return self


class Effect(Form):
    """A change of a resource that a roll is to make."""

    measure: Line
    character: Id
    resource: Word
    times: Literal[-1, 1]
    since: Line | None = ABSENT


class Hold(Form):
    """The most that a roll may spend."""

    character: Id
    resource: Word
    amount: Change


class Done(Form):
    """A change of a resource that a roll made."""

    character: Id
    resource: Word
    by: Change


class Request(Form):
    """A roll that somebody keeps."""

    system: Line
    action: Line
    inputs: Given
    options: Given
    character: Id | None
    opposing: Id | None
    label: Line
    comment: Text
    visibility: Literal["everyone", "host", "blind", "self"]
    source: Literal["seed", "faces", "hands"]
    against: Id | None
    effects: Annotated[list[Effect], Field(max_length=20)] | None

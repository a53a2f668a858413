"""Types of fields, and the parts that bodies of several commands share."""

from __future__ import annotations

import math
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from oddsmith.table.domain.allowed_letters import one_line, printable, visible
from oddsmith.table.domain.models import Visibility
from oddsmith.table.domain.replay import Origin


def _plain(value: JsonValue, depth: int = 0) -> JsonValue:
    """Check a value of an input: texts that can be shown (a pasted one has lines and columns), numbers, and lists and
    objects that are not deep.
    """
    if depth > 4:
        raise ValueError("a few levels of lists and objects")
    if isinstance(value, str):
        if len(value) > 4000:
            raise ValueError("at most 4000 characters")
        one_line(printable(value.replace("\t", " ")).replace("\n", " "))
        return value
    if isinstance(value, int) and abs(value) > 2**53:
        raise ValueError("numbers up to 2^53")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("finite numbers")
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
#: The number of a round of hidden throws or choices.
RoundNumber = Annotated[int, Field(ge=0, le=100_000)]


class CommandBody(BaseModel):
    """The body of a command."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    @property
    def stored(self) -> dict[str, Any]:
        """The body as JSON data, as it is kept in the log."""
        return self.model_dump(mode="json")

    @property
    def identity(self) -> str:
        """The text that tells this body from any other."""
        return self.model_dump_json()


class Seen(CommandBody):
    """How much of the log somebody had seen."""

    number: int = Field(ge=1, le=2**31 - 1)
    digest: Hex


NEXT_PLEDGE: Final = (
    "The digest of your next nonce, in place of all that you pledged before; null: none stands any more. Left out: "
    "those that you pledged before stand."
)
OWN_NONCE: Final = (
    "Your own randomness, where dice fall by this command and you have pledged none. Who has pledged gives it to the "
    "roll when the log shows it, as witnesses do."
)
SEEN: Final = "The last event that you had seen, with its digest: written down, so that nobody is shown another log."


class Promise(CommandBody):
    """What is said beside a nonce."""

    pledge: Hex | None = Field(default=None, description=NEXT_PLEDGE)
    seen: Seen | None = Field(default=None, description=SEEN)


class EffectGiven(CommandBody):
    """What a measure of the outcome (or a cost of the action) does to a resource: it is added `times` over.

    since: an input; then that counts by which the measure differs from it.
    """

    measure: Word
    character: Id
    resource: Word
    times: Literal[-1, 1] = -1
    since: Word | None = None


class RollGiven(CommandBody):
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

"""The parts of a roll's events: what everybody sees of each, and the rest, which a hidden roll hides.

A class `Open...` is what everybody sees; a class without a counterpart is all of an event.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from oddsmith.table.commands.bodies import Hex, Id
from oddsmith.table.forms.fields import (
    ABSENT,
    Count,
    Done,
    Effect,
    Form,
    Given,
    Hand,
    HiddenPart,
    Hold,
    Line,
    Nonces,
    NumberText,
    Seen,
    System,
    Text,
    Value,
    Values,
    Wait,
)


class Stretch(Form):
    """Dice that begin to fall."""

    stretch: Count
    member: Id
    seal: Hex
    nonces: Nonces
    witnesses: Nonces
    unasked: list[Id] = ABSENT
    wait: Wait
    next: Hex


class Landed(Form):
    """Dice that have landed."""

    stretch: Count
    seed: Hex
    missing: list[Id]
    faces_seed: Hex


class LetGo(Form):
    """Dice that never landed."""

    stretch: Count
    seed: Hex
    nonces: Nonces


class Nothing(Form):
    """Nothing."""


class Falls(Form):
    """The dice that begin to fall, if any do."""

    stretch: Stretch = ABSENT


class Gives(Falls):
    """A nonce and what comes with it, if one is given."""

    pledge: Hex | None = ABSENT
    seen: Seen | None = ABSENT


class GivenAsked(Form):
    """The question in the words of whoever rolls."""

    inputs: Given
    options: Given
    effects: Annotated[list[Effect], Field(max_length=20)] | None


class Opened(Form):
    """A roll, with all that it takes."""

    system: System
    action: Line
    inputs: Values
    filled: list[str]
    options: Values
    label: Line
    comment: Text
    character: Id | None
    opposing: Id | None
    source: Literal["seed", "faces", "hands"]
    against: Id | None
    faces: Annotated[list[str], Field(max_length=2000)]
    effects: list[Effect]
    holds: list[Hold]
    repeats: Id | None
    given: GivenAsked = ABSENT
    version: Line
    rulebook: Hex = ABSENT


class Witnessed(Form):
    """A nonce of a witness; the same of every roll."""

    stretch: Count
    member: Id
    nonce: Hex
    pledge: Hex | None = ABSENT
    seen: Seen | None


class _Standing(Form):
    trail: list[Values]
    landed: Landed = ABSENT


class WaitsForDecision(_Standing):
    """A decision that is to be taken."""

    waits: Literal["decision"] = Field(alias="for")
    rule: str
    says: str
    step: Count
    who: str
    options: list[str]
    phrases: list[str]
    deciders: list[Id]


class Side(Form):
    """One of those who decide at once."""

    who: str
    options: Annotated[list[str], Field(min_length=1)]


class WaitsForChoices(_Standing):
    """Decisions that are to be taken at once, unseen."""

    waits: Literal["choices"] = Field(alias="for")
    rule: str
    says: str
    round: Count
    sides: list[Side]
    phrases: dict[str, str] = ABSENT
    deciders: dict[str, list[Id]]


class WaitsForFaces(_Standing):
    """Faces of real dice that are to be typed."""

    waits: Literal["faces"] = Field(alias="for")
    die: str
    allowed: str
    given: list[str]


class WaitsForHands(_Standing):
    """Hands that are to be thrown."""

    waits: Literal["hands"] = Field(alias="for")
    round: Count
    between: Annotated[list[Id], Field(min_length=2, max_length=2)]


class OpenAnswered(Gives):
    """The part of a decision that everybody sees. unused: a nonce that is known now, and goes into no dice."""

    unused: Hex = ABSENT


class Answered(Form):
    """An option taken."""

    step: Count
    option: str


class Typed(Form):
    """Faces of real dice."""

    faces: Annotated[list[str], Field(min_length=1, max_length=2000)]


class Thrown(Form):
    """A hand, unseen."""

    round: Count
    member: Id
    commitment: Hex
    wait: Wait


class Bared(Form):
    """The opening of a hand."""

    round: Count
    member: Id
    seen: Seen | None


class Met(Falls):
    """Two hands, or what was there in time."""

    round: Count
    hands: dict[Id, Hand | None]
    nonces: Nonces
    face: Literal["up", "even", "down"]
    forfeit: list[Id]


class Chosen(Form):
    """An option, unseen."""

    round: Count
    who: str
    member: Id
    commitment: Hex
    wait: Wait


class Late(Form):
    """Those who did not choose in time."""

    round: Count
    late: list[str]
    wait: Wait


class OpenDisclosed(Form):
    """The part that everybody sees of the opening of an option."""

    seen: Seen | None


class Disclosed(Form):
    """The opening of an option."""

    round: Count
    who: str
    member: Id


class SideRevealed(Form):
    """The option of one of those who decided at once."""

    who: str
    member: Id | None
    option: str | None
    nonce: Hex | None
    taken: str


class Revealed(Form):
    """The options that were taken unseen."""

    round: Count
    sides: list[SideRevealed]


class Finished(_Standing):
    """The result of a roll."""

    titles: dict[str, str]
    facts: Values
    warnings: list[str]
    outcome: Values
    events: dict[str, bool]
    verdict: list[str]
    measures: dict[str, Value]
    effects: list[Done]


class Undone(Form):
    """A roll taken back."""

    reason: Line
    effects: list[Done]
    let_go: LetGo = ABSENT


class RollShown(Form):
    """A hidden roll that everybody may see now."""

    events: dict[NumberText, HiddenPart]

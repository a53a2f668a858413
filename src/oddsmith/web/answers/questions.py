"""Forms of odds, simulations, rolls, comparisons and sweeps."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from oddsmith.web.answers.parts import (
    ABSENT,
    Chances,
    Head,
    Number,
    Plain,
    Probability,
    Question,
    Resolved,
    Summary,
)


class RulingOption(Chances):
    """Events and measures under one ruling."""

    option: str
    if_: str = Field(alias="if")


class Ruling(BaseModel):
    """What hinges on a ruling of the game master."""

    says: str
    hinging: list[str]
    sure: list[str]
    options: list[RulingOption]


class Unlisted(Probability):
    """Outcomes less likely than those that are listed: how many, and how likely all of them together."""

    outcomes: int


class Odds(Head, Resolved, Chances):
    """The exact probability of every event, and the distribution of every measure."""

    policy: str = Field(default=ABSENT, description="How decisions were answered, where there are any.")
    ruling: Ruling = ABSENT
    unlisted: Unlisted = ABSENT


class Share(BaseModel):
    """How often an event came up, its share of the runs, and the standard error of that."""

    count: int
    float_: float = Field(alias="float")
    se: float


class SimulatedMeasure(BaseModel):
    """A measure as it came up. Rows of `pmf` are value, count, share."""

    mean: Number
    sd: float
    se: float
    min: int | str
    max: int | str
    pmf: list[tuple[int | str, int, float]]


class Simulation(Head):
    """Many runs, counted."""

    runs: int
    seed: int | str | None
    unresolved: int
    policy: str = ABSENT
    ruling: Ruling = ABSENT
    events: dict[str, Share]
    measures: dict[str, SimulatedMeasure]


class Face(BaseModel):
    """A face that landed, and what became of it."""

    die: str
    face: int | str
    value: int | str
    fate: str
    exploded: bool
    extra: bool
    counts: int | None
    chain: int
    critical: str = ABSENT


class NamedDice(BaseModel):
    """Dice of one kind that have a name, and how many of the faces are theirs."""

    name: str
    faces: int


class Entry(BaseModel):
    """What happened: a `rule`, `roll`, `choice`, `draw` or `note`, or what an extension tells, each with its fields."""

    kind: str
    depth: int = ABSENT
    text: str = ABSENT
    rule: str = ABSENT
    says: str = ABSENT
    arguments: dict[str, Plain] = ABSENT
    expression: str = ABSENT
    faces: list[Face] = ABSENT
    value: Plain = ABSENT
    name: str = ABSENT
    dice: list[NamedDice] = ABSENT
    who: str = ABSENT
    options: list[Plain] = ABSENT
    taken: Plain = ABSENT
    mix: list[tuple[Plain, int]] = ABSENT
    number: int = ABSENT
    of: int = ABSENT


class Part(BaseModel):
    """A part of a rolled notation, and where it stands in the text."""

    notation: str
    span: tuple[int, int]
    value: Plain
    label: str = ABSENT
    fate: str = ABSENT
    counts: int = ABSENT
    faces: list[Face] = ABSENT
    parts: list[Part] = ABSENT


class RolledUnderRuling(BaseModel):
    """A roll as it comes out under one ruling."""

    option: str
    if_: str = Field(alias="if")
    events: dict[str, bool]
    measures: dict[str, int | str]


class RolledRuling(BaseModel):
    """The rulings that a roll waits for, with the dice as they lie, and all that hinges on them."""

    says: str
    hinging: list[str]
    sure: list[str]
    options: list[RolledUnderRuling]


class Roll(Head):
    """One run: its outcome, the events that hold, and everything that happened, in order."""

    outcome: dict[str, Plain]
    events: dict[str, bool]
    verdict: list[str]
    measures: dict[str, int | str]
    trail: list[Entry]
    phrases: dict[str, str] = ABSENT
    policy: str = ABSENT
    ruling: RolledRuling = ABSENT


class NotationRoll(Roll):
    """One roll of a notation, also as a line for a chat, and as a tree with sub-totals."""

    measures: dict[str, Plain]
    line: str
    table: list[tuple[str, str, str]]
    tree: Part


class Compared(Summary):
    """A roll that is compared."""

    name: str
    system: str
    action: str
    inputs: dict[str, Plain]
    options: dict[str, Plain]
    measure: str
    events: dict[str, Probability] = ABSENT


class Pair(BaseModel):
    """Two rolls against each other, by their places; probabilities are those of the left one."""

    left: int
    right: int
    win: Probability
    tie: Probability
    lose: Probability
    margin: Number
    better: Literal["left", "right", "both", "neither"] | None
    overlap: Probability | None


class Comparison(Resolved):
    """Several rolls against each other."""

    schema_: str = Field(alias="schema")
    entries: list[Compared]
    pairs: list[Pair]


class Axis(BaseModel):
    """An input, and the values that it takes."""

    input: str
    values: list[int | str]


class Found(BaseModel):
    """A chance (`p`, `float`) or a mean."""

    p: str = ABSENT
    float_: float = Field(default=ABSENT, alias="float")
    mean: Number = ABSENT
    unresolved: str = ABSENT


class Cell(Found):
    """A cell of a sweep: what was found, `each` of several, or why there is nothing."""

    each: list[Found] = ABSENT
    refused: str = ABSENT
    remedy: str = ABSENT


class Sweep(Question):
    """Odds along one or two inputs; cells go through the values of the last one fastest."""

    of: str | list[str]
    along: list[Axis]
    first: int
    cells: list[Cell]
    next: int | None
    best: bool = ABSENT
    policy: str = ABSENT


class Advice(Head):
    """What each option of a decision that has come up is worth."""

    goal: str
    situation: dict[str, Plain]
    who: str
    choose: str
    values: dict[str, Number]
    loss: Number = ABSENT
    columns: dict[str, dict[str, Number]]

"""What the answers to several questions have in common: numbers, distributions, the head of a document."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field

#: Stands for a field that may be left out; the description has no default for it.
ABSENT: Final[Any] = None

#: A value as JSON has it; fractions are texts.
Plain = Any

#: Value, exact probability, float.
Row = tuple[int | str, str, float]


class Number(BaseModel):
    """An exact number beside its float."""

    exact: str
    float_: float = Field(alias="float")


class Probability(BaseModel):
    """An exact probability beside its float."""

    p: str
    float_: float = Field(alias="float")


class Summary(BaseModel):
    """A distribution of numbers. Rows of `pmf` are value, exact probability, float; `tail` is what they leave out."""

    mean: Number
    sd: float
    variance: Number
    mode: int | str | None
    min: int | str | None
    max: int | str | None
    quantiles: dict[str, int | str | None]
    pmf: list[Row]
    tail: str = ABSENT
    unresolved: str = ABSENT


class Measure(Summary):
    """A measure. For a total of notation, also the rows of reaching and of not exceeding each value."""

    at_least: list[Row] = ABSENT
    at_most: list[Row] = ABSENT


class Question(BaseModel):
    """What was asked, in full, with defaults."""

    schema_: str = Field(alias="schema")
    system: str
    action: str
    inputs: dict[str, Plain]
    options: dict[str, Plain]


class Head(Question):
    """What was asked, in full; what is known of it without chance, warnings, and events and measures in words."""

    facts: dict[str, Plain]
    warnings: list[str]
    titles: dict[str, str]


class Resolved(BaseModel):
    """Whether every probability is exact; if not, each is a lower bound, and `unresolved` more an upper one."""

    exact: bool
    unresolved: str


class Chances(BaseModel):
    """Events and measures by name."""

    events: dict[str, Probability]
    measures: dict[str, Measure]

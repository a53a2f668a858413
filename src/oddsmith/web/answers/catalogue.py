"""Forms of what there is: systems, their rules and numbers, audits, the gallery, rulebooks, the server's health."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from oddsmith.web.answers.parts import ABSENT, Plain
from oddsmith.web.answers.problems import Problem


class Change(BaseModel):
    """A change that a roll makes to a resource of a sheet."""

    side: Literal["own", "other"]
    resource: str
    times: int
    since: str
    chosen_by: str


class Event(BaseModel):
    """An event: its name, its title, the rule that has it, and that it happens as a player says it."""

    name: str
    title: str
    rule: str
    happens: str = ABSENT
    implied_by: list[str] = ABSENT


class DeclaredMeasure(BaseModel):
    """A measure: its name, its title, what one of it is called, and whether it is spent; under which house rules it is
    there.
    """

    name: str
    title: str
    one: str
    spends: bool
    changes: list[Change]
    under: dict[str, list[str]] = ABSENT


class Cost(BaseModel):
    """A cost that changes sheets, and under which house rules it is there."""

    name: str
    title: str
    changes: list[Change]
    under: dict[str, list[str]] = ABSENT


class SheetPlace(BaseModel):
    """The place of a number on a sheet."""

    side: Literal["own", "other"]
    name: str
    part: Literal["value", "max"]
    under: dict[str, list[str]] = ABSENT
    given: dict[str, list[str]] = ABSENT


class Declared(BaseModel):
    """An input or a house rule: how it is entered, and what is allowed."""

    name: str
    help: str
    kind: str
    low: int = ABSENT
    high: int = ABSENT
    choices: list[str] = ABSENT
    required: bool = ABSENT
    default: Plain = ABSENT
    gap: str = ABSENT
    readings: dict[str, str] = ABSENT
    names: dict[str, int] = ABSENT
    title: str = ABSENT
    whose: str = ABSENT
    more: str = ABSENT
    sheet: SheetPlace = ABSENT
    optional: bool = ABSENT


class Action(BaseModel):
    """An action: its inputs, events, measures and costs."""

    name: str
    title: str
    summary: str
    example: str
    decides: str
    leading: str
    chance: bool
    ruling: list[str] = ABSENT
    aim: str = ABSENT
    inputs: list[Declared]
    events: list[Event]
    otherwise: str
    measures: list[DeclaredMeasure]
    costs: list[Cost]


class System(BaseModel):
    """A game: its actions and house rules, its sources, what the rules of its events say, and lines of trails as they
    are shown.
    """

    rulebook: str = ABSENT
    name: str
    title: str
    summary: str
    actions: list[Action]
    options: list[Declared]
    sources: list[Plain]
    says: dict[str, str]
    retelling: dict[str, str] = ABSENT


class Systems(BaseModel):
    """All games, enough to build forms from."""

    schema_: str = Field(alias="schema")
    version: str
    systems: list[System]


class Settled(BaseModel):
    """A house rule that settles what a rule leaves open."""

    name: str
    question: str
    readings: dict[str, str]


class Rule(BaseModel):
    """A rule in our own words, "" where only house rules speak of it."""

    system: str
    id: str
    text: str
    house_rules: list[Settled]


class Rules(BaseModel):
    """What the rules of a system say."""

    schema_: str = Field(alias="schema")
    rules: list[Rule]


class Numbers(BaseModel):
    """Numbers of a book that may be changed as house rules."""

    schema_: str = Field(alias="schema")
    system: str
    numbers: list[Declared]


class Finding(BaseModel):
    """What is odd, or what is worth how much, with the command that shows it."""

    rule: str
    text: str
    figures: dict[str, Plain]
    command: str


class Audit(BaseModel):
    """What is odd in a system's numbers, and what is worth what in it."""

    schema_: str = Field(alias="schema")
    system: str
    options: dict[str, Plain]
    findings: list[Finding]
    worth: list[Finding]
    left_out: int


class GalleryGame(BaseModel):
    """A mechanic in print as a rulebook, with its code."""

    name: str
    system: str
    title: str
    summary: str
    source: str
    file: str
    code: str


class Gallery(BaseModel):
    """Mechanics in print as rulebooks."""

    schema_: str = Field(alias="schema")
    games: list[GalleryGame]


class RulebookFile(BaseModel):
    """A file with a game, the digest that is answered by, and what is wrong with a newer version."""

    system: str
    title: str
    file: str
    digest: str
    problem: Problem | None


class RulebookFiles(BaseModel):
    """Files with games."""

    schema_: str = Field(alias="schema")
    rulebooks: list[RulebookFile]


class Health(BaseModel):
    """The server can do its work."""

    status: Literal["ok"]
    version: str

"""Forms of best play and of what a gain costs."""

from __future__ import annotations

from pydantic import BaseModel, Field

from oddsmith.web.answers.parts import ABSENT, Chances, Head, Number, Plain, Resolved
from oddsmith.web.answers.questions import Ruling


class Place(BaseModel):
    """A rule, and what it knows by then."""

    rule: str
    says: str
    variables: dict[str, Plain]
    arguments: dict[str, Plain]
    known: list[Plain]


class Position(Place):
    """Where a decision comes up: its rule, the numbers that it reads of each list, the gains added up by then, and the
    rules that wait for it."""

    readings: dict[str, dict[str, int]] = ABSENT
    total: int = ABSENT
    within: list[Place] = ABSENT


class Lost(BaseModel):
    """What the next best option loses, here and times how often the decision comes up."""

    here: Number
    in_all: Number


class Planned(BaseModel):
    """A decision of a plan, with the worth of every option."""

    at: Position
    situation: dict[str, Plain]
    who: str
    choose: str
    mix: dict[str, Number] = ABSENT
    values: dict[str, Number]
    costs: dict[str, Number] = ABSENT
    reached: Number
    ruled: list[str] = ABSENT
    loss: Lost = ABSENT
    part: int = ABSENT


class Condition(BaseModel):
    """A condition of a rule of thumb."""

    name: str
    sign: str
    value: Plain


class Thumb(BaseModel):
    """A rule of thumb: where all conditions hold, take the option."""

    if_: list[Condition] = Field(alias="if")
    choose: str


class Thumbs(BaseModel):
    """Rules of thumb of one person at one rule, the first that applies counts; null where a few cannot say it."""

    who: str
    rule: str
    says: str
    situations: int
    rules: list[Thumb] | None


class Counted(BaseModel):
    """How many decisions there are, and how many best play comes to."""

    all: int
    reached: int


class Choice(BaseModel):
    """What is chosen before anything happens by chance, with its gain and its cost."""

    gain: Number
    cost: Number
    opening: list[str]


class PlanPart(Choice):
    """A plan that is drawn with a share before play begins."""

    share: Number
    rules: list[Thumbs]
    decisions: Counted


class Constraint(BaseModel):
    """What a goal may cost at most, or must come to at least."""

    cost: str
    title: str
    chance: bool
    most: str = ABSENT
    least: str = ABSENT
    price: str | None


class Best(Head, Resolved, Chances):
    """Best play for a goal, what it is worth, and the odds under it."""

    goal: str
    chance: bool
    prices: dict[str, str]
    unspent: Number
    value: Number
    decisions: Counted
    plan: list[Planned]
    phrases: dict[str, str]
    opening: list[str] = ABSENT
    opened_by: list[str] = ABSENT
    rules: list[Thumbs] = ABSENT
    constraint: Constraint = ABSENT
    only: list[str] = ABSENT
    others: str | None = None
    cost: Number = ABSENT
    parts: list[PlanPart] = ABSENT
    single: Choice | None = None
    ruling: Ruling = ABSENT


class Weighed(BaseModel):
    """A gain or a cost: whether it is a chance, and what it is the sum of."""

    name: str
    title: str
    chance: bool
    terms: dict[str, str]


class Unbeaten(Choice):
    """A choice that no other beats, with what else was asked of it."""

    beside: list[Number] = ABSENT


class FrontierPoint(Unbeaten):
    """A plan, with the prices of a unit of cost at which it is best."""

    step: Number | None
    prices: tuple[Number, Number | None]
    rules: list[Thumbs] = ABSENT
    decisions: Counted = ABSENT
    plan: list[Planned] = ABSENT


class Frontier(Head, Resolved):
    """Every trade-off of a gain against a cost that no plan and no mix of plans beats."""

    gain: Weighed
    cost: Weighed
    beside: list[Weighed] = ABSENT
    others: str | None
    points: list[FrontierPoint]
    choices: list[Unbeaten] | None

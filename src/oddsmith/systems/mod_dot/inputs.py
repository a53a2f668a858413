"""Inputs of the actions of Mod Dot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar, Literal, Self

from pydantic import Field, field_validator, model_validator

from oddsmith.dice import Die
from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import Form, Inputs, opponent
from oddsmith.systems.mod_dot.rules.test import BEATS, DOWN, EVEN, UP, Hands
from oddsmith.systems.sheets import on_sheet

LARGEST_POOL = 200
MOST_NEEDED = 50
MOST_TRIES = 100
_POOL = f"a whole number from 0 to {LARGEST_POOL}"
_CHANCE = re.compile(r"\d{1,6}/\d{1,6}|\d{1,6}(\.\d{1,6})?|\.\d{1,6}")
_PART = re.compile(r"[^:,]+:\s*[+-]?\d{1,3}")


#: The default of a chance that shares with others what is left; `chances_entered` puts a number in its place.
SHARED: Any = None


def _chance(name: str, value: Any) -> Fraction:
    """A chance as people write it; what is longer would make exact results unreadable and slow."""
    if _CHANCE.fullmatch(str(value).strip()) is None or re.search(r"/0+$", str(value)):
        raise BadInput(name, value, "a number from 0 to 1 such as 1/3 or 0.25")
    return Fraction(str(value).strip())


def chances_entered(values: Any, *names: str) -> Any:
    """Complete chances that were entered: those that were not given share evenly what the others leave of 1."""
    if not isinstance(values, Mapping):
        return values
    given = {name: _chance(name, values[name]) for name in names if values.get(name) is not None}
    missing = [name for name in names if name not in given]
    left = Fraction(1) - sum(given.values())
    if left < 0 or (left > 0 and not missing):
        raise BadInput(tuple(given), ", ".join(map(str, given.values())), f"{_TOTAL[len(missing)]} 1")
    return {**values, **given, **{name: left / len(missing) for name in missing}}


#: The sum that the chances given must have, where so many more are not given.
_TOTAL = {0: "chances that total", 1: "chances that total at most", 2: "a chance of at most"}


def _die(chances: Mapping[str, Fraction], name: str) -> Die[str]:
    """A die with these chances; what cannot happen is not on it."""
    able = {face: chance for face, chance in chances.items() if chance}
    whole = lcm(*(chance.denominator for chance in able.values()))
    return Die(tuple(able), tuple(int(chance * whole) for chance in able.values()), name=name)


class Throws(Inputs):
    """The odds of one rock-paper-scissors test (G0.11)."""

    form: ClassVar = Form(more={"Odds of each test": ("up", "even", "down")}, both=("up", "even", "down"))

    up: Fraction = Field(
        SHARED, title="Chance to win a test", description="chance to win a test; chances left out share the rest"
    )
    even: Fraction = Field(SHARED, title="Chance to tie it", description="chance to tie a test")
    down: Fraction = Field(SHARED, title="Chance to lose it", description="chance to lose a test, less than 1")

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, values: Any) -> Any:
        return chances_entered(values, "up", "even", "down")

    @model_validator(mode="after")
    def _ending(self) -> Self:
        if self.down == 1:
            raise BadInput("down", "1", "less than 1, or the run of downs would never end")
        return self

    @property
    def throw(self) -> Die[str]:
        """One test as a die."""
        return _die({UP: self.up, EVEN: self.even, DOWN: self.down}, "rock-paper-scissors test")


class OnePool(Inputs):
    """The pool that one character tests with, and its difficulty."""

    form: ClassVar = Form(
        more={"The pool from its parts": ("parts", "specialty"), "Under a house rule": ("willpower",)}
    )

    pool: int | None = Field(
        None,
        ge=0,
        le=LARGEST_POOL,
        title="Dice pool",
        description="the final dice pool, with everything added and subtracted",
    )
    parts: tuple[str, ...] = Field(
        (), title="Parts of the pool", description="or what the pool is made of, such as dexterity:3,melee:4,wounds:-1"
    )
    specialty: bool = Field(
        False, title="A specialty applies", description="with parts: a specialty applies and adds a die"
    )
    difficulty: int = Field(6, ge=-100, le=100, description="difficulty; 6 is usual, the table has 2 to 10")
    willpower: int = Field(
        0,
        ge=0,
        le=10,
        title="Willpower to spend",
        description="points of Willpower that could be spent (a house rule)",
        json_schema_extra=on_sheet("willpower", under={"willpower": ("one-success",)}),
    )

    @field_validator("parts")
    @classmethod
    def _readable(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for part in value:
            if _PART.fullmatch(part) is None:
                raise BadInput("parts", part, "names with whole numbers, such as dexterity:3,melee:4")
        return value

    @model_validator(mode="after")
    def _one_pool(self) -> Self:
        if self.pool is None and not self.parts:
            raise BadInput("pool", None, f"{_POOL} (or its parts)")
        if self.pool is not None and self.parts:
            raise BadInput("parts", ",".join(self.parts), "nothing, since pool is given and is final")
        if self.pool is not None and self.specialty:
            raise BadInput("specialty", True, "no, since pool is given and is final: it holds the specialty's die")
        if self.total > LARGEST_POOL:
            raise BadInput("parts", ",".join(self.parts), f"parts that add up to at most {LARGEST_POOL}")
        return self

    @property
    def total(self) -> int:
        """R0.1: the pool after all additions and subtractions; parts may bring it below 0."""
        if self.pool is not None:
            return self.pool
        return sum(int(part.rpartition(":")[2]) for part in self.parts) + int(self.specialty)


class FinalPool(Inputs):
    """The pool that a character tests with against another, and the difficulty."""

    pool: int = Field(ge=0, le=LARGEST_POOL, title="Dice pool", description="the acting character's final dice pool")
    difficulty: int = Field(6, ge=-100, le=100, description="the acting character's difficulty")


class TwoPools(FinalPool):
    """The pools that two characters test with, and their difficulties."""

    against: FinalPool = opponent(pool="the defender's final dice pool", difficulty="the defender's difficulty")


class TestInputs(Throws, OnePool):
    """Inputs of a test."""

    __test__ = False  # no test class, whatever its name


class OpposedInputs(Throws, TwoPools):
    """Inputs of an opposed test."""


class _Long(Inputs):
    """The job, and the pool of every try at it."""

    pool: int = Field(ge=0, le=LARGEST_POOL, title="Dice pool", description="the final dice pool of every try")
    difficulty: int = Field(6, ge=-100, le=100, description="difficulty of every try; 6 is usual")
    target: int = Field(ge=1, le=MOST_NEEDED, title="Successes to gather", description="successes to gather")
    tries: int | None = Field(
        None, ge=1, le=MOST_TRIES, title="Tries at most", description="tries allowed; none: no limit"
    )


class ExtendedInputs(Throws, _Long):
    """Inputs of an extended action."""


class HandsInputs(Inputs):
    """Inputs of a test with real hands."""

    pool: int = Field(
        ge=0,
        le=LARGEST_POOL,
        title="Dice pool",
        description="the final dice pool, with everything added and subtracted",
    )
    difficulty: int = Field(6, ge=-100, le=100, description="difficulty; 6 is usual, the table has 2 to 10")
    other: Literal["habits", "chooses"] = Field(
        "habits",
        title="How the other throws",
        description="how the other hand comes about: by habit (rock, paper, scissors), or chosen as the player's is",
    )
    rock: Fraction = Field(
        SHARED, title="Chance of rock", description="how often the other shows rock; chances left out share the rest"
    )
    paper: Fraction = Field(SHARED, title="Chance of paper", description="how often the other shows paper")
    scissors: Fraction = Field(SHARED, title="Chance of scissors", description="how often the other shows scissors")

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, values: Any) -> Any:
        return chances_entered(values, *BEATS)

    @model_validator(mode="after")
    def _known(self) -> Self:
        given = {hand: getattr(self, hand) for hand in BEATS}
        changed = [hand for hand, chance in given.items() if chance != Fraction(1, 3)]
        if self.other == "chooses" and changed:
            raise BadInput(changed[0], str(given[changed[0]]), "nothing, since the other chooses")
        return self

    @property
    def hands(self) -> Hands:
        """G0.11: the other hand, as far as it is known."""
        if self.other == "chooses":
            return Hands(None)
        return Hands(_die({hand: getattr(self, hand) for hand in BEATS}, "other hand"))

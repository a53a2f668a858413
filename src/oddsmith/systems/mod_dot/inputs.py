"""What somebody enters for an action of Mod Dot, and the character that follows from it under the house rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar, Self

from pydantic import Field, field_validator, model_validator

from oddsmith.dice import Die
from oddsmith.errors import BadInput
from oddsmith.systems.fields.models import Form, Inputs
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.rules.test import DOWN, EVEN, UP, Character, base_successes, most_successes
from oddsmith.systems.sheets import on_sheet

LARGEST_POOL = 200
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
    """What was entered, with chances that total 1: those that were not given share evenly what the others leave."""
    if not isinstance(values, Mapping):
        return values
    given = {name: _chance(name, values[name]) for name in names if values.get(name) is not None}
    missing = [name for name in names if name not in given]
    left = Fraction(1) - sum(given.values())
    if left < 0 or (left > 0 and not missing):
        raise BadInput(tuple(given), ", ".join(map(str, given.values())), f"{_TOTAL[len(missing)]} 1")
    return {**values, **given, **{name: left / len(missing) for name in missing}}


#: How the chances that are given must add up, where so many more are not.
_TOTAL = {0: "chances that total", 1: "chances that total at most", 2: "a chance of at most"}


class Throws(Inputs):
    """The odds of one rock-paper-scissors test (G0.11)."""

    form: ClassVar = Form(more={"Odds of each test": ("up", "even", "down")}, both=("up", "even", "down"))

    up: Fraction = Field(
        SHARED,
        title="Chance to win a test",
        description="chance that a test is won; what is not given shares the rest",
    )
    even: Fraction = Field(SHARED, title="Chance to tie it", description="chance that a test is tied")
    down: Fraction = Field(SHARED, title="Chance to lose it", description="chance that a test is lost, less than 1")

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
        """One test as a die; what cannot happen is not on it."""
        chances = {face: chance for face, chance in ((UP, self.up), (EVEN, self.even), (DOWN, self.down)) if chance}
        whole = lcm(*(chance.denominator for chance in chances.values()))
        weights = [int(chance * whole) for chance in chances.values()]
        return Die(tuple(chances), tuple(weights), name="rock-paper-scissors test")


class OnePool(Inputs):
    """What one character tests with."""

    form: ClassVar = Form(
        more={"The pool from its parts": ("parts", "specialty"), "Under a house rule": ("willpower",)}
    )

    pool: int | None = Field(
        None, ge=0, le=LARGEST_POOL, title="Dice pool", description="final dice pool, all added and subtracted"
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


class TwoPools(Inputs):
    """What two characters test with."""

    pool: int = Field(ge=0, le=LARGEST_POOL, title="Dice pool", description="final dice pool of whoever acts")
    difficulty: int = Field(6, ge=-100, le=100, description="difficulty for whoever acts")
    against_pool: int = Field(ge=0, le=LARGEST_POOL, description="final dice pool of the defender")
    against_difficulty: int = Field(6, ge=-100, le=100, description="difficulty for the defender")


class TestInputs(Throws, OnePool):
    """Inputs of a test."""

    __test__ = False  # no test class, whatever its name


class OpposedInputs(Throws, TwoPools):
    """Inputs of an opposed test."""


def usable_pool(total: int, rules: ModDotRules) -> int:
    """G0.5: the pool that is tested with when additions and subtractions come to `total`.

    Raises BadInput for a total below 1 when the house rule refuses such a test.
    """
    if total >= 1:
        return total
    if rules.empty_pool == "refuse":
        raise BadInput("pool", total, f"1 to {LARGEST_POOL} (house rule empty_pool=refuse)")
    return 1 if rules.empty_pool == "one-die" else 0


def character_with(total: int, difficulty: int, throw: Die[str], rules: ModDotRules, who: str = "player") -> Character:
    """Whoever tests with a pool of `total` at a difficulty, under the house rules."""
    pool = usable_pool(total, rules)
    return Character(
        base=base_successes(pool, difficulty),
        cap=most_successes(pool),
        throw=throw,
        who=who,
        cap_always=rules.cap == "always",
        any_up_saves=rules.lowest_base == "any-up-saves",
        asks=rules.continuing == "ask",
    )


def unusual(total: int, difficulty: int, rules: ModDotRules) -> Iterable[str]:
    """What to tell about an unusual pool or difficulty."""
    if difficulty < 2:
        yield f"Difficulty {difficulty} is below the table's lowest, 2; its pattern is carried on (G0.12)."
    if total < 1:
        pool = usable_pool(total, rules)
        what = "the test cannot succeed" if pool == 0 and rules.cap == "always" else f"it counts as {pool}"
        yield f"The pool is {total}: {what} (G0.5)."

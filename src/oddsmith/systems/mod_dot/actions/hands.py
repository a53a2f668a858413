"""The test with real hands (G0.11): against known habits, or somebody who chooses too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from oddsmith.dice import Die, rps
from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.fields.models import Inputs
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import LARGEST_POOL, SHARED, chances_entered, character_with, unusual
from oddsmith.systems.mod_dot.rules.hands import show
from oddsmith.systems.mod_dot.rules.test import BEATS, Character, Hands

_THIRD = Fraction(1, 3)


class HandsInputs(Inputs):
    """Inputs of a test with real hands."""

    pool: int = Field(ge=0, le=LARGEST_POOL, title="Dice pool", description="final dice pool, all added and subtracted")
    difficulty: int = Field(6, ge=-100, le=100, description="difficulty; 6 is usual, the table has 2 to 10")
    other: Literal["habits", "chooses"] = Field(
        "habits",
        title="How the other throws",
        description="the other hand: shown by habits (rock, paper, scissors), or chooses as the player does",
    )
    rock: Fraction = Field(
        SHARED,
        title="Chance of rock",
        description="how often the other shows rock; what is not given shares the rest",
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
        changed = [hand for hand, chance in given.items() if chance != _THIRD]
        if self.other == "chooses" and changed:
            raise BadInput(changed[0], str(given[changed[0]]), "nothing, since the other chooses")
        return self

    @property
    def hands(self) -> Hands:
        """G0.11: the other hand, as far as it is known."""
        if self.other == "chooses":
            return Hands(None)
        chances = {hand: getattr(self, hand) for hand in BEATS if getattr(self, hand)}
        whole = lcm(*(chance.denominator for chance in chances.values()))
        return Hands(Die(tuple(chances), tuple(int(chance * whole) for chance in chances.values()), name="other hand"))


_OF_THE_END = frozenset({"success", "failure", "botch"})


def _character(inputs: HandsInputs, rules: ModDotRules) -> Character:
    return replace(character_with(inputs.pool, inputs.difficulty, rps, rules), hands=inputs.hands)


def _show(inputs: HandsInputs, rules: ModDotRules, asked: frozenset[str]) -> Call[int]:
    return show(replace(_character(inputs, rules), deepest=-1 if asked <= _OF_THE_END else None))


def _facts(inputs: HandsInputs, rules: ModDotRules) -> Mapping[str, Any]:
    character = _character(inputs, rules)
    return {"base": character.base, "most_successes": character.cap}


def _warnings(inputs: HandsInputs, rules: ModDotRules) -> Iterable[str]:
    yield from unusual(inputs.pool, inputs.difficulty, rules)
    if inputs.other == "chooses":
        yield "Where nobody says what they choose, both show rock; `oddsmith best` finds how often to show what."


HANDS = Action[HandsInputs, ModDotRules, int](
    name="hands",
    title="Test with real hands",
    summary="A test in which rock, paper and scissors are chosen, against known habits or somebody who chooses too.",
    inputs=HandsInputs,
    call=_show,
    events=(
        Event("success", "at least one success", lambda successes: successes >= 1, "R0.9", per_gain=0),
        Event("failure", "failure: exactly 0 successes", lambda successes: successes == 0, "R0.9, G0.3", per_gain=0),
        Event("botch", "botch: fewer than 0 successes", lambda successes: successes < 0, "R0.9", per_gain=0),
    ),
    measures=(Measure("successes", "successes", lambda successes: successes, per_gain=1, one="success"),),
    apart=(_OF_THE_END,),
    facts=_facts,
    warnings=_warnings,
    decides="which hand to show in every test, and under a house rule whether to go on after two ups",
    example="hands --pool 10 --rock 1/2 --paper 1/4 --scissors 1/4",
)

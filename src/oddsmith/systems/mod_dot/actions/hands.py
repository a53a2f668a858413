"""The test with real hands (G0.11): against known habits, or somebody who chooses too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from oddsmith.dice import rps
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure, OneRule
from oddsmith.systems.mod_dot.actions.shared import character_with, pool_warnings
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import HandsInputs
from oddsmith.systems.mod_dot.rules.hands import show
from oddsmith.systems.mod_dot.rules.test import Character


def _character(inputs: HandsInputs, rules: ModDotRules) -> Character:
    return replace(character_with(inputs.pool, inputs.difficulty, rps, rules), hands=inputs.hands)


def _show(inputs: HandsInputs, rules: ModDotRules) -> Call[int]:
    return show(_character(inputs, rules))


def _facts(inputs: HandsInputs, rules: ModDotRules) -> Mapping[str, Any]:
    character = _character(inputs, rules)
    return {"base": character.base, "most_successes": character.cap}


def _warnings(inputs: HandsInputs, rules: ModDotRules) -> Iterable[str]:
    yield from pool_warnings(inputs.pool, inputs.difficulty, rules)
    if inputs.other == "chooses":
        yield "Where nobody says what they choose, both show rock; `oddsmith best` finds how often to show what."


HANDS = Action[HandsInputs, ModDotRules, int](
    name="hands",
    title="Test with real hands",
    summary="A test in which you choose rock, paper or scissors, against known habits or somebody who chooses too.",
    inputs=HandsInputs,
    call=OneRule(_show),
    events=(
        Event("success", "at least one success", lambda successes: successes >= 1, "R0.9", per_gain=0),
        Event("failure", "failure: exactly 0 successes", lambda successes: successes == 0, "R0.9, G0.3", per_gain=0),
        Event("botch", "botch: fewer than 0 successes", lambda successes: successes < 0, "R0.9", per_gain=0),
    ),
    measures=(Measure("successes", "successes", lambda successes: successes, per_gain=1, one="success"),),
    facts=_facts,
    warnings=_warnings,
    decides="which hand to show in every test, and under a house rule whether to go on after two ups",
    example="hands --pool 10 --rock 1/2 --paper 1/4 --scissors 1/4",
)

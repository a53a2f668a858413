"""The choice of dice for an action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action
from oddsmith.systems.humanity_beast.actions.action import (
    OF_BOTH_COLOURS,
    ROLL_EVENTS,
    ROLL_MEASURES,
    UP_TO_A_HEIGHT,
    asking_states,
)
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import (
    alone,
    difficulty_named,
    difficulty_warnings,
    measure,
    mix_task,
    risk_warnings,
)
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import MixInputs
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.mix import take
from oddsmith.systems.humanity_beast.rules.roll_task import UNBOUNDED


def _take(inputs: MixInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    return take(inputs.pool, mix_task(inputs, rules, asked), inputs.spend)


def _facts(inputs: MixInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    none = inputs.willpower > 0 and inputs.spend in ("open", "before")
    facts: dict[str, Any] = {
        "mixes": len(inputs.pool.mixes(none=none)),
        "difficulty": difficulty_named(inputs.difficulty, rules),
    }
    if rules.pool == "per-scene":
        facts["dice_there"] = str(inputs.pool)
    return facts


def _warnings(inputs: MixInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from difficulty_warnings(inputs.difficulty, rules)
    if inputs.humanity_dice + inputs.beast_dice != rules.all_dice:
        yield f"A character has {rules.all_dice} dice of both colours together (R3.1)."
    yield from risk_warnings(inputs.pool.humanity, inputs.pool.beast, inputs.willpower, rules)


MIX = Action[MixInputs, HumanityBeastRules, object](
    name="mix",
    title="Choice of dice",
    summary="How many Humanity and Beast dice to take for an action, and what to do with a point of Willpower.",
    inputs=MixInputs,
    retold=lambda rules: {"inputs": inputs_under(MixInputs, rules)},
    call=_take,
    events=ROLL_EVENTS,
    measures=(
        *ROLL_MEASURES,
        measure("humanity_rolled", "Humanity dice rolled", one="Humanity die rolled"),
        measure("beast_rolled", "Beast dice rolled", one="Beast die rolled"),
    ),
    apart=(UP_TO_A_HEIGHT | {"humanity_rolled", "beast_rolled"}, OF_BOTH_COLOURS, *alone(UNBOUNDED)),
    facts=_facts,
    warnings=_warnings,
    decides="how many dice of each colour to roll, and the use of Willpower",
    phrase=phrase,
    example="mix --humanity-dice 7 --beast-dice 3 --difficulty hard --willpower 5",
    states=lambda inputs, rules, asked: asking_states(inputs.beast_dice, rules, asked),
)

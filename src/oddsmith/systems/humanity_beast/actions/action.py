"""An action with given dice, and what every roll of an action can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action
from oddsmith.systems.humanity_beast.actions.phrases import phrase
from oddsmith.systems.humanity_beast.actions.shared import (
    action_task,
    alone,
    difficulty_named,
    difficulty_warnings,
    event,
    measure,
    risk_warnings,
    spent,
)
from oddsmith.systems.humanity_beast.house_rules import HumanityBeastRules
from oddsmith.systems.humanity_beast.inputs import ActionInputs
from oddsmith.systems.humanity_beast.other_numbers import inputs_under
from oddsmith.systems.humanity_beast.rules.action import act
from oddsmith.systems.humanity_beast.rules.roll_task import UNBOUNDED

#: Events and measures of an action's roll, however its dice were chosen.
ROLL_EVENTS = (
    event("success", "the difficulty is met", "R3.5", "clean_success"),
    event("failure", "the difficulty is not met", "R3.5"),
    event("clean_success", "the difficulty is met without a Humanity check", "R3.5, R3.9, R3.10"),
    event("humanity_check", "possible Humanity loss: a Humanity check", "R3.9, R3.10"),
    event("no_humanity_check", "no Humanity check", "R3.9, R3.10", "clean_success"),
    event("beast_over_willpower", "more Beast successes than current Willpower", "R3.9"),
    event("beast_over_humanity", "more Beast than Humanity successes", "R3.10"),
    event("colour_humanity", "Humanity colours the narration", "R3.7"),
    event("colour_beast", "the Beast colours the narration", "R3.7"),
    event("colour_mixed", "neither colours the narration: mixed", "R3.7, G3.13"),
)
ROLL_MEASURES = (
    measure("successes", "successes", one="success"),
    measure("humanity_successes", "Humanity successes", one="Humanity success"),
    measure("beast_successes", "Beast successes", one="Beast success"),
    measure("humanity_checks", "Humanity checks due", one="Humanity check due"),
    spent("willpower_spent", "Willpower spent"),
)
#: Names for which successes need be known only up to some height, and names for which both colours must be known.
UP_TO_A_HEIGHT = frozenset(
    {"success", "failure", "clean_success", "humanity_check", "no_humanity_check"}
    | {"beast_over_willpower", "willpower_spent"}
)
OF_BOTH_COLOURS = frozenset(
    {"beast_over_humanity", "colour_humanity", "colour_beast", "colour_mixed", "humanity_checks"}
)


def _act(inputs: ActionInputs, rules: HumanityBeastRules, asked: frozenset[str]) -> Call[object]:
    return act(action_task(inputs, rules, asked), inputs.spend)


def _facts(inputs: ActionInputs, rules: HumanityBeastRules) -> Mapping[str, Any]:
    difficulty = difficulty_named(inputs.difficulty, rules)
    facts: dict[str, Any] = {"dice": inputs.humanity + inputs.beast, "difficulty": difficulty}
    if rules.pool == "per-scene":
        facts["dice_left_this_scene"] = rules.all_dice - facts["dice"] - inputs.humanity_used - inputs.beast_used
    return facts


def _warnings(inputs: ActionInputs, rules: HumanityBeastRules) -> Iterable[str]:
    yield from difficulty_warnings(inputs.difficulty, rules)
    yield from risk_warnings(inputs.humanity, inputs.beast, inputs.willpower, rules)


def asking_states(beast: int, rules: HumanityBeastRules, asked: frozenset[str]) -> int:
    """Estimate the states where every Beast 10 is a decision and the Beast's own successes matter.

    They multiply with every Beast die; measured: half a minute for three.
    """
    if rules.tens != "ask-beast" or asked <= {"success", "failure", "willpower_spent"}:
        return 0
    return int(1_000 * 6**beast)


ACTION = Action[ActionInputs, HumanityBeastRules, object](
    name="action",
    title="Action",
    summary="Roll Humanity dice (7 or more) and Beast dice (6 or more) against a difficulty; Beast successes may cost "
    "Humanity.",
    inputs=ActionInputs,
    retold=lambda rules: {"inputs": inputs_under(ActionInputs, rules)},
    call=_act,
    events=ROLL_EVENTS,
    measures=ROLL_MEASURES,
    apart=(UP_TO_A_HEIGHT, OF_BOTH_COLOURS, *alone(UNBOUNDED)),
    facts=_facts,
    warnings=_warnings,
    decides="whether the point of Willpower buys a success before the roll or rerolls a die after it, and which die",
    phrase=phrase,
    example="action --humanity 7 --beast 3 --difficulty average --willpower 5",
    states=lambda inputs, rules, asked: asking_states(inputs.beast, rules, asked),
)

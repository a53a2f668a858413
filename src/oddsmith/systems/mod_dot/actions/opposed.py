"""The opposed test (G0.10, a house rule): two characters test and compare successes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call, Reading
from oddsmith.systems.declaration import Action, Event, Measure, OneRule
from oddsmith.systems.mod_dot.actions.shared import character_with, pool_warnings
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import OpposedInputs
from oddsmith.systems.mod_dot.rules.opposed import OpposedOutcome, contest
from oddsmith.systems.mod_dot.rules.test import Character
from oddsmith.wording import HouseRule


def _characters(inputs: OpposedInputs, rules: ModDotRules) -> tuple[Character, Character]:
    if rules.opposed == "off":
        raise BadInput(HouseRule("opposed"), "off", "tie-to-defender: Mod Dot itself has no opposed tests")
    return (
        character_with(inputs.pool, inputs.difficulty, inputs.throw, rules),
        character_with(inputs.against.pool, inputs.against.difficulty, inputs.throw, rules, "opponent"),
    )


def _opposed(inputs: OpposedInputs, rules: ModDotRules) -> Call[OpposedOutcome]:
    return contest(*_characters(inputs, rules))


def _net(outcome: OpposedOutcome) -> int:
    return outcome.successes - outcome.against_successes


def _facts(inputs: OpposedInputs, rules: ModDotRules) -> Mapping[str, Any]:
    mine, theirs = _characters(inputs, rules)
    return {
        "base": mine.base,
        "most_successes": mine.cap,
        "against_base": theirs.base,
        "against_most_successes": theirs.cap,
    }


def _warnings(inputs: OpposedInputs, rules: ModDotRules) -> Iterable[str]:
    yield from pool_warnings(inputs.pool, inputs.difficulty, rules)
    yield from pool_warnings(inputs.against.pool, inputs.against.difficulty, rules)


OPPOSED = Action[OpposedInputs, ModDotRules, OpposedOutcome](
    name="opposed",
    title="Opposed test",
    summary="Two characters test and compare successes; a house rule (opposed), since the book has no such test.",
    inputs=OpposedInputs,
    call=OneRule(_opposed),
    events=(
        Event("win", "more successes than the defender", Reading(_net, lambda net: net > 0), "G0.10"),
        Event("tie", "as many successes, so the defender wins", Reading(_net, lambda net: net == 0), "G0.10"),
        Event(
            "lose",
            "no more successes than the defender",
            Reading(_net, lambda net: net <= 0),
            "G0.10",
            implied_by=("tie",),
        ),
    ),
    measures=(
        Measure("net", "net successes over the defender", _net, one="net success over the defender"),
        Measure(
            "successes", "successes of whoever acts", lambda outcome: outcome.successes, one="success of whoever acts"
        ),
        Measure(
            "against_successes",
            "successes of the defender",
            lambda outcome: outcome.against_successes,
            one="success of the defender",
        ),
    ),
    facts=_facts,
    warnings=_warnings,
    decides="under a house rule, whether to go on after two ups",
    example="opposed --pool 10 --against-pool 8 --option opposed=tie-to-defender",
)

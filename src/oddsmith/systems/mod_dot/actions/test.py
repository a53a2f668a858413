"""The test: base successes, then rock-paper-scissors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call, Reading
from oddsmith.systems.declaration import Action, Event, Measure, OneRule
from oddsmith.systems.mod_dot.actions.shared import character_with, pool_warnings, usable_pool
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import TestInputs
from oddsmith.systems.mod_dot.rules.test import Character, Result, half, modifier, resolve
from oddsmith.wording import worded


def _character(inputs: TestInputs, rules: ModDotRules) -> Character:
    if inputs.willpower and rules.willpower == "off":
        raise BadInput(
            "willpower", inputs.willpower, worded("0, unless {the house rule willpower=one-success} is in force")
        )
    plain = character_with(inputs.total, inputs.difficulty, inputs.throw, rules)
    return replace(plain, willpower=inputs.willpower)


def _test(inputs: TestInputs, rules: ModDotRules) -> Call[Result]:
    return resolve(_character(inputs, rules))


def _successes(outcome: Result) -> int:
    return outcome.successes


def _facts(inputs: TestInputs, rules: ModDotRules) -> Mapping[str, Any]:
    who = _character(inputs, rules)
    pool = usable_pool(inputs.total, rules)
    return {
        "pool": pool,
        "half": half(pool, rules),
        "modifier": modifier(inputs.difficulty, rules),
        "base": who.base,
        "most_successes": who.cap,
    }


def _warnings(inputs: TestInputs, rules: ModDotRules) -> Iterable[str]:
    yield from pool_warnings(inputs.total, inputs.difficulty, rules)


TEST = Action[TestInputs, ModDotRules, Result](
    name="test",
    title="Test",
    summary="Half the pool in base successes, then rock-paper-scissors tests that add and take away.",
    inputs=TestInputs,
    call=OneRule(_test),
    events=(
        Event("success", "at least one success", Reading(_successes, lambda n: n >= 1), "R0.9"),
        Event("failure", "failure: exactly 0 successes", Reading(_successes, lambda n: n == 0), "R0.9, G0.3"),
        Event("botch", "botch: fewer than 0 successes", Reading(_successes, lambda n: n < 0), "R0.9"),
    ),
    measures=(
        Measure("successes", "successes", _successes, one="success"),
        Measure(
            "base", "base successes before the tests", lambda outcome: outcome.base, one="base success before the tests"
        ),
        Measure(
            "willpower_spent", "Willpower spent", lambda outcome: outcome.willpower_spent, spends=True, most=1
        ),  # G0.10
    ),
    facts=_facts,
    warnings=_warnings,
    decides="under house rules, whether to spend Willpower before the tests, and whether to go on after two ups",
    example="test --pool 10 --difficulty 6",
)

"""The conversion: a HERO roll beside the pool that takes its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.dot.actions.shared import DECIDES, exceptional, phrase
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import ConvertInputs
from oddsmith.systems.dot.rules.convert import HERO_CRITICAL_FAILURE, HERO_EXCEPTIONAL, ConvertedRoll, convert
from oddsmith.systems.dot.rules.hero_sheet import FAMILIARITIES, familiarity_dots, pool_warnings, target_dots
from oddsmith.systems.dot.rules.pool import DotPool, pool_of


def _pool(inputs: ConvertInputs, rules: DotRules) -> DotPool:
    if not inputs.familiarity:
        return pool_of(target_dots(inputs.target, rules), rules)
    if inputs.target not in FAMILIARITIES:
        raise BadInput("target", inputs.target, f"{' or '.join(map(str, FAMILIARITIES))} for a familiarity")
    return pool_of(familiarity_dots(inputs.target, rules), rules)


def _convert(inputs: ConvertInputs, rules: DotRules) -> Call[ConvertedRoll]:
    return convert(inputs.target, replace(_pool(inputs, rules), enough=rules.exceptional))


def _facts(inputs: ConvertInputs, rules: DotRules) -> Mapping[str, int]:
    pool = _pool(inputs, rules)
    return {"pool": pool.dots, "dice": pool.dice}


def _warnings(inputs: ConvertInputs, rules: DotRules) -> Iterable[str]:
    return pool_warnings(_pool(inputs, rules).dots, 0)


def _events(rules: DotRules) -> tuple[Event[Any], ...]:
    return (
        Event(
            "hero_success",
            "HERO: success",
            lambda outcome: outcome.hero_success,
            "R1.12",
            otherwise="HERO and Dot: failure",
            clause="the HERO roll succeeds",
        ),
        Event("dot_success", "Dot: success", lambda outcome: outcome.successes >= 1, "R1.5"),
        Event("hero_exceptional", "HERO: 3 rolled", lambda o: o.hero_roll == HERO_EXCEPTIONAL, "R1.6"),
        exceptional(rules, "Dot: exceptional success", "R1.6", name="dot_exceptional"),
        Event("hero_critical_failure", "HERO: 18 rolled", lambda o: o.hero_roll == HERO_CRITICAL_FAILURE, "R1.9"),
        Event("dot_critical_failure", "Dot: critical failure", lambda o: o.dot_critical_failure, "R1.9"),
    )


CONVERT = Action[ConvertInputs, DotRules, ConvertedRoll](
    name="convert",
    title="Convert",
    summary="The pool that takes the place of a HERO roll, and the chances of both.",
    inputs=ConvertInputs,
    call=AllAtOnce(_convert),
    events=_events(DotRules()),
    measures=(Measure("pool", "dots of the pool", lambda outcome: outcome.pool),),
    facts=_facts,
    warnings=_warnings,
    decides=DECIDES,
    phrase=phrase,
    retold=lambda rules: {"events": _events(rules)},
    example="convert --target 12",
)

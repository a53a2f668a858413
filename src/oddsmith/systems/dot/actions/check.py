"""The check: a die for every dot, and one success achieves the task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.dot.actions.shared import DECIDES, check_pool, exceptional, phrase, successes
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import CheckInputs
from oddsmith.systems.dot.rules.check import CheckOutcome, check
from oddsmith.systems.dot.rules.hero_sheet import sheet_facts, sheet_warnings
from oddsmith.systems.dot.rules.pool import successes_of

#: Names that depend on the number of successes alone. Asked alone, the outcome is that number without any limit.
_OF_SUCCESSES = frozenset({"success", "failure", "exceptional", "successes"})


def _check(inputs: CheckInputs, rules: DotRules, asked: frozenset[str]) -> Call[int | CheckOutcome]:
    pool = check_pool(inputs, rules)
    if "successes" not in asked:
        pool = replace(pool, enough=rules.exceptional)
    return successes_of(pool) if asked <= _OF_SUCCESSES else check(pool)


def _facts(inputs: CheckInputs, rules: DotRules) -> Mapping[str, int]:
    pool = check_pool(inputs, rules)
    return {**sheet_facts(inputs.sheet, rules), "pool": pool.dots, "dice": pool.dice}


def _warnings(inputs: CheckInputs, rules: DotRules) -> Iterable[str]:
    return sheet_warnings(inputs.sheet, inputs.modifier, rules)


def _events(rules: DotRules) -> tuple[Event[Any], ...]:
    return (
        Event("success", "at least one success", lambda o: successes(o) >= 1, "R1.5", implied_by=("exceptional",)),
        Event("failure", "no success", lambda o: successes(o) == 0, "R1.5", implied_by=("critical_failure",)),
        Event("critical_failure", "critical failure, like 18 on 3d6", attrgetter("critical_failure"), "R1.9"),
        exceptional(rules, "exceptional success, like 3 on 3d6", "R1.6"),
    )


CHECK = Action[CheckInputs, DotRules, "int | CheckOutcome"](
    name="check",
    title="Check",
    summary="Rolls a die for every dot of a characteristic or skill; a 5 or 6 achieves the task.",
    inputs=CheckInputs,
    call=_check,
    events=_events(DotRules()),
    measures=(
        Measure("successes", "successes", successes, one="success"),
        Measure("pool", "dots of the pool", attrgetter("pool"), one="dot of the pool"),
    ),
    apart=(_OF_SUCCESSES, frozenset({"critical_failure", "pool"})),
    facts=_facts,
    warnings=_warnings,
    decides=DECIDES,
    phrase=phrase,
    retold=lambda rules: {"events": _events(rules)},
    example="check --characteristic 15 --skill 14",
)

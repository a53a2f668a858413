"""The attack: a pool made of combat values, and with autofire as many hits as successes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.dot.actions.shared import DECIDES, exceptional, number, phrase, successes
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import AttackInputs
from oddsmith.systems.dot.rules.attack import AttackOutcome, attack
from oddsmith.systems.dot.rules.hero_sheet import combat_dots, pool_warnings
from oddsmith.systems.dot.rules.pool import DotPool, pool_of, successes_of

#: Names that depend on the number of successes alone.
_OF_SUCCESSES = frozenset({"hit", "miss", "exceptional", "successes"})


def _pool(inputs: AttackInputs, rules: DotRules) -> DotPool:
    pool = pool_of(combat_dots(inputs.ocv, inputs.dcv, rules) + inputs.modifier, rules)
    return replace(pool, dice=0) if pool.dots < 1 and rules.combat_floor == "automatic-miss" else pool


def _attack(inputs: AttackInputs, rules: DotRules, asked: frozenset[str]) -> Call[int | AttackOutcome]:
    pool = _pool(inputs, rules)
    most_hits = None if rules.hits == "uncapped" else inputs.shots
    if asked == {"hits"}:
        return successes_of(replace(pool, enough=most_hits))
    if "successes" not in asked and not (most_hits is None and "hits" in asked):
        pool = replace(pool, enough=max(rules.exceptional, inputs.shots))
    return successes_of(pool) if asked <= _OF_SUCCESSES else attack(pool, most_hits)


def _facts(inputs: AttackInputs, rules: DotRules) -> Mapping[str, int]:
    pool = _pool(inputs, rules)
    return {"pool": pool.dots, "dice": pool.dice}


def _warnings(inputs: AttackInputs, rules: DotRules) -> Iterable[str]:
    return pool_warnings(combat_dots(inputs.ocv, inputs.dcv, rules), inputs.modifier)


def _events(rules: DotRules) -> tuple[Event[Any], ...]:
    return (
        Event("hit", "hit", lambda outcome: successes(outcome) >= 1, "R1.10"),
        Event("miss", "miss", lambda outcome: successes(outcome) == 0, "R1.10"),
        Event("critical_failure", "critical failure, like 18 on 3d6", attrgetter("critical_failure"), "R1.9"),
        exceptional(rules, "exceptional success, like 3 on 3d6", "G1.12"),
    )


ATTACK = Action[AttackInputs, DotRules, "int | AttackOutcome"](
    name="attack",
    title="Attack",
    summary="Two dots, plus the attacker's OCV, less the defender's DCV; with autofire every success is a hit.",
    inputs=AttackInputs,
    call=_attack,
    events=_events(DotRules()),
    measures=(
        Measure("successes", "successes", successes, one="success"),
        Measure("hits", "hits", number("hits"), one="hit"),
        Measure("pool", "dots of the pool", attrgetter("pool"), one="dot of the pool"),
    ),
    apart=(_OF_SUCCESSES, frozenset({"hits"}), frozenset({"critical_failure", "pool"})),
    facts=_facts,
    warnings=_warnings,
    decides=DECIDES,
    phrase=phrase,
    retold=lambda rules: {"events": _events(rules)},
    example="attack --ocv 7 --dcv 5 --shots 5",
)

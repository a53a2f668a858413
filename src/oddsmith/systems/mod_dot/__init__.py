"""Mod Dot, the rock-paper-scissors system of the Emerald Coven Chronicles: its actions, and what can be asked of them.

`play` holds the rules, `extended` those of an action of many tests, `hands` those of hands that are really shown,
`profile` what a table may read another way, `inputs` what somebody enters, `audit` what is odd.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from oddsmith.dice import rps
from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure, Source, System, Tour
from oddsmith.systems.mod_dot.actions.extended import EXTENDED
from oddsmith.systems.mod_dot.actions.hands import HANDS
from oddsmith.systems.mod_dot.audit import audit, percent, successes_of
from oddsmith.systems.mod_dot.citations import SAYS
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import OpposedInputs, TestInputs, character_with, unusual, usable_pool
from oddsmith.systems.mod_dot.rules.test import (
    Character,
    Contest,
    Result,
    contest,
    half,
    modifier,
    net_alone,
    resolve,
    successes_alone,
)

__all__ = ["SYSTEM"]

# --- test ------------------------------------------------------------------------------------------------------------

#: What depends on the number of successes alone. Asked by themselves, the outcome is that number, without any limit.
_OF_SUCCESSES = frozenset({"success", "failure", "botch", "successes"})


def _character(inputs: TestInputs, rules: ModDotRules) -> Character:
    if inputs.willpower and rules.willpower == "off":
        raise BadInput("willpower", inputs.willpower, "0, unless the house rule willpower=one-success is in force")
    plain = character_with(inputs.total, inputs.difficulty, inputs.throw, rules)
    return replace(plain, willpower=inputs.willpower)


def _test(inputs: TestInputs, rules: ModDotRules, asked: frozenset[str]) -> Call[int | Result]:
    whoever = _character(inputs, rules)
    if "successes" not in asked:
        return resolve(replace(whoever, deepest=-1))
    return successes_alone(whoever) if asked <= _OF_SUCCESSES else resolve(whoever)


def _successes(outcome: int | Result) -> int:
    return outcome.successes if isinstance(outcome, Result) else outcome


def _of_result(name: str) -> Any:
    """A number that only a whole result tells."""
    return lambda outcome: getattr(outcome, name)


def _facts(inputs: TestInputs, rules: ModDotRules) -> Mapping[str, Any]:
    who = _character(inputs, rules)
    pool = usable_pool(inputs.total, rules)
    return {
        "pool": pool,
        "half": half(pool),
        "modifier": modifier(inputs.difficulty),
        "base": who.base,
        "most_successes": who.cap,
    }


def _warnings(inputs: TestInputs, rules: ModDotRules) -> Iterable[str]:
    yield from unusual(inputs.total, inputs.difficulty, rules)


TEST = Action[TestInputs, ModDotRules, "int | Result"](
    name="test",
    title="Test",
    summary="Half the pool in base successes, then rock-paper-scissors tests that add and take away.",
    inputs=TestInputs,
    call=_test,
    events=(
        Event("success", "at least one success", lambda outcome: _successes(outcome) >= 1, "R0.9"),
        Event("failure", "failure: exactly 0 successes", lambda outcome: _successes(outcome) == 0, "R0.9, G0.3"),
        Event("botch", "botch: fewer than 0 successes", lambda outcome: _successes(outcome) < 0, "R0.9"),
    ),
    measures=(
        Measure("successes", "successes", _successes, one="success"),
        Measure("base", "base successes before the tests", _of_result("base"), one="base success before the tests"),
        Measure("willpower_spent", "Willpower spent", _of_result("willpower_spent"), spends=True, most=1),  # G0.10
    ),
    apart=(_OF_SUCCESSES, frozenset({"base", "willpower_spent"})),
    facts=_facts,
    warnings=_warnings,
    decides="under house rules, whether to spend Willpower before the tests, and whether to go on after two ups",
    example="test --pool 10 --difficulty 6",
)

# --- opposed ---------------------------------------------------------------------------------------------------------

_OF_NET = frozenset({"win", "tie", "lose", "net"})


def _sides(inputs: OpposedInputs, rules: ModDotRules) -> tuple[Character, Character]:
    if rules.opposed == "off":
        raise BadInput("opposed", "off", "tie-to-defender: Mod Dot itself has no opposed tests")
    return (
        character_with(inputs.pool, inputs.difficulty, inputs.throw, rules),
        character_with(inputs.against_pool, inputs.against_difficulty, inputs.throw, rules, "opponent"),
    )


def _opposed(inputs: OpposedInputs, rules: ModDotRules, asked: frozenset[str]) -> Call[int | Contest]:
    mine, theirs = _sides(inputs, rules)
    if asked <= _OF_NET:
        return net_alone(mine, theirs)
    if asked == {"successes"}:
        return successes_alone(mine)
    if asked == {"against_successes"}:
        return successes_alone(theirs)
    return contest(mine, theirs)


def _net(outcome: int | Contest) -> int:
    return outcome.successes - outcome.against_successes if isinstance(outcome, Contest) else outcome


def _mine(outcome: int | Contest) -> int:
    return outcome.successes if isinstance(outcome, Contest) else outcome


def _theirs(outcome: int | Contest) -> int:
    return outcome.against_successes if isinstance(outcome, Contest) else outcome


def _opposed_facts(inputs: OpposedInputs, rules: ModDotRules) -> Mapping[str, Any]:
    mine, theirs = _sides(inputs, rules)
    return {
        "base": mine.base,
        "most_successes": mine.cap,
        "against_base": theirs.base,
        "against_most_successes": theirs.cap,
    }


def _opposed_warnings(inputs: OpposedInputs, rules: ModDotRules) -> Iterable[str]:
    yield from unusual(inputs.pool, inputs.difficulty, rules)
    yield from unusual(inputs.against_pool, inputs.against_difficulty, rules)


OPPOSED = Action[OpposedInputs, ModDotRules, "int | Contest"](
    name="opposed",
    title="Opposed test",
    summary="Two characters test and compare successes; a house rule (opposed), since the book has no such test.",
    inputs=OpposedInputs,
    call=_opposed,
    events=(
        Event("win", "more successes than the defender", lambda outcome: _net(outcome) > 0, "G0.10"),
        Event("tie", "as many successes, so the defender wins", lambda outcome: _net(outcome) == 0, "G0.10"),
        Event(
            "lose",
            "no more successes than the defender",
            lambda outcome: _net(outcome) <= 0,
            "G0.10",
            implied_by=("tie",),
        ),
    ),
    measures=(
        Measure("net", "net successes over the defender", _net, one="net success over the defender"),
        Measure("successes", "successes of whoever acts", _mine, one="success of whoever acts"),
        Measure("against_successes", "successes of the defender", _theirs, one="success of the defender"),
    ),
    apart=(_OF_NET, frozenset({"successes"}), frozenset({"against_successes"})),
    facts=_opposed_facts,
    warnings=_opposed_warnings,
    decides="under a house rule, whether to go on after two ups",
    example="opposed --pool 10 --against-pool 8 --option opposed=tie-to-defender",
)


# --- the system ------------------------------------------------------------------------------------------------------


def _advice() -> str:
    """What the next dice bring, counted when it is said."""
    chances = {pool: successes_of(character_with(pool, 8, rps, ModDotRules())).at_least(1) for pool in range(7, 12)}
    better = [pool for pool in chances if pool - 1 in chances and chances[pool] > chances[pool - 1]]
    same = [pool for pool in chances if pool - 1 in chances and chances[pool] == chances[pool - 1]]
    before, after = chances[better[-1] - 1], chances[better[-1]]
    return (
        f"At difficulty 8, dice number {' and '.join(map(str, same))} bring no success nearer; "
        f"number {better[-1]} lifts the chance from {percent(before)} to {percent(after)}."
    )


SYSTEM = System(
    name="mod-dot",
    title="Mod Dot (Emerald Coven Chronicles)",
    summary="Rock-paper-scissors live play: half the pool succeeds by itself, tests move that up and down.",
    house_rules=ModDotRules,
    actions=(TEST, OPPOSED, EXTENDED, HANDS),
    audit=audit,
    tour=Tour("test", {"pool": 10, "difficulty": 6}, _advice),
    sources=(
        Source("Mod-Dot System", "HST Seth, Emerald Coven Chronicles", "http://eccsabbat.proboards.com/page/moddot"),
        Source("Character creation", "Emerald Coven Chronicles", "http://eccsabbat.proboards.com/page/creation"),
    ),
    says=SAYS,
)

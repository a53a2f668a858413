"""The Dot System, six-sided dice pools for HERO: its actions, and what can be asked of them.

`sheet` turns a HERO sheet into dots, `play` holds the rules of the dice, `profile` what a table may read another way,
`inputs` what somebody enters, `audit` what is odd.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure, Source, System, Tour
from oddsmith.systems.dot.audit import audit, converted, percent
from oddsmith.systems.dot.citations import SAYS
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.inputs import AttackInputs, CheckInputs, ConvertInputs, OpposedInputs
from oddsmith.systems.dot.rules.hero_sheet import (
    FAMILIARITIES,
    combat_dots,
    modified,
    pool_dots,
    target_dots,
    told,
    unusual,
)
from oddsmith.systems.dot.rules.play import (
    EXCEPTIONAL,
    HERO_CRITICAL_FAILURE,
    HERO_EXCEPTIONAL,
    Attack,
    Contest,
    Converted,
    Pool,
    Result,
    attack,
    check,
    contest,
    convert,
    net_alone,
    pool_of,
    successes_of,
)

__all__ = ["SYSTEM"]

_DECIDES = "under the house rule reroll=ask, whether a die that shows 6 is rolled again"


def _number(name: str) -> Callable[[Any], Any]:
    """A number by its name; an outcome that is a number alone is the one that was asked for."""
    return lambda outcome: outcome if isinstance(outcome, int) else getattr(outcome, name)


def _told(name: str) -> Callable[[Any], Any]:
    """What only a whole outcome tells."""
    return lambda outcome: getattr(outcome, name)


_successes = _number("successes")

# --- check -----------------------------------------------------------------------------------------------------------

#: What depends on the number of successes alone. Asked by themselves, the outcome is that number, without any limit.
_OF_SUCCESSES = frozenset({"success", "failure", "exceptional", "successes"})


def _check_pool(inputs: CheckInputs, rules: DotRules) -> Pool:
    return pool_of(pool_dots(inputs.sheet, rules) + inputs.modifier, rules.reroll)


def _check(inputs: CheckInputs, rules: DotRules, asked: frozenset[str]) -> Call[int | Result]:
    pool = _check_pool(inputs, rules)
    if "successes" not in asked:
        pool = replace(pool, enough=EXCEPTIONAL)
    return successes_of(pool) if asked <= _OF_SUCCESSES else check(pool)


def _check_facts(inputs: CheckInputs, rules: DotRules) -> Mapping[str, int]:
    pool = _check_pool(inputs, rules)
    return {**told(inputs.sheet, rules), "pool": pool.dots, "dice": pool.dice}


def _check_warnings(inputs: CheckInputs, rules: DotRules) -> Iterable[str]:
    return unusual(inputs.sheet, inputs.modifier, rules)


CHECK = Action[CheckInputs, DotRules, "int | Result"](
    name="check",
    title="Check",
    summary="Rolls a die for every dot of a characteristic or skill; a 5 or 6 achieves the task.",
    inputs=CheckInputs,
    call=_check,
    events=(
        Event("success", "at least one success", lambda o: _successes(o) >= 1, "R1.5", implied_by=("exceptional",)),
        Event("failure", "no success", lambda o: _successes(o) == 0, "R1.5", implied_by=("critical_failure",)),
        Event("critical_failure", "critical failure, like 18 on 3d6", _told("critical_failure"), "R1.9"),
        Event("exceptional", "exceptional success, like 3 on 3d6", lambda o: _successes(o) >= EXCEPTIONAL, "R1.6"),
    ),
    measures=(
        Measure("successes", "successes", _successes, one="success"),
        Measure("pool", "dots of the pool", _told("pool"), one="dot of the pool"),
    ),
    apart=(_OF_SUCCESSES, frozenset({"critical_failure", "pool"})),
    facts=_check_facts,
    warnings=_check_warnings,
    decides=_DECIDES,
    example="check --characteristic 15 --skill 14",
)

# --- attack ----------------------------------------------------------------------------------------------------------

_OF_ATTACK = frozenset({"hit", "miss", "exceptional", "successes"})


def _attack_pool(inputs: AttackInputs, rules: DotRules) -> Pool:
    pool = pool_of(combat_dots(inputs.ocv, inputs.dcv) + inputs.modifier, rules.reroll)
    return replace(pool, dice=0) if pool.dots < 1 and rules.combat_floor == "automatic-miss" else pool


def _attack(inputs: AttackInputs, rules: DotRules, asked: frozenset[str]) -> Call[int | Attack]:
    pool = _attack_pool(inputs, rules)
    most_hits = None if rules.hits == "uncapped" else inputs.shots
    if asked == {"hits"}:
        return successes_of(replace(pool, enough=most_hits))
    if "successes" not in asked and not (most_hits is None and "hits" in asked):
        pool = replace(pool, enough=max(EXCEPTIONAL, inputs.shots))
    return successes_of(pool) if asked <= _OF_ATTACK else attack(pool, most_hits)


def _attack_facts(inputs: AttackInputs, rules: DotRules) -> Mapping[str, int]:
    pool = _attack_pool(inputs, rules)
    return {"pool": pool.dots, "dice": pool.dice}


def _attack_warnings(inputs: AttackInputs, rules: DotRules) -> Iterable[str]:
    return modified(combat_dots(inputs.ocv, inputs.dcv), inputs.modifier)


ATTACK = Action[AttackInputs, DotRules, "int | Attack"](
    name="attack",
    title="Attack",
    summary="Two dots, plus the attacker's OCV, less the defender's DCV; with autofire every success is a hit.",
    inputs=AttackInputs,
    call=_attack,
    events=(
        Event("hit", "hit", lambda outcome: _successes(outcome) >= 1, "R1.10"),
        Event("miss", "miss", lambda outcome: _successes(outcome) == 0, "R1.10"),
        Event("critical_failure", "critical failure, like 18 on 3d6", _told("critical_failure"), "R1.9"),
        Event("exceptional", "exceptional success, like 3 on 3d6", lambda o: _successes(o) >= EXCEPTIONAL, "G1.12"),
    ),
    measures=(
        Measure("successes", "successes", _successes, one="success"),
        Measure("hits", "hits", _number("hits"), one="hit"),
        Measure("pool", "dots of the pool", _told("pool"), one="dot of the pool"),
    ),
    apart=(_OF_ATTACK, frozenset({"hits"}), frozenset({"critical_failure", "pool"})),
    facts=_attack_facts,
    warnings=_attack_warnings,
    decides=_DECIDES,
    example="attack --ocv 7 --dcv 5 --shots 5",
)

# --- opposed ---------------------------------------------------------------------------------------------------------


def _sides(inputs: OpposedInputs, rules: DotRules) -> tuple[Pool, Pool]:
    if rules.opposed == "off":
        allowed = "tie-to-defender, tie-to-active: the Dot System itself has no opposed checks"
        raise BadInput("opposed", "off", allowed)
    theirs = pool_dots(inputs.against_sheet, rules) + inputs.against_modifier
    return _check_pool(inputs, rules), pool_of(theirs, rules.reroll, "opponent")


def _opposed(inputs: OpposedInputs, rules: DotRules, asked: frozenset[str]) -> Call[int | Contest]:
    mine, theirs = _sides(inputs, rules)
    tie_wins = rules.opposed == "tie-to-active"
    if asked == {"successes"}:
        return successes_of(mine)
    if asked == {"against_successes"}:
        return successes_of(theirs)
    if rules.reroll != "ask":
        if asked <= {"win", "lose"}:
            return net_alone(mine, theirs, int(tie_wins))
        if asked <= {"tie", "net"}:
            return net_alone(mine, theirs, 0)
    return contest(mine, theirs, tie_wins)


def _opposed_facts(inputs: OpposedInputs, rules: DotRules) -> Mapping[str, int]:
    mine, theirs = _sides(inputs, rules)
    return {
        **told(inputs.sheet, rules),
        "pool": mine.dots,
        **told(inputs.against_sheet, rules),
        "against_pool": theirs.dots,
    }


def _opposed_warnings(inputs: OpposedInputs, rules: DotRules) -> Iterable[str]:
    yield from unusual(inputs.sheet, inputs.modifier, rules)
    for warning in unusual(inputs.against_sheet, inputs.against_modifier, rules):
        yield f"Of the defender: {warning}"


_lead, _net = _number("lead"), _number("net")

OPPOSED = Action[OpposedInputs, DotRules, "int | Contest"](
    name="opposed",
    title="Opposed check",
    summary="Two characters roll and compare successes; a house rule (opposed), since the book has no such check.",
    inputs=OpposedInputs,
    call=_opposed,
    events=(
        Event("win", "whoever acts wins", lambda outcome: _lead(outcome) > 0, "G1.14"),
        Event("tie", "as many successes on both sides", lambda outcome: _net(outcome) == 0, "G1.14"),
        Event("lose", "the defender wins", lambda outcome: _lead(outcome) <= 0, "G1.14"),
    ),
    measures=(
        Measure("net", "net successes over the defender", _net, one="net success over the defender"),
        Measure("successes", "successes of whoever acts", _successes, one="success of whoever acts"),
        Measure(
            "against_successes",
            "successes of the defender",
            _number("against_successes"),
            one="success of the defender",
        ),
    ),
    apart=(
        frozenset({"win", "lose"}),
        frozenset({"tie", "net"}),
        frozenset({"successes"}),
        frozenset({"against_successes"}),
    ),
    facts=_opposed_facts,
    warnings=_opposed_warnings,
    decides=_DECIDES,
    example="opposed --dots 5 --against-dots 4 --option opposed=tie-to-defender",
)

# --- convert ---------------------------------------------------------------------------------------------------------


def _converted_pool(inputs: ConvertInputs, rules: DotRules) -> Pool:
    if not inputs.familiarity:
        return pool_of(target_dots(inputs.target), rules.reroll)
    if inputs.target not in FAMILIARITIES:
        raise BadInput("target", inputs.target, f"{' or '.join(map(str, FAMILIARITIES))} for a familiarity")
    return pool_of(FAMILIARITIES[inputs.target], rules.reroll)


def _convert(inputs: ConvertInputs, rules: DotRules, asked: frozenset[str]) -> Call[Converted]:
    return convert(inputs.target, replace(_converted_pool(inputs, rules), enough=EXCEPTIONAL))


def _convert_facts(inputs: ConvertInputs, rules: DotRules) -> Mapping[str, int]:
    pool = _converted_pool(inputs, rules)
    return {"pool": pool.dots, "dice": pool.dice}


def _convert_warnings(inputs: ConvertInputs, rules: DotRules) -> Iterable[str]:
    return modified(_converted_pool(inputs, rules).dots, 0)


CONVERT = Action[ConvertInputs, DotRules, Converted](
    name="convert",
    title="Convert",
    summary="The pool that takes the place of a HERO roll, and the chances of both.",
    inputs=ConvertInputs,
    call=_convert,
    events=(
        Event("hero_success", "HERO: success", lambda outcome: outcome.hero_success, "R1.12"),
        Event("dot_success", "Dot: success", lambda outcome: outcome.successes >= 1, "R1.5"),
        Event("hero_exceptional", "HERO: 3 rolled", lambda o: o.hero_roll == HERO_EXCEPTIONAL, "R1.6"),
        Event("dot_exceptional", "Dot: exceptional success", lambda o: o.successes >= EXCEPTIONAL, "R1.6"),
        Event("hero_critical_failure", "HERO: 18 rolled", lambda o: o.hero_roll == HERO_CRITICAL_FAILURE, "R1.9"),
        Event("dot_critical_failure", "Dot: critical failure", lambda o: o.dot_critical_failure, "R1.9"),
    ),
    measures=(Measure("pool", "dots of the pool", lambda outcome: outcome.pool),),
    facts=_convert_facts,
    warnings=_convert_warnings,
    decides=_DECIDES,
    example="convert --target 12",
)

# --- the system ------------------------------------------------------------------------------------------------------


def _advice() -> str:
    """What a die of the GM's is worth, counted when it is said."""
    rules = DotRules()
    now, more = converted(14, target_dots(14), rules), converted(15, target_dots(15), rules)
    return (
        f"A 14- skill succeeds {percent(now.hero)} of the time in HERO and {percent(now.dot)} with {now.dots} dice; "
        f"one die more makes that {percent(more.dot)}, and exceptional successes {percent(more.exceptional)} "
        f"instead of {percent(now.exceptional)}."
    )


SYSTEM = System(
    name="dot",
    title="Dot System (dice pools for HERO)",
    summary="Characteristics, skills and combat values of HERO become dots; a dot is a die, fives and sixes succeed.",
    house_rules=DotRules,
    actions=(CHECK, ATTACK, OPPOSED, CONVERT),
    audit=audit,
    tour=Tour("check", {"characteristic": 15, "skill": 14}, _advice),
    sources=(
        Source(
            "HERO Skins, a thread of the Hero Games forums",
            "started by fredrik_nilsson",
            "http://www.herogames.com/forums/showthread.php/63560-HERO-Skins",
        ),
    ),
    says=SAYS,
)

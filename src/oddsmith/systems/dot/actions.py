"""The actions of the Dot System: what is entered, the roll that it makes, and what can be asked of its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Final

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.game import Game
from oddsmith.systems.authoring.marks import Asked, Entered, Limits, Opponent
from oddsmith.systems.declaration import Publication, Table, Tour, chance
from oddsmith.systems.dot.audit import advice, audit
from oddsmith.systems.dot.citations import CITATIONS, RETELLING
from oddsmith.systems.dot.house_rules import DotRules
from oddsmith.systems.dot.rules.attack import AttackOutcome
from oddsmith.systems.dot.rules.attack import attack as roll_attack
from oddsmith.systems.dot.rules.check import CheckOutcome
from oddsmith.systems.dot.rules.check import check as roll_check
from oddsmith.systems.dot.rules.convert import HERO_CRITICAL_FAILURE, HERO_EXCEPTIONAL, ConvertedRoll
from oddsmith.systems.dot.rules.convert import convert as roll_both
from oddsmith.systems.dot.rules.hero_sheet import (
    FAMILIARITIES,
    FAMILIARITY,
    MODIFIER,
    HeroSheet,
    Modifier,
    combat_dots,
    familiarity_dots,
    pool_dots,
    pool_warnings,
    sheet_facts,
    sheet_warnings,
    target_dots,
    without_minus,
)
from oddsmith.systems.dot.rules.opposed import OpposedOutcome, contest
from oddsmith.systems.dot.rules.pool import DotPool, attack_pool, pool_of
from oddsmith.systems.dot.rules.whole_sheet import Compared, PastedSheet, Row, look_up, remarks, rows
from oddsmith.systems.fields.models import about_opponent
from oddsmith.wording import HouseRule

DOT: Final = Game(
    "Dot System (dice pools for HERO)",
    name="dot",
    summary="Characteristics, skills and combat values of HERO become dots; a dot is a die, fives and sixes succeed.",
    source=Publication(
        "HERO Skins, a thread of the Hero Games forums",
        "fredrik_nilsson",
        "http://www.herogames.com/forums/showthread.php/63560-HERO-Skins",
    ),
    citations=CITATIONS,
    retelling=RETELLING,
    audit=audit,
    tour=Tour("check", {"characteristic": 15, "skill": 14}, advice),
)

_DECIDES: Final = "under the house rule reroll=ask, whether to roll a die again"


def _phrases(option: str, rules: DotRules) -> str:
    die = str(rules.sides) if rules.reroll_from == rules.sides else "die"
    return {"reroll": f"roll this {die} again", "leave": f"leave this {die}"}.get(option, option)


# --- the check: a die for every dot, and one success achieves the task -----------------------------------------------


def _check_pool(sheet: HeroSheet, rules: DotRules) -> DotPool:
    """R1.3, R1.8: the pool that a sheet and the GM's modifier make."""
    return pool_of(pool_dots(sheet, rules) + sheet.modifier, rules)


def _check_facts(sheet: HeroSheet, rules: DotRules) -> Mapping[str, int]:
    pool = _check_pool(sheet, rules)
    return {**sheet_facts(sheet, rules), "pool": pool.dots, "dice": pool.dice}


@DOT.action(
    facts=_check_facts,
    warnings=sheet_warnings,
    decides=_DECIDES,
    phrases=_phrases,
    example="--characteristic 15 --skill 14",
)
def check(sheet: HeroSheet, rules: DotRules, asked: Asked) -> Call[CheckOutcome]:
    """Rolls a die for every dot of a characteristic or skill; a 5 or 6 achieves the task."""
    enough = None if "successes" in asked else rules.exceptional
    return roll_check(replace(_check_pool(sheet, rules), enough=enough))


@DOT.event(title="at least one success", rule="R1.5", implied_by=("exceptional",))
def success(outcome: CheckOutcome) -> bool:
    return outcome.successes >= 1


@DOT.event(title="no success", rule="R1.5", implied_by=("critical_failure",))
def failure(outcome: CheckOutcome) -> bool:
    return outcome.successes == 0


@DOT.event(title="critical failure, like 18 on 3d6", rule="R1.9")
def critical_failure(outcome: CheckOutcome) -> bool:
    return outcome.critical_failure


@DOT.event(title="exceptional success, like 3 on 3d6", rule="R1.6")
def exceptional(outcome: CheckOutcome, rules: DotRules) -> bool:
    return outcome.successes >= rules.exceptional


# --- the attack: a pool made of combat values, and with autofire as many hits as successes ---------------------------


def _attack_pool(ocv: int, dcv: int, modifier: int, rules: DotRules) -> DotPool:
    return attack_pool(combat_dots(ocv, dcv, rules) + modifier, rules)


def _attack_facts(ocv: int, dcv: int, modifier: int, rules: DotRules) -> Mapping[str, int]:
    return _dice_of(_attack_pool(ocv, dcv, modifier, rules))


def _dice_of(pool: DotPool) -> Mapping[str, int]:
    return {"pool": pool.dots, "dice": pool.dice}


def _attack_warnings(ocv: int, dcv: int, modifier: int, rules: DotRules) -> Iterable[str]:
    return pool_warnings(combat_dots(ocv, dcv, rules), modifier, rules)


@DOT.action(
    facts=_attack_facts,
    warnings=_attack_warnings,
    decides=_DECIDES,
    phrases=_phrases,
    example="--ocv 7 --dcv 5 --shots 5",
)
def attack(
    ocv: Annotated[int, Limits(-100, 100, "offensive combat value, with range and the like", "OCV")],
    dcv: Annotated[
        int, Limits(-100, 100, "defensive combat value of the target", "DCV", "dcv"), Entered(whose="other")
    ],
    rules: DotRules,
    asked: Asked,
    shots: Annotated[
        int,
        Limits(1, 1000, "shots fired; more than one with autofire", "Shots fired"),
        Entered(more="Circumstances"),
    ] = 1,
    modifier: Modifier = 0,
) -> Call[AttackOutcome]:
    """Two dots, plus the attacker's OCV, less the defender's DCV; with autofire every success is a hit."""
    pool, most_hits = _attack_pool(ocv, dcv, modifier, rules), None if rules.hits == "uncapped" else shots
    if asked <= {"hits"}:
        pool = replace(pool, enough=most_hits)
    elif "successes" not in asked and not (most_hits is None and "hits" in asked):
        pool = replace(pool, enough=max(rules.exceptional, shots))
    return roll_attack(pool, most_hits)


@DOT.event(title="hit", rule="R1.10")
def hit(outcome: AttackOutcome) -> bool:
    return outcome.successes >= 1


@DOT.event(title="miss", rule="R1.10")
def miss(outcome: AttackOutcome) -> bool:
    return outcome.successes == 0


@DOT.event(name="critical_failure", title="critical failure, like 18 on 3d6", rule="R1.9")
def attack_failed_critically(outcome: AttackOutcome) -> bool:
    return outcome.critical_failure


@DOT.event(name="exceptional", title="exceptional success, like 3 on 3d6", rule="G1.12")
def exceptional_attack(outcome: AttackOutcome, rules: DotRules) -> bool:
    return outcome.successes >= rules.exceptional


# --- the opposed check (G1.14, a house rule): two characters roll and compare successes ------------------------------


def _pools(sheet: HeroSheet, against: HeroSheet, rules: DotRules) -> tuple[DotPool, DotPool]:
    if rules.opposed == "off":
        allowed = "tie-to-defender, tie-to-active: the Dot System itself has no opposed checks"
        raise BadInput(HouseRule("opposed"), "off", allowed)
    with about_opponent():
        theirs = pool_dots(against, rules) + against.modifier
    return _check_pool(sheet, rules), pool_of(theirs, rules, "opponent")


def _opposed_facts(sheet: HeroSheet, against: HeroSheet, rules: DotRules) -> Mapping[str, int]:
    mine, theirs = _pools(sheet, against, rules)
    return {
        **sheet_facts(sheet, rules),
        "pool": mine.dots,
        **{f"against_{name}": fact for name, fact in sheet_facts(against, rules).items()},
        "against_pool": theirs.dots,
    }


def _opposed_warnings(sheet: HeroSheet, against: HeroSheet, rules: DotRules) -> Iterable[str]:
    yield from sheet_warnings(sheet, rules)
    for warning in sheet_warnings(against, rules):
        yield f"Of the defender: {warning}"


_DEFENDER: Final = Opponent(
    texts={
        "dots": "dots of the defender's pool",
        "characteristic": "the defender's characteristic",
        "skill": "roll of the defender's skill",
        "familiarity": f"{FAMILIARITY}, of the defender",
        "modifier": f"{MODIFIER}, for the defender",
    }
)


@DOT.action(
    title="Opposed check",
    facts=_opposed_facts,
    warnings=_opposed_warnings,
    decides=_DECIDES,
    phrases=_phrases,
    example="--dots 5 --against-dots 4 --option opposed=tie-to-defender",
)
def opposed(sheet: HeroSheet, against: Annotated[HeroSheet, _DEFENDER], rules: DotRules) -> Call[OpposedOutcome]:
    """Two characters roll and compare successes; a house rule (opposed), since the book has no such check."""
    return contest(*_pools(sheet, against, rules), rules.opposed == "tie-to-active")


@DOT.event(title="whoever acts wins", rule="G1.14", otherwise="whoever acts does not win")
def win(outcome: OpposedOutcome) -> bool:
    return outcome.successes - outcome.against_successes + outcome.tie_wins > 0


@DOT.event(title="as many successes on both sides", rule="G1.14")
def tie(outcome: OpposedOutcome) -> bool:
    return outcome.successes - outcome.against_successes == 0


@DOT.event(title="the defender wins", rule="G1.14")
def lose(outcome: OpposedOutcome) -> bool:
    return outcome.successes - outcome.against_successes + outcome.tie_wins <= 0


@DOT.measure(title="net successes over the defender", one="net success over the defender")
def net(outcome: OpposedOutcome) -> int:
    return outcome.successes - outcome.against_successes


@DOT.measure(title="successes of whoever acts", one="success of whoever acts")
def successes(outcome: OpposedOutcome) -> int:
    return outcome.successes


@DOT.measure(title="successes of the defender", one="success of the defender")
def against_successes(outcome: OpposedOutcome) -> int:
    return outcome.against_successes


# --- the conversion: a HERO roll beside the pool that takes its place ------------------------------------------------


def _converted(target: int, familiarity: bool, rules: DotRules) -> DotPool:
    if not familiarity:
        return pool_of(target_dots(target, rules), rules)
    if target not in FAMILIARITIES:
        raise BadInput("target", target, f"{' or '.join(map(str, FAMILIARITIES))} for a familiarity")
    return pool_of(familiarity_dots(target, rules), rules)


def _convert_facts(target: int, familiarity: bool, rules: DotRules) -> Mapping[str, int]:
    return _dice_of(_converted(target, familiarity, rules))


def _convert_warnings(target: int, familiarity: bool, rules: DotRules) -> Iterable[str]:
    return pool_warnings(_converted(target, familiarity, rules).dots, 0, rules)


@DOT.action(
    facts=_convert_facts,
    warnings=_convert_warnings,
    decides=_DECIDES,
    phrases=_phrases,
    example="--target 12",
    at_once=True,
)
def convert(
    target: Annotated[
        int, Limits(-50, 100, "HERO roll, such as 12 (or 12-)", "HERO roll"), Entered(read=without_minus)
    ],
    rules: DotRules,
    familiarity: Annotated[bool, "the roll is a familiarity, 8- or 11-", Entered(title="A familiarity")] = False,
) -> Call[ConvertedRoll]:
    """The pool that takes the place of a HERO roll, and the chances of both."""
    return roll_both(target, replace(_converted(target, familiarity, rules), enough=rules.exceptional))


@DOT.event(title="HERO: success", rule="R1.12", otherwise="HERO and Dot: failure", clause="the HERO roll succeeds")
def hero_success(outcome: ConvertedRoll) -> bool:
    return outcome.hero_success


@DOT.event(title="Dot: success", rule="R1.5")
def dot_success(outcome: ConvertedRoll) -> bool:
    return outcome.successes >= 1


@DOT.event(title="HERO: 3 rolled", rule="R1.6")
def hero_exceptional(outcome: ConvertedRoll) -> bool:
    return outcome.hero_roll == HERO_EXCEPTIONAL


@DOT.event(title="Dot: exceptional success", rule="R1.6")
def dot_exceptional(outcome: ConvertedRoll, rules: DotRules) -> bool:
    return outcome.successes >= rules.exceptional


@DOT.event(title="HERO: 18 rolled", rule="R1.9")
def hero_critical_failure(outcome: ConvertedRoll) -> bool:
    return outcome.hero_roll == HERO_CRITICAL_FAILURE


@DOT.event(title="Dot: critical failure", rule="R1.9")
def dot_critical_failure(outcome: ConvertedRoll) -> bool:
    return outcome.dot_critical_failure


# --- a whole HERO sheet: every pool, with its odds before and after --------------------------------------------------


_POOLS: Final = (("name", "Roll"), ("hero", "HERO roll"), ("dice", "Dice"), ("before", "Before"), ("after", "After"))


def _sheet_facts(pasted: PastedSheet, rules: DotRules) -> Mapping[str, Table]:
    title = "Chance of success: before on 3d6, after with dice of dots"
    return {"pools": Table(title, _POOLS, tuple([_told(row) for row in rows(pasted, rules)]))}


def _told(row: Row) -> dict[str, Any]:
    after = None if row.after is None else chance(row.after)
    told = {
        "name": row.name,
        "hero": f"{row.target}-",
        "pool": row.pool,
        "dice": None if row.pool is None else row.dice,
    }
    note = row.why.replace("the house rules allow", "it takes")  # trails are as they were
    return {**told, "before": chance(row.before), "after": after, **({"note": note} if note else {})}


@DOT.action(
    title="Whole sheet",
    facts=_sheet_facts,
    warnings=remarks,
    example='--sheet "DEX 15, INT 13, Stealth 14- DEX, Lockpicking 12- DEX, Acting 8-, OCV 7, DCV 5"',
    leading="pools",
    chance=False,
    at_once=True,
)
def sheet(pasted: PastedSheet, rules: DotRules) -> Call[Compared]:
    """Everything on a HERO sheet: its pool, and the chance of success on 3d6 and with the pool. No roll."""
    return look_up(rows(pasted, rules))

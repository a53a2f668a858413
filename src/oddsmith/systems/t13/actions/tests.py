"""Dice tests: against a difficulty, and against other sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.authoring.marks import Opponent, Unasked
from oddsmith.systems.t13.actions.levels import T13, Met
from oddsmith.systems.t13.actions.shared import (
    PAID,
    PAID_BY_BOTH,
    bands,
    dice_facts,
    dice_warnings,
    most_effects,
    opposed_facts,
    opposed_warnings,
    proficiency,
    sides,
    task,
    throw,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import Against, Opposed, Retried
from oddsmith.systems.t13.rules import tests
from oddsmith.systems.t13.rules.dice_codes import NO_DICE
from oddsmith.systems.t13.rules.levels import scale
from oddsmith.systems.t13.rules.tests import OpposedOutcome, ScorePool, TestOutcome, arrange
from oddsmith.systems.t13.rules.throw import Throw
from oddsmith.wording import HouseRule

# --- against a difficulty --------------------------------------------------------------------------------------------


def _pools(own: Retried, rules: T13Rules) -> tuple[tuple[ScorePool, ...], tuple[ScorePool, ...]]:
    """R2.20: the pools of a test, and the dice that were bought, each a pool by itself until it joins one.

    The modifier goes with the Boon.
    """
    nonnegative = rules.component_floor == "zero"
    split = own.split
    found = []
    if split.boon:
        found.append(ScorePool("Boon", Throw((split.boon.dice,), NO_DICE, own.modifier, nonnegative)))
    if split.descendant:
        found.append(ScorePool("Descendant", Throw((split.descendant.dice,), nonnegative=nonnegative)))
    if (dice := proficiency(own, rules)).count:
        found.append(ScorePool("Proficiency", Throw((), dice)))
    bought = [
        ScorePool(f"{component.kind}:{component.dice}", Throw((component.dice,), nonnegative=nonnegative))
        for component in split.bought
    ]
    named = [ScorePool(f"{pool.name} ({place})", pool.throw) for place, pool in enumerate(bought, 1)]
    return tuple(found), tuple(named if len({pool.name for pool in bought}) < len(bought) else bought)


def _test_facts(own: Retried, rules: T13Rules) -> Mapping[str, Any]:
    facts = dice_facts(own, rules) | {"most_effects": most_effects(own, rules)}
    return facts if rules.method == "pools" else facts | {"levels": bands(task(own, rules))}


def _test_warnings(own: Retried, rules: T13Rules) -> Iterable[str]:
    yield from dice_warnings(own, rules)
    if rules.method == "sum" and (dice := throw(own, rules)).highest <= own.difficulty and rules.halving == "off":
        yield f"The dice come to {dice.highest} at most, so difficulty {own.difficulty} cannot be beaten."


@T13.action(
    title="Dice test",
    facts=_test_facts,
    warnings=_test_warnings,
    decides="whether to try again after a Moderate Failure; by the pools method, which pool a bought die joins",
    example="--dice facet:1d6,descendant:1d6 --difficulty 8",
    costs=PAID,
    at_once=True,
)
def test(own: Retried, rules: T13Rules) -> Call[Annotated[TestOutcome, Unasked]]:
    """Boon, Descendant, Proficiency and bought dice added up against a difficulty."""
    if rules.method == "pools":
        found, bought = _pools(own, rules)
        return arrange(found, bought, task(own, rules))
    return tests.test(throw(own, rules), task(own, rules))


# --- against other sides ---------------------------------------------------------------------------------------------


@T13.action(
    title="Opposed test",
    facts=opposed_facts,
    warnings=opposed_warnings,
    decides="",
    example="--dice facet:1d6,descendant:1d6 --against-dice facet:2d6",
    costs=PAID_BY_BOTH,
    at_once=True,
)
def opposed(
    against: Annotated[Against, Opponent("the opponent's: {}")],  # in forms, after the own inputs that they are like
    own: Opposed,
    rules: T13Rules,
) -> Call[Annotated[OpposedOutcome, Unasked]]:
    """Two or more sides roll; each score is the other's difficulty."""
    if rules.method == "pools":
        raise BadInput(
            HouseRule("method"), "pools", "sum, for opposed tests: pools are only compared with a difficulty"
        )
    mine, theirs, others = sides(own, against, rules)
    return tests.opposed(mine, theirs, others, scale(rules))


@T13.event(title="Proficiency Crisis of the opponent", rule="R2.11")
def against_crisis(outcome: OpposedOutcome) -> bool:
    return bool(outcome.against.crisis)


@T13.measure(title="failure levels, beyond the opponent's success levels")
def failure_levels(outcome: Met) -> int | None:
    return outcome.failures


@T13.measure(title="the opponent's extra success levels")
def against_extra_levels(outcome: OpposedOutcome) -> int:
    return outcome.against_extra


@T13.measure(title="the opponent's failure levels")
def against_failure_levels(outcome: OpposedOutcome) -> int:
    return outcome.against_failures

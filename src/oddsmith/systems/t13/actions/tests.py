"""Dice tests: against a difficulty, and against other sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.t13.actions.shared import (
    bands,
    both_paid,
    dice_facts,
    dice_warnings,
    level_events,
    most_effects,
    opposed_facts,
    opposed_warnings,
    paid,
    proficiency,
    scale,
    sides,
    task,
    throw,
)
from oddsmith.systems.t13.house_rules import T13Rules
from oddsmith.systems.t13.inputs import OpposedInputs, TestInputs
from oddsmith.systems.t13.rules.dice_codes import NO_DICE
from oddsmith.systems.t13.rules.tests import OpposedOutcome, ScorePool, TestOutcome, arrange, opposed, test
from oddsmith.systems.t13.rules.throw import Throw
from oddsmith.wording import HouseRule

# --- test ------------------------------------------------------------------------------------------------------------


def _pools(inputs: TestInputs, rules: T13Rules) -> tuple[tuple[ScorePool, ...], tuple[ScorePool, ...]]:
    """R2.20: the pools of a test, and the dice that were bought, each a pool by itself until it joins one.

    The modifier goes with the Boon.
    """
    nonnegative = rules.component_floor == "zero"
    split = inputs.split
    found = []
    if split.boon:
        found.append(ScorePool("Boon", Throw((split.boon.dice,), NO_DICE, inputs.modifier, nonnegative)))
    if split.descendant:
        found.append(ScorePool("Descendant", Throw((split.descendant.dice,), nonnegative=nonnegative)))
    if (dice := proficiency(inputs, rules)).count:
        found.append(ScorePool("Proficiency", Throw((), dice)))
    bought = [
        ScorePool(f"{component.kind}:{component.dice}", Throw((component.dice,), nonnegative=nonnegative))
        for component in split.bought
    ]
    named = [ScorePool(f"{pool.name} ({place})", pool.throw) for place, pool in enumerate(bought, 1)]
    return tuple(found), tuple(named if len({pool.name for pool in bought}) < len(bought) else bought)


def _test(inputs: TestInputs, rules: T13Rules) -> Call[TestOutcome]:
    if rules.method == "pools":
        found, bought = _pools(inputs, rules)
        return arrange(found, bought, task(inputs, rules))
    return test(throw(inputs, rules), task(inputs, rules))


def _test_facts(inputs: TestInputs, rules: T13Rules) -> Mapping[str, Any]:
    facts = dice_facts(inputs, rules) | {"most_effects": most_effects(inputs, rules)}
    return facts if rules.method == "pools" else facts | {"levels": bands(task(inputs, rules))}


def _test_warnings(inputs: TestInputs, rules: T13Rules) -> Iterable[str]:
    yield from dice_warnings(inputs, rules)
    if rules.method == "sum" and (dice := throw(inputs, rules)).highest <= inputs.difficulty and rules.halving == "off":
        yield f"The dice come to {dice.highest} at most, so difficulty {inputs.difficulty} cannot be beaten."


TEST = Action[TestInputs, T13Rules, TestOutcome](
    name="test",
    title="Dice test",
    summary="Boon, Descendant, Proficiency and bought dice added up against a difficulty.",
    inputs=TestInputs,
    call=AllAtOnce(_test),
    events=level_events(lambda result: result.verdict),
    measures=(
        Measure("score", "points scored", attrgetter("score"), one="point scored"),
        Measure("extra_levels", "extra success levels", attrgetter("extra"), one="extra success level"),
        Measure("failure_levels", "failure levels", attrgetter("failures"), one="failure level"),
    ),
    facts=_test_facts,
    warnings=_test_warnings,
    decides="whether to try again after a Moderate Failure; by the pools method, which pool a bought die joins",
    example="test --dice facet:1d6,descendant:1d6 --difficulty 8",
    costs=paid(T13Rules()),
    retold=lambda rules: {"costs": paid(rules)},
)

# --- opposed ---------------------------------------------------------------------------------------------------------


def _opposed(inputs: OpposedInputs, rules: T13Rules) -> Call[OpposedOutcome]:
    if rules.method == "pools":
        raise BadInput(
            HouseRule("method"), "pools", "sum, for opposed tests: pools are only compared with a difficulty"
        )
    mine, theirs, others = sides(inputs, rules)
    return opposed(mine, theirs, others, scale(rules))


OPPOSED = Action[OpposedInputs, T13Rules, OpposedOutcome](
    name="opposed",
    title="Opposed test",
    summary="Two or more sides roll; each score is the other's difficulty.",
    inputs=OpposedInputs,
    call=AllAtOnce(_opposed),
    events=(
        Event("win", "the higher score", lambda contest: contest.lead > 0, "R2.5"),
        Event("lose", "the lower score", lambda contest: contest.lead < 0, "R2.5"),
        *level_events(lambda contest: contest.verdict),
        Event("against_crisis", "Proficiency Crisis of the opponent", lambda c: bool(c.against.crisis), "R2.11"),
    ),
    measures=(
        Measure("margin", "own score less the opponent's", attrgetter("margin")),
        Measure("extra_levels", "extra success levels", attrgetter("extra"), one="extra success level"),
        Measure("failure_levels", "failure levels, beyond the opponent's success levels", attrgetter("failures")),
        Measure("against_extra_levels", "the opponent's extra success levels", attrgetter("against_extra")),
        Measure("against_failure_levels", "the opponent's failure levels", attrgetter("against_failures")),
    ),
    facts=opposed_facts,
    warnings=opposed_warnings,
    example="opposed --dice facet:1d6,descendant:1d6 --against-dice facet:2d6",
    costs=both_paid(T13Rules()),
    retold=lambda rules: {"costs": both_paid(rules)},
)

"""Actions that are tosses: the toss itself, and the resistance to an effect."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.edged_coins.actions.shared import (
    AT_NONE,
    SPENT,
    checked,
    opposing_tosses,
    rank_facts,
    rank_warnings,
    toss_facts,
    toss_rules,
    toss_warnings,
)
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import ResistInputs, TossInputs
from oddsmith.systems.edged_coins.rules.ladder import TossRules, phrases
from oddsmith.systems.edged_coins.rules.resist import Plight, ResistanceOutcome, ResistedEffect, resist
from oddsmith.systems.edged_coins.rules.toss import DramaticResult, TossResult, dramatic_toss, whole_toss
from oddsmith.systems.sheets import Change

# --- toss ------------------------------------------------------------------------------------------------------------


def _toss(inputs: TossInputs, rules: EdgedCoinsRules) -> Call[Any]:
    readings, opposers = toss_rules(inputs, rules), opposing_tosses(inputs, rules)
    rank = checked(inputs.rank, inputs.modified_rank(rules), opposers, readings)
    entered = rank, inputs.opposing_rank or 0, opposers, inputs.ec, inputs.opposing_ec, readings
    if inputs.use is None:
        return whole_toss(*entered)
    if inputs.use.price < rules.dramatic_use_price:
        raise BadInput("dramatic_use", inputs.dramatic_use, f"{rules.dramatic_use_price} EC or more (R4.10)")
    return dramatic_toss(*entered, inputs.use)


def _toss_warnings(inputs: TossInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from toss_warnings(inputs, rules)
    if inputs.use and inputs.use.price > inputs.ec:
        yield f"The dramatic use costs {inputs.use.price} EC, and there are {inputs.ec} to spend."


def _dramatic(outcome: TossResult | DramaticResult) -> bool:
    return isinstance(outcome, DramaticResult) and outcome.dramatic


TOSS = Action[TossInputs, EdgedCoinsRules, Any](
    name="toss",
    title="Toss",
    summary="A toss of a skill's coins, opposed or not, and what energy coins (EC) may change about it.",
    inputs=TossInputs,
    call=AllAtOnce(_toss),
    events=(
        Event("success", "success", attrgetter("success"), "R4.1"),
        Event(
            "dramatic",
            "a dramatic use",
            _dramatic,
            "R4.10",
            also=("dramatic use", "used dramatically"),
            needs="dramatic_use",
            otherwise="no dramatic use",
        ),
    ),
    measures=SPENT,
    facts=toss_facts,
    warnings=_toss_warnings,
    decides="effort before the coins land; then to re-toss or buy a failure, to force a re-toss or invert a success; "
    "talents and a dramatic use, where the table declares some",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="toss --rank 2 --opposing-rank 2",
)

# --- resist ----------------------------------------------------------------------------------------------------------


def _resist(inputs: ResistInputs, rules: EdgedCoinsRules) -> Call[ResistanceOutcome]:
    readings = TossRules.under(rules)
    penalty = rules.both_succeed == "penalty"
    opposers = 1 if penalty and inputs.source_rank is not None else 0
    effect = ResistedEffect(
        rank=checked(inputs.rank, inputs.modified_rank(rules), opposers, readings),
        source_rank=inputs.source_rank,
        penalty=penalty,
        reduces=rules.passive_success == "reduce" and not inputs.active,
        hc=inputs.hc,
        rounds=inputs.rounds,
        ec=inputs.ec,
        opposing_ec=inputs.opposing_ec,
        rules=readings,
    )
    return resist(effect, Plight(1, inputs.harm, 0, False), inputs.ec, inputs.opposing_ec)


def _resist_facts(inputs: ResistInputs, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    costs = "the character's action" if inputs.active else "no action"
    return rank_facts(inputs.modified_rank(rules), TossRules.under(rules)) | {"costs": costs}


def _resist_warnings(inputs: ResistInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from rank_warnings(inputs.rank, inputs.modified_rank(rules), TossRules.under(rules))
    if inputs.hc is not None:
        yield AT_NONE


RESIST = Action[ResistInputs, EdgedCoinsRules, ResistanceOutcome](
    name="resist",
    title="Resist",
    summary="Shake off an effect with an action (active) or bear it (passive), once or round after round.",
    inputs=ResistInputs,
    call=AllAtOnce(_resist),
    events=(
        Event(
            "free",
            "free of the effect",
            attrgetter("free"),
            "R4.5",
            otherwise="the effect goes on",
            clause="you shake the effect off",
        ),
        Event("reduced", "the effect is reduced", attrgetter("reduced"), "R4.5, G4.15"),
        Event("down", "no HC left", attrgetter("down"), "G4.16", needs="hc"),
    ),
    measures=(
        Measure("damage", "HC lost to the effect", attrgetter("damage"), changes=(Change("own", "hc"),)),
        Measure(
            "rounds", "rounds in which it was resisted", attrgetter("rounds"), one="round in which it was resisted"
        ),
        *SPENT,
    ),
    facts=_resist_facts,
    warnings=_resist_warnings,
    decides="everything that a toss offers, for both sides",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="resist --rank 2 --active yes --source-rank 1",
)

"""The duel: two sides attack each other in turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.edged_coins.actions.shared import AT_NONE, SPENT, checked, rank_warnings
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import DuelInputs
from oddsmith.systems.edged_coins.rules.damage import PowerRules
from oddsmith.systems.edged_coins.rules.duel import Duel, Duellist, DuelOutcome, fight
from oddsmith.systems.edged_coins.rules.ladder import TossRules, chance, phrases
from oddsmith.systems.sheets import left

#: The coins that both sides have spent are asked apart, since they make more outcomes of every other.
_SPENDING = frozenset(measure.name for measure in SPENT)
_OF_THE_FIGHT = frozenset({"win", "lose", "draw", "hc_left", "against_hc_left", "rounds"})


def _duel(inputs: DuelInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> Call[DuelOutcome]:
    readings = TossRules.under(rules)
    first = Duellist(inputs.rank, inputs.defence, inputs.potency, inputs.power, inputs.armor)
    second = Duellist(
        inputs.against.rank, inputs.against.defence, inputs.against.potency, inputs.against.power, inputs.against.armor
    )
    checked(inputs.rank, inputs.rank, inputs.against.defence is not None, readings)
    checked(inputs.against.rank, inputs.against.rank, inputs.defence is not None, readings)
    purses = (inputs.ec, inputs.against.ec) if asked & _SPENDING else None
    duel = Duel.between(first, second, inputs.rounds, readings, PowerRules.under(rules), purses)
    return fight(duel, inputs.hc, inputs.against.hc, inputs.ec, inputs.against.ec)


def _duel_facts(inputs: DuelInputs, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    readings = TossRules.under(rules)
    return {
        "power_difference": inputs.power - inputs.against.armor,
        "against_power_difference": inputs.against.power - inputs.armor,
        "chance": chance(readings.reached(inputs.rank), readings),
        "against_chance": chance(readings.reached(inputs.against.rank), readings),
    }


def _duel_warnings(inputs: DuelInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    readings = TossRules.under(rules)
    warnings = (*rank_warnings(inputs.rank, inputs.rank, readings),)
    yield from warnings
    if inputs.against.rank != inputs.rank:
        yield from rank_warnings(inputs.against.rank, inputs.against.rank, readings)
    yield AT_NONE


def _duel_states(inputs: DuelInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> int:
    """Estimate in proportion to what was measured: 5 HC and 40 EC a side over 20 rounds take some 20 seconds."""
    health, coins = inputs.hc * inputs.against.hc, (inputs.ec + 1) * (inputs.against.ec + 1)
    return health * coins * inputs.rounds * 5 // 6


DUEL = Action[DuelInputs, EdgedCoinsRules, DuelOutcome](
    name="duel",
    title="Duel",
    summary="Two sides attack each other in turn until one has no HC left or the rounds run out.",
    inputs=DuelInputs,
    call=_duel,
    events=(
        Event(
            "win",
            "the first side wins",
            lambda outcome: outcome.against_hc_left == 0,
            "G4.13, G4.16",
            otherwise="the first side does not win",
            clause="the first side wins",
        ),
        Event(
            *("lose", "the second side wins", lambda outcome: outcome.hc_left == 0, "G4.13, G4.16"),
            clause="the second side wins",
        ),
        Event("draw", "a draw", lambda outcome: outcome.hc_left > 0 and outcome.against_hc_left > 0),
    ),
    measures=(
        Measure("hc_left", "HC left to the first side", attrgetter("hc_left"), changes=left("own", "hc", "hc")),
        Measure(
            "against_hc_left",
            "HC left to the second side",
            attrgetter("against_hc_left"),
            changes=left("other", "hc", "against_hc"),
        ),
        Measure("rounds", "rounds fought", attrgetter("rounds"), one="round fought"),
        *SPENT,
    ),
    apart=(_OF_THE_FIGHT, _SPENDING),
    facts=_duel_facts,
    warnings=_duel_warnings,
    decides="everything that a toss offers, for both sides and every toss",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="duel --rank 2 --hc 5 --against-rank 2 --against-hc 5",
    states=_duel_states,
)

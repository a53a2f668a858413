"""The toss of somebody else, with which the player and others interfere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any

from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, AllAtOnce, Event, Measure
from oddsmith.systems.edged_coins.actions.shared import checked, rank_facts, rank_warnings
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import InterfereInputs
from oddsmith.systems.edged_coins.rules.interference import Watched, WatchedResult, Witness, watch
from oddsmith.systems.edged_coins.rules.ladder import TossRules, phrases, prices
from oddsmith.systems.edged_coins.rules.toss import OPPONENT, PLAYER


def _numbered(name: str, side: str, purses: tuple[int, ...]) -> list[tuple[Witness, int]]:
    return [(Witness(f"{name} {place}", side), coins) for place, coins in enumerate(purses, 1)]


def _interfere(inputs: InterfereInputs, rules: EdgedCoinsRules) -> Call[WatchedResult]:
    readings, friendly = TossRules.under(rules), inputs.tosser == "ally"
    rank = checked(inputs.rank, inputs.modified_rank(rules), 0, readings)
    everybody = (
        (Witness("you", PLAYER), inputs.ec),
        (Witness("the tosser", PLAYER if friendly else OPPONENT, tosses=True), inputs.tosser_ec),
        *_numbered("ally", PLAYER, inputs.allies_ec),
        *_numbered("opponent", OPPONENT, inputs.opponents_ec),
    )
    witnesses, purses = zip(*everybody, strict=True)
    return watch(Watched(readings.reached(rank), friendly, witnesses, purses, readings), purses)


def _facts(inputs: InterfereInputs, rules: EdgedCoinsRules) -> Mapping[str, Any]:
    return rank_facts(inputs.modified_rank(rules), TossRules.under(rules)) | {"prices": prices(rules)}


def _warnings(inputs: InterfereInputs, rules: EdgedCoinsRules) -> Iterable[str]:
    yield from rank_warnings(inputs.rank, inputs.modified_rank(rules), TossRules.under(rules))
    yield "Only those may interfere whom the toss affects directly, and only while it is fresh (R4.10)."


INTERFERE = Action[InterfereInputs, EdgedCoinsRules, WatchedResult](
    name="interfere",
    title="Another's toss",
    summary="An ally's or opponent's toss, which others may force again or turn over.",
    inputs=InterfereInputs,
    call=AllAtOnce(_interfere),
    events=(
        Event(
            *("as_wished", "as your side wants it", attrgetter("as_wished"), "R4.10"), clause="the toss goes your way"
        ),
        Event(
            "success",
            "success of the toss",
            attrgetter("success"),
            "R4.1",
            otherwise="failure of the toss",
            clause="the toss succeeds",
        ),
    ),
    measures=(
        Measure("ec_spent", "EC spent by you", attrgetter("ec_spent"), spends=True, also=("coins", "EC")),
        Measure("allies_ec_spent", "EC spent by others on your side", attrgetter("allies_ec_spent"), spends=True),
        Measure("opponents_ec_spent", "EC spent by opponents", attrgetter("opposing_ec_spent"), spends=True),
    ),
    facts=_facts,
    warnings=_warnings,
    decides="who pays to re-toss, buy, force or invert",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="interfere --rank bronze --ec 20 --opponents-ec 15",
)

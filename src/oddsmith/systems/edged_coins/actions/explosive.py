"""The explosive toss."""

from __future__ import annotations

from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.edged_coins.actions.shared import (
    SPENT,
    checked,
    opposing_tosses,
    toss_facts,
    toss_rules,
    toss_warnings,
)
from oddsmith.systems.edged_coins.house_rules import EdgedCoinsRules
from oddsmith.systems.edged_coins.inputs import ExplosiveInputs
from oddsmith.systems.edged_coins.rules.explosive import Exploded, Explosive, stand_against
from oddsmith.systems.edged_coins.rules.ladder import HIGHEST, phrases
from oddsmith.wording import worded

_OF_SUCCESSES = frozenset({"success", "successes"})


def _successes(outcome: Any) -> Any:
    return outcome.successes if isinstance(outcome, Exploded) else outcome


def _explosive(inputs: ExplosiveInputs, rules: EdgedCoinsRules, asked: frozenset[str]) -> Call[Any]:
    readings, opposers = toss_rules(inputs, rules), opposing_tosses(inputs, rules)
    rank = checked(inputs.rank, inputs.modified_rank(rules), opposers, readings)
    if inputs.most is None and readings.reached(rank + 1) > HIGHEST:
        wanted = "a number: by {house rule beyond=automatic} a rank above 6 would explode for ever"
        raise BadInput("most", None, worded(wanted))
    purses = None if asked <= _OF_SUCCESSES else (inputs.ec, inputs.opposing_ec)
    chain = Explosive(inputs.opposing_rank or 0, readings, purses, bool(asked & _OF_SUCCESSES))
    return stand_against(chain, rank, opposers, inputs.most, inputs.ec, inputs.opposing_ec)


EXPLOSIVE = Action[ExplosiveInputs, EdgedCoinsRules, Any](
    name="explosive",
    title="Explosive toss",
    summary="Each success brings another toss, until one fails or another rule stops it: how many succeed.",
    inputs=ExplosiveInputs,
    call=_explosive,
    events=(Event("success", "success", lambda chain: _successes(chain) >= 1, "R4.3"),),
    measures=(
        Measure("successes", "successes", _successes, per_gain=1, one="success"),
        *SPENT,
    ),
    apart=(_OF_SUCCESSES,),
    facts=toss_facts,
    warnings=toss_warnings,
    decides="effort before every toss; then to re-toss or buy a failure, to force a re-toss or invert a success",
    phrase=phrases(EdgedCoinsRules()),
    retold=lambda rules: {"phrase": phrases(rules)},
    example="explosive --rank silver --difficulty difficult --opposing-rank bronze",
    leading="successes",
)

"""The extended action (G0.10): test after test until enough successes are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call
from oddsmith.systems.declaration import Action, Event, Measure
from oddsmith.systems.mod_dot.actions.shared import character_with, pool_warnings
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import MOST_TRIES, ExtendedInputs
from oddsmith.systems.mod_dot.rules.extended import ExtendedOutcome, Job, tries_alone, work

#: Names about the end. Asked without the number of tries, that need not be counted.
_OF_THE_END = frozenset({"success", "failure", "botch", "gathered"})
_TRIES = frozenset({"tries"})


def _job(inputs: ExtendedInputs, rules: ModDotRules, *, counts_tries: bool) -> Job:
    character = character_with(inputs.pool, inputs.difficulty, inputs.throw, rules)
    deepest = -inputs.target if rules.extended_botch == "loses" else -1
    return Job(replace(character, deepest=deepest), inputs.target, rules.extended_botch, counts_tries)


def _extended(inputs: ExtendedInputs, rules: ModDotRules, asked: frozenset[str]) -> Call[int] | Call[ExtendedOutcome]:
    job = _job(inputs, rules, counts_tries="tries" in asked)
    if inputs.tries is None and job.hopeless:
        raise BadInput("tries", None, f"1 to {MOST_TRIES}: with this pool and difficulty no try brings a success")
    return tries_alone(job, 0, inputs.tries) if asked == _TRIES else work(job, 0, inputs.tries)


def _facts(inputs: ExtendedInputs, rules: ModDotRules) -> Mapping[str, Any]:
    character = _job(inputs, rules, counts_tries=False).character
    return {"base": character.base, "most_successes": character.cap}


def _warnings(inputs: ExtendedInputs, rules: ModDotRules) -> Iterable[str]:
    yield from pool_warnings(inputs.pool, inputs.difficulty, rules)


EXTENDED = Action[ExtendedInputs, ModDotRules, "int | ExtendedOutcome"](
    name="extended",
    title="Extended action",
    summary="Test after test until enough successes are gathered; an option, since the book has no such action.",
    inputs=ExtendedInputs,
    call=_extended,
    events=(
        Event("success", "enough successes are gathered", attrgetter("done"), "G0.10", per_gain=0),
        Event("failure", "too few successes in the end", lambda o: not attrgetter("done")(o), "G0.10", 0),
        Event("botch", "a botch ended it", attrgetter("botched"), "G0.10", per_gain=0),
    ),
    measures=(
        Measure("tries", "tries", lambda o: o if isinstance(o, int) else o.tries, per_gain=1, one="try"),
        Measure(
            "gathered",
            "successes gathered in the end",
            attrgetter("gathered"),
            per_gain=0,
            one="success gathered in the end",
        ),
    ),
    apart=(_OF_THE_END, _TRIES),
    facts=_facts,
    warnings=_warnings,
    decides="under a house rule, whether to go on after two ups",
    example="extended --pool 6 --target 10 --tries 5",
)

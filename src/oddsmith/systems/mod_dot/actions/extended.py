"""The extended action (G0.10): test after test until enough successes are gathered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.rules import Call, Reading
from oddsmith.systems.declaration import Action, Event, Measure, OneRule
from oddsmith.systems.mod_dot.actions.shared import character_with, pool_warnings
from oddsmith.systems.mod_dot.house_rules import ModDotRules
from oddsmith.systems.mod_dot.inputs import MOST_TRIES, ExtendedInputs
from oddsmith.systems.mod_dot.rules.extended import ExtendedOutcome, Job, work
from oddsmith.systems.mod_dot.rules.test import Character


def _job(inputs: ExtendedInputs, rules: ModDotRules) -> Job:
    character = character_with(inputs.pool, inputs.difficulty, inputs.throw, rules)
    return Job(character, inputs.target, rules.extended_botch)


def _hopeless(character: Character) -> bool:
    """True if no try can bring a success, so that there would be no end without a limit on tries."""
    worths = [character.worth(str(face)) for face in character.throw.faces]
    return min(character.base + character.book.tests * max(worths), character.cap) <= 0


def _extended(inputs: ExtendedInputs, rules: ModDotRules) -> Call[ExtendedOutcome]:
    job = _job(inputs, rules)
    if inputs.tries is None and _hopeless(job.character):
        raise BadInput("tries", None, f"1 to {MOST_TRIES}: with this pool and difficulty no try brings a success")
    return work(job, 0, inputs.tries)


def _done(outcome: ExtendedOutcome) -> bool:
    return outcome.done


def _facts(inputs: ExtendedInputs, rules: ModDotRules) -> Mapping[str, Any]:
    character = _job(inputs, rules).character
    return {"base": character.base, "most_successes": character.cap}


def _warnings(inputs: ExtendedInputs, rules: ModDotRules) -> Iterable[str]:
    yield from pool_warnings(inputs.pool, inputs.difficulty, rules)


EXTENDED = Action[ExtendedInputs, ModDotRules, ExtendedOutcome](
    name="extended",
    title="Extended action",
    summary="Test after test until enough successes are gathered; an option, since the book has no such action.",
    inputs=ExtendedInputs,
    call=OneRule(_extended),
    events=(
        Event("success", "enough successes are gathered", _done, "G0.10", per_gain=0),
        Event("failure", "too few successes in the end", Reading(_done, lambda done: not done), "G0.10", 0),
        Event("botch", "a botch ended it", lambda outcome: outcome.botched, "G0.10", per_gain=0),
    ),
    measures=(
        Measure("tries", "tries", lambda outcome: outcome.tries, per_gain=1, one="try"),
        Measure(
            "gathered",
            "successes gathered in the end",
            lambda outcome: outcome.gathered,
            per_gain=0,
            one="success gathered in the end",
        ),
    ),
    facts=_facts,
    warnings=_warnings,
    decides="under a house rule, whether to go on after two ups",
    example="extended --pool 6 --target 10 --tries 5",
)

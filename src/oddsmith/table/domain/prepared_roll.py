"""Questions of rolls, prepared once for all rolls that ask the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from oddsmith.answers.documents.roll import outcome_document
from oddsmith.answers.question import Question, question
from oddsmith.rules import Call, Run
from oddsmith.systems import Action, System, registry
from oddsmith.table.domain.notation import NOTATION
from oddsmith.table.fairness import canonical


@dataclass(frozen=True, eq=False)
class PreparedRoll:
    """A question with its mechanic.

    inputs, options: all of them, as JSON data. known: the part of a roll's document that does not depend on the dice.
    """

    question: Question
    call: Call[Any]
    inputs: Mapping[str, Any]
    options: Mapping[str, Any]
    known: Mapping[str, Any]

    def result(self, run: Run[Any]) -> dict[str, Any]:
        """Return the document of a finished run: outcome, events, measures, trail, and what was known beforehand."""
        return {**self.known, **outcome_document(self.question, run)}


def prepared(
    system: str, action: str, inputs: Mapping[str, Any], options: Mapping[str, Any], rulebook: str | None
) -> PreparedRoll:
    """Return the question with these inputs and house rules, prepared.

    rulebook: the digest of the code by which the roll was opened, as `rulebook_now` gave it then.
    Raises what `question` and `registry.version` raise.
    """
    # A version that is no more the newest goes by other code than it did before.
    is_newest = rulebook == registry.rulebook_digest(system)
    return _prepared(canonical.text([system, action, inputs, options]), rulebook, is_newest=is_newest)


def rulebook_now(system: str) -> str | None:
    """Return the digest of the code by which a game is answered now; None for Oddsmith's own.

    Raises Unknown where there is no such game.
    """
    if system == NOTATION.name:
        return None
    registry.system(system)  # a package has a digest once its game is loaded
    return registry.rulebook_digest(system)


def action_of(system: str, action: str, rulebook: str | None) -> tuple[System, Action[Any, Any, Any]]:
    """Return a system and an action by their names; BadInput names those there are. rulebook: see `prepared`."""
    found = NOTATION if system == NOTATION.name else registry.version(system, rulebook)
    return found, found.action(action)


@lru_cache(512)
def _prepared(written: str, rulebook: str | None, *, is_newest: bool) -> PreparedRoll:
    system, action, inputs, options = json.loads(written)
    found = question(*action_of(system, action, rulebook), inputs, options)
    head = found.head("roll")
    known = {part: head[part] for part in ("titles", "facts")}
    known["warnings"] = list(found.action.warnings(found.inputs, found.rules))  # slips would be news to older logs
    return PreparedRoll(found, found.call(), head["inputs"], head["options"], known)

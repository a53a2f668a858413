"""Several notations or questions side by side, and who beats whom."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from oddsmith.answers.documents.odds import measure_odds
from oddsmith.answers.format.numbers import measured, probability
from oddsmith.answers.format.plain import exact, number
from oddsmith.answers.question import question
from oddsmith.dice import Expression, read
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.notation import Span
from oddsmith.distribution import Distribution
from oddsmith.errors import BadInput
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.declaration import written

_MOST_COMPARED = 20


@dataclass(frozen=True)
class Compared:
    """Something to compare: how people call it, what it is, and the number that is compared."""

    name: str
    asked: dict[str, Any]
    distribution: Distribution[Any]


def compared(text: str, *, measure: str | None = None, limit: int = STATE_LIMIT) -> list[Compared]:
    """What a notation or a file of saved questions (`*.json`) holds; a notation with `vs` holds two.

    A saved question is a document of this program, or an object with `system`, `action`, `inputs` and `options`, or one
    with a `notation`; a file may also hold a list of them. measure: which number of an action is compared, by default
    its first; notations have only their total.

    Raises NotationError for what is neither, and BadInput for a file that cannot be read.
    """
    if not text.lower().endswith(".json"):
        return _of_notation(text)
    path = Path(text)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput("file", text, f"a file of saved questions, as --json prints them ({reason})") from None
    listed = saved if isinstance(saved, list) else [saved]
    found: list[Compared] = []
    for place, entry in enumerate(listed, 1):
        name = path.stem if len(listed) == 1 else f"{path.stem} {place}"
        found.extend(_of_saved(name, entry, measure, limit))
    return found


def compare_document(entries: Sequence[Compared]) -> dict[str, Any]:
    """The entries with their numbers, and for every pair how often the one is ahead, equal or behind.

    `entries`: name, what was asked, and the entry of the measure as in the odds. `pairs`: `left` and `right` (places
    in `entries`, from 0), the exact chances `win`, `tie` and `lose` of the left one, and `margin`, its lead on average.

    Raises BadInput for less than two entries or more than 20.
    """
    if not 2 <= len(entries) <= _MOST_COMPARED:
        raise BadInput("compare", len(entries), f"from 2 to {_MOST_COMPARED} notations or saved questions")
    unresolved = max(entry.distribution.unresolved for entry in entries)
    return {
        "schema": "oddsmith/compare/1",
        "exact": unresolved == 0,
        "unresolved": exact(unresolved),
        "entries": [{"name": e.name, **e.asked, **measured(e.distribution)} for e in entries],
        "pairs": [_pair(entries, left, right) for left, right in combinations(range(len(entries)), 2)],
    }


def _pair(entries: Sequence[Compared], left: int, right: int) -> dict[str, Any]:
    ours, theirs = entries[left].distribution, entries[right].distribution
    return {
        "left": left,
        "right": right,
        "win": probability(ours.beats(theirs)),
        "tie": probability(ours.ties(theirs)),
        "lose": probability(theirs.beats(ours)),
        "margin": number(ours.mean - theirs.mean),
    }


def _of_notation(text: str) -> list[Compared]:
    notation = read(text)
    expression = notation.expression
    if isinstance(expression, Versus):
        return [
            _of_expression(_written_at(text, span), side)
            for side, span in zip(expression.parts, notation.span.parts, strict=True)
        ]
    return [_of_expression(text, expression)]


def _of_expression(name: str, expression: Expression[Any]) -> Compared:
    if not expression.numeric:
        raise BadInput("compare", name, "rolls that come to a number")
    asked = {"system": "notation", "action": str(expression), "inputs": {"notation": name}, "options": {}}
    return Compared(name, asked | {"measure": "total"}, expression.distribution())


def _written_at(text: str, span: Span) -> str:
    return text[span.start : span.end]


def _of_saved(name: str, saved: object, measure: str | None, limit: int) -> list[Compared]:
    if isinstance(saved, str):
        return _of_notation(saved)
    if not isinstance(saved, dict):
        raise BadInput("file", name, "questions: objects with system, action and inputs, or notations")
    inputs = saved.get("inputs") or {}
    notation = saved.get("notation") or (inputs.get("notation") if saved.get("system") == "notation" else None)
    if notation is not None:
        return _of_notation(str(notation))
    asked = question(
        str(saved.get("system")), str(saved.get("action")), _given(inputs), _given(saved.get("options") or {})
    )
    names = [found.name for found in asked.action.measures]
    wanted = next((found for found in names if measure is None or written(found) == written(measure)), None)
    if wanted is None:
        raise BadInput("measure", measure, ", ".join(names) or f"none: {asked.action.name} has no measures")
    document = asked.head("odds")
    kept = {key: document[key] for key in ("system", "action", "inputs", "options")}
    return [Compared(name, kept | {"measure": wanted}, measure_odds(asked, wanted, limit=limit))]


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """Inputs as they were saved; what was left out is left out again."""
    return {name: value for name, value in values.items() if value is not None}

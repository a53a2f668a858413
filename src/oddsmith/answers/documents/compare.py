"""Several notations or questions side by side, and the odds of each against each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from pathlib import Path
from typing import Any, Final

from oddsmith.answers.documents.odds import measure_odds, odds_document
from oddsmith.answers.format.distribution_summary import summary
from oddsmith.answers.format.json_values import exact, number, probability
from oddsmith.answers.question import question
from oddsmith.dice import Expression, read
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.expressions.arithmetic import compared_words
from oddsmith.dice.notation import Span
from oddsmith.distribution import Distribution
from oddsmith.distribution.distribution import Finite
from oddsmith.distribution.limits import allowing
from oddsmith.errors import BadInput, Unreadable
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.systems.declaration import Measure
from oddsmith.systems.fields.field import field_called
from oddsmith.systems.fields.names import written
from oddsmith.systems.gallery import gallery
from oddsmith.systems.registry import load_rulebook, system, system_names

#: No document has more entries.
MOST_COMPARED = 20


@dataclass(frozen=True)
class Comparand:
    """Something to compare. question: what was asked, as documents have it; distribution: of the compared number.
    happens: whether that is no number, but a yes or no. events: of an action, by title.
    """

    name: str
    question: dict[str, Any]
    distribution: Distribution[Any]
    happens: bool = False
    events: Mapping[str, Fraction] = dataclass_field(default_factory=dict)


def side_by_side(texts: Sequence[str], *, measure: str | None = None, limit: int = STATE_LIMIT) -> list[Comparand]:
    """Read several texts, each as `comparands` does; beside a yes or no the first events of actions are compared.

    A number of successes would be ahead of any yes.
    """
    found = [one for text in texts for one in comparands(text, measure=measure, limit=limit)]
    if measure is not None or len({one.happens for one in found}) < 2:
        return found
    return [one for text in texts for one in comparands(text, happens=True, limit=limit)]


def comparands(
    text: str, *, measure: str | None = None, happens: bool = False, limit: int = STATE_LIMIT
) -> list[Comparand]:
    """Read a notation, a question or a file of saved questions (`*.json`); a notation with `vs` holds two comparands.

    A question is a system, or a rulebook's file, an action, and inputs and house rules: `dot check dots=4`, `new.py
    check dice=5`. Of questions the chances of events are compared, too.

    A saved question is a document of this program, or an object with `system`, `action`, `inputs` and `options`, or one
    with a `notation`; a file may also hold a list of them. measure: the number of an action to compare, or an event, by
    default its first number that is not spent, or the first event where it has no such number, or with `happens`;
    notations have only their total.

    Raises NotationError for what is none of these, and BadInput for a file that cannot be read.
    """
    asked = _question_in(text)
    if asked is not None:
        return [_of_question(text, asked, measure, limit, happens=happens, with_events=True)]
    if not text.lower().endswith(".json"):
        with allowing(limit):
            return _of_notation(text)
    path = Path(text)
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable("file", text, error) from None
    except (ValueError, RecursionError) as error:
        raise BadInput("file", text, f"a file of saved questions, as --json prints them ({error})") from None
    listed = saved if isinstance(saved, list) else [saved]
    found: list[Comparand] = []
    for place, entry in enumerate(listed, 1):
        name = path.stem if len(listed) == 1 else f"{path.stem} {place}"
        with allowing(limit):
            found.extend(_of_saved(name, entry, measure, limit, happens=happens))
    return found


def compared_questions(
    asked: Sequence[Mapping[str, Any]], measure: str | None, *, limit: int = STATE_LIMIT
) -> list[Comparand]:
    """Read questions: each has `system`, `action`, `inputs` and `options`, or a `notation`, which is one comparand even
    with `vs` (the lead of its left side). measure, limit: as for `comparands`.

    Raises NotationError and BadInput for what is no question or comes to no number.
    """
    with allowing(limit):
        return [
            _of_expression(entry["notation"], read(entry["notation"]).expression)
            if entry.get("notation") is not None
            else _of_question(str(place), entry, measure, limit)
            for place, entry in enumerate(asked)
        ]


def compare_document(entries: Sequence[Comparand]) -> dict[str, Any]:
    """Return the entries with their numbers, and for every pair the chances of being ahead, equal or behind.

    `entries`: name, question, and the entry of the measure as in the odds. `pairs`: `left` and `right` (places
    in `entries`, from 0), the exact chances `win`, `tie` and `lose` of the left one, and `margin`, its lead on average;
    `better`, the side that reaches every number at least as often (first-order stochastic dominance): "left", "right",
    "both" where they are distributed alike, "neither"; and `overlap`, what the two have in common, from 0 to 1 (it is 1
    less the total variation distance). The last two are null where neither roll has an end.

    Raises BadInput for less than two entries or more than 20.
    """
    if len(entries) < 2:
        few = BadInput("compare", len(entries), "two or more notations, or files of saved questions")
        raise few.reworded("Compare needs two rolls or more.", "Give another beside it.")
    if len(entries) > MOST_COMPARED:
        raise BadInput("compare", len(entries), f"at most {MOST_COMPARED} rolls")
    unresolved = max(entry.distribution.unresolved for entry in entries)
    return {
        "schema": "oddsmith/compare/1",
        "exact": unresolved == 0,
        "unresolved": exact(unresolved),
        "entries": [_entry(each) for each in entries],
        "pairs": [_pair(entries, left, right) for left, right in combinations(range(len(entries)), 2)],
    }


def _entry(each: Comparand) -> dict[str, Any]:
    events = {title: probability(chance) for title, chance in each.events.items()}
    entry = {"name": each.name, **each.question, **summary(each.distribution)}
    return entry | {"events": events} if events else entry


def _pair(entries: Sequence[Comparand], left: int, right: int) -> dict[str, Any]:
    ours, theirs = entries[left].distribution, entries[right].distribution
    return {
        "left": left,
        "right": right,
        "win": probability(ours.beats(theirs)),
        "tie": probability(ours.ties(theirs)),
        "lose": probability(theirs.beats(ours)),
        "margin": number(ours.mean - theirs.mean),
        **shapes(ours, theirs),
    }


def shapes(ours: Distribution[Any], theirs: Distribution[Any]) -> dict[str, Any]:
    """Return which of two is `better`, and their `overlap`, as in a pair of `compare_document`."""
    if ours.unresolved or theirs.unresolved:
        return {"better": None, "overlap": None}
    if isinstance(ours, Finite) and isinstance(theirs, Finite):
        return _finite_shapes(ours, theirs)
    if isinstance(ours, Finite) and not theirs.is_finite:
        leads, common = _against_endless(ours, theirs)
    elif isinstance(theirs, Finite) and not ours.is_finite:
        leads, common = _against_endless(theirs, ours)
        leads = [-lead for lead in leads]
    else:
        return {"better": None, "overlap": None}
    return {"better": _better(min(leads) < 0, max(leads) > 0), "overlap": probability(common)}


def _finite_shapes(ours: Finite[Any], theirs: Finite[Any]) -> dict[str, Any]:
    common = lower = higher = ahead = 0
    for value in sorted({*ours.weights, *theirs.weights}):
        left, right = ours.weights.get(value, 0) * theirs.total, theirs.weights.get(value, 0) * ours.total
        common += min(left, right)
        ahead += left - right  # what the left one has more of, at this value or below
        lower, higher = min(lower, ahead), max(higher, ahead)
    overlap = probability(Fraction(common, ours.total * theirs.total))
    return {"better": _better(lower < 0, higher > 0), "overlap": overlap}


def _against_endless(ours: Finite[Any], endless: Distribution[int]) -> tuple[list[Fraction], Fraction]:
    """Compare listed numbers with integers without end: by how much more of ours is at most some number, and overlap.

    Ours only grow at their own values, and the others between these. So the lead is greatest at a value of ours and
    least right before the next; below all of ours and past them, only the others have anything.
    """
    values = ours.outcomes
    at_most = Fraction(0)
    leads = [-endless.at_most(ceil(values[0]) - 1)]
    for value, following in zip(values, [*values[1:], None], strict=True):
        at_most += ours.pmf(value)
        leads.append(at_most - endless.at_most(floor(value)))
        if following is not None:
            leads.append(at_most - endless.at_most(ceil(following) - 1))
    common = sum((min(ours.pmf(value), endless.pmf(value)) for value in values), Fraction(0))
    return leads, common


def _better(behind: bool, ahead: bool) -> str:
    """behind, ahead: whether the left one has less, or more, than the right one at some number or below."""
    if ahead:
        return "neither" if behind else "right"
    return "left" if behind else "both"


def _of_notation(text: str) -> list[Comparand]:
    notation = read(text)
    expression = notation.expression
    if isinstance(expression, Versus):
        return [
            _of_expression(_written_at(text, span), part)
            for part, span in zip(expression.parts, notation.span.parts, strict=True)
        ]
    return [_of_expression(text, expression)]


def _of_expression(name: str, expression: Expression[Any]) -> Comparand:
    if not expression.numeric:
        error, words = BadInput("compare", name, "rolls that come to a number"), compared_words(expression)
        raise error if words is None else error.reworded(*words)
    described = {"system": "notation", "action": str(expression), "inputs": {"notation": name}, "options": {}}
    law = expression.distribution()
    happens = isinstance(law, Finite) and all(isinstance(outcome, bool) for outcome in law.outcomes)
    return Comparand(name, described | {"measure": "total"}, law, happens)


def _written_at(text: str, span: Span) -> str:
    return text[span.start : span.end]


_SAVED: Final = "questions: objects with system, action and inputs, or notations"


def _of_saved(name: str, saved: object, measure: str | None, limit: int, *, happens: bool) -> list[Comparand]:
    if isinstance(saved, str):
        return _of_notation(saved)
    if not isinstance(saved, dict) or not all(
        isinstance(saved.get(each) or {}, dict) for each in ("inputs", "options")
    ):
        raise BadInput("file", name, _SAVED)
    inputs = saved.get("inputs") or {}
    notation = saved.get("notation") or (inputs.get("notation") if saved.get("system") == "notation" else None)
    if notation is not None:
        return _of_notation(str(notation))
    if not isinstance(saved.get("system"), str) or not isinstance(saved.get("action"), str):
        raise BadInput("file", name, _SAVED)
    return [_of_question(name, saved, measure, limit, happens=happens, with_events=True)]


def _question_in(text: str) -> dict[str, Any] | None:
    """Read `dot check dots=4` or `new.py check dice=5` as a saved question; None for any other text."""
    game, *words = text.split() or [""]
    is_file = game.lower().endswith(".py") or (game in gallery() and game not in system_names())
    if not words or not (is_file or game in system_names()):
        return None
    found = load_rulebook(game) if is_file else system(game)
    action = found.action(words[0])
    given: dict[str, dict[str, str]] = {"inputs": {}, "options": {}}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadInput("compare", word, "NAME=VALUE, of an input or a house rule")
        option = field_called(found.house_rules, name) and not field_called(action.inputs, name)
        given["options" if option else "inputs"][name] = value
    return {"system": found.name, "action": action.name, **given}


def _of_question(
    name: str,
    saved: Mapping[str, Any],
    measure: str | None,
    limit: int,
    *,
    happens: bool = False,
    with_events: bool = False,
) -> Comparand:
    inputs, options = (_given(saved.get(each) or {}) for each in ("inputs", "options"))
    read_back = question(str(saved.get("system")), str(saved.get("action")), inputs, options)
    events = {event.name: event.title for event in read_back.events}
    compared = _compared(read_back.action.measures, list(events), measure, happens=happens)
    head = read_back.head("odds")
    described = {key: head[key] for key in ("system", "action", "inputs", "options")} | {"measure": compared}
    law = measure_odds(read_back, compared, limit=limit)
    found = Comparand(name, described, law.map(bool) if compared in events else law, compared in events)
    if not with_events:
        return found
    chances = odds_document(read_back, limit=limit)["events"]
    return replace(found, events={events[event]: Fraction(chance["p"]) for event, chance in chances.items()})


def _compared(measures: Sequence[Measure[Any]], events: Sequence[str], asked: str | None, *, happens: bool) -> str:
    """Return the name of what is compared of an action: what is asked, else as `comparands` says."""
    names = [*[one.name for one in measures], *events]
    if asked is not None:
        found = next((name for name in names if written(name) == written(asked)), None)
        if found is None:
            raise BadInput("measure", asked, ", ".join(names))
        return found
    told = [one.name for one in measures if not one.spends]
    first = [*events, *told] if happens else [*told, *events]
    return [*first, *names][0]


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return saved inputs without those that were left out."""
    return {name: value for name, value in values.items() if value is not None}

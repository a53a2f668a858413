"""One run of an action with its trail, as a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from oddsmith.answers.choices import ScriptedAnswers
from oddsmith.answers.documents.odds import spends_nothing
from oddsmith.answers.format.json_calls import arguments
from oddsmith.answers.format.json_values import fields, first_line, number, plain, probability
from oddsmith.answers.question import Question
from oddsmith.answers.rulings import Ruled, is_ruling, ruling
from oddsmith.dice import Die, Expression, Pool, Rolled, ScriptedSource, Source
from oddsmith.dice.readings.counts import Count
from oddsmith.rules import DiceRolled, Entry, OptionTaken, Policy, RuleEntered, Run, first_option, play

#: The kinds of entries whose data every program knows.
_KINDS: Final = frozenset({"rule", "roll", "choice", "note"})


def roll_document(question: Question, source: Source | None = None, decide: Policy | None = None) -> dict[str, Any]:
    """Roll once; return everything that happened, in order, and the outcome.

    source: the source of faces (by default the operating system's randomness). decide: answers the decisions, such as
    `ScriptedAnswers` or the policy of `best`; without it the first option is taken, and `policy` says so where that
    happened. What the game master has to rule stays open unless it is answered in so many words (`ScriptedAnswers`):
    `ruling` has, as the odds do, what comes of either.

    Raises MissingAnswer when given faces or answers run out, BadInput for one that does not fit.
    """
    run = play(question.call(), source, decide or first_option)
    document = run_document(question, run)
    taken = [entry for entry in run.trail if isinstance(entry, OptionTaken)]
    ruled = [entry for entry in taken if is_ruling(question.action, entry.options)]
    if ruled and not isinstance(decide, ScriptedAnswers) and (found := _ruling(question, document, decide)):
        document["ruling"] = found
    if decide is None and len(taken) > len(ruled):
        document["policy"] = spends_nothing(question.action)
    return document


def _ruling(question: Question, rolled: Mapping[str, Any], decide: Policy | None) -> dict[str, Any] | None:
    """Return what hinges on a ruling of the game master, with the dice as they lie."""
    faces = [face["face"] for entry in rolled["trail"] if entry["kind"] == "roll" for face in entry["faces"]]
    came = {
        option: outcome_document(
            question, play(question.call(), ScriptedSource(faces), Ruled(option, decide or first_option))
        )
        for option in question.action.ruling
    }
    found = ruling(question, {option: _as_odds(one) for option, one in came.items()})
    if found is None:
        return None
    options = [
        {"option": option, "if": question.action.ruling[option], "events": one["events"], "measures": one["measures"]}
        for option, one in came.items()
    ]
    return found | {"options": options}


def _as_odds(came: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {
        "events": {name: probability(Fraction(held)) for name, held in came["events"].items()},
        "measures": {name: {"mean": number(value)} for name, value in came["measures"].items()},
    }


def run_document(question: Question, run: Run[Any]) -> dict[str, Any]:
    """Return the document of a finished run. `phrases` explain options whose name alone says too little, if any."""
    document = question.head("roll") | outcome_document(question, run)
    phrases = question.action.phrases(
        str(option) for entry in document["trail"] if entry["kind"] == "choice" for option in entry["options"]
    )
    return document | ({"phrases": phrases} if phrases else {})


def outcome_document(question: Question, run: Run[Any]) -> dict[str, Any]:
    """Return the part of a document that describes a run. `verdict` names the events that hold and that no other
    event implies.
    """
    outcome = run.outcome
    events = {event.name: bool(question.read(event.holds, outcome)) for event in question.events}
    verdict = [
        event.name
        for event in question.events
        if events[event.name] and not any(events.get(name) for name in event.implied_by)
    ]
    return {
        "outcome": fields(outcome) or {"value": plain(outcome)},
        "events": events,
        "verdict": verdict,
        "measures": {measure.name: plain(question.read(measure.of, outcome)) for measure in question.action.measures},
        "trail": [entry_document(entry) for entry in run.trail],
    }


def entry_document(entry: Entry) -> dict[str, Any]:
    """Return an entry of a trail as data.

    A rule's has, beside its name and arguments, the first line of its text as `says`. A roll of dice that have a name
    has this `name`; where several kinds lie together, `dice` counts the faces of each. An entry of a kind of its own
    has a `text`, for programs that do not know the kind.
    """
    if isinstance(entry, RuleEntered):
        rule = entry.call.rule
        head = {"kind": "rule", "rule": rule.name, "says": first_line(rule.__doc__)}
        return head | {"arguments": arguments(entry.call), "depth": entry.depth}
    document = entry.to_json()
    if document.get("kind") not in _KINDS:
        document = {"kind": type(entry).__name__, "text": entry.in_words(), "depth": entry.depth} | document
    groups = list(_groups(entry.rolled)) if isinstance(entry, DiceRolled) else []
    if not groups or not all(name for name, _ in groups):
        return document
    document["name"] = " and ".join(name for name, _ in groups)
    if len(groups) > 1:
        document["dice"] = [{"name": name, "faces": faces} for name, faces in groups]
    return document


def _groups(rolled: Rolled[Any]) -> Iterator[tuple[str, int]]:
    """Yield the names of the dice of a roll, each with its number of faces."""
    if rolled.dice:
        yield _dice_name(rolled.expression), len(rolled.dice)
    for part in rolled.parts:
        yield from _groups(part)


def _dice_name(expression: Expression[Any]) -> str:
    """Return the name of a die, or of several of one kind, "" where they have none but the notation.

    >>> from oddsmith.dice import coin, d6
    >>> _dice_name(coin), _dice_name(coin.pool(2).count("H")), _dice_name(d6)
    ('coin', '2 coins', '')
    """
    if isinstance(expression, Die):
        return expression.name or ""
    pool = expression.pool if isinstance(expression, Count) else expression
    if not isinstance(pool, Pool) or len(pool.dice) != 1 or pool.selection or pool.unique:
        return ""
    ((die, count),) = pool.dice
    if not die.name or count == 1:
        return die.name or ""
    return f"{count} {die.name[:-3]}dice" if die.name.endswith(" die") else f"{count} {die.name}s"

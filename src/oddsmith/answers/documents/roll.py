"""One run of an action with its trail, as a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oddsmith.answers.documents.odds import SPENDS_NOTHING
from oddsmith.answers.format.plain import arguments, fields, first_line, plain
from oddsmith.answers.question import Question
from oddsmith.dice import Die, Expression, Pool, Rolled, Source
from oddsmith.dice.readings.readings import Count
from oddsmith.rules import DiceRolled, Entry, OptionTaken, Policy, RuleEntered, Run, first_option, play


def roll_document(question: Question, source: Source | None = None, decide: Policy | None = None) -> dict[str, Any]:
    """What happened at the table, in order, and what came of it.

    source: where faces come from (the operating system's randomness by default). decide: answers the decisions, such
    as `Listed` or the policy of `best`; without it the first option is taken, and `policy` says so where that happened.

    Raises MissingAnswer when given faces or answers run out, BadInput for one that does not fit.
    """
    run = play(question.call(), source, decide or first_option)
    document = told(question, run)
    if decide is None and any(isinstance(entry, OptionTaken) for entry in run.trail):
        document["policy"] = SPENDS_NOTHING
    return document


def told(question: Question, run: Run[Any]) -> dict[str, Any]:
    """The document of a finished run."""
    return question.head("roll") | came_of(question, run)


def came_of(question: Question, run: Run[Any]) -> dict[str, Any]:
    """What came of a run. `verdict` names the events that tell it, without those that others imply."""
    outcome = run.outcome
    events = {event.name: bool(event.holds(outcome)) for event in question.events}
    verdict = [
        event.name
        for event in question.events
        if events[event.name] and not any(events.get(name) for name in event.implied_by)
    ]
    return {
        "outcome": fields(outcome) or {"value": plain(outcome)},
        "events": events,
        "verdict": verdict,
        "measures": {measure.name: plain(measure.of(outcome)) for measure in question.action.measures},
        "trail": [told_entry(entry) for entry in run.trail],
    }


def told_entry(entry: Entry) -> dict[str, Any]:
    """An entry of a trail. A rule's has, beside its name and arguments, what the rule `says` in the first line of its
    text; a roll of dice that people call by a name has this `name`; where several kinds lie together, `dice` says how
    many faces are of each.
    """
    if isinstance(entry, RuleEntered):
        rule = entry.call.rule
        head = {"kind": "rule", "rule": rule.name, "says": first_line(rule.__doc__)}
        return head | {"arguments": arguments(entry.call), "depth": entry.depth}
    document = entry.to_json()
    groups = list(_groups(entry.rolled)) if isinstance(entry, DiceRolled) else []
    if not groups or not all(name for name, _ in groups):
        return document
    document["name"] = " and ".join(name for name, _ in groups)
    if len(groups) > 1:
        document["dice"] = [{"name": name, "faces": faces} for name, faces in groups]
    return document


def _groups(rolled: Rolled[Any]) -> Iterator[tuple[str, int]]:
    """What people call the dice of a roll, with how many faces each kind has shown."""
    if rolled.dice:
        yield _called(rolled.expression), len(rolled.dice)
    for part in rolled.parts:
        yield from _groups(part)


def _called(expression: Expression[Any]) -> str:
    """What people call what is rolled, "" where that is the notation: a die has a name, or several of it.

    >>> from oddsmith.dice import coin, d6
    >>> _called(coin), _called(coin.pool(2).count("H")), _called(d6)
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

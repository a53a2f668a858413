"""The explanation of an action's answer, as a document."""

from __future__ import annotations

from typing import Any

from oddsmith.answers.question import Question
from oddsmith.rules import Explanation, explain
from oddsmith.rules.explanation.explanation import advice, sections
from oddsmith.rules.exploration.explore import STATE_LIMIT
from oddsmith.rules.exploration.limits.places import Line


def explain_document(question: Question, *, limit: int = STATE_LIMIT) -> dict[str, Any]:
    """Return the explanation of an action's answer: how each rule runs, states by line, time, and what would help.

    The rules are followed for all events and measures, as often as `odds_document` does it. `stopped` says why that was
    given up past the limit, and is there only then. Times are in seconds of the processor. `text` holds the lines that
    people are shown.

    >>> from oddsmith.answers.question import question
    >>> told = explain_document(question("mod-dot", "test", {"pool": 5}))
    >>> told["states"] > 0, told["change"]
    (True, None)
    """
    told = explain(*[question.call(names) for names in question.together()], limit=limit)
    document = question.head("explain") | {"states": told.states, "ends": told.ends, "decisions": told.decisions}
    if told.stopped:
        document["stopped"] = told.stopped
    return document | _parts(told) | {"text": list(sections(told))}


def _parts(told: Explanation) -> dict[str, Any]:
    spent, most, change = told.spent, told.most, told.change
    return {
        "rules": [
            {"rule": rule.line.function, **_at(rule.line), "compiled": rule.compiled}
            | ({"kept": rule.kept, "gains": rule.gains, "forgotten": rule.forgotten} if rule.compiled else {})
            | ({} if rule.compiled else {"reason": rule.reason})
            for rule in told.rules
        ],
        "laws": [{"rule": law.function, "line": law.line, "found": law.found, "used": law.used} for law in told.laws],
        "lines": [
            {"rule": each.line.function, **_at(each.line), "states": each.states, "seconds": each.seconds}
            for each in told.lines
        ],
        "most_values": most
        and {"variable": most.variable, "values": most.values, **_at(most.line), "states": most.states},
        "change": change
        and {**_at(change.line), "advice": advice(change), "unit": change.unit}
        | {"before": change.before, "after": change.after},
        "seconds": {
            "exploring": spent.exploring,
            "solving": spent.solving,
            "compiling": spent.making,
            "checking": spent.checking,
        },
    }


def _at(line: Line) -> dict[str, Any]:
    return {"file": line.file_name, "line": line.line}

"""Documents of dice notation: its odds, and a roll; `notation_simulation` has many rolls.

They have the shape of those of systems. `system` is "notation", `action` the canonical notation, and the measure is
`total`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

from oddsmith.answers.format.distribution_summary import (
    count_rows,
    is_long,
    refuse_long_rows,
    seconds_of_rows,
    size_of_all_rows,
    summary,
)
from oddsmith.answers.format.json_values import Shares, exact, plain, probability
from oddsmith.dice import Notation, Source, SystemSource
from oddsmith.dice.composed.repeated import Repeated, work_of_extreme
from oddsmith.dice.composed.versus import Versus
from oddsmith.dice.expressions.expression import Expression, Rolled
from oddsmith.dice.expressions.forecast import forecasts, of_sums
from oddsmith.dice.expressions.operations import Binary
from oddsmith.dice.model.relation import Relation
from oddsmith.dice.notation import roll
from oddsmith.dice.notation.dialects.reminders import reminders
from oddsmith.dice.readings.counts import Count
from oddsmith.dice.readings.set_tests import SetTest
from oddsmith.distribution import Distribution, Finite, Uniform
from oddsmith.distribution.limits import LIMIT, Work, allowing, countable, refuse_foreseen, work_of_outcomes

SYSTEM = "notation"

_TITLES = {
    "total": "total",
    "sum": "sum of all",
    "highest": "highest of all",
    "lowest": "lowest of all",
    "win": "the left one is ahead",
    "tie": "both are equal",
    "lose": "the right one is ahead",
}
_MOST_THRESHOLDS = 2_000
MOST_OUTCOMES = 1_000


def notation_odds(notation: Notation, *, limit: int = LIMIT) -> dict[str, Any]:
    """Return the exact odds of a notation.

    limit: the steps that it may take, each some 10 microseconds or a kilobyte.

    `total` has also `at_least` and `at_most`: rows of value, exact probability, float (where there are up to 2,000
    rows). Of two against each other, `total` is the lead of the left one, and the events are `win`, `tie` and `lose`.
    Of a comparison, and of a test of two pools, there are no measures: the events are `success` and `failure`. Of
    something repeated, `total` is one of them, beside the `sum`, `highest` and `lowest` of all. Where the value is no
    number, the events are the values, the 1,000 likeliest of them; `unlisted` says how many others there are and how
    likely all of them together.

    Raises TooLarge where the exact answer is out of reach; a simulation may still be.
    """
    with allowing(limit):
        return odds_within(notation)


def odds_within(notation: Notation) -> dict[str, Any]:
    """Return the same within the limit that is in force."""
    expression = notation.expression
    measures: dict[str, tuple[Fraction, dict[str, Any]]] = {}
    events: dict[str, Fraction] = {}
    unlisted: dict[str, Any] = {}
    unresolved = Fraction(0)
    if isinstance(expression, Repeated) and expression.expression.numeric:
        (*_, foreseen) = forecasts(expression.expression)
        if foreseen.apart:
            refuse_foreseen([of_sums([foreseen] * expression.times).work])
        elif foreseen.outcomes > 1:  # the sum is a power, for which no other is made
            sums = countable(expression.times * (foreseen.outcomes - 1) + 1)
            refuse_foreseen([work_of_outcomes(sums, int(foreseen.bits * expression.times))])
        once = expression.expression.distribution()
        together = once.repeat(expression.times)
        refuse_long_rows(once, together)
        size = size_of_all_rows(once)
        if size.places:
            bits = size.unit * expression.times
            rows = Work(seconds_of_rows(size.places, bits, rough=True))
            refuse_long_rows(once, together, others=[work_of_extreme(size.places, bits), rows] * 2)
        summed = _told(together)  # first, and let go of: it may be larger than the rest together
        del together
        measures = {
            "total": _told(once),
            "sum": summed,
            "highest": _told(expression.highest()),
            "lowest": _told(expression.lowest()),
        }
    elif is_yes_or_no(expression):
        happens = expression.distribution()
        events = {"success": happens.pmf(1), "failure": happens.pmf(0)}
    elif expression.numeric:
        total = expression.distribution()
        measures["total"] = _told(total)
        if isinstance(expression, Versus):
            win, tie = 1 - total.at_most(0), total.pmf(0)
            lose = total.at_most(0) - tie
            events = {"win": win - total.unresolved, "tie": tie, "lose": lose}
    else:
        listed = expression.distribution().truncated()
        events = _outcomes(listed)
        more = 1 - listed.unresolved - sum(events.values())
        unlisted = {"unlisted": {"outcomes": len(listed.outcomes) - len(events), **probability(more)}} if more else {}
        unresolved = listed.unresolved
    if measures:
        unresolved = max(rest for rest, _ in measures.values())
    return head("odds", notation, [*events, *measures]) | {
        "exact": unresolved == 0,
        "unresolved": exact(unresolved),
        "events": {name: probability(p) for name, p in events.items()},
        **unlisted,
        "measures": {name: told for name, (_, told) in measures.items()},
    }


def notation_roll(notation: Notation, source: Source | None = None) -> dict[str, Any]:
    """Roll once: the total, the `line` for a chat, the `tree` with sub-totals and places in the text, and a trail."""
    result = roll(notation, source or SystemSource())
    value = plain(result.value)
    numeric = notation.expression.numeric
    events: dict[str, bool] = {}
    if isinstance(notation.expression, Versus):
        events = {"win": result.value > 0, "tie": result.value == 0, "lose": result.value < 0}
    elif is_yes_or_no(notation.expression):
        events = {"success": bool(result.value), "failure": not result.value}
    return head("roll", notation, [*events, "total"]) | {
        "outcome": {"total": value},
        "events": events,
        "verdict": [name for name, happened in events.items() if happened],
        "measures": {"total": value} if numeric else {},
        "line": result.line(),
        "table": [list(row) for row in result.table()],
        "tree": result.to_json()["tree"],
        "trail": [{"kind": "roll", "depth": 0, **_flat(result.rolled)}],
    }


def head(kind: str, notation: Notation, named: list[str]) -> dict[str, Any]:
    """Return the fields that all documents of a notation begin with. named: its events and measures."""
    titles = {name: _TITLES.get(name, name) for name in named}
    if isinstance(notation.expression, Versus):
        titles["total"] = "lead of the left one"
    if isinstance(notation.expression, Repeated):
        titles["total"] = "each one"
    if isinstance(notation.expression, Count) and not notation.expression.adds:
        titles["total"] = "successes"
    return {
        "schema": f"oddsmith/{kind}/1",
        "system": SYSTEM,
        "action": str(notation.expression),
        "inputs": {"notation": notation.text},
        "options": {},
        "facts": {},
        "warnings": list(reminders(notation.expression, notation.comments)),
        "titles": titles,
    }


def is_yes_or_no(expression: Expression[Any]) -> bool:
    """Return whether the value tells that something holds: a comparison, or a test of two pools."""
    return isinstance(expression, SetTest) or (
        isinstance(expression, Binary) and isinstance(expression.operator, Relation)
    )


def _told(found: Distribution[Any]) -> tuple[Fraction, dict[str, Any]]:
    """Return what is unresolved of a measure, and all that a document says of it."""
    refuse_long_rows(found)
    return found.unresolved, _thresholds(found) | summary(found)


def _thresholds(distribution: Distribution[Any]) -> dict[str, Any]:
    """Return the probabilities of reaching and of not exceeding each value; nothing where they are too many."""
    if isinstance(distribution, Uniform) or is_long(distribution) or _has_many_rows(distribution):
        return {}
    listed = distribution.truncated()
    outcomes = listed.outcomes
    if len(outcomes) > _MOST_THRESHOLDS:
        return {}
    count_rows(listed, 2)
    if not isinstance(distribution, Finite):
        reached = [(value, distribution.at_least(value), distribution.at_most(value)) for value in outcomes]
        return {
            "at_least": [[plain(value), exact(p), float(p)] for value, p, _ in reached],
            "at_most": [[plain(value), exact(p), float(p)] for value, _, p in reached],
        }
    shares = Shares(distribution.total)
    up_to = list(accumulate((distribution.weights[value] for value in outcomes), initial=0))
    return {
        "at_least": [
            [plain(value), *shares.exact_and_float(up_to[-1] - below)]
            for value, below in zip(outcomes, up_to, strict=False)
        ],
        "at_most": [
            [plain(value), *shares.exact_and_float(upto)] for value, upto in zip(outcomes, up_to[1:], strict=True)
        ],
    }


def _has_many_rows(distribution: Distribution[Any]) -> bool:
    """Return whether an unbounded distribution has too many rows, which its mean says before they are listed."""
    if distribution.is_finite:
        return False
    ends = [end for end in (distribution.minimum, distribution.maximum) if end is not None]
    return any(abs(distribution.mean - end) > _MOST_THRESHOLDS for end in ends)


def _outcomes(listed: Finite[Any]) -> dict[str, Fraction]:
    """Return values that are no numbers as events; the likeliest where they are many."""
    likely = sorted(listed.outcomes, key=listed.weights.__getitem__, reverse=True)
    return {outcome_text(value): listed.pmf(value) for value in likely[:MOST_OUTCOMES]}


def outcome_text(value: object) -> str:
    """Return a value that is no number as the name of an event."""
    if isinstance(value, tuple):
        return ", ".join(outcome_text(item) for item in value) or "nothing"
    return str(plain(value))


def _flat(rolled: Rolled[Any]) -> dict[str, Any]:
    """Return a roll as an entry of a trail: all its faces together."""
    return {
        "expression": str(rolled.expression),
        "value": plain(rolled.value),
        "faces": [face.to_json() for face in rolled.faces],
    }

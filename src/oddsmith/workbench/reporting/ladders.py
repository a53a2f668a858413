"""The inputs along which a report draws an action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from oddsmith.answers.expected import Odds
from oddsmith.answers.question import question
from oddsmith.answers.subjects import Subject
from oddsmith.errors import OddsmithError
from oddsmith.systems.fields.field import fields_of
from oddsmith.workbench.axes import Axis

#: States past which a question has no figure.
LIMIT: Final = 20_000


def ladders(subject: Subject) -> Iterator[Axis]:
    """Yield the whole numbers among the inputs along which the lead of the action changes, as axes.

    Those that the example has come first.
    """
    odds = Odds(subject.action, (subject.action.lead,), LIMIT)
    fields = fields_of(subject.action.inputs)
    for name, each in sorted(fields.items(), key=lambda item: item[1].typed not in subject.inputs):
        values = subject.rungs(each)
        found = []
        for value in (values[0], values[len(values) // 2], values[-1]) if values else ():
            try:
                asked = question(subject.system, subject.action, {**subject.inputs, each.typed: value}, subject.options)
                found.append(odds.of(asked)[0].value)
            except OddsmithError:
                continue  # values that do not go together, or a question that is too large
        if any(one != other for one, other in pairwise(found)):
            yield Axis(name, tuple(values), "input")

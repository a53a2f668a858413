"""Refusals of keywords and marks of an action, where they name what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from oddsmith.systems.authoring.hints import refused
from oddsmith.systems.authoring.outcome import Declared
from oddsmith.systems.authoring.parameter import words_of
from oddsmith.systems.authoring.played import Played
from oddsmith.systems.declaration import Event
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.models import HouseRules

Under = Mapping[str, tuple[str, ...]]


def check_said(
    played: Played, usual: Iterable[Declared], there: list[str], rules: type[HouseRules], under: Iterable[Under]
) -> None:
    """Raise RuleError where an action, or a mark of an input or of its outcome, names what is not there.

    there: the names of all that can be asked of its outcome. usual: what of it there is without house rules. under: the
    house rules under which functions of its outcome are there.
    """
    function, said, allowed = played.function, played.said, f"Allowed: {', '.join(there)}."
    twice = next((name for name in there if there.count(name) > 1), None)
    if twice is not None:
        raise refused(function, f"{twice!r} is said twice of its outcome.", "Give one of the two another name.")
    events = [each for each in usual if isinstance(each, Event)]
    every = {"asks": said.get("asks", ()), "apart": [name for names in said.get("apart", ()) for name in sorted(names)]}
    every |= {f"{each.name}: implied_by": each.implied_by for each in events}
    for keyword, names in every.items():
        for name in names:
            if name not in there:
                raise refused(function, f"{keyword}={name!r} is nothing of its outcome.", allowed)
    asked, lead = [each.name for each in usual], said.get("leading", "")
    if lead and lead not in asked:
        raise refused(function, f"leading={lead!r} is nothing of its outcome.", f"Allowed: {', '.join(asked)}.")
    inputs = ", ".join(fields_of(played.inputs)) or "nothing, since it has no inputs"
    for event in events:
        if event.needs and event.needs not in fields_of(played.inputs):
            raise refused(
                function, f"event {event.name!r} needs {event.needs!r}, which is no input.", f"Allowed: {inputs}."
            )
    marks = [one.marked.entered for each in played.parameters for one in each.group or (each,)]
    for each in marks:
        for name in each.given:
            if name not in fields_of(played.inputs):
                raise refused(function, f"given: {name!r} is no input.", f"Allowed: {inputs}.")
    for conditions in [*under, *[cost.under for cost in said.get("costs", ())], *[each.under for each in marks]]:
        _check_under(played, conditions, rules)


def _check_under(played: Played, under: Under, rules: type[HouseRules]) -> None:
    for name, values in under.items():
        if name not in rules.model_fields:
            there = ", ".join(rules.model_fields) or "nothing, since there are none"
            raise refused(played.function, f"under: {name!r} is no house rule.", f"Allowed: {there}.")
        kind = rules.model_fields[name].annotation
        words = ("yes", "no") if kind is bool else words_of(kind)
        unknown = next((value for value in values if words and value not in words), None)
        if unknown is not None:
            problem = f"under: {unknown!r} is no value of the house rule {name}."
            raise refused(played.function, problem, f"Allowed: {', '.join(words)}.")

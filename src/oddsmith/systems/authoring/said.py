"""Refusals of keywords and marks of an action, where they name what is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from oddsmith.systems.authoring.functions import OfOutcome
from oddsmith.systems.authoring.hints import refused
from oddsmith.systems.authoring.outcome import Declared
from oddsmith.systems.authoring.parameter import Parameter, words_of
from oddsmith.systems.authoring.played import Played
from oddsmith.systems.declaration import Event
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.models import HouseRules

Under = Mapping[str, tuple[str, ...]]


def check_house_rules(actions: Sequence[Played], more: Iterable[OfOutcome], found: type[HouseRules]) -> None:
    """Raise RuleError where functions of a game do not take the same house rules. found: what some of them take."""
    options: dict[str, Parameter] = {}
    classes: dict[type[HouseRules], Callable[..., Any]] = {
        each.rules: each.function for each in more if each.rules is not None
    }
    for played in actions:
        for each in played.parameters:
            if each.is_rules:
                classes[each.marked.type] = played.function
            known = options.setdefault(each.name, each) if each.option else each
            if (known.marked, known.default) != (each.marked, each.default):
                raise refused(
                    played.function,
                    f"house rule {each.name!r} differs from that of another action.",
                    "A house rule holds for the whole game: give it the same type and default everywhere.",
                )
    if len(classes) + bool(options) > 1:
        *_, function = classes.values()
        remedy = "A game has one class of them, which has them all; nothing stands after `*` then."
        raise refused(function, "takes other house rules than the rest of the game.", remedy)
    for played in actions:
        for name in [one.name for each in played.parameters for one in each.group if one.is_ruled]:
            if name not in found.model_fields:
                there = f"Allowed: {', '.join(found.model_fields) or 'nothing, since there are none'}."
                raise refused(played.function, f"{name!r} is `Ruled` and no house rule.", there)


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

"""The catalogue of systems, actions, inputs and house rules, as a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel

import oddsmith
from oddsmith.answers.format.json_values import plain
from oddsmith.answers.question import house_rules
from oddsmith.systems.declaration import Action, Cost, Event, Measure, System
from oddsmith.systems.fields.field import Field, book_numbers_of, readings_of
from oddsmith.systems.fields.kinds import WholeNumber
from oddsmith.systems.fields.models import HouseRules, Inputs
from oddsmith.systems.registry import rulebook_digest
from oddsmith.systems.sheets import Place

#: A game under each reading of each house rule, by the names of both.
Rulings: TypeAlias = Mapping[str, Mapping[str, HouseRules]]
N = TypeVar("N", Measure[Any], Cost[Any, Any])


def systems_document(systems: Iterable[System]) -> dict[str, Any]:
    """Return the declarations of systems, enough to build a form from, and the `version` of Oddsmith.

    Games of rulebooks have the digest of the file as `rulebook`.
    """
    return {
        "schema": "oddsmith/systems/1",
        "version": oddsmith.__version__,
        "systems": [_system(system) for system in systems],
    }


def numbers_document(system: System) -> dict[str, Any]:
    """Return the numbers of a system's book that may be changed as house rules: each as `described`, its `gap` the rule
    that has it, its `default` the number of the book; `optional` where it may be `none`.
    """
    fields = book_numbers_of(system.house_rules).values()
    numbers = [_field(field, inputs=False) | ({"optional": True} if field.optional else {}) for field in fields]
    return {"schema": "oddsmith/numbers/1", "system": system.name, "numbers": numbers}


def _system(system: System) -> dict[str, Any]:
    digest = rulebook_digest(system.name)
    rules = readings_of(system.house_rules)
    rulings = {
        name: {reading: house_rules(system, {name: reading}) for reading in rule.readings or ()}
        for name, rule in rules.items()
    }
    cited = {rule for action in system.actions for event in action.events for rule in event.rule.split(", ")}
    return ({} if digest is None else {"rulebook": digest}) | {
        "name": system.name,
        "title": system.title,
        "summary": system.summary,
        "actions": [_action(action, rulings) for action in system.actions],
        "options": described(system.house_rules),
        "sources": [plain(source) for source in system.sources],
        "says": {rule: text for rule, text in system.citations.items() if rule in cited},
        **({"retelling": dict(system.retelling)} if system.retelling else {}),
    }


def _event(event: Event[Any]) -> dict[str, Any]:
    document: dict[str, Any] = {"name": event.name, "title": event.title, "rule": event.rule}
    if event.happens:
        document["happens"] = event.happens
    return document | {"implied_by": list(event.implied_by)} if event.implied_by else document


def _action(action: Action[Any, Any, Any], rulings: Rulings) -> dict[str, Any]:
    return {
        "name": action.name,
        "title": action.title,
        "summary": action.summary,
        "example": action.example,
        "decides": action.decides,
        "leading": action.lead,
        "chance": action.chance,
        **({"ruling": list(action.ruling)} if action.ruling else {}),
        **({"aim": action.aiming} if action.aiming in action.names else {}),
        "inputs": described(action.inputs),
        "events": [_event(event) for event in action.events],
        "otherwise": action.events[0].failed if action.events else "",
        "measures": [
            {
                "name": m.name,
                "title": m.title,
                "one": m.one or m.title,
                "spends": m.spends,
                "changes": [plain(c) for c in m.changed],
                **under,
            }
            for m, under in _under(action, rulings, attrgetter("measures"))
        ],
        "costs": [
            {"name": cost.name, "title": cost.title, "changes": [plain(c) for c in cost.changes], **under}
            for cost, under in _under(action, rulings, attrgetter("costs"))
        ],
    }


def _under(
    action: Action[Any, Any, Any], rulings: Rulings, part: Callable[[Action[Any, Any, Any]], tuple[N, ...]]
) -> Iterator[tuple[N, dict[str, Any]]]:
    """Yield all measures, or all costs, that an action has under some house rule, with the `under` of those that it has
    not under each.
    """
    declared = {each.name: each for each in part(action)}
    under: defaultdict[str, dict[str, list[str]]] = defaultdict(dict)
    for rule, readings in rulings.items():
        there: defaultdict[str, list[str]] = defaultdict(list)
        for reading, rules in readings.items():
            for each in part(action.under(rules)):
                declared.setdefault(each.name, each)
                there[each.name].append(reading)
        under |= {name: under[name] | {rule: some} for name, some in there.items() if len(some) < len(readings)}
    for name, each in declared.items():
        yield each, {"under": under[name]} if name in under else {}


def described(model: type[BaseModel]) -> list[dict[str, Any]]:
    """Describe the fields of inputs or house rules: name, meaning, and the default unless it must be given. `kind` says
    how it is entered, and what is allowed: `integer` (with `low` and `high`, where there are any), `number`, `yes-no`,
    `choice` (with `choices`), `list` (of texts, between commas), `text`, or `lines` (a text of several).

    Numbers of the book are in `numbers_document`. Values of an `integer` that people call by name are in `names`. House
    rules have also the `gap` on the rules page that they settle and the meaning of each of their `readings`. Inputs
    have a `title`; `whose` they are: `own`, of the `other` side, or of `both`; `more`, their subject, if few need them;
    and `sheet`: the sheet and the place where they stand; with `under` or `given`, only where that house rule or input
    has one of those values.
    """
    return [_field(field, inputs=issubclass(model, Inputs)) for field in readings_of(model).values()]


def _field(field: Field, *, inputs: bool) -> dict[str, Any]:
    document: dict[str, Any] = {"name": field.name, "help": field.help}
    document |= field.kind.described()
    document |= {"required": True} if field.required else {"default": plain(field.default)}
    if field.gap:
        document["gap"] = field.gap
    if field.readings is not None:
        document["readings"] = dict(field.readings)
    if isinstance(field.kind, WholeNumber) and field.kind.named:
        document["names"] = dict(field.kind.named)
    if inputs:
        document |= {"title": field.title, "whose": field.whose}
    if field.subject:
        document["more"] = field.subject
    if field.place is not None:
        document["sheet"] = _place(field.place)
    return document


def _place(place: Place) -> dict[str, Any]:
    document: dict[str, Any] = {"side": place.side, "name": place.name, "part": place.part}
    for part, values in (("under", place.under), ("given", place.given)):
        if values:
            document[part] = plain(values)
    return document

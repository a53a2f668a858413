"""The catalogue of systems, actions, inputs and house rules, as a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel

import oddsmith
from oddsmith.answers.format.json_values import plain
from oddsmith.systems.declaration import Action, Event, System
from oddsmith.systems.fields.field import Field, book_numbers_of, readings_of
from oddsmith.systems.fields.kinds import WholeNumber
from oddsmith.systems.fields.models import Inputs
from oddsmith.systems.registry import rulebook_digest
from oddsmith.systems.sheets import Place


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
    cited = {rule for action in system.actions for event in action.events for rule in event.rule.split(", ")}
    return ({} if digest is None else {"rulebook": digest}) | {
        "name": system.name,
        "title": system.title,
        "summary": system.summary,
        "actions": [_action(action) for action in system.actions],
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


def _action(action: Action[Any, Any, Any]) -> dict[str, Any]:
    return {
        "name": action.name,
        "title": action.title,
        "summary": action.summary,
        "example": action.example,
        "decides": action.decides,
        "leading": action.lead,
        "chance": action.chance,
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
            }
            for m in action.measures
        ],
        "costs": [
            {"name": cost.name, "title": cost.title, "changes": [plain(c) for c in cost.changes]}
            for cost in action.costs
        ],
    }


def described(model: type[BaseModel]) -> list[dict[str, Any]]:
    """Describe the fields of inputs or house rules: name, meaning, and the default unless it must be given. `kind` says
    how it is entered, and what is allowed: `integer` (with `low` and `high`, where there are any), `number`, `yes-no`,
    `choice` (with `choices`), `list` (of texts, between commas) or `text`.

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

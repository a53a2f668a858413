"""What there is: systems, actions, inputs and house rules, as a document."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

import oddsmith
from oddsmith.answers.format.json_values import plain
from oddsmith.systems.declaration import Action, Event, Inputs, System, allowed, public
from oddsmith.systems.forms import asked_of
from oddsmith.systems.sheets import Place, place_of


def systems_document(systems: Iterable[System]) -> dict[str, Any]:
    """The declarations of systems, enough to build a form from, and the `version` that answers about them."""
    return {
        "schema": "oddsmith/systems/1",
        "version": oddsmith.__version__,
        "systems": [_system(system) for system in systems],
    }


def _system(system: System) -> dict[str, Any]:
    return {
        "name": system.name,
        "title": system.title,
        "summary": system.summary,
        "actions": [_action(action) for action in system.actions],
        "options": described(system.house_rules),
        "sources": [plain(source) for source in system.sources],
        "says": dict(system.says),
    }


def _event(event: Event[Any]) -> dict[str, Any]:
    document: dict[str, Any] = {"name": event.name, "title": event.title, "rule": event.rule}
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
    """The fields of inputs or house rules: name, what it means, what is allowed, and the default unless it must be
    given. `kind` says how it is entered: `integer` (with `low` and `high`, where there are any), `number`, `yes-no`,
    `choice` (with `choices`), `list` (of texts, between commas) or `text`.

    Values of an `integer` that people call by name are in `names`. House rules have also the `gap` on the rules page
    that they settle and what each of their `readings` means. Inputs have `title`, what people call them; `whose` they
    are: `own`, of the `other` side, or of `both`; `more`, what they are about, if few need them; and `sheet`: on whose
    sheet they stand, and where; with `under` or `given`, only where that house rule or input has one of those values.
    """
    fields = [_field(public(name), info) for name, info in model.model_fields.items()]
    if issubclass(model, Inputs):
        asked = asked_of(model)
        for document, (name, info) in zip(fields, model.model_fields.items(), strict=True):
            document |= {"title": asked[name].title, "whose": asked[name].whose}
            if asked[name].more:
                document["more"] = asked[name].more
            if (place := place_of(name, info)) is not None:
                document["sheet"] = _place(place)
    return fields


def _place(place: Place) -> dict[str, Any]:
    document: dict[str, Any] = {"side": place.side, "name": place.name, "part": place.part}
    for part, values in (("under", place.under), ("given", place.given)):
        if values:
            document[part] = plain(values)
    return document


def _field(name: str, info: FieldInfo) -> dict[str, Any]:
    document: dict[str, Any] = {"name": name, "help": info.description or "", "allowed": allowed(info)} | _kind(info)
    if info.is_required():
        document["required"] = True
    else:
        document["default"] = plain(info.get_default(call_default_factory=True))
    if isinstance(info.json_schema_extra, dict):
        document |= {
            part: info.json_schema_extra[part]
            for part in ("gap", "readings", "names")
            if part in info.json_schema_extra
        }
    return document


def _kind(info: FieldInfo) -> dict[str, Any]:
    """How a field is entered: `kind` and what belongs to it."""
    arguments = [argument for argument in getattr(info.annotation, "__args__", ()) if argument is not type(None)]
    if arguments and all(isinstance(argument, str) for argument in arguments):
        return {"kind": "choice", "choices": arguments}
    if getattr(info.annotation, "__origin__", None) in (tuple, list):
        return {"kind": "list"}
    kind = arguments[0] if len(arguments) == 1 else info.annotation
    if kind is int:
        bounds = {"low": "ge", "high": "le"}
        found = {name: getattr(c, of) for name, of in bounds.items() for c in info.metadata if hasattr(c, of)}
        return {"kind": "integer"} | found
    return {"kind": "yes-no" if kind is bool else "number" if kind is Fraction else "text"}

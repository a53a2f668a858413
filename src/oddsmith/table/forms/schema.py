"""The form of a log as a JSON schema, for programs in other languages and for the page that checks logs."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, TypeAdapter, create_model

from oddsmith.table.forms.log import SCHEMA, Head, event_type


def json_schema() -> dict[str, Any]:
    """Return the form of a log as JSON Schema (draft 2020-12).

    Every object is closed. `discriminator` names the field that tells which of several forms it is; `format` is `name`
    for names without letters that nobody sees.
    """
    events: Any = (Annotated[list[event_type()], Field(min_length=1)], ...)  # type: ignore[misc]
    made: dict[str, Any] = _plain(TypeAdapter(create_model("Log", __base__=Head, events=events)).json_schema())
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{SCHEMA.replace('/', ':')}",
        "title": f"A log of a table ({SCHEMA})",
    }
    return head | made


def _plain(schema: Any) -> Any:
    """Leave out what says nothing about the form: names of models, defaults of fields that may be absent."""
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: part for name, part in schema.items() if name not in ("title", "default", "description")}
    for name in ("properties", "patternProperties", "$defs"):
        if name in kept:
            kept[name] = {field: _plain(part) for field, part in kept[name].items()}
    if "patternProperties" in kept:
        kept.setdefault("additionalProperties", False)
    if "discriminator" in kept:
        kept["discriminator"] = {"propertyName": kept["discriminator"]["propertyName"]}
    done = ("properties", "patternProperties", "$defs", "discriminator")
    return {name: part if name in done else _plain(part) for name, part in kept.items()}

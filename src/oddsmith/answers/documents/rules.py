"""What rules say, by their ids, as a document."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from oddsmith.errors import BadInput
from oddsmith.systems.declaration import System
from oddsmith.systems.fields.field import readings_of


def rules_document(systems: Iterable[System], wanted: str | None = None) -> dict[str, Any]:
    """Return the rules of systems in our own words, with their ids.

    Each of `rules` has its `system`, `id` and `text`, "" where only house rules speak of it, and those `house_rules`,
    each with its `name`, the `question` that it settles and its `readings`. wanted: the id of the only one to tell.

    Raises BadInput for an id of which nothing is told.
    """
    systems = list(systems)
    rules = [rule for system in systems for rule in _rules(system)]
    if wanted is not None:
        ids = [rule["id"] for rule in rules]
        rules = [rule for rule in rules if rule["id"].lower() == wanted.strip().lower()]
        if not rules:
            raise BadInput("rules", wanted, f"an id that has a text: {', '.join(ids) or 'there is none'}")
    return {"schema": "oddsmith/rules/1", "rules": rules}


def _rules(system: System) -> list[dict[str, Any]]:
    told: dict[str, dict[str, Any]] = {
        rule: {"system": system.name, "id": rule, "text": text, "house_rules": []}
        for rule, text in system.citations.items()
    }
    for field in readings_of(system.house_rules).values():
        for gap in re.findall(r"[A-Z]\d+\.\d+", field.gap):
            rule = told.setdefault(gap, {"system": system.name, "id": gap, "text": "", "house_rules": []})
            settled = {"name": field.name, "question": field.help, "readings": dict(field.readings or {})}
            rule["house_rules"].append(settled)
    return sorted(told.values(), key=lambda rule: _place(rule["id"]))


def _place(rule: str) -> tuple[int, int]:
    """Sort what is stated before what the rules leave open, and notes from elsewhere last."""
    found = re.fullmatch(r"([RG])\d+\.(\d+)", rule)
    return (2, 0) if found is None else ("RG".index(found[1]), int(found[2]))

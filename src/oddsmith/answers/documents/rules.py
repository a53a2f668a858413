"""What rules say, by their ids, as a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

from oddsmith.errors import Unknown
from oddsmith.systems.declaration import System
from oddsmith.systems.fields.field import readings_of
from oddsmith.systems.registry import systems as all_systems

#: How many ids beside an unknown one are named.
_NEAR: Final = 3


def rules_document(systems: Iterable[System], wanted: str | None = None) -> dict[str, Any]:
    """Return the rules of systems in our own words, with their ids.

    Each of `rules` has its `system`, `id` and `text`, "" where only house rules speak of it, and those `house_rules`,
    each with its `name`, the `question` that it settles and its `readings`. wanted: the ids of the only ones to tell,
    as a line of a trail has them (`R2.7, R2.8`, `R3.8 to R3.10`).

    Raises Unknown for an id of which nothing is told.
    """
    systems = list(systems)
    rules = [rule for system in systems for rule in _rules(system)]
    if wanted is not None:
        rules = [rule for one in wanted.split(",") for rule in _named(one.strip(), rules, systems)]
    return {"schema": "oddsmith/rules/1", "rules": rules}


def _named(wanted: str, rules: Sequence[dict[str, Any]], systems: Sequence[System]) -> list[dict[str, Any]]:
    """Return the rules of an id, or those from one to another."""
    ids = [rule["id"].lower() for rule in rules]
    ends = [one.strip().lower() for one in wanted.split(" to ", 1)]
    for one in ends:
        if one not in ids:
            raise _unknown(one, [rule["id"] for rule in rules], systems)
    if len(ends) == 1:
        return [rule for rule in rules if rule["id"].lower() == ends[0]]
    first, last = sorted(map(ids.index, ends))
    return list(rules[first : last + 1])


def _unknown(wanted: str, ids: Sequence[str], systems: Sequence[System]) -> Unknown:
    """Say which ids are near one of which nothing is told, or which other game has it."""
    name = wanted[:1].upper() + wanted[1:]
    theirs = [each.name for each in all_systems() if each not in systems and name in each.citations]
    first = f"It is a rule of {' and '.join(theirs)}." if theirs else ""
    kind, _, number = name.partition(".")
    alike = [id for id in ids if id.startswith(f"{kind}.")]
    if number.isdecimal() and alike and not theirs:
        near = sorted(alike, key=lambda id: abs(int(id.removeprefix(f"{kind}.")) - int(number)))[:_NEAR]
        first = f"Near it: {', '.join(sorted(near, key=ids.index))}."
    return Unknown("rule", name, _runs(ids), field="rules", first=first)


def _runs(ids: Sequence[str]) -> list[str]:
    """List ids in order, those that follow one another by the first and the last.

    >>> _runs(["R2.1", "R2.2", "R2.3", "G2.1", "Aug 2010"])
    ['R2.1 to R2.3', 'G2.1', 'Aug 2010']
    """
    runs = [list(run) for _, run in groupby(ids, lambda id: id.partition(".")[0])]
    return [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]


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

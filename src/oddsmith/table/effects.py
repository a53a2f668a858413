"""What a roll spends, and what it does to sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsmith.answers import Question
from oddsmith.errors import BadInput
from oddsmith.systems.declare import Measure
from oddsmith.table.desk import Desk
from oddsmith.table.errors import Conflict, NotAllowed
from oddsmith.table.requests import RollGiven, stored
from oddsmith.table.state import State

_OTHER_SIDE = ("opposing_", "against_")


def plan(desk: Desk, question: Question, request: RollGiven) -> list[dict[str, Any]]:
    """Which measures change which resources, and how many times over.

    What the request says; otherwise what the action spends, off the resources of the same name. Raises BadInput for a
    measure or resource that is not there, NotAllowed for the sheet of somebody who has no part in the roll.
    """
    if request.effects is None:
        spent = (_spent(desk.state, request, measure) for measure in question.action.measures)
        return [change for change in spent if change is not None]
    names = {measure.name for measure in question.action.measures}
    host = desk.member().role == "host"
    for place, effect in enumerate(request.effects):
        if effect.measure not in names:
            raise BadInput(f"effects.{place}.measure", effect.measure, ", ".join(sorted(names)) or "nothing")
        if not host and effect.character not in (request.character, request.opposing):
            raise NotAllowed("A roll changes only the sheets of those who take part in it.")
        resources = desk.character(effect.character).resources
        if effect.resource not in resources:
            raise BadInput(f"effects.{place}.resource", effect.resource, ", ".join(resources) or "nothing: it has none")
    return [stored(effect) for effect in request.effects]


def holds(
    desk: Desk, question: Question, request: RollGiven, effects: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """What the roll may spend at most and is kept from others meanwhile: the inputs named like a resource it spends.

    Raises Conflict when a sheet does not have so much left.
    """
    spends = {measure.name for measure in question.action.measures if measure.spends}
    held: dict[tuple[str, str], int] = {}
    for effect in effects:
        name, resource = effect["character"], effect["resource"]
        if effect["measure"] not in spends or effect["times"] != -1:
            continue
        limit = _purse(question, effect["measure"])
        if limit is None:
            continue
        held[name, resource] = held.get((name, resource), 0) + limit
    for (name, resource), amount in held.items():
        character = desk.character(name)
        left = character.resources[resource].value - desk.state.held(name, resource)
        if amount > left:
            raise Conflict(
                f"{character.name} has {left} {resource} left, and this may spend {amount}.",
                remedy="Give less to this roll, or change the sheet.",
            )
    return [{"character": name, "resource": resource, "amount": amount} for (name, resource), amount in held.items()]


def done(state: State, effects: Sequence[Mapping[str, Any]], measures: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The changes of sheets that an outcome makes. A resource stays between 0 and its maximum."""
    changes: list[dict[str, Any]] = []
    values: dict[tuple[str, str], int] = {}
    for effect in effects:
        name, resource = effect["character"], effect["resource"]
        sheet = state.characters.get(name)
        found = sheet.resources.get(resource) if sheet is not None else None
        amount = measures.get(effect["measure"])
        if found is None or not isinstance(amount, int):
            continue
        before = values.setdefault((name, resource), found.value)
        after = before + effect["times"] * amount
        if found.maximum is not None:
            after = min(after, max(found.maximum, before))
        after = max(after, min(0, before))
        if after != before:
            values[name, resource] = after
            changes.append({"character": name, "resource": resource, "by": after - before})
    return changes


def opposite(effects: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What takes changes back."""
    return [{**effect, "by": -effect["by"]} for effect in reversed(effects)]


def _spent(state: State, request: RollGiven, measure: Measure[Any]) -> dict[str, Any] | None:
    if not measure.spends:
        return None
    side, name = request.character, measure.name
    for prefix in _OTHER_SIDE:
        if name.startswith(prefix):
            side, name = request.opposing, name.removeprefix(prefix)
    resource = name.removesuffix("_spent")
    sheet = state.characters.get(side) if side is not None else None
    if sheet is None or resource not in sheet.resources:
        return None
    return {"measure": measure.name, "character": sheet.id, "resource": resource, "times": -1}


def _purse(question: Question, measure: str) -> int | None:
    """The input that says how much a measure may come to: `ec` for `ec_spent`."""
    value = getattr(question.inputs, measure.removesuffix("_spent"), None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None

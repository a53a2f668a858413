"""Inputs from sheets: those of both sides fill in what the body of a roll leaves out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsmith.answers.format.json_values import plain
from oddsmith.answers.question import house_rules
from oddsmith.systems.declaration import Action
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.fields.kinds import Kind, WholeNumber
from oddsmith.systems.fields.models import HouseRules
from oddsmith.systems.sheets import Place, Side
from oddsmith.table.commands.bodies import RollGiven
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolls.effects import purses, side_of
from oddsmith.table.domain.errors import NotAllowed
from oddsmith.table.domain.models import Audience
from oddsmith.table.domain.prepared_roll import action_of
from oddsmith.table.domain.state import State


def inputs_from_sheets(context: CommandContext, body: RollGiven, rulebook: str | None) -> dict[str, Any]:
    """Return the inputs that are left out and stand on a sheet, by name. rulebook: the digest of the game's code.

    Raises NotAllowed when the body says what somebody else's character may spend: that is theirs to say.
    """
    if body.character is None and body.opposing is None:
        return {}
    system, action = action_of(body.system, body.action, rulebook)
    given = {name.replace("-", "_").rstrip("_"): value for name, value in body.inputs.items() if value is not None}
    member = context.member()
    rules = house_rules(system, body.options)
    sides: Mapping[Side, str | None] = {"own": body.character, "other": body.opposing}
    audience = Audience(body.visibility, member)
    found = from_sheets(context.state, audience, action, rules, sides, given)
    theirs = side_of(context.state, sides, "other")
    if theirs is not None and member.role != "host" and theirs.owner != member.id:
        for name in purses(action).values():
            place = fields_of(action.inputs)[name].place
            if place is not None and place.side == "other" and name in found and name in given:
                raise NotAllowed(
                    f"What {theirs.name} may spend is for whoever plays {theirs.name} to say, or the host.",
                    remedy=f"Leave out {name}: it comes from the sheet.",
                )
    return {name: value for name, value in found.items() if name not in given}


def sources(body: RollGiven, rulebook: str | None) -> dict[str, tuple[str, str]]:
    """Return the character and resource from which each input comes when it is left out, as far as it may."""
    _, action = action_of(body.system, body.action, rulebook)
    characters = {"own": body.character, "other": body.opposing}
    return {
        name: (character, field.place.name)
        for name, field in fields_of(action.inputs).items()
        if field.place is not None and (character := characters[field.place.side]) is not None
    }


def from_sheets(
    state: State,
    who: Audience,
    action: Action[Any, Any, Any],
    rules: HouseRules,
    sides: Mapping[Side, str | None],
    given: Mapping[str, Any],
) -> dict[str, int]:
    """Return the inputs that count from the sheets of both sides, as all know them who will see the roll: of a resource
    the amount that no open roll may spend, as much of it as the input takes.
    """
    found: dict[str, int] = {}
    for name, field in fields_of(action.inputs).items():
        sheet = side_of(state, sides, field.place.side) if field.place is not None else None
        if field.place is None or sheet is None or not _counts(field.place, action, rules, given):
            continue
        value = _free(state, who, sheet.id, field.place, field.kind)
        if value is not None:
            found[name] = value
    return found


def _free(state: State, who: Audience, character: str, place: Place, kind: Kind) -> int | None:
    """Return the free amount of a resource as an input takes it; None when there is nothing that it takes."""
    sheet = state.characters[character]
    resource = sheet.resources.get(place.name)
    if resource is None:
        return None
    if place.part == "max":
        value = resource.maximum
    else:
        value = state.value(who, sheet, place.name) - state.held(who, character, place.name)
    if value is None or not isinstance(kind, WholeNumber) or kind.low is None or kind.high is None or value < kind.low:
        return None
    return min(value, kind.high)


def _counts(place: Place, action: Action[Any, Any, Any], rules: HouseRules, given: Mapping[str, Any]) -> bool:
    for name, values in place.under.items():
        if getattr(rules, name) not in values:
            return False
    for name, values in place.given.items():
        usual = plain(fields_of(action.inputs)[name].default)
        if given.get(name, usual) not in values:
            return False
    return True

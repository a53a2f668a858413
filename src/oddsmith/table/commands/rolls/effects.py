"""Effects of a roll on sheets: planned when it is opened, held until it is over, done or taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from oddsmith.answers.question import Question
from oddsmith.errors import BadInput
from oddsmith.systems.declaration import Action
from oddsmith.systems.fields.field import fields_of
from oddsmith.systems.sheets import Change, Side
from oddsmith.table.commands.bodies import EffectGiven, RollGiven
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.domain.errors import Conflict, NotAllowed
from oddsmith.table.domain.models import Audience, Character, Roll, may_see
from oddsmith.table.domain.state import State

# --- planned when a roll is opened -----------------------------------------------------------------------------------


def plan(context: CommandContext, question: Question, body: RollGiven) -> list[dict[str, Any]]:
    """Return the effects of a roll: the numbers of it that change resources, and how many times over.

    They come from the body; otherwise from the action's declaration, for those sheets of both sides that this roll may
    change. Raises BadInput for a measure or resource that is not there, NotAllowed for a sheet that this roll
    may not change.
    """
    if body.effects is None:
        return list(_declared(context, question, body))
    for place, effect in enumerate(body.effects):
        _check(context, question, body, effect, f"effects.{place}")
    return [{key: value for key, value in effect.stored.items() if value is not None} for effect in body.effects]


def _declared(context: CommandContext, question: Question, body: RollGiven) -> Iterator[dict[str, Any]]:
    for name, changes in _changes(question.action).items():
        for change in changes:
            sheet = side_of(context.state, {"own": body.character, "other": body.opposing}, change.side)
            resource = resource_of(question, change)
            if sheet is not None and resource in sheet.resources and _refusal(context, body, sheet) is None:
                since = {"since": change.since} if change.since else {}
                effect = {"measure": name, "character": sheet.id, "resource": resource, "times": change.times}
                yield effect | since


def _check(context: CommandContext, question: Question, body: RollGiven, effect: EffectGiven, field: str) -> None:
    names = [*(cost.name for cost in question.action.costs), *(measure.name for measure in question.action.measures)]
    if effect.measure not in names:
        raise BadInput(f"{field}.measure", effect.measure, ", ".join(sorted(names)) or "nothing")
    character = context.character(effect.character)
    refusal = _refusal(context, body, character)
    if refusal is not None:
        raise refusal
    resources = character.resources
    if effect.resource not in resources:
        raise BadInput(f"{field}.resource", effect.resource, ", ".join(resources) or "nothing: it has none")
    if effect.since is not None and _number(question, effect.since) is None:
        raise BadInput(f"{field}.since", effect.since, "an input that is a number")


def _refusal(context: CommandContext, body: RollGiven, character: Character) -> NotAllowed | None:
    """Return why a roll may not change a sheet. Nobody's is changed by others, unless they or a host can see that."""
    member = context.member()
    host = member.role == "host"
    if not host and character.id not in (body.character, body.opposing):
        return NotAllowed("A roll changes only the sheets of those who take part in it.")
    if body.visibility == "everyone" or character.owner == member.id or (host and character.owner is None):
        return None
    if body.visibility == "self":
        return NotAllowed(
            f"{character.name} is not yours, and only you would see this roll.",
            remedy="Let others see it, or leave out what it does to that sheet.",
        )
    owner = context.state.members.get(character.owner or "")
    if host or owner is None or may_see(owner, body.visibility, member.id):
        return None  # hosts see it, and they play what is nobody's
    return NotAllowed(
        f"Whoever plays {character.name} would not see this roll.",
        remedy="Let everyone see it, or leave out what it does to that sheet.",
    )


def side_of(state: State, sides: Mapping[Side, str | None], side: Side) -> Character | None:
    """Return the character on a side of a roll, of those that it names."""
    name = sides[side]
    return state.characters.get(name) if name is not None else None


def resource_of(question: Question, change: Change) -> str:
    """Return the resource that a change is about."""
    return str(question.value(change.chosen_by)) if change.chosen_by else change.resource


def _changes(action: Action[Any, Any, Any]) -> dict[str, tuple[Change, ...]]:
    """Return the changes of sheets by numbers of a roll: first its costs in any case, then those that come of it."""
    found = {cost.name: cost.changes for cost in action.costs}
    return found | {measure.name: measure.changed for measure in action.measures}


# --- held until it is over -------------------------------------------------------------------------------------------


def holds(
    context: CommandContext, question: Question, body: RollGiven, effects: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Return the most that a roll may spend, which is kept from others meanwhile.

    Raises Conflict when a sheet does not have so much left, as far as whoever rolls knows: else the refusal would tell
    what hidden rolls did.
    """
    if not effects:
        return []
    costs = {cost.name: cost.of(question.inputs, question.rules) for cost in question.action.costs}
    most = costs | {measure.name: _purse(question, measure.name) for measure in question.action.measures}
    held: dict[tuple[str, str], int] = {}
    for effect in effects:
        place, limit = (effect["character"], effect["resource"]), most[effect["measure"]]
        if limit is not None and effect["times"] == -1 and (limit or effect["measure"] not in costs):
            held[place] = held.get(place, 0) + limit
    for (name, resource), amount in held.items():
        character, member = context.character(name), context.member()
        before = context.state.held(member, name, resource)
        if amount > context.state.value(member, character, resource) - before:
            raise _too_little(context, character, resource, before, amount)
    return [{"character": name, "resource": resource, "amount": amount} for (name, resource), amount in held.items()]


def purses(action: Action[Any, Any, Any]) -> dict[str, str]:
    """Return the inputs that limit spending, by the measures that tell what was spent: from the same place on a sheet.

    >>> from oddsmith.systems import system
    >>> purses(system("edged-coins").action("duel"))
    {'ec_spent': 'ec', 'opposing_ec_spent': 'against_ec'}
    """
    places = {name: field.place for name, field in fields_of(action.inputs).items()}
    found: dict[str, str] = {}
    for measure in action.measures:
        for change in measure.changed if measure.spends else ():
            for name, place in places.items():
                if place is not None and (place.side, place.name) == (change.side, change.resource):
                    found.setdefault(measure.name, name)
    return found


def _purse(question: Question, measure: str) -> int | None:
    """Return the most that a measure may come to, None for one that spends nothing."""
    purse = purses(question.action).get(measure)
    given = question.value(purse) if purse is not None else None
    if not isinstance(given, int):
        return None
    most = next(found.most for found in question.action.measures if found.name == measure)
    return given if most is None else min(given, most)


def _too_little(context: CommandContext, character: Character, resource: str, held: int, amount: int) -> Conflict:
    """Return a refusal with what is missing, and the rolls that hold the rest: those that whoever asks may see."""
    value = context.state.value(context.member(), character, resource)
    said = f"{character.name} has {value - held} {resource} left, and this may spend {amount}."
    if not held:
        return Conflict(said, remedy="Give less to this roll, or change the sheet.")
    holders = [
        f"{roll.open.holds[character.id, resource]} by {_whose(context, roll)}"
        for roll in context.state.open_rolls.values()
        if roll.open is not None
        and roll.open.holds.get((character.id, resource))
        and context.state.sees_roll(context.member(), roll)
    ]
    said += f" Of {value}, some are held until a roll is over: {', '.join(holders)}."
    return Conflict(said, remedy="Finish or take back that roll, or give less to this one.")


def _whose(context: CommandContext, roll: Roll) -> str:
    """Name an open roll in words."""
    assert roll.open is not None
    who = context.state.members[roll.member].name
    label = roll.open.spec["label"]
    return f'{who}\'s roll "{label}" ({roll.id})' if label else f"{who}'s roll {roll.id}"


# --- when it is over -------------------------------------------------------------------------------------------------


def done(
    state: State, roll: Roll, question: Question, effects: Sequence[Mapping[str, Any]], measures: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Return the changes of sheets that the outcome of a roll makes.

    A resource stays between 0 and its maximum for all who see the roll: where it ends must not tell them what hidden
    rolls did. So who knows of those may see it leave these bounds.
    """
    audience = Audience(roll.visibility if roll.hidden else "everyone", state.members[roll.member])
    changes: list[dict[str, Any]] = []
    values: dict[tuple[str, str], int] = {}
    for effect in effects:
        name, resource = effect["character"], effect["resource"]
        sheet = state.characters.get(name)
        found = sheet.resources.get(resource) if sheet is not None else None
        change = due(question, effect, measures)
        if sheet is None or found is None or change is None:
            continue
        before = values.setdefault((name, resource), state.value(audience, sheet, resource))
        after = before + change
        if found.maximum is not None:
            after = min(after, max(found.maximum, before))
        after = max(after, min(0, before))
        if after != before:
            values[name, resource] = after
            changes.append({"character": name, "resource": resource, "by": after - before})
    return changes


def due(question: Question, effect: Mapping[str, Any], measures: Mapping[str, Any]) -> int | None:
    """Return the change of a resource that is large enough; None for a number that is no whole one."""
    costs = {cost.name: cost.of(question.inputs, question.rules) for cost in question.action.costs}
    amount = costs.get(effect["measure"], measures.get(effect["measure"]))
    if not isinstance(amount, int):
        return None
    since = _number(question, effect["since"]) if effect.get("since") is not None else None
    return int(effect["times"]) * (amount - (since or 0))


def opposite(effects: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the changes that take others back."""
    return [{**effect, "by": -effect["by"]} for effect in reversed(effects)]


def _number(question: Question, name: str) -> int | None:
    value = question.value(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None

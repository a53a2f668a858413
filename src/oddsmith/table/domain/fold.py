"""The fold of a log: each kind of event, and how it changes the state of its table.

`apply` alone changes a state, and an event is all that makes it do so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import (
    Character,
    HiddenChoices,
    HiddenThrows,
    Invite,
    Member,
    Note,
    OpenRoll,
    Preset,
    Resource,
    Roll,
)
from oddsmith.table.domain.state import State


def apply(state: State, event: Event) -> None:
    """Let an event happen. Events come one after another, none left out; ValueError otherwise."""
    if event.number != state.number + 1:
        raise ValueError(f"event {event.number} cannot follow event {state.number}")
    _APPLY[event.kind](state, event)
    if event.roll is not None:
        _follow(state, event)
    state.pass_by(event)


def _follow(state: State, event: Event) -> None:
    """Apply what any event of a roll may carry: dice that begin to fall, dice that have landed, the end."""
    assert event.roll is not None
    roll = state.rolls.get(event.roll)
    if roll is None or roll.open is None or event.kind == "note.written":
        return
    roll.open.events.append(event)
    state.reveal(event)
    state.promise(event)
    begun = event.everything.get("stretch")
    if isinstance(begun, Mapping):
        roll.open.pending_dice = state.begin(event, begun)
        roll.open.dice_count += 1
    if "landed" in event.everything and roll.open.pending_dice is not None:
        roll.open.acts.append(("seed", event.everything["landed"]["faces_seed"]))
        roll.open.pending_dice = None
    if event.kind in ("roll.finished", "roll.undone"):
        roll.open = None
        del state.open_rolls[roll.id]


def _table_described(state: State, event: Event) -> None:
    state.title = event.body["title"]
    state.advice = event.body["advice"]


def _invite_made(state: State, event: Event) -> None:
    assert event.secret is not None
    invite = Invite(event.body["invite"], event.body["role"], event.secret["secret"])
    state.invites[invite.id] = invite
    state.count(invite.id)


def _invite_revoked(state: State, event: Event) -> None:
    state.invites[event.body["invite"]].revoked = True


def _member_joined(state: State, event: Event) -> None:
    body, secret = event.body, event.secret
    assert secret is not None
    own = secret["token"], body["seal"], secret["seed"], event.number
    member = Member(body["member"], body["name"], body["role"], *own, invite=body["invite"])
    state.seat(member)


def _member_changed(state: State, event: Event) -> None:
    member = state.members[event.body["member"]]
    member.name, member.role = event.body["name"], event.body["role"]
    if event.secret is not None:
        state.reseat(member, event.secret["token"])


def _member_left(state: State, event: Event) -> None:
    member = state.members[event.body["member"]]
    state.unseat(member)
    for character in state.characters.values():
        if character.owner == member.id:
            character.owner = None  # the hosts play it until they give it to somebody


def _member_pledged(state: State, event: Event) -> None:
    state.pledge(event.body["member"], event)


def _member_sealed(state: State, event: Event) -> None:
    assert event.secret is not None
    member = state.members[event.body["member"]]
    member.seal, member.seed, member.sealed = event.body["seal"], event.secret["seed"], event.number


def _character_written(state: State, event: Event) -> None:
    body = dict(event.body)
    name = body.pop("character")
    character = state.characters.get(name)
    if character is None:
        character = state.characters[name] = Character(name, "", None, {}, {})
        state.count(name)
    for key, given in (body.pop("resources", None) or {}).items():
        if given is not None and "value" not in given:
            resource = character.resources[key]
            resource.value += given.get("by", 0)
            resource.maximum = given.get("max", resource.maximum)
            continue
        state.hidden_changes = [c for c in state.hidden_changes if (c.character, c.resource) != (name, key)]
        if given is None:
            character.resources.pop(key, None)
        else:
            character.resources[key] = Resource(given["value"], given["max"])
    character.name = body.pop("name", character.name)
    character.owner = body.pop("owner", character.owner)
    character.about.update(body)


def _character_removed(state: State, event: Event) -> None:
    name = event.body["character"]
    del state.characters[name]
    state.hidden_changes = [change for change in state.hidden_changes if change.character != name]


def _note_written(state: State, event: Event) -> None:
    if event.visibility == "everyone":
        return
    assert event.by is not None
    visibility: Any = event.visibility
    roll = state.rolls.get(event.roll) if event.roll is not None else None
    state.notes[event.number] = Note(event.by, visibility, roll.id if roll is not None and roll.hidden else None)


def _note_shown(state: State, event: Event) -> None:
    state.notes[event.body["note"]].shown = True


def _preset_saved(state: State, event: Event) -> None:
    assert event.by is not None
    body = event.body
    state.presets[body["preset"]] = Preset(body["preset"], event.by, body["name"], body["request"])
    state.count(body["preset"])


def _preset_removed(state: State, event: Event) -> None:
    del state.presets[event.body["preset"]]


def _roll_opened(state: State, event: Event) -> None:
    assert event.roll is not None
    assert event.by is not None
    visibility: Any = event.visibility
    spec = event.everything
    holds = {(hold["character"], hold["resource"]): hold["amount"] for hold in spec["holds"]}
    opened = OpenRoll(spec, [], holds)
    if spec["source"] == "faces":
        opened.acts += [("face", face) for face in spec["faces"]]
    roll = Roll(event.roll, event.by, visibility, opened)
    state.rolls[roll.id] = state.open_rolls[roll.id] = roll
    state.count(roll.id)


def _open_roll(state: State, event: Event) -> OpenRoll:
    assert event.roll is not None
    found = state.rolls[event.roll].open
    assert found is not None
    return found


def _roll_witnessed(state: State, event: Event) -> None:
    dice = _open_roll(state, event).pending_dice
    assert dice is not None
    member = event.body["member"]
    dice.nonces[member] = event.body["nonce"]
    del dice.witnesses[member]


def _roll_waits(state: State, event: Event) -> None:
    roll = _open_roll(state, event)
    roll.waits = waits = event.everything
    if waits["for"] == "hands":
        roll.throws = HiddenThrows(waits["round"], (waits["between"][0], waits["between"][1]))
        roll.rounds += 1
    elif waits["for"] == "choices":
        options = {side["who"]: side["options"] for side in waits["sides"]}
        roll.choices = HiddenChoices(waits["round"], options, waits["deciders"])
        roll.rounds += 1


def _roll_answered(state: State, event: Event) -> None:
    roll = _open_roll(state, event)
    roll.acts.append(("option", event.everything["option"]))
    roll.takers.append(event.by)
    roll.waits = None
    roll.steps += 1


def _roll_typed(state: State, event: Event) -> None:
    roll = _open_roll(state, event)
    roll.acts += [("face", face) for face in event.everything["faces"]]
    roll.waits = None


def _roll_thrown(state: State, event: Event) -> None:
    throws = _open_roll(state, event).throws
    assert throws is not None
    throws.thrown[event.body["member"]] = event.body["commitment"]
    throws.until = event.at + event.body["wait"]


def _roll_bared(state: State, event: Event) -> None:
    throws = _open_roll(state, event).throws
    assert throws is not None
    assert event.secret is not None
    throws.bared[event.body["member"]] = event.secret["hand"], event.secret["nonce"]


def _roll_met(state: State, event: Event) -> None:
    roll = _open_roll(state, event)
    roll.acts.append(("hand", event.everything["face"]))
    roll.waits = roll.throws = None


def _choices(state: State, event: Event) -> HiddenChoices:
    choices = _open_roll(state, event).choices
    assert choices is not None
    return choices


def _roll_chosen(state: State, event: Event) -> None:
    choices, body = _choices(state, event), event.everything
    choices.chosen[body["who"]] = body["member"], body["commitment"]
    choices.until = event.at + body["wait"]


def _roll_late(state: State, event: Event) -> None:
    choices, body = _choices(state, event), event.everything
    choices.late.update(body["late"])
    choices.until = event.at + body["wait"]


def _roll_disclosed(state: State, event: Event) -> None:
    assert event.secret is not None
    _choices(state, event).opened[event.everything["who"]] = event.secret["option"], event.secret["nonce"]


def _roll_revealed(state: State, event: Event) -> None:
    roll = _open_roll(state, event)
    sides = event.everything["sides"]
    roll.acts += [("option", side["taken"]) for side in sides]
    roll.takers += [side["member"] if side["option"] is not None else None for side in sides]
    roll.waits = roll.choices = None


def _roll_finished(state: State, event: Event) -> None:
    assert event.roll is not None
    roll = state.rolls[event.roll]
    roll.effects = list(event.everything["effects"])
    state.change(roll, roll.effects)


def _roll_undone(state: State, event: Event) -> None:
    assert event.roll is not None
    roll = state.rolls[event.roll]
    roll.undone = True
    state.change(roll, list(event.everything["effects"]))


def _roll_shown(state: State, event: Event) -> None:
    assert event.roll is not None
    state.rolls[event.roll].shown = True
    state.hidden_changes = [change for change in state.hidden_changes if change.roll != event.roll]


def _clock_set(state: State, event: Event) -> None:
    """Change nothing: every event brings its time."""


_APPLY: Mapping[str, Callable[[State, Event], None]] = {
    "table.opened": _table_described,
    "table.changed": _table_described,
    "clock.set": _clock_set,
    "invite.made": _invite_made,
    "invite.revoked": _invite_revoked,
    "member.joined": _member_joined,
    "member.changed": _member_changed,
    "member.left": _member_left,
    "member.pledged": _member_pledged,
    "member.sealed": _member_sealed,
    "character.made": _character_written,
    "character.changed": _character_written,
    "character.removed": _character_removed,
    "note.written": _note_written,
    "note.shown": _note_shown,
    "preset.saved": _preset_saved,
    "preset.removed": _preset_removed,
    "roll.opened": _roll_opened,
    "roll.witnessed": _roll_witnessed,
    "roll.waits": _roll_waits,
    "roll.answered": _roll_answered,
    "roll.typed": _roll_typed,
    "roll.thrown": _roll_thrown,
    "roll.bared": _roll_bared,
    "roll.met": _roll_met,
    "roll.chosen": _roll_chosen,
    "roll.late": _roll_late,
    "roll.disclosed": _roll_disclosed,
    "roll.revealed": _roll_revealed,
    "roll.finished": _roll_finished,
    "roll.undone": _roll_undone,
    "roll.shown": _roll_shown,
}
KINDS = frozenset(_APPLY)

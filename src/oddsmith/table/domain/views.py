"""Views of a table, as one of its members may see it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import oddsmith
from oddsmith.table.domain.event import Event
from oddsmith.table.domain.models import Character, Member, Roll
from oddsmith.table.domain.state import State
from oddsmith.table.fairness import canonical


def seen(state: State, member: Member, events: Collection[Event]) -> list[bool]:
    """Return for each event whether a member sees a hidden part of it."""
    return [event.hidden is not None and state.sees(member, event) for event in events]


def texts(state: State, member: Member, events: Collection[Event]) -> list[str]:
    """Return events as a member sees them, each as JSON text."""
    return [event.text(seen=sees) for event, sees in zip(events, seen(state, member, events), strict=True)]


def snapshot(state: State, member: Member, present: Collection[str]) -> str:
    """Return the whole table as JSON text. present: members whose pages are open."""
    document: dict[str, Any] = {
        "schema": "oddsmith/table/1",
        "table": state.table,
        "title": state.title,
        "advice": state.advice,
        "number": state.number,
        "digest": state.digest,
        "version": oddsmith.__version__,
        "you": {
            "member": member.id,
            "role": member.role,
            "seal": member.seal,
            "sealed": member.sealed,
            "pledges": member.pledges,
        },
        "members": [
            {
                "member": other.id,
                "name": other.name,
                "role": other.role,
                "left": other.left,
                "invite": other.invite,
                "present": other.id in present,
            }
            for other in state.members.values()
        ],
        "characters": [_character(state, member, character) for character in state.characters.values()],
        "presets": [
            {"preset": preset.id, "owner": preset.owner, "name": preset.name, "request": preset.request}
            for preset in state.presets.values()
        ],
    }
    if member.role == "host":
        document["invites"] = [
            {"invite": invite.id, "role": invite.role, "revoked": invite.revoked} for invite in state.invites.values()
        ]
    rolls = ",".join(_open_roll(state, member, roll) for roll in state.open_rolls.values())
    return f'{canonical.text(document)[:-1]},"open_rolls":[{rolls}]}}'


def _character(state: State, member: Member, character: Character) -> dict[str, Any]:
    return character.about | {
        "character": character.id,
        "name": character.name,
        "owner": character.owner,
        "resources": {
            name: {
                "value": state.value(member, character, name),
                "max": resource.maximum,
                "held": state.held(member, character.id, name),
            }
            for name, resource in character.resources.items()
        },
    }


def _open_roll(state: State, member: Member, roll: Roll) -> str:
    assert roll.open is not None
    return f'{{"roll":"{roll.id}","events":[{",".join(texts(state, member, roll.open.events))}]}}'

"""Doing again what a log says was done: the command behind an event, with what it was given.

Commands say who may do what, and what comes of it; so a log can hold nothing but what they write again. What is random
is taken from the log: nonces from the event itself, seeds and hands from where they were revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

from oddsmith.table.commands import bodies, choices, hands, people, rolls, sheets
from oddsmith.table.commands.context import CommandContext
from oddsmith.table.commands.rolling.sheet_inputs import sources
from oddsmith.table.commands.timeouts import late
from oddsmith.table.domain.event import Event
from oddsmith.table.fairness import fair

Command: TypeAlias = Callable[[CommandContext], None]
_R = TypeVar("_R", bound=bodies.Request)


@dataclass(frozen=True)
class Revealed:
    """What was secret when it was written and shows later in the log.

    seeds: by the seals that were said to be theirs. hands: with nonces, by roll, round and member. options: with
    nonces, by roll, round and who decides in the rules. unsure: resources of characters that somebody may have changed
    whom the log does not show.
    """

    seeds: Mapping[str, str]
    hands: Mapping[tuple[str, int, str], tuple[str, str]]
    options: Mapping[tuple[str, int, str], tuple[str, str]]
    unsure: set[tuple[str, str]] = field(default_factory=set)

    def secret(self, event: Event) -> Mapping[str, str]:
        """What the server alone knew of an event, as far as it was revealed; nothing else is ever asked of it."""
        body = event.everything
        begun = body.get("stretch")
        seal = begun.get("next") if isinstance(begun, Mapping) else body.get("seal")
        found = {"token": f"of {body.get('member')}", "secret": "", "seed": self.seeds.get(str(seal), "")}
        if event.kind == "roll.bared":
            hand, nonce = self.hands.get((str(event.roll), body["round"], body["member"]), ("", ""))
            found |= {"hand": hand, "nonce": nonce}
        elif event.kind == "roll.disclosed" and "who" in body:
            option, nonce = self.options.get((str(event.roll), body["round"], body["who"]), ("", ""))
            found |= {"option": option, "nonce": nonce}
        return found


def revealed(bodies: Sequence[tuple[str, str | None, Mapping[str, Any]]]) -> Revealed:
    """What a log reveals, from the kinds, rolls and bodies of its events."""
    seeds: dict[str, str] = {}
    shown: dict[tuple[str, int, str], tuple[str, str]] = {}
    options: dict[tuple[str, int, str], tuple[str, str]] = {}
    used: dict[str | None, str] = {}  # the last seal, by roll
    for kind, roll, body in bodies:
        for part in (body.get("landed"), body.get("let_go")):
            seed = part.get("seed") if isinstance(part, Mapping) else None
            if roll in used and fair.is_hex(seed):
                seeds[used[roll]] = seed
        if isinstance(body.get("stretch"), Mapping):
            used[roll] = str(body["stretch"].get("seal"))
        if kind == "roll.met" and roll is not None and isinstance(body.get("hands"), Mapping):
            for member, hand in body["hands"].items():
                nonce = body["nonces"].get(member)
                if hand is not None and fair.is_hex(nonce):
                    shown[roll, body["round"], member] = hand, nonce
        elif kind == "roll.revealed" and roll is not None:
            for side in body.get("sides", []):
                if side["option"] is not None and fair.is_hex(side["nonce"]):
                    options[roll, body["round"], side["who"]] = side["option"], side["nonce"]
    return Revealed(seeds, shown, options)


def command(event: Event, after: Event | None, known: Revealed) -> Command:
    """What was done when an event was written, as the first of its command. after: the event that follows.

    Raises LookupError for a kind that no command begins with.
    """
    return _COMMANDS[event.kind](event, after, known)


def _given(model: type[_R], given: Mapping[str, Any], **more: Any) -> _R:
    """A request with those of its fields that were written down."""
    return model.model_validate({name: given[name] for name in model.model_fields if name in given} | more)


def _nonce(event: Event) -> dict[str, Any]:
    """The nonce that whoever acted gave, and what they said beside it."""
    begun = event.body.get("stretch")
    nonce = begun["nonces"].get(event.by) if isinstance(begun, Mapping) else event.body.get("unused")
    return {"nonce": nonce, "pledge": event.body.get("pledge"), "seen": event.body.get("seen")}


def _table(event: Event, after: Event | None, known: Revealed) -> Command:
    name = after.body.get("name") if after is not None else None
    return partial(people.open_table, request=_given(bodies.OpenTable, event.body, name=name))


def _joined(event: Event, after: Event | None, known: Revealed) -> Command:
    return partial(people.let_in, invite=event.body["invite"], name=event.body["name"])


def _pledged(event: Event, after: Event | None, known: Revealed) -> Command:
    if event.body["pledge"] is None:
        return partial(people.withdraw_pledge, name=event.body["member"])
    return partial(people.give_pledge, request=_given(bodies.Pledge, event.body))


def _sheet(event: Event, after: Event | None, known: Revealed) -> Command:
    """A change of a resource whose value nobody knows is taken as it is."""
    name = event.body["character"]
    given = dict(event.body)
    if "resources" in given:
        given["resources"] = {
            resource: change
            for resource, change in given["resources"].items()
            if not relative(change) or (name, resource) not in known.unsure
        }
    return partial(sheets.change_character, name=name, request=_given(bodies.ChangeCharacter, given))


def relative(change: Any) -> bool:
    """Whether a change of a resource builds on what it was before."""
    return isinstance(change, Mapping) and "value" not in change


def _noted(event: Event, after: Event | None, known: Revealed) -> Command:
    def write(context: CommandContext) -> None:
        about = context.state.rolls.get(event.roll) if event.roll is not None else None
        visibility = None if about is not None and about.hidden else event.visibility
        request = bodies.WriteNote.model_validate(
            {"text": event.everything["text"], "roll": event.roll, "visibility": visibility}
        )
        sheets.write_note(context, request)

    return write


def _opened(event: Event, after: Event | None, known: Revealed) -> Command:
    given = event.everything
    inputs = {name: value for name, value in given["inputs"].items() if name not in given["filled"]}
    request = _given(bodies.OpenRoll, {**given, "inputs": inputs}, visibility=event.visibility, **_nonce(event))
    taken = {
        name: given["inputs"][name] if name in given["filled"] else None
        for name, source in sources(request).items()
        if source in known.unsure and (name in given["filled"] or given["inputs"][name] is None)
    }
    return partial(rolls.open_roll, request=request, of=given.get("repeats"), taken=taken)


def _answered(event: Event, after: Event | None, known: Revealed) -> Command:
    request = _given(bodies.Answer, event.everything, **_nonce(event))
    return partial(rolls.answer, name=str(event.roll), request=request)


def _bared(event: Event, after: Event | None, known: Revealed) -> Command:
    shown = known.hands.get((str(event.roll), event.body["round"], event.body["member"]))
    if shown is None:  # it never came to both being open
        return partial(hands.opening, name=str(event.roll), request=_given(bodies.Opened, event.body))
    request = _given(bodies.Bare, event.body, hand=shown[0], nonce=shown[1])
    return partial(hands.bare, name=str(event.roll), request=request)


def _disclosed(event: Event, after: Event | None, known: Revealed) -> Command:
    given = event.everything
    shown = known.options.get((str(event.roll), given["round"], given["who"]))
    if shown is None:
        return partial(choices.opening, name=str(event.roll), request=_given(bodies.Disclosed, given))
    request = _given(bodies.Disclose, given, option=shown[0], nonce=shown[1])
    return partial(choices.disclose, name=str(event.roll), request=request)


def _late(event: Event, after: Event | None, known: Revealed) -> Command:
    return partial(late, name=str(event.roll))


def _of(act: Callable[..., None], name: str | None = None, model: type[bodies.Request] | None = None) -> Any:
    """A command that is given what its event says. name: the part of it that names what it is about, "roll" for its
    roll.
    """

    def made(event: Event, after: Event | None, known: Revealed) -> Command:
        told: dict[str, Any] = {}
        if name is not None:
            told["name"] = event.roll if name == "roll" else event.body[name]
        if model is not None:
            told["request"] = _given(model, event.everything)
        return partial(act, **told)

    return made


_COMMANDS: Mapping[str, Callable[[Event, Event | None, Revealed], Command]] = {
    "table.opened": _table,
    "table.changed": _of(people.change_table, None, bodies.ChangeTable),
    "invite.made": _of(people.make_invite, None, bodies.MakeInvite),
    "invite.revoked": _of(people.revoke_invite, "invite"),
    "member.joined": _joined,
    "member.changed": _of(people.change_member, "member", bodies.ChangeMember),
    "member.left": _of(people.remove_member, "member", bodies.RemoveMember),
    "member.pledged": _pledged,
    "character.made": _of(sheets.make_character, None, bodies.MakeCharacter),
    "character.changed": _sheet,
    "character.removed": _of(sheets.remove_character, "character"),
    "note.written": _noted,
    "note.shown": lambda event, after, known: partial(sheets.show_note, number=event.body["note"]),
    "preset.saved": _of(sheets.save_preset, None, bodies.SavePreset),
    "preset.removed": _of(sheets.remove_preset, "preset"),
    "roll.opened": _opened,
    "roll.witnessed": _of(rolls.witness, "roll", bodies.Witness),
    "roll.answered": _answered,
    "roll.typed": _of(rolls.type_faces, "roll", bodies.TypeFaces),
    "roll.thrown": _of(hands.throw, "roll", bodies.Throw),
    "roll.bared": _bared,
    "roll.met": _late,
    "roll.chosen": _of(choices.choose, "roll", bodies.Choose),
    "roll.late": _late,
    "roll.disclosed": _disclosed,
    "roll.revealed": _late,
    "roll.waits": _late,
    "roll.finished": _late,
    "roll.undone": _of(rolls.undo, "roll", bodies.Undo),
    "roll.shown": _of(rolls.show, "roll"),
}
